"""Records name their first bad line: by its rule when it is illegal, by what was allowed when it is malformed."""

from __future__ import annotations

from itertools import islice

import pytest
from games import CRYSTALLA, GAMES, positions

from rules.errors import MalformedError
from rules.record import GameRecord, IllegalLineError, read_record, replay

GAME = CRYSTALLA
STEPS = list(positions(GAMES[0], 4))
RECORD = GameRecord(GAME.name, "reference", STEPS[0][0], tuple(step[2] for step in STEPS[:40]), {"players": "Ann, Bo"})
LINES = RECORD.text().splitlines()


def test_the_text_of_a_record() -> None:
    assert LINES[:4] == ["tableloupe-record 1", "game: crystalla", "edition: reference", f"start: {STEPS[0][0].text()}"]
    assert LINES[4:6] == ["players: Ann, Bo", ""]
    assert LINES[6:] == [step[2].text() for step in STEPS[:40]]
    assert RECORD.text().endswith("\n"), "the next line can be appended"


def test_the_first_illegal_line_is_named() -> None:
    lift = next(number for number, line in enumerate(LINES) if line.startswith("lift"))
    broken = [*LINES]
    broken[lift] = "lift 5,5"
    broken[lift + 2] = "lift 6,6"
    record = read_record(GAME, "\n".join(broken))
    positions_before = lift - 5  # the start, and one for each line between the header and the lift
    replayed = replay(GAME, record)
    assert list(islice(replayed, positions_before)) == [step[0] for step in STEPS[:positions_before]]
    with pytest.raises(IllegalLineError) as error:
        next(replayed)
    assert (error.value.number, error.value.line, error.value.rule) == (lift + 1, "lift 5,5", "CR-25")
    assert str(error.value).startswith(f"line {lift + 1} 'lift 5,5': CR-25: no ")


def test_a_malformed_line_is_named() -> None:
    broken = [*LINES]
    broken[9] = "hop 1,1"
    with pytest.raises(MalformedError, match="line 10, move is 'hop 1,1', allowed: swap CARD"):
        read_record(GAME, "\n".join(broken))
    broken[9] = "take 0,0 = xx"
    with pytest.raises(MalformedError, match="line 10, card is 'xx'"):
        read_record(GAME, "\n".join(broken))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "line 1 of the record is ''"),
        ("tableloupe-record 2\n", "line 1 of the record is 'tableloupe-record 2'"),
        ("tableloupe-record 1\ngame: crystalla\nedition\n\n", "line 3 of the record is 'edition'"),
        ("tableloupe-record 1\ngame: crystalla\ngame: crystalla\n\n", "line 3 of the record"),
        ("tableloupe-record 1\ngame: crystalla\nedition: reference\n\n", "a field start"),
        ("tableloupe-record 1\ngame: chess\nedition: reference\nstart: x\n\n", "game of the record is 'chess'"),
        ("tableloupe-record 1\ngame: crystalla\nedition: reference\nstart: x\n\n", "position string is 'x'"),
    ],
)
def test_a_wrong_header_is_named(text: str, words: str) -> None:
    with pytest.raises(MalformedError) as error:
        read_record(GAME, text)
    assert words in str(error.value)
