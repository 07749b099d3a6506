"""Lay flat things into a photograph: supersampled, in linear light, with edges, shadows, the table's lamp and gloss."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from models.training.composite.layout import UNIT, Array
from models.training.composite.light import Bytes, Floats, Light, f32, to_linear
from models.training.composite.view import View

MOST_SHINE = 0.4
"""No reflection is so strong that a person could not read the segment under it."""
SUPER = 2
"""Samples per pixel and axis."""
PAD = 2
"""Clear texels round a texture, so that its rim fades instead of being cut."""


@dataclass(frozen=True, slots=True)
class Gloss:
    """A lamp's soft reflection: an ellipse in the picture, `strength` in linear light at its middle."""

    centre: tuple[float, float]
    radii: tuple[float, float]
    degrees: float
    strength: float


@dataclass(frozen=True, slots=True)
class Slab:
    """A flat thing: its picture (BGRA uint8), where it lies (unit square to millimetres), from which height, how thick.

    `side` is the linear colour of its edge, `bright` its share of the light (cards are never quite flat), and `sheen`
    moves the reflection in pixels and scales it.
    """

    picture: Bytes
    matrix: Array
    base_mm: float
    thick_mm: float
    side: tuple[float, float, float]
    bright: float = 1.0
    sheen: tuple[float, float, float] = (0.0, 0.0, 1.0)


@dataclass(frozen=True, slots=True)
class Roi:
    """A window of the picture in whole pixels."""

    x: int
    y: int
    width: int
    height: int

    def of(self, picture: Floats) -> Floats:
        """The window's pixels, a view."""
        return picture[self.y : self.y + self.height, self.x : self.x + self.width]


@dataclass(frozen=True, slots=True)
class Canvas:
    """A linear picture (h, w, 3) under work, with its camera, lamp and reflections."""

    pixels: Floats
    view: View
    light: Light
    glosses: tuple[Gloss, ...]


def lay(canvas: Canvas, slab: Slab) -> None:
    """Paint one slab over what is there: its edge, then its top."""
    roi = _roi(canvas, slab)
    if roi is None:
        return
    texture = _texture(canvas, slab)
    steps = max(1, round(slab.thick_mm / 0.7))
    lit = roi.of(canvas.light.field) * np.float32(slab.bright)
    target = roi.of(canvas.pixels)
    for step in range(steps):
        alpha = _warp(canvas, slab, f32(texture[..., 3]), slab.base_mm + slab.thick_mm * step / steps, roi)[..., None]
        target += alpha * (lit * f32(np.array(slab.side)) - target)
    seen = _warp(canvas, slab, texture, slab.base_mm + slab.thick_mm, roi)
    alpha = seen[..., 3:]
    target *= 1 - alpha
    shine = _shine(canvas, slab, roi)[..., None] * lit
    # A reflection adds its light, less where the print is already bright: films and prints both roll off.
    top = seen[..., :3] * lit + alpha * np.float32(canvas.light.black)
    target += top + alpha * shine * np.maximum(0.25, 1 - top)


def cast_on_table(canvas: Canvas, slabs: list[Slab]) -> None:
    """Darken the table under and beside slabs: the tight dark line of contact, and the shadow away from the lamp."""
    height, width = canvas.pixels.shape[:2]
    contact, away = np.zeros((height, width), np.uint8), np.zeros((height, width), np.uint8)
    scale = 1.0
    for slab in slabs:
        corners = (np.hstack([UNIT, np.ones((4, 1))]) @ slab.matrix.T)[:, :2]
        scale = canvas.view.pixels_per_mm(corners.mean(axis=0))
        cv2.fillPoly(contact, [_sixteenths(canvas.view.project(corners))], 255, cv2.LINE_AA, 4)
        fall = _fall_px(canvas.light, slab.base_mm + slab.thick_mm + 0.3, scale)
        cv2.fillPoly(away, [_sixteenths(canvas.view.project(corners) + fall)], 255, cv2.LINE_AA, 4)
    soft = canvas.light.softness
    near = cv2.GaussianBlur(contact, (0, 0), max(0.6, 0.8 * scale))
    far = cv2.GaussianBlur(away, (0, 0), max(0.6, (0.25 + 0.7 * soft) * scale))
    dark = near * np.float32(0.35 / 255) + far * np.float32((0.5 - 0.3 * soft) / 255)
    canvas.pixels[...] *= (1 - dark)[..., None]


