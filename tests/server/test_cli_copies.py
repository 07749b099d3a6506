"""`tableloupe teach`, `copies` and `--copy`: lessons are kept, shared, taken back, and used only where asked for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from tests.server.commands import CommandLine, assert_one_line_each
from tests.server.readings import FakeReader, ruby_row
from tests.server.web_client import jpeg
from vision.crystalla.copies import unpack

TRUTH: dict[str, Any] = {
    "game": "crystalla",
    "cards": [
        {"row": 0, "col": 0, "rotation": 2, "large": "ruby", "small": "amethyst"},
        {"row": 0, "col": 1, "rotation": 0, "large": "citrine", "small": "hematite"},
        {"row": 0, "col": 2, "rotation": 0, "large": "citrine", "small": "amethyst"},
    ],
}


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TABLELOUPE_DATA_FOLDER", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    Path("x.jpg").write_bytes(jpeg())
    Path("x.json").write_text(json.dumps(TRUTH))
    return tmp_path / "data"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(monkeypatch, capsys)


def teach(run: CommandLine, name: str = "Stube") -> str:
    """Teach the photo; answers the lesson's id."""
    done = run("teach", "crystalla", "x.jpg", "--truth", "x.json", "--copy", name, readings=[ruby_row()])
    assert done.code == 0, done.err
    return done.out.split("lesson ")[1].split()[0]


def test_lessons_add_up_and_are_listed(run: CommandLine) -> None:
    first, second = teach(run), teach(run)
    listed = run("copies", "list").out
    assert listed.startswith("Stube")
    assert listed.index(first) < listed.index(second)


def test_a_corrected_reading_is_a_truth(run: CommandLine) -> None:
    reading = json.loads(run("score", "x.jpg", "--json", readings=[ruby_row()]).out)
    reading["cards"][1]["large"]["crystal"] = "emerald"
    Path("read.json").write_text(json.dumps(reading))
    done = run("teach", "crystalla", "x.jpg", "--truth", "read.json", "--copy", "Stube", readings=[ruby_row()])
    assert done.code == 0, done.err
    run("copies", "export", "Stube", "stube.copy")
    (lesson,) = unpack(Path("stube.copy").read_bytes()).lessons
    assert [card.large for card in lesson.cards] == ["ruby", "emerald", "citrine"]


def test_a_lesson_can_be_undone_and_the_last_one_takes_the_copy_along(run: CommandLine) -> None:
    first, second = teach(run), teach(run)
    assert run("copies", "delete", "Stube", "--lesson", first).code == 0
    listed = run("copies", "list").out
    assert first not in listed
    assert second in listed
    refused = run("copies", "delete", "Stube", "--lesson", first)
    assert refused.code == 2
    assert_one_line_each(refused, [first])
    run("copies", "delete", "Stube", "--lesson", second)
    assert run("copies", "delete", "Stube").code == 2


def test_a_copy_is_shared_as_one_file(run: CommandLine) -> None:
    lesson = teach(run)
    assert run("copies", "export", "Stube", "stube.copy").code == 0
    taken = run("copies", "import", "stube.copy")
    assert taken.code == 1
    assert_one_line_each(taken, ["'Stube' already"])
    assert run("copies", "delete", "Stube").code == 0
    assert "no copies" in run("copies", "list").out
    assert run("copies", "import", "stube.copy").out == "Stube: 1 lesson\n"
    assert lesson in run("copies", "list").out
    assert Path("stube.copy").stat().st_size < 100_000


@pytest.mark.parametrize("content", [None, b"", b"nothing of the kind"])
def test_what_is_no_copy_is_not_taken_in(run: CommandLine, content: bytes | None) -> None:
    if content is not None:
        Path("bad.copy").write_bytes(content)
    refused = run("copies", "import", "bad.copy")
    assert refused.code == 1
    assert_one_line_each(refused, ["bad.copy"])


