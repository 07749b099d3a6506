"""When a display needs no other look."""

from __future__ import annotations

from dataclasses import replace

from tests.web.drawn_table import doubtful, drawn_table
from vision.crystalla.belief import SETTLED, is_settled
from vision.crystalla.reading import CardReading, Ranked


def cards_with(confidence: float) -> tuple[CardReading, ...]:
    """The drawn display whose first card's turn is told with this confidence, and all else for certain."""
    first, *others = drawn_table().reading.cards
    assert first.rotation.best is not None
    turn = Ranked(((first.rotation.best, confidence),), doubtful=False)
    return (replace(first, rotation=turn), *others)


def test_a_clear_display_is_settled() -> None:
    assert is_settled(drawn_table().reading.cards)
    assert is_settled(cards_with(SETTLED))


def test_low_confidence_is_worth_another_look_even_without_a_doubt_for_the_player() -> None:
    assert not is_settled(cards_with(SETTLED - 0.01))


def test_a_doubt_is_worth_another_look() -> None:
    assert not is_settled(doubtful(drawn_table().reading).cards)
