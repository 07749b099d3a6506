"""The games that the shared suites run over: how to start one, and moves that should mostly be refused."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from crystal_hall_start import CRYSTAL_HALL, start_crystal_hall, strange_crystal_hall
from crystalium_start import CRYSTALIUM, start_crystalium, strange_crystalium
from krystal_start import KRYSTAL, start_krystal, strange_krystal

from rules.crystalla.edition import load_edition
from rules.crystalla.game import Crystalla
from rules.crystalla.setup import Seating, seat_players
from rules.crystalla.stacks import Stacks
from rules.crystalla.table import Table
from rules.crystalla.vocabulary import Crystal
from rules.engine import legal_moves, play


@dataclass(frozen=True)
class Entry:
    """One game in the suites."""

    game: Any
    """A `rules.engine.Game`."""
    start: Callable[[random.Random], tuple[Any, Any]]
    """A new game: its position and what is hidden."""
    strangers: Callable[[Any], Iterator[str]]
    """Texts of well-formed moves, nearly all of them illegal in a position."""
    longest: int
    """No game has more moves."""

    @property
    def name(self) -> str:
        return str(self.game.name)


CRYSTALLA = Crystalla(load_edition())
LETTERS = [crystal.value[0] for crystal in Crystal]


def start_crystalla(rng: random.Random) -> tuple[Table, Stacks]:
    """2 to 4 players on any of the allowed start piles; anyone starts."""
    players = rng.choice([2, 3, 4])
    seating = seat_players(CRYSTALLA.edition, players, rng.randrange(len(CRYSTALLA.edition.start_piles[players])))
    return CRYSTALLA.deal(Seating(seating.colours, seating.start_piles, rng.randrange(players)), rng)


def strange_crystalla(position: Table) -> Iterator[str]:
    """Every kind of move with everything that it can name, one row and column beyond the grids included."""
    cards = [large + small for large, small in product(LETTERS, LETTERS)]
    spots = [f"{row},{col}" for row, col in product(range(4), range(5))]
    colours = [*position.colours, "pink"]
    yield from (f"swap {card}" for card in cards)
    held = {face.text() for hand in position.hands for face in hand} | {"ta"}
    yield from (f"lay {card} {spot} q{turn}" for card, spot, turn in product(sorted(held), spots, range(4)))
    yield from (f"{word} {spot}" for word, spot in product(("lift", "take", "refill"), spots))
    yield from (f"step {colour} {spot}" for colour, spot in product(colours, spots))
    pieces = [shape + letter for shape, letter in product("LS", LETTERS)]
    yield from (f"give {piece} {colour}" for piece, colour in product(pieces, colours))
    yield from (f"cover {spot} {segment}" for spot, segment in product(spots, ("large", "small")))
    yield "remove"


GAMES = [
    Entry(CRYSTALLA, start_crystalla, strange_crystalla, longest=500),
    Entry(CRYSTAL_HALL, start_crystal_hall, strange_crystal_hall, longest=3000),
    Entry(CRYSTALIUM, start_crystalium, strange_crystalium, longest=3000),
    Entry(KRYSTAL, start_krystal, strange_krystal, longest=1500),
]


def positions(entry: Entry, seed: int) -> Iterator[tuple[Any, Any, Any, Any]]:
    """A random game: position, move, record and what is hidden then; at the end the last position and None."""
    rng = random.Random(seed)
    position, hidden = entry.start(rng)
    while moves := list(legal_moves(entry.game, position)):
        move = rng.choice(moves)
        record, after, left = play(entry.game, position, move, hidden)
        yield position, move, record, hidden
        position, hidden = after, left
    yield position, None, None, hidden
