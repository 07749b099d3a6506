"""A random camera over a table for training scenes: where it stands and what it does to the light."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]
Image = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class View:
    """A camera pose: `table_to_photo` maps millimetres (x right, y down, from above) to pixels.

    `lift` (3,) is what each millimetre of height adds to the mapped point before its division.
    """

    table_to_photo: FloatArray
    width: int
    height: int
    tilt_deg: float
    lift: FloatArray

    def projection(self) -> FloatArray:
        """The camera (3, 4) for points (x, y, height, 1) in millimetres."""
        flat = self.table_to_photo
        return np.column_stack([flat[:, 0], flat[:, 1], self.lift, flat[:, 2]])

    def raised(self, height_mm: float) -> View:
        """The same camera over a plane so high above the table."""
        raised = self.table_to_photo + np.outer(self.lift * height_mm, (0, 0, 1))
        return View(raised, self.width, self.height, self.tilt_deg, self.lift)


def look_at(
    target_mm: FloatArray,
    distance_mm: float,
    tilt_deg: float,
    azimuth_deg: float,
    roll_deg: float,
    focal: float,
    size: tuple[int, int],
) -> View:
    """Pinhole camera looking at a point of the table; `focal` is in picture widths, `size` is (w, h)."""
    width, height = size
    tilt, azimuth, roll = np.deg2rad([tilt_deg, azimuth_deg, roll_deg])
    about_x = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
    rotation = _about_z(roll) @ about_x @ _about_z(azimuth)
    centre = np.array([target_mm[0], target_mm[1], 0.0]) - distance_mm * rotation.T @ np.array([0.0, 0.0, 1.0])
    f = focal * max(size)
    intrinsics = np.array([[f, 0, width / 2], [0, f, height / 2], [0, 0, 1.0]])
    matrix = intrinsics @ np.column_stack([rotation[:, 0], rotation[:, 1], -rotation @ centre])
    # The table's third axis, x right and y down, points into it.
    lift = -intrinsics @ rotation[:, 2]
    return View(matrix / matrix[2, 2], width, height, tilt_deg, lift / matrix[2, 2])


def _about_z(angle: float) -> FloatArray:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])


def develop(rng: np.random.Generator, light: npt.NDArray[np.float32]) -> Image:
    """What a phone makes of linear-ish light (h, w, 3) in 0..1: cast, curve, vignette, blur, noise, JPEG."""
    picture = _tone(rng, light * _vignette(rng, light.shape[:2]))
    picture = _blur(rng, picture)
    if rng.random() < 0.4:
        soft = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.8, 1.6))
        picture = picture + rng.uniform(0.2, 1.0) * (picture - soft)
    picture = picture + _noise(rng, picture)
    out = np.clip(picture * 255, 0, 255).astype(np.uint8)
    if rng.random() < 0.85:
        quality = int(rng.integers(45, 96))
        out = cv2.imdecode(cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR)
    return out


def _vignette(rng: np.random.Generator, shape: tuple[int, int]) -> npt.NDArray[np.float32]:
    height, width = shape
    y, x = np.ogrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
    return (1 - rng.uniform(0, 0.25) * (x**2 + y**2)).astype(np.float32)[..., None]


def _tone(rng: np.random.Generator, light: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Auto exposure with an error, white balance with an error, a contrast curve, saturation."""
    level = np.percentile(light, 90) + 1e-3
    exposure = 2 ** rng.normal(0, 0.35) * rng.uniform(0.7, 0.9) / level
    light = light * (1 + (exposure - 1) * rng.uniform(0.5, 1.0))
    if rng.random() < 0.6:
        correction = 1 / (light.reshape(-1, 3).mean(0) + 1e-3)
        correction = correction / correction.mean()
        light = light * (correction ** rng.uniform(0, 0.8)).astype(np.float32)
    light = np.clip(light, 0, 4) ** rng.uniform(0.75, 1.3)
    light = np.where(light > 0.8, 0.8 + (1 - np.exp(-(light - 0.8) * 2.5)) * 0.22, light)
    grey = light @ np.array([0.114, 0.587, 0.299], np.float32)
    light = grey[..., None] + (light - grey[..., None]) * rng.uniform(0.65, 1.45)
    contrast = rng.uniform(0.8, 1.2)
    return ((light - 0.45) * contrast + 0.45 + rng.uniform(-0.04, 0.04)).astype(np.float32)


def _blur(rng: np.random.Generator, picture: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    kind = rng.random()
    if kind < 0.45:
        return cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.3, 1.0))
    if kind < 0.55:
        return cv2.GaussianBlur(picture, (0, 0), rng.uniform(1.0, 1.9))
    if kind < 0.65:
        length = int(rng.integers(3, 8))
        kernel = np.zeros((length, length), np.float32)
        cv2.line(kernel, (0, int(rng.integers(0, length))), (length - 1, int(rng.integers(0, length))), 1.0)
        return cv2.filter2D(picture, -1, kernel / kernel.sum())
    return picture


def _noise(rng: np.random.Generator, picture: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    sigma = rng.choice([0.004, 0.012, 0.03], p=[0.45, 0.4, 0.15]) * rng.uniform(0.5, 1.3)
    grain = rng.standard_normal(picture.shape, dtype=np.float32)
    if rng.random() < 0.4:
        grain = cv2.GaussianBlur(grain, (0, 0), 0.7) * 1.8
    return grain * sigma * (0.4 + np.sqrt(np.clip(picture, 0, 1)))
