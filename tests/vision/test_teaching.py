"""What lessons hand to the display network, and what they change in its reading of real tokens."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from rules.crystalla.vocabulary import Crystal
from vision.crystalla.cards import tokens_from_all_sides
from vision.crystalla.copies import Copy
from vision.crystalla.decode import Decoder
from vision.crystalla.lessons import cards_by_truth, make_lesson
from vision.crystalla.reader import CrystallaReader
from vision.crystalla.teaching import CRYSTALS, Embedded, Floats, taught_by
from vision.image import load_photo
from vision.truth import load_truth, truth_path

SAMPLES = Path(__file__).parents[2] / "sample_images"
PHOTOS = SAMPLES / "crystalla"
UNSEEN = "families/matte-painting/71500.jpg"
TOKEN = 96


@pytest.fixture(scope="module")
def reader() -> CrystallaReader:
    return CrystallaReader()


@pytest.fixture(scope="module")
def decoder(reader: CrystallaReader) -> Decoder:
    return reader.parts()[2]


@pytest.fixture(scope="module")
def lessons(reader: CrystallaReader) -> list[Embedded]:
    """Two photos of our deck as lessons."""
    out = []
    for name in ("001.jpg", "002.jpg"):
        photo, truth = load_photo(PHOTOS / name), load_truth(truth_path(PHOTOS / name))
        out.append(reader.embedded(make_lesson(photo, cards_by_truth(reader.read(photo), truth), datetime.now(UTC))))
    return out


def some_tokens(count: int, seed: int = 0) -> Floats:
    return np.random.default_rng(seed).normal(0, 1, (count, TOKEN)).astype(np.float32)


def some_lesson(crystals: list[Crystal | None], seed: int = 0) -> Embedded:
    """Cards of noise, two segments each."""
    crops = np.random.default_rng(seed).integers(0, 255, (len(crystals) // 2, 80, 80, 3), dtype=np.uint8)
    return Embedded(some_tokens(len(crystals), seed), crystals, list(crops))


def renamed(lesson: Embedded) -> Embedded:
    """The same segments called by the name of the crystal that follows."""
    return replace(
        lesson,
        crystals=[None if one is None else CRYSTALS[(CRYSTALS.index(one) + 1) % 7] for one in lesson.crystals],
    )


def test_no_known_crystal_teaches_nothing() -> None:
    assert taught_by([]) is None
    assert taught_by([some_lesson([None, None])]) is None


def test_segments_that_nobody_could_tell_are_left_out() -> None:
    taught = taught_by([some_lesson([Crystal.RUBY, None, Crystal.CITRINE, None])])
    assert taught is not None
    assert [CRYSTALS[one] for one in taught.labels.argmax(axis=1)] == [Crystal.RUBY, Crystal.CITRINE]
    assert (taught.tokens == some_tokens(4)[[0, 2]]).all()
    assert taught.named is not None
    ruby, citrine = CRYSTALS.index(Crystal.RUBY), CRYSTALS.index(Crystal.CITRINE)
    assert taught.named.crystals.tolist() == [[ruby, -1], [citrine, -1]]


def test_the_network_is_told_which_photo_each_segment_is_from() -> None:
    taught = taught_by([some_lesson([Crystal.RUBY, None]), some_lesson([Crystal.RUBY, Crystal.EMERALD])])
    assert taught is not None
    inputs = taught.beside(some_tokens(2))
    assert inputs["photo"].tolist() == [[1, 1, 2, 3, 3]]
    assert inputs["labels"][0].sum(axis=1).tolist() == [0, 0, 1, 1, 1]


def test_a_display_is_what_the_lesson_calls_it(decoder: Decoder, lessons: list[Embedded]) -> None:
    """The second photo shows the crystals of the first, which is taught under false names."""
    logits = decoder.for_copy(taught_by([renamed(lessons[0])])).crystal_logits(lessons[1])
    known = enumerate(lessons[1].crystals)
    shown = [row for row, one in known if one is not None and one in lessons[0].crystals]
    named = [renamed(lessons[1]).crystals[row] for row in shown]
    assert np.mean([CRYSTALS[best] is name for best, name in zip(logits[shown].argmax(1), named, strict=True)]) > 0.9


def test_a_true_lesson_leaves_what_was_read_right(decoder: Decoder, lessons: list[Embedded]) -> None:
    known = [(row, CRYSTALS.index(one)) for row, one in enumerate(lessons[1].crystals) if one is not None]
    logits = decoder.for_copy(taught_by(lessons[:1])).crystal_logits(lessons[1])
    assert all(logits[row].argmax() == label for row, label in known)


def test_the_order_of_a_lessons_cards_does_not_matter(decoder: Decoder, lessons: list[Embedded]) -> None:
    pairs = list(reversed(range(len(lessons[0].crops))))
    rows = [2 * card + part for card in pairs for part in (0, 1)]
    turned = Embedded(
        lessons[0].tokens[rows],
        [lessons[0].crystals[row] for row in rows],
        [lessons[0].crops[card] for card in pairs],
    )
    one, other = (decoder.for_copy(taught_by([lesson])).crystal_logits(lessons[1]) for lesson in (lessons[0], turned))
    assert np.allclose(one, other, atol=1e-3)


def test_a_photo_of_another_copy_is_said_to_be_one_and_read_without_its_lessons(reader: CrystallaReader) -> None:
    photos = {name: load_photo(SAMPLES / name) for name in ("crystalla/001.jpg", "crystalla/002.jpg", UNSEEN)}
    lesson = make_lesson(
        photos["crystalla/001.jpg"],
        cards_by_truth(reader.read(photos["crystalla/001.jpg"]), load_truth(truth_path(SAMPLES / "crystalla/001.jpg"))),
        datetime.now(UTC),
    )
    taught = reader.for_copy(Copy("ours", (lesson,)))
    assert not taught.read(photos["crystalla/002.jpg"]).misfit
    foreign, alone = taught.read(photos[UNSEEN]), reader.read(photos[UNSEEN])
    assert foreign.misfit
    assert not alone.misfit
    read = [[(card.large.crystal.best, card.small.crystal.best) for card in one.cards] for one in (foreign, alone)]
    assert read[0] == read[1]


def test_a_lesson_from_all_sides_is_the_same_however_it_is_turned(reader: CrystallaReader) -> None:
    crops = np.random.default_rng(3).integers(0, 255, (2, 80, 80, 3), dtype=np.uint8)
    network = reader.parts()[1]
    turned = np.ascontiguousarray(np.rot90(crops, 1, (1, 2)))
    assert np.allclose(tokens_from_all_sides(network, crops), tokens_from_all_sides(network, turned), atol=1e-3)
