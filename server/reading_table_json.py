"""A whole table as one line of JSON: every display as in a `score` line, and the middle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.crystalla.edition import Edition
from server.scan import score_reading
from vision.crystalla.table_reading import MiddleReading, OpenPieceReading, PileReading, TableReading

Json = dict[str, Any]


def table_line(photo: str, reading: TableReading, edition: Edition, copy: str | None, decode_ms: float) -> Json:
    """One line for one photo; `displays` clockwise from the one nearest the photo's lower edge."""
    displays = [score_reading(display, edition) for display in reading.displays]
    middle = reading.middle
    timing = (("decode", decode_ms), *reading.timing_ms)
    return {
        "photo": photo,
        "game": "crystalla",
        "edition": edition.name,
        "copy": copy,
        "found": True,
        "sure": all(display.sure for display in displays) and (middle is None or middle.sure),
        "displays": [display.to_json() for display in displays],
        "middle": None if middle is None else middle_json(middle, edition.colours),
        "timing_ms": {stage: round(ms, 2) for stage, ms in timing},
    }


def middle_json(middle: MiddleReading, colours: Sequence[str]) -> Json:
    """The piles row by row as the first display's player sees them, and the open pieces."""
    return {
        "rows": middle.rows,
        "columns": middle.columns,
        "sure": middle.sure,
        "piles": [_pile_json(pile, colours) for pile in middle.piles],
        "open": [_open_json(piece) for piece in middle.open],
    }


def _pile_json(pile: PileReading, colours: Sequence[str]) -> Json:
    row, col = pile.place
    pawns = None if pile.pawns is None else {c: n for c, n in zip(colours, pile.pawns, strict=True) if n}
    line: Json = {"row": row, "col": col, "sure": pile.sure, "top": None, "pawns": pawns, "corners": _corners(pile)}
    if pile.top is not None:
        top = pile.top
        line["top"] = {
            "rotation": None if top.rotation.best is None else int(top.rotation.best),
            **{
                what: {
                    "crystal": None if segment.crystal.best is None else segment.crystal.best.value,
                    "confidence": round(segment.crystal.confidence, 4),
                    "doubtful": segment.crystal.doubtful,
                }
                for what, segment in (("large", top.large), ("small", top.small))
            },
        }
    return line


def _open_json(piece: OpenPieceReading) -> Json:
    best = piece.crystal.best
    return {
        "segment": piece.segment.value,
        "crystal": None if best is None else best.value,
        "confidence": round(piece.crystal.confidence, 4),
        "doubtful": piece.crystal.doubtful,
        "corners": _corners(piece),
    }


def _corners(thing: PileReading | OpenPieceReading) -> list[list[float]]:
    return [[round(x, 2), round(y, 2)] for x, y in thing.quad.corners]
