"""The pattern that fills a segment, one per crystal, told apart without colour.

Drawn in the segment's own frame: the origin is its emblem, up is towards the cut, 1000 units to a card's side.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from calibration.sheets.crystalla.palette import PALETTES
from calibration.sheets.svg import Point, circle, polar, polygon, tone
from rules.crystalla.vocabulary import Crystal

_REACH = 760
"""How far from its emblem a segment can reach, in units."""


def _spread(first: int, second: int) -> float:
    """A fixed, even-looking number from 0 to 1 for a place in a mesh (no random generator: every print is the same)."""
    return math.modf(abs(math.sin(first * 12.9898 + second * 78.233) * 43758.5453))[0]


def _stripes() -> str:
    """Tourmaline: broad bands of teal and pink with a pale seam between, as in a watermelon crystal."""
    teal, teal_light, pale, pink, pink_deep = PALETTES[Crystal.TOURMALINE].ground
    bands = (
        (0, 46, pink_deep),
        (46, 40, pink),
        (86, 14, pale),
        (100, 40, teal_light),
        (140, 44, teal),
        (184, 40, teal_light),
        (224, 14, pale),
        (238, 40, pink),
        (278, 46, pink_deep),
    )
    period = 324
    parts = []
    for start in range(-3 * period - period // 2 + 162, _REACH, period):
        parts += [_band(start - 162 + left, width, colour) for left, width, colour in bands]
    return "".join(parts)


def _band(left: float, width: float, colour: str) -> str:
    return polygon([(left, -_REACH), (left + width, -_REACH), (left + width, _REACH), (left, _REACH)], colour)


def _chevrons() -> str:
    """Amethyst: broad zigzag bands like rows of crystal tips, every flank bright or dark."""
    ramp = PALETTES[Crystal.AMETHYST].ground
    width, rise, band = 105, 88, 84
    parts = []
    for row in range(-11, 12):
        left_light, right_light = (1.0, 0.72) if row % 2 else (0.28, 0.0)
        for column in range(-5, 6):
            x, y = 2 * column * width, row * band
            left = [(x, y), (x + width, y - rise), (x + width, y - rise + band), (x, y + band)]
            right = [(2 * (x + width) - a, b) for a, b in left]
            parts += [polygon(left, tone(ramp, left_light)), polygon(right, tone(ramp, right_light))]
    return "".join(parts)


def _lozenges() -> str:
    """Ruby: a quilt of lozenges, each cut into four facets."""
    ramp = PALETTES[Crystal.RUBY].ground
    half_width, half_height = 78, 112
    parts = []
    for row in range(-8, 9):
        for column in range(-11, 12):
            if (row + column) % 2:
                continue
            x, y = column * half_width, row * half_height
            corners = [(x, y - half_height), (x + half_width, y), (x, y + half_height), (x - half_width, y)]
            for side, light in enumerate((0.62, 0.12, 0.3, 1.0)):
                facet = [corners[side], corners[(side + 1) % 4], (x, y)]
                parts.append(polygon(facet, tone(ramp, light)))
    return "".join(parts)


def octagon(half_width: float, half_height: float, bevel: float) -> list[Point]:
    """An upright rectangle with bevelled corners, clockwise from its top edge."""
    w, h = half_width, half_height
    return [
        (-w + bevel, -h), (w - bevel, -h), (w, -h + bevel), (w, h - bevel),
        (w - bevel, h), (-w + bevel, h), (-w, h - bevel), (-w, -h + bevel),
    ]  # fmt: skip


def _steps() -> str:
    """Emerald: the steps of an emerald cut, running outwards from the emblem."""
    ramp = PALETTES[Crystal.EMERALD].ground
    lights = (0.95, 0.72, 0.45, 0.2, 0.05, 0.2, 0.45, 0.72)
    parts = []
    for ring in range(14, 0, -1):
        outer, inner = _step(ring), _step(ring - 1)
        dim = 0.3 if ring % 2 else 0.0
        for side in range(8):
            after = (side + 1) % 8
            facet = [outer[side], outer[after], inner[after], inner[side]]
            parts.append(polygon(facet, tone(ramp, lights[side] - dim + (0.14 if not ring % 2 else 0))))
    return "".join(parts)


def _step(ring: int) -> list[Point]:
    reach = 62.0 * ring
    return octagon(reach + 34, reach + 20, 0.5 * reach + 16)


def _rays() -> str:
    """Citrine: a sunburst around the emblem."""
    ramp = PALETTES[Crystal.CITRINE].ground
    count = 28
    parts = []
    for ray in range(count):
        start, end = 360 * ray / count, 360 * (ray + 1) / count
        light = (0.95, 0.3, 0.7, 0.0)[ray % 4]
        parts.append(polygon([(0, 0), polar(1100, start), polar(1100, end)], tone(ramp, light)))
        inner = [polar(300, (start + end) / 2), polar(420, start), polar(420, end)]
        outer = [polar(560, (start + end) / 2), polar(420, start), polar(420, end)]
        parts += [polygon(facet, tone(ramp, light + 0.22)) for facet in (inner, outer)]
    return "".join(parts)


def _triangles() -> str:
    """Diamond: a pale mesh of triangles, like light through ice."""
    ramp = PALETTES[Crystal.DIAMOND].ground
    side, height = 170, 147
    parts = []
    for row in range(-6, 7):
        for column in range(-7, 8):
            x, y = column * side + (side / 2 if row % 2 else 0), row * height
            up = [(x, y), (x + side / 2, y - height), (x + side, y)]
            down = [(x, y), (x + side, y), (x + side / 2, y + height)]
            parts.append(polygon(up, tone(ramp, 0.55 + 0.45 * _spread(row, column))))
            parts.append(polygon(down, tone(ramp, 0.4 * _spread(column, row + 31))))
    return "".join(parts)


def _domes() -> str:
    """Hematite: the round domes of kidney ore, each with a metallic gleam."""
    ramp = PALETTES[Crystal.HEMATITE].ground
    parts = [polygon([(-1100, -1100), (1100, -1100), (1100, 1100), (-1100, 1100)], tone(ramp, 0.0))]
    pitch, radius = 152, 70
    for row in range(-8, 9):
        for column in range(-7, 8):
            centre = (column * pitch + (pitch / 2 if row % 2 else 0), row * pitch * 0.866)
            for shrink, light in ((1.0, 0.32), (0.84, 0.46), (0.64, 0.62), (0.44, 0.84), (0.24, 1.0)):
                lift = radius * (1 - shrink) * 0.55
                parts.append(circle((centre[0] - lift, centre[1] - lift), radius * shrink, tone(ramp, light)))
    return "".join(parts)


_PATTERNS: dict[Crystal, Callable[[], str]] = {
    Crystal.TOURMALINE: _stripes,
    Crystal.AMETHYST: _chevrons,
    Crystal.RUBY: _lozenges,
    Crystal.EMERALD: _steps,
    Crystal.CITRINE: _rays,
    Crystal.DIAMOND: _triangles,
    Crystal.HEMATITE: _domes,
}


def pattern(crystal: Crystal) -> str:
    """SVG of the pattern of this crystal, larger than any segment: to be clipped."""
    return _PATTERNS[crystal]()
