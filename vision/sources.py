"""Where live pictures come from: cameras, stream addresses, video files, folders of frames, all read in one way."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from vision.cameras import Camera, capture_backend, find_camera, list_cameras
from vision.errors import Reason, VisionError
from vision.image import Bgr, load_photo

Clock = Callable[[], float]
"""Seconds from any beginning, never running back."""

WIDTH_PX, HEIGHT_PX, FPS = 1920, 1080, 30
"""What cameras are asked for; what they give is told by their pictures alone."""
FOLDER_FPS = 10.0
"""Frames a second of a folder, whose files tell no time."""
PICTURE_ENDINGS = frozenset({".jpg", ".jpeg", ".png", ".webp"})
WHOLE_PX = 1 << 20
"""As shortest long side: frames are never reduced."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture: `t` in seconds of the source's own clock, `bgr` of shape (h, w, 3), uint8."""

    t: float
    bgr: Bgr

    @property
    def size(self) -> tuple[int, int]:
        """(width, height) in pixels."""
        return self.bgr.shape[1], self.bgr.shape[0]


@dataclass(frozen=True, slots=True)
class CameraTrouble:
    """Instead of a picture: at `t` seconds of the source's clock none has come for a while."""

    t: float


Arrival = Frame | CameraTrouble


class SourceError(VisionError):
    """The source does not exist, cannot be opened or gives no picture."""


class Pictures(Protocol):
    """An opened source; reads one picture after the other."""

    @property
    def live(self) -> bool:
        """Whether it goes on while nobody reads, as a camera does and a file does not."""
        ...

    def read(self) -> Frame | None:
        """The next picture; None at the end of a file, and when a camera gives none any more."""
        ...

    def close(self) -> None:
        """Let go of the device or file."""
        ...


class CapturedPictures:
    """A camera, stream or video file, read by OpenCV. The time of a camera's picture is when it came."""

    def __init__(self, capture: cv2.VideoCapture, *, live: bool, clock: Clock = time.monotonic) -> None:
        self._capture = capture
        self._clock = clock
        self._last = -1.0
        self.live = live

    def read(self) -> Frame | None:
        """The next picture."""
        got, bgr = self._capture.read()
        if not got:
            return None
        self._last = self._clock() if self.live else self._next_time()
        return Frame(self._last, np.asarray(bgr, dtype=np.uint8))

    def _next_time(self) -> float:
        """Time of the file's picture just read; where the file tells none that runs on, by its frame rate."""
        told = float(self._capture.get(cv2.CAP_PROP_POS_MSEC)) / 1000
        rate = float(self._capture.get(cv2.CAP_PROP_FPS)) or FOLDER_FPS
        return told if told > self._last else self._last + 1 / rate

    def close(self) -> None:
        """Release the device or file."""
        self._capture.release()


class FolderPictures:
    """A folder of frames, in the order of their names; files that are no pictures are passed over."""

    live = False

    def __init__(self, files: list[Path]) -> None:
        self._files = iter(files)
        self._count = 0

    def read(self) -> Frame | None:
        """The next frame; raises ImageError for a damaged one."""
        file = next(self._files, None)
        if file is None:
            return None
        self._count += 1
        return Frame((self._count - 1) / FOLDER_FPS, load_photo(file, min_long_side_px=WHOLE_PX).bgr)

    def close(self) -> None:
        """Nothing is held open."""


def open_pictures(source: str, clock: Clock = time.monotonic) -> Pictures:
    """Open a camera (number or name), a stream address, a video file or a folder of frames; raises SourceError."""
    if "://" in source:
        return _captured(source, cv2.VideoCapture(source, cv2.CAP_FFMPEG), live=True, clock=clock)
    path = Path(source)
    if path.is_dir():
        return _folder(path)
    if path.is_file():
        return _captured(source, cv2.VideoCapture(source, cv2.CAP_FFMPEG), live=False, clock=clock)
    return _camera(source, clock)


def _folder(path: Path) -> FolderPictures:
    files = sorted(file for file in path.iterdir() if file.suffix.lower() in PICTURE_ENDINGS)
    if not files:
        raise SourceError(Reason.NO_FRAMES, source=str(path))
    return FolderPictures(files)


def _camera(source: str, clock: Clock) -> CapturedPictures:
    cameras = list_cameras()
    camera = find_camera(source, cameras)
    if camera is None:
        known = ", ".join(f"{camera.number} ({camera.name})" for camera in cameras) or "-"
        raise SourceError(Reason.NO_SOURCE, source=source, known=known)
    return _captured(source, _open_device(camera), live=True, clock=clock)


def _open_device(camera: Camera) -> cv2.VideoCapture:
    capture = cv2.VideoCapture(camera.number, capture_backend())
    # Format first: without MJPG many cameras give 1080p at 5 pictures a second. Some drop the format when the size
    # is set, so it is asked for once more.
    motion_jpeg = cv2.VideoWriter.fourcc(*"MJPG")
    capture.set(cv2.CAP_PROP_FOURCC, motion_jpeg)
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, WIDTH_PX)
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, HEIGHT_PX)
    capture.set(cv2.CAP_PROP_FPS, FPS)
    if int(capture.get(cv2.CAP_PROP_FOURCC)) != motion_jpeg:
        capture.set(cv2.CAP_PROP_FOURCC, motion_jpeg)
    return capture


def _captured(source: str, capture: cv2.VideoCapture, *, live: bool, clock: Clock) -> CapturedPictures:
    if not capture.isOpened():
        capture.release()
        raise SourceError(Reason.SOURCE_CLOSED, source=source)
    return CapturedPictures(capture, live=live, clock=clock)


def frames_of(pictures: Pictures) -> Iterator[Frame]:
    """Every picture up to the end, then the source is closed: for files, which can wait."""
    try:
        while (frame := pictures.read()) is not None:
            yield frame
    finally:
        pictures.close()
