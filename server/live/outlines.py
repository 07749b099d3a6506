"""Where everything that was read lies in the picture."""

from __future__ import annotations

import numpy as np

from calibration.geometry import FloatArray
from vision.cover import hull_mask
from vision.crystalla.table_reading import TableReading
from vision.gate import Glance, Mask


def quads_of(reading: TableReading) -> list[FloatArray]:
    """Everything that was read, as corners (4, 2) in pixels."""
    quads = [card.quad.array() for display in reading.displays for card in display.cards]
    if reading.middle is not None:
        quads += [pile.quad.array() for pile in reading.middle.piles]
        quads += [piece.quad.array() for piece in reading.middle.open]
    return quads


def table_mask(reading: TableReading, seen: Glance) -> Mask:
    """Blocks of each display and of the middle, the gaps between their cards included."""
    parts = [[card.quad.array() for card in display.cards] for display in reading.displays]
    if reading.middle is not None:
        parts.append([pile.quad.array() for pile in reading.middle.piles])
    masks = [hull_mask(part, seen) for part in parts if part]
    return np.asarray(np.logical_or.reduce([np.zeros(seen.blocks.shape, dtype=bool), *masks]))
