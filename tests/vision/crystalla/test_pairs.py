"""Two cards that the locator sees lead to the others, where there are others."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from vision.crystalla.locate import Detection, Found
from vision.crystalla.reader import CrystallaReader
from vision.image import Photo, load_photo
from vision.truth import load_truth, truth_path

SAMPLE = Path(__file__).parents[3] / "sample_images/crystalla/001.jpg"


def pair() -> tuple[Photo, Found]:
    """A photo of a whole display, of which the locator is said to have seen two cards side by side."""
    photo = load_photo(SAMPLE)
    cards = sorted(load_truth(truth_path(SAMPLE)).cards, key=lambda card: (card.cell.row, card.cell.col))[:2]
    quads = [card.corners.array() * photo.scale for card in cards if card.corners is not None]
    return photo, Found(tuple(Detection(quad, 0.6) for quad in quads), ())


def test_cards_beside_a_pair_are_found() -> None:
    photo, found = pair()
    assert len(CrystallaReader()._beside_pairs(photo, found).cards) > 2


def test_nothing_beside_a_pair_leaves_no_display() -> None:
    photo, found = pair()
    bare = Photo.from_array(np.full_like(photo.bgr, 120))
    assert CrystallaReader()._beside_pairs(bare, found).cards == ()


def test_nothing_is_looked_for_where_no_two_cards_lie_side_by_side() -> None:
    photo, found = pair()
    apart = Detection(found.cards[1].corners + 5 * found.cards[0].side_px, 0.6)
    assert CrystallaReader()._beside_pairs(photo, Found((found.cards[0], apart), ())).cards == ()
