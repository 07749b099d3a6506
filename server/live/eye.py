"""One camera on the table: what moves, whether it can be trusted, where everything lies, what is read there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import cv2
import numpy as np

from calibration.geometry import FloatArray
from rules.crystalla.table import Table
from server.live.corners import Fit, measure, middle_at, with_middle
from server.live.fuse import Place, What
from server.live.opened import Recollection, recollection
from server.live.outlines import quads_of, table_mask
from server.live.seating import alike, seat
from server.live.skins import Skins, places_of
from server.live.snapshot import Corners
from vision.cover import Colours, block_mask, colours, is_covered
from vision.crystalla.table_reading import Layout, TableReading
from vision.errors import NoDisplayError
from vision.gate import Gate, Glance, Motion, changed_since, glance
from vision.health import Condition, Health
from vision.image import Photo
from vision.sources import Arrival, CameraTrouble, Frame

AWAY_S = 1.0
"""A hand that moves for so long does not come to lie where it lay."""
DRIFT_S = 1.0
"""How often a table at rest is compared with the picture that was read."""
AGAIN_S, CLEARLY = 2.0, 3.0
"""A table is looked for anew no more often than this; and so many crystals more must fit where it lies then."""


CardAt = tuple[int, int, int]
"""Seat, row and column of a card."""


class TableReader(Protocol):
    """Reads whole tables; one serves many threads."""

    def find(self, photo: Photo, players: int | None = None) -> TableReading:
        """Find everything anew; raises NoDisplayError."""
        ...

    def read_again(self, photo: Photo, layout: Layout) -> TableReading:
        """Read the places that are known, while the camera has not moved."""
        ...


@dataclass(frozen=True, slots=True)
class Sight:
    """What one arrival says."""

    t: float
    condition: Condition
    moving: bool
    still: bool


class Eye:
    """Sees one source, frame by frame; holds the newest frame only."""

    def __init__(self, reader: TableReader, colours: Sequence[str]) -> None:
        """`colours` are the edition's, in whose order pawns are counted."""
        self._reader = reader
        self._colours = colours
        self._gate = Gate()
        self._health = Health()
        self._frame: Frame | None = None
        self._seen: Glance | None = None
        self._read_at: Glance | None = None
        self._drift_at = 0.0
        self._still_since: float | None = None
        self._began: float | None = None
        self._free: Colours | None = None
        self._lay_free: list[FloatArray] = []
        """What lay there then: it may be hidden now, and where it is gone the picture differs too."""
        self._rested: tuple[float, Colours] | None = None
        self._layout: Layout | None = None
        self._tapped = False
        self._looked_again = float("-inf")
        self.seats: tuple[int, ...] = ()
        """Seat of each display of the reading."""
        self.sight = Sight(0.0, Condition.OK, moving=False, still=False)
        self.reading: TableReading | None = None
        """The newest reading."""
        self.recalled: Recollection = ()
        """Which of the open pieces is which."""
        self._skins: Skins | None = None

    @property
    def frame(self) -> Frame | None:
        """The newest picture."""
        return self._frame

    @property
    def layout(self) -> Layout | None:
        """Where everything lies, as long as the camera does not move; one that is given is in the seats of the game."""
        return self._layout

    @layout.setter
    def layout(self, layout: Layout | None) -> None:
        self._layout = layout
        self.seats = () if layout is None else tuple(range(len(layout.displays)))

    def offer(self, arrival: Arrival) -> Sight:
        """Look at what came; times count from the first picture."""
        self._began = arrival.t if self._began is None else self._began
        t = arrival.t - self._began
        if isinstance(arrival, CameraTrouble):
            # The gate keeps what it saw: a table that lies as before when the camera is back has lain still.
            self.sight = Sight(t, Condition.LOST, moving=False, still=False)
            return self.sight
        frame, seen = Frame(t, arrival.bgr), glance(arrival.bgr)
        motion = self._gate.offer(t, seen)
        self._note_rests(t, motion)
        self._frame, self._seen = frame, seen
        condition = self._health.judge(frame, self._seen, motion)
        if condition in (Condition.MOVED, Condition.RESIZED):
            self._layout = self._free = self._rested = self._skins = None
            self._tapped = False
        if not motion.still:
            self._still_since = None
        elif self._still_since is None:
            self._still_since = t
        self.sight = Sight(t, condition, motion.moving, motion.still)
        return self.sight

    def _note_rests(self, t: float, motion: Motion) -> None:
        """Two rests with much motion between them show no hand at the same place: the first one can stand for free."""
        if motion.moving and self._still_since is not None and self._frame is not None and self._seen is not None:
            self._rested = (t, colours(self._frame.bgr, self._seen))
        if motion.still and self._rested is not None:
            left, before = self._rested
            if self._free is None and t - left >= AWAY_S:
                self._free = before
            self._rested = None

    def read(self, table: Table, *, anew: bool = False) -> TableReading | None:
        """Read the newest picture; None when no table can be seen in it. `table`, as it is known, tells who sits where.

        The reader may look again only where something changed since the last read; `anew` it looks at everything, so
        that a second read is a second witness.
        """
        photo = self._photo()
        if photo is None:
            return None
        if self._layout is None or self._layout.size != photo.full_size:
            try:
                self._take(photo, self._reader.find(photo, table.players), table)
            except NoDisplayError:
                self._layout = None
                return None
        else:
            if anew:
                self._layout = replace(self._layout)  # another layout to the reader, which remembers looks by layout
            self.reading = self._reader.read_again(photo, self._layout)
        return self.reading

    def look_again(self, table: Table) -> bool:
        """Look for the table anew; whether it lies elsewhere than was thought, as far as `table` tells.

        What was found first may be wrong, and so may what is found now: it is taken only if it fits clearly better.
        """
        reading, layout, seats = self.reading, self._layout, self.seats
        if reading is None or layout is None or self._tapped or self.sight.t - self._looked_again < AGAIN_S:
            return False
        self._looked_again = self.sight.t
        self._layout = None
        before, found = alike(reading, seats, table, self._colours), self.read(table)
        if found is not None and alike(found, self.seats, table, self._colours) >= before + CLEARLY:
            if self._skins is not None:
                self._skins.compare_with(dict(places_of(found, self.seats, table, self.recalled)))
            return True
        self.reading, self._layout, self.seats = reading, layout, seats
        return False

    def _photo(self) -> Photo | None:
        if self._frame is None or self._seen is None:
            return None
        self._read_at, self._drift_at = self._seen, self._frame.t
        return Photo.from_array(self._frame.bgr)

    def _take(self, photo: Photo, found: TableReading, table: Table) -> None:
        """Bring what was found into the seats of the game."""
        seated = seat(found, table, self._colours)
        self._layout, self.seats = seated.layout, seated.seats
        self.reading = self._reader.read_again(photo, seated.layout)

    def fit(self, corners: Corners, table: Table) -> Fit | None:
        """Read the newest picture with corners of the piles that were tapped; they are used when they fit."""
        photo = self._photo()
        if photo is None:
            return None
        try:
            found = self._reader.find(photo, table.players).layout
        except NoDisplayError:
            found = Layout(photo.full_size, (), None, ())
        trial = self._reader.read_again(photo, with_middle(found, middle_at(corners, table.grid)))
        fitted = measure(middle_at(corners, table.grid), trial.middle)
        if fitted.fits:
            self._take(photo, self._reader.read_again(photo, with_middle(found, fitted.middle)), table)
            self._tapped = True
        return fitted

    @property
    def has_changed(self) -> bool:
        """Whether the picture has drifted away from the one that was read, too slowly for a motion."""
        if self._seen is None or self._read_at is None or self._frame is None:
            return True
        if self._frame.t - self._drift_at < DRIFT_S:
            return False
        self._drift_at = self._frame.t
        return int(np.count_nonzero(changed_since(self._read_at.blocks, self._seen.blocks))) > 1

    @property
    def covered(self) -> bool | None:
        """Whether something that lies still reaches over the table; needs a reading of the newest picture.

        None as long as no picture of the table lying free is known.
        """
        if self._free is None or self._seen is None or self._frame is None or self.reading is None:
            return None
        now = colours(self._frame.bgr, self._seen)
        if self._free.shape != now.shape:
            return None
        explained, before = (block_mask(quads, self._seen) for quads in (quads_of(self.reading), self._lay_free))
        table = table_mask(self.reading, self._seen) | before
        return is_covered(self._free, now, table, explained, explained | before)

    def free(self) -> None:
        """The newest picture shows the table without anything over it."""
        if self._frame is not None and self._seen is not None:
            self._free = colours(self._frame.bgr, self._seen)
            self._lay_free = [] if self.reading is None else quads_of(self.reading)

    def recall(self, table: Table) -> None:
        """The newest reading shows this table."""
        if self.reading is None:
            return
        if self.reading.middle is not None:
            self.recalled = recollection(self.reading.middle.open, table.open)
        if self._frame is not None:
            places = dict(places_of(self.reading, self.seats, table, self.recalled))
            self._skins = Skins(self._frame.bgr, table, places) if places else None

    @property
    def recalls(self) -> Table | None:
        """The table that it knows the looks of."""
        return None if self._skins is None else self._skins.table

    @property
    def recalls_all(self) -> bool:
        """Whether it knows the looks of all its places."""
        return self._skins is not None and self._skins.whole

    @property
    def unchanged(self) -> frozenset[Place]:
        """Places, as `skins.places_of` names them, that look as they did when the table was last known."""
        return frozenset() if self._skins is None or self._frame is None else self._skins.unchanged(self._frame.bgr)

    @property
    def changed(self) -> frozenset[Place]:
        """Places that surely do not."""
        return frozenset() if self._skins is None or self._frame is None else self._skins.changed(self._frame.bgr)

    @property
    def touched(self) -> frozenset[CardAt]:
        """Cells that changed, whatever lies there."""
        return frozenset((place.at[0], place.at[1], place.at[2]) for place in self.changed if place.what is What.CARD)

    @property
    def still_for_s(self) -> float:
        """Since when nothing has moved."""
        return 0.0 if self._still_since is None else self.sight.t - self._still_since

    def rest(self) -> None:
        """The newest picture shows how the camera stands."""
        if self._frame is not None and self._seen is not None:
            self._health.rest(self._frame, self._seen)

    def patch(self, quad: FloatArray) -> FloatArray:
        """A place of the newest picture as 12 × 12 × 3 values without its own brightness and contrast."""
        if self._frame is None:
            raise ValueError("no picture has come yet")
        side = 48
        corners = np.array([(0, 0), (side, 0), (side, side), (0, side)], dtype=np.float32)
        photo_to_patch = cv2.getPerspectiveTransform(quad.astype(np.float32), corners)
        flat = cv2.warpPerspective(self._frame.bgr, photo_to_patch, (side, side))
        small = np.asarray(cv2.resize(flat, (12, 12), interpolation=cv2.INTER_AREA), dtype=float)
        return np.asarray((small - small.mean()) / (small.std() + 1.0))
