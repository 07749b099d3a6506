"""The cards in a box of Crystalium as an edition file lists them, held to the rulebook's counts and examples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum, unique

from rules.crystalium.faces import Face, SoloCard
from rules.crystalium.vocabulary import BASE_POWER, Arrow, Component, Fish, Kind, Level, Metric
from rules.fields import Fields

OCEAN, STARTING, WHIRLPOOLS, SOLO_OF_LEVEL, SHIPS = 135, 8, 11, 8, 5
"""CU-01, CU-02."""
IN_PLAY = 3
"""CU-05: Whirlpools of a game."""
MOST_WAVES, MOST = 9, 99
NUMBERS = range(2, 6)
"""CU-04: numbers in the corner."""


@unique
class CardKind(StrEnum):
    """The kinds of Ocean cards as an edition file names them."""

    COMPONENT = "component"
    CRYSTALIUM = "crystalium"
    STATION = "station"
    FISH = "fish"


@unique
class ComponentName(StrEnum):
    """The Components as an edition file names them."""

    REACTOR = "reactor"
    MAGNET = "magnet"
    LASER = "laser"
    DRONE = "drone"


@unique
class StationType(StrEnum):
    """What a Space Station asks for (CU-55, CU-56)."""

    COUNT = "count"
    POWER = "power"


@dataclass(frozen=True, slots=True)
class OceanCard:
    """One Ocean card; `min_players` is the number in its corner, 1 without one (CU-04)."""

    id: str
    face: Face
    min_players: int


def parse_ocean(fields: Fields) -> tuple[OceanCard, ...]:
    """The 135 Ocean cards (CU-02); raises EditionError."""
    cards = tuple(_parse_ocean_card(card) for card in fields.subs("ocean", OCEAN))
    _check_unique(fields, "ocean", [card.id for card in cards])
    _check_examples(fields, cards)
    return cards


def _parse_ocean_card(fields: Fields) -> OceanCard:
    more = {"min_players", "strong_current"}
    kind = fields.choice("kind", CardKind)
    own = {
        CardKind.COMPONENT: ({"component", "value"}, {"single_use"}),
        CardKind.CRYSTALIUM: ({"value"}, set[str]()),
        CardKind.STATION: ({"station"}, set[str]()),
        CardKind.FISH: ({"fish"}, set[str]()),
    }
    required, optional = own[kind]
    fields.check_keys({"id", "kind", "waves"} | required, more | optional)
    number = whole(fields, "min_players", NUMBERS[0], NUMBERS[-1]) if "min_players" in fields.table else 1
    return OceanCard(fields.text("id"), _parse_face(fields, kind), number)


def _parse_face(fields: Fields, kind: CardKind) -> Face:
    waves, strong = whole(fields, "waves", 0, MOST_WAVES), flag(fields, "strong_current")
    if kind is CardKind.COMPONENT:
        return _component_face(fields, strong)
    if kind is CardKind.CRYSTALIUM:
        return Face(Kind.CRYSTALIUM, whole(fields, "value", 1, 5), waves, strong=strong)
    if kind is CardKind.STATION:
        station = fields.sub("station")
        station.check_keys({"type", "need", "crystalium"})
        is_count = station.choice("type", StationType) is StationType.COUNT
        need, value = whole(station, "need", 1, MOST), whole(station, "crystalium", 1, MOST)
        return Face(Kind.COUNT_STATION if is_count else Kind.POWER_STATION, value, waves, need, strong=strong)
    fish = {f"F{number.value}": number for number in Fish}
    if fields.text("fish") not in fish:
        fields.refuse("fish", fields.text("fish"), f"one of {', '.join(fish)}")
    return Face(Kind.FISH, fish[fields.text("fish")].value, waves, strong=strong)


def _component_face(fields: Fields, strong: bool) -> Face:
    kind = Kind[fields.choice("component", ComponentName).name]
    value, waves = whole(fields, "value", 1, MOST), whole(fields, "waves", 0, MOST_WAVES)
    return Face(kind, value, waves, 0, flag(fields, "single_use"), strong)


def _check_examples(fields: Fields, cards: Sequence[OceanCard]) -> None:
    """The cards that the rulebook's sentences and examples need (section 3 of the rule table)."""
    faces = [card.face for card in cards]
    worth = {face.value for face in faces if face.is_station}
    numbers = {card.min_players for card in cards}
    mushrooms = sum(face.is_fish(Fish.MUSHROOM) for face in faces)
    needed: dict[str, bool] = {
        "cards numbered 4 and 5 (CU-E01)": {4, 5} <= numbers,
        "a single-use Magnet of 1 (CU-E02)": _has(faces, Kind.MAGNET, 1),
        "a single-use Drone of 2 (CU-E03)": _has(faces, Kind.DRONE, 2),
        "at least three Mushroom Fish (CU-66)": mushrooms >= 3,
        "two Stations worth 8 together (CU-E07)": any(8 - value in worth for value in worth),
        "a Crystalium card of 1 (CU-73)": any(face.kind is Kind.CRYSTALIUM and face.value == 1 for face in faces),
        "a Component card with Strong Current (CU-106)": any(f.strong and f.component is not None for f in faces),
    }
    for what, there in needed.items():
        if not there:
            fields.refuse("ocean", f"a deck without {what}", what)


