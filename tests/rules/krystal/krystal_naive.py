"""A second generator of Krystal's moves, straight from the rules' text, on plain dictionaries; shares no code.

It reads the position string by itself and lists the texts of all legal moves. Facts of the reference copy come from its
TOML file, read with `tomllib` only.
"""

from __future__ import annotations

import itertools
import tomllib
from pathlib import Path
from typing import Any

RULES = Path(__file__).resolve().parents[3] / "rules" / "krystal" / "editions" / "reference.toml"
BOX = tomllib.loads(RULES.read_text(encoding="utf-8"))
PEOPLES = ["reptiles", "amazons", "centaurs", "nomads", "gnomes", "birds"]
SITES = {site["id"]: site for site in BOX["locations"]}
ROADS = {(a, b) for a, b in BOX["paths"]} | {(b, a) for a, b in BOX["paths"]}
ROADS |= {(f"gate-{people}", exit_) for people, exits in BOX["gates"].items() for exit_ in exits}
ROADS |= {(b, a) for a, b in ROADS}
STONES = {card["id"] for card in BOX["stones"]}
OBJECTS = {card["id"]: card["effect"] for card in BOX["objects"]}
LASTING = {card["id"]: card["bonus"] for card in BOX["stones"] + BOX["divine"] if "bonus" in card}
WEAPONS = {"f": "force", "m": "magic", "t": "trading"}
Table = dict[str, Any]


def listing(text: str, mark: str = ",") -> list[str]:
    return [] if text in ("-", "") else text.split(mark)


def read(text: str) -> Table:
    """A position string as a dictionary."""
    parts = text.split(" ")
    table: Table = {"peoples": parts[1].split(","), "who": int(parts[2]), "turn": int(parts[3]), "phase": parts[4]}
    table["heroes"] = {}
    for written in parts[5].split("/"):
        name, spot, energy, cards, active, path, flags = written.split(":")
        people = next(people for people in PEOPLES if people[0].upper() == name[0])
        table["heroes"][name] = {
            "people": people, "spot": spot, "energy": int(energy), "cards": listing(cards), "active": active,
            "path": listing(path, ">"), "flags": flags,
        }  # fmt: skip
    table["gates"] = [listing(gate) for gate in parts[7].split("/")]
    table["divine"] = parts[9].split(":")[0]
    table["used"], table["fought"] = listing(parts[10]), listing(parts[11])
    table["pacts"] = [tuple(pact.split(">")) for pact in listing(parts[12])]
    table["explore"], table["fight"], table["manual"] = parts[13], parts[14], parts[15]
    table["me"] = table["peoples"][table["who"]]
    return table


def weapon(card: str) -> str:
    """The type of a combat card, or nothing."""
    return WEAPONS[card[0]] if len(card) == 2 and card[1].isdigit() else ""


def moves(text: str, turn_limit: int, negotiation: bool = False) -> set[str]:
    """All legal moves of the reference copy, by what the rules say may be done now."""
    table = read(text)
    if any(set(gate) >= STONES for gate in table["gates"]) or 0 < turn_limit < table["turn"]:
        return set()
    if table["manual"] != "-":
        return {"manual"}
    if table["fight"] != "-":
        return in_fight(table)
    awake = activations(table)
    explore = table["explore"].split(":")
    if table["explore"] != "-" and int(explore[2]) > 0:
        return {f"draw {name}" for name in explore[0].split(",")} | awake
    crowded = {name: hero for name, hero in table["heroes"].items() if len(hero["cards"]) > 5}
    if crowded:
        return {f"discard {name} {card}" for name, hero in crowded.items() for card in hero["cards"]} | awake
    found = walking(table) if table["phase"] == "A" else acting(table)
    return found | dealing(table) | awake | (talking(table) if negotiation else set())


def activations(table: Table) -> set[str]:
    return {
        f"activate {name} {card}"
        for name, hero in table["heroes"].items()
        for card in hero["cards"]
        if card in STONES and card != hero["active"]
    }


def in_fight(table: Table) -> set[str]:
    attacker, defender, _, kind, _first, flags, loss, _ = table["fight"].split(":")
    heroes = table["heroes"]
    if loss not in ("-", "0"):
        return {f"split {e}+{int(loss) - e}" for e in range(int(loss) + 1)}
    if loss == "0":
        cards = {f"pay {card}" for card in heroes[attacker]["cards"] if weapon(card)}
        return cards | ({"pay energy"} if kind == "magic" else set())
    if kind == "-":
        found = {f"lead {weapon(card)} {card}" for card in heroes[defender]["cards"] if weapon(card)}
        return found | activations(table)
    hand = heroes[attacker if "l" in flags else defender]["cards"]
    right = [card for card in hand if weapon(card) == kind]
    return {f"answer {card}" for card in right or hand or ["none"]} | activations(table)


def mine(table: Table) -> dict[str, Any]:
    return {
        name: hero for name, hero in table["heroes"].items() if hero["people"] == table["me"] and hero["spot"] != "-"
    }


def strangers(table: Table, spot: str) -> dict[str, Any]:
    return {
        name: hero for name, hero in table["heroes"].items() if hero["people"] != table["me"] and hero["spot"] == spot
    }


def walking(table: Table) -> set[str]:
    found = set()
    for name, hero in mine(table).items():
        moved = len(hero["path"]) > 1
        barred = {(other[0]) for giver, other, what in table["pacts"] if giver == name and what == "gate"}
        met = [
            other
            for other, foe in strangers(table, hero["spot"]).items()
            if (name, other, "passage") not in table["pacts"]
            and not (other[0] in barred and foe["spot"] == f"gate-{foe['people']}")
        ]
        if hero["energy"] == 0 or "r" in hero["flags"] or (moved and (met or hero["spot"] == f"gate-{table['me']}")):
            continue
        for a, b in ROADS:
            foreign = b.startswith("gate-") and b != f"gate-{table['me']}" and b[5].upper() not in barred
            if a == hero["spot"] and not foreign:
                found.add(f"step {name} {b}")
    if not any("b" in hero["flags"] and len(hero["path"]) == 1 for hero in mine(table).values()):
        found.add("done")
    return found


