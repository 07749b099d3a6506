"""Keeps the editions of one's own copies on this machine: a TOML file each, under a name of our own."""

from __future__ import annotations

import hashlib
import os
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any

import rules.crystalium.edition
import rules.krystal.edition
from rules.errors import EditionError
from rules.fields import Readable, Written
from server.refusals import storage_full

LOADERS: Mapping[str, Callable[[Readable], Any]] = {
    "crystalium": rules.crystalium.edition.load_edition,
    "krystal": rules.krystal.edition.load_edition,
}
"""How to load an edition of each game that one's own data can be entered for; raises EditionError."""
REFERENCE = "reference"
MAX_NAME_LENGTH = 40
MAX_TEXT_BYTES = 200_000


@dataclass(frozen=True, slots=True)
class OwnEdition:
    """One copy's data: the name that its text gives, and the text."""

    game: str
    name: str
    text: str


def check_edition(game: str, text: str) -> OwnEdition:
    """Load an edition's text as the command line would load the file; raises EditionError."""
    written = Written(text, "copy")
    name = LOADERS[game](written).name
    if name == REFERENCE or len(name) > MAX_NAME_LENGTH or not name.isprintable():
        allowed = f"a name of its own of at most {MAX_NAME_LENGTH} characters, not {REFERENCE}"
        raise EditionError(written.name, "name", name, allowed)
    if len(text.encode()) > MAX_TEXT_BYTES:
        raise EditionError(written.name, "file", f"{len(text.encode())} bytes", f"at most {MAX_TEXT_BYTES} bytes")
    return OwnEdition(game, name, text)


class EditionFolder:
    """A folder of editions; a change is on the disk before its method returns.

    Raises RefusalError 507 when the disk has no room.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = Lock()

    def all(self, game: str) -> list[OwnEdition]:
        """All editions of a game by name; a file that nobody can read any more is passed over."""
        paths = sorted((self._folder / game).glob("*.toml"))
        return sorted(filter(None, (_read(game, path) for path in paths)), key=lambda own: own.name)

    def find(self, game: str, name: str) -> OwnEdition | None:
        """The edition of a name, None where there is none."""
        return _read(game, self._path(game, name))

    def keep(self, own: OwnEdition) -> None:
        """Keep a checked edition; one of the same name is replaced."""
        path = self._path(own.game, own.name)
        half = path.with_suffix(".half")
        with self._lock:
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                with half.open("wb") as file:
                    file.write(own.text.encode())
                    file.flush()
                    os.fsync(file.fileno())
                half.replace(path)
            except OSError as error:
                half.unlink(missing_ok=True)
                raise storage_full() from error

    def delete(self, game: str, name: str) -> None:
        """Forget an edition; games that are kept with it go on, they hold their own copy of the text."""
        with self._lock:
            self._path(game, name).unlink(missing_ok=True)

    def _path(self, game: str, name: str) -> Path:
        # Two names that differ in case only are two editions, on every file system.
        return self._folder / game / f"{hashlib.sha256(name.encode()).hexdigest()[:24]}.toml"


def _read(game: str, path: Path) -> OwnEdition | None:
    try:
        text = path.read_text(encoding="utf-8")
        name = tomllib.loads(text)["name"]
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, KeyError):
        return None
    return OwnEdition(game, name, text) if isinstance(name, str) else None
