"""Two ways of finding the cards of one photo are taken together: what both see is surer, what one misses is added."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from rules.crystalla.vocabulary import CELLS
from vision.crystalla.decode import Decoder
from vision.crystalla.locate import locate
from vision.crystalla.reader import CrystallaReader
from vision.crystalla.settle import Seen, agreed
from vision.image import Photo, load_photo

SAMPLES = Path(__file__).parents[3] / "sample_images" / "crystalla"


@pytest.fixture(scope="module")
def photo() -> Photo:
    return load_photo(SAMPLES / "001.jpg")


@pytest.fixture(scope="module")
def decoder() -> Decoder:
    return CrystallaReader().parts()[2]


@pytest.fixture(scope="module")
def seen(photo: Photo) -> Seen:
    """The display of a photo as the reader first sees it."""
    reader = CrystallaReader()
    first = reader._first(photo, locate(reader.parts()[0], photo.bgr))
    assert first is not None
    return first


def fewer(seen: Seen) -> Seen:
    """Without one card."""
    cells = list(seen.looks)[:-1]
    return replace(seen, looks={cell: seen.looks[cell] for cell in cells}, cards=seen.cards[:-1], more=math.inf)


def test_anything_is_better_than_nothing(decoder: Decoder, photo: Photo, seen: Seen) -> None:
    assert agreed(decoder, photo, None, seen) is seen
    assert agreed(decoder, photo, seen, None) is seen
    assert agreed(decoder, photo, None, None) is None


def test_the_one_that_found_more_is_believed(decoder: Decoder, photo: Photo, seen: Seen) -> None:
    unsure = replace(seen, more=math.inf)
    for one, other in ((fewer(seen), unsure), (unsure, fewer(seen))):
        both = agreed(decoder, photo, one, other)
        assert both is not None
        assert both.looks is unsure.looks


def test_where_they_disagree_hardly_a_card_more_is_a_doubt(decoder: Decoder, photo: Photo, seen: Seen) -> None:
    hardly = replace(fewer(seen), more=-2.5)
    assert hardly.complete
    both = agreed(decoder, photo, hardly, fewer(hardly))
    assert both is not None
    assert both.looks is hardly.looks
    assert not both.complete


def test_a_possible_card_that_only_one_of_them_sees_is_none(decoder: Decoder, photo: Photo, seen: Seen) -> None:
    seen = replace(fewer(seen), more=-math.inf)
    unsure = replace(seen, more=-1.0)
    both = agreed(decoder, photo, unsure, seen)
    assert both is not None
    assert both.complete
    neither = agreed(decoder, photo, unsure, unsure)
    assert neither is not None
    assert not neither.complete


def test_what_is_hardly_a_card_is_none_though_both_see_it(decoder: Decoder, photo: Photo, seen: Seen) -> None:
    seen = fewer(seen)
    both = agreed(decoder, photo, replace(seen, more=-2.9), replace(seen, more=-2.4))
    assert both is not None
    assert both.complete
    other = agreed(decoder, photo, replace(seen, more=-2.9), replace(seen, more=-1.5))
    assert other is not None
    assert not other.complete


def test_a_full_display_has_no_room_for_another_card(seen: Seen) -> None:
    full = replace(seen, looks=dict.fromkeys(CELLS, next(iter(seen.looks.values()))))
    assert replace(full, more=-0.5).complete
    assert not replace(full, more=math.inf).complete
    assert not replace(fewer(full), more=-0.5).complete


def test_cards_are_read_from_both_looks(decoder: Decoder, photo: Photo, seen: Seen) -> None:
    cell, look = next(iter(seen.looks.items()))
    blind = replace(look, rotation=np.zeros_like(look.rotation), is_card=0.3)
    both = agreed(decoder, photo, replace(seen, looks=seen.looks | {cell: blind}), seen)
    assert both is not None
    assert both.looks[cell].is_card == look.is_card
    assert both.cards[0].rotation.best == seen.cards[0].rotation.best
    assert both.cards[0].rotation.confidence < seen.cards[0].rotation.confidence
