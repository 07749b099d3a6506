"""`tableloupe score`: the contract's lines and exit codes, with good, bad and mixed photos."""

from __future__ import annotations

import io
import json
import struct
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from tests.server.commands import CommandLine, assert_one_line_each
from tests.server.contract import validator
from tests.server.readings import card, reading, ruby_row, segment
from vision.crystalla.reading import DisplayReading
from vision.image import load_photo


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(monkeypatch, capsys)


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    return write_photo(tmp_path / "anna.jpg")


def write_photo(path: Path) -> Path:
    noise = np.random.default_rng(1).integers(0, 255, (60, 80, 3), dtype=np.uint8)
    cv2.imwrite(str(path), cv2.resize(noise, (800, 600)))
    return path


def doubtful_row() -> DisplayReading:
    good = ruby_row()
    unsure = card(0, 2, None, segment("citrine", confidence=0.55, other="ruby"), None)
    return reading(*good.cards[:2], unsure, others=1)


def test_a_copy_that_does_not_fit_is_named_as_such(run: CommandLine, photo: Path) -> None:
    finished = run("score", photo, readings=[replace(ruby_row(), misfit=True)])
    assert "do not look like this copy" in finished.out
    (line,) = run("score", photo, "--json", readings=[replace(ruby_row(), misfit=True)]).json_lines
    assert (line["misfit"], line["sure"]) == (True, True)


def test_json_line_is_exactly_the_contract(run: CommandLine, photo: Path) -> None:
    finished = run("score", photo, "--json", readings=[ruby_row()])
    assert (finished.code, finished.err) == (0, "")
    (line,) = finished.json_lines
    validator("score_line").validate(line)
    assert line["photo"] == str(photo)
    assert (line["game"], line["edition"], line["copy"]) == ("crystalla", "reference", None)
    assert (line["found"], line["sure"], line["others"], line["doubts"]) == (True, True, 0, [])
    assert line["score"] == {
        "tourmaline": 0,
        "amethyst": 7,
        "ruby": 10,
        "emerald": 0,
        "citrine": 3,
        "diamond": 0,
        "total": 20,
        "gives_each_opponent": 2,
        "missing": 0,
    }
    first = line["cards"][0]
    assert (first["row"], first["col"], first["rotation"], first["rotation_confidence"]) == (0, 0, 2, 0.99)
    assert first["large"] == {"crystal": "ruby", "confidence": 0.99, "piece": False}
    assert first["corners"] == [[200, 500], [100, 500], [100, 400], [200, 400]]
    assert line["timing_ms"]["locate"] == 2.0
    assert line["timing_ms"]["total"] >= line["timing_ms"]["decode"] > 0


def test_doubts_and_unread_parts(run: CommandLine, photo: Path) -> None:
    (line,) = run("score", photo, "--json", readings=[doubtful_row()]).json_lines
    validator("score_line").validate(line)
    assert (line["sure"], line["others"]) == (False, 1)
    assert line["doubts"] == [
        {"row": 0, "col": 2, "what": "rotation", "candidates": []},
        {"row": 0, "col": 2, "what": "large", "candidates": [["citrine", 0.55], ["ruby", 0.45]]},
        {"row": 0, "col": 2, "what": "small", "candidates": []},
    ]
    last = line["cards"][2]
    assert (last["rotation"], last["large"]["crystal"], last["small"]["crystal"]) == (None, "citrine", None)
    assert (line["score"]["missing"], line["score"]["citrine"], line["score"]["amethyst"]) == (1, 3, 0)


def test_photos_come_in_the_order_given_and_good_ones_are_scored_among_bad_ones(
    run: CommandLine, tmp_path: Path
) -> None:
    good = [write_photo(tmp_path / f"good{number}.jpg") for number in range(3)]
    (tmp_path / "notes.txt").write_text("hello")
    photos = [tmp_path / "missing.jpg", good[0], tmp_path / "notes.txt", good[1], tmp_path, good[2]]
    finished = run("score", *photos, "--json", readings=[ruby_row(), None, ruby_row()])
    assert finished.code == 1
    assert [line["photo"] for line in finished.json_lines] == [str(path) for path in photos]
    assert [line["found"] for line in finished.json_lines] == [False, True, False, False, False, True]
    for line in finished.json_lines:
        validator("score_line").validate(line)
    assert_one_line_each(finished, ["no such file", "no picture that can be read", "no display", "a folder"])


