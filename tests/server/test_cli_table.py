"""`tableloupe score --table`: whole tables as JSON lines and as a person reads them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.server.commands import CommandLine, assert_one_line_each

TABLE = Path(__file__).parents[2] / "sample_images" / "tables" / "2-players.jpg"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(monkeypatch, capsys)


def test_a_table_is_one_line_with_every_display_and_the_middle(run: CommandLine) -> None:
    finished = run("score", "--table", "--json", TABLE)
    (line,) = finished.json_lines
    truth = json.loads(TABLE.with_suffix(".json").read_text(encoding="utf-8"))
    assert (finished.code, line["found"], line["photo"]) == (0, True, str(TABLE))
    read = sorted(len(display["cards"]) for display in line["displays"])
    assert read == sorted(len(display["cards"]) for display in truth["displays"])
    assert {"cards", "doubts", "others", "score", "sure"} <= set(line["displays"][0])
    middle = line["middle"]
    assert (middle["rows"], middle["columns"]) == (2, 3)
    assert [(pile["row"], pile["col"]) for pile in middle["piles"]] == [(r, c) for r in (0, 1) for c in (0, 1, 2)]
    for pile in middle["piles"]:
        assert set(pile["top"]["large"]) == {"crystal", "confidence", "doubtful"}
        assert len(pile["corners"]) == 4
        assert pile["pawns"] is None or set(pile["pawns"]) <= {"gray", "blue", "green", "orange"}


def test_a_person_reads_displays_piles_and_open_pieces(run: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "no.jpg").write_bytes(b"none")
    finished = run("score", "--table", TABLE, tmp_path / "no.jpg")
    assert finished.code == 1
    assert "2 displays" in finished.out and "display 2: " in finished.out and "pile 1,2: " in finished.out
    assert_one_line_each(finished, ["no.jpg"])


@pytest.mark.parametrize("other", [("--together",), ("--annotate", "drawn")])
def test_a_whole_table_goes_with_nothing_that_wants_one_display(run: CommandLine, other: tuple[str, ...]) -> None:
    finished = run("score", "--table", TABLE, *other)
    assert (finished.code, finished.out) == (2, "")
    assert "--annotate nor --together" in finished.err
