"""A player's own copy of the game: the lessons that taught it, and the one small file that carries them.

The file is a zip of `copy.json` and a JPEG per card. It holds pictures, not numbers of a network, so that it outlives
the networks: whoever opens it looks at the pictures anew.
"""

from __future__ import annotations

import io
import json
import secrets
import unicodedata
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from rules.crystalla.vocabulary import Crystal
from vision.crystalla.crop import CROP_PX
from vision.errors import Reason, VisionError

Image = npt.NDArray[np.uint8]

FORMAT, VERSION = "tableloupe-copy", 1
HEADER = "copy.json"
MAX_NAME_LENGTH = 40
MAX_LESSONS, MAX_CARDS = 20, 12
MAX_PICTURE_BYTES = 64 * 1024
MAX_HEADER_BYTES = 256 * 1024
MAX_FILE_BYTES = MAX_HEADER_BYTES + MAX_LESSONS * MAX_CARDS * MAX_PICTURE_BYTES
JPEG_QUALITY = 95
MALFORMED = (
    *(zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError),
    *(KeyError, ValueError, TypeError, AttributeError),
)
"""What zipfile and json raise (a RecursionError is a RuntimeError), and what a header of another shape does."""


class CopyError(VisionError):
    """A copy, a lesson or a file of a copy that cannot be used; says why."""


@dataclass(frozen=True, slots=True)
class TaughtCard:
    """One card of a lesson: a JPEG (CROP_PX square, upright, with its margin), and what its segments are.

    None for a segment that nobody could tell.
    """

    jpeg: bytes
    large: Crystal | None
    small: Crystal | None

    @property
    def crop(self) -> Image:
        """The picture (CROP_PX, CROP_PX, 3), BGR; raises CopyError when the JPEG is none of that size."""
        picture = cv2.imdecode(np.frombuffer(self.jpeg, np.uint8), cv2.IMREAD_COLOR) if self.jpeg else None
        if picture is None or picture.shape != (CROP_PX, CROP_PX, 3):
            raise CopyError(Reason.COPY_DAMAGED, problem=f"a card's picture is no JPEG of {CROP_PX} x {CROP_PX} pixels")
        return np.asarray(picture, np.uint8)


@dataclass(frozen=True, slots=True)
class Lesson:
    """One photo that was taught; `taught_at` is a moment in ISO 8601."""

    id: str
    taught_at: str
    cards: tuple[TaughtCard, ...]


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy by the player's name for it, and its lessons, the oldest first."""

    name: str
    lessons: tuple[Lesson, ...]

    def with_lesson(self, lesson: Lesson) -> Copy:
        """The copy with one lesson more; raises CopyError when it has as many as a copy may have."""
        if len(self.lessons) >= MAX_LESSONS:
            raise CopyError(Reason.TOO_MANY_LESSONS, name=self.name, limit=MAX_LESSONS)
        return replace(self, lessons=(*self.lessons, lesson))

    def without_lesson(self, lesson_id: str) -> Copy:
        """The copy without one lesson; raises CopyError when it has no such lesson."""
        kept = tuple(lesson for lesson in self.lessons if lesson.id != lesson_id)
        if len(kept) == len(self.lessons):
            raise CopyError(Reason.NO_LESSON, name=self.name, lesson=lesson_id, known=_listed(self.lessons))
        return replace(self, lessons=kept)


def check_name(name: str) -> str:
    """The name of a copy in one spelling (NFC); raises CopyError for an empty, long or unprintable one."""
    spelt = unicodedata.normalize("NFC", name).strip()
    if not 0 < len(spelt) <= MAX_NAME_LENGTH or not spelt.isprintable():
        raise CopyError(Reason.COPY_NAME, name=repr(name[:80]), limit=MAX_NAME_LENGTH)
    return spelt


def new_lesson_id() -> str:
    """A short name for a lesson that no other lesson of the copy has."""
    return secrets.token_hex(4)


