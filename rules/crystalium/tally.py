"""Final scores of tables written as JSON, one line each: `tableloupe tally crystalium` (design §3, server/API.md)."""

from __future__ import annotations

import json

from rules.crystalium.components import ComponentName
from rules.crystalium.edition import Edition
from rules.crystalium.holdings import Final, FinalTable, Holdings, score_holdings
from rules.crystalium.setup import FEWEST_ADVANCED, MOST_PLAYERS
from rules.crystalium.vocabulary import Component, Metric
from rules.errors import MalformedError

METRICS = {f"W{metric.value}": metric for metric in Metric}
COLUMNS = {name.value: Component[name.name] for name in ComponentName}
PLAYER_KEYS = ("powers", "component_cards", "single_use", "strong_current", "crystalium", "stations", "mushrooms")
LINE_KEYS = ("players", "whirlpools", "advanced")
MOST = 999

Json = dict[str, object]


def tally_line(text: str, edition: Edition) -> tuple[str, bool]:
    """One line of JSON in, one line of JSON out, and whether it was fine; `{"error": ...}` where it was not."""
    try:
        result = tally(_parse_json(text), edition)
    except MalformedError as error:
        return json.dumps({"error": str(error)}), False
    return json.dumps(result), True


def tally(line: object, edition: Edition) -> Json:
    """Score a parsed line; raises MalformedError that names the offending value, what was allowed and where it stood.

    `{"players": [...], "whirlpools": ["W5", ...]}`, and `"advanced": 2` for a solo game, in which the second player is
    Tornado. A player has `powers` by component (of the cards, without the base), `component_cards`, `single_use`,
    `strong_current` (cards under the ship), `crystalium` and `stations` (lists of values) and `mushrooms`; what is not
    given is 0 or empty.
    """
    if not isinstance(line, dict):
        raise MalformedError("line", line, "an object with players and whirlpools")
    _check_keys("line", line, LINE_KEYS)
    players = parse_players(line.get("players"))
    advanced = None if line.get("advanced") is None else _whole(line["advanced"], "advanced", FEWEST_ADVANCED, 8)
    if advanced is not None and len(players) != 2:
        raise MalformedError("players", len(players), "2 in a solo game, the player and Tornado")
    whirlpools = _parse_whirlpools(line.get("whirlpools", []))
    return table_json(whirlpools, score_holdings(players, whirlpools, edition.switches, advanced=advanced))


def table_json(whirlpools: tuple[Metric, ...], table: FinalTable) -> Json:
    """The answer to a line."""
    seen = zip(whirlpools, table.counts, table.prizes, strict=True)
    return {
        "players": [_final_json(final) for final in table.players],
        "whirlpools": [{"whirlpool": f"W{one.value}", "counts": list(c), "prizes": list(p)} for one, c, p in seen],
        "winners": list(table.winners),
        "objectives": [objective.value for objective in table.objectives],
    }


def _final_json(final: Final) -> Json:
    rows = ("crystalium", "stations", "mushrooms", "whirlpools", "total")
    return {row: getattr(final, row) for row in rows}


def _parse_json(text: str) -> object:
    try:
        return json.loads(text)
    except RecursionError:
        raise MalformedError("line", text, "JSON that is not nested this deeply") from None
    except ValueError as error:
        raise MalformedError("line", text.strip(), f"one JSON object ({error})") from None


def parse_players(written: object) -> tuple[Holdings, ...]:
    """The players of a line; raises MalformedError."""
    if not isinstance(written, list) or not 2 <= len(written) <= MOST_PLAYERS:
        shown = len(written) if isinstance(written, list) else written
        raise MalformedError("players", shown, f"a list of 2 to {MOST_PLAYERS} objects")
    return tuple(_parse_player(player, f"players[{index}]") for index, player in enumerate(written))


def _parse_player(written: object, where: str) -> Holdings:
    if not isinstance(written, dict):
        raise MalformedError(where, written, f"an object with {', '.join(PLAYER_KEYS)}")
    _check_keys(where, written, PLAYER_KEYS)
    powers = written.get("powers", {})
    if not isinstance(powers, dict):
        raise MalformedError(f"{where}.powers", powers, f"an object with {', '.join(COLUMNS)}")
    _check_keys(f"{where}.powers", powers, tuple(COLUMNS))
    counts = {key: _whole(written.get(key, 0), f"{where}.{key}", 0, MOST)
              for key in ("component_cards", "single_use", "strong_current", "mushrooms")}  # fmt: skip
    for key in ("single_use", "strong_current"):
        if counts[key] > counts["component_cards"]:
            allowed = f"at most the {counts['component_cards']} component_cards"
            raise MalformedError(f"{where}.{key}", counts[key], allowed)
    return Holdings(
        powers={COLUMNS[name]: _whole(value, f"{where}.powers.{name}", 0, MOST) for name, value in powers.items()},
        crystalium=_values(written.get("crystalium", []), f"{where}.crystalium", 5),
        stations=_values(written.get("stations", []), f"{where}.stations", 99),
        **counts,
    )


def _parse_whirlpools(written: object) -> tuple[Metric, ...]:
    if not isinstance(written, list):
        raise MalformedError("whirlpools", written, "a list")
    for index, name in enumerate(written):
        if not isinstance(name, str) or name not in METRICS or name in written[:index]:
            raise MalformedError(f"whirlpools[{index}]", name, f"one of {', '.join(METRICS)}, each once")
    return tuple(METRICS[name] for name in written)


def _values(written: object, where: str, highest: int) -> tuple[int, ...]:
    if not isinstance(written, list):
        raise MalformedError(where, written, "a list of values")
    return tuple(_whole(value, f"{where}[{index}]", 1, highest) for index, value in enumerate(written))


def _whole(value: object, where: str, lowest: int, highest: int) -> int:
    if type(value) is not int or not lowest <= value <= highest:
        raise MalformedError(where, value, f"a whole number from {lowest} to {highest}")
    return value


def _check_keys(where: str, written: Json, allowed: tuple[str, ...]) -> None:
    for key in written:
        if key not in allowed:
            raise MalformedError(f"field of {where}", key, ", ".join(allowed))
