"""What a legal move does to the table, and what chance must show after it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TypeVar

from rules.crystalla.awards import refill_shape, seats_due
from rules.crystalla.components import OPEN_OF_EACH_SHAPE
from rules.crystalla.faces import Face, in_order
from rules.crystalla.legality import held_as
from rules.crystalla.moves import Cover, Drawn, Give, Lay, Lift, Move, Refill, Remove, Step, Swap, Take
from rules.crystalla.placing import CrystalPiece, place_card, place_piece
from rules.crystalla.table import Gift, Phase, PileView, Table, Walk
from rules.crystalla.vocabulary import Cell, Segment, Slot
from rules.engine import MoveRecord, Refusal

T = TypeVar("T")
Record = MoveRecord[Move, Drawn]
PACKET = 3
"""CR-37: cards that refill an empty pile."""
OPENED = tuple(segment for segment in Segment for _ in range(OPEN_OF_EACH_SHAPE))
"""CR-22: the shapes that lie open at the start."""
DRAW_RULES: dict[type[Move], str] = {Swap: "CR-10", Lay: "CR-22", Take: "CR-33", Refill: "CR-37", Give: "CR-46"}
"""The rule that a wrong draw breaks."""


def build_heights(cards: int, piles: int) -> tuple[int, ...]:
    """Heights of piles of roughly equal size: they differ by at most 1 (CR-12, R21)."""
    height, more = divmod(cards, piles)
    return tuple(height + (index < more) for index in range(piles))


def to_be_drawn(table: Table, move: Move) -> tuple[Segment | None, ...]:
    """What chance shows after a legal move: a shape for a crystal piece, None for a card."""
    match move:
        case Swap() | Refill():
            return (None,)
        case Lay() if _ends_setup(table):
            return (*(None for _ in table.piles), *OPENED)
        case Take():
            return (None,) if _height_at(table, move) > 1 else ()
        case Give():
            shape = refill_shape(table.stacks, move.piece)
            return () if shape is None else (shape,)
    return ()


def refusal_of_draw(table: Table, record: Record) -> Refusal | None:
    """What is wrong with the drawn cards and crystal pieces of a legal move."""
    wanted = to_be_drawn(table, record.move)
    drawn = tuple(thing.shape if isinstance(thing, CrystalPiece) else None for thing in record.drawn)
    if drawn == wanted:
        return None
    texts = [[_kind_text(kind) for kind in kinds] for kinds in (drawn, wanted)]
    was, should = (", ".join(words) or "nothing" for words in texts)
    sentence = f"after {record.move.text()!r} {was} was drawn, it should be {should}"
    rule = DRAW_RULES.get(type(record.move), "CR-39")
    return Refusal(rule, sentence, {"move": record.move.text(), "drawn": texts[0], "wanted": texts[1]})


def _kind_text(kind: Segment | None) -> str:
    return "a card" if kind is None else f"a {kind} piece"


def perform(table: Table, record: Record) -> Table:
    """The table after a record that is known to be legal."""
    faces = [thing for thing in record.drawn if isinstance(thing, Face)]
    pieces = [thing for thing in record.drawn if isinstance(thing, CrystalPiece)]
    match record.move:
        case Swap() as move:
            return _swap(table, move, faces[0])
        case Lay() as move:
            return _lay(table, move, faces, pieces)
        case Lift() as move:
            return _lift(table, move)
        case Step() as move:
            return _step(table, move)
        case Take() as move:
            return _take(table, move, faces)
        case Refill() as move:
            return _refill(table, move, faces[0])
        case Give() as move:
            return _give(table, move, pieces)
        case Cover() | Remove() as move:
            return _place(table, move)


def _swap(table: Table, move: Swap, drawn: Face) -> Table:
    seat = table.active
    table = _with_hand(table, seat, (*_without(table.hands[seat], move.face), drawn))
    return replace(table, swapped=_put(table.swapped, seat, True))


def _lay(table: Table, move: Lay, faces: list[Face], pieces: list[CrystalPiece]) -> Table:
    seat, last = table.active, _ends_setup(table)
    in_setup = table.phase is Phase.SETUP
    display = place_card(table.displays[seat], move.placement)
    table = replace(table, displays=_put(table.displays, seat, display))
    table = _with_hand(table, seat, _without(table.hands[seat], move.face))
    if last:
        return _build(table, faces, pieces)
    if in_setup:
        return table if table.hands[seat] else replace(table, active=seat + 1)
    return _settle(table)


def _build(table: Table, faces: list[Face], pieces: list[CrystalPiece]) -> Table:
    heights = build_heights(table.deck, len(table.piles))
    piles = [
        replace(pile, top=face, height=height) for pile, face, height in zip(table.piles, faces, heights, strict=True)
    ]
    return replace(
        table,
        piles=tuple(piles),
        deck=0,
        open=in_order(pieces),
        stacks=(table.stacks[0] - OPEN_OF_EACH_SHAPE, table.stacks[1] - OPEN_OF_EACH_SHAPE),
        swapped=(False,) * table.players,
        active=table.starter,
    )


def _lift(table: Table, move: Lift) -> Table:
    pile = _index(table, move)
    view = table.piles[pile]
    table = _with_pile(table, pile, replace(view, pawns=(0,) * len(view.pawns)))
    return replace(table, walk=Walk(pile, (), view.pawns))


def _step(table: Table, move: Step) -> Table:
    pile, colour = _index(table, move), table.colours.index(move.colour)
    view, walk = table.piles[pile], table.walk
    if walk is None:
        raise AssertionError("a step belongs to a walk")
    table = _with_pile(table, pile, replace(view, pawns=_add(view.pawns, colour, 1)))
    walk = Walk(walk.picked, (*walk.steps, (pile, colour)), _add(walk.hand, colour, -1))
    due = () if any(walk.hand) else seats_due(table.piles, walk, table.players)
    return replace(table, walk=walk, due=due)


def _take(table: Table, move: Take, faces: list[Face]) -> Table:
    pile = _index(table, move)
    view = table.piles[pile]
    taken = view.top
    if taken is None:
        raise AssertionError(f"pile {pile} has a card")
    after = replace(view, top=faces[0] if faces else None, height=view.height - 1)
    return replace(_with_hand(_with_pile(table, pile, after), table.active, (taken,)), walk=None)


def _refill(table: Table, move: Refill, top: Face) -> Table:
    empty, donor = table.empty_pile, _index(table, move)
    if empty is None:
        raise AssertionError("a refill has an empty pile")
    view = table.piles[donor]
    table = _with_pile(table, donor, replace(view, height=view.height - PACKET))
    return _with_pile(table, empty, replace(table.piles[empty], top=top, height=PACKET))


def _give(table: Table, move: Give, pieces: list[CrystalPiece]) -> Table:
    seat = table.colours.index(move.colour)
    left = Counter(table.open) - Counter([move.piece])
    stacks = [
        height - sum(piece.shape is shape for piece in pieces)
        for shape, height in zip(Segment, table.stacks, strict=True)
    ]
    return replace(
        table,
        open=in_order([*left.elements(), *pieces]),
        stacks=(stacks[0], stacks[1]),
        due=tuple(other for other in table.due if other != seat),
        gift=Gift(seat, move.piece),
    )


def _place(table: Table, move: Cover | Remove) -> Table:
    gift = table.gift
    if gift is None:
        raise AssertionError("a crystal piece was given")
    if isinstance(move, Remove):
        return _settle(replace(table, gift=None, removed=in_order([*table.removed, gift.piece])))
    display = place_piece(table.displays[gift.seat], gift.piece, Slot(Cell(move.row, move.col), move.segment))
    return _settle(replace(table, gift=None, displays=_put(table.displays, gift.seat, display)))


def _settle(table: Table) -> Table:
    """Go on to the next award, or to the next player clockwise (CR-24); without open pieces awards lapse (R10)."""
    if table.due and table.open:
        return table
    return replace(table, due=(), active=(table.active + 1) % table.players)


def _ends_setup(table: Table) -> bool:
    """Whether the next card laid is the last of the set-up."""
    return table.phase is Phase.SETUP and table.active == table.players - 1 and len(table.hands[table.active]) == 1


def _index(table: Table, move: Lift | Step | Take | Refill) -> int:
    pile = table.pile_index(move.row, move.col)
    if pile is None:
        raise AssertionError(f"{move.text()!r} names a pile")
    return pile


def _height_at(table: Table, move: Take) -> int:
    return table.piles[_index(table, move)].height


def _with_pile(table: Table, pile: int, view: PileView) -> Table:
    return replace(table, piles=_put(table.piles, pile, view))


def _with_hand(table: Table, seat: int, hand: tuple[Face, ...]) -> Table:
    return replace(table, hands=_put(table.hands, seat, tuple(sorted(hand, key=Face.text))))


def _without(hand: tuple[Face, ...], face: Face) -> tuple[Face, ...]:
    held = held_as(hand, face)
    place = next(index for index, other in enumerate(hand) if other == held)
    return hand[:place] + hand[place + 1 :]


def _add(counts: tuple[int, ...], place: int, more: int) -> tuple[int, ...]:
    return _put(counts, place, counts[place] + more)


def _put(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    return (*values[:place], value, *values[place + 1 :])
