"""Reads a display whose place is known: which of its cells hold a card, and what the cards show."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rules.crystalla.vocabulary import Cell
from vision.crystalla.cards import Look, with_crops
from vision.crystalla.decode import Decoder
from vision.crystalla.reading import DisplayReading
from vision.crystalla.settle import look_again
from vision.onnx import Network

Image = npt.NDArray[np.uint8]

IS_CARD, MAYBE_CARD = 0.9, 0.25
"""A cell with a likelier look than the first holds a card; between the two the display is not sure.

A free cell among cards looks a little like one: of real cards nearly all exceed 0.99.
"""


@dataclass(frozen=True, slots=True, eq=False)
class ReadDisplay:
    """The reading, and the looks that it comes from."""

    reading: DisplayReading
    looks: dict[Cell, Look]


def read_display(
    network: Network, decoder: Decoder, picture: Image, looks: Mapping[Cell, Look], fresh: Set[Cell], to_full: float
) -> ReadDisplay:
    """Read the looks at all cells of a display; where a fresh look leaves a doubt its card is seen from all sides."""
    laid = {cell: seen for cell, seen in sorted(looks.items()) if seen.is_card > IS_CARD}
    faint = tuple((cell, seen.is_card) for cell, seen in sorted(looks.items()) if cell not in laid)
    certain = not any(MAYBE_CARD < seen.is_card <= IS_CARD for seen in looks.values())
    if not laid:
        return ReadDisplay(DisplayReading((), 0, certain, (), faint), dict(looks))
    reading = DisplayReading(decoder.cards(laid, to_full), 0, certain, (), faint)
    doubtful = sorted({doubt.cell for doubt in reading.doubts()} & fresh)
    if doubtful:
        others = [cell for cell in laid if cell not in doubtful]
        laid.update(zip(others, with_crops(picture, [laid[cell] for cell in others]), strict=True))
        beside = [laid[cell] for cell in others]
        again = look_again(network, decoder, picture, [laid[cell] for cell in doubtful], beside)
        laid.update(zip(doubtful, again, strict=True))
        reading = DisplayReading(decoder.cards(laid, to_full), 0, certain, (), faint)
    return ReadDisplay(reading, {**looks, **laid})
