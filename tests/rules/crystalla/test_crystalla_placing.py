"""CR-50 to CR-60: laying cards and crystal pieces, and the words of every refusal."""

from __future__ import annotations

import pytest
from crystalla_tables import cell, lay
from hypothesis import given
from hypothesis import strategies as st

from rules.crystalla.placing import (
    CardPlacement,
    CrystalPiece,
    can_place_card,
    can_place_piece,
    can_remove_piece,
    card_places,
    piece_places,
    place_card,
    place_piece,
    verify_cards_kept,
    verify_decline_card,
    verify_place_card,
    verify_place_piece,
    verify_remove_piece,
)
from rules.crystalla.position import Display
from rules.crystalla.vocabulary import Crystal, Rotation, Segment, Slot
from rules.errors import RuleError

LARGE_RUBY = CrystalPiece(Segment.LARGE, Crystal.RUBY)
SMALL_RUBY = CrystalPiece(Segment.SMALL, Crystal.RUBY)


def laid(row: int, col: int, rotation: Rotation = Rotation.NONE) -> CardPlacement:
    return CardPlacement(row, col, rotation, Crystal.RUBY, Crystal.DIAMOND)


def slot(name: str, segment: Segment) -> Slot:
    return Slot(cell(name), segment)


def test_CR_50_a_piece_covers_a_segment_of_a_card_in_the_display() -> None:
    display = lay("c1r1 q0 emerald citrine")
    assert place_piece(display, LARGE_RUBY, slot("c1r1", Segment.LARGE)) == lay("c1r1 q0 emerald+ruby citrine")
    with pytest.raises(RuleError) as refusal:
        verify_place_piece(display, LARGE_RUBY, slot("c2r1", Segment.LARGE))
    assert refusal.value.rule == "CR-50"
    assert str(refusal.value) == (
        "CR-50: row 0 col 1 holds no card, a piece must cover a segment of a card, "
        "in 'crystalla1:0ec,-,-,-/-,-,-,-/-,-,-,-'"
    )


def test_CR_51_a_piece_covers_only_its_own_shape() -> None:
    display = lay("c1r1 q0 emerald citrine")
    with pytest.raises(RuleError, match="a large piece cannot cover the small segment at row 0 col 0") as refusal:
        verify_place_piece(display, LARGE_RUBY, slot("c1r1", Segment.SMALL))
    assert refusal.value.rule == "CR-51"
    assert refusal.value.parameters == {
        "row": 0, "col": 0, "segment": "small", "shape": "large", "crystal": "ruby",
    }  # fmt: skip
    assert not can_place_piece(display, SMALL_RUBY, slot("c1r1", Segment.LARGE))
    assert can_place_piece(display, SMALL_RUBY, slot("c1r1", Segment.SMALL))


def test_CR_52_a_piece_differs_from_the_print() -> None:
    display = lay("c1r1 q0 ruby citrine", "c2r1 q0 ? citrine")
    with pytest.raises(RuleError, match="printed ruby, only another type") as refusal:
        place_piece(display, LARGE_RUBY, slot("c1r1", Segment.LARGE))
    assert refusal.value.rule == "CR-52"
    assert can_place_piece(display, LARGE_RUBY, slot("c2r1", Segment.LARGE)), "an unknown print refuses nothing"


def test_CR_53_a_piece_never_covers_a_piece() -> None:
    display = lay("c1r1 q0 emerald+diamond citrine")
    with pytest.raises(RuleError, match="already covered by a piece") as refusal:
        place_piece(display, LARGE_RUBY, slot("c1r1", Segment.LARGE))
    assert refusal.value.rule == "CR-53"
    both = place_piece(display, SMALL_RUBY, slot("c1r1", Segment.SMALL))
    assert both == lay("c1r1 q0 emerald+diamond citrine+ruby")
    assert not piece_places(both, LARGE_RUBY) and not piece_places(both, SMALL_RUBY)


def test_CR_54_a_piece_with_a_legal_segment_must_be_placed() -> None:
    display = lay("c1r1 q0 ruby citrine", "c2r1 q0 emerald citrine")
    with pytest.raises(RuleError, match="1 segments are allowed, one at row 0 col 1") as refusal:
        verify_remove_piece(display, LARGE_RUBY)
    assert refusal.value.rule == "CR-54"
    assert not can_remove_piece(display, LARGE_RUBY)


def test_CR_55_a_piece_without_a_legal_segment_leaves_the_game() -> None:
    display = lay("c1r1 q0 ruby citrine", "c2r1 q0 emerald+diamond citrine")
    verify_remove_piece(display, LARGE_RUBY)
    assert can_remove_piece(display, LARGE_RUBY)
    assert not can_remove_piece(display, SMALL_RUBY)


