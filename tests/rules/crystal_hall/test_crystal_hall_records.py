"""Whole games as text, one for each variant, kept: they stay readable, legal and won by the same guild."""

from __future__ import annotations

from pathlib import Path

import pytest
from crystal_hall_tables import GAME

from rules.record import IllegalLineError, read_record, replay

RECORDS = sorted((Path(__file__).parents[2] / "playthroughs").glob("crystal-hall-*.txt"))
VARIANTS = ["2-players", "3-players", "4-players", "open-play", "three-crystals", "two-crystals"]


def test_there_is_a_record_for_each_variant() -> None:
    assert [path.stem.removeprefix("crystal-hall-") for path in RECORDS] == VARIANTS


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_kept_record_replays_to_the_same_end(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = read_record(GAME, text)
    assert record.text() == text
    *before, end = replay(GAME, record)
    assert not any(GAME.is_over(position) for position in before)
    assert end.text() == record.more["end"]
    assert end.winner is not None and end.guilds[end.winner].colour == record.more["winner"]


def test_the_first_illegal_line_is_named_with_its_rule() -> None:
    record = read_record(GAME, RECORDS[0].read_text(encoding="utf-8"))
    lines = record.text().splitlines()
    number = record.first_line
    lines[number - 1] = "move a1 a2"
    with pytest.raises(IllegalLineError) as caught:
        list(replay(GAME, read_record(GAME, "\n".join([*lines, ""]))))
    assert (caught.value.number, caught.value.rule) == (number, "CH-26")
