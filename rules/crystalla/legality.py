"""What forbids a move: the one source of legality, from which listing, verifying and applying follow."""

from __future__ import annotations

from collections.abc import Iterator

from rules.crystalla.faces import Face
from rules.crystalla.moves import Cover, Give, Lay, Lift, Move, Refill, Remove, Step, Swap, Take
from rules.crystalla.placing import (
    card_places,
    card_refusal,
    piece_places,
    piece_refusal,
    removal_refusal,
)
from rules.crystalla.table import Gift, Phase, Table, Walk
from rules.crystalla.vocabulary import COLUMNS, ROWS, Cell, Rotation, Slot
from rules.crystalla.walk import next_piles, step_refusal
from rules.engine import Refusal

FEWEST_OF_DONOR = 4
"""R15: with 3 cards or fewer the donor would be empty itself."""
ORDER: dict[Phase, tuple[str, tuple[type[Move], ...]]] = {
    Phase.SETUP: ("CR-09", (Swap, Lay)),
    Phase.PICK: ("CR-39", (Lift,)),
    Phase.WALK: ("CR-29", (Step,)),
    Phase.TAKE: ("CR-33", (Take,)),
    Phase.REFILL: ("CR-37", (Refill,)),
    Phase.LAY: ("CR-36", (Lay,)),
    Phase.GIVE: ("CR-41", (Give,)),
    Phase.COVER: ("CR-50", (Cover, Remove)),
    Phase.END: ("CR-61", ()),
}
"""CR-39: what may be done in each phase, and the rule that anything else breaks."""


def refusal(table: Table, move: Move) -> Refusal | None:
    """What forbids the move, None when it is legal.

    A card that cannot be told may be laid as any card that it may be, and with a turn that cannot be told.
    """
    rule, kinds = ORDER[table.phase]
    if not isinstance(move, kinds):
        return _untimely(table.phase, "CR-R17" if isinstance(move, Swap) else rule, move)
    match move:
        case Swap():
            return _swap_refusal(table, move)
        case Lay():
            return _lay_refusal(table, move)
        case Lift():
            return _lift_refusal(table, move)
        case Step():
            return _step_refusal(table, move)
        case Take():
            return _take_refusal(table, move)
        case Refill():
            return _refill_refusal(table, move)
        case Give():
            return _give_refusal(table, move)
        case Cover() | Remove():
            return _gift_refusal(table, move)


def candidates(table: Table) -> Iterator[Move]:
    """Moves worth asking about in this phase: every legal one, each once."""
    piles = [table.spot(pile) for pile in range(len(table.piles))]
    match table.phase:
        case Phase.SETUP:
            yield from (Swap(face) for face in dict.fromkeys(table.hands[table.active]))
            yield from _lays(table)
        case Phase.PICK:
            yield from (Lift(*pile) for pile in piles)
        case Phase.WALK:
            yield from _steps(table)
        case Phase.TAKE:
            yield from (Take(*pile) for pile in piles)
        case Phase.REFILL:
            yield from (Refill(*pile) for pile in piles)
        case Phase.LAY:
            yield from _lays(table)
        case Phase.GIVE:
            pieces = dict.fromkeys(table.open)
            yield from (Give(piece, table.colours[seat]) for piece in pieces for seat in table.due)
        case Phase.COVER:
            yield from _covers(table)


def _lays(table: Table) -> Iterator[Lay]:
    cells = card_places(table.displays[table.active])
    for face in dict.fromkeys(table.hands[table.active]):
        yield from (Lay(face, cell.row, cell.col, rotation) for cell in cells for rotation in Rotation)


def _steps(table: Table) -> Iterator[Step]:
    walk = _walk_of(table)
    colours = [colour for colour, count in zip(table.colours, walk.hand, strict=True) if count]
    for pile in next_piles(table.grid, walk.path):
        yield from (Step(colour, *table.spot(pile)) for colour in colours)


def _covers(table: Table) -> Iterator[Move]:
    gift = _gift_of(table)
    for slot in piece_places(table.displays[gift.seat], gift.piece):
        yield Cover(slot.cell.row, slot.cell.col, slot.segment)
    yield Remove()


def held_as(hand: tuple[Face, ...], face: Face) -> Face | None:
    """The card of a hand that a face names, the exact one first."""
    return face if face in hand else next((held for held in hand if held.may_be(face)), None)


def _untimely(phase: Phase, rule: str, move: Move) -> Refusal:
    sentence = f"{move.text()!r} comes at the wrong time, what is to be done now: {phase.value}"
    return Refusal(rule, sentence, {"move": move.text(), "phase": phase.name.lower()})


def _swap_refusal(table: Table, move: Swap) -> Refusal | None:
    seat = table.active
    parameters = {"card": move.face.text(), "seat": seat}
    if table.swapped[seat]:
        return Refusal("CR-10", f"seat {seat} has exchanged a card already, only one exchange is allowed", parameters)
    if table.displays[seat].cards:
        sentence = f"seat {seat} has laid a card already, an exchange comes before the first own card"
        return Refusal("CR-R17", sentence, parameters)
    return _not_held(table, move.face, "CR-10")


