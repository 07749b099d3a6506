"""What can go wrong between a file and a reading: a code, its parameters, and one English sentence for the player."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum, unique
from types import MappingProxyType


@unique
class Reason(StrEnum):
    """Stable codes; `server/locales` words each of them as `reason.{code}`."""

    EMPTY = "empty"
    NO_PICTURE = "no-picture"
    CUT_OFF = "cut-off"
    DAMAGED = "damaged"
    HEIC_DAMAGED = "heic-damaged"
    NO_SIZE = "no-size"
    TOO_MANY_PIXELS = "too-many-pixels"
    TOO_MANY_BYTES = "too-many-bytes"
    FOLDER = "folder"
    NOT_REGULAR = "not-regular"
    NO_FILE = "no-file"
    FORBIDDEN = "forbidden"
    UNREADABLE = "unreadable"
    NO_CARD = "no-card"
    ONE_CARD = "one-card"
    NO_GRID = "no-grid"
    MANIFEST = "manifest"
    NETWORK_UNREADABLE = "network-unreadable"
    NETWORK_OTHER = "network-other"
    TRUTH_UNREADABLE = "truth-unreadable"
    TRUTH_FIELD = "truth-field"
    COPY_NAME = "copy-name"
    COPY_DAMAGED = "copy-damaged"
    COPY_OTHER = "copy-other"
    TOO_MANY_LESSONS = "too-many-lessons"
    NO_LESSON = "no-lesson"
    LESSON_EMPTY = "lesson-empty"
    LESSON_MISFIT = "lesson-misfit"
    NO_SOURCE = "no-source"
    NO_FRAMES = "no-frames"
    SOURCE_CLOSED = "source-closed"


SENTENCES: Mapping[Reason, str] = MappingProxyType(
    {
        Reason.EMPTY: "the file is empty",
        Reason.NO_PICTURE: "the file is no picture that can be read: JPEG, PNG, WebP and HEIC are",
        Reason.CUT_OFF: "the {kind} file is cut off: it ends before its picture does",
        Reason.DAMAGED: "the {kind} file is damaged and cannot be decoded",
        Reason.HEIC_DAMAGED: "the HEIC file is damaged or cut off and cannot be decoded",
        Reason.NO_SIZE: "the {kind} file is damaged: it claims {width} x {height} pixels",
        Reason.TOO_MANY_PIXELS: "the {kind} picture has {width} x {height} pixels, allowed are {limit} megapixels",
        Reason.TOO_MANY_BYTES: "the file has {size} MB, allowed are {limit} MB",
        Reason.FOLDER: "it is a folder, not a photo",
        Reason.NOT_REGULAR: "it is not a regular file",
        Reason.NO_FILE: "there is no such file",
        Reason.FORBIDDEN: "the file may not be read: permission denied",
        Reason.UNREADABLE: "the file cannot be read: {problem}",
        Reason.NO_CARD: "no Crystalla card can be seen in this photo",
        Reason.ONE_CARD: "no display: 1 card-like thing seen, but no three cards side by side in one grid",
        Reason.NO_GRID: "no display: {count} card-like things seen, but no three cards side by side in one grid",
        Reason.MANIFEST: "the model manifest {path} cannot be used: {problem}",
        Reason.NETWORK_UNREADABLE: "the network {path} cannot be read: {problem}",
        Reason.NETWORK_OTHER: "the network {path} has sha256 {found}…, the manifest names {wanted}…",
        Reason.TRUTH_UNREADABLE: "{path}: no truth can be read from it: {problem}",
        Reason.TRUTH_FIELD: "{path}: {field} is {value}, allowed: {allowed}",
        Reason.COPY_NAME: "a copy cannot be called {name}: 1 to {limit} printable characters are allowed",
        Reason.COPY_DAMAGED: "this is no file of a copy, or it is damaged: {problem}",
        Reason.COPY_OTHER: "the file holds {found}, this version reads {wanted}",
        Reason.TOO_MANY_LESSONS: "copy {name} has {limit} lessons, no more are allowed",
        Reason.NO_LESSON: "copy {name} has no lesson {lesson}, it has: {known}",
        Reason.LESSON_EMPTY: "nothing is known of the cards in this photo, so it teaches nothing",
        Reason.LESSON_MISFIT: "the truth's {cards} cards fit the {read} cards seen in the photo in no turn",
        Reason.NO_SOURCE: "{source} is no camera, address, video file or folder here; cameras: {known}",
        Reason.NO_FRAMES: "the folder {source} holds no pictures: JPEG, PNG and WebP are read",
        Reason.SOURCE_CLOSED: "{source} cannot be opened: is it plugged in, a video, and used by no other program?",
    }
)
"""The English sentence of each code, with the names of its parameters in braces."""


class VisionError(Exception):
    """Base of all; `reason` is one English sentence that names what was wrong, fit to be shown as it is.

    `code` and `parameters` say the same for other languages. A missing parameter raises KeyError.
    """

    def __init__(self, code: Reason, **parameters: object) -> None:
        self.code = code
        self.parameters = parameters
        self.reason = SENTENCES[code].format(**parameters)
        super().__init__(self.reason)


class ImageError(VisionError):
    """The bytes are no picture that we can or may decode."""


class NoDisplayError(VisionError):
    """The picture was decoded, but no display of at least three cards lies in it."""


class ModelError(VisionError):
    """A network is missing, damaged or not the one that the manifest names."""
