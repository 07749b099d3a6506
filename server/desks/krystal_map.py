"""The board of Krystal as a map: places round the Clearing, each people's in its own sector, gates outside."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from math import cos, radians, sin

from rules.krystal.edition import Edition
from rules.krystal.ground import real_power
from rules.krystal.position import Position
from rules.krystal.vocabulary import CLEARING, People, gate_of
from server.desks.desk import Words
from server.desks.krystal_names import COLOUR_OF, hero_words, people_words

INNER, OUTER, GATES = 15.0, 38.0, 50.0
"""Distances from the centre; the map reaches from -58 to 58."""
SECTOR_DEGREES = 60
SPREAD_DEGREES = 32
TOKEN_DISTANCE = 5.4


@dataclass(frozen=True, slots=True)
class Token:
    """A hero's figure on the map."""

    words: Words
    initial: Words
    colour: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Place:
    """A place on the map; `power` is the real one for the people on turn, None on gates."""

    id: str
    x: float
    y: float
    people: People | None
    people_words: Words
    power: int | None
    tokens: tuple[Token, ...]
    is_gate: bool


@dataclass(frozen=True, slots=True)
class MapView:
    """Places and the lines between them."""

    places: tuple[Place, ...]
    lines: tuple[tuple[float, float, float, float], ...]


def map_of(edition: Edition, position: Position) -> MapView:
    """The map of a table."""
    spots = layout(edition)
    pairs = {tuple(sorted((one, other))) for one, others in edition.neighbours.items() for other in others}
    return MapView(
        places=tuple(_place(edition, position, name, *spots[name]) for name in edition.neighbours),
        lines=tuple((*spots[one], *spots[other]) for one, other in sorted(pairs)),
    )


def layout(edition: Edition) -> dict[str, tuple[float, float]]:
    """Where each place is drawn, from how far it is from the Clearing and whose it is."""
    steps = _distances(edition)
    farthest = max(2, *steps.values())
    rings: dict[tuple[People, int], list[str]] = defaultdict(list)
    for location in edition.locations.values():
        if location.people is not None:
            rings[location.people, steps[location.id]].append(location.id)
    spots = {CLEARING: (0.0, 0.0)}
    for (people, far), names in rings.items():
        radius = INNER + (OUTER - INNER) * (far - 1) / (farthest - 1)
        for index, name in enumerate(names):
            share = index / (len(names) - 1) - 0.5 if len(names) > 1 else 0
            spots[name] = _point(_angle(people) + SPREAD_DEGREES * share, radius)
    return spots | {gate_of(people): _point(_angle(people), GATES) for people in People}


def _angle(people: People) -> float:
    return SECTOR_DEGREES * list(People).index(people) - 90.0


def _point(degrees: float, radius: float) -> tuple[float, float]:
    return round(radius * cos(radians(degrees)), 2), round(radius * sin(radians(degrees)), 2)


def _distances(edition: Edition) -> dict[str, int]:
    """Steps from the Clearing without passing a gate."""
    found, edge = {CLEARING: 0}, [CLEARING]
    while edge:
        name = edge.pop(0)
        for other in sorted(edition.neighbours[name] & set(edition.locations)):
            if other not in found:
                found[other] = found[name] + 1
                edge.append(other)
    return found


def _place(edition: Edition, position: Position, name: str, x: float, y: float) -> Place:
    gates = {gate_of(people): people for people in People}
    people = gates.get(name) or edition.locations[name].people
    return Place(
        id=name,
        x=x,
        y=y,
        people=people,
        people_words=Words("krystal.everybody") if people is None else people_words(people),
        power=None if name in gates else real_power(edition, name, position.people),
        tokens=tuple(_tokens(position, name, x, y)),
        is_gate=name in gates,
    )


def _tokens(position: Position, name: str, x: float, y: float) -> list[Token]:
    """The figures at a place, on a circle round it."""
    here = [state for state in position.heroes if state.spot == name]
    turns = (-120 + 360 * index / max(3, len(here)) for index in range(len(here)))
    shifts = [_point(turn, TOKEN_DISTANCE) for turn in turns]
    return [
        Token(
            hero_words(state.name),
            Words(f"krystal.initial-{state.hero.role}"),
            COLOUR_OF[state.hero.people],
            round(x + dx, 2),
            round(y + dy, 2),
        )
        for state, (dx, dy) in zip(here, shifts, strict=True)
    ]
