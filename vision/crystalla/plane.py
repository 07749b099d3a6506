"""The plane of the table: a view in which all cards are squares of one side, however steep the camera looks."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from calibration.geometry import FloatArray, map_points

FEWEST_CARDS = 6
"""Fewer cards tell the plane badly."""
ROUNDS, ALIKE = 3, 0.12
"""The plane is fitted so often, at last to cards alone whose sides and diagonals are right but for this share."""
STEPS, NUDGE = 12, 1e-4
_PAIRS = ((0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3))
_EXPECTED = np.log([1, 1, 1, 1, np.sqrt(2), np.sqrt(2)])


def plane_of(quads: Sequence[FloatArray]) -> FloatArray | None:
    """Homography (3, 3) from the picture to a plane where the cards, quads (4, 2), have the side 1.

    None where too few quads are those of equal squares on one table.
    """
    used = np.array(quads, dtype=float).reshape(-1, 4, 2)
    if len(used) < FEWEST_CARDS:
        return None
    corners = used.reshape(-1, 2)
    scale = 1 / float(np.abs(corners - corners.mean(0)).max())
    centred = np.array([[scale, 0, 0], [0, scale, 0], [0, 0, 1]]) @ _moved(-corners.mean(0))
    inside = map_points(centred, corners).reshape(-1, 4, 2)
    shape = np.zeros(4)
    for _ in range(ROUNDS):
        shape = _fitted(shape, inside)
        off = _off(shape, inside)
        right = np.abs(off).max(1) < ALIKE
        if right.sum() < FEWEST_CARDS:
            return None
        if right.all():
            break
        inside = inside[right]
    side = float(np.exp((_logs(shape, inside) - _EXPECTED).mean()))
    return np.asarray(np.diag([1 / side, 1 / side, 1.0]) @ _rectifier(shape) @ centred)


def _moved(by: FloatArray) -> FloatArray:
    return np.array([[1, 0, by[0]], [0, 1, by[1]], [0, 0, 1.0]])


def _rectifier(shape: npt.NDArray[np.float64]) -> FloatArray:
    """What is left of a homography once turns, moves and scale mean nothing: a shear, a stretch, the horizon."""
    shear, stretch, across, down = shape
    return np.array([[1, shear, 0], [0, np.exp(stretch), 0], [across, down, 1.0]])


def _logs(shape: npt.NDArray[np.float64], quads: FloatArray) -> FloatArray:
    """(n, 6): logarithms of the sides and diagonals in the plane."""
    flat = map_points(_rectifier(shape), quads.reshape(-1, 2)).reshape(-1, 4, 2)
    spans = np.stack([flat[:, one] - flat[:, other] for one, other in _PAIRS], axis=1)
    return np.asarray(np.log(np.hypot(spans[..., 0], spans[..., 1]) + 1e-9))


def _off(shape: npt.NDArray[np.float64], quads: FloatArray) -> FloatArray:
    """(n, 6): how far the logarithms are from those of squares of the most usual side."""
    logs = _logs(shape, quads) - _EXPECTED
    return np.asarray(logs - np.median(logs))


def _fitted(shape: npt.NDArray[np.float64], quads: FloatArray) -> npt.NDArray[np.float64]:
    """Gauss and Newton's steps from a shape to the one in which the quads are most like equal squares."""
    for _ in range(STEPS):
        off = _off(shape, quads)
        slopes = np.stack([(_off(shape + step, quads) - off).ravel() / NUDGE for step in NUDGE * np.eye(4)], axis=1)
        weights = 1 / np.maximum(np.abs(off).ravel(), ALIKE)  # a thing that is no card pulls no more than any other
        squares = slopes.T * weights
        shape = shape - np.linalg.lstsq(squares @ slopes, squares @ off.ravel(), rcond=None)[0]
        if not np.isfinite(shape).all() or np.abs(shape).max() > 2:
            return np.zeros(4)
    return np.asarray(shape)