def _has(faces: Sequence[Face], kind: Kind, value: int) -> bool:
    return any(face.kind is kind and face.value == value and face.single_use for face in faces)


def parse_starting(fields: Fields) -> tuple[Face, ...]:
    """The 8 Starting cards, all Component cards (CU-02, CU-13); raises EditionError."""
    names, faces = [], []
    for card in fields.subs("starting", STARTING):
        card.check_keys({"id", "component", "value", "waves"})
        names.append(card.text("id"))
        faces.append(_component_face(card, strong=False))
    _check_unique(fields, "starting", names)
    return tuple(faces)


def parse_whirlpools(fields: Fields) -> dict[str, Face]:
    """The 11 Whirlpools by id, each with another metric (CU-02, CU-96 to CU-106); raises EditionError."""
    metrics = {f"W{metric.value}": metric for metric in Metric}
    found: dict[str, Face] = {}
    for card in fields.subs("whirlpool", WHIRLPOOLS):
        card.check_keys({"id", "metric"}, {"waves"})
        metric = card.text("metric")
        if metric not in metrics or any(face.value == metrics[metric] for face in found.values()):
            card.refuse("metric", metric, f"one of {', '.join(metrics)}, each once")
        if card.text("id") in found:
            card.refuse("id", card.text("id"), "every one only once")
        waves = whole(card, "waves", 0, MOST_WAVES) if "waves" in card.table else 0
        found[card.text("id")] = Face(Kind.WHIRLPOOL, metrics[metric].value, waves)
    return found


def parse_solo_whirlpools(fields: Fields, whirlpools: dict[str, Face]) -> tuple[Face, ...]:
    """The 3 Whirlpools of every solo game (CU-109); raises EditionError."""
    names = fields.texts("solo_whirlpools", IN_PLAY)
    for index, name in enumerate(names):
        if name not in whirlpools or name in names[:index]:
            fields.refuse(f"solo_whirlpools[{index}]", name, f"another one of {', '.join(whirlpools)}")
    return tuple(whirlpools[name] for name in names)


def parse_solo(fields: Fields) -> tuple[SoloCard, ...]:
    """The 16 Solo cards, 8 of each level (CU-02); raises EditionError."""
    names, cards = [], []
    for card in fields.subs("solo", 2 * SOLO_OF_LEVEL):
        card.check_keys({"id", "level", "top", "bottom", "arrow"})
        top, bottom = card.sub("top"), card.sub("bottom")
        top.check_keys({"collect"})
        bottom.check_keys({"reveal", "collect"})
        numbers = (whole(top, "collect", 0, 9), whole(bottom, "reveal", 0, 9), whole(bottom, "collect", 0, 9))
        cards.append(SoloCard(card.choice("level", Level), *numbers, card.choice("arrow", Arrow)))
        names.append(card.text("id"))
    _check_unique(fields, "solo", names)
    levels = Counter(card.level for card in cards)
    if levels[Level.MEDIUM] != SOLO_OF_LEVEL:
        fields.refuse("solo", f"{levels[Level.MEDIUM]} of level M", f"{SOLO_OF_LEVEL} of each level")
    return tuple(cards)


def parse_ships(fields: Fields) -> tuple[str, ...]:
    """The colours of the 5 ships, all with the rulebook's base powers (CU-01, CU-20 to CU-33); raises EditionError."""
    colours = []
    for ship in fields.subs("ships", SHIPS):
        names = {name.value: BASE_POWER[Component[name.name]] for name in ComponentName}
        ship.check_keys({"colour", *names})
        for name, printed in names.items():
            whole(ship, name, printed, printed)
        colours.append(ship.text("colour"))
    _check_unique(fields, "ships", colours)
    return tuple(colours)


def whole(fields: Fields, key: str, lowest: int, highest: int) -> int:
    """A whole number in a range; raises EditionError."""
    value = fields.table.get(key)
    if type(value) is not int or not lowest <= value <= highest:
        fields.refuse(key, value, f"a whole number from {lowest} to {highest}")
    return value


def flag(fields: Fields, key: str) -> bool:
    """Yes or no, no where the field is not given; raises EditionError."""
    value = fields.table.get(key, False)
    if not isinstance(value, bool):
        fields.refuse(key, value, "true or false")
    return value


def _check_unique(fields: Fields, key: str, names: Sequence[str]) -> None:
    for index, name in enumerate(names):
        if name in names[:index]:
            fields.refuse(f"{key}[{index}]", name, "every one only once")
