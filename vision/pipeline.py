"""The one door to the readers: a game's name to something that reads its photos."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from vision.crystalla.copies import Copy
from vision.crystalla.reading import DisplayReading
from vision.image import Photo

if TYPE_CHECKING:
    from vision.crystalla.table import TableReader


class Reader(Protocol):
    """Reads photos of one game."""

    def read(self, photo: Photo) -> DisplayReading:
        """Read one photo; raises NoDisplayError when nothing of the game lies in it."""
        ...


class TeachableReader(Reader, Protocol):
    """A reader that can learn a player's copy."""

    def for_copy(self, copy: Copy) -> Reader:
        """A reader that has learned the copy's lessons, while this one stays as it is; raises CopyError."""
        ...


def open_reader(game: str = "crystalla", models: Path | None = None) -> TeachableReader:
    """Open the reader of a game; raises ValueError for a game without one, ModelError for bad networks."""
    if game != "crystalla":
        raise ValueError(f"no camera reader for game {game!r}, allowed is 'crystalla'")
    from vision.crystalla.reader import CrystallaReader  # late: opening the networks is the slow part of a start

    return CrystallaReader(models)


def open_table_reader(reader: TeachableReader, colours: Sequence[str]) -> TableReader:
    """Open the reader of Crystalla's whole tables with the pawn colours of an edition; shares the networks of `reader`.

    Raises ModelError for bad networks, ValueError for a colour that the networks do not know.
    """
    from vision.crystalla.reader import CrystallaReader
    from vision.crystalla.table import TableReader

    return TableReader(reader if isinstance(reader, CrystallaReader) else CrystallaReader(), colours)
