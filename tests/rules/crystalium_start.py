"""Crystalium in the shared suites: random starts, and everything that can be named in a position."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, permutations, product

from rules.crystalium.draws import Hidden
from rules.crystalium.edition import load_edition
from rules.crystalium.game import Crystalium
from rules.crystalium.position import Ship, Table
from rules.crystalium.setup import Seating

CRYSTALIUM = Crystalium(load_edition())
COLUMNS = "RMLD"


def start_crystalium(rng: random.Random) -> tuple[Table, Hidden]:
    """Solo to 5 players; anyone starts."""
    players = rng.randrange(1, 6)
    return CRYSTALIUM.deal(Seating(players, rng.randrange(players), rng.randrange(2, 9)), rng)


def strange_crystalium(position: Table) -> Iterator[str]:
    """Every kind of move with every card that can be named, and a card that nobody has."""
    seats = [str(seat) for seat in range(min(position.players + 1, 5))]
    seen = {face.text() for face in (*position.river, *position.discard, *position.center, *position.box)} | {"C5w9"}
    yield from ("place", "solo", "keep -", "done", *(f"first {seat}" for seat in seats))
    yield from (f"{word} {card}" for word, card in product(("draft", "discard", "lose"), sorted(seen)))
    for ship in position.ships:
        yield from _of_ship(position, ship)
    for seat, ship in enumerate(position.ships):
        for fish in {face.text() for face in ship.fish} | {"F8w9"}:
            yield from (f"fish {other} {fish}" for other in seats)
            yield from (f"fish {seat} {fish} {rest}" for rest in sorted(_choices(position, ship, fish)))


def _of_ship(position: Table, ship: Ship) -> Iterator[str]:
    gains = {rest for card in (*position.river, *position.discard, *position.center) for rest in _gains(ship, card)}
    yield from (f"{word} {gain}" for word, gain in product(("collect", "keep", "give"), sorted(gains)))
    own = [part.label for part in ship.parts]
    own += [face.text() for face in (*ship.crystalium, *ship.fish, *(one.face for one in ship.stations))]
    yield from {f"lose {card}" for card in own}
    singles = sorted(part.face for part in ship.parts if part.face.single_use)
    for size in range(1, len(singles) + 1):
        yield from {" ".join(("done", *(face.text() for face in used))) for used in combinations(singles, size)}


def _gains(ship: Ship, card: object) -> Iterator[str]:
    text = card.text()  # type: ignore[attr-defined]
    yield text
    yield from (f"{text}@{column}" for column in COLUMNS)
    if text[0] in "NP":
        labels = sorted(part.label for part in ship.parts)
        for size in range(1, min(int(text[1]), len(labels)) + 1):
            yield from (" ".join((text, *paid)) for paid in set(combinations(labels, size)))


def _choices(position: Table, ship: Ship, fish: str) -> Iterator[str]:
    """What could follow the name of a Fish, whether it asks for that or not."""
    yield from (face.text() for face in position.box)
    if fish.startswith(("F10", "F11")):
        yield from {gain for card in position.discard for gain in _gains(ship, card)}
    if fish.startswith("F5"):
        labels = [part.label for part in ship.parts] or ["R1w0"]
        yield from {f"{label} {seat} ^{waves}" for label, seat, waves in product(labels, range(5), range(5))}
    if fish.startswith("F3"):
        stations = [face.text() for face in position.river if face.is_station]
        own = [face.text() for face in ship.crystalium]
        for size in (1, 2):
            yield from {" ".join((one, *given)) for one, given in product(stations, permutations(own, size))}
