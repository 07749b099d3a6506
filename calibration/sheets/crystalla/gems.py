"""The emblem of each crystal: a faceted gem, and for ruby and emerald the parts of their flowers.

Drawn in the segment's own frame: the origin is the emblem, up is towards the cut, a gem is about 200 units wide.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from calibration.sheets.crystalla.palette import INK, IVORY, PALETTES
from calibration.sheets.crystalla.patterns import octagon
from calibration.sheets.svg import Point, outline, polar, polygon, tone
from rules.crystalla.vocabulary import Crystal

_RIM = 13.0
_PRISM = 196.0
"""Half the length of the tourmaline prism."""
_LIGHT = math.radians(-60)
"""Light comes from the upper left of the emblem."""


def _scaled(points: Sequence[Point], factor: float) -> list[Point]:
    return [(x * factor, y * factor) for x, y in points]


def _facing(start: Point, end: Point) -> float:
    """Brightness 0 to 1 of a facet by where its middle lies, seen from the gem's centre."""
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    return 0.5 + 0.5 * math.cos(math.atan2(x, -y) - _LIGHT)


def _mounted(silhouette: Sequence[Point], facets: str) -> str:
    """Facets with an ivory halo and an ink line around their silhouette."""
    halo = outline(silhouette, IVORY, 4 * _RIM, IVORY)
    return halo + outline(silhouette, INK, 2 * _RIM, INK) + facets


