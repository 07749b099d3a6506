"""`tableloupe watch` and `record`: films in folders and files, records that grow and go on, wrong usage."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from rules.crystalla.seen import look
from rules.crystalla.table import Table
from rules.record import read_record, replay
from server import cli_record, cli_watch
from server.live.record_book import new_record
from tests.server.commands import CommandLine, assert_one_line_each
from tests.server.contract import validator
from tests.server.films import AlbumReader, paint, with_hand
from tests.server.played_turns import GAME, REFERENCE, played

TURNS = 3
TABLES = [table for table, _ in played()[: TURNS + 1]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    """A machine whose reader knows the tables of the film."""
    for module in (cli_watch, cli_record):
        monkeypatch.setattr(module, "open_tables", lambda *_: AlbumReader([look(each) for each in TABLES], TABLES[0]))
    return CommandLine(monkeypatch, capsys)


def film_folder(folder: Path, tables: list[Table], rest: int = 10) -> Path:
    """Frames of tables at rest, with a hand between them."""
    folder.mkdir()
    rng = np.random.default_rng(3)
    pictures = []
    for table in tables:
        picture = paint(look(table), table)
        if pictures:
            pictures += [with_hand(picture, (400 + 40 * step, 420 - 40 * step)) for step in range(4)]
        pictures += [picture] * rest
    for number, picture in enumerate(pictures):
        noisy = picture + rng.integers(-3, 4, picture.shape)
        cv2.imwrite(str(folder / f"{number:04}.png"), np.clip(noisy, 0, 255).astype(np.uint8))
    return folder


def record_at(path: Path, table: Table) -> Path:
    new_record(table, ("Anna", "Ben"), path, REFERENCE)
    return path


def turns(lines: list[dict[str, object]]) -> list[dict[str, object]]:
    return [line for line in lines if line["type"] == "turn"]


def test_a_folder_is_watched_and_its_record_grows(run: CommandLine, tmp_path: Path) -> None:
    record = record_at(tmp_path / "evening.txt", TABLES[0])
    finished = run("watch", film_folder(tmp_path / "film", TABLES), "--record", record, "--json")
    assert (finished.code, finished.err) == (0, "")
    lines = finished.json_lines
    for line in lines:
        validator("watch_event").validate(line)
    assert [(line["verdict"], line["player"], line["name"]) for line in turns(lines)] == [
        ("legal", 0, "Anna"),
        ("legal", 1, "Ben"),
        ("legal", 0, "Anna"),
    ]
    kept = read_record(GAME, record.read_text())
    *_, last = replay(GAME, kept)
    assert last == TABLES[TURNS]
    assert kept.more["players"] == "Anna, Ben"


def test_an_old_record_goes_on_where_it_was(run: CommandLine, tmp_path: Path) -> None:
    record = record_at(tmp_path / "evening.txt", TABLES[0])
    run("watch", film_folder(tmp_path / "one", TABLES[:2]), "--record", record)
    with record.open("a") as cut_off:
        cut_off.write(f"{played()[1][1][0].text()}\nstep gr")  # killed within a turn, and within a line
    finished = run("watch", film_folder(tmp_path / "two", TABLES[1:]), "--record", record, "--json")
    assert len(turns(finished.json_lines)) == 2
    *_, last = replay(GAME, read_record(GAME, record.read_text()))
    assert last == TABLES[TURNS]


def test_a_laid_table_needs_no_record_and_people_read_plain_lines(run: CommandLine, tmp_path: Path) -> None:
    finished = run("watch", film_folder(tmp_path / "film", TABLES[:2]), "--players", "Anna:gray,Ben:blue")
    assert finished.code == 0
    told = finished.out.splitlines()
    assert len(told) == 2
    assert "The table is laid" in told[0]
    assert "Anna: Lift at row" in told[1]


def test_players_are_counted_when_nobody_names_them(run: CommandLine, tmp_path: Path) -> None:
    finished = run("watch", film_folder(tmp_path / "film", TABLES[:2]), "--json")
    assert [line["name"] for line in turns(finished.json_lines)] == [None, "gray"]


def test_a_table_in_the_middle_of_a_game_is_taken_as_it_is_found(run: CommandLine, tmp_path: Path) -> None:
    finished = run("watch", film_folder(tmp_path / "film", TABLES[2:]), "--players", "Anna:gray,Ben:blue", "--json")
    first, second = turns(finished.json_lines)
    assert first["move"] == "override"
    assert str(second["move"]).startswith(played()[2][1][0].text())


def test_a_video_is_recorded_with_its_set_up_and_events_and_watched_again(run: CommandLine, tmp_path: Path) -> None:
    record = record_at(tmp_path / "evening.txt", TABLES[0])
    before = record.read_text()
    film = film_folder(tmp_path / "film", TABLES[:3])
    finished = run("record", film, "--out", tmp_path / "misread", "--record", record)
    assert (finished.code, finished.err) == (0, "")
    assert record.read_text() == before, "the evening's own record is left alone"
    stem = tmp_path / "misread" / "recording"
    events = [json.loads(line) for line in stem.with_suffix(".jsonl").read_text().splitlines()]
    assert [event["verdict"] for event in turns(events)] == ["legal", "legal"]
    copy = tmp_path / "copy.txt"
    copy.write_text(stem.with_suffix(".txt").read_text())
    again = run("watch", stem.with_suffix(".mp4"), "--record", copy, "--json")
    assert [line["move"] for line in turns(again.json_lines)] == [event["move"] for event in turns(events)]
    run("record", film, "--out", tmp_path / "misread", "--record", record, "--seconds", 1)
    assert (tmp_path / "misread" / "recording-2.mp4").exists()


@pytest.mark.parametrize(
    ("arguments", "code", "needle"),
    [
        (("watch", "no-such-thing"), 1, "no-such-thing is no camera, address, video file or folder here"),
        (("watch", ".", "--game", "krystal"), 2, "krystal cannot be watched yet"),
        (("record", "no-such-thing", "--out", "x"), 1, "no-such-thing is no camera"),
    ],
)
def test_what_cannot_be_watched_is_told_in_one_line(
    run: CommandLine,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    code: int,
    needle: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    finished = run(*arguments)
    assert finished.code == code
    assert_one_line_each(finished, [needle])


def test_an_empty_folder_and_a_text_file_are_no_sources(run: CommandLine, tmp_path: Path) -> None:
    text = tmp_path / "film.mp4"
    text.write_text("hello")
    empty = tmp_path / "empty"
    empty.mkdir()
    for source, needle in ((empty, "holds no pictures"), (text, "cannot be opened")):
        finished = run("watch", source)
        assert finished.code == 1
        assert_one_line_each(finished, [needle])


def test_wrong_players_and_damaged_records_are_refused(run: CommandLine, tmp_path: Path) -> None:
    film = film_folder(tmp_path / "film", TABLES[:1], 3)
    for players, needle in (("Anna:pink,Ben:blue", "colour 'pink'"), ("Anna:gray", "1 cannot play")):
        finished = run("watch", film, "--players", players)
        assert finished.code == 2
        assert_one_line_each(finished, [needle])
    damaged = tmp_path / "damaged.txt"
    damaged.write_text("hello\n")
    finished = run("watch", film, "--record", damaged)
    assert finished.code == 1
    assert_one_line_each(finished, ["damaged.txt: line 1 of the record"])