def lasting(hero: dict[str, Any], on: str) -> int:
    power = LASTING.get(hero["active"], {})
    return int(power["by"]) if power.get("on") == on else 0


def yields(table: Table, spot: str, group: list[dict[str, Any]], on: str) -> int:
    real: int
    site = SITES[spot]
    if site["symbol"] == "all":
        return 1
    real = max(0, site["dp"] + BOX["modifiers"][table["me"]][PEOPLES.index(site["symbol"])])
    god = LASTING.get(table["divine"], {})
    real += god["by"] if god.get("on") == on and god.get("people", table["me"]) == table["me"] else 0
    return max(0, real + sum(lasting(hero, on) for hero in group))


def acting(table: Table) -> set[str]:
    found, must_fight = set(), False
    for spot in {hero["spot"] for hero in mine(table).values()} & set(SITES):
        group = {name: hero for name, hero in mine(table).items() if hero["spot"] == spot}
        battles = fights(table, spot, list(group))
        must_fight = must_fight or bool(battles)
        for one, other in battles:
            cards = [card for card in group[one]["cards"] if weapon(card)]
            found |= {f"attack {one} {other} {weapon(card)} {card}" for card in cards}
            found |= set() if cards else {f"attack {one} {other} none"}
        beaten = not strangers(table, spot) or not set(group) & set(table["fought"])
        if not battles and beaten and spot not in table["used"]:
            found |= common_action(table, spot, list(group.values()))
    faint = [n for n, h in mine(table).items() if h["spot"] == "clearing" and h["energy"] == 0 and h["cards"]]
    found |= {f"vanish {name} {people}" for name in faint for people in PEOPLES}
    return found if must_fight or faint else found | {"end"}


def common_action(table: Table, spot: str, group: list[dict[str, Any]]) -> set[str]:
    gain = yields(table, spot, group, "recover")
    shares = [s for s in itertools.product(range(gain + 1), repeat=len(group)) if sum(s) == gain]
    found = {f"recover {spot} {','.join(map(str, share))}" for share in shares}
    if all(hero["path"].count(spot) == 1 and len(hero["path"]) > 1 for hero in group):
        found |= {f"explore {spot} {people}" for people in PEOPLES} if spot == "clearing" else {f"explore {spot}"}
    return found


def fights(table: Table, spot: str, group: list[str]) -> list[tuple[str, str]]:
    if spot == "clearing":
        return []
    peace = {frozenset(pact[:2]) for pact in table["pacts"] if pact[2] == "peace"}
    possible = [(a, d) for a in group for d in strangers(table, spot) if frozenset((a, d)) not in peace]
    new_a = {a for a, _ in possible} - set(table["fought"])
    new_d = {d for _, d in possible} - set(table["fought"])
    if new_a and new_d:
        return [(a, d) for a, d in possible if a in new_a and d in new_d]
    return [(a, d) for a, d in possible if a in new_a or d in new_d]


def dealing(table: Table) -> set[str]:
    found = set()
    for name, hero in mine(table).items():
        spot, foes = hero["spot"], strangers(table, hero["spot"])
        for other, friend in mine(table).items():
            if other == name or friend["spot"] != spot or foes:
                continue
            if len(friend["cards"]) < 5:
                found |= {f"give {name} {other} {card}" for card in hero["cards"]}
            elif len(hero["cards"]) == 5:
                pairs = itertools.product(hero["cards"], friend["cards"])
                found |= {f"swap {name} {a} {other} {b}" for a, b in pairs if a != b}
        if hero["active"] != "-":
            tails = [f" {people}" for people in PEOPLES] if spot == "clearing" else [""]
            found |= {f"discard {name} {hero['active']}{tail}" for tail in tails}
        for card in set(hero["cards"]) & set(OBJECTS):
            found |= uses(name, card, foes)
    return found


def uses(name: str, card: str, foes: dict[str, Any]) -> set[str]:
    need = {"drain": "energy", "steal": "cards"}.get(OBJECTS[card])
    if need is None:
        return {f"use {name} {card}"}
    return {f"use {name} {card} {foe}" for foe, hero in foes.items() if hero[need]}


def talking(table: Table) -> set[str]:
    """Every deal that a negotiation may end with."""
    found = set()
    there = {name: hero for name, hero in table["heroes"].items() if hero["spot"] != "-"}
    for (giver, one), (granter, other) in itertools.permutations(there.items(), 2):
        if one["people"] == other["people"] or table["me"] not in (one["people"], other["people"]):
            continue
        near = {one["spot"]} | {b for a, b in ROADS if a == one["spot"]}
        walks = one["people"] == table["me"] and table["phase"] == "A"
        open_to = {
            "peace": one["spot"] == other["spot"] and one["spot"] in SITES and one["spot"] != "clearing",
            "passage": walks and other["spot"] in near,
            "gate": walks and f"gate-{other['people']}" in near,
        }
        for what in (what for what, possible in open_to.items() if possible):
            made = table["pacts"].count((giver, granter, what))
            if what != "peace" and not made:
                found.add(f"agree {giver} {granter} {what}")
            if len(other["cards"]) < 5 and made < 5:
                found |= {f"agree {giver} {granter} {what} {card}" for card in one["cards"]}
    return found
