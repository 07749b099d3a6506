"""A thread that reads one source and keeps nothing but its newest picture; opens a lost camera again."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from vision.errors import VisionError
from vision.sources import Arrival, CameraTrouble, Clock, Frame, Pictures, open_pictures

LOST_AFTER_S = 1.5
"""A camera that gives no picture for so long is lost."""
STUCK_AFTER_S = 6.0
"""A read that hangs for so long is left alone, and the camera opened anew by another thread."""
AGAIN_S = 1.0
"""Between two tries to open a lost camera."""
RATE_PICTURES = 30


@dataclass(frozen=True, slots=True)
class SourceFacts:
    """Real size of the newest picture and measured pictures a second; zeros before the first."""

    width_px: int
    height_px: int
    fps: float


class Newest:
    """The newest picture of a source; memory holds one, however slowly they are taken."""

    def __init__(
        self,
        source: str,
        arrived: threading.Condition,
        *,
        opener: Callable[[str], Pictures] = open_pictures,
        clock: Clock = time.monotonic,
    ) -> None:
        """`arrived` is notified of every picture; several sources may share it."""
        self.source = source
        self._arrived = arrived
        self._opener = opener
        self._clock = clock
        self._stop = threading.Event()
        self._slot: Frame | None = None
        self._came: deque[float] = deque(maxlen=RATE_PICTURES)
        self._size = (0, 0)
        self._ended = False
        self._generation = 0
        self._since = self._told = clock()
        self._start()

    @property
    def ended(self) -> bool:
        """Whether a file has come to its end and its last picture was taken."""
        return self._ended and self._slot is None

    @property
    def has_picture(self) -> bool:
        """Whether a picture waits to be taken."""
        return self._slot is not None

    @property
    def facts(self) -> SourceFacts:
        """Size and rate as they are."""
        with self._arrived:
            came = tuple(self._came)
        span = came[-1] - came[0] if len(came) > 1 else 0.0
        return SourceFacts(*self._size, (len(came) - 1) / span if span > 0 else 0.0)

    def take(self) -> Arrival | None:
        """The newest picture if it was not taken yet; CameraTrouble once a second while none comes."""
        with self._arrived:
            frame, self._slot = self._slot, None
            if frame is not None or self._ended:
                return frame
            now = self._clock()
            silent = now - self._since
            if silent < LOST_AFTER_S or now - self._told < AGAIN_S:
                return None
            self._told = now
            if silent > STUCK_AFTER_S:
                self._start()
            return CameraTrouble(now)

    def close(self) -> None:
        """Stop reading; a read that hangs is left to itself."""
        self._stop.set()

    def _start(self) -> None:
        self._generation += 1
        self._since = self._clock()
        name = f"source {self.source} {self._generation}"
        threading.Thread(target=self._run, args=(self._generation,), name=name, daemon=True).start()

    def _run(self, generation: int) -> None:
        while not self._stop.is_set() and generation == self._generation:
            try:
                pictures = self._opener(self.source)
            except VisionError:
                self._stop.wait(AGAIN_S)
                continue
            try:
                self._read_all(pictures, generation)
            finally:
                pictures.close()
            if not pictures.live:
                with self._arrived:
                    self._ended = True
                    self._arrived.notify_all()
                return
            self._stop.wait(AGAIN_S)

    def _read_all(self, pictures: Pictures, generation: int) -> None:
        began = self._clock()
        while not self._stop.is_set():
            try:
                frame = pictures.read()
            except VisionError:
                return
            if frame is None or generation != self._generation:
                return
            if not pictures.live and self._stop.wait(max(0.0, began + frame.t - self._clock())):
                return
            with self._arrived:
                self._slot, self._size, self._since = frame, frame.size, self._clock()
                self._came.append(self._since)
                self._arrived.notify_all()
