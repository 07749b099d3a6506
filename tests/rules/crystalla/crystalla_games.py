"""Short ways to write whole tables in tests, to play lines on them and to be refused."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

import pytest
from crystalla_tables import REFERENCE

from rules.crystalla.components import GRIDS, Pile
from rules.crystalla.faces import parse_face, parse_piece
from rules.crystalla.game import Crystalla
from rules.crystalla.moves import Move
from rules.crystalla.position import Display
from rules.crystalla.setup import Seating, seat_players
from rules.crystalla.stacks import Stacks
from rules.crystalla.table import PileView, Table
from rules.crystalla.turn import Record
from rules.engine import apply, legal_moves, parse_record, play
from rules.errors import RuleError

GAME = Crystalla(REFERENCE)
COLOURS = ("gray", "blue", "green", "orange")
FACES = ("ta", "tr", "te", "tc", "td", "th", "at", "ar", "ae")
"""Top cards of the piles of `table`, row by row."""


def table(
    players: int,
    pawns: Mapping[Pile, str],
    *,
    heights: Mapping[Pile, int] | None = None,
    displays: Iterable[Display] = (),
    opened: str = "Lr Lt Sa Sd",
    stacks: tuple[int, int] = (16, 16),
    active: int = 0,
    due: tuple[int, ...] = (),
) -> Table:
    """A table before a turn: `pawns` as digits, each the index of a colour of COLOURS; piles of 9 cards."""
    columns = GRIDS[players][1]
    spots = [divmod(index, columns) for index in range(GRIDS[players][0] * columns)]
    colours = COLOURS[: players + (players == 3)]
    piles = []
    for spot, face in zip(spots, FACES, strict=False):
        standing = tuple(pawns.get(spot, "").count(str(colour)) for colour in range(len(colours)))
        piles.append(PileView(parse_face(face), (heights or {}).get(spot, 9), standing))
    shown = (*displays, *(Display() for _ in range(players)))[:players]
    return Table(
        colours=colours,
        piles=tuple(piles),
        displays=shown,
        hands=((),) * players,
        swapped=(False,) * players,
        deck=0,
        open=tuple(parse_piece(piece) for piece in opened.split()),
        stacks=stacks,
        removed=(),
        starter=0,
        active=active,
        due=due,
    )


def run(position: Table, *lines: str) -> Table:
    """The table after lines of a record; every one must be legal."""
    for line in lines:
        position = apply(GAME, position, parse_record(GAME, line))
    return position


def walk(position: Table, picked: str, *steps: str) -> Table:
    """Lift a pile and set its pawns: `walk(table, "0,0", "gray 0,1", "blue 1,1")`."""
    return run(position, f"lift {picked}", *(f"step {step}" for step in steps))


def rule_of(position: Table, line: str) -> str:
    """The rule that refuses a line; the line must be refused, and that must change nothing."""
    before = position.text()
    with pytest.raises(RuleError) as refusal:
        apply(GAME, position, parse_record(GAME, line))
    assert position.text() == before == refusal.value.position
    return refusal.value.rule


def listed(position: Table) -> list[str]:
    """The texts of all legal moves."""
    return [move.text() for move in legal_moves(GAME, position)]


def due(position: Table) -> list[str]:
    """Colours that are still to be given a crystal piece."""
    return [position.colours[seat] for seat in position.due]


def deal(players: int, seed: int = 0, starter: int = 0) -> tuple[Table, Stacks]:
    """A dealt game."""
    seating = seat_players(REFERENCE, players)
    return GAME.deal(Seating(seating.colours, seating.start_piles, starter), random.Random(seed))


def random_game(players: int, seed: int) -> Iterator[tuple[Table, Move, Record, Table]]:
    """A whole game of random moves, from the dealing on: before, move, what happened, after."""
    position, hidden = deal(players, seed, seed % players)
    rng = random.Random(seed)
    while not GAME.is_over(position):
        move = rng.choice(list(legal_moves(GAME, position)))
        record, after, hidden = play(GAME, position, move, hidden)
        yield position, move, record, after
        position = after


def set_up(players: int, seed: int = 0, starter: int = 0) -> tuple[Table, Stacks]:
    """A game whose dealt cards are laid, each at the first place."""
    position, hidden = deal(players, seed, starter)
    while position.deck:
        lay = next(move for move in legal_moves(GAME, position) if move.text().startswith("lay"))
        _, position, hidden = play(GAME, position, lay, hidden)
    return position, hidden


def with_display(position: Table, seat: int, display: Display) -> Table:
    """The table with another display of one seat."""
    return replace(position, displays=(*position.displays[:seat], display, *position.displays[seat + 1 :]))
