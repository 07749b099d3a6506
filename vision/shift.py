"""By how much the whole picture has shifted: small textured tiles looked for again, and what most of them say."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.gate import Glance, Gray

TILE, REACH = 32, 24
"""Side of a tile, and how far around its place it is looked for, in thinned pixels."""
TILES_ACROSS, TILES_DOWN = 8, 5
MOST_TILES = 16
FLAT = 6.0
"""A tile whose grey levels spread less has nothing to hold on to."""
LIKE = 0.75
"""Correlation from which a tile is found again."""


@dataclass(frozen=True, slots=True)
class Shift:
    """`px` is the median shift of the tiles found, in pixels of the frame; `found` of `tiles` were."""

    px: float
    found: int
    tiles: int
    staying: int
    """Tiles found where they were."""


@dataclass(frozen=True, slots=True, eq=False)
class Tiles:
    """The most textured places of a picture."""

    spots: tuple[tuple[int, int], ...]
    """(x, y) of the top left corner of each, thinned pixels."""
    cuts: tuple[Gray, ...]


def cut_tiles(seen: Glance) -> Tiles:
    """Tiles spread over the picture, those with the strongest texture."""
    height, width = seen.green.shape
    xs = np.linspace(REACH, max(width - TILE - REACH, REACH), TILES_ACROSS).astype(int)
    ys = np.linspace(REACH, max(height - TILE - REACH, REACH), TILES_DOWN).astype(int)
    spots = [(int(x), int(y)) for y in ys for x in xs if x + TILE <= width and y + TILE <= height]
    cuts = {spot: seen.green[spot[1] : spot[1] + TILE, spot[0] : spot[0] + TILE].copy() for spot in spots}
    textured = sorted((spot for spot in spots if cuts[spot].std() > FLAT), key=lambda spot: -float(cuts[spot].std()))
    chosen = tuple(textured[:MOST_TILES])
    return Tiles(chosen, tuple(cuts[spot] for spot in chosen))


def shift_of(tiles: Tiles, seen: Glance, *, staying_px: float) -> Shift:
    """Look for each tile around its place; one that moved by less than `staying_px` of the frame stays."""
    sizes = []
    for (x, y), cut in zip(tiles.spots, tiles.cuts, strict=True):
        left, top = max(x - REACH, 0), max(y - REACH, 0)
        around = seen.green[top : y + TILE + REACH, left : x + TILE + REACH]
        scores = cv2.matchTemplate(around, cut, cv2.TM_CCOEFF_NORMED)
        _, best, _, (dx, dy) = cv2.minMaxLoc(scores)
        if best >= LIKE:
            sizes.append(seen.step * float(np.hypot(left + dx - x, top + dy - y)))
    staying = sum(size < staying_px for size in sizes)
    return Shift(float(np.median(sizes)) if sizes else 0.0, len(sizes), len(tiles.spots), staying)
