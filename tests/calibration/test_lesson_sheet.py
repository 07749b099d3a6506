"""The page of the first lesson: every crystal is to be laid large and small, on one page of either paper."""

from __future__ import annotations

from pathlib import Path

import pytest

from calibration.sheets.crystalla.first_cards import lesson_cards
from calibration.sheets.crystalla.lesson import LessonWords, write_lesson
from rules.crystalla.edition import load_edition
from rules.crystalla.vocabulary import Crystal

WORDS = LessonWords("The first lesson", ("Lay the cards. " * 12,) * 5, {crystal: crystal.value for crystal in Crystal})


def test_the_lesson_shows_every_crystal_large_and_small() -> None:
    cards = lesson_cards(load_edition())
    assert len(cards) == 12
    assert {card.large for card in cards} == set(Crystal)
    assert {card.small for card in cards} == set(Crystal)


def test_the_lesson_uses_no_card_more_often_than_the_copy_has_it() -> None:
    left = list(load_edition().cards)
    for card in lesson_cards(load_edition()):
        left.remove(card)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_lesson_is_one_page(tmp_path: Path, paper: str) -> None:
    path = tmp_path / "lesson.pdf"
    assert write_lesson(path, load_edition(), WORDS, paper) == 1
    assert path.read_bytes().startswith(b"%PDF")


def test_another_paper_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="a4, letter"):
        write_lesson(tmp_path / "lesson.pdf", load_edition(), WORDS, "a5")
