"""Recorded tables are watched as a camera would be: the events are those of the truth, whatever the frames."""

from __future__ import annotations

import sys
from functools import reduce
from pathlib import Path

import pytest
from replaying import Recorded, recordings, replay, true_turns, turns_of

sys.path.insert(0, str(Path(__file__).parents[1] / "live"))

from oracle import Oracle

from models.training.live.recordings import Shooting, prepare
from models.training.live.stories import Hand
from rules.crystalla.seen import look
from rules.crystalla.table import Table
from rules.engine import apply, parse_record
from server.live.session import LiveTable
from server.live.snapshot import Event, EventType
from vision.crystalla.reader import CrystallaReader
from vision.crystalla.table import TableReader
from vision.sources import frames_of, open_pictures

LATEST_S = 1.0
"""Issue 4, figures to reach: an event comes so soon after the hand has left."""
LEAST_READ = 3
"""Recordings of which every event is right when the pictures are read; raise it as the reading gets better."""
RECORDED = recordings()


def test_there_are_recordings_of_whole_turns_and_of_mistakes() -> None:
    assert len(RECORDED) >= 6
    illegal = [recorded for recorded in RECORDED if any(turn[1] == "illegal" for turn in true_turns(recorded))]
    assert len(illegal) >= 2
    sizes = [recorded.video.stat().st_size for recorded in RECORDED]
    assert max(sizes) <= 5 << 20
    assert sum(sizes) <= 25 << 20


def test_the_truth_is_what_the_rules_make_of_the_moves() -> None:
    for recorded in RECORDED:
        _, story = recorded.story
        assert recorded.book().table == story.start
        hands = [step for step in story.steps if isinstance(step, Hand)]
        assert look(_end(recorded)) == look(hands[-1].table)


@pytest.mark.parametrize("recorded", RECORDED, ids=lambda recorded: recorded.name)
def test_a_perfect_eye_tells_the_events_of_the_truth(recorded: Recorded) -> None:
    seed, story = recorded.story
    events, live = _watch_knowing(recorded, prepare(story, seed))
    assert turns_of(events) == true_turns(recorded)
    assert look(live.book.table) == look(_end(recorded))
    for told, true in zip(_turn_times(events), _true_times(recorded), strict=True):
        assert 0 < told - true <= LATEST_S
    pushes = [event for event in recorded.truth if event["type"] == "camera"]
    moved = [event for event in events if event.type is EventType.CAMERA and event.state == "moved"]
    assert len(moved) == len(pushes)


def test_at_least_so_many_recordings_are_read_without_a_mistake() -> None:
    reader = TableReader(CrystallaReader())
    told = {recorded.name: turns_of(replay(recorded, reader)[0]) for recorded in RECORDED}
    right = [recorded.name for recorded in RECORDED if told[recorded.name] == true_turns(recorded)]
    assert len(right) >= LEAST_READ, told


def _watch_knowing(recorded: Recorded, shooting: Shooting) -> tuple[list[Event], LiveTable]:
    """Replay with an eye that knows what lies there; only what moves is seen in the frames."""
    oracle = Oracle(shooting.stage, shooting.states[0])
    live = LiveTable(oracle, recorded.book(), (recorded.name,))
    lefts = [float(str(event["t"])) for event in recorded.truth if event["type"] in ("turn", "state")]
    events: list[Event] = []
    for frame in frames_of(open_pictures(str(recorded.video))):
        oracle.tabletop = shooting.states[sum(frame.t > left - 0.2 for left in lefts)]
        events += live.offer(0, frame)
    return events, live


def _turn_times(events: list[Event]) -> list[float]:
    return [event.t for event in events if event.type is EventType.TURN]


def _true_times(recorded: Recorded) -> list[float]:
    return [float(str(event["t"])) for event in recorded.truth if event["type"] == "turn"]


def _end(recorded: Recorded) -> Table:
    """The table when all legal turns are made."""
    book = recorded.book()
    moves = (event["move"] for event in recorded.truth if event.get("verdict") == "legal" and event["move"])
    lines = [line for move in moves for line in str(move).split("; ")]
    return reduce(lambda table, line: apply(book.game, table, parse_record(book.game, line)), lines, book.table)
