"""Which handing out of crystal pieces explains what is seen, and what is wrong when none does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement

from rules.crystalla.awards import refill_shape
from rules.crystalla.game import Crystalla
from rules.crystalla.moves import Cover, Drawn, Give, Move, Remove
from rules.crystalla.placing import CrystalPiece, can_remove_piece, piece_refusal
from rules.crystalla.seen import Covered, Seen
from rules.crystalla.table import Phase, Table
from rules.crystalla.turn import Record
from rules.crystalla.vocabulary import Segment
from rules.engine import MoveRecord, Refusal, apply
from rules.errors import RuleError

Pieces = Counter[CrystalPiece]
HandOut = tuple[tuple[Record, ...], Table]
"""Records from the laid card to the end of the turn, and the table then."""


def hand_outs(game: Crystalla, table: Table, covered: tuple[Covered, ...], seen: Seen) -> Iterator[HandOut]:
    """Ways of giving that lead from the laid card to what is seen, one for each choice of removed pieces."""
    given = Counter(change.piece for change in covered)
    most = max(len(table.due) - len(covered), 0)  # fewer, when awards lapse because nothing lies open (R10)
    for removals in range(most + 1):
        for choice in combinations_with_replacement(dict.fromkeys(table.open), removals):
            drawn = Counter(seen.open)
            drawn.update(given)
            drawn.update(choice)
            drawn.subtract(table.open)
            if min(drawn.values(), default=0) >= 0:
                yield from _first(_search(game, table, covered, Counter(choice), +drawn))


def _first(found: Iterator[HandOut]) -> Iterator[HandOut]:
    # The order of awards leaves no trace: with the same pieces removed and drawn the table is the same.
    for hand_out in found:
        yield hand_out
        return


def _search(
    game: Crystalla, table: Table, covered: tuple[Covered, ...], removed: Pieces, drawn: Pieces
) -> Iterator[HandOut]:
    if table.phase is not Phase.GIVE:
        if not covered and not removed and not drawn:
            yield (), table
        return
    for seat in table.due:
        for piece, placing, left_covered, left_removed in _options(seat, covered, removed):
            for draw in _draws(table, piece, drawn):
                records: tuple[Record, ...] = (MoveRecord(Give(piece, table.colours[seat]), draw), MoveRecord(placing))
                after = _apply_all(game, table, records)
                if after is None:
                    continue
                rest = drawn - Counter(thing for thing in draw if isinstance(thing, CrystalPiece))
                for more, end in _search(game, after, left_covered, left_removed, rest):
                    yield (*records, *more), end


def _options(
    seat: int, covered: tuple[Covered, ...], removed: Pieces
) -> Iterator[tuple[CrystalPiece, Move, tuple[Covered, ...], Pieces]]:
    """Pieces that a seat may have received and where they went, with what is then still to be explained."""
    own = [change for change in covered if change.seat == seat]
    for change in own:
        cell = change.slot.cell
        others = tuple(other for other in covered if other is not change)
        yield change.piece, Cover(cell.row, cell.col, change.slot.segment), others, removed
    if not own:
        for piece in removed:
            yield piece, Remove(), covered, removed - Counter([piece])


def _draws(table: Table, piece: CrystalPiece, drawn: Pieces) -> list[tuple[Drawn, ...]]:
    shape = refill_shape(table.stacks, piece)
    return [()] if shape is None else [(thing,) for thing in drawn if thing.shape is shape]


def _apply_all(game: Crystalla, table: Table, records: tuple[Record, ...]) -> Table | None:
    try:
        for record in records:
            table = apply(game, table, record)
    except RuleError:
        return None
    return table


def award_trouble(table: Table, covered: tuple[Covered, ...], seen: Seen) -> tuple[list[Refusal], list[Refusal]]:
    """Why no hand-out fits: the rules broken, and what is still to be done."""
    broken = [refusal for change in covered if (refusal := _covered_trouble(table, change, seen)) is not None]
    broken = broken or list(_surplus(table, covered))
    if broken:
        return broken, []
    vanished = Counter(table.open) - Counter(seen.open) - Counter(change.piece for change in covered)
    received = {change.seat for change in covered}
    pending = [_missing(table, seat, vanished) for seat in table.due if seat not in received]
    return ([], pending) if pending else _open_trouble(table, seen)


def _covered_trouble(table: Table, change: Covered, seen: Seen) -> Refusal | None:
    """What is wrong with one covered segment by itself."""
    piece, vanished = change.piece, Counter(table.open) - Counter(seen.open)
    other = next(CrystalPiece(shape, piece.crystal) for shape in Segment if shape is not piece.shape)
    cell = change.slot.cell
    parameters = {"seat": change.seat, "row": cell.row, "col": cell.col, "segment": change.slot.segment.value}
    parameters |= {"crystal": change.crystal.value, "shape": piece.shape.value}
    if piece not in vanished and other in vanished:
        sentence = (
            f"a {other.shape} {piece.crystal} piece lies on a {piece.shape} segment at row {cell.row} col {cell.col}"
        )
        return Refusal(
            "CR-51", f"{sentence}, it can only cover its own shape", parameters | {"shape": other.shape.value}
        )
    if not change.sure and piece not in vanished and (change.seat not in table.due or piece not in table.open):
        sentence = f"the card at row {cell.row} col {cell.col} was swapped, a placed card stays as it lies"
        return Refusal("CR-60", sentence, parameters | {"how": "swapped"})
    if piece not in table.open and len(table.due) == 1:  # with more it may have been opened by the award before
        sentence = f"a {piece.shape} {piece.crystal} piece was placed, but none lay open"
        return Refusal("CR-42", sentence, parameters)
    refusal = piece_refusal(table.displays[change.seat], piece, change.slot)
    return None if refusal is None else Refusal(refusal.rule, refusal.message, dict(refusal.parameters) | parameters)


def _surplus(table: Table, covered: tuple[Covered, ...]) -> Iterator[Refusal]:
    """Players who received more pieces than are due for them."""
    for seat, count in sorted(Counter(change.seat for change in covered).items()):
        due = int(seat in table.due)
        if count > due:
            colour = table.colours[seat]
            sentence = f"{colour} received {count} crystal pieces in this turn, {due} due"
            yield Refusal("CR-40", sentence, {"colour": colour, "seat": seat, "count": count, "due": due})


def _missing(table: Table, seat: int, vanished: Pieces) -> Refusal:
    """A player who has no piece yet, or has it in hand, as it vanished although it can be placed (CR-54)."""
    colour = table.colours[seat]
    kept = [piece for piece in vanished if not can_remove_piece(table.displays[seat], piece)]
    if kept:
        sentence = f"the {kept[0].shape} {kept[0].crystal} piece of {colour} can be placed, so it must be"
        return Refusal("CR-54", sentence, {"colour": colour, "seat": seat, "piece": kept[0].text()})
    sentence = f"{colour} has 2 pawns together on a pile and is still to receive a crystal piece"
    return Refusal("CR-40", sentence, {"colour": colour, "seat": seat, "count": 0, "due": 1})


def _open_trouble(table: Table, seen: Seen) -> tuple[list[Refusal], list[Refusal]]:
    """The open display itself does not fit: a refill is missing, or it shows what cannot have come."""
    wanted = min(len(table.open), len(seen.open) + sum(table.stacks))
    opened = [piece.text() for piece in seen.open]
    parameters = {"open": opened, "wanted": wanted}
    if len(seen.open) < wanted:
        sentence = f"{len(seen.open)} crystal pieces lie open, {wanted} should: refill them from the stacks"
        return [], [Refusal("CR-46", sentence, parameters)]
    before = ", ".join(piece.text() for piece in table.open)
    sentence = f"the open crystal pieces {', '.join(opened)} cannot have come from {before} by giving and refilling"
    return [Refusal("CR-46", sentence, parameters)], []