def test_score_and_eval_use_a_copy_only_where_it_is_named(run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    lesson = teach(run)
    learned: list[str] = []

    def learn(reader: FakeReader, copy: Any) -> FakeReader:
        learned.extend(taught.id for taught in copy.lessons)
        return reader

    monkeypatch.setattr(FakeReader, "for_copy", learn)
    plain = run("score", "x.jpg", "--json", readings=[ruby_row()])
    assert plain.json_lines[0]["copy"] is None
    assert learned == []
    named = run("score", "x.jpg", "--json", "--copy", "Stube", readings=[ruby_row()])
    assert named.json_lines[0]["copy"] == "Stube"
    assert learned == [lesson]
    assert run("eval", "crystalla", ".", "--copy", "Stube", "--json", readings=[ruby_row()]).code == 0
    assert learned == [lesson, lesson]


@pytest.mark.parametrize(
    "arguments",
    [["score", "x.jpg", "--copy", "Opa"], ["copies", "export", "Opa", "y"], ["copies", "delete", "Opa"]],
)
def test_an_unknown_copy_is_wrong_usage(run: CommandLine, arguments: list[str]) -> None:
    teach(run)
    refused = run(*arguments)
    assert refused.code == 2
    assert_one_line_each(refused, ["unknown copy 'Opa': known: 'Stube'"])
    assert not Path("y").exists()


@pytest.mark.parametrize(
    ("truth", "name", "code", "needle"),
    [
        ({**TRUTH, "cards": TRUTH["cards"][:2]}, "Stube", 1, "in no turn"),
        ({**TRUTH, "cards": []}, "Stube", 1, "teaches nothing"),
        ({**TRUTH, "cards": 3}, "Stube", 1, "cards is 3"),
        (TRUTH, "", 2, "1 to 40 printable"),
    ],
)
def test_what_cannot_be_taught_is_refused_and_leaves_no_copy(
    run: CommandLine, truth: dict[str, Any], name: str, code: int, needle: str
) -> None:
    Path("x.json").write_text(json.dumps(truth))
    refused = run("teach", "crystalla", "x.jpg", "--truth", "x.json", "--copy", name, readings=[ruby_row()])
    assert refused.code == code
    assert_one_line_each(refused, [needle])
    assert "no copies" in run("copies", "list").out


def test_a_photo_without_a_display_teaches_nothing(run: CommandLine) -> None:
    refused = run("teach", "crystalla", "x.jpg", "--truth", "x.json", "--copy", "Stube", readings=[None])
    assert refused.code == 1
    assert_one_line_each(refused, ["no display"])


def test_a_damaged_copy_is_named_and_does_not_hide_the_others(run: CommandLine, data_folder: Path) -> None:
    teach(run)
    [file] = (data_folder / "copies").iterdir()
    teach(run, "Küche")
    file.write_bytes(b"PK")
    assert run("copies", "list").out.startswith("Küche")
    refused = run("score", "x.jpg", "--copy", "Stube")
    assert refused.code == 2
    assert_one_line_each(refused, ["damaged"])


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "“Remember this copy”"), ("de", "Hämatit"), ("fr", "« Retenir cet")],
)
def test_the_first_lesson_is_printed(run: CommandLine, language: str, words: str) -> None:
    done = run("print", "crystalla", "--lesson", "--out", "lesson.pdf", "--language", language)
    assert done.code == 0
    (page,) = PdfReader("lesson.pdf").pages
    assert words in page.extract_text().replace("\u00a0", " ")


@pytest.mark.parametrize("wrong", [("--paper", "a5"), ("--language", "es")])
def test_a_lesson_on_another_paper_or_in_another_language_is_refused(run: CommandLine, wrong: tuple[str, str]) -> None:
    refused = run("print", "crystalla", "--lesson", *wrong)
    assert refused.code == 2
    assert_one_line_each(refused, [wrong[1]])
