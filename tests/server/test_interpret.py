"""From readings and corrections to displays, and readings kept as JSON."""

from __future__ import annotations

import numpy as np
import pytest

from rules.crystalla.edition import load_edition
from rules.crystalla.vocabulary import Cell, Crystal, Rotation, Segment
from server.interpret import Correction, correct, holes, interpret
from server.reading_json import reading_from_json, reading_json
from server.scan import score_reading
from tests.server.readings import card, quad_at, reading, ruby_row, segment


def test_a_piece_hides_the_print() -> None:
    display = interpret(reading(card(0, 0, 1, segment("ruby", piece=True), "citrine")))
    (placed,) = display.cards
    assert (placed.large, placed.piece_on_large) == (None, Crystal.RUBY)
    assert (placed.small, placed.piece_on_small) == (Crystal.CITRINE, None)
    assert placed.effective(Segment.LARGE) is Crystal.RUBY


def test_what_cannot_be_read_stays_unknown() -> None:
    (placed,) = interpret(reading(card(0, 0, None, None, "citrine"))).cards
    assert (placed.rotation, placed.large, placed.small) == (None, None, Crystal.CITRINE)


def test_a_correction_is_certain_and_no_longer_a_doubt() -> None:
    unsure = reading(card(0, 0, 2, segment("citrine", confidence=0.5, other="ruby"), "amethyst"), *ruby_row().cards[1:])
    assert score_reading(unsure, load_edition()).sheet.total == 13
    scored = score_reading(unsure, load_edition(), [Correction(Cell(0, 0), large=Crystal.RUBY)])
    assert (scored.sheet.total, scored.sure) == (20, True)
    assert unsure.cards[0].large.crystal.best is Crystal.CITRINE


def test_the_last_correction_of_a_part_counts() -> None:
    cell = Cell(0, 0)
    said = [
        Correction(cell, large=Crystal.DIAMOND),
        Correction(cell, small=Crystal.RUBY),
        Correction(cell, large=Crystal.RUBY),
    ]
    first = correct(ruby_row(), said).cards[0]
    assert (first.large.crystal.best, first.small.crystal.best) == (Crystal.RUBY, Crystal.RUBY)


@pytest.mark.parametrize("before", [0, 1, 2, 3])
@pytest.mark.parametrize("after", list(Rotation))
def test_turning_a_card_turns_its_corners(before: int, after: Rotation) -> None:
    (turned,) = correct(reading(card(1, 2, before, "ruby", "ruby")), [Correction(Cell(1, 2), rotation=after)]).cards
    np.testing.assert_allclose(turned.quad.array(), quad_at(1, 2, after).array())


def test_a_card_that_is_none_is_removed_and_one_that_is_confirmed_stays() -> None:
    doubted = reading(*ruby_row().cards[:2], card(0, 2, 0, "citrine", "amethyst", is_card=0.5))
    assert [doubt.what for doubt in doubted.doubts()] == ["card"]
    confirmed = correct(doubted, [Correction(Cell(0, 2))])
    assert (len(confirmed.cards), confirmed.sure) == (3, True)
    removed = correct(doubted, [Correction(Cell(0, 2), removed=True)])
    assert [c.cell for c in removed.cards] == [Cell(0, 0), Cell(0, 1)]


def test_a_missed_card_is_added_where_it_must_lie() -> None:
    said = Correction(Cell(1, 1), Crystal.RUBY, Crystal.EMERALD, Rotation.QUARTER)
    added = correct(ruby_row(), [said]).cards[3]
    assert (added.cell, added.rotation.best, added.large.crystal.best) == (Cell(1, 1), Rotation.QUARTER, Crystal.RUBY)
    np.testing.assert_allclose(added.quad.array(), quad_at(1, 1, 1).array(), atol=1e-3)


def test_a_card_added_beside_the_grid_moves_the_display_and_not_the_photo() -> None:
    left = Correction(Cell(0, 0), added=True, shift=(0, 1))
    below = Correction(Cell(0, 1), Crystal.RUBY, Crystal.EMERALD, Rotation.QUARTER, shift=(1, 0))
    cards = {card.cell: card for card in correct(ruby_row(), [left, below]).cards}
    assert sorted(cards) == [Cell(0, 1), *(Cell(1, col) for col in range(4))]
    for cell, place in ((Cell(1, 0), (0, -1, 0)), (Cell(0, 1), (-1, 0, 1)), (Cell(1, 1), (0, 0, 2))):
        np.testing.assert_allclose(cards[cell].quad.array(), quad_at(*place).array(), atol=1e-3)


def test_a_display_moves_only_for_a_card_that_is_added_and_only_where_it_fits() -> None:
    with pytest.raises(ValueError, match="one can only be added there"):
        correct(ruby_row(), [Correction(Cell(0, 0), large=Crystal.RUBY, shift=(0, 1))])
    with pytest.raises(ValueError, match="col 4 is outside a display"):
        correct(ruby_row(), [Correction(Cell(0, 0), added=True, shift=(0, 1))] * 2)


def test_corrections_that_fit_no_card_are_refused() -> None:
    for said in (Correction(Cell(2, 3), large=Crystal.RUBY), Correction(Cell(2, 3), removed=True)):
        with pytest.raises(ValueError, match="no card was read at row 2, col 3; there are cards at 0,0, 0,1, 0,2"):
            correct(ruby_row(), [said])
    with pytest.raises(ValueError, match="none can be added"):
        correct(reading(), [Correction(Cell(0, 0), added=True)])


def cells(text: str) -> set[tuple[int, int]]:
    """Cells of a drawing, the player at its bottom."""
    rows = text.split("/")[::-1]
    return {(row, col) for row, line in enumerate(rows) for col, sign in enumerate(line) if sign == "x"}


@pytest.mark.parametrize(
    ("drawing", "free"),
    [
        ("xxxx/xxxx/xxxx", []),
        ("x.../xx../xxx.", []),
        ("xxx./xx../x...", []),  # the same, seen from the far side
        ("xxx/.xx/..x", []),
        ("..x/xxx/..x", []),  # seen from the right
        ("xxx/x.x/xxx", [(1, 1)]),
        ("xxxx/.x.x/xxxx", [(1, 0), (1, 2)]),
        ("..x./xxxx/x.x.", [(0, 1), (0, 3)]),  # four columns wide, so it cannot be turned by a quarter
    ],
)
def test_holes_are_found_from_whichever_side_the_photo_was_taken(drawing: str, free: list[tuple[int, int]]) -> None:
    display = interpret(reading(*(card(row, col, 0, "ruby", "ruby") for row, col in cells(drawing))))
    assert [(cell.row, cell.col) for cell in holes(display)] == free


def test_nothing_has_no_holes() -> None:
    assert holes(interpret(reading())) == ()


def test_json_keeps_a_reading() -> None:
    original = reading(
        card(0, 0, 3, segment("ruby", piece=True), segment("citrine", confidence=0.6, other="diamond")),
        card(0, 1, None, None, "hematite"),
        card(1, 0, 1, "emerald", "emerald", is_card=0.7),
        others=2,
        photo_sure=False,
    )
    line = {**reading_json(original), "timing_ms": {"decode": 1.0, "locate": 2.0, "classify": 3.0}}
    kept = reading_from_json(line)
    assert reading_json(kept) == reading_json(original)
    assert kept.timing_ms == original.timing_ms
    assert kept.cards[0] == original.cards[0]
    assert kept.cards[2] == original.cards[2]
    assert list(kept.doubts()) == list(original.doubts())
