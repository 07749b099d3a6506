"""From linear light to the file: lens, sensor and JPEG."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from models.training.composite.light import Bytes, Floats, Rng, f32, to_srgb

_NOISE_PX = 1024


def develop(linear: Floats, blur_px: float, rng: Rng) -> Bytes:
    """Blur by the lens (and now and then a moved hand), grain by the sensor, then sRGB uint8; (h, w, 3)."""
    picture = f32(cv2.GaussianBlur(linear, (0, 0), blur_px))
    if rng.random() < 0.15:
        picture = _shaken(picture, float(rng.uniform(1.5, 3)), float(rng.uniform(0, np.pi)))
    codes = to_srgb(picture) * np.float32(255)
    codes += _grain(picture.shape[:2], rng) * np.float32(rng.uniform(1.0, 4.5))
    return np.clip(codes + np.float32(0.5), 0, 255).astype(np.uint8)


def write_jpeg(picture: Bytes, rng: Rng) -> bytes:
    """JPEG of quality 80 to 95."""
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(80, 96))])
    if not done:
        raise ValueError(f"a picture of shape {picture.shape} cannot be written as JPEG")
    return bytes(data.tobytes())


def _shaken(picture: Floats, length: float, angle: float) -> Floats:
    kernel = np.zeros((7, 7), np.float32)
    for share in np.linspace(-0.5, 0.5, 33):
        x, y = 3 + share * length * np.cos(angle), 3 + share * length * np.sin(angle)
        kernel[round(y), round(x)] += 1
    return f32(cv2.filter2D(picture, -1, kernel / kernel.sum()))


@lru_cache(maxsize=1)
def _noise() -> Floats:
    """Sensor noise after demosaicking, mostly grey with a little colour, standard deviation 1; tiled 2 x 2."""
    rng = np.random.default_rng(5)
    grey = rng.normal(0, 1, (_NOISE_PX, _NOISE_PX, 1)).astype(np.float32)
    colour = rng.normal(0, 1, (_NOISE_PX, _NOISE_PX, 3)).astype(np.float32)
    noise = cv2.GaussianBlur(grey + 0.5 * cv2.GaussianBlur(colour, (0, 0), 1.0), (0, 0), 0.55)
    return f32(np.tile(noise / noise.std(), (2, 2, 1)))


def _grain(size: tuple[int, int], rng: Rng) -> Floats:
    room = [2 * _NOISE_PX - side for side in size]
    y, x = (int(rng.integers(0, min(_NOISE_PX, side + 1))) for side in room)
    return _noise()[y : y + size[0], x : x + size[1]]
