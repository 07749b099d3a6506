"""What the web view asks of the watching of a table."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Protocol

from server.live.corrections import Said
from server.live.snapshot import Corners, Snapshot


@dataclass(frozen=True, slots=True)
class CameraView:
    """A camera that was tried: real size and measured rate, zeros when it gives no picture."""

    source: str
    name: str
    width_px: int
    height_px: int
    fps: float


class Live(Protocol):
    """One table at a time; raises RefusalError, 404 `no-live` when nothing is watched, 503 while it resumes."""

    def cameras(self) -> tuple[CameraView, ...]:
        """Every camera of this machine, tried once."""
        ...

    def preview(self, source: str) -> tuple[bytes, tuple[int, int]]:
        """A JPEG of what a source shows now, and the real width and height; 422 when it cannot be opened."""
        ...

    def start(self, game_id: str, sources: tuple[str, ...], corners: Corners | None) -> Snapshot:
        """Watch a kept game; what was watched before is let go. 422 when no table is found, or corners do not fit."""
        ...

    def stop(self) -> None:
        """Watch no longer; the game stays."""
        ...

    def resume(self) -> None:
        """Watch further what was watched when the last process ended."""
        ...

    def close(self) -> None:
        """The process ends; what is watched stays remembered."""
        ...

    def snapshot(self) -> Snapshot:
        """The newest snapshot."""
        ...

    def picture(self, source: int) -> bytes:
        """A JPEG of a source's newest picture, long edge at most 960 px."""
        ...

    def answer(self, question: str, option: int) -> Snapshot:
        """Answer a question; 409 when it is no longer asked."""
        ...

    def override(self) -> Snapshot:
        """ "That was right": take the table as it lies; 409 when nothing differs any more."""
        ...

    def undo(self) -> Snapshot:
        """Take the last turn back."""
        ...

    def correct(self, said: Said) -> Snapshot:
        """Say what really lies at a place."""
        ...

    def follow(self) -> AsyncIterator[Snapshot]:
        """The newest snapshot whenever it changes, for one viewer; what a slow viewer misses is skipped."""
        ...
