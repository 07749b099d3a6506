"""`tableloupe tally`: JSON lines in, JSON lines out."""

from __future__ import annotations

import errno
import io
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TextIO

from rules.crystalla.edition import Edition
from rules.crystalla.tally import tally_line
from server.cli_common import OK, SOME_FAILED, check_game, complain, open_edition

STANDARD_INPUT = "-"


def tally_source(game: str, source: str, edition_file: Path | None) -> int:
    """Score every line of a file or of standard input; returns the exit code."""
    check_game(game, "be tallied")
    edition = open_edition(edition_file)
    try:
        lines = _open_lines(source)
    except OSError as error:
        complain(f"{source}: the file cannot be read: {error.strerror}")
        return SOME_FAILED
    with lines:
        return _tally_lines(lines, edition)


def _open_lines(source: str) -> TextIO:
    """Text whose broken bytes become a replacement sign, so that one bad line stays one bad line."""
    if source == STANDARD_INPUT:
        if sys.stdin is None:
            raise OSError(errno.EBADF, "it is closed")
        return io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8-sig", errors="replace")
    return Path(source).open(encoding="utf-8-sig", errors="replace")


def _tally_lines(lines: Iterable[str], edition: Edition) -> int:
    code = OK
    for line in lines:
        if not line.strip():
            continue
        answer, fine = tally_line(line, edition)
        # Flushed, so that a program at the other end of a pipe gets each answer before it asks again.
        print(answer, flush=True)
        code = code if fine else SOME_FAILED
    return code
