"""Keeps the taught copies of this machine: one small file each, under names of our own."""

from __future__ import annotations

import hashlib
import os
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock

from server.refusals import RefusalError, storage_full
from vision.crystalla.copies import MAX_FILE_BYTES, Copy, CopyError, Lesson, check_name, pack, unpack
from vision.crystalla.lessons import LabelledCard, make_lesson
from vision.image import Photo

SUFFIX = ".copy"


class CopyFolder:
    """A folder of copies; every change is on the disk before a method returns.

    Raises RefusalError 507 when the disk has no room, CopyError for a name or a file that is none.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = Lock()

    def all(self) -> list[Copy]:
        """All copies by name; a damaged file is passed over, since nobody could name it."""
        return sorted(filter(None, map(_readable, self._folder.glob(f"*{SUFFIX}"))), key=lambda copy: copy.name)

    def find(self, name: str) -> Copy | None:
        """The copy of a name, None where none was taught; raises CopyError when its file is damaged."""
        try:
            content = self._path(name).read_bytes()
        except FileNotFoundError:
            return None
        return unpack(content)

    def teach(self, name: str, photo: Photo, cards: tuple[LabelledCard, ...]) -> tuple[Copy, Lesson]:
        """Add a photo's cards as a lesson to a copy, new or old."""
        lesson = make_lesson(photo, cards, datetime.now(UTC))
        with self._lock:
            copy = (self.find(name) or Copy(check_name(name), ())).with_lesson(lesson)
            self._write(copy)
        return copy, lesson

    def forget(self, name: str, lesson_id: str) -> Copy | None:
        """Take a lesson back, and with the last one the copy; None for an unknown copy."""
        with self._lock:
            found = self.find(name)
            if found is None:
                return None
            copy = found.without_lesson(lesson_id)
            if copy.lessons:
                self._write(copy)
            else:
                self._path(name).unlink(missing_ok=True)
        return copy

    def take_in(self, content: bytes, name: str = "") -> Copy:
        """Keep the copy of a file, under another name if one is given.

        Raises RefusalError 409 when a copy of that name is here already; it stays as it is.
        """
        copy = unpack(content)
        if name:
            copy = replace(copy, name=check_name(name))
        with self._lock:
            if self._path(copy.name).exists():
                raise RefusalError(409, "copy-exists", name=copy.name)
            self._write(copy)
        return copy

    def delete(self, name: str) -> bool:
        """Forget a copy; False where there was none."""
        with self._lock:
            there = self._path(name).exists()
            self._path(name).unlink(missing_ok=True)
        return there

    def _path(self, name: str) -> Path:
        # Two names that differ in case only are two copies, on every file system.
        return self._folder / (hashlib.sha256(check_name(name).encode()).hexdigest()[:24] + SUFFIX)

    def _write(self, copy: Copy) -> None:
        path = self._path(copy.name)
        half = path.with_suffix(".half")
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            with half.open("wb") as file:
                file.write(pack(copy))
                file.flush()
                os.fsync(file.fileno())
            half.replace(path)
        except OSError as error:
            half.unlink(missing_ok=True)
            raise storage_full() from error


def read_copy_file(path: Path) -> bytes:
    """The bytes of a file that may hold a copy; raises OSError, and CopyError for one that is far too large."""
    with path.open("rb") as file:
        return file.read(MAX_FILE_BYTES + 1)


def _readable(path: Path) -> Copy | None:
    try:
        return unpack(path.read_bytes())
    except (CopyError, OSError):
        return None
