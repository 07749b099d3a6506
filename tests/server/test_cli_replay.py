"""`tableloupe replay`: whole games pass, the first illegal line is named with its number and rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.commands import CommandLine, assert_one_line_each

RECORDS = Path(__file__).resolve().parents[1] / "rules" / "crystalla" / "records"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(monkeypatch, capsys)


def changed(folder: Path, old: str, new: str) -> Path:
    """The record of two players with one line changed."""
    text = (RECORDS / "2-players.txt").read_text(encoding="utf-8")
    assert old in text
    path = folder / "game.txt"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


@pytest.mark.parametrize(("players", "totals"), [(2, [42, 25])])
def test_a_whole_game_passes(run: CommandLine, players: int, totals: list[int]) -> None:
    done = run("replay", RECORDS / f"{players}-players.txt", "--json")
    assert (done.code, done.err) == (0, "")
    answer = done.json_lines[0]
    assert answer["legal"] is True
    assert answer["over"] is True
    assert answer["totals"] == totals
    assert "all legal to its end" in run("replay", RECORDS / f"{players}-players.txt").out


def test_the_first_illegal_line_is_named_with_its_rule(run: CommandLine, tmp_path: Path) -> None:
    path = changed(tmp_path, "\nlift 1,2\n", "\nlift 0,1\n")
    done = run("replay", path, "--json")
    assert done.code == 1
    illegal = done.json_lines[0]["illegal"]
    # 6 header lines, an empty one and 6 cards laid come before it
    assert (illegal["number"], illegal["line"], illegal["rule"]) == (14, "lift 0,1", "CR-25")
    assert_one_line_each(done, ["line 14 'lift 0,1': CR-25"])


@pytest.mark.parametrize(
    ("old", "new", "needle"),
    [
        ("game: crystalla", "game: chess", "'chess', allowed: crystalla"),
        ("tableloupe-record 1", "a diary", "line 1 of the record"),
        ("\nlift 1,2\n", "\nlift everything\n", "line 14, move is 'lift everything'"),
    ],
)
def test_what_is_no_record_is_told(run: CommandLine, tmp_path: Path, old: str, new: str, needle: str) -> None:
    done = run("replay", changed(tmp_path, old, new))
    assert (done.code, done.out) == (1, "")
    assert_one_line_each(done, [needle])


def test_files_that_cannot_be_read_and_bad_editions(run: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\xff")
    (tmp_path / "edition.toml").write_text("name = 1\n")
    assert_one_line_each(run("replay", tmp_path / "nothing"), ["the file cannot be read"])
    assert_one_line_each(run("replay", tmp_path / "bytes"), ["no text in UTF-8"])
    done = run("replay", RECORDS / "2-players.txt", "--edition", tmp_path / "edition.toml")
    assert done.code == 2
    assert_one_line_each(done, ["bad edition file"])
