"""`tableloupe doctor`: what of this installation works, and what to do about the rest."""

from __future__ import annotations

import socket
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version

from server.cli_common import OK, SOME_FAILED, open_settings
from server.settings import Settings
from vision.errors import VisionError

LIBRARIES = {
    "numpy": "numpy",
    "cv2": "opencv-python-headless",
    "onnxruntime": "onnxruntime",
    "PIL": "pillow",
    "pillow_heif": "pillow-heif",
    "fastapi": "fastapi",
    "uvicorn": "uvicorn",
    "sqlmodel": "sqlmodel",
    "websockets": "websockets",
    "cv2_enumerate_cameras": "cv2-enumerate-cameras",
}
"""Modules and the packages that bring them."""
ADVICE = {
    "cv2": "on a slim system image it may want libgl1 or libglib2.0-0",
    "onnxruntime": "on Windows it needs the Microsoft Visual C++ Redistributable",
}
OPENCV_PACKAGES = ("opencv-python", "opencv-contrib-python", "opencv-python-headless", "opencv-contrib-python-headless")


TRIED_PICTURES = 10
FAIR_WIDTH_PX = 1280


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report."""

    fine: bool
    text: str


def examine() -> int:
    """Print every finding; returns the exit code, SOME_FAILED when anything is wrong."""
    settings = open_settings()
    checks = (
        _python(),
        _libraries(),
        _opencv_clash(),
        _models(),
        _data_folder(settings),
        _port(settings),
        _video(),
        _cameras(),
    )
    code = OK
    for findings in checks:
        for finding in findings:
            print(f"{'ok ' if finding.fine else 'BAD'}  {finding.text}")
            code = code if finding.fine else SOME_FAILED
    return code


def _python() -> Iterator[Finding]:
    found = ".".join(str(part) for part in sys.version_info[:3])
    yield Finding(sys.version_info >= (3, 11), f"Python {found} (3.11 or newer is needed)")


def _libraries() -> Iterator[Finding]:
    for module, package in LIBRARIES.items():
        try:
            import_module(module)
        except ImportError as error:
            advice = f"; {ADVICE[module]}" if module in ADVICE else ""
            yield Finding(False, f"{package} cannot be loaded: {error}{advice}")
        else:
            yield Finding(True, f"{package} {version(package)}")


def _opencv_clash() -> Iterator[Finding]:
    present = [package for package in OPENCV_PACKAGES if _is_installed(package)]
    if len(present) > 1:
        yield Finding(
            False, f"{' and '.join(present)} overwrite each other: uninstall all, then install opencv-python-headless"
        )


def _is_installed(package: str) -> bool:
    try:
        version(package)
    except PackageNotFoundError:
        return False
    return True


def _models() -> Iterator[Finding]:
    try:
        from vision.onnx import Network, read_manifest

        manifest = read_manifest()
    except VisionError as error:
        yield Finding(False, error.reason)
        return
    for name, facts in manifest.items():
        yield _attempt(partial(Network, facts), f"network {name} ({facts.file}) is the one of the manifest")


def _attempt(act: Callable[[], object], text: str) -> Finding:
    try:
        act()
    except VisionError as error:
        return Finding(False, error.reason)
    except (ImportError, OSError) as error:
        return Finding(False, f"{text}: no, {error}")
    return Finding(True, text)


def _data_folder(settings: Settings) -> Iterator[Finding]:
    folder = settings.data_folder

    def write() -> None:
        folder.mkdir(parents=True, exist_ok=True)
        trial = folder / ".doctor"
        trial.touch()
        trial.unlink()

    yield _attempt(write, f"data folder {folder} can be written")


def _port(settings: Settings) -> Iterator[Finding]:
    port = settings.port

    def listen() -> None:
        with socket.socket() as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(("127.0.0.1", port))

    yield _attempt(listen, f"port {port} is free for `tableloupe serve`")


def _video() -> Iterator[Finding]:
    """Whether OpenCV reads streams and video files, which slim builds cannot."""
    try:
        import cv2
    except ImportError:
        return  # told among the libraries
    has_ffmpeg = cv2.CAP_FFMPEG in cv2.videoio_registry.getBackends()
    advice = "" if has_ffmpeg else ": no, install opencv-python-headless from PyPI"
    yield Finding(has_ffmpeg, f"OpenCV reads video files and streams{advice}")


def _cameras() -> Iterator[Finding]:
    """Every camera is tried; having none is no fault, for photos and films need none."""
    try:
        from vision.cameras import list_cameras
    except ImportError:
        return  # told among the libraries
    cameras = list_cameras()
    if not cameras:
        yield Finding(True, f"no camera is connected: only `tableloupe watch` and the live view need one{_hint()}")
    for camera in cameras:
        yield _try_camera(str(camera.number), camera.name)


def _try_camera(number: str, name: str) -> Finding:
    from vision.sources import open_pictures

    what = f"camera {number} ({name})"
    try:
        pictures = open_pictures(number)
    except VisionError as error:
        return Finding(False, f"{what}: {error.reason}{_hint()}")
    try:
        frames = [frame for _ in range(TRIED_PICTURES) if (frame := pictures.read()) is not None]
    finally:
        pictures.close()
    if not frames:
        return Finding(False, f"{what} opens but gives no picture: does another program use it? Try another USB port")
    width, height = frames[-1].size
    span = frames[-1].t - frames[0].t
    rate = f"{(len(frames) - 1) / span:.0f} pictures a second" if span > 0 else "one picture"
    advice = "" if width >= FAIR_WIDTH_PX else f"; cards read better from {FAIR_WIDTH_PX} pixels of width on"
    return Finding(True, f"{what} gives {width} × {height} pixels, {rate}{advice}")


def _hint() -> str:
    """What keeps people from their camera on this system."""
    if sys.platform == "linux":
        return "; a camera that is plugged in shows as /dev/video0, and your user must be in the group video"
    if sys.platform == "darwin":
        return "; allow your terminal the camera in System Settings, Privacy & Security"
    return "; allow desktop apps the camera in Settings, Privacy & security"
