"""Sources of live pictures: files, folders, cameras by name, and a thread that keeps the newest picture only."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision import sources
from vision.cameras import Camera, find_camera
from vision.errors import Reason
from vision.newest import LOST_AFTER_S, STUCK_AFTER_S, Newest
from vision.sources import CameraTrouble, Frame, SourceError, open_pictures

CAMERAS = (Camera(0, "Integrated Webcam"), Camera(2, "USB Camera: Table"), Camera(4, "USB Camera: Door"))


def picture(value: int, size: tuple[int, int] = (64, 48)) -> np.ndarray:
    return np.full((size[1], size[0], 3), value, np.uint8)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number, value in enumerate((10, 90, 200)):
        cv2.imwrite(str(tmp_path / f"{number:03}.png"), picture(value))
    (tmp_path / "notes.txt").write_text("not a picture")
    return tmp_path


def test_a_folder_gives_its_pictures_in_the_order_of_their_names(folder: Path) -> None:
    pictures = open_pictures(str(folder))
    frames = list(sources.frames_of(pictures))
    assert [(frame.t, int(frame.bgr[0, 0, 0])) for frame in frames] == [(0.0, 10), (0.1, 90), (0.2, 200)]
    assert (pictures.live, frames[0].size) == (False, (64, 48))


def test_a_video_file_tells_its_own_time(tmp_path: Path) -> None:
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 20.0, (64, 48))
    for value in range(0, 250, 50):
        writer.write(picture(value))
    writer.release()
    frames = list(sources.frames_of(open_pictures(str(path))))
    assert [round(frame.t, 3) for frame in frames] == [0.0, 0.05, 0.1, 0.15, 0.2]
    assert [round(frame.bgr.mean() / 50) for frame in frames] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    ("source", "reason"), [("no such camera", Reason.NO_SOURCE), ("rtsp://127.0.0.1:9/x", Reason.SOURCE_CLOSED)]
)
def test_what_cannot_be_opened_says_why(source: str, reason: Reason) -> None:
    with pytest.raises(SourceError) as refused:
        open_pictures(source)
    assert refused.value.code is reason


def test_an_empty_folder_says_so(tmp_path: Path) -> None:
    with pytest.raises(SourceError) as refused:
        open_pictures(str(tmp_path))
    assert refused.value.code is Reason.NO_FRAMES


@pytest.mark.parametrize(
    ("asked", "number"),
    [
        ("0", 0),
        ("2", 2),
        ("7", 7),
        ("usb camera: door", 4),
        ("Integrated", 0),
        ("table", 2),
        ("USB", None),
        ("x", None),
    ],
)
def test_a_camera_is_found_by_number_name_or_a_part_that_fits_one(asked: str, number: int | None) -> None:
    found = find_camera(asked, CAMERAS)
    assert (None if found is None else found.number) == number


class FakeCapture:
    """A camera whose driver gives another size than asked for, and forgets its format when the size is set."""

    made: list[FakeCapture]

    def __init__(self, number: int, backend: int) -> None:  # noqa: ARG002
        self.number = number
        self.asked: list[tuple[int, float]] = []
        self.format = 0.0
        self.made.append(self)

    def isOpened(self) -> bool:
        return True

    def set(self, what: int, value: float) -> bool:
        self.asked.append((what, value))
        if what == cv2.CAP_PROP_FOURCC:
            self.format = value
        elif what == cv2.CAP_PROP_FRAME_WIDTH:
            self.format = 0.0
        return True

    def get(self, what: int) -> float:
        return self.format if what == cv2.CAP_PROP_FOURCC else 1920.0

    def read(self) -> tuple[bool, np.ndarray]:
        return True, picture(50, (640, 480))

    def release(self) -> None:
        """Nothing is held open."""


def test_only_a_cameras_pictures_tell_its_size_and_its_format_is_asked_for_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    FakeCapture.made = []
    monkeypatch.setattr(sources, "list_cameras", lambda: CAMERAS)
    monkeypatch.setattr(cv2, "VideoCapture", FakeCapture)
    pictures = open_pictures("table", clock=lambda: 5.0)
    frame = pictures.read()
    assert frame is not None
    assert (pictures.live, frame.t, frame.size) == (True, 5.0, (640, 480))
    (capture,) = FakeCapture.made
    formats = [value for what, value in capture.asked if what == cv2.CAP_PROP_FOURCC]
    assert capture.number == 2
    assert formats == [float(cv2.VideoWriter.fourcc(*"MJPG"))] * 2


class Script:
    """A live source that gives what a test hands it, one picture at a time, and counts how often it is opened."""

    live = True

    def __init__(self) -> None:
        self.opened = 0
        self._step = threading.Semaphore(0)
        self._given: list[Frame | None] = []
        self.taken = threading.Semaphore(0)

    def open(self, source: str) -> Script:  # noqa: ARG002
        self.opened += 1
        return self

    def give(self, *frames: Frame | None) -> None:
        for frame in frames:
            self._given.append(frame)
            self._step.release()

    def read(self) -> Frame | None:
        self.taken.release()
        self._step.acquire()
        return self._given.pop(0)

    def close(self) -> None:
        """Nothing is held open."""


@pytest.fixture
def script() -> Iterator[Script]:
    made = Script()
    yield made
    made.give(*[None] * 8)


def test_a_slow_reader_gets_the_newest_picture_and_memory_holds_one(script: Script) -> None:
    arrived = threading.Condition()
    newest = Newest("0", arrived, opener=script.open, clock=lambda: 0.0)
    frames = [Frame(float(number), picture(number)) for number in range(50)]
    script.give(*frames)
    for _ in range(len(frames) + 1):
        assert script.taken.acquire(timeout=30), "each picture is read while nobody takes any"
    assert newest.take() is frames[-1]
    assert newest.take() is None, "a picture is taken once"
    assert (newest.facts.width_px, newest.facts.height_px) == (64, 48)
    newest.close()


def test_no_picture_for_a_while_is_trouble_and_a_read_that_hangs_is_left_alone(script: Script) -> None:
    now = [0.0]
    newest = Newest("0", threading.Condition(), opener=script.open, clock=lambda: now[0])
    assert script.taken.acquire(timeout=30)
    assert newest.take() is None
    now[0] = LOST_AFTER_S + 0.1
    assert newest.take() == CameraTrouble(now[0])
    assert newest.take() is None, "it is said once a second"
    now[0] = STUCK_AFTER_S + 0.1
    assert isinstance(newest.take(), CameraTrouble)
    assert script.taken.acquire(timeout=30), "another thread opens the camera anew"
    assert script.opened == 2
    newest.close()


def test_a_file_ends(folder: Path) -> None:
    arrived = threading.Condition()
    newest = Newest(str(folder), arrived)
    seen = []
    while not newest.ended:
        with arrived:
            arrived.wait(0.05)
        frame = newest.take()
        if isinstance(frame, Frame):
            seen.append(frame.t)
    assert seen[-1] == pytest.approx(0.2)
    assert seen == sorted(set(seen))
