"""What every command of the command line shares: one-line complaints, exit codes, games, editions and copies."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import typer

if TYPE_CHECKING:
    from rules.crystalla.edition import Edition
    from server.copy_folder import CopyFolder
    from server.scan import Reader
    from server.settings import Settings
    from vision.crystalla.copies import Copy
    from vision.crystalla.reading import DisplayReading
    from vision.image import Photo
    from vision.pipeline import TeachableReader

GAMES = ("crystalla", "crystal_hall", "crystalium", "krystal")
OK, SOME_FAILED, WRONG_USAGE = 0, 1, 2
"""Exit codes of the contract (design §3)."""


def complain(message: str) -> None:
    """One line on stderr, whatever the message holds."""
    print(f"tableloupe: {' '.join(message.splitlines())}", file=sys.stderr)


def refuse_usage(message: str) -> NoReturn:
    """Complain and end with the exit code for wrong usage."""
    complain(message)
    raise typer.Exit(WRONG_USAGE)


def check_game(game: str, what: str) -> str:
    """The game's name in code; ends the command unless `what` ("be read by camera") is possible for it yet."""
    name = game.replace("-", "_")
    if name not in GAMES:
        refuse_usage(f"unknown game {game!r}, allowed: {', '.join(_typed(known) for known in GAMES)}")
    if name != GAMES[0]:
        refuse_usage(f"{_typed(name)} cannot {what} yet, only {GAMES[0]} can")
    return name


def _typed(game: str) -> str:
    return game.replace("_", "-")


def open_edition(path: Path | None) -> Edition:
    """The edition of a file, or the reference; ends the command when the file does not fit the rulebook."""
    from rules.crystalla.edition import load_edition
    from rules.errors import EditionError

    try:
        return load_edition(path)
    except EditionError as error:
        refuse_usage(f"bad edition file: {error}")


def open_settings() -> Settings:
    """This machine's settings; ends the command when the environment holds nonsense."""
    from pydantic import ValidationError

    from server.settings import Settings

    try:
        return Settings()
    except ValidationError as error:
        first = error.errors()[0]
        variable = f"TABLELOUPE_{'.'.join(str(part) for part in first['loc'])}".upper()
        refuse_usage(f"environment variable {variable} is {first['input']!r}: {first['msg']}")


def open_copies() -> CopyFolder:
    """The copies that were taught on this machine."""
    from server.copy_folder import CopyFolder

    return CopyFolder(open_settings().data_folder / "copies")


def find_copy(name: str | None) -> Copy | None:
    """The copy of a name, None without a name; ends the command for a copy that is unknown or damaged."""
    if name is None:
        return None
    from vision.errors import VisionError

    try:
        return open_copies().find(name) or unknown_copy(name)
    except VisionError as error:
        refuse_usage(f"--copy {name!r}: {error.reason}")


def unknown_copy(name: str) -> NoReturn:
    """End the command since no copy of that name was taught."""
    known = ", ".join(repr(copy.name) for copy in open_copies().all())
    refuse_usage(f"unknown copy {name!r}: " + (f"known: {known}" if known else "no copies have been taught here"))


def open_reader(game: str) -> TeachableReader:
    """The reader of a game; ends the command when its models cannot be loaded."""
    from vision.errors import VisionError

    try:
        from vision.pipeline import open_reader as open_game_reader

        return open_game_reader(game)
    except VisionError as error:
        complain(error.reason)
    except ImportError as error:
        # On Windows onnxruntime fails like this without the Visual C++ runtime.
        complain(f"the reader cannot be loaded: {error}; `tableloupe doctor` checks the installation")
    raise typer.Exit(SOME_FAILED)


class LazyReader:
    """Opens the game's reader with its models when the first photo that can be decoded needs it."""

    def __init__(self, game: str, copy: Copy | None = None) -> None:
        self._game = game
        self._copy = copy
        self._reader: Reader | None = None

    def read(self, photo: Photo) -> DisplayReading:
        """The display of largest area; raises NoDisplayError when there is none."""
        if self._reader is None:
            general = open_reader(self._game)
            self._reader = general if self._copy is None else general.for_copy(self._copy)
        return self._reader.read(photo)
