"""`tableloupe eval`: figures, pictures and complaints."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest

from tests.server.commands import CommandLine, assert_one_line_each
from tests.server.contract import validator
from tests.server.readings import card, reading, ruby_row
from tests.server.test_evaluate import row_truth, write_photo
from vision.crystalla.reading import DisplayReading


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(monkeypatch, capsys)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in "ab":
        write_photo(tmp_path, name, row_truth())
    return tmp_path


def one_wrong() -> DisplayReading:
    return reading(card(0, 0, 2, "citrine", "amethyst"), *ruby_row().cards[1:])


def test_json_is_the_contract(run: CommandLine, folder: Path) -> None:
    finished = run("eval", "crystalla", folder, "--json", readings=[ruby_row(), one_wrong()])
    assert (finished.code, finished.err) == (0, "")
    (figures,) = finished.json_lines
    validator("eval").validate(figures)
    assert (figures["photos"], figures["exact"], figures["segments"]) == (2, 0.5, 11 / 12)


def test_the_table_gives_shares_counts_and_mixups(run: CommandLine, folder: Path) -> None:
    out = run("eval", "crystalla", folder, readings=[ruby_row(), one_wrong()]).out
    (exact,) = [line for line in out.splitlines() if line.startswith("│ exact")]
    assert "50.00%" in exact and "1 of 2" in exact and "9.45% to 90.55%" in exact
    assert "not exact because of: crystal: 1" in out
    assert "ruby taken for citrine: 1" in out


def test_the_confusion_picture_is_drawn(run: CommandLine, folder: Path) -> None:
    path = folder / "mixups.png"
    assert run("eval", "crystalla", folder, "--confusion", path, readings=[ruby_row(), one_wrong()]).code == 0
    picture = cv2.imread(str(path))
    assert picture is not None and picture.shape[1] > 800
    finished = run("eval", "crystalla", folder, "--confusion", folder / "no" / "x.png", readings=[ruby_row()] * 2)
    assert finished.code == 1
    assert_one_line_each(finished, ["cannot be written"])


def test_a_broken_truth_is_named_and_the_rest_evaluated(run: CommandLine, folder: Path) -> None:
    (folder / "a.json").write_text('{"game": "crystalla", "cards": [{"row": 0, "col": 4}]}')
    finished = run("eval", "crystalla", folder, "--json", readings=[ruby_row()])
    assert finished.code == 1
    assert finished.json_lines[0]["exact"] == 1.0
    assert_one_line_each(finished, ["a.json: cards[0].col is 4, allowed: 0 to 3"])


@pytest.mark.parametrize(
    ("arguments", "code", "needle"),
    [
        (["crystalla", "/no/such/folder"], 2, "no such folder"),
        (["krystal", "."], 2, "krystal cannot be read by camera yet"),
        (["crystalla", ".", "--copy", "Oma"], 2, "unknown copy"),
        (["crystalla"], 2, "Missing argument"),
    ],
)
def test_wrong_usage(run: CommandLine, arguments: list[str], code: int, needle: str) -> None:
    finished = run("eval", *arguments)
    assert finished.code == code
    assert_one_line_each(finished, [needle])


def test_a_folder_without_truth_says_so(run: CommandLine, tmp_path: Path) -> None:
    write_photo(tmp_path, "untold", None)
    finished = run("eval", "crystalla", tmp_path)
    assert finished.code == 1
    assert_one_line_each(finished, ["has its truth"])


def test_figures_are_counted_apart_by_a_field_of_the_truth(run: CommandLine, folder: Path) -> None:
    for name, art in (("a", "oil"), ("b", "neon")):
        truth = folder / f"{name}.json"
        truth.write_text(json.dumps(json.loads(truth.read_text()) | {"art": art}))
    (figures,) = run(
        "eval", "crystalla", folder, "--json", "--by", "art", readings=[ruby_row(), one_wrong()]
    ).json_lines
    validator("eval").validate(figures)
    assert {art: part["exact"] for art, part in figures["by"]["art"].items()} == {"neon": 0.0, "oil": 1.0}
    assert figures["by"]["art"]["neon"]["causes"] == {"crystal": 1}
    out = run("eval", "crystalla", folder, "--by", "art", "--by", "light", readings=[ruby_row(), one_wrong()]).out
    (oil,) = [line for line in out.splitlines() if line.startswith("│oil")]
    assert oil.count("100.0%") == 6 and "0.0%│" in oil
    assert "not exact with art neon because of: crystal: 1" in out
    assert "not exact with art oil" not in out
    assert "not exact with light not told because of: crystal: 1" in out
