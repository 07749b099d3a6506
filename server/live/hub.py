"""The watching of one table: a thread that reads the newest pictures, and everybody who looks on."""

from __future__ import annotations

import logging
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from functools import lru_cache

from server.games import Games
from server.live.book import GameBook
from server.live.corners import Fit
from server.live.corrections import Said
from server.live.eye import TableReader
from server.live.pictures import reduced_jpeg
from server.live.service import CameraView
from server.live.session import LiveTable
from server.live.snapshot import Corners, Event, Snapshot, SourceView
from server.live.viewers import Viewers
from server.live.viewing import snapshot_of
from server.refusals import RefusalError
from vision.cameras import Camera, list_cameras
from vision.errors import VisionError
from vision.newest import Newest, SourceFacts
from vision.sources import Frame, Pictures, open_pictures

LOG = logging.getLogger(__name__)
WAIT_S = 0.2
PICTURE_S = 0.5
"""Viewers are told of a newer picture this often."""
FIRST_PICTURE_S = 5.0
"""A source must give its first picture within this time."""
FIND_TRIES = 5
"""A hand may be over the table when the watching begins."""
TRIED_PICTURES = 8
"""Read of a camera to tell its size and rate."""
Opener = Callable[[str], Pictures]


class Hub:
    """A `server.live.service.Live`."""

    def __init__(
        self,
        games: Games,
        open_reader: Callable[[], TableReader],
        *,
        opener: Opener = open_pictures,
        cameras: Callable[[], tuple[Camera, ...]] = list_cameras,
    ) -> None:
        """The reader is opened when the first table is watched."""
        self._games = games
        self._reader = lru_cache(maxsize=1)(open_reader)
        self._opener = opener
        self._cameras = cameras
        self._viewers = Viewers()
        self._lock = threading.RLock()
        self._watching: Watching | None = None

    def cameras(self) -> tuple[CameraView, ...]:
        """Every camera, tried once; one that is watched just now is not opened again."""
        return tuple(self._tried(camera) for camera in self._cameras())

    def _tried(self, camera: Camera) -> CameraView:
        source = str(camera.number)
        facts = self._facts(source)
        if facts is None:
            facts = self._try(source)
        return CameraView(source, camera.name, facts.width_px, facts.height_px, facts.fps)

    def _facts(self, source: str) -> SourceFacts | None:
        watching = self._watching
        return None if watching is None else watching.facts_of(source)

    def _try(self, source: str) -> SourceFacts:
        try:
            pictures = self._opener(source)
        except VisionError:
            return SourceFacts(0, 0, 0.0)
        try:
            frames = [frame for _ in range(TRIED_PICTURES) if (frame := pictures.read()) is not None]
        finally:
            pictures.close()
        if not frames:
            return SourceFacts(0, 0, 0.0)
        span = frames[-1].t - frames[0].t
        return SourceFacts(*frames[-1].size, (len(frames) - 1) / span if span > 0 else 0.0)

    def preview(self, source: str) -> tuple[bytes, tuple[int, int]]:
        """What a source shows now; raises RefusalError 422."""
        watching = self._watching
        frame = None if watching is None else watching.frame_of(source)
        frame = frame or self._first_frame(source)
        return reduced_jpeg(frame.bgr), frame.size

    def _first_frame(self, source: str) -> Frame:
        try:
            pictures = self._opener(source)
            try:
                frame = pictures.read()
            finally:
                pictures.close()
        except VisionError as error:
            raise RefusalError(422, "source", reason=error) from error
        if frame is None:
            raise RefusalError(422, "no-picture", source=source)
        return frame

    def start(self, game_id: str, sources: tuple[str, ...], corners: Corners | None) -> Snapshot:
        """Watch a kept game; raises RefusalError."""
        with self._lock:
            book = GameBook(self._games, game_id)
            for source in dict.fromkeys(sources):
                if self._facts(source) is None:
                    self._first_frame(source)
            self.stop()
            live = LiveTable(self._reader(), book, sources)
            watching = Watching(live, sources, self._opener, self._viewers)
            try:
                watching.find_table(corners)
            except RefusalError:
                watching.close()
                raise
            self._watching = watching
            return watching.begin()

    def stop(self) -> None:
        """Watch no longer."""
        with self._lock:
            watching, self._watching = self._watching, None
        if watching is not None:
            watching.close()
            self._viewers.show(None)

    def snapshot(self) -> Snapshot:
        """The newest snapshot."""
        newest = self._viewers.newest
        if newest is None:
            raise RefusalError(404, "no-live")
        return newest

    def picture(self, source: int) -> bytes:
        """The newest picture of a source, encoded once for everybody."""
        return self._now().picture(source)

    def answer(self, question: str, option: int) -> Snapshot:
        """Answer a question."""
        return self._now().do(lambda live: live.answer(question, option))

    def override(self) -> Snapshot:
        """That was right."""
        return self._now().do(LiveTable.override)

    def undo(self) -> Snapshot:
        """Take the last turn back."""
        return self._now().do(LiveTable.undo)

    def correct(self, said: Said) -> Snapshot:
        """Say what really lies at a place."""
        return self._now().do(lambda live: live.correct(said))

    def follow(self) -> AsyncIterator[Snapshot]:
        """The newest snapshot whenever it changes."""
        return self._viewers.follow()

    def _now(self) -> Watching:
        watching = self._watching
        if watching is None:
            raise RefusalError(404, "no-live")
        return watching


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
        self._encoded: tuple[tuple[int, int], bytes] | None = None

    def find_table(self, corners: Corners | None) -> None:
        """Find the table in the first source's pictures; raises RefusalError 422."""
        eye, table = self._live.eyes[0], self._live.book.table
        for _ in range(FIND_TRIES):
            eye.offer(self._await_picture())
            if corners is not None:
                self._fit = eye.fit(corners, table)
                if self._fit is None or self._fit.fits:
                    return
            elif eye.read(table) is not None:
                return
        if self._fit is None:
            raise RefusalError(422, "live-not-found")
        numbers = {"residual": f"{self._fit.residual_px:.0f}", "limit": f"{self._fit.limit_px:.0f}"}
        raise RefusalError(422, "live-corners", **numbers)

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
        key = (source, id(frame))
        known = self._encoded
        if known is not None and known[0] == key:
            return known[1]
        content = reduced_jpeg(frame.bgr)
        self._encoded = (key, content)
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
            except RefusalError as error:  # the game went on by hand meanwhile: the next look is judged by it
                LOG.info("the watched game changed: %s", error.code)
            if self._live.version != self._version or self._live.t - self._shown_at >= PICTURE_S:
                self._show()

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
