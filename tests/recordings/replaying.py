"""Replay recorded tables through the live session and hold the events to the truth beside them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from models.training.live.stories import Story, stories
from rules.crystalla.edition import load_edition
from rules.crystalla.game import Crystalla
from rules.record import read_record
from server.live.eye import TableReader
from server.live.record_book import RecordBook
from server.live.session import LiveTable
from server.live.snapshot import Event, EventType
from vision.sources import frames_of, open_pictures

FOLDER = Path(__file__).parents[2] / "sample_images" / "recordings"


@dataclass(frozen=True, slots=True)
class Recorded:
    """A recording: the video, the record that holds the set-up, the truth as event lines."""

    name: str

    @property
    def video(self) -> Path:
        """The frames."""
        return FOLDER / f"{self.name}.mp4"

    @property
    def story(self) -> tuple[int, Story]:
        """The seed it was made with, and what happens in it."""
        return next((seed, story) for seed, story in enumerate(stories(), start=1) if story.name == self.name)

    @property
    def truth(self) -> list[dict[str, object]]:
        """Events in the form of `watch --json`."""
        lines = (FOLDER / f"{self.name}.jsonl").read_text(encoding="utf-8").splitlines()
        return [json.loads(line) for line in lines]

    def book(self) -> RecordBook:
        """A game kept in memory that begins where the recording does."""
        edition = load_edition()
        text = (FOLDER / f"{self.name}.txt").read_text(encoding="utf-8")
        return RecordBook(read_record(Crystalla(edition), text), None, edition)


def recordings() -> list[Recorded]:
    """All that are there."""
    return [Recorded(path.stem) for path in sorted(FOLDER.glob("*.mp4"))]


def replay(recorded: Recorded, reader: TableReader) -> tuple[list[Event], LiveTable]:
    """Everything that the session tells of a recording, frame by frame, and the session at its end."""
    live = LiveTable(reader, recorded.book(), (str(recorded.video),))
    events: list[Event] = []
    for frame in frames_of(open_pictures(str(recorded.video))):
        events += live.offer(0, frame)
    return events, live


def turns_of(events: list[Event]) -> list[tuple[int | None, str, frozenset[str]]]:
    """Seat, verdict and rules of each turn told, in order."""
    return [
        (event.player, str(event.verdict.value), frozenset(event.rules))
        for event in events
        if event.type is EventType.TURN and event.verdict is not None
    ]


def true_turns(recorded: Recorded) -> list[tuple[object, object, frozenset[str]]]:
    """The same of the truth."""
    turns = (event for event in recorded.truth if event["type"] == "turn")
    return [(event["player"], event["verdict"], frozenset(map(str, event["rules"]))) for event in turns]
