"""What nobody may see: the order of the deck, of the piles and of the crystal stacks; draws come from here."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from rules.crystalla.faces import Face
from rules.crystalla.moves import Drawn, Give, Lay, Move, Refill, Swap, Take
from rules.crystalla.placing import CrystalPiece
from rules.crystalla.table import Table
from rules.crystalla.turn import OPENED, PACKET, Record, build_heights, to_be_drawn
from rules.crystalla.vocabulary import Segment
from rules.engine import MoveRecord


@dataclass(frozen=True, slots=True)
class Stacks:
    """Hidden orders, each from the bottom up; `seed` shuffles the deck once more before the piles are built."""

    deck: tuple[Face, ...]
    piles: tuple[tuple[Face, ...], ...]
    large: tuple[CrystalPiece, ...]
    small: tuple[CrystalPiece, ...]
    seed: int


def draw(table: Table, move: Move, stacks: Stacks) -> tuple[Record, Stacks]:
    """What chance shows after a legal move, and what is hidden then."""
    wanted = to_be_drawn(table, move)
    drawn: tuple[Drawn, ...] = ()
    match move:
        case Swap():
            # R17: the old card goes back under the deck, which is shuffled before the piles are built.
            drawn = (stacks.deck[-1],)
            stacks = replace(stacks, deck=(move.face, *stacks.deck[:-1]))
        case Lay() if wanted:
            stacks = _build(stacks, len(table.piles))
            drawn = (*(pile[-1] for pile in stacks.piles), *_tops(stacks, OPENED))
            stacks = _without_tops(stacks, OPENED)
        case Take():
            stacks = _take(stacks, _pile(table, move))
            drawn = stacks.piles[_pile(table, move)][-1:]
        case Refill() if table.empty_pile is not None:
            stacks = _refill(stacks, table.empty_pile, _pile(table, move))
            drawn = (stacks.piles[table.empty_pile][-1],)
        case Give():
            shapes = tuple(shape for shape in wanted if shape is not None)
            drawn = _tops(stacks, shapes)
            stacks = _without_tops(stacks, shapes)
    return MoveRecord(move, drawn), stacks


def _build(stacks: Stacks, piles: int) -> Stacks:
    """Shuffle the deck and lay it out in piles of roughly equal size (CR-11, CR-12, CR-14, CR-17)."""
    cards = list(stacks.deck)
    random.Random(stacks.seed).shuffle(cards)
    built, start = [], 0
    for height in build_heights(len(cards), piles):
        built.append(tuple(cards[start : start + height]))
        start += height
    return replace(stacks, deck=(), piles=tuple(built))


def _take(stacks: Stacks, pile: int) -> Stacks:
    return _with_pile(stacks, pile, stacks.piles[pile][:-1])


def _refill(stacks: Stacks, empty: int, donor: int) -> Stacks:
    """Move the donor's 3 bottom cards as a packet, so that the third from below comes to lie on top (R16)."""
    cards = stacks.piles[donor]
    return _with_pile(_with_pile(stacks, empty, cards[:PACKET]), donor, cards[PACKET:])


def _with_pile(stacks: Stacks, pile: int, cards: tuple[Face, ...]) -> Stacks:
    return replace(stacks, piles=(*stacks.piles[:pile], cards, *stacks.piles[pile + 1 :]))


def _pile(table: Table, move: Take | Refill) -> int:
    pile = table.pile_index(move.row, move.col)
    if pile is None:
        raise AssertionError(f"{move.text()!r} names a pile")
    return pile


def _tops(stacks: Stacks, shapes: tuple[Segment, ...]) -> tuple[CrystalPiece, ...]:
    """The uppermost pieces of the stacks, so many of each shape."""
    large, small = shapes.count(Segment.LARGE), shapes.count(Segment.SMALL)
    return (*stacks.large[len(stacks.large) - large :], *stacks.small[len(stacks.small) - small :])


def _without_tops(stacks: Stacks, shapes: tuple[Segment, ...]) -> Stacks:
    large, small = (len(stack) - shapes.count(shape) for shape, stack in zip(Segment, _both(stacks), strict=True))
    return replace(stacks, large=stacks.large[:large], small=stacks.small[:small])


def _both(stacks: Stacks) -> tuple[tuple[CrystalPiece, ...], tuple[CrystalPiece, ...]]:
    return stacks.large, stacks.small
