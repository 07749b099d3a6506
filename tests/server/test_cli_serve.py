"""`tableloupe serve`: what it asks of the web view."""

from __future__ import annotations

import pytest

from server import cli_serve
from tests.server.commands import CommandLine, assert_one_line_each
from vision.errors import ModelError, Reason


@pytest.mark.parametrize(
    ("arguments", "asked"),
    [([], (8123, False)), (["--lan"], (8123, True)), (["--port", "9000", "--lan"], (9000, True))],
)
def test_port_and_network_are_passed_on(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    asked: tuple[int, bool],
) -> None:
    served: list[tuple[int, bool]] = []
    monkeypatch.setenv("TABLELOUPE_PORT", "8123")
    monkeypatch.setattr(cli_serve, "run_server", lambda port, lan: served.append((port, lan)))
    assert CommandLine(monkeypatch, capsys)("serve", *arguments).code == 0
    assert served == [asked]


def test_a_port_that_is_none_is_wrong_usage(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    finished = CommandLine(monkeypatch, capsys)("serve", "--port", "70000")
    assert finished.code == 2
    assert_one_line_each(finished, ["--port is 70000, allowed: 0"])


@pytest.mark.parametrize(
    ("failure", "needle"),
    [
        (OSError(98, "port 8123 cannot be opened"), "port 8123 cannot be opened"),
        (
            ModelError(Reason.MANIFEST, path="models.toml", problem="gone"),
            "the model manifest models.toml cannot be used: gone",
        ),
    ],
)
def test_what_keeps_it_from_starting_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], failure: Exception, needle: str
) -> None:
    def fail(*_: object) -> None:
        raise failure

    monkeypatch.setattr(cli_serve, "run_server", fail)
    finished = CommandLine(monkeypatch, capsys)("serve", "--port", "8123")
    assert finished.code == 1
    assert_one_line_each(finished, [needle])
