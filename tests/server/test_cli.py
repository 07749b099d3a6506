"""The command line as a whole: help, laziness, and `tally`."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.commands import CommandLine, assert_one_line_each

COMMANDS = ["score", "tally", "eval", "print", "serve", "doctor"]
GOOD = {"cards": [{"row": 0, "col": 0, "rotation": 0, "large": "ruby", "small": {"crystal": "ruby"}}]}


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(monkeypatch, capsys)


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_has_help_with_an_example(run: CommandLine, command: str) -> None:
    finished = run(command, "--help")
    assert finished.code == 0
    assert f"tableloupe {command}" in " ".join(finished.out.split("Example:")[1].split())


def test_no_command_shows_the_commands(run: CommandLine) -> None:
    finished = run()
    assert finished.code == 0
    assert all(f"\n  {command} " in finished.out for command in COMMANDS)


@pytest.mark.parametrize("arguments", [["tally", "crystalla", "-"], ["--help"], ["score", "--help"]])
def test_quick_commands_load_no_heavy_library(arguments: list[str]) -> None:
    heavy = ["cv2", "numpy", "onnxruntime", "PIL", "pillow_heif", "fastapi", "sqlmodel", "rich"]
    code = (
        "import sys\nfrom server.cli import main\n"
        f"try: main({arguments!r})\nexcept SystemExit as end: code = end.code\n"
        f"print(sorted(set({heavy!r}) & set(sys.modules)), code, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input="", capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stderr.strip() == "[] 0"


def test_tally_answers_every_line_in_its_place(run: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "displays.jsonl"
    lines = [json.dumps(GOOD), "", "{broken", json.dumps({"displays": [GOOD, GOOD]}), '{"cards": 3}']
    path.write_text("\n".join(lines), encoding="utf-8-sig")
    finished = run("tally", "crystalla", path)
    assert (finished.code, finished.err) == (1, "")
    first, broken, together, no_list = finished.json_lines
    assert (first["ruby"], first["total"]) == (10, 10)
    assert together["winners"] == [0, 1]
    assert set(broken) == set(no_list) == {"error"}


def test_tally_reads_standard_input(run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    broken_bytes = b'{"cards": [{"row": 0, "col": 0, "rotation": 0, "large": "rub\xff", "small": "ruby"}]}'
    text = json.dumps(GOOD).encode() + b"\n" + broken_bytes
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
    finished = run("tally", "crystalla", "-")
    assert finished.code == 1
    assert finished.json_lines[0]["total"] == 10
    assert "large" in finished.json_lines[1]["error"]


@pytest.mark.parametrize(
    ("arguments", "code", "needle"),
    [
        (["crystal-hall", "-"], 2, "crystal-hall cannot be tallied yet"),
        (["crystalla", "/no/such/file"], 1, "No such file"),
        (["crystalla", "/"], 1, "Is a directory"),
        (["crystalla", "-", "--edition", "/no/such.toml"], 2, "bad edition file"),
    ],
)
def test_tally_refuses_in_one_line(run: CommandLine, arguments: list[str], code: int, needle: str) -> None:
    finished = run("tally", *arguments)
    assert (finished.code, finished.out) == (code, "")
    assert_one_line_each(finished, [needle])


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_output_that_cannot_be_written_is_one_line() -> None:
    command = [sys.executable, "-m", "server.cli", "tally", "crystalla", "-"]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            command, input=json.dumps(GOOD), stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False
        )
    assert done.returncode == 1
    assert done.stderr == "tableloupe: standard output: cannot be written: No space left on device\n"


def test_closed_standard_input_is_told(run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    finished = run("tally", "crystalla", "-")
    assert (finished.code, finished.out) == (1, "")
    assert_one_line_each(finished, ["-: the file cannot be read: it is closed"])
