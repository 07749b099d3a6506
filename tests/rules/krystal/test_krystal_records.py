"""Whole games as text, one for each variant, kept: they stay readable, legal and won by the same people."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from krystal_tables import REFERENCE

from rules.krystal.game import Krystal
from rules.record import read_record, replay

RECORDS = sorted((Path(__file__).parents[2] / "playthroughs").glob("krystal-*.txt"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_kept_record_replays_to_the_same_end(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    negotiates, five = "negotiation: true" in text, "stones_to_win: 5" in text
    game = Krystal(replace(REFERENCE, negotiation=negotiates, stones_to_win=5 if five else 4))
    record = read_record(game, text)
    assert record.text() == text
    *before, end = replay(game, record)
    assert not any(game.is_over(position) for position in before)
    winner = game.score(end).winner
    assert winner is not None and end.peoples[winner] == record.more["winner"]
    assert end.text() == record.more["end"]


def test_there_is_a_record_for_each_variant() -> None:
    numbers = [f"krystal-{players}-players" for players in range(2, 7)]
    variants = ["beginners", "five-stones", "negotiation", "optional-setup"]
    assert [path.stem for path in RECORDS] == [*numbers, *(f"krystal-{name}" for name in variants)]
