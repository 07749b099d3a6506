"""What lessons hand to the display network, and what they change in its reading of real tokens."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from rules.crystalla.vocabulary import Crystal
from vision.crystalla.cards import tokens_from_all_sides
from vision.crystalla.decode import Decoder
from vision.crystalla.lessons import cards_by_truth, make_lesson
from vision.crystalla.reader import CrystallaReader
from vision.crystalla.teaching import CRYSTALS, Floats, taught_by
from vision.image import load_photo
from vision.truth import load_truth, truth_path

PHOTOS = Path(__file__).parents[2] / "sample_images/crystalla"
TOKEN = 96
Lesson = tuple[Floats, list[Crystal | None]]


@pytest.fixture(scope="module")
def reader() -> CrystallaReader:
    return CrystallaReader()


@pytest.fixture(scope="module")
def decoder(reader: CrystallaReader) -> Decoder:
    return reader.parts()[2]


@pytest.fixture(scope="module")
def lessons(reader: CrystallaReader) -> list[Lesson]:
    """Two photos of our deck as lessons."""
    out = []
    for name in ("001.jpg", "002.jpg"):
        photo, truth = load_photo(PHOTOS / name), load_truth(truth_path(PHOTOS / name))
        out.append(reader.embedded(make_lesson(photo, cards_by_truth(reader.read(photo), truth), datetime.now(UTC))))
    return out


def some_tokens(count: int, seed: int = 0) -> Floats:
    return np.random.default_rng(seed).normal(0, 1, (count, TOKEN)).astype(np.float32)


def renamed(lesson: Lesson) -> Lesson:
    """The same segments called by the name of the crystal that follows."""
    tokens, crystals = lesson
    return tokens, [None if one is None else CRYSTALS[(CRYSTALS.index(one) + 1) % 7] for one in crystals]


def test_no_known_crystal_teaches_nothing() -> None:
    assert taught_by([]) is None
    assert taught_by([(some_tokens(2), [None, None])]) is None


def test_segments_that_nobody_could_tell_are_left_out() -> None:
    taught = taught_by([(some_tokens(3), [Crystal.RUBY, None, Crystal.CITRINE])])
    assert taught is not None
    assert [CRYSTALS[one] for one in taught.labels.argmax(axis=1)] == [Crystal.RUBY, Crystal.CITRINE]
    assert (taught.tokens == some_tokens(3)[[0, 2]]).all()


def test_the_network_is_told_which_photo_each_segment_is_from() -> None:
    taught = taught_by([(some_tokens(1), [Crystal.RUBY]), (some_tokens(2), [Crystal.RUBY, Crystal.EMERALD])])
    assert taught is not None
    inputs = taught.beside(some_tokens(2))
    assert inputs["photo"].tolist() == [[1, 1, 2, 3, 3]]
    assert inputs["labels"][0].sum(axis=1).tolist() == [0, 0, 1, 1, 1]


def test_a_display_is_what_the_lesson_calls_it(decoder: Decoder, lessons: list[Lesson]) -> None:
    """The second photo shows the crystals of the first, which is taught under false names."""
    tokens, crystals = lessons[1]
    logits = decoder.for_copy(taught_by([renamed(lessons[0])])).crystal_logits(tokens)
    shown = [row for row, one in enumerate(crystals) if one is not None and one in lessons[0][1]]
    named = [renamed(lessons[1])[1][row] for row in shown]
    assert np.mean([CRYSTALS[best] is name for best, name in zip(logits[shown].argmax(1), named, strict=True)]) > 0.7


def test_a_true_lesson_leaves_what_was_read_right(decoder: Decoder, lessons: list[Lesson]) -> None:
    tokens, crystals = lessons[1]
    known = [(row, CRYSTALS.index(one)) for row, one in enumerate(crystals) if one is not None]
    logits = decoder.for_copy(taught_by(lessons[:1])).crystal_logits(tokens)
    assert all(logits[row].argmax() == label for row, label in known)


def test_the_order_of_a_lessons_cards_does_not_matter(decoder: Decoder, lessons: list[Lesson]) -> None:
    tokens, crystals = lessons[0]
    turned = (tokens[::-1], crystals[::-1])
    one, other = (
        decoder.for_copy(taught_by([lesson])).crystal_logits(lessons[1][0]) for lesson in (lessons[0], turned)
    )
    assert np.allclose(one, other, atol=1e-3)


def test_a_lesson_from_all_sides_is_the_same_however_it_is_turned(reader: CrystallaReader) -> None:
    crops = np.random.default_rng(3).integers(0, 255, (2, 80, 80, 3), dtype=np.uint8)
    network = reader.parts()[1]
    turned = np.ascontiguousarray(np.rot90(crops, 1, (1, 2)))
    assert np.allclose(tokens_from_all_sides(network, crops), tokens_from_all_sides(network, turned), atol=1e-3)
