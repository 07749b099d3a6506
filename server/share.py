"""A score pad to take away: CSV, JSON, and a picture."""

from __future__ import annotations

import csv
from importlib.resources import files
from io import StringIO
from typing import Any

import resvg_py

from server.locales import Texts
from server.pads import HEMATITE, ROWS, Pad, Standing
from server.store import zoned

PICTURE_ZOOM = 2
FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")
"""A cell that starts so would be run by a spreadsheet; a quote in front makes it text (OWASP, CSV injection)."""


def pad_json(pad: Pad) -> dict[str, Any]:
    """The pad for programs: `id created_at updated_at complete players winners`, players as `tally` gives them."""
    return {
        "id": pad.row.id,
        "created_at": zoned(pad.row.created_at).isoformat(),
        "updated_at": zoned(pad.row.updated_at).isoformat(),
        "complete": pad.complete,
        "players": [_player_json(standing) for standing in pad.standings],
        "winners": list(pad.winners),
    }


def _player_json(standing: Standing) -> dict[str, Any]:
    column = standing.column
    return {
        "seat": column.seat,
        "name": column.name,
        "scan": column.scan_id,
        **column.points,
        HEMATITE: column.hematite,
        "total": column.total,
        "missing": column.missing,
        "doubts": column.doubts,
        "from_opponents": standing.from_opponents,
        "final": standing.final,
    }


def pad_csv(pad: Pad, texts: Texts) -> str:
    """The pad as a table: a row per crystal, a column per player; starts with a BOM, which spreadsheets need."""
    out = StringIO()
    writer = csv.writer(out)
    writer.writerow(["", *(csv_safe(player_name(standing, texts)) for standing in pad.standings)])
    for name in ROWS:
        cells = [standing.column.points[name] for standing in pad.standings]
        writer.writerow([texts(f"crystal.{name}"), *("" if cell is None else cell for cell in cells)])
    writer.writerow([texts(f"crystal.{HEMATITE}"), *(standing.from_opponents for standing in pad.standings)])
    writer.writerow([texts("pad.total"), *(standing.final for standing in pad.standings)])
    return "\ufeff" + out.getvalue()


def player_name(standing: Standing, texts: Texts) -> str:
    """The player's name, or "Player 2"."""
    return standing.column.name or texts("pad.player", number=standing.column.seat + 1)


def pad_png(svg: str) -> bytes:
    """The pad's picture; the fonts come with us, since a server may have none."""
    fonts = files("server.web").joinpath("fonts")
    paths = [str(fonts.joinpath(name)) for name in ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")]
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            zoom=PICTURE_ZOOM,
            skip_system_fonts=True,
            font_files=paths,
            font_family="DejaVu Sans",
            sans_serif_family="DejaVu Sans",
        )
    )


def csv_safe(text: str) -> str:
    """A text that no spreadsheet runs as a formula."""
    return f"'{text}" if text.startswith(FORMULA_SIGNS) else text
