"""Those who look on: each has a slot for the newest snapshot, so that a slow one costs nothing."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator

from server.live.snapshot import Snapshot


class Viewers:
    """Hands snapshots from the reading thread to event loops; keeps one snapshot, whoever looks on."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._newest: Snapshot | None = None
        self._waiting: set[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = set()

    @property
    def newest(self) -> Snapshot | None:
        """The newest snapshot; None when nothing is watched."""
        return self._newest

    def show(self, snapshot: Snapshot | None) -> None:
        """A newer snapshot, or None: nothing is watched any more. Never waits for a viewer."""
        with self._lock:
            self._newest = snapshot
            for loop, news in self._waiting:
                loop.call_soon_threadsafe(news.set)

    async def follow(self) -> AsyncIterator[Snapshot]:
        """The newest snapshot, then each time the newest one there is then; ends when nothing is watched."""
        news = asyncio.Event()
        place = (asyncio.get_running_loop(), news)
        with self._lock:
            self._waiting.add(place)
        try:
            seen: Snapshot | None = None
            while (newest := self._newest) is not None:
                if newest is not seen:
                    seen = newest
                    yield newest
                    continue
                await news.wait()
                news.clear()
        finally:
            with self._lock:
                self._waiting.discard(place)
