"""`tableloupe score --table`: whole tables in; every display, the piles with their pawns and the open pieces out."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from server.cli_common import OK, SOME_FAILED, check_game, complain, find_copy, open_edition, refuse_usage
from server.reading_table_json import table_line
from server.scan import not_found_json
from vision.errors import ModelError, VisionError
from vision.image import load_photo


def read_tables(
    photos: Sequence[Path], game: str, edition_file: Path | None, copy: str | None, *, as_json: bool, alone: bool
) -> int:
    """Read every photo in the order given, whatever becomes of the others; returns the exit code.

    Without `alone`, when `--annotate` or `--together` was asked for too, the usage is refused.
    """
    if not alone:
        refuse_usage("--table reads whole tables: it goes with neither --annotate nor --together")
    from vision.crystalla.reader import CrystallaReader
    from vision.crystalla.table import TableReader

    check_game(game, "be read by camera")
    taught = find_copy(copy)
    edition = open_edition(edition_file)
    try:
        reader = CrystallaReader()
        tables = TableReader(reader if taught is None else reader.for_copy(taught), edition.colours)
    except ModelError as error:
        complain(error.reason)
        return SOME_FAILED
    except ValueError as error:
        refuse_usage(f"edition {edition.name!r}: {error}")
    failed = False
    for path in photos:
        try:
            photo = load_photo(path)
            line = table_line(str(path), tables.find(photo), edition, copy, photo.decode_ms)
        except VisionError as error:
            failed = True
            complain(f"{path}: {error.reason}")
            line = not_found_json(str(path), error)
        if as_json:
            print(json.dumps(line), flush=True)
        elif line["found"]:
            print("\n".join(_told(line)), flush=True)
    return SOME_FAILED if failed else OK


def _told(line: dict[str, Any]) -> list[str]:
    """The line as a person reads it in the terminal."""
    lines = [f"{line['photo']}: {len(line['displays'])} displays{'' if line['sure'] else ', not all is sure'}"]
    for number, display in enumerate(line["displays"], start=1):
        lines.append(f"  display {number}: {len(display['cards'])} cards, {display['score']['total']} points")
    middle = line["middle"]
    if middle is None:
        return [*lines, "  no piles"]
    for pile in middle["piles"]:
        top = pile["top"]
        card = "no card" if top is None else f"{top['large']['crystal'] or '?'}/{top['small']['crystal'] or '?'}"
        pawns = "pawns not clear" if pile["pawns"] is None else ", ".join(f"{n} {c}" for c, n in pile["pawns"].items())
        lines.append(f"  pile {pile['row']},{pile['col']}: {card}{': ' * bool(pawns)}{pawns}")
    return [*lines, *(f"  open: {piece['segment']} {piece['crystal'] or '?'}" for piece in middle["open"])]
