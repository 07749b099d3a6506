"""What a watched table has told so far, as its viewers read it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from server.live.snapshot import Event, EventType

SHOWN_EVENTS = (EventType.TURN, EventType.CAMERA)
"""What the feed holds."""
SHOWN, SHOWN_CAMERA = 60, 8
"""The newest entries that viewers see, and how many of them may be of cameras; a game of four has 36 turns."""


class Feed:
    """Turns and troubles with cameras, in order, numbered from 1."""

    def __init__(self) -> None:
        self._entries: list[Event] = []

    @property
    def entries(self) -> tuple[Event, ...]:
        """All entries, the oldest first."""
        return tuple(self._entries)

    def add(self, events: Sequence[Event]) -> tuple[Event, ...]:
        """The same events, those numbered that are entries now."""
        numbered = []
        for event in events:
            if event.type in SHOWN_EVENTS:
                event = replace(event, number=len(self._entries) + 1)
                self._entries.append(event)
            numbered.append(event)
        return tuple(numbered)

    def strike(self) -> None:
        """Mark the last turn that stands as taken back."""
        for place in range(len(self._entries) - 1, -1, -1):
            event = self._entries[place]
            if event.stands:
                self._entries[place] = replace(event, taken_back=True)
                return


def newest(entries: Sequence[Event]) -> tuple[Event, ...]:
    """What viewers see of the feed: a camera that comes and goes all the time takes no turn out of it."""
    cameras = [event for event in entries if event.type is EventType.CAMERA]
    since = cameras[-SHOWN_CAMERA].number if len(cameras) > SHOWN_CAMERA else 0
    return tuple(event for event in entries if event.type is not EventType.CAMERA or event.number >= since)[-SHOWN:]
