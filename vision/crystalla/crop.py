"""The rectified view of one card that the card network sees: the card with a margin around it."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from calibration.geometry import UNIT_SQUARE, FloatArray

Image = npt.NDArray[np.uint8]

CROP_PX = 80
CARD_PX = 64
CORNERS_PX: FloatArray = UNIT_SQUARE * CARD_PX + (CROP_PX - CARD_PX) / 2
"""Where the card's corners lie in the crop, (4, 2); (0, 0) is the outer corner of the first pixel."""

_HALF = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1.0]])
_HALF_BACK = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1.0]])


def photo_to_crop(corners: npt.ArrayLike) -> FloatArray:
    """Homography (3, 3) that brings the corners (4, 2), clockwise from the crop's top left, to CORNERS_PX."""
    source = np.asarray(corners, dtype=np.float32)
    return np.asarray(cv2.getPerspectiveTransform(source, CORNERS_PX.astype(np.float32)), dtype=float)


def cut(picture: Image, matrix: FloatArray, flags: int = cv2.INTER_LINEAR) -> Image:
    """The crop (CROP_PX, CROP_PX, ...) of a picture through a `photo_to_crop` homography."""
    centred = _HALF @ matrix @ _HALF_BACK
    return np.asarray(
        cv2.warpPerspective(picture, centred, (CROP_PX, CROP_PX), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    )


def reduced(picture: Image, size: tuple[int, int]) -> Image:
    """The picture in a smaller (width, height); halved first as often as goes evenly: several times as fast."""
    width, height = size
    while _halves_evenly(picture.shape[1], width) and _halves_evenly(picture.shape[0], height):
        picture = np.asarray(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


def _halves_evenly(side: int, wanted: int) -> bool:
    return side % 2 == 0 and side >= 2 * wanted
