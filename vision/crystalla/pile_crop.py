"""The rectified view of one pile that the pawn network sees: the card with a margin for what stands there."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from calibration.geometry import UNIT_SQUARE, FloatArray

Image = npt.NDArray[np.uint8]

PILE_PX = 168
CARD_PX = 96
STRIDE = 6
"""Crop pixels to one cell of the network's maps."""
CORNERS_PX: FloatArray = UNIT_SQUARE * CARD_PX + (PILE_PX - CARD_PX) / 2
"""Where the card's corners lie in the crop, (4, 2); (0, 0) is the outer corner of the first pixel."""
READ_PX = 108
"""Side of a pile's card as it is read: the cards below lie a little askew and make it seem a tenth larger."""
READ_CORNERS_PX: FloatArray = UNIT_SQUARE * READ_PX + (PILE_PX - READ_PX) / 2
PIECE_CENTRES = {"large": (0.34, 0.66), "small": (0.79, 0.21)}
"""A point well inside each segment, in the canonical card square."""

_HALF = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1.0]])
_HALF_BACK = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1.0]])


def upright(quad: FloatArray) -> int:
    """Index of the corner (of four, clockwise) that begins the edge highest in the picture.

    With it first, what stands on the card leans towards the crop's top.
    """
    middles = (quad[:, 1] + np.roll(quad, -1, axis=0)[:, 1]) / 2
    return int(np.argmin(middles))


def photo_to_pile(corners: npt.ArrayLike, target: FloatArray = CORNERS_PX) -> FloatArray:
    """Homography (3, 3) that brings card corners (4, 2), clockwise from the crop's top left, to a target (4, 2)."""
    source = np.asarray(corners, dtype=np.float32)
    return np.asarray(cv2.getPerspectiveTransform(source, target.astype(np.float32)), dtype=float)


def cut_pile(
    picture: Image, matrix: FloatArray, size: tuple[int, int] = (PILE_PX, PILE_PX), flags: int = cv2.INTER_LINEAR
) -> Image:
    """The crop of `size` (w, h) of a picture through a homography to crop pixels."""
    centred = _HALF @ matrix @ _HALF_BACK
    return np.asarray(cv2.warpPerspective(picture, centred, size, flags=flags, borderMode=cv2.BORDER_REPLICATE))
