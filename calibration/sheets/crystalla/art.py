"""Card faces and crystal pieces of the reference copy as SVG (design §4), 1000 units to a card's side."""

from __future__ import annotations

from calibration.sheets.crystalla.gems import emblem, quarter_flower
from calibration.sheets.crystalla.palette import BRASS, INK
from calibration.sheets.crystalla.patterns import pattern
from calibration.sheets.crystalla.shape import ANCHORS, OWN_CORNER, SIDE, segment_outline
from calibration.sheets.svg import Point, document, group, outline, path_data, polygon
from rules.crystalla.vocabulary import Crystal, Segment

_PANE_INSET, _PANE_RADIUS = 17.0, 16.0
_PANE_LINE = 9.0
_PIECE_INSET, _PIECE_RADIUS = 12.0, 20.0
_RIM_WIDTH = 33.0
_EMBLEM_SCALE = {(Segment.LARGE, Crystal.EMERALD): 0.88, (Segment.SMALL, Crystal.EMERALD): 0.8}
"""The emerald gem leaves room for its corner flower."""


def pane_svg(segment: Segment, crystal: Crystal) -> str:
    """One printed segment in its place on the card square; all around it is transparent."""
    return document(pane(segment, crystal), SIDE, SIDE)


def pane(segment: Segment, crystal: Crystal) -> str:
    """One printed segment of a card: pattern and emblem framed by an ink line."""
    edge = segment_outline(segment, _PANE_INSET, _PANE_RADIUS)
    return _filled(segment, crystal, edge, _PANE_INSET) + outline(edge, INK, _PANE_LINE)


def piece_svg(segment: Segment, crystal: Crystal) -> str:
    """A crystal piece in its place on the card square; all around it is transparent."""
    return document(piece(segment, crystal), SIDE, SIDE)


def piece(segment: Segment, crystal: Crystal) -> str:
    """The segment's art within a bevelled brass rim."""
    outer = segment_outline(segment, _PIECE_INSET, _PIECE_RADIUS)
    ridge = segment_outline(segment, _PIECE_INSET + 0.42 * _RIM_WIDTH, 0.8 * _PIECE_RADIUS)
    inner = segment_outline(segment, _PIECE_INSET + _RIM_WIDTH, 0.8 * _PIECE_RADIUS)
    rim = polygon(outer, BRASS[0]) + outline(ridge, BRASS[1], 20, BRASS[1]) + outline(ridge, BRASS[3], 9, BRASS[2])
    return rim + _filled(segment, crystal, inner, _PIECE_INSET + _RIM_WIDTH) + outline(inner, INK, _PANE_LINE)


def _filled(segment: Segment, crystal: Crystal, edge: list[Point], inset: float) -> str:
    """Pattern, corner flower and emblem of a segment, cut off at `edge`."""
    name = f"{segment}-{inset:g}"
    clip = f'<clipPath id="{name}"><path d="{path_data(edge)}"/></clipPath>'
    anchor = ANCHORS[segment]
    body = group(pattern(crystal), anchor.transform)
    if crystal is Crystal.EMERALD:
        body += _corner_flower(segment, inset)
    scale = anchor.scale * _EMBLEM_SCALE.get((segment, crystal), 1.0)
    body += group(emblem(crystal), f"{anchor.transform} scale({scale:g})")
    return clip + group(body, extra=f'clip-path="url(#{name})"')


def _corner_flower(segment: Segment, inset: float) -> str:
    """A quarter flower around the segment's own corner, drawn in by `inset` so that a rim leaves it whole."""
    x, y = (min(max(c, inset), SIDE - inset) for c in OWN_CORNER[segment])
    anchor = ANCHORS[segment]
    turned = f"translate({x:g} {y:g}) rotate({anchor.turn:g}) scale({0.9 * anchor.scale:g})"
    return group(quarter_flower(), turned)
