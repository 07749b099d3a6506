"""The crystals' emblems of the reference deck as small pictures for pages."""

from __future__ import annotations

from functools import cache
from io import BytesIO

from PIL import Image

from calibration.sheets.crystalla.gems import emblem
from calibration.sheets.svg import png
from rules.crystalla.vocabulary import Crystal

REACH = 320
"""No emblem goes further from its origin, in its own units."""
PROBE_PX = 160
NAMESPACE = 'xmlns="http://www.w3.org/2000/svg"'


def gem_art(crystal: Crystal) -> str:
    """The emblem as SVG elements around the origin."""
    return emblem(crystal)


def gem_svg(crystal: Crystal) -> str:
    """The emblem as a whole SVG, square, without margin."""
    return f'<svg {NAMESPACE} viewBox="{gem_box(crystal)}">{emblem(crystal)}</svg>'


@cache
def gem_box(crystal: Crystal) -> str:
    """View box of the smallest square around the emblem, found by drawing it."""
    whole = f'<svg {NAMESPACE} viewBox="{-REACH} {-REACH} {2 * REACH} {2 * REACH}">{emblem(crystal)}</svg>'
    drawn = Image.open(BytesIO(png(whole, PROBE_PX))).getchannel("A")
    left, top, right, bottom = drawn.getbbox() or (0, 0, PROBE_PX, PROBE_PX)
    size = max(right - left, bottom - top)
    unit = 2 * REACH / PROBE_PX
    x, y = (left + right - size) / 2 * unit - REACH, (top + bottom - size) / 2 * unit - REACH
    return f"{x:.0f} {y:.0f} {size * unit:.0f} {size * unit:.0f}"