def _brilliant(girdle: Sequence[Point], ramp: Sequence[str], table: float = 0.5) -> str:
    """A cut stone: table, star and girdle facets between an outline and its smaller copies."""
    count = len(girdle)
    inner = _scaled(girdle, table)
    parts = [polygon(inner, tone(ramp, 0.86)), polygon(inner[: count // 2 + 1], tone(ramp, 1.0))]
    for index in range(count):
        after = (index + 1) % count
        start, end = girdle[index], girdle[after]
        waist = ((start[0] + end[0]) * 0.39, (start[1] + end[1]) * 0.39)
        light = _facing(start, end)
        parts.append(polygon([inner[index], inner[after], waist], tone(ramp, 0.25 + 0.55 * light)))
        parts.append(polygon([start, end, waist], tone(ramp, 0.05 + 0.5 * light)))
        parts.append(polygon([start, waist, inner[index]], tone(ramp, 0.12 + 0.8 * light)))
        parts.append(polygon([end, waist, inner[after]], tone(ramp, 0.7 * light)))
    return _mounted(girdle, "".join(parts))


def _tourmaline() -> str:
    """A long prism lying along the cut, teal at both ends and pink in its middle."""
    teal, teal_light, pale, pink, pink_deep = PALETTES[Crystal.TOURMALINE].gem
    zones = (
        (-_PRISM, -72, teal, teal_light), (-72, -48, pale, pale), (-48, 48, pink_deep, pink),
        (48, 72, pale, pale), (72, _PRISM, teal, teal_light),
    )  # fmt: skip
    parts = []
    for left, right, dark, bright in zones:
        for heights, light in (((-72, -24), 1.0), ((-24, 0, 24), 0.55), ((24, 72), 0.0)):
            parts.append(polygon(_prism_face(left, right, heights), tone((dark, bright), light)))
    return _mounted(_prism_face(-_PRISM, _PRISM, (-72, 0, 72)), "".join(parts))


def _prism_face(left: float, right: float, heights: Sequence[float]) -> list[Point]:
    """The part of the prism between two cuts across it and the first and last of these heights."""
    half = [_PRISM - 0.8 * abs(y) for y in heights]
    start = [(max(left, -reach), y) for reach, y in zip(half, heights, strict=True)]
    end = [(min(right, reach), y) for reach, y in zip(half, heights, strict=True)]
    return [*start, *reversed(end)]


def _amethyst() -> str:
    """A cluster of three crystal points."""
    ramp = PALETTES[Crystal.AMETHYST].gem
    parts = [_point(-88, 60, 70, 150, -24, ramp), _point(88, 60, 70, 150, 24, ramp), _point(0, 90, 92, 265, 0, ramp)]
    return "".join(parts)


def _point(x: float, base: float, width: float, height: float, lean: float, ramp: Sequence[str]) -> str:
    """One crystal: a shaft of three faces under a tip."""
    angle = math.radians(lean)
    half, shoulder = width / 2, height * 0.62
    local = [(-half, 0), (-half, -shoulder), (0, -height), (half, -shoulder), (half, 0), (0, 26)]
    ridge = [(-half * 0.3, -shoulder + 14), (half * 0.35, -shoulder + 18)]

    def place(points: Sequence[Point]) -> list[Point]:
        return [
            (x + a * math.cos(angle) - b * math.sin(angle), base + a * math.sin(angle) + b * math.cos(angle))
            for a, b in points
        ]

    left, right = ridge
    faces = (
        ([local[0], local[1], left, (left[0], 20)], 0.95), ([(left[0], 20), left, right, (right[0], 18)], 0.55),
        ([(right[0], 18), right, local[3], local[4]], 0.1), ([local[1], local[2], left], 0.75),
        ([left, local[2], right], 1.0), ([right, local[2], local[3]], 0.3),
    )  # fmt: skip
    return _mounted(place(local), "".join(polygon(place(face), tone(ramp, light)) for face, light in faces))


def _petal(degrees: float, inner: float, outer: float, spread: float, ramp: Sequence[str]) -> str:
    """A pointed petal of two facets."""
    root, tip = polar(inner, degrees), polar(outer, degrees)
    left, right = (polar(inner + (outer - inner) * 0.55, degrees + side * spread) for side in (-1, 1))
    facets = polygon([root, left, tip], tone(ramp, 0.95)) + polygon([root, tip, right], tone(ramp, 0.42))
    return _mounted([root, left, tip, right], facets)


def half_flower() -> str:
    """Ruby: five petals over half a round stone, its flat side towards the segment's own corner."""
    ramp = PALETTES[Crystal.RUBY].gem
    petals = "".join(_petal(degrees, 40, 196, 19, ramp) for degrees in (-72, 72, -36, 36, 0))
    rim = [polar(88, degrees) for degrees in range(-90, 91, 30)]
    stone = [
        polygon([(0, 0), rim[i], rim[i + 1]], tone(ramp, 0.25 + 0.7 * _facing(rim[i], rim[i + 1]))) for i in range(6)
    ]
    table = [polar(42, degrees) for degrees in range(-90, 91, 30)]
    heart = _mounted(rim, "".join(stone) + polygon(table, ramp[3]))
    return f'<g transform="translate(0 72)">{petals}{heart}</g>'


def quarter_flower() -> str:
    """Emerald: a quarter of a flower around the origin, between up-left and up-right (its own corner below)."""
    ramp = PALETTES[Crystal.EMERALD].gem
    petals = "".join(_petal(degrees, 60, 232, 15, ramp) for degrees in (-30, 30, 0))
    rim = [(0.0, 0.0), *(polar(104, degrees) for degrees in range(-50, 51, 20))]
    heart = polygon(rim, "#ffe9a8")
    return petals + outline(rim, IVORY, 30, IVORY) + outline(rim, INK, 16, INK) + heart


def _emerald() -> str:
    """An octagonal step cut."""
    ramp = PALETTES[Crystal.EMERALD].gem
    lights = (1.0, 0.75, 0.35, 0.1, 0.0, 0.15, 0.5, 0.85)
    rings = [octagon(110 * s, 142 * s, 44 * s) for s in (1.0, 0.76, 0.5)]
    parts = []
    for outer, inner, lift in ((rings[0], rings[1], 0.0), (rings[1], rings[2], 0.12)):
        for side, light in enumerate(lights):
            after = (side + 1) % 8
            parts.append(
                polygon([outer[side], outer[after], inner[after], inner[side]], tone(ramp, light * 0.8 + lift))
            )
    table = rings[2]
    parts += [polygon(table, tone(ramp, 0.8)), polygon([*table[6:], *table[:2]], tone(ramp, 1.0))]
    return _mounted(rings[0], "".join(parts))


def _citrine() -> str:
    """A round brilliant."""
    girdle = [polar(128, 360 * step / 12 + 15) for step in range(12)]
    return _brilliant(girdle, PALETTES[Crystal.CITRINE].gem)


def _diamond() -> str:
    """A diamond seen from its side: crown above, point below."""
    ramp = PALETTES[Crystal.DIAMOND].gem
    top, girdle, tip = -105.0, -35.0, 150.0
    upper = [(-92, top), (-30, top), (30, top), (92, top)]
    waist = [(-158, girdle), (-68, girdle), (0, girdle), (68, girdle), (158, girdle)]
    silhouette = [upper[0], upper[3], waist[4], (0, tip), waist[0]]
    crown = (
        ([upper[0], waist[0], waist[1]], 0.5), ([upper[0], upper[1], waist[1]], 0.95),
        ([upper[1], waist[1], waist[2]], 0.35), ([upper[1], upper[2], waist[2]], 1.0),
        ([upper[2], waist[2], waist[3]], 0.2), ([upper[2], upper[3], waist[3]], 0.75),
        ([upper[3], waist[3], waist[4]], 0.05),
    )  # fmt: skip
    pavilion = [([waist[i], waist[i + 1], (0, tip)], light) for i, light in enumerate((0.7, 0.98, 0.42, 0.0))]
    return _mounted(silhouette, "".join(polygon(face, tone(ramp, light)) for face, light in (*crown, *pavilion)))


def _hematite() -> str:
    """A hexagonal block of three polished faces."""
    ramp = PALETTES[Crystal.HEMATITE].gem
    rim = [polar(140, 60 * step) for step in range(6)]
    parts = []
    for first, light in ((5, 0.95), (1, 0.3), (3, 0.0)):
        face = [(0.0, 0.0), *(rim[(first + step) % 6] for step in range(3))]
        parts.append(polygon(face, tone(ramp, light)))
        gleam = [face[0], face[1], ((face[1][0] + face[2][0]) / 2, (face[1][1] + face[2][1]) / 2)]
        parts.append(polygon(gleam, tone(ramp, light * 0.7 + 0.22)))
    return _mounted(rim, "".join(parts))


_EMBLEMS: dict[Crystal, Callable[[], str]] = {
    Crystal.TOURMALINE: _tourmaline,
    Crystal.AMETHYST: _amethyst,
    Crystal.RUBY: half_flower,
    Crystal.EMERALD: _emerald,
    Crystal.CITRINE: _citrine,
    Crystal.DIAMOND: _diamond,
    Crystal.HEMATITE: _hematite,
}


def emblem(crystal: Crystal) -> str:
    """SVG of the emblem of this crystal around the origin."""
    return _EMBLEMS[crystal]()
