"""Gates, combats and divine power written as JSON, one line each: `tableloupe tally krystal`.

`{"gate": [...]}` counts the stones at one gate and names the missing; `{"gates": [[...], ...]}` gives
players and winners. `{"combat": {"type", "attacker": {"hero", "card"}, "defender": {...}}}` gives totals, loser and
loss. `{"power": {"place", "people"}}` gives a location's real divine power.
"""

from __future__ import annotations

import json

from rules.errors import MalformedError
from rules.krystal.edition import Edition
from rules.krystal.ground import missing_stones, real_power
from rules.krystal.scoring import score_gate
from rules.krystal.vocabulary import CLEARING, HEROES, Combat, Kind, People, Stone

Json = dict[str, object]
ASKED = ("gate", "gates", "combat", "power")


def tally_line(text: str, edition: Edition) -> tuple[str, bool]:
    """One line of JSON in, one line of JSON out, and whether it was fine; `{"error": ...}` where it was not."""
    try:
        result = tally(_parse_json(text), edition)
    except MalformedError as error:
        return json.dumps({"error": str(error)}), False
    return json.dumps(result), True


def tally(line: object, edition: Edition) -> Json:
    """Answer a parsed line; raises MalformedError that names the offending value, what was allowed and where."""
    asked = [key for key in ASKED if isinstance(line, dict) and key in line]
    if not isinstance(line, dict) or len(asked) != 1:
        raise MalformedError("line", line, f"an object with one of {', '.join(ASKED)}")
    value = line[asked[0]]
    match asked[0]:
        case "gate":
            return gate_json(parse_gate(value, "gate", edition), edition)
        case "gates":
            return _gates(value, edition)
        case "combat":
            return _combat(value, edition)
        case _:
            return _power(value, edition)


def parse_gate(written: object, where: str, edition: Edition) -> tuple[str, ...]:
    """The stones at a gate, as card ids or types; raises MalformedError for others and for too many alike."""
    if not isinstance(written, list):
        raise MalformedError(where, written, "a list of stones")
    ids = [_stone(card, f"{where}[{index}]", edition) for index, card in enumerate(written)]
    types = [edition.cards[card].stone for card in ids]
    if len(types) - len(set(types)) > edition.stones_to_win - len(Stone):
        raise MalformedError(where, written, "no two identical stones, one pair in a five-stone game (KR-114)")
    return tuple(ids)


def gate_json(stones: tuple[str, ...], edition: Edition) -> Json:
    """A gate's stones by type, their number, the types missing, and whether they win."""
    sheet = score_gate(edition, stones)
    missing = [stone.value for stone in Stone if stone in missing_stones(edition, stones)]
    wins = not missing and len(stones) >= edition.stones_to_win
    return {**{stone.value: sheet.row_total(stone.value) for stone in Stone}, "total": sheet.total} | {
        "missing": missing,
        "wins": wins,
    }


def _gates(written: object, edition: Edition) -> Json:
    if not isinstance(written, list) or not written:
        raise MalformedError("gates", written, "a list of at least one list of stones")
    players = [gate_json(parse_gate(gate, f"gates[{seat}]", edition), edition) for seat, gate in enumerate(written)]
    winners = [seat for seat, player in enumerate(players) if player["wins"]]
    if len(winners) > 1:
        raise MalformedError("gates", winners, "at most one that wins, the game ends with the first (KR-116)")
    return {"players": players, "winners": winners}


def _combat(written: object, edition: Edition) -> Json:
    table = _object(written, "combat", ("type", "attacker", "defender"))
    if table["type"] not in [*Combat]:
        raise MalformedError("combat.type", table["type"], ", ".join(Combat))
    combat = Combat(str(table["type"]))
    attack = _total(table["attacker"], "combat.attacker", combat, edition)
    defence = _total(table["defender"], "combat.defender", combat, edition)
    loser = "attacker" if attack <= defence else "defender"
    # KR-77: a tie costs the attacker 1.
    return {"attacker": attack, "defender": defence, "tie": attack == defence, "loser": loser} | {
        "loss": abs(attack - defence) or 1
    }


def _total(written: object, where: str, combat: Combat, edition: Edition) -> int:
    table = _object(written, where, ("hero", "card"))
    hero, card = table["hero"], table["card"]
    if not isinstance(hero, str) or hero not in HEROES:
        raise MalformedError(f"{where}.hero", hero, ", ".join(HEROES))
    if card is not None and (not isinstance(card, str) or card not in edition.cards):
        raise MalformedError(f"{where}.card", card, "null or the id of a card of this edition")
    played = edition.cards[card] if card is not None else None
    counts = played is not None and played.kind is Kind.COMBAT and played.type is combat
    return edition.heroes[HEROES[hero]][combat] + (played.value if played and counts else 0)


def _power(written: object, edition: Edition) -> Json:
    table = _object(written, "power", ("place", "people"))
    place, people = table["place"], table["people"]
    if not isinstance(place, str) or place not in edition.locations or place == CLEARING:
        raise MalformedError("power.place", place, "the id of a location of this edition, not the clearing")
    if people not in list(People):
        raise MalformedError("power.people", people, ", ".join(People))
    return {"power": real_power(edition, place, People(str(people)))}


def _object(written: object, where: str, keys: tuple[str, ...]) -> Json:
    if not isinstance(written, dict) or not set(keys) <= written.keys():
        raise MalformedError(where, written, f"an object with {', '.join(keys)}")
    return {key: written[key] for key in keys}


def _stone(card: object, where: str, edition: Edition) -> str:
    by_type = {one.stone.value: one.id for one in edition.cards.values() if one.stone is not None}
    ids = {one.id: one.id for one in edition.cards.values() if one.stone is not None}
    found = (by_type | ids).get(card) if isinstance(card, str) else None
    if found is None:
        raise MalformedError(where, card, f"one of {', '.join(by_type | ids)}")
    return found


def _parse_json(text: str) -> object:
    try:
        return json.loads(text)
    except RecursionError:
        raise MalformedError("line", text, "JSON that is not nested this deeply") from None
    except ValueError as error:
        raise MalformedError("line", text.strip(), f"one JSON object ({error})") from None
