"""Small words for writing SVG as text and for rendering it: polygons, groups, colour mixing, PNG."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import resvg_py

Point = tuple[float, float]


def path_data(points: Iterable[Point]) -> str:
    """Closed SVG path data through the points."""
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z"


def polygon(points: Iterable[Point], fill: str, extra: str = "") -> str:
    """A filled polygon; its own hairline stroke hides the seam between neighbours."""
    return f'<path d="{path_data(points)}" fill="{fill}" stroke="{fill}" stroke-width="1" {extra}/>'


def outline(points: Iterable[Point], stroke: str, width: float, fill: str = "none") -> str:
    """A closed line of this width, round at its joins."""
    return (
        f'<path d="{path_data(points)}" fill="{fill}" stroke="{stroke}" stroke-width="{width}" '
        'stroke-linejoin="round"/>'
    )


def circle(centre: Point, radius: float, fill: str, extra: str = "") -> str:
    """A filled circle."""
    return f'<circle cx="{centre[0]:.1f}" cy="{centre[1]:.1f}" r="{radius:.1f}" fill="{fill}" {extra}/>'


def group(body: str, transform: str = "", extra: str = "") -> str:
    """A group, moved by an SVG transform."""
    moved = f' transform="{transform}"' if transform else ""
    return f"<g{moved} {extra}>{body}</g>"


def document(body: str, width: float, height: float) -> str:
    """A whole SVG whose view box is `width` by `height` units."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}">{body}</svg>'


def polar(radius: float, degrees: float) -> Point:
    """A point seen from the origin: 0 degrees is up, clockwise."""
    angle = math.radians(degrees)
    return radius * math.sin(angle), -radius * math.cos(angle)


def mix(first: str, second: str, share: float) -> str:
    """The colour `share` (0 to 1) of the way between two #rrggbb colours."""
    pairs = ((int(first[i : i + 2], 16), int(second[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def tone(ramp: Sequence[str], brightness: float) -> str:
    """The colour at `brightness` (0 dark to 1 bright, clamped) on a ramp of #rrggbb colours."""
    place = min(max(brightness, 0.0), 1.0) * (len(ramp) - 1)
    index = min(int(place), len(ramp) - 2)
    return mix(ramp[index], ramp[index + 1], place - index)


def png(svg: str, width_px: int) -> bytes:
    """Render an SVG to PNG of this width."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width_px))
