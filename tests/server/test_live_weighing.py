"""What a look may be, weighed: pieces that change no crystal, and cards that were misread when they were laid."""

from __future__ import annotations

from dataclasses import replace

from rules.crystalla.explain import explain
from rules.crystalla.faces import in_order
from rules.crystalla.game import Crystalla
from rules.crystalla.placing import CrystalPiece
from rules.crystalla.seen import Seen, compare_displays, look
from rules.crystalla.table import Table
from rules.crystalla.vocabulary import Crystal, Segment
from server.live.assemble import Assembled
from server.live.weighing import laid_otherwise, likeliest, with_hidden_piece
from tests.server.played_turns import REFERENCE, played, table_after

GAME = Crystalla(REFERENCE)


def told(seen: Seen, *others: tuple[float, Seen]) -> Assembled:
    """A look in which everything is told, and what else it may be, in nats."""
    return Assembled(seen, (), (), (), (), ((0.0, seen), *others))


def other_open(seen: Seen) -> Seen:
    """The look with a piece open that cannot be there."""
    first, *others = seen.open
    crystal = next(each for each in Crystal if CrystalPiece(first.shape, each) not in seen.open)
    return replace(seen, open=in_order([replace(first, crystal=crystal), *others]))


def a_pending_gift() -> tuple[Table, Seen, CrystalPiece]:
    """A turn by which a piece is due: the table before, a look with a piece taken and none placed, and the piece."""
    for number in range(len(played()) - 1):
        before, after = table_after(number), table_after(number + 1)
        covered = compare_displays(before, look(after)).covered
        gone = [piece for piece in before.open if piece not in after.open]
        if len(covered) == 1 and len(gone) == 1:
            slot, seat = covered[0].slot, covered[0].seat
            card = after.displays[seat].at(slot.cell)
            assert card is not None
            bare = before.displays[seat].at(slot.cell)
            if bare is None:
                continue
            displays = list(after.displays)
            displays[seat] = displays[seat].with_card(bare)
            return before, replace(look(after), displays=tuple(displays)), gone[0]
    raise AssertionError("no turn gives a piece")


def test_open_pieces_that_cannot_have_come_are_misread_ones() -> None:
    before, after = table_after(0), look(table_after(1))
    read = other_open(after)
    assert explain(GAME, before, read).broken
    seen, found = likeliest(GAME, before, told(read, (4.0, after)))
    assert found is not None
    assert [turn.after for turn in found.turns] == [table_after(1)]
    assert seen.seen == after


def test_where_a_rule_may_be_broken_or_not_nobody_is_blamed() -> None:
    before, after = table_after(0), look(table_after(1))
    pawns = [pile.pawns for pile in after.piles]
    pile = next(index for index, counts in enumerate(pawns) if any(counts))
    colour = next(index for index, count in enumerate(pawns[pile]) if count)
    fewer = tuple(count - (index == colour) for index, count in enumerate(pawns[pile]))
    piles = tuple(replace(view, pawns=fewer) if index == pile else view for index, view in enumerate(after.piles))
    in_hand = replace(after, piles=piles)
    assert explain(GAME, before, in_hand).broken
    _, sure = likeliest(GAME, before, told(in_hand))
    assert sure is not None
    assert [refusal.rule for refusal in sure.broken] == ["CR-29"]
    _, doubted = likeliest(GAME, before, told(in_hand, (4.0, after)))
    assert doubted is None, "to overlook a pawn is about as likely as to keep it in hand"
    _, passed = likeliest(GAME, before, told(in_hand, (3.4, after)))
    assert passed is not None
    assert [turn.after for turn in passed.turns] == [table_after(1)], "a turn is told where it is somewhat likelier"


def test_a_piece_that_is_nowhere_lies_on_the_one_card_that_was_touched() -> None:
    before, seen, piece = a_pending_gift()
    look_now, found = told(seen), explain(GAME, before, seen)
    assert found.pending
    seat, card = next(
        (seat, card)
        for seat, display in enumerate(before.displays)
        for card in display.cards
        if card.effective(piece.shape) is not piece.crystal and card.piece(Segment.LARGE) is card.piece(Segment.SMALL)
    )
    at = (seat, card.cell.row, card.cell.col)
    _, why = with_hidden_piece(GAME, before, look_now, found, lambda: {at})
    assert [refusal.rule for refusal in why.broken] == ["CR-51"]
    for touched in (set(), {at, (seat, 9, 9)} | {(0, 0, 0), (1, 0, 0)}):
        assert with_hidden_piece(GAME, before, look_now, found, lambda touched=touched: touched)[1] == found


def test_a_piece_that_is_nowhere_lies_on_its_own_crystal_on_the_card_just_laid() -> None:
    before, seen, gone = a_pending_gift()
    ((_, laid),) = compare_displays(before, seen).laid
    crystal = laid.effective(gone.shape)
    assert crystal is not None
    piece = replace(gone, crystal=crystal)
    kept = [*before.open]
    kept.remove(gone)
    other = next(each for each in Crystal if each is not crystal)
    before = replace(before, open=in_order([*kept, piece]))
    seen = replace(seen, open=in_order([*kept, replace(gone, crystal=other)]))
    found = explain(GAME, before, seen)
    assert found.pending
    _, why = with_hidden_piece(GAME, before, told(seen), found, frozenset)
    assert [refusal.rule for refusal in why.broken] == ["CR-52"]
    in_hand = replace(seen, open=in_order(kept))
    found = explain(GAME, before, in_hand)
    assert with_hidden_piece(GAME, before, told(in_hand), found, frozenset)[1] == found, "no other one is opened yet"


def test_half_a_card_is_doubted_only_where_a_top_tells_whence_it_came() -> None:
    before, after = table_after(0), look(table_after(1))
    seat = before.active
    (card,) = (card for card in after.displays[seat].cards if before.displays[seat].at(card.cell) is None)
    wrong = replace(card, large=next(each for each in Crystal if each is not card.large))
    displays = (*after.displays[:seat], after.displays[seat].with_card(wrong), *after.displays[seat + 1 :])
    read = replace(after, displays=displays)
    assert len(list(laid_otherwise(before, read))) == 2
    hidden = tuple(replace(view, top=pile.top) for view, pile in zip(after.piles, before.piles, strict=True))
    assert list(laid_otherwise(before, replace(read, piles=hidden))) == []
