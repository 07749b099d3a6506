"""The confusion picture: which crystals were taken for which."""

from __future__ import annotations

import cv2
import numpy as np

from rules.crystalla.vocabulary import Crystal
from vision.accuracy import Confusion
from vision.image import Bgr
from vision.overlay import COLOURS, UNREAD

CELL_PX, LEFT_PX, TOP_PX = 92, 170, 120
FONT = cv2.FONT_HERSHEY_DUPLEX
INK = (40, 40, 40)
PAPER = (255, 255, 255)
RIGHT = np.array((110, 170, 60))
WRONG = np.array((50, 50, 225))
READ: tuple[Crystal | None, ...] = (*Crystal, None)


def draw_confusion(confusion: Confusion) -> Bgr:
    """A picture, uint8 (h, w, 3): a row per true crystal, a column per read one, the last for unread."""
    crystals = list(Crystal)
    height, width = TOP_PX + CELL_PX * len(crystals) + 20, LEFT_PX + CELL_PX * len(READ) + 20
    canvas = np.full((height, width, 3), PAPER, np.uint8)
    _write(canvas, "read as", (LEFT_PX, 34), 0.6)
    _write(canvas, "true", (20, TOP_PX - 14), 0.6)
    for column, read in enumerate(READ):
        _draw_head(canvas, read, (LEFT_PX + column * CELL_PX, TOP_PX - 60))
    for row, true in enumerate(crystals):
        _draw_row(canvas, confusion, true, TOP_PX + row * CELL_PX)
    return canvas


def _draw_head(canvas: Bgr, read: Crystal | None, corner: tuple[int, int]) -> None:
    x, y = corner
    colour = UNREAD if read is None else COLOURS[read]
    cv2.rectangle(canvas, (x + 4, y + 30), (x + CELL_PX - 4, y + 52), colour, cv2.FILLED)
    _write(canvas, "unread" if read is None else read.value, (x + 4, y + 20), 0.42)


def _draw_row(canvas: Bgr, confusion: Confusion, true: Crystal, top: int) -> None:
    total = sum(count for (other, _), count in confusion.items() if other is true)
    cv2.rectangle(canvas, (20, top + 12), (38, top + CELL_PX - 12), COLOURS[true], cv2.FILLED)
    _write(canvas, true.value, (48, top + CELL_PX // 2), 0.5)
    _write(canvas, f"n = {total}", (48, top + CELL_PX // 2 + 22), 0.42)
    for column, read in enumerate(READ):
        count = confusion[true, read]
        share = count / total if total else 0.0
        corner = (LEFT_PX + column * CELL_PX, top)
        _draw_cell(canvas, corner, count, share, RIGHT if read is true else WRONG)


def _draw_cell(canvas: Bgr, corner: tuple[int, int], count: int, share: float, hue: np.ndarray) -> None:
    x, y = corner
    # The square root lets a single mix-up among thousands still be seen.
    fill = np.array(PAPER) + (hue - PAPER) * np.sqrt(share)
    cv2.rectangle(canvas, (x + 2, y + 2), (x + CELL_PX - 2, y + CELL_PX - 2), [int(v) for v in fill], cv2.FILLED)
    cv2.rectangle(canvas, (x + 2, y + 2), (x + CELL_PX - 2, y + CELL_PX - 2), (210, 210, 210), 1)
    if count:
        _write(canvas, str(count), (x + 12, y + 44), 0.55)
        _write(canvas, f"{share:.1%}", (x + 12, y + 68), 0.42)


def _write(canvas: Bgr, text: str, origin: tuple[int, int], size: float) -> None:
    cv2.putText(canvas, text, origin, FONT, size, INK, 1, cv2.LINE_AA)
