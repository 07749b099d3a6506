"""`tableloupe doctor`: each fault that it looks for, made on purpose."""

from __future__ import annotations

import socket
import sys
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import numpy as np
import pytest

import vision.cameras
import vision.onnx
import vision.sources
from server import cli_doctor
from tests.server.commands import CommandLine, assert_one_line_each
from vision.cameras import Camera
from vision.errors import ModelError, Reason
from vision.sources import Frame, SourceError


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> CommandLine:
    """A machine with a data folder of its own, a free port and models that are fine."""
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        monkeypatch.setenv("TABLELOUPE_PORT", str(trial.getsockname()[1]))
    monkeypatch.setenv("TABLELOUPE_DATA_FOLDER", str(tmp_path / "data"))
    monkeypatch.setattr(vision.onnx, "read_manifest", dict)
    return CommandLine(monkeypatch, capsys)


def bad_lines(out: str) -> list[str]:
    return [line for line in out.splitlines() if line.startswith("BAD")]


def test_a_sound_machine_is_fine(run: CommandLine, tmp_path: Path) -> None:
    finished = run("doctor")
    assert (finished.code, bad_lines(finished.out)) == (0, [])
    assert "onnxruntime 1." in finished.out
    assert list((tmp_path / "data").iterdir()) == []


def test_a_library_that_does_not_load_comes_with_advice(run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    finished = run("doctor")
    assert finished.code == 1
    (line,) = bad_lines(finished.out)
    assert "onnxruntime cannot be loaded" in line and "Visual C++" in line


def test_two_opencvs_clash(run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    def version(package: str) -> str:
        if package.startswith("opencv-contrib"):
            raise PackageNotFoundError(package)
        return "5.0"

    monkeypatch.setattr(cli_doctor, "version", version)
    finished = run("doctor")
    assert finished.code == 1
    (line,) = bad_lines(finished.out)
    assert "opencv-python and opencv-python-headless overwrite each other" in line


def test_models_that_are_not_the_ones_meant(run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> dict[str, vision.onnx.ModelFacts]:
        raise ModelError(Reason.NETWORK_UNREADABLE, path="x.onnx", problem="damaged")

    monkeypatch.setattr(vision.onnx, "read_manifest", broken)
    finished = run("doctor")
    assert (finished.code, bad_lines(finished.out)) == (1, ["BAD  the network x.onnx cannot be read: damaged"])


def test_a_missing_network_file(run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    facts = vision.onnx.ModelFacts("locate", "no-such.onnx", "0" * 64, (), {})
    monkeypatch.setattr(vision.onnx, "read_manifest", lambda: {"locate": facts})
    finished = run("doctor")
    assert finished.code == 1
    assert "no-such.onnx" in bad_lines(finished.out)[0]


def test_a_port_in_use(run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        monkeypatch.setenv("TABLELOUPE_PORT", str(other.getsockname()[1]))
        finished = run("doctor")
    assert finished.code == 1
    assert "is free for `tableloupe serve`: no, " in bad_lines(finished.out)[0]


def test_a_data_folder_that_is_a_file(run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLELOUPE_DATA_FOLDER", __file__)
    finished = run("doctor")
    assert finished.code == 1
    assert "can be written: no, " in bad_lines(finished.out)[0]


def test_nonsense_in_the_environment_is_wrong_usage(run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLELOUPE_PORT", "many")
    finished = run("doctor")
    assert finished.code == 2
    assert_one_line_each(finished, ["TABLELOUPE_PORT is 'many'"])


@dataclass
class TriedPictures:
    """A camera that gives so many pictures."""

    left: int
    size: tuple[int, int] = (640, 480)
    live: bool = True

    def read(self) -> Frame | None:
        self.left -= 1
        blank = np.zeros((self.size[1], self.size[0], 3), np.uint8)
        return Frame(-self.left / 20, blank) if self.left >= 0 else None

    def close(self) -> None:
        """Nothing is held open."""


def test_each_camera_is_tried_and_advised_on(run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    def opened(source: str) -> TriedPictures:
        if source == "2":
            raise SourceError(Reason.SOURCE_CLOSED, source=source)
        return TriedPictures({"0": 99, "1": 0}[source])

    cameras = tuple(Camera(number, f"Cam {number}") for number in range(3))
    monkeypatch.setattr(vision.cameras, "list_cameras", lambda: cameras)
    monkeypatch.setattr(vision.sources, "open_pictures", opened)
    finished = run("doctor")
    assert finished.code == 1
    told = [line for line in finished.out.splitlines() if "Cam " in line]
    assert told[0].startswith("ok   camera 0 (Cam 0) gives 640 × 480 pixels, 20 pictures a second; cards read better")
    assert told[1].startswith("BAD  camera 1 (Cam 1) opens but gives no picture")
    assert told[2].startswith("BAD  camera 2 (Cam 2): 2 cannot be opened")


def test_no_camera_is_no_fault(run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vision.cameras, "list_cameras", tuple)
    finished = run("doctor")
    assert finished.code == 0
    assert "no camera is connected" in finished.out
