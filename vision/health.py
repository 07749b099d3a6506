"""Whether a camera can be trusted just now: told from its pictures and their times alone."""

from __future__ import annotations

from enum import StrEnum, unique

import numpy as np

from vision.gate import Blocks, Glance, Motion, changed_since
from vision.shift import Tiles, cut_tiles, shift_of
from vision.sources import Frame

DARK_LEVEL, COVERED_SPREAD = 32.0, 3.0
"""A picture whose brightest twentieth is darker, or whose blocks spread less, shows no table."""
DARK_S = 0.4
FROZEN_S = 1.5
NOISY_PICTURES = 10
"""A camera whose resting pictures have differed so often has noise: equal ones then mean that it is frozen."""
MOVED_PX = 9.0
"""Half of the tiles that are found again have moved by at least so much."""
LEAST_TILES = 4
LOOK_AGAIN_S = 0.4
"""While hands are in the picture it is compared with the resting one this often."""
OTHER_SCENE = 0.12
"""With such a share of the blocks changed and hardly a tile where it was, the camera looks elsewhere."""


@unique
class Condition(StrEnum):
    """What is wrong with a camera, if anything."""

    OK = "ok"
    LOST = "lost"
    """No picture comes."""
    DARK = "dark"
    """Too dark, or covered."""
    FROZEN = "frozen"
    """The same picture again and again, down to the noise."""
    RESIZED = "resized"
    """Pictures of another size than before."""
    MOVED = "moved"
    """The camera, or the whole table, was pushed."""


class Health:
    """Judges one camera, picture by picture."""

    def __init__(self) -> None:
        self._size: tuple[int, int] | None = None
        self._rest: Blocks | None = None
        self._tiles: Tiles | None = None
        self._last: Glance | None = None
        self._same_since: float | None = None
        self._dark_since: float | None = None
        self._noisy = 0
        self._looked_at = float("-inf")
        self._moved = False
        self._still = False

    def rest(self, frame: Frame, seen: Glance) -> None:
        """From now on the camera should show what this picture shows: nobody's hand is in it."""
        self._size, self._rest, self._moved = frame.size, seen.blocks, False
        self._tiles = cut_tiles(seen)

    @property
    def resting(self) -> Blocks | None:
        """Blocks of the picture that `rest` was given last, None before."""
        return self._rest

    def judge(self, frame: Frame, seen: Glance, motion: Motion) -> Condition:
        """What is wrong at this picture. RESIZED and MOVED last until `rest` is given a new picture."""
        frozen = self._is_frozen(frame.t, seen, motion)
        if self._is_dark(frame.t, seen):
            return Condition.DARK
        if frozen:
            return Condition.FROZEN
        if self._size is not None and frame.size != self._size:
            return Condition.RESIZED
        return Condition.MOVED if self._has_moved(frame.t, seen, motion) else Condition.OK

    def _is_dark(self, t: float, seen: Glance) -> bool:
        blocks = seen.blocks
        dark = float(np.percentile(blocks, 95)) < DARK_LEVEL or float(blocks.std()) < COVERED_SPREAD
        if not dark:
            self._dark_since = None
            return False
        self._dark_since = t if self._dark_since is None else self._dark_since
        return t - self._dark_since >= DARK_S

    def _is_frozen(self, t: float, seen: Glance, motion: Motion) -> bool:
        """A file's resting pictures may well be equal; those of a camera with noise are not, unless it hangs."""
        last, self._last = self._last, seen
        if last is None or last.green.shape != seen.green.shape or not np.array_equal(last.green, seen.green):
            self._noisy += int(last is not None and motion.still)
            self._same_since = None
            return False
        if self._same_since is None:
            self._same_since = t
        if self._noisy < NOISY_PICTURES:
            self._noisy = 0
            return False
        return t - self._same_since >= FROZEN_S

    def _has_moved(self, t: float, seen: Glance, motion: Motion) -> bool:
        if self._moved or self._tiles is None or self._rest is None:
            return self._moved
        just_still, self._still = motion.still and not self._still, motion.still
        if t - self._looked_at < LOOK_AGAIN_S and not just_still:
            return False
        self._looked_at = t
        differs = float(changed_since(self._rest, seen.blocks).mean())
        if differs == 0.0:
            return False
        shift = shift_of(self._tiles, seen, staying_px=MOVED_PX)
        pushed = shift.found >= max(LEAST_TILES, shift.tiles // 3) and 2 * shift.staying < shift.found
        elsewhere = motion.still and differs > OTHER_SCENE and 8 * shift.staying < shift.tiles
        self._moved = pushed or elsewhere
        return self._moved
