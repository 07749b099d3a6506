"""Which of two readings of one photo is believed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.web.drawn_table import doubtful, drawn_table
from vision.crystalla.belief import better
from vision.crystalla.reading import DisplayReading


@pytest.fixture(scope="module")
def sure() -> DisplayReading:
    return drawn_table().reading


def test_any_reading_is_better_than_none(sure: DisplayReading) -> None:
    assert better(None, sure) is sure
    assert better(sure, None) is sure
    assert better(None, None) is None


def test_the_sure_one_of_two_is_believed(sure: DisplayReading) -> None:
    assert better(doubtful(sure), sure) is sure


def test_more_cards_are_better_and_the_first_stays_otherwise(sure: DisplayReading) -> None:
    unsure = doubtful(sure)
    fewer = replace(unsure, cards=unsure.cards[:-1])
    assert better(fewer, unsure) is unsure
    assert better(unsure, fewer) is unsure
    assert better(unsure, replace(unsure)) is unsure
