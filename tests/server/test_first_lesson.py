"""The first lesson as the page shows it, and what a copy's lessons have left out."""

from __future__ import annotations

from rules.crystalla.edition import load_edition
from rules.crystalla.vocabulary import Crystal, Segment
from server.first_lesson import drawn_cards, unseen
from vision.crystalla.copies import Copy, Lesson, TaughtCard


def lesson(name: str, *cards: tuple[Crystal | None, Crystal | None]) -> Lesson:
    return Lesson(name, "2026-11-30T12:00:00+00:00", tuple(TaughtCard(b"", *card) for card in cards))


def test_every_drawn_card_shows_its_own_crystals() -> None:
    for card in drawn_cards(load_edition()):
        drawn = [crystal for crystal in Crystal if f"/static/gems/{crystal}.svg" in card.picture]
        assert set(drawn) == {card.face.large, card.face.small}


def test_what_the_first_lesson_lays_leaves_nothing_unseen() -> None:
    cards = [(card.face.large, card.face.small) for card in drawn_cards(load_edition())]
    assert unseen(Copy("club", (lesson("a", *cards),))) == []


def test_lessons_add_up_and_what_cannot_be_told_is_not_seen() -> None:
    ruby, citrine = Crystal.RUBY, Crystal.CITRINE
    first, second = lesson("a", (ruby, None)), lesson("b", (citrine, ruby))
    assert len(unseen(Copy("club", (first,)))) == 13
    left = unseen(Copy("club", (first, second)))
    assert len(left) == 11
    assert (citrine, Segment.SMALL) in left
    assert (ruby, Segment.SMALL) not in left
