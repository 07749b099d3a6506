"""Paints pawns into a linear picture: shadow, then body, the farther ones first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from models.training.pawns.solids import Kind, Pawn, Solid, solid_of

Light = npt.NDArray[np.float32]
Points = npt.NDArray[np.float64]
SUPER = 3
"""Samples per pixel and axis."""
PIP = 0.85
"""Linear tone of a die's spots, or its counterpart on pale dice."""


@dataclass(frozen=True, slots=True)
class Lamp:
    """Where light comes from and how hard it is; `white` is the linear BGR of white paper under it."""

    azimuth: float
    """Where shadows fall to, radians clockwise from x."""
    elevation: float
    """Radians above the table."""
    softness: float
    """0 a bare bulb, 1 a clouded sky."""
    white: tuple[float, float, float] | Light = (1.0, 1.0, 1.0)
    """One colour, or one for each pixel (h, w, 3)."""

    def direction(self) -> Points:
        """Unit vector (3,) towards the lamp."""
        c, s = np.cos(self.elevation), np.sin(self.elevation)
        return np.array([-np.cos(self.azimuth) * c, -np.sin(self.azimuth) * c, s])


@dataclass(frozen=True, slots=True, eq=False)
class Painted:
    """What came of it: `owner` (h, w) int16, index of the pawn that a pixel shows or -1; `shown` by pawn, 0..1."""

    owner: npt.NDArray[np.int16]
    shown: npt.NDArray[np.float64]


def make_lamp(rng: np.random.Generator) -> Lamp:
    """A random white lamp."""
    return Lamp(float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(0.5, 1.35)), float(rng.uniform(0.1, 1.0)))


def paint_pawns(pixels: Light, projection: Points, pawns: Sequence[Pawn], lamp: Lamp) -> Painted:
    """Paint pawns into linear BGR pixels (h, w, 3) in place; see the package for the projection."""
    owner = np.full(pixels.shape[:2], -1, np.int16)
    area = np.zeros(len(pawns))
    eye = _eye(projection)

    def depth(index: int) -> tuple[float, float]:
        pawn = pawns[index]
        return pawn.base_mm, -float(np.linalg.norm(np.array(pawn.middle_mm) - eye))

    for index in sorted(range(len(pawns)), key=depth):
        _cast(pixels, projection, pawns[index], lamp)
        area[index] = _body(pixels, owner, projection, pawns[index], lamp, index, eye)
    left = np.array([(owner == index).sum() for index in range(len(pawns))], dtype=float)
    return Painted(owner, left / np.maximum(area, 1.0))


def project(projection: Points, points: Points) -> Points:
    """Points (n, 3) in millimetres to pixels (n, 2)."""
    seen = np.hstack([points, np.ones((len(points), 1))]) @ projection.T
    return np.asarray(seen[:, :2] / seen[:, 2:])


def _eye(projection: Points) -> Points:
    """Where the camera stands, (3,)."""
    return np.asarray(-np.linalg.solve(projection[:, :3], projection[:, 3]))


def _window(points: Points, shape: tuple[int, ...], room: int) -> tuple[slice, slice] | None:
    x0, y0 = np.maximum(np.floor(points.min(0)).astype(int) - room, 0)
    x1, y1 = np.minimum(np.ceil(points.max(0)).astype(int) + room, (shape[1], shape[0]))
    return None if x1 - x0 < 2 or y1 - y0 < 2 else (slice(y0, y1), slice(x0, x1))


def _cast(pixels: Light, projection: Points, pawn: Pawn, lamp: Lamp) -> None:
    """The shadow away from the lamp, and the dark line where the foot touches."""
    corners = solid_of(pawn).points
    ray = lamp.direction()
    fallen = corners - (corners[:, 2:] - pawn.base_mm) / ray[2] * ray
    foot = corners * (1, 1, 0) + (0, 0, pawn.base_mm)
    far, near = project(projection, fallen), project(projection, foot)
    scale = _pixels_per_mm(near, corners)
    blur = max(0.5, scale * pawn.rise_mm * (0.05 + 0.22 * lamp.softness))
    room = int(3 * blur) + 2
    window = _window(np.vstack([far, near]), pixels.shape, room)
    if window is None:
        return
    strength = 0.75 - 0.5 * lamp.softness
    shade = strength * _blob(far, window, blur)
    shade = 1 - (1 - shade) * (1 - 0.45 * _blob(near, window, max(0.6, 0.9 * scale)))
    pixels[window] *= 1 - shade[..., None]


