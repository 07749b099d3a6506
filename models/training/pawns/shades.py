"""What paint a maker may mean by "blue": random linear colours around a name, for nine names of pawn colours."""

from __future__ import annotations

import cv2
import numpy as np

from calibration.sheets.crystalla.palette import PAWNS

NAMES: tuple[str, ...] = tuple(PAWNS)
"""The names that the printed sheets know, in their order."""
Paint = tuple[float, float, float]
"""Linear BGR, 0..1."""

_RANGES: dict[str, tuple[tuple[float, float], tuple[float, float], tuple[float, float]]] = {
    # hue in degrees, saturation, value; sRGB
    "gray": ((0, 360), (0.0, 0.13), (0.36, 0.72)),
    "blue": ((196, 240), (0.5, 1.0), (0.35, 0.95)),
    "green": ((82, 162), (0.4, 1.0), (0.26, 0.8)),
    "orange": ((17, 38), (0.7, 1.0), (0.72, 1.0)),
    "yellow": ((44, 60), (0.6, 1.0), (0.8, 1.0)),
    "red": ((350, 368), (0.65, 1.0), (0.42, 0.9)),
    "purple": ((256, 308), (0.32, 0.9), (0.28, 0.78)),
    "black": ((0, 360), (0.0, 0.25), (0.05, 0.24)),
    "white": ((0, 360), (0.0, 0.1), (0.86, 1.0)),
}


def random_paint(rng: np.random.Generator, name: str) -> Paint:
    """A shade that people would call by this name; raises ValueError for a name that is not in NAMES."""
    if name not in _RANGES:
        raise ValueError(f"pawn colour {name!r} is unknown, allowed are {', '.join(NAMES)}")
    hue, saturation, value = (float(rng.uniform(*span)) for span in _RANGES[name])
    if name == "gray" and rng.random() < 0.5:
        hue = float(rng.uniform(200, 240))
    hsv = np.array([[(hue % 360, saturation, value)]], np.float32)
    blue, green, red = (float(v) ** 2.2 for v in cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0])
    return blue, green, red
