"""Whether something lies over a table, as an arm does, even when it does not stir."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from calibration.geometry import FloatArray
from vision.gate import BLOCK, Glance, Mask, changed, changed_since
from vision.image import Bgr

Colours = npt.NDArray[np.float32]
"""Means of a frame's blocks in blue, green and red, (h, w, 3): a sleeve may be just as bright as the cloth."""

COVERING_BLOCKS = 6
"""A hand over the table covers at least so many blocks of it."""
GONE_TIMES = 1.7
"""What stands out from the cloth so much more in the older picture than now was an arm then, and is gone."""
NEAR_BLOCKS = 3
"""So far from its outline a part of the picture is compared with the cloth beside it."""


def colours(bgr: Bgr, seen: Glance) -> Colours:
    """The colours of the blocks of a frame whose glance is given."""
    first, (height, width) = seen.step // 2, seen.blocks.shape
    thin = bgr[first :: seen.step, first :: seen.step][: height * BLOCK, : width * BLOCK]
    return np.asarray(cv2.resize(thin, (width, height), interpolation=cv2.INTER_AREA), dtype=np.float32)


def block_mask(quads: list[FloatArray], seen: Glance, *, grow: int = 1) -> Mask:
    """Blocks touched by quads (4, 2) in pixels of the frame, and `grow` blocks around them."""
    mask = np.zeros(seen.blocks.shape, dtype=np.uint8)
    for quad in quads:
        cv2.fillConvexPoly(mask, np.floor(quad / (seen.step * BLOCK)).astype(np.int32), 1)
    if grow:
        mask = np.asarray(cv2.dilate(mask, np.ones((2 * grow + 1, 2 * grow + 1), np.uint8)), dtype=np.uint8)
    return np.asarray(mask > 0)


def hull_mask(quads: list[FloatArray], seen: Glance) -> Mask:
    """Blocks of the smallest convex area around quads."""
    if not quads:
        return np.zeros(seen.blocks.shape, dtype=bool)
    hull = cv2.convexHull(np.vstack(quads).astype(np.float32))
    return block_mask([np.asarray(hull, dtype=float).reshape(-1, 2)], seen)


def is_covered(free: Colours, now: Colours, table: Mask, explained: Mask, cards: Mask) -> bool:
    """Whether something reaches over the table from the edge of the picture.

    `free` shows the table lying free; `explained` are blocks where something was read that can have changed: a card
    near the edge of the picture is no arm. Nor is one that was taken away: `cards` are the blocks where there are any
    in either picture. Should `free` show an arm after all, it stands out from the cloth there.
    """
    differs = np.logical_or.reduce([_differs(free[..., channel], now[..., channel]) for channel in range(3)])
    closed = cv2.morphologyEx(differs.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    count, labels = cv2.connectedComponents(closed, connectivity=8)
    loose = (closed > 0) & ~explained
    edge = np.zeros_like(loose)
    edge[[0, -1], :] = edge[:, [0, -1]] = True
    parts = (labels == label for label in range(1, count))
    reaching = (part for part in parts if (part & loose & edge).any())
    beyond = (part for part in reaching if (part & ~cards).any())
    over = (part for part in beyond if np.count_nonzero(part & table) >= COVERING_BLOCKS)
    bare = ~explained
    return any(GONE_TIMES * _stands_out(now, part, bare) > _stands_out(free, part, bare) for part in over)


def _differs(free: npt.NDArray[np.float32], now: npt.NDArray[np.float32]) -> Mask:
    return np.asarray(changed_since(free, now) & changed(free, now))


def _stands_out(picture: Colours, part: Mask, bare: Mask) -> float:
    """How unlike the cloth beside it a part of a picture is along its outline, by the picture's brightness."""
    outline = cv2.dilate(part.astype(np.uint8), np.ones((3, 3), np.uint8)) > part
    inside, around = (_local_mean(picture, blocks & bare) for blocks in (part, ~part))
    unlike = np.abs(inside - around).sum(axis=2)[outline]
    known = unlike[np.isfinite(unlike)]
    return float(known.mean() / picture.mean()) if known.size else 0.0


def _local_mean(picture: Colours, blocks: Mask) -> Colours:
    """Of each block the mean over chosen blocks near it; not a number where there are none."""
    size = (2 * NEAR_BLOCKS + 1,) * 2
    chosen = blocks.astype(np.float32)
    sums = cv2.boxFilter(picture * chosen[..., None], -1, size, normalize=False)
    counts = np.rint(cv2.boxFilter(chosen, -1, size, normalize=False))[..., None]
    return np.where(counts > 0, sums / np.maximum(counts, 1), np.nan)