def jpeg(width: int = 640, height: int = 480) -> bytes:
    noise = np.random.default_rng(5).integers(0, 255, (height // 8, width // 8, 3), dtype=np.uint8)
    buffer = io.BytesIO()
    Image.fromarray(noise).resize((width, height)).save(buffer, "JPEG")
    return buffer.getvalue()


def png_header_of_60000() -> bytes:
    header = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    chunk = b"IHDR" + header
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + chunk + struct.pack(">I", zlib.crc32(chunk)) + bytes(20)


def bomb() -> bytes:
    buffer = io.BytesIO()
    Image.new("1", (15_000, 15_000)).save(buffer, "PNG")
    return buffer.getvalue()


BAD: dict[str, tuple[Callable[[], bytes], str]] = {
    "empty": (lambda: b"", "the file is empty"),
    "text": (lambda: b"hello", "no picture that can be read"),
    "cut20": (lambda: jpeg()[: len(jpeg()) // 5], "cut off"),
    "cut50": (lambda: jpeg()[: len(jpeg()) // 2], "cut off"),
    "cut90": (lambda: jpeg()[: len(jpeg()) * 9 // 10], "cut off"),
    "huge": (png_header_of_60000, "60000 x 60000 pixels"),
    "bomb": (bomb, "15000 x 15000 pixels"),
}


@pytest.mark.parametrize("kind", BAD)
def test_bad_files_get_one_clear_line_and_exit_code_1(run: CommandLine, tmp_path: Path, kind: str) -> None:
    make, needle = BAD[kind]
    path = tmp_path / "bad.jpg"
    path.write_bytes(make())
    finished = run("score", path)
    assert (finished.code, finished.out) == (1, "")
    assert_one_line_each(finished, [needle])
    with_json = run("score", path, "--json")
    (line,) = with_json.json_lines
    validator("score_line").validate(line)
    assert needle in line["reason"]
    assert_one_line_each(with_json, [needle])


def test_unreadable_file(run: CommandLine, photo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read_bytes = Path.read_bytes

    def refuse(path: Path) -> bytes:
        if path == photo:
            raise PermissionError(13, "Permission denied")  # chmod 0 does not stop root, which CI runs as
        return read_bytes(path)

    monkeypatch.setattr(Path, "read_bytes", refuse)
    finished = run("score", photo)
    assert finished.code == 1
    assert_one_line_each(finished, ["permission denied"])


def test_a_line_break_in_a_name_does_not_break_the_line(run: CommandLine, tmp_path: Path) -> None:
    finished = run("score", tmp_path / "a\nb.jpg")
    assert_one_line_each(finished, ["a b.jpg: there is no such file"])


def test_the_table_names_every_crystal_and_the_total(run: CommandLine, photo: Path) -> None:
    finished = run("score", photo, readings=[ruby_row()])
    assert (finished.code, finished.err) == (0, "")
    rows = {line.split("│")[1].strip(): line for line in finished.out.splitlines() if line.count("│") == 5}
    assert rows["ruby"].split("│")[2:5] == [" " * 8 + "2 ", " 1 flower         ", "     10 "]
    assert rows["total"].split("│")[4].strip() == "20"
    assert rows["hematite"].split("│")[4].strip() == "2"
    assert "without doubt" in finished.out


def test_the_table_puts_doubts_in_plain_words(run: CommandLine, photo: Path) -> None:
    out = run("score", photo, readings=[doubtful_row()]).out
    assert "row 1, column 3: the large segment is citrine (55%) or ruby (45%)" in out
    assert "row 1, column 3: the small segment cannot be read" in out
    assert "1 segment could not be read and is not counted" in out
    assert "Other displays in the photo: 1" in out


def test_a_hole_is_a_doubt(run: CommandLine, photo: Path) -> None:
    ring = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)]
    with_hole = reading(*(card(row, col, 0, "ruby", "emerald") for row, col in ring))
    (line,) = run("score", photo, "--json", readings=[with_hole]).json_lines
    assert line["sure"] is False
    assert line["doubts"] == [{"row": 1, "col": 1, "what": "card", "candidates": []}]
    validator("score_line").validate(line)


def test_a_display_seen_from_another_side_is_no_doubt(run: CommandLine, photo: Path) -> None:
    hanging = reading(*(card(row, col, 0, "ruby", "emerald") for row, col in [(2, 0), (2, 1), (1, 1), (0, 1)]))
    (line,) = run("score", photo, "--json", readings=[hanging]).json_lines
    assert (line["sure"], line["doubts"]) == (True, [])


def test_annotated_pictures_are_written_and_named(run: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    photos = [write_photo(tmp_path / "a" / "img.jpg"), write_photo(tmp_path / "b" / "img.jpg")]
    folder = tmp_path / "out" / "pictures"
    finished = run("score", *photos, "--annotate", folder, "--json", readings=[ruby_row(), ruby_row()])
    written = [Path(line["annotated"]) for line in finished.json_lines]
    assert written == [folder / "img-read.jpg", folder / "img-2-read.jpg"]
    drawn, same_name, original = (load_photo(path).bgr for path in (*written, photos[0]))
    assert drawn.shape == same_name.shape == (600, 800, 3)
    assert np.abs(drawn.astype(int) - original).max() > 100
    table = run("score", photos[0], "--annotate", folder, readings=[ruby_row()])
    assert str(folder / "img-read.jpg") in table.out.replace("\n", "")


def test_a_picture_that_cannot_be_written_is_told_and_no_success(run: CommandLine, photo: Path, tmp_path: Path) -> None:
    (tmp_path / "out" / f"{photo.stem}-read.jpg").mkdir(parents=True)
    finished = run("score", photo, "--annotate", tmp_path / "out", "--json", readings=[ruby_row()])
    assert finished.code == 1
    assert_one_line_each(finished, ["the picture cannot be written"])
    (line,) = finished.json_lines
    assert line["found"] and "annotated" not in line


def test_no_picture_replaces_a_photo_of_the_call(run: CommandLine, tmp_path: Path) -> None:
    photos = [write_photo(tmp_path / "img.jpg"), write_photo(tmp_path / "img-read.jpg")]
    before = photos[1].read_bytes()
    finished = run("score", *photos, "--annotate", tmp_path, "--json", readings=[ruby_row(), ruby_row()])
    assert finished.json_lines[0]["annotated"] == str(tmp_path / "img-2-read.jpg")
    assert photos[1].read_bytes() == before


def test_together_adds_the_players(run: CommandLine, tmp_path: Path) -> None:
    photos = [write_photo(tmp_path / f"{name}.jpg") for name in ("anna", "ben")]
    plain = reading(*ruby_row().cards[:1], card(0, 1, 0, "ruby", "emerald"), ruby_row().cards[2])
    finished = run("score", *photos, "--json", "--together", readings=[ruby_row(), plain])
    *_, last = finished.json_lines
    validator("tally_players").validate(last)
    # Both displays have 10 + 7 + 3 points; the first one's hematite gives the second 2 more.
    assert [(p["total"], p["from_opponents"], p["final"]) for p in last["players"]] == [(20, 0, 20), (20, 2, 22)]
    assert last["winners"] == [1]
    table = run("score", *photos, "--together", readings=[ruby_row(), plain])
    assert "22 (wins)" in table.out


def test_together_needs_every_player(run: CommandLine, tmp_path: Path) -> None:
    photos = [write_photo(tmp_path / f"{name}.jpg") for name in ("anna", "ben")]
    finished = run("score", *photos, "--json", "--together", readings=[ruby_row(), None])
    assert finished.code == 1
    assert finished.json_lines[-1] == {"error": "no score together: 1 of 2 photos gave none"}
    assert_one_line_each(finished, ["no display", "no score together"])


@pytest.mark.parametrize(
    ("arguments", "needle"),
    [
        (["score"], "Missing argument"),
        (["score", "x.jpg", "--nonsense"], "No such option"),
        (["score", "x.jpg", "--game", "crystal-hall"], "crystal-hall cannot be read by camera yet"),
        (["score", "x.jpg", "--game", "crystal_hall"], "crystal-hall cannot be read by camera yet"),
        (["score", "x.jpg", "--game", "chess"], "unknown game 'chess', allowed: crystalla, crystal-hall"),
        (["score", "x.jpg", "--copy", "Oma"], "unknown copy 'Oma'"),
        (["score", "x.jpg", "--edition", "/no/such.toml"], "/no/such.toml"),
        (["score", "x.jpg", "--annotate", __file__], "the folder cannot be made"),
        (["scoer"], "No such command"),
    ],
)
def test_wrong_usage_is_exit_code_2_in_one_line(run: CommandLine, arguments: list[str], needle: str) -> None:
    finished = run(*arguments)
    assert (finished.code, finished.out) == (2, "")
    assert_one_line_each(finished, [needle])


def test_a_bad_edition_file_is_wrong_usage(run: CommandLine, tmp_path: Path, photo: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('name = "mine"\n')
    finished = run("score", photo, "--edition", path)
    assert finished.code == 2
    assert_one_line_each(finished, ["bad edition file"])


def test_json_escapes_names_that_are_no_text(run: CommandLine, tmp_path: Path) -> None:
    odd = tmp_path / "caf\udce9.jpg"
    odd.write_bytes(jpeg())
    finished = run("score", odd, "--json", readings=[ruby_row()])
    assert json.loads(finished.out)["photo"] == str(odd)
    assert run("score", odd, readings=[ruby_row()]).code == 0
