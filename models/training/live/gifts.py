"""Mistakes with crystal pieces: not due, of the wrong shape, the same crystal, on another piece, missing."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace

from models.training.live.games import Played, random_turn
from models.training.live.mistake import Mistake, card_laid, with_display
from models.training.live.tabletop import Odd
from rules.crystalla.faces import in_order
from rules.crystalla.moves import Lay, Lift, Refill, Step, Take
from rules.crystalla.placing import CrystalPiece, can_remove_piece
from rules.crystalla.position import PlacedCard
from rules.crystalla.stacks import Stacks
from rules.crystalla.table import Table
from rules.crystalla.vocabulary import Segment

Place = tuple[PlacedCard, Segment, CrystalPiece]
"""A card, the segment covered, and the piece."""
Places = Callable[[Table, int], Iterator[Place]]
"""Where pieces may lie in the display of a seat."""


def not_due(played: Played, rng: random.Random) -> Mistake | None:
    """A piece was given although no pair was made (CR-40)."""
    table, seat = card_laid(played), rng.randrange(played.before.players)
    if walk_due(played):
        return None
    return _cover(played, table, seat, _fair(table, seat), ("CR-40",), rng)


def wrong_shape(played: Played, rng: random.Random) -> Mistake | None:
    """A due piece lies on a segment of the other shape (CR-51)."""
    return _misplace(played, rng, ("CR-51",), _of_other_shape)


def same_crystal(played: Played, rng: random.Random) -> Mistake | None:
    """A due piece lies on a segment that is printed with its own crystal (CR-52)."""
    return _misplace(played, rng, ("CR-52",), _of_same_crystal)


def on_a_piece(played: Played, rng: random.Random) -> Mistake | None:
    """A due piece lies on another piece (CR-53)."""
    return _misplace(played, rng, ("CR-53",), _on_pieces)


def missing(played: Played, rng: random.Random) -> Mistake | None:
    """A due piece was forgotten, or put aside although it can be placed, and the next player has played."""
    due = walk_due(played)
    if len(due) != 1:
        return None
    table, hidden = played.until(Lift, Step, Take, Refill, Lay)
    rules: tuple[str, ...] = ("CR-40",)
    if rng.random() < 0.5:
        piece = rng.choice(table.open)
        if can_remove_piece(table.displays[due[0]], piece):
            return None
        opened = _without(table, hidden, piece)
        if opened is None:
            return None
        table, hidden = opened
        rules = ("CR-54", "CR-40")
    begun = replace(table, due=(), active=(table.active + 1) % table.players)
    if len(begun.displays[begun.active].cards) == 12:
        return None
    turn, _ = random_turn(begun, hidden, rng)
    return Mistake(rules, (begun, turn.after))


def walk_due(played: Played) -> tuple[int, ...]:
    """Seats to whom a piece is due when the pawns are set."""
    return played.until(Lift, Step)[0].due


def _misplace(played: Played, rng: random.Random, rules: tuple[str, ...], places: Places) -> Mistake | None:
    due = walk_due(played)
    if len(due) != 1:
        return None
    table = card_laid(played)
    return _cover(played, table, due[0], places(table, due[0]), rules, rng)


def _cover(
    played: Played, table: Table, seat: int, places: Iterator[Place], rules: tuple[str, ...], rng: random.Random
) -> Mistake | None:
    options = list(places)
    if not options:
        return None
    card, segment, piece = rng.choice(options)
    opened = _without(table, played.until(Lift, Step, Take, Refill, Lay)[1], piece)
    if opened is None:
        return None
    display = table.displays[seat].with_card(card.covered(segment, piece.crystal))
    active = (played.before.active + 1) % table.players
    done = replace(with_display(opened[0], seat, display), due=(), active=active)
    odd = () if piece.shape is segment else (Odd(seat, card.cell, segment),)
    return Mistake(rules, (done,), odd)


def _without(table: Table, hidden: Stacks, piece: CrystalPiece) -> tuple[Table, Stacks] | None:
    """The table when an open piece was taken and one of its shape opened; None where that stack is empty.

    None as well where its equal is opened, since then nothing seems to be taken.
    """
    large = piece.shape is Segment.LARGE
    stack = hidden.large if large else hidden.small
    if not stack or stack[-1] == piece:
        return None
    left = list(table.open)
    left.remove(piece)
    stacks = (table.stacks[0] - large, table.stacks[1] - (not large))
    hidden = replace(hidden, large=stack[:-1]) if large else replace(hidden, small=stack[:-1])
    return replace(table, open=in_order([*left, stack[-1]]), stacks=stacks), hidden


def _slots(table: Table, seat: int) -> Iterator[Place]:
    for card in table.displays[seat].cards:
        for segment in Segment:
            yield from ((card, segment, piece) for piece in dict.fromkeys(table.open))


def _fair(table: Table, seat: int) -> Iterator[Place]:
    for card, segment, piece in _slots(table, seat):
        if piece.shape is segment and card.piece(segment) is None and card.printed(segment) is not piece.crystal:
            yield card, segment, piece


def _of_other_shape(table: Table, seat: int) -> Iterator[Place]:
    for card, segment, piece in _slots(table, seat):
        bare = card.piece_on_large is None and card.piece_on_small is None
        # A piece of the right shape lying open as well would make it one rule or another.
        alone = CrystalPiece(segment, piece.crystal) not in table.open
        if piece.shape is not segment and bare and alone and card.printed(segment) is not piece.crystal:
            yield card, segment, piece


def _of_same_crystal(table: Table, seat: int) -> Iterator[Place]:
    for card, segment, piece in _slots(table, seat):
        if piece.shape is segment and card.piece(segment) is None and card.printed(segment) is piece.crystal:
            yield card, segment, piece


def _on_pieces(table: Table, seat: int) -> Iterator[Place]:
    for card, segment, piece in _slots(table, seat):
        under = card.piece(segment)
        if piece.shape is segment and under is not None and piece.crystal not in (under, card.printed(segment)):
            yield card, segment, piece
