"""Runs the command line inside the test process, with a reader that needs no network."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from server import cli, cli_common
from tests.server.readings import FakeReader
from vision.crystalla.reading import DisplayReading


@dataclass(frozen=True, slots=True)
class Finished:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def json_lines(self) -> list[Any]:
        """Standard output, which must be JSON lines."""
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def complaints(self) -> list[str]:
        """Lines of standard error."""
        return self.err.splitlines()


class CommandLine:
    """Runs `tableloupe ...`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch = monkeypatch
        self._capsys = capsys

    def __call__(self, *arguments: object, readings: Iterable[DisplayReading | None] = ()) -> Finished:
        """Run one command; `readings` is what the reader finds in the photos that can be decoded, in order."""
        reader = FakeReader(readings)
        self._monkeypatch.setattr(cli_common, "open_reader", lambda _: reader)
        with pytest.raises(SystemExit) as end:
            cli.main([str(argument) for argument in arguments])
        captured = self._capsys.readouterr()
        code = end.value.code
        assert isinstance(code, int)
        return Finished(code, captured.out, captured.err)


def assert_one_line_each(finished: Finished, needles: Sequence[str]) -> None:
    """Standard error holds exactly one line per needle, in order, and no traceback."""
    assert len(finished.complaints) == len(needles), finished.err
    for line, needle in zip(finished.complaints, needles, strict=True):
        assert line.startswith("tableloupe: ")
        assert needle in line
