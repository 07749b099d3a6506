"""Pictures of a table at rest, and the patches in which the next one differs: only those are painted anew."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from models.training.composite.layout import CARD_MM, Array
from models.training.composite.light import Bytes, f32, to_srgb
from models.training.composite.paint import Gloss
from models.training.composite.view import View
from models.training.live.paint import paint
from models.training.live.stage import Stage
from models.training.live.tabletop import Tabletop
from rules.crystalla.vocabulary import CELLS, Cell

HALF_MM = CARD_MM / 2 + 9
"""Half the side of what a thing and its close shadow may cover."""
RISE_MM = 22.0
"""How high things stand."""
MARGIN_PX = 24
"""Blur reaches no farther than this."""


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """A window of the picture that shows something new; `spot_mm` is where the hand reaches for it."""

    x: int
    y: int
    pixels: Bytes
    spot_mm: tuple[float, float]

    def put(self, picture: Bytes) -> None:
        """Show it in a picture, in place."""
        height, width = self.pixels.shape[:2]
        picture[self.y : self.y + height, self.x : self.x + width] = self.pixels


def still(stage: Stage, tabletop: Tabletop) -> Bytes:
    """The whole picture, sharp as the lens leaves it, without noise."""
    return _developed(stage, tabletop)


def _developed(stage: Stage, tabletop: Tabletop) -> Bytes:
    blurred = f32(cv2.GaussianBlur(paint(stage, tabletop), (0, 0), stage.blur_px))
    return (to_srgb(blurred) * 255 + 0.5).astype(np.uint8)


def patches(stage: Stage, before: Tabletop, now: Tabletop) -> list[Patch]:
    """What must be put on a picture of `before` to show `now`, in the order in which a turn touches it."""
    return [patch for spot in _changed(stage, before, now) if (patch := _patch(stage, now, spot)) is not None]


def cut_patches(stage: Stage, before: Tabletop, now: Tabletop, picture: Bytes) -> list[Patch]:
    """The same, cut from a picture of `now`."""
    windows = ((spot, _window_of(stage, spot)) for spot in _changed(stage, before, now))
    return [Patch(x0, y0, picture[y0:y1, x0:x1].copy(), spot) for spot, (x0, y0, x1, y1) in windows]


def _changed(stage: Stage, before: Tabletop, now: Tabletop) -> Iterator[tuple[float, float]]:
    """Middles in millimetres of what differs: piles that lost pawns first, then other piles, cells, open pieces."""
    room = stage.room
    piles = [index for index in range(len(now.heights)) if _pile(before, index) != _pile(now, index)]
    for index in sorted(piles, key=lambda pile: len(now.standing[pile]) - len(before.standing[pile])):
        spot = room.pile(index)
        yield spot.x, spot.y
    for seat, place in enumerate(room.seats):
        for cell in CELLS:
            if _cell(before, seat, cell) != _cell(now, seat, cell):
                yield place.spot.at((cell.col - 1.5) * place.pitch_mm, -cell.row * place.pitch_mm)
    for slot, (old, new) in enumerate(zip(before.opened, now.opened, strict=True)):
        if old != new:
            yield room.open_place(slot)
    for number in range(2):
        if before.stacks[number] != now.stacks[number]:
            yield room.stacks.at(-28 + 56 * number, 0)


def _pile(tabletop: Tabletop, index: int) -> object:
    return tabletop.seen.piles[index].top, tabletop.heights[index], tabletop.standing[index]


def _cell(tabletop: Tabletop, seat: int, cell: Cell) -> object:
    odd = tuple(odd for odd in tabletop.odd if (odd.seat, odd.cell) == (seat, cell))
    return tabletop.seen.displays[seat].at(cell), odd


def _window_of(stage: Stage, spot: tuple[float, float]) -> tuple[int, int, int, int]:
    """Left, top, right and bottom pixels of what may change round a spot."""
    corners = np.array(spot) + HALF_MM * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * np.sqrt(2)
    seen = np.vstack([stage.view.project(corners, height) for height in (0, RISE_MM)])
    low = np.clip(np.floor(seen.min(axis=0)), 0, stage.view.size).astype(int)
    high = np.clip(np.ceil(seen.max(axis=0)), 0, stage.view.size).astype(int)
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def _patch(stage: Stage, now: Tabletop, spot: tuple[float, float]) -> Patch | None:
    x0, y0, x1, y1 = _window_of(stage, spot)
    if x1 - x0 < 2 or y1 - y0 < 2:
        return None
    low = np.maximum((x0 - MARGIN_PX, y0 - MARGIN_PX), 0)
    high = np.minimum((x1 + MARGIN_PX, y1 + MARGIN_PX), stage.view.size)
    pixels = _developed(_window(stage, low, high), now)
    top, left = y0 - int(low[1]), x0 - int(low[0])
    return Patch(x0, y0, np.ascontiguousarray(pixels[top : top + y1 - y0, left : left + x1 - x0]), spot)


def _window(stage: Stage, low: Array, high: Array) -> Stage:
    """The same stage as a camera sees it whose picture is only a window of whole pixels."""
    x0, y0, x1, y1 = (int(value) for value in (*low, *high))
    move = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1.0]])
    view = View(move @ stage.view.projection, (x1 - x0, y1 - y0), stage.view.tilt_deg)
    light = replace(stage.light, field=stage.light.field[y0:y1, x0:x1])
    glosses = tuple(_moved(gloss, x0, y0) for gloss in stage.glosses)
    return replace(stage, view=view, light=light, glosses=glosses, surface=stage.surface[y0:y1, x0:x1])


def _moved(gloss: Gloss, x0: int, y0: int) -> Gloss:
    return replace(gloss, centre=(gloss.centre[0] - x0, gloss.centre[1] - y0))