def _pixels_per_mm(seen: Points, corners: Points) -> float:
    flat = np.ptp(corners[:, :2], axis=0).max() + 1e-6
    return float(np.ptp(seen, axis=0).max() / flat)


def _blob(points: Points, window: tuple[slice, slice], blur: float) -> Light:
    mask = np.zeros((window[0].stop - window[0].start, window[1].stop - window[1].start), np.float32)
    hull = cv2.convexHull(np.rint((points - (window[1].start, window[0].start) - 0.5) * 16).astype(np.int32))
    cv2.fillPoly(mask, [hull], 1.0, cv2.LINE_8, 4)
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), blur), np.float32)


def _body(
    pixels: Light, owner: npt.NDArray[np.int16], projection: Points, pawn: Pawn, lamp: Lamp, index: int, eye: Points
) -> float:
    """Draw the sides that face the camera; returns how many pixels the pawn takes."""
    solid = solid_of(pawn)
    seen = project(projection, solid.points)
    window = _window(seen, pixels.shape, 2)
    if window is None:
        return 0.0
    shape = (window[0].stop - window[0].start, window[1].stop - window[1].start)
    canvas = np.zeros((SUPER * shape[0], SUPER * shape[1], 4), np.float32)
    corners = np.rint(((seen - (window[1].start, window[0].start)) * SUPER - 0.5) * 16).astype(np.int32)
    polygons = np.split(corners, solid.starts[1:])
    centres = solid.centres()
    tones = _tones(solid, centres, pawn, lamp, eye)
    away = np.linalg.norm(centres - eye, axis=1) - 1e3 * (solid.tones == 0)
    for face in np.argsort(-away):
        if solid.normals[face] @ (eye - centres[face]) > 0:
            cv2.fillPoly(canvas, [polygons[face]], tones[face], cv2.LINE_8, 4)
    small = cv2.resize(canvas, shape[::-1], interpolation=cv2.INTER_AREA)
    white = lamp.white[window] if isinstance(lamp.white, np.ndarray) else np.array(lamp.white, np.float32)
    pixels[window] = pixels[window] * (1 - small[..., 3:]) + small[..., :3] * white
    solid_pixels = small[..., 3] > 0.5
    owner[window][solid_pixels] = index
    return float(solid_pixels.sum())


def _tones(solid: Solid, centres: Points, pawn: Pawn, lamp: Lamp, eye: Points) -> list[tuple[float, ...]]:
    """Linear BGR and alpha of each side relative to white paper that lies flat: sky, lamp, and a soft highlight."""
    ray = lamp.direction()
    sky = 0.25 + 0.55 * lamp.softness
    lit = sky * (0.5 + 0.5 * solid.normals[:, 2]) + (1 - sky) * np.maximum(0.0, solid.normals @ ray) / ray[2]
    towards = eye - centres
    half = ray + towards / np.linalg.norm(towards, axis=1, keepdims=True)
    half = half / np.linalg.norm(half, axis=1, keepdims=True)
    shine = pawn.gloss * np.maximum(0.0, (solid.normals * half).sum(1)) ** 24
    paints = np.tile(pawn.paint, (len(lit), 1))
    paints[solid.tones == 0] = 0.03 if np.mean(pawn.paint) > 0.3 else PIP
    if pawn.kind is Kind.PAPER:
        paints[solid.normals[:, 2] < 0.5] = 0.8
    return [(float(b), float(g), float(r), 1.0) for b, g, r in paints * lit[:, None] + shine[:, None]]
