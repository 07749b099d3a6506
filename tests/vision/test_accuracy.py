"""Matching and counting, on displays worked by hand."""

from __future__ import annotations

import pytest

from rules.crystalla.vocabulary import Cell, Crystal, Rotation, Segment
from tests.server.readings import card, reading, segment
from vision.accuracy import Cause, Match, confusion_of, match_display, percentile, wilson_interval
from vision.crystalla.reading import CardReading
from vision.truth import Truth, TruthCard


def true_card(
    row: int, col: int, rotation: int, large: str, small: str, piece_on_small: str | None = None
) -> TruthCard:
    piece = None if piece_on_small is None else Crystal(piece_on_small)
    return TruthCard(Cell(row, col), Rotation(rotation), Crystal(large), Crystal(small), None, piece)


CORNER = Truth(
    (
        true_card(0, 0, 0, "ruby", "emerald"),
        true_card(0, 1, 1, "citrine", "diamond"),
        true_card(1, 0, 2, "hematite", "amethyst", piece_on_small="amethyst"),
    )
)
"""An L of three cards."""


def read_corner() -> list[CardReading]:
    return [
        card(0, 0, 0, "ruby", "emerald"),
        card(0, 1, 1, "citrine", "diamond"),
        card(1, 0, 2, "hematite", "amethyst"),
    ]


def test_the_same_display_is_exact() -> None:
    match = match_display(reading(*read_corner()), CORNER)
    assert (match.exact, match.near, match.cause) == (True, True, None)
    assert (match.segments_right, match.rotations_right, match.cards) == (6, 3, 3)


# Worked by hand: turning the L clockwise lays its upper card to the right, and so on; every card turns along.
TURNED = {
    1: [card(1, 0, 1, "ruby", "emerald"), card(0, 0, 2, "citrine", "diamond"), card(1, 1, 3, "hematite", "amethyst")],
    2: [card(1, 1, 2, "ruby", "emerald"), card(1, 0, 3, "citrine", "diamond"), card(0, 1, 0, "hematite", "amethyst")],
    3: [card(0, 1, 3, "ruby", "emerald"), card(1, 1, 0, "citrine", "diamond"), card(0, 0, 1, "hematite", "amethyst")],
}


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_any_turn_of_the_whole_display_is_allowed(turn: int) -> None:
    assert match_display(reading(*TURNED[turn]), CORNER).exact


def test_a_shift_is_allowed() -> None:
    shifted = [
        card(1, 2, 0, "ruby", "emerald"),
        card(1, 3, 1, "citrine", "diamond"),
        card(2, 2, 2, "hematite", "amethyst"),
    ]
    assert match_display(reading(*shifted), CORNER).exact


def test_a_row_of_four_does_not_fit_when_turned_upright() -> None:
    row = Truth(tuple(true_card(0, col, 0, "ruby", "emerald") for col in range(4)))
    upright = reading(*(card(r, 0, 1, "ruby", "emerald") for r in range(3)))
    match = match_display(upright, row)
    assert (match.missing, match.extra, match.rotations_right) == (3, 2, 0)


def test_a_card_turned_alone_is_a_wrong_rotation() -> None:
    cards = read_corner()
    cards[1] = card(0, 1, 2, "citrine", "diamond")
    match = match_display(reading(*cards), CORNER)
    assert (match.exact, match.near, match.cause) == (False, True, Cause.ROTATION)
    assert (match.segments_right, match.rotations_right) == (6, 2)


def test_unread_counts_as_wrong() -> None:
    cards = read_corner()
    cards[0] = card(0, 0, None, None, "emerald")
    match = match_display(reading(*cards), CORNER)
    assert (match.segments_right, match.rotations_right, match.near) == (5, 2, False)


def test_the_cause_tells_pieces_from_prints() -> None:
    cards = read_corner()
    cards[2] = card(1, 0, 2, "hematite", segment("ruby", piece=True))
    assert match_display(reading(*cards), CORNER).cause is Cause.PIECE
    cards = read_corner()
    cards[0] = card(0, 0, 0, "citrine", "emerald")
    assert match_display(reading(*cards), CORNER).cause is Cause.CRYSTAL


def test_a_missed_card_costs_its_two_segments_and_its_turn_and_no_more() -> None:
    # The card at the origin is missed, so the reading's columns begin one card further on.
    truth = Truth(
        tuple(
            true_card(0, col, col, name, "diamond")
            for col, name in enumerate(["ruby", "citrine", "emerald", "hematite"])
        )
    )
    cards = [
        card(0, 0, 1, "citrine", "diamond"),
        card(0, 1, 2, "emerald", "diamond"),
        card(0, 2, 3, "hematite", "diamond"),
    ]
    match = match_display(reading(*cards), truth)
    assert (match.segments_right, len(match.segments)) == (6, 8)
    assert (match.rotations_right, match.cards, match.missing, match.extra) == (3, 4, 1, 0)
    assert (match.exact, match.near, match.cause) == (False, False, Cause.CARD_COUNT)


def test_an_extra_card_is_never_near() -> None:
    match = match_display(reading(*read_corner(), card(1, 1, 0, "ruby", "ruby")), CORNER)
    assert (match.extra, match.wrong, match.near, match.exact) == (1, 0, False, False)


def test_confusion_leaves_out_missed_cards() -> None:
    cards = read_corner()[:2]
    cards[0] = card(0, 0, 0, None, "tourmaline")
    counts = confusion_of([match_display(reading(*cards), CORNER)])
    assert counts == {
        (Crystal.RUBY, None): 1,
        (Crystal.EMERALD, Crystal.TOURMALINE): 1,
        (Crystal.CITRINE, Crystal.CITRINE): 1,
        (Crystal.DIAMOND, Crystal.DIAMOND): 1,
    }


def test_every_segment_says_which_it_is() -> None:
    match: Match = match_display(reading(*read_corner()), CORNER)
    assert [pair.segment for pair in match.segments] == [Segment.LARGE, Segment.SMALL] * 3


@pytest.mark.parametrize(
    ("hits", "n", "low", "high"),
    # Newcombe 1998 (Statistics in Medicine 17:857), table I, Wilson score without continuity correction
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_gives_the_published_intervals(hits: int, n: int, low: float, high: float) -> None:
    assert wilson_interval(hits, n) == pytest.approx((low, high), abs=5e-5)


def test_wilson_of_nothing_knows_nothing() -> None:
    assert wilson_interval(0, 0) == (0.0, 1.0)
    assert wilson_interval(20, 20)[1] == 1.0


def test_percentile_is_the_nearest_rank() -> None:
    assert percentile([5, 1, 4, 2, 3], 0.5) == 3
    assert percentile(range(1, 101), 0.95) == 95
    assert percentile([7], 0.95) == 7
    assert percentile([], 0.5) is None
