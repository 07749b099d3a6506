"""The truth beside a picture of a whole table."""

from __future__ import annotations

import numpy as np

from models.training.composite.layout import CARD_MM, UNIT, Array, Laid, effective
from models.training.live.stage import Stage
from models.training.live.tabletop import Tabletop
from models.training.live.things import SHEET_MM, display_cards, open_matrix, pile_top
from rules.crystalla.placing import CrystalPiece
from rules.crystalla.vocabulary import Segment

Json = dict[str, object]


def truth(stage: Stage, tabletop: Tabletop) -> Json:
    """Displays by seat, the piles with pawns, the open pieces; corners in pixels of the picture."""
    seats = range(len(stage.room.seats))
    rows, columns = tabletop.grid
    return {
        "game": "crystalla",
        "displays": [_display(stage, tabletop, seat) for seat in seats],
        "middle": {
            "rows": rows,
            "columns": columns,
            "corners_of_piles": _pixels(stage.view.project(_grid_corners(stage, rows, columns))),
            "piles": [_pile(stage, tabletop, index) for index in range(rows * columns)],
            "open": [_open(stage, slot, piece) for slot, piece in enumerate(tabletop.opened) if piece is not None],
        },
        "colours": list(stage.colours),
        "tilt_deg": round(stage.view.tilt_deg, 1),
        "card_px": round(CARD_MM * stage.view.pixels_per_mm((stage.room.middle.x, stage.room.middle.y)), 1),
        "surface": stage.surface_name,
        "art": stage.deck.family,
        "pawns": stage.pawns.kind.value,
        "made": "a whole table composed (models.training.live)",
    }


def _display(stage: Stage, tabletop: Tabletop, seat: int) -> Json:
    cards = display_cards(stage.room, tabletop, seat)
    return {"seat": seat, "colour": stage.colours[seat], "cards": [_card(stage, one) for one in cards]}


def _card(stage: Stage, one: Laid) -> Json:
    large, on_large = effective(one, Segment.LARGE)
    small, on_small = effective(one, Segment.SMALL)
    return {
        "row": one.row,
        "col": one.col,
        "rotation": one.rotation,
        "large": str(large),
        "small": str(small),
        "piece_on_large": str(on_large) if on_large else None,
        "piece_on_small": str(on_small) if on_small else None,
        "corners": _pixels(stage.view.project(one.pose.corners(), SHEET_MM)),
    }


def _pile(stage: Stage, tabletop: Tabletop, index: int) -> Json:
    row, col = divmod(index, tabletop.grid[1])
    counts = tabletop.seen.piles[index].pawns
    pawns = {colour: count for colour, count in zip(stage.colours, counts, strict=True) if count}
    top = pile_top(stage.room, tabletop, index)
    half = CARD_MM / 2
    corners = stage.room.pile(index).box(-half, -half, half, half) if top is None else top.pose.corners()
    return {
        "row": row,
        "col": col,
        "large": None if top is None else str(top.face.large),
        "small": None if top is None else str(top.face.small),
        "rotation": None if top is None else top.rotation,
        "corners": _pixels(stage.view.project(corners, 0.0 if top is None else top.height_mm)),
        "pawns": pawns,
    }


def _open(stage: Stage, slot: int, piece: CrystalPiece) -> Json:
    """`corners` of the card square that the piece would cover in place."""
    square = (np.hstack([UNIT, np.ones((4, 1))]) @ open_matrix(stage.room, slot, piece).T)[:, :2]
    return {
        "segment": piece.shape.value,
        "crystal": piece.crystal.value,
        "corners": _pixels(stage.view.project(square, stage.piece_mm)),
    }


def _grid_corners(stage: Stage, rows: int, columns: int) -> Array:
    """Far left, far right, near right, near left as seat 0 sees the piles."""
    half = CARD_MM / 2
    ends = [(0, -half, -half), (columns - 1, half, -half), (rows * columns - 1, half, half), (-columns, -half, half)]
    return np.array([stage.room.pile(index % (rows * columns)).at(right, down) for index, right, down in ends])


def _pixels(points: Array) -> list[list[float]]:
    return [[round(float(x), 2), round(float(y), 2)] for x, y in points]
