"""Lays the two straight edges of an open piece on the picture's own: a network tells its turn but roughly."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from calibration.geometry import FloatArray
from rules.crystalla.vocabulary import Segment

Image = npt.NDArray[np.uint8]

TURNS_DEG = np.arange(-126.0, 126.5, 6.0)
FINE_DEG = np.arange(-5.0, 6.0, 1.0)
REACH_PX, STEP_PX = 18.0, 4.5
"""How far the square is moved either way, and by what steps."""
DOUBT_A_DEGREE, DOUBT_A_PX = 0.01, 0.033
"""By how many grey levels a turn or a move must be clearer, for each degree and pixel, than what the network says."""
SAMPLES = np.linspace(0.06, 0.94, 24)
EDGES = {
    # Straight edges in the canonical card square: the cut between them bows more or less from copy to copy.
    Segment.LARGE: (((0.0, 0.0), (0.0, 1.0)), ((0.0, 1.0), (1.0, 1.0))),
    Segment.SMALL: (((0.0, 0.0), (1.0, 0.0)), ((1.0, 0.0), (1.0, 1.0))),
}


class Edges:
    """The gradients of a crop (h, w, 3), at every pixel those of the channel that changes most."""

    def __init__(self, crop: Image) -> None:
        soft = cv2.GaussianBlur(crop, (0, 0), 1.8).astype(np.float32)
        x, y = (cv2.Sobel(soft, cv2.CV_32F, *order, ksize=3) / 8 for order in ((1, 0), (0, 1)))
        clearest = (x * x + y * y).argmax(2)[..., None]
        self._x, self._y = (np.take_along_axis(each, clearest, 2)[..., 0] for each in (x, y))

    def refined(self, square: FloatArray, segment: Segment, about: FloatArray) -> FloatArray:
        """The square (4, 2) in crop pixels, turned about a point and moved to where its straight edges show best."""
        moves = np.arange(-REACH_PX, REACH_PX + 0.1, STEP_PX)
        shifts = np.array([(dx, dy) for dx in moves for dy in moves])
        turn, shift = self._best(square, segment, about, TURNS_DEG, shifts)
        small = np.array([(dx, dy) for dx in (-2.0, -1.0, 0.0, 1.0, 2.0) for dy in (-2.0, -1.0, 0.0, 1.0, 2.0)])
        turn, shift = self._best(square, segment, about, turn + FINE_DEG, shift + small)
        return _turned(square, turn, about) + shift

    def _best(
        self, square: FloatArray, segment: Segment, about: FloatArray, turns: FloatArray, shifts: FloatArray
    ) -> tuple[float, FloatArray]:
        scores = self._scores(np.stack([_turned(square, turn, about) for turn in turns]), segment, shifts)
        scores -= DOUBT_A_DEGREE * np.abs(turns)[:, None] + DOUBT_A_PX * np.hypot(*shifts.T)
        turn, shift = np.unravel_index(int(scores.argmax()), scores.shape)
        return float(turns[turn]), shifts[shift]

    def _scores(self, squares: FloatArray, segment: Segment, shifts: FloatArray) -> FloatArray:
        """For squares (n, 4, 2) and shifts (m, 2) how clearly the picture changes across both edges, (n, m).

        The weaker edge counts most.
        """
        across, down = squares[:, 1] - squares[:, 0], squares[:, 3] - squares[:, 0]
        height, width = self._x.shape
        found = []
        for start, end in EDGES[segment]:
            u = np.array(start) + SAMPLES[:, None] * (np.array(end) - np.array(start))
            points = squares[:, :1] + u[:, :1] * across[:, None] + u[:, 1:] * down[:, None]
            along = points[:, -1] - points[:, 0]
            normal = np.stack([along[:, 1], -along[:, 0]]) / (np.hypot(*along.T) + 1e-6)
            x, y = (
                np.rint(points[:, None, :, axis] + shifts[:, None, axis] - 0.5).astype(np.int32).clip(0, side - 1)
                for axis, side in ((0, width), (1, height))
            )
            at = y * width + x
            nx, ny = normal.astype(np.float32)[..., None, None]
            change = np.abs(self._x.take(at) * nx + self._y.take(at) * ny)
            found.append(np.minimum(change, 25.0).mean(2))
        return np.asarray(np.minimum(*found) + 0.3 * np.maximum(*found), dtype=float)


def _turned(square: FloatArray, degrees: float, about: FloatArray) -> FloatArray:
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.asarray((square - about) @ np.array([[c, s], [-s, c]]) + about)
