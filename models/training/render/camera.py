"""A pinhole camera over the table: framing the display and projecting points exactly (standard library only)."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

Vec = tuple[float, float, float]
Pixel = tuple[float, float]

SENSOR_MM = 36.0
"""Focal lengths are 35-mm equivalents: 36 mm along the long side of the picture."""


def _dot(a: Vec, b: Vec) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _add(a: Vec, b: Vec, scale: float = 1.0) -> Vec:
    return (a[0] + scale * b[0], a[1] + scale * b[1], a[2] + scale * b[2])


def cross(a: Vec, b: Vec) -> Vec:
    """Vector product of two vectors."""
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


@dataclass(frozen=True, slots=True)
class Pose:
    """How the camera is held: degrees; tilt 0 looks straight down, azimuth 0 stands at the player's side."""

    tilt: float
    azimuth: float
    roll: float
    focal: float
    """35-mm equivalent, millimetres."""


@dataclass(frozen=True, slots=True)
class View:
    """A placed camera; table frame in millimetres: x right, y away from the player, z up."""

    width: int
    height: int
    focal: float
    position: Vec
    right: Vec
    up: Vec
    forward: Vec

    @property
    def focal_px(self) -> float:
        """Focal length in pixels."""
        return self.focal / SENSOR_MM * max(self.width, self.height)

    def project(self, point: Vec) -> Pixel:
        """Pixel of a table point, (0,0) being the outer corner of the first pixel; the point must lie in front."""
        ray = _add(point, self.position, -1.0)
        depth = _dot(ray, self.forward)
        if depth <= 0:
            raise ValueError(f"point {point!r} is behind the camera at {self.position!r}")
        scale = self.focal_px / depth
        return self.width / 2 + scale * _dot(ray, self.right), self.height / 2 - scale * _dot(ray, self.up)

    def on_table(self, pixel: Pixel) -> Vec:
        """Point of the plane z = 0 seen in `pixel`, clamped to rays that go clearly downwards."""
        x, y = (pixel[0] - self.width / 2) / self.focal_px, (self.height / 2 - pixel[1]) / self.focal_px
        ray = _add(_add(self.forward, self.right, x), self.up, y)
        distance = -self.position[2] / min(ray[2], -0.15)
        return _add(self.position, ray, distance)

    def inside(self, pixel: Pixel, margin: float = 0.0) -> bool:
        """Whether `pixel` lies in the picture, at least `margin` (a share of each side) from its border."""
        return (
            margin * self.width <= pixel[0] <= (1 - margin) * self.width
            and margin * self.height <= pixel[1] <= (1 - margin) * self.height
        )


def stand(pose: Pose, target: Vec, distance: float, size: tuple[int, int]) -> View:
    """The camera `distance` millimetres from `target`, looking at it, held as `pose` says."""
    tilt, azimuth, roll = math.radians(pose.tilt), math.radians(pose.azimuth), math.radians(pose.roll)
    ahead = (-math.sin(azimuth), math.cos(azimuth), 0.0)
    forward = (ahead[0] * math.sin(tilt), ahead[1] * math.sin(tilt), -math.cos(tilt))
    upright = (ahead[0] * math.cos(tilt), ahead[1] * math.cos(tilt), math.sin(tilt))
    level = cross(forward, upright)
    up = _add(_scaled(upright, math.cos(roll)), level, math.sin(roll))
    return View(*size, pose.focal, _add(target, forward, -distance), cross(forward, up), up, forward)


def _scaled(a: Vec, scale: float) -> Vec:
    return (a[0] * scale, a[1] * scale, a[2] * scale)


def bounds(pixels: Iterable[Pixel]) -> tuple[float, float, float, float]:
    """Left, top, right, bottom of `pixels`."""
    xs, ys = zip(*pixels, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


MOST = 0.94
"""Largest share of either side of the picture that the framed points may fill."""


def _overfill(view: View, points: Sequence[Vec], fill: float) -> float:
    try:
        left, top, right, bottom = bounds(view.project(p) for p in points)
    except ValueError:
        return math.inf
    return max((right - left) / (fill * view.width), (bottom - top) / (MOST * view.height))


def _distance(pose: Pose, target: Vec, points: Sequence[Vec], fill: float, size: tuple[int, int]) -> float:
    near, far = 60.0, 4000.0
    for _ in range(40):
        middle = math.sqrt(near * far)
        near, far = (middle, far) if _overfill(stand(pose, target, middle, size), points, fill) > 1 else (near, middle)
    return far


def frame(pose: Pose, points: Sequence[Vec], fill: float, size: tuple[int, int], rng: random.Random) -> View:
    """Camera whose picture shows all `points`, about `fill` of its width wide, anywhere in the picture."""
    place = rng.uniform(0.02, 0.98), rng.uniform(0.02, 0.98)
    target = (sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points), 0.0)
    for _ in range(8):
        view = stand(pose, target, _distance(pose, target, points, fill, size), size)
        left, top, right, bottom = bounds(view.project(p) for p in points)
        spare = size[0] * 0.97 - (right - left), size[1] * 0.97 - (bottom - top)
        wanted = size[0] * 0.015 + spare[0] * place[0], size[1] * 0.015 + spare[1] * place[1]
        shift = size[0] / 2 - wanted[0] + left, size[1] / 2 - wanted[1] + top
        seen = view.on_table(shift)
        target = ((target[0] + seen[0]) / 2, (target[1] + seen[1]) / 2, 0.0)
    return view
