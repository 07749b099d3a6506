"""A kept game in memory: its start, the lines that stand, and the feed of everything that was accepted."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from rules.engine import MoveRecord, apply, parse_record, play
from server.desks import AnyDesk
from server.desks.desk import Aside, Dealing, Seat, Settings, Words
from server.store_games import EventKind
from server.store_tables import GameEventRow, GameRow

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Step:
    """A line that stands: whose it was, what happened, and position and hidden things after it.

    `record` is None where the players said that the table is right as it lies.
    """

    seat: int | None
    record: MoveRecord[Any, Any] | None
    position: Any
    hidden: Any

    @property
    def text(self) -> str:
        """The line as it is kept."""
        line: str = self.position.text() if self.record is None else self.record.text()
        return line


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
    def adopted(self) -> int:
        """How many steps there are up to the last one that no rule explains; a record begins after them."""
        return max((place + 1 for place, step in enumerate(self.steps) if step.record is None), default=0)

    @property
    def unseen(self) -> Any:
        """What is hidden now; None where the players draw."""
        return self.steps[-1].hidden if self.steps else self.hidden

    def maker(self, move: Any) -> int | None:
        """The seat that makes a move: whose turn it is, unless the desk knows another."""
        if isinstance(self.desk, Aside):
            return self.desk.maker(self.position, move)
        return self.desk.turn(self.position).seat

    def step(self, line: str) -> Step:
        """The step that a line makes; raises MalformedError and RuleError. Changes nothing."""
        record = parse_record(self.desk.game, line)
        seat = self.maker(record.move)
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
            step = step or self._redo(event)
            self.steps.append(step)
            words = Words("watch.adopted") if step.record is None else self.desk.words(step.record)
            self.feed.append(Entry(event.number, event.at, step.seat, event.line, words, taken_back=False))
        self.events = event.number

    def adopt(self, position: str) -> Step:
        """The step to a position that the players said is right; raises MalformedError. Changes nothing."""
        return Step(self.desk.turn(self.position).seat, None, self.desk.game.parse_position(position), None)

    def _redo(self, event: GameEventRow) -> Step:
        """A kept line again, together with what is hidden after it."""
        if event.kind == EventKind.ADOPT.value:
            return self.adopt(event.line)
        if self.unseen is None:
            return self.step(event.line)
        record = parse_record(self.desk.game, event.line)
        drawn, hidden = self.desk.game.draw(self.position, record.move, self.unseen)
        # What was drawn lay elsewhere in the stacks that this version shuffled: from here on the players draw.
        return Step(
            self.maker(record.move),
            record,
            apply(self.desk.game, self.position, record),
            hidden if drawn == record else None,
        )


def open_live(desk: AnyDesk, row: GameRow, settings: Settings) -> Live:
    """A kept game before its first event."""
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
        **({"edition": settings.edition} if settings.edition else {}),
    }


def settings_from(kept: Json) -> Settings:
    """Settings that the database kept."""
    seats = tuple(Seat(seat["name"], seat["colour"]) for seat in kept["seats"])
    return Settings(seats, kept["starter"], Dealing(kept["dealing"]), kept["answers"], kept.get("edition", ""))
