"""One table that is watched: a thread that reads the newest pictures of its sources."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence

from server.live.corners import Fit
from server.live.pictures import reduced_jpeg
from server.live.session import LiveTable
from server.live.snapshot import Corners, Event, Snapshot, SourceView
from server.live.viewers import Viewers
from server.live.viewing import snapshot_of
from server.refusals import RefusalError
from vision.errors import VisionError
from vision.newest import Newest, SourceFacts
from vision.sources import Frame, Pictures

LOG = logging.getLogger(__name__)
WAIT_S = 0.2
PICTURE_S = 0.5
"""Viewers are told of a newer picture this often."""
FIRST_PICTURE_S = 5.0
"""A source must give its first picture within this time."""
FIND_TRIES = 5
"""A hand may be over the table when the watching begins."""
Opener = Callable[[str], Pictures]


class Watching:
    """One table with its sources and the thread that reads them."""

    def __init__(self, live: LiveTable, sources: Sequence[str], opener: Opener, viewers: Viewers) -> None:
        self._live = live
        self._viewers = viewers
        self._arrived = threading.Condition()
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._sources = [Newest(source, self._arrived, opener=opener) for source in sources]
        self._thread = threading.Thread(target=self._run, name="live table", daemon=True)
        self._fit: Fit | None = None
        self._seq, self._version, self._shown_at = 0, -1, float("-inf")
        self._picture_seq = 0
        self._encoded: tuple[Frame, bytes] | None = None

    def watches(self, game_id: str, sources: Sequence[str]) -> bool:
        """Whether it is this game that is watched, by these sources."""
        return self._live.book.id == game_id and [source.source for source in self._sources] == list(sources)

    def tap(self, corners: Corners | None) -> Snapshot:
        """Use corners from now on; raises RefusalError 422 when they do not fit."""
        with self._lock:
            if corners is not None:
                self._use(self._live.eyes[0].fit(corners, self._live.book.table))
            return self._show()

    def find_table(self, corners: Corners | None) -> None:
        """Find the table in the first source's pictures; raises RefusalError 422."""
        eye, table = self._live.eyes[0], self._live.book.table
        for _ in range(FIND_TRIES):
            eye.offer(self._await_picture())
            if corners is not None:
                self._use(eye.fit(corners, table))
                return
            if eye.read(table) is not None:
                return
        raise RefusalError(422, "live-not-found")

    def _use(self, fit: Fit | None) -> None:
        if fit is not None and not fit.fits:
            numbers = {"residual": f"{fit.residual_px:.0f}", "limit": f"{fit.limit_px:.0f}"}
            raise RefusalError(422, "live-corners", **numbers)
        self._fit = fit

    def _await_picture(self) -> Frame:
        with self._arrived:
            self._arrived.wait_for(lambda: self._sources[0].has_picture, FIRST_PICTURE_S)
        arrival = self._sources[0].take()
        if not isinstance(arrival, Frame):
            raise RefusalError(422, "no-picture", source=self._sources[0].source)
        return arrival

    def begin(self) -> Snapshot:
        """Start reading; the first snapshot."""
        with self._lock:
            snapshot = self._show()
        self._thread.start()
        return snapshot

    def close(self) -> None:
        """Stop reading; waits for the read that is on."""
        self._stop.set()
        for source in self._sources:
            source.close()
        with self._arrived:
            self._arrived.notify_all()
        if self._thread.is_alive():
            self._thread.join()

    def do(self, act: Callable[[LiveTable], tuple[Event, ...]]) -> Snapshot:
        """What a player says, between two pictures."""
        with self._lock:
            act(self._live)
            return self._show()

    def facts_of(self, source: str) -> SourceFacts | None:
        """Size and rate of a source that is watched, None for another one."""
        return next((each.facts for each in self._sources if each.source == source), None)

    def frame_of(self, source: str) -> Frame | None:
        """The newest picture of a source that is watched."""
        both = zip(self._sources, self._live.eyes, strict=True)
        return next((eye.frame for each, eye in both if each.source == source), None)

    def picture(self, source: int) -> bytes:
        """The newest picture as JPEG."""
        frame = self._live.eyes[source].frame if source < len(self._live.eyes) else None
        if frame is None:
            raise RefusalError(404, "no-live")
        known = self._encoded
        if known is not None and known[0] is frame:
            return known[1]
        content = reduced_jpeg(frame.bgr)
        self._encoded = (frame, content)
        return content

    def _run(self) -> None:
        while not self._stop.is_set():
            with self._arrived:
                self._arrived.wait(WAIT_S)
            with self._lock:
                self._take_all()

    def _take_all(self) -> None:
        for index, source in enumerate(self._sources):
            arrival = source.take()
            if arrival is None or self._stop.is_set():
                continue
            try:
                self._live.offer(index, arrival)
                if self._live.version != self._version or self._live.t - self._shown_at >= PICTURE_S:
                    self._show()
            except (RefusalError, VisionError) as error:
                # The game went on by hand meanwhile, or could not be kept: the next look is judged anew.
                LOG.warning("a look at the table came to nothing: %s", error)
            except Exception:
                # Without this thread the viewers would be left with a table that stands still.
                LOG.exception("a look at the table went wrong")

    def _show(self) -> Snapshot:
        self._seq += 1
        self._picture_seq += 1
        self._version, self._shown_at = self._live.version, self._live.t
        facts = [source.facts for source in self._sources]
        views = [
            SourceView(source.source, condition, fact.width_px, fact.height_px, fact.fps, self._residual(index))
            for index, (source, fact, condition) in enumerate(
                zip(self._sources, facts, self._live.now.conditions, strict=True)
            )
        ]
        snapshot = snapshot_of(self._live, views, self._seq, self._picture_seq)
        self._viewers.show(snapshot)
        return snapshot

    def _residual(self, source: int) -> float | None:
        return None if source or self._fit is None else self._fit.residual_px
