"""The photo as the reader understood it: every segment outlined and named, doubts marked strongly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.geometry import FloatArray, Quad, map_points, unit_to_photo
from rules.crystalla.vocabulary import Crystal, Segment
from vision.crystalla.reading import CARD_DOUBT_BELOW, CardReading, DisplayReading, Ranked, SegmentReading
from vision.image import Bgr, Photo

Colour = tuple[int, int, int]

# Blue, green, red; bright enough to be told apart on dark cloth and light wood alike.
COLOURS: dict[Crystal, Colour] = {
    Crystal.TOURMALINE: (190, 190, 0),
    Crystal.AMETHYST: (220, 80, 160),
    Crystal.RUBY: (60, 30, 225),
    Crystal.EMERALD: (80, 170, 20),
    Crystal.CITRINE: (0, 200, 250),
    Crystal.DIAMOND: (255, 235, 215),
    Crystal.HEMATITE: (110, 100, 95),
}
SHORT_NAMES: dict[Crystal, str] = {
    Crystal.TOURMALINE: "tourmal.",
    Crystal.AMETHYST: "amethyst",
    Crystal.RUBY: "ruby",
    Crystal.EMERALD: "emerald",
    Crystal.CITRINE: "citrine",
    Crystal.DIAMOND: "diamond",
    Crystal.HEMATITE: "hematite",
}
DOUBT: Colour = (255, 0, 255)
"""Magenta: no crystal has it."""
BLACK: Colour = (0, 0, 0)
WHITE: Colour = (255, 255, 255)
UNREAD: Colour = (160, 160, 160)
FONT = cv2.FONT_HERSHEY_DUPLEX
CUT_POINTS = 24
INSET = 0.03
"""Share of a card by which outlines keep off its border, so that neighbours do not merge."""
TINT = 0.22
DASH_SHARE = 0.07
SUBPIXEL_BITS = 4

Outlines = dict[Segment, FloatArray]


@dataclass(frozen=True, slots=True, eq=False)
class _Outlined:
    """A card in the picture that is drawn on: its quad, side, line width and segments, pixels."""

    quad: Quad
    side: float
    width: int
    outlines: Outlines


def segment_outlines(quad: Quad, cut_through: Sequence[tuple[float, float]], inset: float = 0.0) -> Outlines:
    """Closed outlines (n, 2) of both segments in the quad's pixels.

    The cut runs from the quad's first corner through `cut_through` (unit square) to its third, as in the edition.
    """
    to_photo = unit_to_photo(quad)
    curve = _cut_curve(cut_through)
    squares = {Segment.LARGE: np.vstack([curve, [(0.0, 1.0)]]), Segment.SMALL: np.vstack([curve, [(1.0, 0.0)]])}
    return {segment: map_points(to_photo, _shrunk(points, inset)) for segment, points in squares.items()}


def annotate(photo: Photo, reading: DisplayReading, cut_through: Sequence[tuple[float, float]]) -> Bgr:
    """A copy of the photo, uint8 (h, w, 3), with the reading drawn over it."""
    canvas = photo.bgr.copy()
    drawn = [(card, _outlined(card, photo.scale, cut_through)) for card in reading.cards]
    # In passes, so that no card's line or tint covers a neighbour's doubt or name.
    for draw in (_tint_card, _draw_sure, _draw_doubts, _draw_labels):
        for card, outlines in drawn:
            draw(canvas, card, outlines)
    return canvas


def _cut_curve(cut_through: Sequence[tuple[float, float]]) -> FloatArray:
    """The smooth curve through the cut's points, corners included: a polynomial over the chord length."""
    points = np.array([(0.0, 0.0), *cut_through, (1.0, 1.0)])
    steps = np.hypot(*np.diff(points, axis=0).T)
    at = np.concatenate([[0.0], np.cumsum(steps) / steps.sum()])
    basis = np.vander(at, increasing=True)
    wanted = np.vander(np.linspace(0, 1, CUT_POINTS), len(at), increasing=True)
    return np.asarray(wanted @ np.linalg.solve(basis, points))


def _shrunk(points: FloatArray, inset: float) -> FloatArray:
    """Points of the unit square drawn a little towards their own middle."""
    middle = points.mean(axis=0)
    return np.asarray(middle + (points - middle) * (1 - 2 * inset))


def _segments(card: CardReading) -> tuple[tuple[Segment, SegmentReading], ...]:
    return ((Segment.LARGE, card.large), (Segment.SMALL, card.small))


def _colour(ranked: Ranked[Crystal]) -> Colour:
    return UNREAD if ranked.best is None else COLOURS[ranked.best]


def _is_doubtful(ranked: Ranked[Crystal]) -> bool:
    return ranked.doubtful or ranked.best is None


def _outlined(card: CardReading, scale: float, cut_through: Sequence[tuple[float, float]]) -> _Outlined:
    quad = card.quad.scaled(scale)
    side = float(np.sqrt(abs(quad.area())))
    return _Outlined(quad, side, max(1, round(side / 45)), segment_outlines(quad, cut_through, INSET))


def _tint_card(canvas: Bgr, card: CardReading, drawn: _Outlined) -> None:
    for segment, read in _segments(card):
        _tint(canvas, drawn.outlines[segment], _colour(read.crystal))


