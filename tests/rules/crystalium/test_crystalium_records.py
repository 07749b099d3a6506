"""Whole games as text, kept: what a saved record says must stay readable, legal and worth the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from crystalium_start import CRYSTALIUM as GAME

from rules.record import read_record, replay

RECORDS = sorted((Path(__file__).parents[2] / "playthroughs").glob("crystalium-*.txt"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_kept_record_replays_to_the_same_end(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = read_record(GAME, text)
    assert record.text() == text
    *_, end = replay(GAME, record)
    assert GAME.is_over(end)
    assert end.text() == record.more["end"]
    assert ", ".join(str(sheet.total) for sheet in GAME.score(end).sheets) == record.more["final"]


def test_there_is_a_record_for_each_number_of_players() -> None:
    expected = ["crystalium-2", "crystalium-3", "crystalium-4", "crystalium-5", "crystalium-solo"]
    assert [path.stem for path in RECORDS] == expected