def _not_held(table: Table, face: Face, rule: str) -> Refusal | None:
    hand = table.hands[table.active]
    if held_as(hand, face) is not None:
        return None
    texts = [held.text() for held in hand]
    sentence = f"card {face.text()} is not in the hand of seat {table.active}, that holds {', '.join(texts)}"
    return Refusal(rule, sentence, {"card": face.text(), "seat": table.active, "held": texts})


def _lay_refusal(table: Table, move: Lay) -> Refusal | None:
    refused = _not_held(table, move.face, "CR-09" if table.phase is Phase.SETUP else "CR-33")
    if refused is not None:
        return refused
    return card_refusal(table.displays[table.active], move.placement)


def _lift_refusal(table: Table, move: Lift) -> Refusal | None:
    pile = table.pile_index(move.row, move.col)
    if pile is not None and table.has_own(pile):
        return None
    colour = table.colours[table.active]
    sentence = f"no {colour} pawn stands at row {move.row} col {move.col}, a pile with an own pawn must be picked"
    return Refusal("CR-25", sentence, {"row": move.row, "col": move.col, "colour": colour})


def _step_refusal(table: Table, move: Step) -> Refusal | None:
    walk = _walk_of(table)
    if move.colour not in table.colours or not walk.hand[table.colours.index(move.colour)]:
        held = [colour for colour, count in zip(table.colours, walk.hand, strict=True) for _ in range(count)]
        sentence = f"no {move.colour} pawn is in hand, only {', '.join(held)}"
        return Refusal("CR-30", sentence, {"colour": move.colour, "held": held})
    pile = table.pile_index(move.row, move.col)
    if pile is None:
        sentence = f"there is no pile at row {move.row} col {move.col}, a step goes to an adjacent pile"
        rule = "CR-28" if walk.steps else "CR-27"
        return Refusal(rule, sentence, {"row": move.row, "col": move.col})
    return step_refusal(table.grid, walk.path, pile)


def _take_refusal(table: Table, move: Take) -> Refusal | None:
    last = table.spot(_walk_of(table).path[-1])
    if (move.row, move.col) == last:
        return None
    sentence = f"the card at row {move.row} col {move.col} cannot be taken, the last pawn was set on pile {last}"
    return Refusal("CR-33", sentence, {"row": move.row, "col": move.col, "last_row": last[0], "last_col": last[1]})


def _refill_refusal(table: Table, move: Refill) -> Refusal | None:
    pile = table.pile_index(move.row, move.col)
    height = 0 if pile is None else table.piles[pile].height
    if height >= FEWEST_OF_DONOR:
        return None
    sentence = (
        f"the pile at row {move.row} col {move.col} has {height} cards, it can give its 3 bottom cards "
        f"only with at least {FEWEST_OF_DONOR}"
    )
    return Refusal("CR-R15", sentence, {"row": move.row, "col": move.col, "height": height})


def _give_refusal(table: Table, move: Give) -> Refusal | None:
    seat = table.colours.index(move.colour) if move.colour in table.colours else None
    due = [table.colours[place] for place in table.due]
    parameters = {"colour": move.colour, "due": due, "piece": move.piece.text()}
    if seat is not None and seat == table.neutral:
        return Refusal("CR-49", f"{move.colour} is the neutral colour, it receives no crystal piece", parameters)
    if seat not in table.due:
        sentence = f"no crystal piece is due for {move.colour}, only for {', '.join(due)}"
        return Refusal("CR-40", sentence, parameters)
    if move.piece not in table.open:
        opened = [piece.text() for piece in table.open]
        sentence = f"no piece {move.piece.text()} lies open, only {', '.join(opened)}"
        return Refusal("CR-42", sentence, parameters | {"open": opened})
    return None


def _gift_refusal(table: Table, move: Cover | Remove) -> Refusal | None:
    gift = _gift_of(table)
    display = table.displays[gift.seat]
    if isinstance(move, Remove):
        return removal_refusal(display, gift.piece)
    if not (0 <= move.row < ROWS and 0 <= move.col < COLUMNS):
        sentence = f"row {move.row} col {move.col} is outside a display, a piece must cover a segment of a card"
        return Refusal("CR-50", sentence, {"row": move.row, "col": move.col})
    return piece_refusal(display, gift.piece, Slot(Cell(move.row, move.col), move.segment))


def _walk_of(table: Table) -> Walk:
    if table.walk is None:
        raise AssertionError(f"phase {table.phase} has a walk")
    return table.walk


def _gift_of(table: Table) -> Gift:
    if table.gift is None:
        raise AssertionError(f"phase {table.phase} has a gift")
    return table.gift
