"""`tableloupe print`: what is asked of the sheets, and how failures are told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rules.crystalla.edition import Edition
from server import cli_print
from tests.server.commands import CommandLine, assert_one_line_each


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, ...]]:
    """Calls of the sheet writers, which take half a minute and have tests of their own."""
    calls: list[tuple[object, ...]] = []

    def write_pdf(path: Path, edition: Edition, paper: str, progress: Callable[[int, int], None]) -> int:
        progress(1, 2)
        path.write_bytes(b"%PDF")
        calls.append(("pdf", path, edition.name, paper))
        return 23

    def write_faces(folder: Path, edition: Edition, progress: Callable[[int, int], None]) -> list[Path]:
        progress(1, 1)
        folder.mkdir(parents=True)
        calls.append(("faces", folder, edition.name))
        return [folder / "ruby-emerald.png"]

    monkeypatch.setattr(cli_print, "write_pdf", write_pdf)
    monkeypatch.setattr(cli_print, "write_faces", write_faces)
    return calls


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> CommandLine:
    monkeypatch.chdir(tmp_path)
    return CommandLine(monkeypatch, capsys)


def test_a_pdf_is_written_and_named(run: CommandLine, asked: list[tuple[object, ...]], tmp_path: Path) -> None:
    path = tmp_path / "deck.pdf"
    finished = run("print", "crystalla", "--out", path, "--paper", "letter")
    assert (finished.code, finished.err) == (0, "")
    assert asked == [("pdf", path, "reference", "letter")]
    assert f"{path}: 23 pages, letter" in finished.out


def test_without_options_the_pdf_has_a_name_of_its_own(run: CommandLine, asked: list[tuple[object, ...]]) -> None:
    assert run("print", "crystalla").code == 0
    assert asked == [("pdf", Path("crystalla.pdf"), "reference", "a4")]


def test_faces_alone_or_with_the_pdf(run: CommandLine, asked: list[tuple[object, ...]], tmp_path: Path) -> None:
    assert run("print", "crystalla", "--faces", tmp_path / "one").code == 0
    assert [call[0] for call in asked] == ["faces"]
    assert run("print", "crystalla", "--faces", tmp_path / "two", "--out", tmp_path / "x.pdf").code == 0
    assert [call[0] for call in asked] == ["faces", "faces", "pdf"]


@pytest.mark.parametrize(
    ("arguments", "code", "needle"),
    [
        (["krystal"], 2, "krystal cannot be printed yet"),
        (["crystalla", "--paper", "a3"], 2, "--paper is 'a3', allowed: a4, letter"),
        (["crystalla", "--edition", "/no/such.toml"], 2, "bad edition file"),
        (["crystalla", "--out", "/no/such/folder/x.pdf"], 1, "/no/such/folder/x.pdf: cannot be written"),
    ],
)
def test_refusals(
    run: CommandLine, asked: list[tuple[object, ...]], arguments: list[str], code: int, needle: str
) -> None:
    finished = run("print", *arguments)
    assert finished.code == code
    assert_one_line_each(finished, [needle])
    assert asked == []
