"""A display drawn with the reference faces on a plain table, with its truth as a reading, for tests of the pages."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from io import BytesIO

import cv2
import numpy as np
from PIL import Image

from calibration.geometry import UNIT_SQUARE, FloatArray, Quad, map_points
from calibration.sheets.crystalla.faces import face_png
from rules.crystalla.vocabulary import Cell, Crystal, Rotation
from vision.crystalla.reading import CardReading, DisplayReading, Ranked, SegmentReading

WIDTH, HEIGHT = 1600, 1200
FACE_PX = 220
BLEED = 0.03
"""Gap between neighbouring cards, in cards."""
# Corners of the 4 x 3 display in the photo: top left, top right, bottom right, bottom left; a slanted view.
DISPLAY_CORNERS = np.array([(370, 210), (1230, 235), (1400, 980), (215, 950)], dtype=np.float32)

LETTERS = {crystal.value[0]: crystal for crystal in Crystal}
CARDS = (
    # row, col, rotation, large, small
    "000tr 010rh 021ca 033dd",
    "100te 112ea 121ed 133dh",
    "200tc 211ar 223ra 230dt",
)


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """A photo (JPEG) and what lies on it."""

    jpeg: bytes
    reading: DisplayReading


@cache
def drawn_table() -> DrawnTable:
    """The full display; every segment is read rightly and surely."""
    cards = [_parse(text) for line in CARDS for text in line.split()]
    canvas = _table()
    for card in cards:
        _lay(canvas, card)
    out = BytesIO()
    Image.fromarray(canvas[:, :, ::-1]).save(out, "JPEG", quality=88)
    return DrawnTable(out.getvalue(), DisplayReading(tuple(sorted(cards, key=lambda c: c.cell)), 0, True, ()))


def doubtful(reading: DisplayReading) -> DisplayReading:
    """The same with a doubt between ruby and emerald, an unread segment, a doubtful turn and a doubtful card."""
    cards = {card.cell: card for card in reading.cards}
    ruby_or_emerald = Ranked(((Crystal.EMERALD, 0.55), (Crystal.RUBY, 0.4)), doubtful=True)
    first, second, third, fourth = Cell(0, 1), Cell(1, 3), Cell(2, 2), Cell(2, 0)
    cards[first] = replace(cards[first], large=SegmentReading(ruby_or_emerald, False))
    cards[second] = replace(cards[second], small=SegmentReading(Ranked((), doubtful=True), None))
    cards[third] = replace(cards[third], rotation=Ranked(((Rotation.THREE_QUARTERS, 0.6),), doubtful=True))
    cards[fourth] = replace(cards[fourth], is_card=0.7)
    return replace(reading, cards=tuple(cards[cell] for cell in sorted(cards)))


def _parse(text: str) -> CardReading:
    row, col, turn = (int(digit) for digit in text[:3])
    large, small = (SegmentReading(Ranked(((LETTERS[letter], 0.999),), False), False) for letter in text[3:])
    quad = Quad.from_array(map_points(_grid_to_photo(), _cell_corners(row, col))).turned(turn)
    return CardReading(Cell(row, col), quad, Ranked(((Rotation(turn), 0.999),), False), large, small, 1.0)


def _cell_corners(row: int, col: int) -> FloatArray:
    square = UNIT_SQUARE * (1 - BLEED) + BLEED / 2
    return np.asarray(square + np.array((col, 2 - row)))


def _grid_to_photo() -> FloatArray:
    grid = np.array([(0, 0), (4, 0), (4, 3), (0, 3)], dtype=np.float32)
    return np.asarray(cv2.getPerspectiveTransform(grid, DISPLAY_CORNERS), dtype=float)


def _table() -> np.ndarray:
    """Brown wood: long soft streaks of a seeded generator."""
    noise = np.random.default_rng(7).normal(size=(HEIGHT // 4, WIDTH // 80)).astype(np.float32)
    streaks = cv2.resize(noise, (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC)
    return np.clip(np.array((48, 74, 110)) + 9 * streaks[:, :, None], 0, 255).astype(np.uint8)


def _lay(canvas: np.ndarray, card: CardReading) -> None:
    large, small = card.large.crystal.best, card.small.crystal.best
    assert large is not None and small is not None
    face = np.array(Image.open(BytesIO(face_png(large, small, FACE_PX))).convert("RGB"))[:, :, ::-1]
    to_photo = cv2.getPerspectiveTransform(
        (UNIT_SQUARE * FACE_PX).astype(np.float32), card.quad.array().astype(np.float32)
    )
    warped = cv2.warpPerspective(face, to_photo, (WIDTH, HEIGHT), flags=cv2.INTER_AREA)
    mask = np.zeros((HEIGHT, WIDTH), np.uint8)
    cv2.fillConvexPoly(mask, np.rint(card.quad.array()).astype(np.int32), 255, cv2.LINE_AA)
    share = mask[:, :, None] / 255
    canvas[:] = np.rint(warped * share + canvas * (1 - share)).astype(np.uint8)