def _tint(canvas: Bgr, outline: FloatArray, colour: Colour) -> None:
    low = np.clip(np.floor(outline.min(axis=0)), 0, canvas.shape[1::-1]).astype(int)
    high = np.clip(np.ceil(outline.max(axis=0)) + 1, 0, canvas.shape[1::-1]).astype(int)
    patch = canvas[low[1] : high[1], low[0] : high[0]]
    if patch.size == 0:
        return
    filled = patch.copy()
    cv2.fillPoly(filled, [np.rint(outline - low).astype(np.int32)], colour)
    patch[:] = cv2.addWeighted(filled, TINT, patch, 1 - TINT, 0)


def _draw_sure(canvas: Bgr, card: CardReading, drawn: _Outlined) -> None:
    for segment, read in _segments(card):
        if not _is_doubtful(read.crystal):
            _draw_line(canvas, drawn.outlines[segment], _colour(read.crystal), drawn.width)


def _draw_doubts(canvas: Bgr, card: CardReading, drawn: _Outlined) -> None:
    for segment, read in _segments(card):
        if _is_doubtful(read.crystal):
            _draw_doubt(canvas, drawn.outlines[segment], drawn.width)
    if card.is_card < CARD_DOUBT_BELOW or card.rotation.doubtful or card.rotation.best is None:
        _draw_doubt(canvas, drawn.quad.array(), drawn.width + 1)


def _draw_labels(canvas: Bgr, card: CardReading, drawn: _Outlined) -> None:
    for segment, read in _segments(card):
        _draw_label(canvas, _middle(drawn.outlines[segment]), read.crystal, drawn.side)


def _middle(outline: FloatArray) -> FloatArray:
    moments = cv2.moments(outline.astype(np.float32))
    if moments["m00"] == 0:
        return np.asarray(outline.mean(axis=0))
    return np.array([moments["m10"], moments["m01"]]) / moments["m00"]


def _fixed_point(points: FloatArray) -> np.ndarray[tuple[int, ...], np.dtype[np.int32]]:
    # Design §3 counts pixels from their outer corner, OpenCV draws from their middle.
    return np.rint((points - 0.5) * (1 << SUBPIXEL_BITS)).astype(np.int32)


def _draw_line(canvas: Bgr, outline: FloatArray, colour: Colour, width: int) -> None:
    points = [_fixed_point(outline)]
    cv2.polylines(canvas, points, True, BLACK, width + 2, cv2.LINE_AA, SUBPIXEL_BITS)
    cv2.polylines(canvas, points, True, colour, width, cv2.LINE_AA, SUBPIXEL_BITS)


def _draw_doubt(canvas: Bgr, outline: FloatArray, width: int) -> None:
    """A thick dashed line of magenta on white."""
    cv2.polylines(canvas, [_fixed_point(outline)], True, WHITE, width + 5, cv2.LINE_AA, SUBPIXEL_BITS)
    dashes = [_fixed_point(dash) for dash in _dashes(outline)]
    cv2.polylines(canvas, dashes, False, DOUBT, width + 3, cv2.LINE_AA, SUBPIXEL_BITS)


def _dashes(outline: FloatArray) -> list[FloatArray]:
    closed = np.vstack([outline, outline[:1]])
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(closed, axis=0).T))])
    count = max(4, round(1 / DASH_SHARE))
    starts = np.arange(count) * along[-1] / count
    ends = starts + along[-1] / count * 0.6
    return [_between(closed, along, start, end) for start, end in zip(starts, ends, strict=True)]


def _between(closed: FloatArray, along: FloatArray, start: float, end: float) -> FloatArray:
    at = np.linspace(start, end, 6)
    return np.column_stack([np.interp(at, along, closed[:, axis]) for axis in (0, 1)])


def _draw_label(canvas: Bgr, middle: FloatArray, crystal: Ranked[Crystal], side: float) -> None:
    lines, colour = _label(crystal)
    height = max(9.0, side / 11)
    font_scale = height / cv2.getTextSize("A", FONT, 1, 1)[0][1]
    stroke = max(1, round(height / 14))
    widths = [cv2.getTextSize(line, FONT, font_scale, stroke)[0][0] for line in lines]
    pad, step = height * 0.45, height * 1.55
    half = np.array([max(widths) / 2 + pad, step * len(lines) / 2 + pad * 0.4])
    corner, opposite = (np.rint(middle + sign * half).astype(int) for sign in (-1, 1))
    cv2.rectangle(canvas, corner.tolist(), opposite.tolist(), colour, cv2.FILLED)
    cv2.rectangle(canvas, corner.tolist(), opposite.tolist(), BLACK, 1, cv2.LINE_AA)
    ink = BLACK if np.dot(colour, (0.114, 0.587, 0.299)) > 110 else WHITE
    for index, (line, width) in enumerate(zip(lines, widths, strict=True)):
        base = middle[1] + (index - (len(lines) - 1) / 2) * step + height / 2
        origin = (round(middle[0] - width / 2), round(base))
        cv2.putText(canvas, line, origin, FONT, font_scale, ink, stroke, cv2.LINE_AA)


def _label(crystal: Ranked[Crystal]) -> tuple[list[str], Colour]:
    if crystal.best is None:
        return ["?"], DOUBT
    if not crystal.doubtful:
        return [SHORT_NAMES[crystal.best]], COLOURS[crystal.best]
    return [f"{SHORT_NAMES[value]}?" for value, _ in crystal.candidates[:2]], DOUBT
