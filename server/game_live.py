"""A kept game in memory: its start, the lines that stand, and the feed of everything that was accepted."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from rules.engine import MoveRecord, apply, parse_record, play
from server.desks import AnyDesk
from server.desks.desk import Dealing, Seat, Settings, Words
from server.store_games import EventKind
from server.store_tables import GameEventRow, GameRow

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Step:
    """A line that stands: whose it was, what happened, and position and hidden things after it."""

    seat: int | None
    record: MoveRecord[Any, Any]
    position: Any
    hidden: Any


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the feed; `taken_back` when a later event undid it."""

    number: int
    at: datetime
    seat: int | None
    line: str
    words: Words
    taken_back: bool


@dataclass(slots=True)
class Live:
    """A game in memory: what stands, and the feed of everything."""

    desk: AnyDesk
    row: GameRow
    settings: Settings
    start: Any
    hidden: Any
    steps: list[Step] = field(default_factory=list)
    feed: list[Entry] = field(default_factory=list)
    events: int = 0

    @property
    def position(self) -> Any:
        """The position now."""
        return self.steps[-1].position if self.steps else self.start

    @property
    def unseen(self) -> Any:
        """What is hidden now; None where the players draw."""
        return self.steps[-1].hidden if self.steps else self.hidden

    def step(self, line: str) -> Step:
        """The step that a line makes; raises MalformedError and RuleError. Changes nothing."""
        seat = self.desk.turn(self.position).seat
        record = parse_record(self.desk.game, line)
        if self.unseen is None or record.drawn:
            return Step(seat, record, apply(self.desk.game, self.position, record), None)
        record, position, hidden = play(self.desk.game, self.position, record.move, self.unseen)
        return Step(seat, record, position, hidden)

    def take(self, event: GameEventRow, step: Step | None = None) -> None:
        """Fold an accepted event in; `step` where it is known already."""
        if event.kind == EventKind.UNDO.value:
            self.steps.pop()
            index = max(place for place, entry in enumerate(self.feed) if not entry.taken_back)
            old = self.feed[index]
            self.feed[index] = Entry(old.number, old.at, old.seat, old.line, old.words, taken_back=True)
        else:
            step = step or self._redo(event.line)
            self.steps.append(step)
            words = self.desk.words(step.record)
            self.feed.append(Entry(event.number, event.at, step.seat, event.line, words, taken_back=False))
        self.events = event.number

    def _redo(self, line: str) -> Step:
        """A kept line again, together with what is hidden after it."""
        record = parse_record(self.desk.game, line)
        if self.unseen is None:
            return self.step(line)
        _, hidden = self.desk.game.draw(self.position, record.move, self.unseen)
        seat = self.desk.turn(self.position).seat
        return Step(seat, record, apply(self.desk.game, self.position, record), hidden)


def open_live(desk: AnyDesk, row: GameRow) -> Live:
    """A kept game before its first event."""
    settings = settings_from(row.settings)
    position, hidden = desk.start(settings, random.Random(row.seed))
    # Another version may deal otherwise: then the players draw from here on, and what is kept stays true.
    same = position.text() == row.start
    return Live(desk, row, settings, desk.game.parse_position(row.start), hidden if same else None)


def settings_json(settings: Settings) -> Json:
    """Settings as the database keeps them."""
    return {
        "seats": [{"name": seat.name, "colour": seat.colour} for seat in settings.seats],
        "starter": settings.starter,
        "dealing": settings.dealing.value,
        "answers": dict(settings.answers),
    }


def settings_from(kept: Json) -> Settings:
    """Settings that the database kept."""
    seats = tuple(Seat(seat["name"], seat["colour"]) for seat in kept["seats"])
    return Settings(seats, kept["starter"], Dealing(kept["dealing"]), kept["answers"])
