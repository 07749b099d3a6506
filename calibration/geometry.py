"""Plane geometry of photos and tables: quads and homographies, named by the planes they join."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]

UNIT_SQUARE: FloatArray = np.array([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)])
"""Corners of the unit square (x right, y down), in the order of every quad: TL, TR, BR, BL."""


@dataclass(frozen=True, slots=True)
class Quad:
    """Four corners in photo pixels, in the order of the thing's own TL, TR, BR, BL.

    Pixel (0, 0) is the outer corner of the first pixel, as in the contract (design §3).
    """

    corners: tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]

    @classmethod
    def from_array(cls, corners: npt.ArrayLike) -> Quad:
        """Build from an array of shape (4, 2); raises ValueError for any other shape."""
        array = np.asarray(corners, dtype=float)
        if array.shape != (4, 2):
            raise ValueError(f"a quad needs corners of shape (4, 2), got {array.shape}")
        tl, tr, br, bl = ((float(x), float(y)) for x, y in array)
        return cls((tl, tr, br, bl))

    def array(self) -> FloatArray:
        """Corners as an array of shape (4, 2), pixels."""
        return np.array(self.corners, dtype=float)

    def area(self) -> float:
        """Signed area in square pixels: positive when the corners run clockwise in the picture."""
        x, y = self.array().T
        return float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y) / 2)

    def turned(self, quarter_turns: int) -> Quad:
        """The same four corners with the first one moved on by `quarter_turns`."""
        return Quad.from_array(np.roll(self.array(), -quarter_turns, axis=0))

    def scaled(self, factor: float) -> Quad:
        """The quad in a picture that is `factor` times as large."""
        return Quad.from_array(self.array() * factor)


def side_of(corners: FloatArray) -> float:
    """Side of the square that has the area of a quad (4, 2), in the quad's unit."""
    return float(np.sqrt(abs(cv2.contourArea(corners.astype(np.float32)))))


def unit_to_photo(quad: Quad) -> FloatArray:
    """Homography (3, 3) from the unit square to the quad."""
    matrix = cv2.getPerspectiveTransform(UNIT_SQUARE.astype(np.float32), quad.array().astype(np.float32))
    return np.asarray(matrix, dtype=float)


def map_points(a_to_b: npt.NDArray[Any], points: npt.ArrayLike) -> FloatArray:
    """Map points of shape (n, 2) by a homography (3, 3)."""
    array = np.asarray(points, dtype=float).reshape(-1, 2)
    homogeneous = array @ a_to_b[:, :2].T + a_to_b[:, 2]
    return np.asarray(homogeneous[:, :2] / homogeneous[:, 2:], dtype=float)
