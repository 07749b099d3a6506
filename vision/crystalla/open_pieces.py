"""Finds the open crystal pieces on the table beside the piles, by the pawn network's other heat maps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from calibration.geometry import FloatArray, map_points
from rules.crystalla.vocabulary import Segment
from vision.crystalla.outline import Edges
from vision.crystalla.pawns import peaks
from vision.crystalla.pile_crop import CARD_PX, PIECE_CENTRES, STRIDE, cut_pile
from vision.onnx import Network

Image = npt.NDArray[np.uint8]

OPEN_PIECES = 4
"""CR-22."""
PIECE_ABOVE = 0.3
"""Heat from which a peak is taken for an open piece."""
PIECE_SURE = 0.5
"""A piece of less heat is in doubt, whatever crystal it seems to be."""
APART_CELLS = 7.0
"""Two peaks nearer than this, less than half a card, are one piece."""
MULTIPLE = 24
SEGMENTS = tuple(Segment)


@dataclass(frozen=True, slots=True, eq=False)
class FoundPiece:
    """An open piece: its shape, its card square (4, 2) in picture pixels, canonical order, and its heat."""

    segment: Segment
    square: FloatArray
    heat: float

    @property
    def middle(self) -> FloatArray:
        """A point well inside the piece, (2,) in picture pixels."""
        return np.asarray(map_points(_unit_to(self.square), [PIECE_CENTRES[self.segment.value]])[0])


def find_pieces(
    network: Network,
    picture: Image,
    cards_to_photo: FloatArray,
    area: tuple[float, float, float, float],
    taken: Sequence[FloatArray] = (),
) -> list[FoundPiece]:
    """The hottest pieces, four at most, in a rectangle of the table.

    `cards_to_photo` (3, 3) maps card sides, x right and y down much as in the picture, to its pixels; `area` is left,
    top, right, bottom in card sides; nothing is looked for inside the quads `taken`.
    """
    left, top, right, bottom = area
    width, height = (-(-round(side * CARD_PX) // MULTIPLE) * MULTIPLE for side in (right - left, bottom - top))
    to_crop = np.array([[CARD_PX, 0, -left * CARD_PX], [0, CARD_PX, -top * CARD_PX], [0, 0, 1.0]])
    matrix = to_crop @ np.linalg.inv(cards_to_photo)
    crop = cut_pile(picture, matrix, (width, height))
    (maps,) = network(crops=crop[None])
    heat = maps[0, -6:-4].max(0)
    _blank(heat, matrix, [*taken, *_outside(picture)])
    edges = Edges(crop)
    found = []
    for row, col in peaks(heat, PIECE_ABOVE, APART_CELLS)[:OPEN_PIECES]:
        segment = SEGMENTS[int(maps[0, -6:-4, row, col].argmax())]
        rough, inside = _square(maps[0], row, col, segment)
        square = map_points(np.linalg.inv(matrix), edges.refined(rough, segment, inside))
        found.append(FoundPiece(segment, square, float(heat[row, col])))
    return found


def _blank(heat: npt.NDArray[np.float32], matrix: FloatArray, quads: Sequence[FloatArray]) -> None:
    for quad in quads:
        cells = map_points(matrix, quad) / STRIDE - 0.5
        if np.abs(cells).max() < 10_000:
            cv2.fillConvexPoly(heat, np.round(cells).astype(np.int32), 0.0)


def _outside(picture: Image) -> list[FloatArray]:
    """Strips along the picture's edges and beyond, where only smeared pixels are."""
    height, width = picture.shape[:2]
    far = float(width + height) / 4
    boxes = (
        (-far, -far, width + far, 2.0),
        (-far, height - 2.0, width + far, height + far),
        (-far, -far, 2.0, height + far),
        (width - 2.0, -far, width + far, height + far),
    )
    return [
        np.array([(left, top), (right, top), (right, bottom), (left, bottom)]) for left, top, right, bottom in boxes
    ]


def _square(maps: npt.NDArray[np.float32], row: int, col: int, segment: Segment) -> tuple[FloatArray, FloatArray]:
    """The card square (4, 2) of a piece in crop pixels, and the point (2,) inside the piece that it was told by."""
    turn, shift = maps[-4:-2, row, col].astype(float), maps[-2:, row, col]
    across = turn / (np.hypot(*turn) + 1e-6) * CARD_PX
    down = np.array([-across[1], across[0]])
    inside = (np.array([col + 0.5, row + 0.5]) + shift) * STRIDE
    u, v = PIECE_CENTRES[segment.value]
    corner = inside - u * across - v * down
    return np.array([corner, corner + across, corner + across + down, corner + down]), np.asarray(inside)


def _unit_to(square: FloatArray) -> FloatArray:
    unit = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], dtype=np.float32)
    return np.asarray(cv2.getPerspectiveTransform(unit, square.astype(np.float32)), dtype=float)
