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
FINE_PX = np.arange(-2.0, 3.0)
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
        self._x, self._y = np.zeros((2, *crop.shape[:2]), np.float32)
        steepest = self._x
        for channel in cv2.split(soft):
            x, y = (cv2.Sobel(channel, cv2.CV_32F, *order, ksize=3, scale=1 / 8) for order in ((1, 0), (0, 1)))
            steep = x * x + y * y
            more = steep > steepest
            self._x, self._y = np.where(more, x, self._x), np.where(more, y, self._y)
            steepest = np.maximum(steep, steepest)

    def refined(self, square: FloatArray, segment: Segment, about: FloatArray) -> FloatArray:
        """The square (4, 2) in crop pixels, turned about a point and moved to where its straight edges show best."""
        moves = np.arange(-REACH_PX, REACH_PX + 0.1, STEP_PX)
        turn, shift = self._best(square, segment, about, TURNS_DEG, np.stack([moves, moves]))
        turn, shift = self._best(square, segment, about, turn + FINE_DEG, shift[:, None] + FINE_PX)
        return np.asarray(_turned(square, np.array([turn]), about)[0] + shift)

    def _best(
        self, square: FloatArray, segment: Segment, about: FloatArray, turns: FloatArray, moves: FloatArray
    ) -> tuple[float, FloatArray]:
        scores = self._scores(_turned(square, turns, about), segment, moves)
        scores -= DOUBT_A_DEGREE * np.abs(turns)[:, None, None] + DOUBT_A_PX * np.hypot(moves[0][:, None], moves[1])
        turn, across, down = np.unravel_index(int(scores.argmax()), scores.shape)
        return float(turns[turn]), np.array([moves[0, across], moves[1, down]])

    def _scores(self, squares: FloatArray, segment: Segment, moves: FloatArray) -> FloatArray:
        """For squares (n, 4, 2) how clearly the picture changes across both edges, (n, m, m).

        `moves` (2, m) are those to the right and those down. The weaker edge counts most.
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
                np.rint(points[:, None, :, axis] + moves[axis, :, None] - 0.5).astype(np.intp).clip(0, side - 1)
                for axis, side in ((0, width), (1, height))
            )
            at = y[:, None] * width + x[:, :, None]
            nx, ny = normal.astype(np.float32)[..., None, None, None]
            change = np.abs(self._x.take(at) * nx + self._y.take(at) * ny)
            found.append(np.minimum(change, 25.0).mean(3))
        return np.asarray(np.minimum(*found) + 0.3 * np.maximum(*found), dtype=float)


def _turned(square: FloatArray, degrees: FloatArray, about: FloatArray) -> FloatArray:
    """The square (4, 2) turned about a point by each of the angles (n,), (n, 4, 2)."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.asarray((square - about) @ np.array([[c, s], [-s, c]]).transpose(2, 0, 1) + about)
