"""The cameras of this machine, by number and name."""

from __future__ import annotations

import platform
from dataclasses import dataclass

import cv2
from cv2_enumerate_cameras import enumerate_cameras


@dataclass(frozen=True, slots=True)
class Camera:
    """A camera: the number that opens it now (another one after it was plugged in anew), and its name."""

    number: int
    name: str


BACKENDS = {"Linux": cv2.CAP_V4L2, "Windows": cv2.CAP_MSMF, "Darwin": cv2.CAP_AVFOUNDATION}


def capture_backend() -> int:
    """OpenCV's way to cameras on this system."""
    return BACKENDS.get(platform.system(), cv2.CAP_ANY)


def list_cameras() -> tuple[Camera, ...]:
    """Cameras that can capture video, in the order of their numbers; none where the system cannot be asked."""
    try:
        found = enumerate_cameras(capture_backend())
    except NotImplementedError:
        return ()
    return tuple(sorted((Camera(info.index, info.name) for info in found), key=lambda camera: camera.number))


def find_camera(source: str, cameras: tuple[Camera, ...]) -> Camera | None:
    """The camera of a number or name; a part of a name will do when it fits one camera only."""
    if source.isdecimal():
        # Virtual cameras may be missing from the list, so a number is tried as it is.
        number = int(source)
        return next((camera for camera in cameras if camera.number == number), Camera(number, source))
    wanted = source.casefold()
    exact = [camera for camera in cameras if camera.name.casefold() == wanted]
    partly = [camera for camera in cameras if wanted and wanted in camera.name.casefold()]
    fitting = exact or partly
    return fitting[0] if len(fitting) == 1 else None
