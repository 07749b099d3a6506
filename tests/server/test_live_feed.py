"""What viewers see of the feed: turns stay in it, however often a camera comes and goes."""

from __future__ import annotations

from server.desks.desk import Words
from server.live.feed import SHOWN, SHOWN_CAMERA, Feed, newest
from server.live.snapshot import Event, EventType


def fed(*kinds: EventType) -> Feed:
    feed = Feed()
    feed.add([Event(float(number), kind, Words("watch.turn")) for number, kind in enumerate(kinds)])
    return feed


def test_a_flapping_camera_leaves_the_turns() -> None:
    feed = fed(*[EventType.TURN] * 5, *[EventType.CAMERA] * 100)
    kinds = [event.type for event in newest(feed.entries)]
    assert kinds == [EventType.TURN] * 5 + [EventType.CAMERA] * SHOWN_CAMERA


def test_of_many_turns_the_newest_are_seen() -> None:
    entries = fed(*[EventType.TURN] * 70).entries
    assert newest(entries) == entries[-SHOWN:]
