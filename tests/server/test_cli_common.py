"""Opening the reader: what keeps it from loading is one line and exit code 1."""

from __future__ import annotations

import sys

import pytest
import typer

import vision.pipeline
from server.cli_common import LazyReader, complain, open_reader
from vision.errors import ModelError, Reason


def test_networks_that_cannot_be_used(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def broken(_: str) -> vision.pipeline.Reader:
        raise ModelError(Reason.NETWORK_UNREADABLE, path="x.onnx", problem="damaged")

    monkeypatch.setattr(vision.pipeline, "open_reader", broken)
    with pytest.raises(typer.Exit) as end:
        open_reader("crystalla")
    assert end.value.exit_code == 1
    assert capsys.readouterr().err == "tableloupe: the network x.onnx cannot be read: damaged\n"


def test_a_runtime_that_does_not_load(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "vision.pipeline", None)
    with pytest.raises(typer.Exit) as end:
        open_reader("crystalla")
    assert end.value.exit_code == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert "the reader cannot be loaded" in line and "tableloupe doctor" in line


def test_the_reader_is_opened_once_and_only_when_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []

    class Nothing:
        def read(self, photo: object) -> object:
            return photo

    def open_nothing(game: str) -> Nothing:
        opened.append(game)
        return Nothing()

    monkeypatch.setattr("server.cli_common.open_reader", open_nothing)
    reader = LazyReader("crystalla")
    assert opened == []
    for photo in ("one", "two"):
        assert reader.read(photo) == photo  # type: ignore[arg-type, comparison-overlap]
    assert opened == ["crystalla"]


def test_a_complaint_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    complain("first\nsecond\r\nthird")
    assert capsys.readouterr().err == "tableloupe: first second third\n"
