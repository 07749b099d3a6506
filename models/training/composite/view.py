"""A pinhole camera over the table, in millimetres: x right, y towards the player, z up."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from models.training.composite.light import Rng

Array = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class View:
    """`projection` (3, 4) maps table millimetres (x, y, z, 1) to pixels, (0, 0) the outer corner of the first."""

    projection: Array
    size: tuple[int, int]
    """Width and height in pixels."""
    tilt_deg: float

    def plane(self, height_mm: float) -> Array:
        """Homography (3, 3) from the plane at a height above the table to pixels."""
        p = self.projection
        return np.stack([p[:, 0], p[:, 1], p[:, 3] + height_mm * p[:, 2]], axis=1)

    def project(self, points: npt.ArrayLike, height_mm: float = 0.0) -> Array:
        """Points (n, 2) in millimetres at a height, as pixels (n, 2)."""
        array = np.asarray(points, dtype=float).reshape(-1, 2)
        seen = np.hstack([array, np.ones((len(array), 1))]) @ self.plane(height_mm).T
        return np.asarray(seen[:, :2] / seen[:, 2:], dtype=float)

    def pixels_per_mm(self, point: npt.ArrayLike) -> float:
        """Mean scale on the table at a point (2,)."""
        here = np.asarray(point, dtype=float)
        seen = self.project(here + np.array([(0, 0), (1, 0), (0, 1)]))
        (ax, ay), (bx, by) = seen[1] - seen[0], seen[2] - seen[0]
        return float(np.sqrt(abs(ax * by - ay * bx)))


def frame_view(hull: Array, size: tuple[int, int], tilt_deg: float, fill: float, rng: Rng) -> View:
    """A camera at a tilt in which the points `hull` (n, 2) millimetres span a share `fill` of the picture.

    `fill` is that of the width or of the height, whichever is larger. The hull ends up wholly in the picture.
    """
    focal = max(size) * float(rng.uniform(0.75, 1.5))
    roll = np.radians(rng.normal(0, 4))
    middle = (hull.min(axis=0) + hull.max(axis=0)) / 2
    distance = 600.0
    for _ in range(8):
        seen = View(_projection(focal, roll, tilt_deg, middle, distance), size, tilt_deg).project(hull)
        distance *= float(np.max(np.ptp(seen, axis=0) / size)) / fill
    view = View(_projection(focal, roll, tilt_deg, middle, distance), size, tilt_deg)
    return _placed(view, hull, rng)


def _projection(focal: float, roll: float, tilt_deg: float, middle: Array, distance: float) -> Array:
    c, s = np.cos(np.radians(tilt_deg)), np.sin(np.radians(tilt_deg))
    # Straight down, the camera's axes are table x, table y and the way down; the tilt lowers it towards the player.
    turn = np.array([[1, 0, 0], [0, c, s], [0, -s, c]]) @ np.diag([1.0, 1.0, -1.0])
    shift = turn @ np.array([-middle[0], -middle[1], 0.0]) + (0, 0, distance)
    spin = np.array([[np.cos(roll), -np.sin(roll), 0], [np.sin(roll), np.cos(roll), 0], [0, 0, 1]])
    return np.asarray(np.diag([focal, focal, 1.0]) @ spin @ np.column_stack([turn, shift]), dtype=float)


def _placed(view: View, hull: Array, rng: Rng) -> View:
    """Move the picture so that the hull lies anywhere wholly inside it."""
    seen = view.project(hull)
    margin = 0.012 * max(view.size)
    low = margin - seen.min(axis=0)
    high = np.array(view.size) - margin - seen.max(axis=0)
    shift = low + (high - low) * np.clip(rng.normal(0.5, 0.25, 2), 0, 1)
    move = np.array([[1, 0, shift[0]], [0, 1, shift[1]], [0, 0, 1]])
    return View(np.asarray(move @ view.projection, dtype=float), view.size, view.tilt_deg)
