"""What a picture truly shows, in the project's truth format; corners come from the scene, not from pixels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from models.training.render.clutter import in_picture
from models.training.render.layout import Card, Scene
from models.training.render.scenes import turn_of
from rules.crystalla.vocabulary import COLUMNS, ROWS

LEAST_DISPLAY = 3
"""Cards in one grid that make a display."""

Place = tuple[int, int, int]
"""Row, column, rotation."""


def truth(scene: Scene, made: str) -> dict[str, Any]:
    """The truth of `scene`: rows from the player's side, clockwise quarter turns, corners in pixels."""
    view, look = scene.view, scene.look
    cards = scene.cards if scene.kind == "display" else ()
    places = seat(cards, turn_of(view), with_tableau=scene.tableau is not None)
    return {
        "game": "crystalla",
        "cards": [_card(scene, card, place) for card, place in zip(cards, places, strict=True)],
        "others": int(sum(in_picture(view, card) for card in scene.other) >= LEAST_DISPLAY),
        "tableau": scene.tableau is not None,
        "kind": scene.kind,
        "camera": {"focal_mm": round(view.focal, 1), "width": view.width, "height": view.height},
        "tilt_deg": round(scene.pose.tilt, 1),
        "turn_deg": round(turn_of(view), 1),
        "table": look.table,
        "light": look.light,
        "glare": look.glare,
        "exposure_ev": round(look.exposure, 2),
        "seed": scene.seed,
        "licence": "CC0-1.0",
        "made": made,
    }


def seat(cards: Sequence[Card], turn: float, with_tableau: bool) -> list[Place]:
    """Places as the picture tells them: by the tableau, without it by the picture's bottom edge (design, section 3).

    `turn` is the display's turn in the picture, degrees clockwise. Without a tableau the quarter turn nearest to
    upright that gives a legal display (3 rows, 4 columns, CR-57) counts, and the leftmost used column is 0.
    """
    own = [_place(card) for card in cards]
    if with_tableau or not own:
        return own
    turned = [(abs((turn - 90 * q + 180) % 360 - 180), _turned(own, q)) for q in range(4)]
    return min((pair for pair in turned if _legal(pair[1])), key=lambda pair: pair[0])[1]


def _place(card: Card) -> Place:
    if card.cell is None:
        raise ValueError(f"card {card!r} of a display has no cell")
    return card.cell.row, card.cell.col, int(card.rotation)


def _turned(places: Sequence[Place], quarters: int) -> list[Place]:
    """The display seen after `quarters` clockwise quarter turns, moved to row 0 and column 0."""
    for _ in range(quarters):
        places = [(-col, row, (rotation + 1) % 4) for row, col, rotation in places]
    low_row, low_col = min(p[0] for p in places), min(p[1] for p in places)
    return [(row - low_row, col - low_col, rotation) for row, col, rotation in places]


def _legal(places: Sequence[Place]) -> bool:
    cells = {(row, col) for row, col, _ in places}
    fits = all(row < ROWS and col < COLUMNS for row, col in cells)
    return fits and all(row == 0 or (row - 1, col) in cells for row, col in cells)


def _card(scene: Scene, card: Card, place: Place) -> dict[str, Any]:
    if card.face is None:
        raise ValueError(f"card {card!r} of a display lies back up")
    on = {piece.segment: piece.crystal for piece in card.pieces}
    pixels = [scene.view.project(corner) for corner in card.corners()]
    return {
        "row": place[0],
        "col": place[1],
        "rotation": place[2],
        "large": on.get("large", card.face[0]),
        "small": on.get("small", card.face[1]),
        "piece_on_large": on.get("large"),
        "piece_on_small": on.get("small"),
        "corners": [[_round(x), _round(y)] for x, y in pixels],
    }


def _round(value: float) -> float:
    if not math.isfinite(value):
        raise ValueError(f"pixel coordinate {value!r} is not finite")
    return round(value, 2)