def encode_crop(crop: Image) -> bytes:
    """A card's picture (CROP_PX, CROP_PX, 3) as the JPEG that a lesson keeps."""
    _, encoded = cv2.imencode(".jpg", crop, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    return encoded.tobytes()


def pack(copy: Copy) -> bytes:
    """The file of a copy, the same whenever it is packed: its members bear no date."""
    out = io.BytesIO()
    lessons = [_lesson_json(lesson) for lesson in copy.lessons]
    header = {"format": FORMAT, "version": VERSION, "game": "crystalla", "name": copy.name, "lessons": lessons}
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as file:
        file.writestr(_undated(HEADER), json.dumps(header, indent=1))
        for lesson in copy.lessons:
            for index, card in enumerate(lesson.cards):
                file.writestr(_undated(_picture_name(lesson.id, index)), card.jpeg)
    return out.getvalue()


def unpack(content: bytes) -> Copy:
    """The copy in a file; raises CopyError for everything that `pack` would not have written."""
    if len(content) > MAX_FILE_BYTES:
        raise CopyError(Reason.COPY_DAMAGED, problem=f"it is larger than {MAX_FILE_BYTES >> 20} MB")
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as file:
            return _copy_of(file, json.loads(_member(file, HEADER, MAX_HEADER_BYTES)))
    except CopyError:
        raise
    except MALFORMED as error:
        raise CopyError(Reason.COPY_DAMAGED, problem=f"{type(error).__name__}: {error!s:.80}") from error


def _copy_of(file: zipfile.ZipFile, header: Mapping[str, Any]) -> Copy:
    told = (header["format"], header["version"], header["game"])
    if told != (FORMAT, VERSION, "crystalla"):
        raise CopyError(Reason.COPY_OTHER, found=f"{told!r:.80}", wanted=repr((FORMAT, VERSION, "crystalla")))
    lessons = header["lessons"]
    if len(lessons) > MAX_LESSONS:
        raise CopyError(Reason.TOO_MANY_LESSONS, name=str(header["name"])[:80], limit=MAX_LESSONS)
    copy = Copy(check_name(header["name"]), tuple(_lesson_of(file, lesson) for lesson in lessons))
    if len({lesson.id for lesson in copy.lessons}) < len(copy.lessons):
        raise CopyError(Reason.COPY_DAMAGED, problem="two lessons have the same id")
    return copy


def _lesson_of(file: zipfile.ZipFile, lesson: Mapping[str, Any]) -> Lesson:
    lesson_id, taught_at, cards = str(lesson["id"]), str(lesson["taught_at"]), lesson["cards"]
    if not lesson_id.isalnum() or len(lesson_id) > 32 or len(taught_at) > 40 or not 0 < len(cards) <= MAX_CARDS:
        raise CopyError(Reason.COPY_DAMAGED, problem=f"lesson {lesson_id!r:.40} is none")
    return Lesson(lesson_id, taught_at, tuple(_cards_of(file, lesson_id, cards)))


def _cards_of(file: zipfile.ZipFile, lesson_id: str, cards: list[Mapping[str, Any]]) -> Iterator[TaughtCard]:
    for index, card in enumerate(cards):
        large, small = (None if card[part] is None else Crystal(card[part]) for part in ("large", "small"))
        taught = TaughtCard(_member(file, _picture_name(lesson_id, index), MAX_PICTURE_BYTES), large, small)
        _ = taught.crop  # refuses what is no picture now, not at the first photo
        yield taught


def _member(file: zipfile.ZipFile, name: str, limit: int) -> bytes:
    with file.open(name) as member:
        content = member.read(limit + 1)
    if len(content) > limit:
        raise CopyError(Reason.COPY_DAMAGED, problem=f"{name} is larger than {limit >> 10} kB")
    return content


def _lesson_json(lesson: Lesson) -> dict[str, Any]:
    cards = [{"large": _value(card.large), "small": _value(card.small)} for card in lesson.cards]
    return {"id": lesson.id, "taught_at": lesson.taught_at, "cards": cards}


def _value(crystal: Crystal | None) -> str | None:
    return None if crystal is None else crystal.value


def _undated(name: str) -> zipfile.ZipInfo:
    member = zipfile.ZipInfo(name)
    member.external_attr = 0o600 << 16
    return member


def _picture_name(lesson_id: str, index: int) -> str:
    return f"{lesson_id}/{index:02d}.jpg"


def _listed(lessons: tuple[Lesson, ...]) -> str:
    return ", ".join(lesson.id for lesson in lessons) or "none"
