"""`tableloupe tally`: JSON lines in, JSON lines out."""

from __future__ import annotations

import errno
import io
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TextIO

import rules.crystalium.edition
import rules.crystalium.tally
import rules.crystalla.edition
import rules.crystalla.tally
import rules.krystal.edition
import rules.krystal.tally
from rules.errors import EditionError
from server.cli_common import OK, SOME_FAILED, check_game, complain, refuse_usage

STANDARD_INPUT = "-"
Tally = Callable[[str], tuple[str, bool]]
"""A line in, a line out, and whether it was fine."""


def _crystalla(edition: Path | None) -> Tally:
    loaded = rules.crystalla.edition.load_edition(edition)
    return lambda line: rules.crystalla.tally.tally_line(line, loaded)


def _crystalium(edition: Path | None) -> Tally:
    loaded = rules.crystalium.edition.load_edition(edition)
    return lambda line: rules.crystalium.tally.tally_line(line, loaded)


def _krystal(edition: Path | None) -> Tally:
    loaded = rules.krystal.edition.load_edition(edition)
    return lambda line: rules.krystal.tally.tally_line(line, loaded)


TALLIES: Mapping[str, Callable[[Path | None], Tally]] = {
    "crystalla": _crystalla,
    "crystalium": _crystalium,
    "krystal": _krystal,
}
"""How to open the tally of each game with an edition file, or with its reference edition for None."""


def tally_source(game: str, source: str, edition_file: Path | None) -> int:
    """Score every line of a file or of standard input; returns the exit code."""
    tally = _open_tally(game, edition_file)
    try:
        lines = _open_lines(source)
    except OSError as error:
        complain(f"{source}: the file cannot be read: {error.strerror}")
        return SOME_FAILED
    with lines:
        return _tally_lines(lines, tally)


def _open_tally(game: str, edition_file: Path | None) -> Tally:
    name = game.replace("-", "_")
    if name not in TALLIES:
        check_game(game, "be tallied")
        refuse_usage(f"{game} cannot be tallied yet, only {', '.join(TALLIES)} can")
    try:
        return TALLIES[name](edition_file)
    except EditionError as error:
        refuse_usage(f"bad edition file: {error}")


def _open_lines(source: str) -> TextIO:
    """Text whose broken bytes become a replacement sign, so that one bad line stays one bad line."""
    if source == STANDARD_INPUT:
        if sys.stdin is None:
            raise OSError(errno.EBADF, "it is closed")
        return io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8-sig", errors="replace")
    return Path(source).open(encoding="utf-8-sig", errors="replace")


def _tally_lines(lines: Iterable[str], tally: Tally) -> int:
    code = OK
    for line in lines:
        if not line.strip():
            continue
        answer, fine = tally(line)
        # Flushed, so that a program at the other end of a pipe gets each answer before it asks again.
        print(answer, flush=True)
        code = code if fine else SOME_FAILED
    return code
