"""A grid that can hardly be read is no display, whatever its cells look like one by one."""

from __future__ import annotations

from pathlib import Path

import pytest

from calibration.geometry import UNIT_SQUARE, Quad
from rules.crystalla.vocabulary import Cell, Crystal, Rotation
from vision.crystalla import reader
from vision.crystalla.belief import is_legible
from vision.crystalla.reader import CrystallaReader
from vision.crystalla.reading import CardReading, DisplayReading, Ranked, SegmentReading
from vision.errors import NoDisplayError
from vision.image import load_photo

SAMPLE = Path(__file__).resolve().parents[2] / "sample_images" / "crystalla"
NOTHING: Ranked[Crystal] = Ranked((), doubtful=True)


def display(turn: float, *crystals: float | None, is_card: float = 0.99) -> DisplayReading:
    """Cards of one confidence of their turn; a card for each confidence of its crystals, None where they are hidden."""
    cards = []
    for column, crystal in enumerate(crystals):
        segment = SegmentReading(NOTHING if crystal is None else Ranked(((Crystal.RUBY, crystal),), False), None)
        rotation = Ranked(((next(iter(Rotation)), turn),), False)
        cards.append(CardReading(Cell(0, column), Quad.from_array(UNIT_SQUARE), rotation, segment, segment, is_card))
    return DisplayReading(tuple(cards), 0, True, ())


def test_clear_turns_make_a_display_though_its_gems_are_strange() -> None:
    assert is_legible(display(0.99, 0.4, 0.35, 0.3).cards)


def test_vague_turns_need_clear_gems() -> None:
    assert is_legible(display(0.7, 0.95, 0.9, 0.9).cards)
    assert not is_legible(display(0.7, 0.75, 0.7, 0.8).cards)
    assert not is_legible(display(0.85, 0.6, 0.5, 0.6).cards)


def test_things_that_are_hardly_believed_to_be_cards_are_no_display() -> None:
    assert is_legible(display(0.99, 0.9, 0.9, 0.9, is_card=0.92).cards)
    assert not is_legible(display(0.99, 0.9, 0.9, 0.9, is_card=0.85).cards)


def test_hidden_segments_count_for_nothing() -> None:
    assert is_legible(display(0.7, 0.95, None, None).cards)
    assert not is_legible(display(0.7, None, None).cards)


def test_an_illegible_grid_is_refused_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    photo = load_photo(next(iter(sorted(SAMPLE.glob("*.jpg")))))
    eye = CrystallaReader()
    assert eye.read(photo).cards
    monkeypatch.setattr(reader, "is_legible", lambda _reading: False)
    with pytest.raises(NoDisplayError):
        eye.read(photo)
