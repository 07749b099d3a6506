"""What a copy of Krystal contains and how its board is drawn, read from a TOML file and held to the rulebook."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum, unique
from importlib.resources import files

from rules.fields import Fields, Readable, read_fields
from rules.krystal.cards import Bonus, Card, Effect, Field, Special, parse_cards
from rules.krystal.vocabulary import CLEARING, DOMAINS, GATE, HEROES, Combat, Hero, People, Role, gate_of

__all__ = ["Bonus", "Card", "Edition", "Effect", "Field", "Location", "Return", "Setup", "Special", "load_edition"]

LOCATIONS = 25
"""KR-03."""
ENERGY_START = 6
"""KR-15."""
ALL = "all"
_ID = re.compile(r"[a-z][a-z0-9-]*")


@unique
class Setup(StrEnum):
    """Which stones are in the game (KR-13, KR-126 to KR-129)."""

    STANDARD = "standard"
    OPTIONAL_HAND = "optional_hand"
    OPTIONAL_PRINT = "optional_print"


@unique
class Return(StrEnum):
    """Where cards played in a combat go (KR-72, KR-R22)."""

    DRAW_BOTTOM = "draw_bottom"
    DISCARD = "discard"


@dataclass(frozen=True, slots=True)
class Location:
    """A place of the board; `people` is None in the Clearing, which belongs to all."""

    id: str
    people: People | None
    dp: int


@dataclass(frozen=True, slots=True)
class Edition:
    """One copy of the game: everything that the rulebook leaves to its components, and what a table agreed on."""

    name: str
    locations: Mapping[str, Location]
    neighbours: Mapping[str, frozenset[str]]
    """Places one step away from each location and gate."""
    modifiers: Mapping[tuple[People, People], int]
    """By the hero's people and the location's people (KR-33, KR-R11)."""
    heroes: Mapping[Hero, Mapping[Combat, int]]
    energy_max: int
    cards: Mapping[str, Card]
    setup: Setup
    combat_cards_return: Return
    negotiation: bool
    peace_needs_a_deal: bool
    """With negotiation: whether a combat is dropped only for cards, or whenever the attacker likes."""
    stones_to_win: int
    still_hero_blocks_exploring: bool
    turn_limit: int
    """Ours, for tournaments: after so many turns the game ends undecided; 0 is never."""


def load_edition(source: Readable | None = None) -> Edition:
    """Read an edition, or the packaged `reference` edition; raises EditionError for whatever does not fit."""
    source = files("rules.krystal").joinpath("editions/reference.toml") if source is None else source
    return parse_edition(read_fields(source))


def parse_edition(fields: Fields) -> Edition:
    """An edition from the fields of its file; raises EditionError."""
    fields.check_keys(
        {"name", "locations", "paths", "gates", "modifiers", "heroes", "energy_max", "energy_start"}
        | {"combat", "stones", "creatures", "objects", "divine", "options"}
    )
    locations = _locations(fields)
    options = fields.sub("options")
    return Edition(
        name=fields.text("name"),
        locations=locations,
        neighbours=_neighbours(fields, locations),
        modifiers=_modifiers(fields.sub("modifiers")),
        heroes=_heroes(fields),
        energy_max=_energy(fields),
        cards=parse_cards(fields),
        **_options(options),  # type: ignore[arg-type]
    )


def _options(options: Fields) -> dict[str, object]:
    flags = ("negotiation", "peace_needs_a_deal", "still_hero_blocks_exploring")
    options.check_keys({"setup", "combat_cards_return", "stones_to_win", "turn_limit", *flags})
    return {
        "setup": options.choice("setup", Setup),
        "combat_cards_return": options.choice("combat_cards_return", Return),
        "stones_to_win": _whole(options, "stones_to_win", 4, 5),
        "turn_limit": _whole(options, "turn_limit", 0, 100_000),
        **{flag: _flag(options, flag) for flag in flags},
    }


def _flag(fields: Fields, key: str) -> bool:
    value = fields.table.get(key)
    if not isinstance(value, bool):
        fields.refuse(key, value, "true or false")
    return value


def _whole(fields: Fields, key: str, least: int, most: int) -> int:
    value = fields.table.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        fields.refuse(key, value, f"a whole number from {least} to {most}")
    return value


def _energy(fields: Fields) -> int:
    _whole(fields, "energy_start", ENERGY_START, ENERGY_START)
    return _whole(fields, "energy_max", ENERGY_START, 99)


def _locations(fields: Fields) -> dict[str, Location]:
    found: dict[str, Location] = {}
    for item in fields.subs("locations", LOCATIONS):
        location = _location(item)
        if location.id in found:
            item.refuse("id", location.id, "an id that no other location has")
        found[location.id] = location
    if [location.id for location in found.values() if location.people is None] != [CLEARING]:
        fields.refuse("locations", "not one location of all", f"exactly one with symbol all, called {CLEARING}")
    for people in People:
        if people not in {location.people for location in found.values()}:
            fields.refuse("locations", f"none of the {people}", "at least one location of every people")
    if (People.AMAZONS, 3) not in {(location.people, location.dp) for location in found.values()}:
        fields.refuse(
            "locations", "no such location", "a location of the amazons with dp 3, as in the rulebook (KR-E02)"
        )
    return found


def _location(item: Fields) -> Location:
    item.check_keys({"id", "symbol"}, {"dp"})
    name, symbol = item.text("id"), item.text("symbol")
    if not _ID.fullmatch(name) or name.startswith(GATE):
        item.refuse("id", name, f"small letters, digits and -, not beginning with {GATE}")
    if symbol == ALL:
        return Location(name, None, 0)
    return Location(name, item.choice("symbol", People), _whole(item, "dp", 0, 9))


def _neighbours(fields: Fields, locations: Iterable[str]) -> dict[str, frozenset[str]]:
    steps: dict[str, set[str]] = {place: set() for place in [*locations, *map(gate_of, People)]}
    for index in range(len(fields.list("paths"))):
        pair = Fields(fields.file, fields.path, {f"paths[{index}]": fields.list("paths")[index]})
        one, other = pair.texts(f"paths[{index}]", 2)
        if one == other or not {one, other} <= set(locations):
            pair.refuse(f"paths[{index}]", [one, other], "two different locations by their ids")
        steps[one].add(other)
        steps[other].add(one)
    gates = fields.sub("gates")
    gates.check_keys(set(People))
    for people in People:
        exits = gates.texts(people, max(1, len(gates.list(people))))
        for place in exits:
            if place not in set(locations):
                gates.refuse(people, place, "the id of a location")
            steps[gate_of(people)].add(place)
            steps[place].add(gate_of(people))
    _refuse_islands(fields, steps, set(locations))
    return {place: frozenset(reached) for place, reached in steps.items()}


def _refuse_islands(fields: Fields, steps: Mapping[str, set[str]], locations: set[str]) -> None:
    """Refuse a board whose locations are not connected without passing a gate (KR-27)."""
    reached, open_ends = {CLEARING}, [CLEARING]
    while open_ends:
        new = (steps[open_ends.pop()] & locations) - reached
        reached |= new
        open_ends += new
    for place in sorted(locations - reached):
        fields.refuse("paths", place, "every location within reach of the clearing without passing a gate")


def _modifiers(fields: Fields) -> dict[tuple[People, People], int]:
    fields.check_keys(set(People))
    table = {
        (people, other): value
        for people in People
        for other, value in zip(People, fields.integers(people, len(People)), strict=True)
    }
    if table[People.NOMADS, People.AMAZONS] != -1:
        fields.refuse("nomads[1]", table[People.NOMADS, People.AMAZONS], "-1, nomads on the amazons (KR-E02)")
    return table


def _heroes(fields: Fields) -> dict[Hero, dict[Combat, int]]:
    found: dict[Hero, dict[Combat, int]] = {}
    for item in fields.subs("heroes", len(HEROES)):
        item.check_keys({"people", "class", *Combat})
        hero = Hero(item.choice("people", People), item.choice("class", Role))
        if hero in found:
            item.refuse("class", hero.role.value, f"a class that the {hero.people} do not have yet")
        found[hero] = {combat: _whole(item, combat, 0, 9) for combat in Combat}
        if found[hero][DOMAINS[hero.role]] != max(found[hero].values()):
            item.refuse(DOMAINS[hero.role], found[hero][DOMAINS[hero.role]], "the hero's highest value (KR-06)")
    for name, printed in (("Am", 4), ("Cr", 1)):
        if found[HEROES[name]][Combat.MAGIC] != printed:
            allowed = f"{printed} for {name}, as in the rulebook (KR-E01)"
            fields.refuse("heroes.magic", found[HEROES[name]][Combat.MAGIC], allowed)
    return found