def test_CR_56_a_fourth_card_in_a_column() -> None:
    full = lay("c2r1 q0 - -", "c2r2 q0 - -", "c2r3 q0 - -")
    with pytest.raises(RuleError, match="column 1 already holds 3 cards") as refusal:
        place_card(full, laid(2, 1))
    assert refusal.value.rule == "CR-56"
    assert [place.col for place in card_places(full)] == [0, 2, 3]


@pytest.mark.parametrize(("row", "col"), [(3, 1), (-1, 0), (0, 4), (0, -1)])
def test_CR_56_outside_the_grid(row: int, col: int) -> None:
    with pytest.raises(RuleError, match=f"row {row} col {col} is outside a display of 3 rows") as refusal:
        verify_place_card(Display(), laid(row, col))
    assert refusal.value.rule == "CR-56"


def test_CR_57_lowest_free_cell_only() -> None:
    one = lay("c2r1 q0 - -")
    for row in (0, 2):
        with pytest.raises(RuleError, match="not the lowest free cell, that is row 1") as refusal:
            verify_place_card(one, laid(row, 1))
        assert (refusal.value.rule, refusal.value.parameters) == ("CR-57", {"row": row, "col": 1, "lowest": 1})
    assert can_place_card(one, laid(1, 1))
    assert not can_place_card(one, laid(1, 0))


@pytest.mark.parametrize("rotation", Rotation)
def test_CR_58_any_of_four_turns(rotation: Rotation) -> None:
    assert place_card(Display(), laid(0, 0, rotation)) == lay(f"c1r1 q{rotation.value} ruby diamond")


def test_CR_59_a_taken_card_cannot_be_declined() -> None:
    almost = [c for c in lay(default="q0 - -").cards if c.cell != cell("c4r3")]
    with pytest.raises(RuleError, match=r"must be laid, columns \[3\] have room") as refusal:
        verify_decline_card(Display(tuple(almost)))
    assert refusal.value.rule == "CR-59"
    verify_decline_card(lay(default="q0 - -"))


@given(st.lists(st.integers(0, 3), max_size=11))
def test_CR_59_there_is_room_for_every_card_of_a_game(columns: list[int]) -> None:
    display = Display()
    for column in columns:
        lowest = display.lowest_free(column) or card_places(display)[0]
        display = place_card(display, laid(lowest.row, lowest.col))
    assert card_places(display)


@pytest.mark.parametrize(
    "after",
    [
        ("c1r1 q1 ruby citrine", "c2r1 q0 - -"),
        ("c1r1 q0 citrine ruby", "c2r1 q0 - -"),
        ("c2r1 q0 - -",),
        ("c1r1 q0 - -", "c2r1 q0 ruby citrine"),
    ],
)
def test_CR_60_a_placed_card_stays(after: tuple[str, ...]) -> None:
    with pytest.raises(RuleError, match="row 0 col 0 was moved or turned") as refusal:
        verify_cards_kept(lay("c1r1 q0 ruby citrine", "c2r1 q0 - -"), lay(*after))
    assert refusal.value.rule == "CR-60"


def test_CR_60_more_cards_pieces_and_unreadable_ones_are_no_move() -> None:
    before = lay("c1r1 q0 ruby citrine")
    verify_cards_kept(before, lay("c1r1 q0 ruby+diamond citrine", "c1r2 q3 - -"))
    verify_cards_kept(before, lay("c1r1 q? ? citrine"))


def test_CR_60_an_occupied_cell_takes_no_card() -> None:
    assert not can_place_card(lay("c1r1 q0 ruby citrine"), laid(0, 0))


def test_CR_R19_start_cards_may_share_a_column() -> None:
    display = Display()
    for row in range(3):
        display = place_card(display, laid(row, 1))
    assert [card.cell for card in display.cards] == [cell("c2r1"), cell("c2r2"), cell("c2r3")]


def test_CR_R26_the_print_counts_and_a_covered_segment_is_blocked() -> None:
    display = lay("c1r1 q0 ruby+diamond citrine")
    with pytest.raises(RuleError, match="CR-53"):
        verify_place_piece(display, LARGE_RUBY, slot("c1r1", Segment.LARGE))
    with pytest.raises(RuleError, match="CR-53"):
        verify_place_piece(display, CrystalPiece(Segment.LARGE, Crystal.EMERALD), slot("c1r1", Segment.LARGE))