def cast_on_card(canvas: Canvas, slab: Slab) -> None:
    """Darken what lies under a raised slab of any outline, its shadow falling away from the lamp."""
    roi = _roi(canvas, slab)
    if roi is None:
        return
    alpha = _warp(canvas, slab, f32(_texture(canvas, slab)[..., 3]), slab.base_mm, roi)
    corners = (np.hstack([UNIT, np.ones((4, 1))]) @ slab.matrix.T)[:, :2]
    scale = canvas.view.pixels_per_mm(corners.mean(axis=0))
    dx, dy = _fall_px(canvas.light, slab.thick_mm, scale)
    move = np.array([[1, 0, dx], [0, 1, dy]], dtype=np.float32)
    moved = cv2.warpAffine(alpha, move, (roi.width, roi.height), flags=cv2.INTER_LINEAR)
    sigma = max(0.5, slab.thick_mm * (0.2 + 0.4 * canvas.light.softness) * scale)
    dark = 0.5 * cv2.GaussianBlur(moved, (0, 0), sigma) + 0.2 * cv2.GaussianBlur(alpha, (0, 0), max(0.5, 0.5 * scale))
    roi.of(canvas.pixels)[...] *= f32(1 - dark)[..., None]


def _sixteenths(points: Array) -> npt.NDArray[np.int32]:
    """Pixel places for OpenCV's drawing with four fractional bits, whose whole numbers are pixel centres."""
    return np.rint((points - 0.5) * 16).astype(np.int32)


def _fall_px(light: Light, height_mm: float, pixels_per_mm: float) -> Array:
    reach = height_mm / np.tan(light.elevation) * pixels_per_mm
    return np.array([np.cos(light.azimuth), np.sin(light.azimuth)]) * reach


def _roi(canvas: Canvas, slab: Slab) -> Roi | None:
    corners = (np.hstack([UNIT, np.ones((4, 1))]) @ slab.matrix.T)[:, :2]
    top = slab.base_mm + slab.thick_mm
    seen = np.vstack([canvas.view.project(corners, slab.base_mm), canvas.view.project(corners, top)])
    width, height = canvas.view.size
    room = 12
    x0, y0 = np.clip(np.floor(seen.min(axis=0)) - room, 0, (width, height)).astype(int)
    x1, y1 = np.clip(np.ceil(seen.max(axis=0)) + room, 0, (width, height)).astype(int)
    return Roi(int(x0), int(y0), int(x1 - x0), int(y1 - y0)) if x1 > x0 and y1 > y0 else None


def _texture(canvas: Canvas, slab: Slab) -> Floats:
    """The picture as premultiplied linear float32 with a clear rim, no finer than the samples that it gets."""
    centre = slab.matrix @ (0.5, 0.5, 1)
    mm = np.hypot(*slab.matrix[:2, 0]), np.hypot(*slab.matrix[:2, 1])
    scale = SUPER * canvas.view.pixels_per_mm(centre[:2])
    height, width = slab.picture.shape[:2]
    size = min(width, max(4, round(mm[0] * scale))), min(height, max(4, round(mm[1] * scale)))
    picture = np.empty((height, width, 4), np.float32)
    picture[..., 3] = slab.picture[..., 3] * np.float32(1 / 255)
    picture[..., :3] = to_linear(slab.picture[..., :3]) * picture[..., 3:]
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA) if size != (width, height) else picture
    return f32(cv2.copyMakeBorder(small, PAD, PAD, PAD, PAD, cv2.BORDER_CONSTANT, value=(0, 0, 0, 0)))


def _warp(canvas: Canvas, slab: Slab, texture: Floats, height_mm: float, roi: Roi) -> Floats:
    """A texture as seen at a height in a window of the picture: averaged over SUPER x SUPER samples a pixel."""
    rows, columns = texture.shape[0] - 2 * PAD, texture.shape[1] - 2 * PAD
    # Texel and sample indices count from centres, all other places from outer corners.
    to_unit = np.array(
        [[1 / columns, 0, (0.5 - PAD) / columns], [0, 1 / rows, (0.5 - PAD) / rows], [0, 0, 1]], dtype=float
    )
    to_samples = np.array([[SUPER, 0, -SUPER * roi.x - 0.5], [0, SUPER, -SUPER * roi.y - 0.5], [0, 0, 1]], dtype=float)
    matrix = to_samples @ canvas.view.plane(height_mm) @ slab.matrix @ to_unit
    seen = cv2.warpPerspective(texture, matrix, (SUPER * roi.width, SUPER * roi.height), flags=cv2.INTER_LINEAR)
    return f32(cv2.resize(seen, (roi.width, roi.height), interpolation=cv2.INTER_AREA))


def _shine(canvas: Canvas, slab: Slab, roi: Roi) -> Floats:
    """Reflected light (h, w) as a share of the lamp's, in a window."""
    total = np.zeros((roi.height, roi.width), np.float32)
    y, x = np.ogrid[roi.y : roi.y + roi.height, roi.x : roi.x + roi.width]
    for gloss in canvas.glosses:
        c, s = np.cos(np.radians(gloss.degrees)), np.sin(np.radians(gloss.degrees))
        dx, dy = x - gloss.centre[0] - slab.sheen[0], y - gloss.centre[1] - slab.sheen[1]
        away = ((c * dx + s * dy) / gloss.radii[0]) ** 2 + ((c * dy - s * dx) / gloss.radii[1]) ** 2
        total += f32(gloss.strength * slab.sheen[2] * np.exp(-0.5 * away))
    return np.minimum(total, np.float32(MOST_SHINE))
