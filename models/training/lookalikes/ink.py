"""Strokes that the look-alikes are drawn with: inks, grounds, motifs, frames, rounded corners."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import cv2
import numpy as np
import numpy.typing as npt

from models.training.camera import Image
from models.training.tables import any_photo

PX = 96
Rng = np.random.Generator
Ink = tuple[int, int, int, int]
Draw = Callable[[int, int], Image]
"""Draws the cell of a row and column, uint8 BGRA; what the cells of one grid have in common it holds itself."""


def ink(rng: Rng, low: int = 20, high: int = 255, vivid: float = 0.6) -> Ink:
    """A random opaque colour; `low` and `high` bound its brightness, `vivid` is the share of bright colours."""
    saturation = rng.integers(90, 256) if rng.random() < vivid else rng.integers(0, 90)
    hsv = np.array([[[rng.integers(180), saturation, rng.integers(low, high)]]], np.uint8)
    b, g, r = (int(v) for v in cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0])
    return b, g, r, 255


def sheet(tone: Ink, height: int = PX, width: int = PX) -> Image:
    """A plain cell."""
    return np.full((height, width, 4), tone, np.uint8)


def grained(rng: Rng, picture: Image, strength: float, blobs: tuple[int, int]) -> Image:
    """The cell with lighter and darker spots, `blobs` (rows, columns) across."""
    height, width = picture.shape[:2]
    noise = cv2.resize(
        rng.normal(0, strength, blobs).astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC
    )
    picture[..., :3] = np.clip(picture[..., :3] + noise[..., None], 0, 255)
    return picture


def ground(rng: Rng, tone: Ink, height: int = PX, width: int = PX) -> Image:
    """A cell in one tone: plain, speckled, brushed or shaded from one side."""
    picture = sheet(tone, height, width)
    kind = int(rng.integers(4))
    if kind == 1:
        grained(rng, picture, rng.uniform(3, 16), (int(rng.integers(4, 40)), int(rng.integers(4, 40))))
    elif kind == 2:
        grained(rng, picture, rng.uniform(3, 14), (2, int(rng.integers(10, 50))))
    elif kind == 3:
        ramp = np.linspace(1 - rng.uniform(0, 0.4), 1 + rng.uniform(0, 0.3), height)[:, None, None]
        picture[..., :3] = np.clip(picture[..., :3] * ramp, 0, 255)
    return picture


def scrap(rng: Rng, height: int, width: int) -> Image | None:
    """A piece of a training photograph, None where there are none."""
    photo = any_photo(rng)
    if photo is None:
        return None
    side = int(rng.integers(40, min(photo.shape[:2]) // 2))
    y, x = (int(rng.integers(n - side)) for n in photo.shape[:2])
    out = sheet((0, 0, 0, 255), height, width)
    out[..., :3] = cv2.resize(photo[y : y + side, x : x + side], (width, height), interpolation=cv2.INTER_AREA)
    return out


def picture_of(rng: Rng, height: int, width: int) -> Image:
    """A piece of a training photograph, or a plain field where there are none."""
    found = scrap(rng, height, width)
    return ground(rng, ink(rng), height, width) if found is None else found


def motif(rng: Rng, picture: Image, centre: npt.ArrayLike, reach: float, tone: Ink, *, jewels: bool = True) -> None:
    """Petals, a face, a house, waves, a heart, a spiral, a letter, dots or, where `jewels` may be, a cut stone."""
    _MOTIFS[int(rng.integers(len(_MOTIFS) - (not jewels)))](rng, picture, np.asarray(centre, dtype=float), reach, tone)


def _fill(picture: Image, points: npt.NDArray[np.float64], tone: Ink) -> None:
    cv2.fillPoly(picture, [np.rint(points * 16).astype(np.int32)], tone, cv2.LINE_AA, 4)


def _dot(picture: Image, centre: npt.NDArray[np.float64], radius: float, tone: Ink) -> None:
    x, y = (int(v * 16) for v in centre)
    cv2.circle(picture, (x, y), int(radius * 16), tone, -1, cv2.LINE_AA, 4)


def _petals(rng: Rng, picture: Image, centre: npt.NDArray[np.float64], reach: float, tone: Ink) -> None:
    count, turn = int(rng.integers(4, 9)), rng.uniform(0, 360)
    for petal in range(count):
        angle = turn + 360 * petal / count
        middle = centre + 0.55 * reach * np.array([np.cos(np.deg2rad(angle)), np.sin(np.deg2rad(angle))])
        box = ((float(middle[0]), float(middle[1])), (float(reach), float(0.5 * reach)), float(angle))
        cv2.ellipse(picture, box, tone, -1, cv2.LINE_AA)
    _dot(picture, centre, 0.25 * reach, ink(rng))


def _blob(rng: Rng, picture: Image, centre: npt.NDArray[np.float64], reach: float, tone: Ink) -> None:
    angles = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    wave = 0.75 + 0.25 * np.sin(angles * rng.integers(1, 5) + rng.uniform(0, 6)) * rng.uniform(0.2, 1)
    _fill(picture, centre + reach * wave[:, None] * np.column_stack([np.cos(angles), np.sin(angles)]), tone)
    if rng.random() < 0.6:
        for side in (-0.3, 0.3):
            _dot(picture, centre + reach * np.array([side, -0.2]), 0.14 * reach, (250, 250, 250, 255))
            _dot(picture, centre + reach * np.array([side, -0.2]), 0.07 * reach, (20, 20, 20, 255))


def _gable(rng: Rng, picture: Image, centre: npt.NDArray[np.float64], reach: float, tone: Ink) -> None:
    high = rng.uniform(0.1, 0.6)
    _fill(picture, centre + reach * np.array([(-0.8, 0.8), (-0.8, -high), (0.8, -high), (0.8, 0.8)]), tone)
    _fill(picture, centre + reach * np.array([(-1.0, -high), (0.0, -1.0), (1.0, -high)]), ink(rng))
    _fill(picture, centre + reach * np.array([(-0.2, 0.8), (-0.2, 0.1), (0.2, 0.1), (0.2, 0.8)]), ink(rng))


def _wave(rng: Rng, picture: Image, centre: npt.NDArray[np.float64], reach: float, tone: Ink) -> None:
    x = np.linspace(-1, 1, 30)
    for level in np.linspace(-0.7, 0.7, int(rng.integers(2, 5))):
        y = level + 0.15 * np.sin(x * rng.uniform(4, 9))
        points = np.rint(centre + reach * np.column_stack([x, y])).astype(np.int32)
        cv2.polylines(picture, [points], False, tone, max(1, int(0.12 * reach)), cv2.LINE_AA)


def _heart(rng: Rng, picture: Image, centre: npt.NDArray[np.float64], reach: float, tone: Ink) -> None:
    t = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    y = 13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t)
    upside = rng.choice([-1, 1])
    _fill(picture, centre + reach / 17 * np.column_stack([16 * np.sin(t) ** 3, -upside * y]), tone)


def _spiral(rng: Rng, picture: Image, centre: npt.NDArray[np.float64], reach: float, tone: Ink) -> None:
    t = np.linspace(0, rng.uniform(8, 20), 90)
    points = centre + reach * (t / t[-1])[:, None] * np.column_stack([np.cos(t), np.sin(t)])
    cv2.polylines(picture, [np.rint(points).astype(np.int32)], False, tone, max(1, int(0.13 * reach)), cv2.LINE_AA)


def _letter(rng: Rng, picture: Image, centre: npt.NDArray[np.float64], reach: float, tone: Ink) -> None:
    write(picture, chr(int(rng.integers(65, 91))), centre, 1.6 * reach, tone)


def _cluster(rng: Rng, picture: Image, centre: npt.NDArray[np.float64], reach: float, tone: Ink) -> None:
    for _ in range(int(rng.integers(3, 12))):
        _dot(picture, centre + rng.uniform(-0.8, 0.8, 2) * reach, rng.uniform(0.1, 0.35) * reach, tone)


def _facets(rng: Rng, picture: Image, centre: npt.NDArray[np.float64], reach: float, tone: Ink) -> None:
    sides = int(rng.integers(5, 10))
    angles = rng.uniform(0, 6) + np.arange(sides + 1) * 2 * np.pi / sides
    rim = centre + reach * np.column_stack([np.cos(angles), np.sin(angles)])
    for first, second in pairwise(rim):
        shade = rng.uniform(0.55, 1.35)
        b, g, r = (int(min(255, v * shade)) for v in tone[:3])
        _fill(picture, np.array([centre, first, second]), (b, g, r, 255))


_MOTIFS = (_petals, _blob, _gable, _wave, _heart, _spiral, _letter, _cluster, _facets)
"""The last one is the jewel: two of them on a square would be too near to a Crystalla card."""


def write(picture: Image, text: str, middle: npt.ArrayLike, height: float, tone: Ink) -> None:
    """Text of a height in pixels, centred."""
    face = cv2.FONT_HERSHEY_DUPLEX
    scale, weight = height / 22, max(1, int(height / 13))
    (width, rise), _ = cv2.getTextSize(text, face, scale, weight)
    x, y = np.asarray(middle, dtype=float)
    spot = (int(x - width / 2), int(y + rise / 2))
    cv2.putText(picture, text, spot, face, scale, tone, weight, cv2.LINE_AA)


def frame(picture: Image, width: int, tone: Ink) -> None:
    """A border inside the edge."""
    if width > 0:
        height, across = picture.shape[:2]
        picture[:width], picture[height - width :] = tone, tone
        picture[:, :width], picture[:, across - width :] = tone, tone


def rounded(picture: Image, share: float) -> Image:
    """The cell with transparent corners of a radius in cell widths."""
    height, width = picture.shape[:2]
    radius = int(share * width)
    if radius < 1:
        return picture
    mask = np.zeros((height, width), np.uint8)
    cv2.rectangle(mask, (radius, 0), (width - 1 - radius, height - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (width - 1, height - 1 - radius), 255, -1)
    for x in (radius, width - 1 - radius):
        for y in (radius, height - 1 - radius):
            cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)
    picture[..., 3] = mask
    return picture


def bevel(picture: Image, width: int, strength: float) -> None:
    """Lit upper left edges and shaded lower right ones."""
    body = picture[..., :3].astype(np.float32)
    body[:width] *= 1 + strength
    body[:, :width] *= 1 + strength
    body[-width:] *= 1 - strength
    body[:, -width:] *= 1 - strength
    picture[..., :3] = np.clip(body, 0, 255)
