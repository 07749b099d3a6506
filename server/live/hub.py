"""The door to the watching of a table: its cameras, its beginning and end, what players say, who looks on."""

from __future__ import annotations

import logging
import threading
from collections.abc import AsyncIterator, Callable
from functools import lru_cache

from server.games import Games
from server.live.book import GameBook
from server.live.corrections import Said
from server.live.eye import TableReader
from server.live.pictures import reduced_jpeg
from server.live.remembered import Remembered, Wish
from server.live.service import CameraView
from server.live.session import LiveTable
from server.live.snapshot import Corners, Snapshot
from server.live.viewers import Viewers
from server.live.watching import Opener, Watching
from server.refusals import RefusalError
from vision.cameras import Camera, list_cameras
from vision.errors import VisionError
from vision.newest import SourceFacts
from vision.sources import Frame, open_pictures

LOG = logging.getLogger(__name__)
GONE = 404
AGAIN_S = 3.0
"""Between two tries to watch further after a restart."""
TRIED_PICTURES = 8
"""Read of a camera to tell its size and rate."""


class Hub:
    """A `server.live.service.Live`."""

    def __init__(
        self,
        games: Games,
        open_reader: Callable[[], TableReader],
        *,
        opener: Opener = open_pictures,
        cameras: Callable[[], tuple[Camera, ...]] = list_cameras,
        remembered: Remembered | None = None,
    ) -> None:
        """The reader is opened when the first table is watched; `remembered` outlives the process."""
        self._games = games
        self._reader = lru_cache(maxsize=1)(open_reader)
        self._opener = opener
        self._cameras = cameras
        self._viewers = Viewers()
        self._lock = threading.RLock()
        self._watching: Watching | None = None
        self._remembered = remembered
        self._resuming: threading.Event | None = None

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
            snapshot = self._start(game_id, sources, corners)
            self._end_resuming()
            if self._remembered is not None:
                self._remembered.keep(Wish(game_id, sources, corners))
            return snapshot

    def _start(self, game_id: str, sources: tuple[str, ...], corners: Corners | None) -> Snapshot:
        running = self._watching
        if running is not None and running.watches(game_id, sources):
            return running.tap(corners)
        book = GameBook(self._games, game_id)
        for source in dict.fromkeys(sources):
            if self._facts(source) is None:
                self._first_frame(source)
        self._let_go()
        live = LiveTable(self._reader(), book, sources)
        watching = Watching(live, sources, self._opener, self._viewers)
        try:
            watching.find_table(corners)
        except RefusalError:
            watching.close()
            raise
        self._watching = watching
        return watching.begin()

    def resume(self) -> None:
        """Watch further what was watched when the last process ended, in a thread: cameras take their time."""
        wish = None if self._remembered is None else self._remembered.wish()
        if wish is not None:
            self._resuming = threading.Event()
            threading.Thread(target=self._resume, args=(wish, self._resuming), name="resume", daemon=True).start()

    def _resume(self, wish: Wish, ended: threading.Event) -> None:
        """Try until the table is found again, the game is gone, or somebody wants something else."""
        corners = wish.corners
        while True:
            with self._lock:
                if ended.is_set():
                    return
                try:
                    self.start(wish.game, wish.sources, corners)
                except RefusalError as error:
                    LOG.info("game %s cannot be watched further yet: %s", wish.game, error.code)
                    if error.status == GONE:
                        self.stop()
                    corners = None if error.code == "live-corners" else corners
            ended.wait(AGAIN_S)

    def stop(self) -> None:
        """Watch no longer."""
        with self._lock:
            if self._remembered is not None:
                self._remembered.forget()
            self.close()

    def close(self) -> None:
        """Let go of the table; it stays remembered."""
        with self._lock:
            self._end_resuming()
            self._let_go()

    def _end_resuming(self) -> None:
        if self._resuming is not None:
            self._resuming.set()
            self._resuming = None

    def _let_go(self) -> None:
        watching, self._watching = self._watching, None
        if watching is not None:
            watching.close()
            self._viewers.show(None)

    def snapshot(self) -> Snapshot:
        """The newest snapshot."""
        newest = self._viewers.newest
        if newest is None and self._resuming is not None:
            raise RefusalError(503, "live-resuming")
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
