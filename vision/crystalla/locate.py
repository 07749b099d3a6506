"""Finds cards and tableau marks in a picture: a small network, then its peaks as parallelograms."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from calibration.geometry import FloatArray, side_of
from vision.onnx import Network

Image = npt.NDArray[np.uint8]
Maps = npt.NDArray[np.float32]
Stretch = tuple[float, float]
"""How much wider and higher a picture is made."""

INPUT_LONG_PX = 512
_MULTIPLE = 32
STRIDE = 8
RADIUS_UNIT = 24.0
"""Pixels of half a diagonal that make a log radius of 0 (`models/training/targets.py`)."""
CARD, MARK = 0, 1
AS_IT_IS: Stretch = (1.0, 1.0)
STEEP = 1.4
"""How much a picture is stretched against the foreshortening of a steep view."""
CLOSER_MARGIN = 0.5
"""How much of a display's extent a closer look takes in on each side: the tableau must fit."""
TILE_SHARE, TILE_OVERLAP = 0.5625, 0.3
"""Side of a part of a whole table's picture, and how much two parts have in common: more than a card."""
CLEAR_HEAT, LARGE_SIDE = 0.5, 40.0
"""Cards of a larger side, in pixels of the locator's input, need no closer look; peaks of that heat count."""
PEAK_ABOVE = 0.25
"""Heat of a peak that is looked at further; the card network judges what it is."""


@dataclass(frozen=True, slots=True, eq=False)
class Detection:
    """Something card-like: a parallelogram (4, 2) in picture pixels, clockwise, any corner first."""

    corners: FloatArray
    heat: float

    @property
    def centre(self) -> FloatArray:
        """Middle of the parallelogram, (2,)."""
        return np.asarray(self.corners.mean(0))

    @property
    def side_px(self) -> float:
        """Side of a square of the same area."""
        return side_of(self.corners)


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """All cards and all tableau marks of one picture, likeliest first."""

    cards: tuple[Detection, ...]
    marks: tuple[Detection, ...]

    def both(self) -> tuple[tuple[Detection, ...], tuple[Detection, ...]]:
        """Cards, then marks."""
        return self.cards, self.marks


def locate(network: Network, picture: Image, stretch: Stretch = AS_IT_IS) -> Found:
    """Run the locator on a picture (h, w, 3) of any size, stretched; corners come back in the picture's pixels."""
    factor = INPUT_LONG_PX / max(picture.shape[:2])
    width, height = (round(side * factor * by) for side, by in zip(picture.shape[1::-1], stretch, strict=True))
    size = (max(1, width), max(1, height))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR)
    (maps,) = network(picture=_padded(np.asarray(small, np.uint8))[None])
    scale = np.array([picture.shape[1] / size[0], picture.shape[0] / size[1]])
    return Found(*(_peaks(maps[0], kind, scale) for kind in (CARD, MARK)))


def locate_near(network: Network, picture: Image, corners: FloatArray, stretch: Stretch = AS_IT_IS) -> Found:
    """Run the locator on the part of the picture around these points (n, 2), as a closer look at a small display."""
    low, high = corners.min(0), corners.max(0)
    reach = CLOSER_MARGIN * float(max(high - low))
    x0, y0 = (int(value) for value in np.maximum(low - reach, 0))
    x1, y1 = (int(value) for value in np.minimum(high + reach + 1, picture.shape[1::-1]))
    found = locate(network, picture[y0:y1, x0:x1], stretch)
    shift = np.array([x0, y0])
    cards, marks = (
        tuple(Detection(seen.corners + shift, seen.heat) for seen in kind) for kind in (found.cards, found.marks)
    )
    return Found(cards, marks)


def upright_stretch(found: Found) -> Stretch:
    """What takes the foreshortening from a steep view: along the side in which what was found is shorter."""
    edges = [np.abs(card.corners - np.roll(card.corners, 1, axis=0)).sum(0) for card in found.cards]
    width, height = np.sum(edges, axis=0) if edges else (1.0, 0.0)
    return (1.0, STEEP) if width > height else (STEEP, 1.0)


def locate_all(network: Network, picture: Image) -> Found:
    """Run the locator on a picture whose cards may be small: where they are, on overlapping parts of it instead."""
    whole = locate(network, picture)
    clear = [card.side_px for card in whole.cards if card.heat > CLEAR_HEAT]
    if clear and float(np.median(clear)) * INPUT_LONG_PX > LARGE_SIDE * max(picture.shape[:2]):
        return whole
    side = round(TILE_SHARE * max(picture.shape[:2]))
    found: list[Found] = []
    for y0 in _starts(picture.shape[0], side):
        for x0 in _starts(picture.shape[1], side):
            part = locate(network, picture[y0 : y0 + side, x0 : x0 + side])
            shift = np.array([x0, y0])
            found.append(
                Found(*(tuple(Detection(seen.corners + shift, seen.heat) for seen in kind) for kind in part.both()))
            )
    cards, marks = (
        tuple(_apart(sorted((seen for one in found for seen in one.both()[kind]), key=lambda seen: -seen.heat)))
        for kind in (CARD, MARK)
    )
    return Found(cards, marks)


def _starts(length: int, side: int) -> list[int]:
    """Where parts of a side begin that cover a length, overlapping by at least TILE_OVERLAP."""
    if length <= side:
        return [0]
    count = int(np.ceil((length - TILE_OVERLAP * side) / ((1 - TILE_OVERLAP) * side)))
    return [round(start) for start in np.linspace(0, length - side, count)]


def _padded(picture: Image) -> Image:
    bottom, right = (-side % _MULTIPLE for side in picture.shape[:2])
    return np.asarray(cv2.copyMakeBorder(picture, 0, bottom, 0, right, cv2.BORDER_REPLICATE), dtype=np.uint8)


def _peaks(maps: Maps, kind: int, scale: FloatArray) -> tuple[Detection, ...]:
    heat = maps[kind]
    highest = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, cols = np.nonzero((heat >= highest) & (heat > PEAK_ABOVE))
    found = [
        Detection(_corners(maps[2:, row, col], int(row), int(col)) * scale, float(heat[row, col]))
        for row, col in zip(rows, cols, strict=True)
    ]
    return tuple(_apart(sorted(found, key=lambda detection: -detection.heat)))


def _corners(values: Maps, row: int, col: int) -> FloatArray:
    """Undo the encoding: corners are centre + a·i^k + b·i^-k, known are a^4, |a| and a·b."""
    dx, dy, cos4, sin4, log_radius, squash_re, squash_im = (float(v) for v in values)
    radius = RADIUS_UNIT * np.exp(np.clip(log_radius, -4, 4))
    a = radius * np.exp(0.25j * np.arctan2(sin4, cos4))
    b = complex(squash_re, squash_im) * radius**2 / a
    turns = 1j ** np.arange(4)
    z = a * turns + b / turns
    centre = ((col + 0.5 + dx) * STRIDE, (row + 0.5 + dy) * STRIDE)
    return np.column_stack([z.real + centre[0], z.imag + centre[1]])


def _apart(found: list[Detection]) -> list[Detection]:
    """Drop a peak whose centre lies on a likelier card: two cards' centres are a side apart."""
    kept: list[Detection] = []
    for detection in found:
        gaps = [np.hypot(*(detection.centre - other.centre)) / max(other.side_px, 1e-6) for other in kept]
        if min(gaps, default=1.0) > 0.45:
            kept.append(detection)
    return kept
