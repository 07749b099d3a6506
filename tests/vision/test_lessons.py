"""Which card of a photo is which of its truth: by corners, by grid in any turn, or a refusal."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import numpy as np
import pytest

from rules.crystalla.vocabulary import Cell, Crystal, Rotation
from tests.server.readings import quad_at, ruby_row
from vision.accuracy import _turned_card, _turned_place
from vision.crystalla.copies import CopyError
from vision.crystalla.crop import CARD_PX, CROP_PX
from vision.crystalla.lessons import LabelledCard, cards_as_corrected, cards_by_truth, make_lesson
from vision.image import Photo
from vision.truth import Truth, TruthCard

R, A, C, H = Crystal.RUBY, Crystal.AMETHYST, Crystal.CITRINE, Crystal.HEMATITE
TRUE = Truth(
    (
        TruthCard(Cell(0, 0), Rotation(2), R, A, corners=quad_at(0, 0, 2)),
        TruthCard(Cell(0, 1), Rotation(0), C, H, corners=quad_at(0, 1)),
        TruthCard(Cell(0, 2), Rotation(0), C, A, corners=quad_at(0, 2)),
    )
)
LABELS = ((quad_at(0, 0, 2), R, A), (quad_at(0, 1), C, H), (quad_at(0, 2), C, A))
"""The reading takes the second card's citrine for a ruby; the truth knows better."""


def without_corners(truth: Truth) -> Truth:
    return Truth(tuple(replace(card, corners=None) for card in truth.cards))


def turned_over(truth: Truth) -> Truth:
    """The same truth, told from the other side of the table."""
    cards = without_corners(truth).cards
    return Truth(
        tuple(
            replace(_turned_card(card, 2), cell=Cell(_turned_place(card, 2)[0], _turned_place(card, 2)[1] + 2))
            for card in cards
        )
    )


@pytest.mark.parametrize("truth", [TRUE, without_corners(TRUE), turned_over(TRUE)])
def test_cards_are_named_by_corners_or_by_grid_in_any_turn(truth: Truth) -> None:
    cards = cards_by_truth(ruby_row(), truth)
    assert {(card.quad, card.large, card.small) for card in cards} == set(LABELS)


def test_corners_decide_where_the_grid_says_otherwise() -> None:
    shifted = Truth(tuple(replace(card, cell=Cell(2, card.cell.col + 1)) for card in TRUE.cards))
    assert len(cards_by_truth(ruby_row(), shifted)) == 3


def test_a_wrong_turn_of_one_card_is_put_right_by_the_truth() -> None:
    turned = replace(TRUE.cards[2], rotation=Rotation(1), corners=None)
    cards = cards_by_truth(ruby_row(), Truth((*without_corners(TRUE).cards[:2], turned)))
    assert quad_at(0, 2, 1) in {card.quad for card in cards}


@pytest.mark.parametrize(
    "truth",
    [
        Truth(without_corners(TRUE).cards[:2]),
        Truth(tuple(replace(card, rotation=Rotation((card.rotation + 1) % 4), corners=None) for card in TRUE.cards)),
        Truth(tuple(replace(card, corners=quad_at(card.cell.row + 4, card.cell.col)) for card in TRUE.cards)),
        Truth(TRUE.cards[:1]),
    ],
)  # fmt: skip
def test_truth_of_another_photo_is_refused(truth: Truth) -> None:
    with pytest.raises(CopyError, match="in no turn"):
        cards_by_truth(ruby_row(), truth)


def test_empty_truth_teaches_nothing() -> None:
    with pytest.raises(CopyError, match="teaches nothing"):
        cards_by_truth(ruby_row(), Truth(()))


def test_a_corrected_reading_is_a_lesson() -> None:
    cards = cards_as_corrected(ruby_row())
    assert [(card.large, card.small) for card in cards] == [(R, A), (R, H), (C, A)]


@pytest.mark.parametrize("scale", [1, 4])
def test_a_card_is_cut_out_upright_with_its_margin(scale: int) -> None:
    picture = np.full((600, 600, 3), 40, np.uint8)
    card = np.full((100, 100, 3), 200, np.uint8)
    card[50:, :50] = (0, 0, 255)
    picture[400:500, 100:200] = np.rot90(card, -1)  # a quarter turn clockwise
    picture = picture.repeat(scale, axis=0).repeat(scale, axis=1)
    quad = quad_at(0, 0, 1).scaled(scale)
    lesson = make_lesson(Photo.from_array(picture), [LabelledCard(quad, R, None)], datetime(2026, 11, 30, tzinfo=UTC))
    crop = lesson.cards[0].crop.astype(int)
    margin = (CROP_PX - CARD_PX) // 2
    assert np.abs(crop[margin + 36 : -margin - 6, margin + 6 : margin + 26] - (0, 0, 255)).mean() < 12
    assert np.abs(crop[margin + 6 : margin + 26, margin + 6 : -margin - 6] - 200).mean() < 12
    assert np.abs(crop[:5] - 40).mean() < 12
