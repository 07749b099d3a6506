"""`tableloupe replay` on records of Crystal Hall: whole games pass, the first illegal line is named with its rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.commands import CommandLine, assert_one_line_each

RECORD = Path(__file__).resolve().parents[1] / "playthroughs/crystal-hall-2-players.txt"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(monkeypatch, capsys)


def test_a_whole_game_passes(run: CommandLine) -> None:
    done = run("replay", RECORD, "--json")
    assert (done.code, done.err) == (0, "")
    answer = done.json_lines[0]
    assert answer["legal"] is True and answer["over"] is True


def test_the_first_of_two_illegal_lines_is_named_with_its_rule(run: CommandLine, tmp_path: Path) -> None:
    lines = RECORD.read_text(encoding="utf-8").splitlines()
    begin = lines.index("") + 1
    spoilt = [*lines[:begin], "push c1 d1", *lines[begin:], "move a1 h8"]
    path = tmp_path / "game.txt"
    path.write_text("\n".join(spoilt) + "\n", encoding="utf-8")
    done = run("replay", path, "--json")
    assert done.code == 1
    illegal = done.json_lines[0]["illegal"]
    assert (illegal["number"], illegal["line"], illegal["rule"]) == (begin + 1, "push c1 d1", "CH-16")
    assert_one_line_each(done, [f"line {begin + 1} 'push c1 d1': CH-16"])
