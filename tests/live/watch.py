"""Watch filmed scenes with the live session, act by act, and hold its events to what was filmed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field

from oracle import Oracle, ToldPawns
from scenes import Scene

from models.training.composite.decks import reference_edition
from models.training.live.film import Shot
from models.training.live.script import Act
from rules.crystalla.seen import look
from rules.crystalla.table import Table
from rules.record import GameRecord
from server.live.eye import TableReader
from server.live.record_book import RecordBook
from server.live.session import LiveTable
from server.live.snapshot import Event, EventType, Verdict
from vision.crystalla.table_reading import Layout, TableReading
from vision.image import Photo
from vision.sources import Frame

REST_S, PAUSE_S, PATIENCE_S, LINGER_S = 1.5, 1.4, 4.0, 0.5
"""Before the first turn; within a turn; at most until an event comes; and after it."""


@dataclass(slots=True)
class Told:
    """What came of one act."""

    scene: int
    players: int
    kind: str
    legal: bool
    expected: list[str]
    verdicts: list[str] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)
    right: bool = False
    delay_s: float | None = None
    alarms: int = 0
    """Illegal turns told where nothing illegal lay."""
    under_hand: int = 0
    """Turn events while a hand was in the picture."""
    states: list[str] = field(default_factory=list)
    reads: int = 0
    read_s: float = 0.0
    tilt_deg: float = 0.0
    card_px: float = 0.0


class Counting:
    """A reader that counts and times what another one reads."""

    def __init__(self, reader: TableReader) -> None:
        self._reader = reader
        self.reads, self.seconds = 0, 0.0

    def find(self, photo: Photo, players: int | None = None) -> TableReading:
        """As `TableReader.find`."""
        return self._timed(lambda: self._reader.find(photo, players))

    def read_again(self, photo: Photo, layout: Layout) -> TableReading:
        """As `TableReader.read_again`."""
        return self._timed(lambda: self._reader.read_again(photo, layout))

    def _timed(self, read: Callable[[], TableReading]) -> TableReading:
        start = time.thread_time()
        try:
            return read()
        finally:
            self.reads += 1
            self.seconds += time.thread_time() - start


class Watcher:
    """The session on one scene; it is begun anew at the right table whenever it has gone astray."""

    def __init__(self, scene: Scene, reader: TableReader | None, *, told_pawns: bool = False) -> None:
        """Without a reader the truth is read; `told_pawns` tells it of the pawns alone."""
        self.scene = scene
        self.oracle = Oracle(scene.stage, scene.tabletop)
        read = self.oracle if reader is None else reader
        self.reader = Counting(ToldPawns(read, self.oracle) if told_pawns else read)
        self._began = 0.0
        """When the session began, in the film's time: its own counts from its first picture."""
        self.live = self._session(scene.acts[0].before)

    def _session(self, table: Table) -> LiveTable:
        self._began = self.scene.film.t
        edition = reference_edition()
        kept = RecordBook(GameRecord("crystalla", edition.name, table), None, edition)
        return LiveTable(self.reader, kept, ("film",))

    def acts(self) -> Iterator[Told]:
        """Watch the whole scene."""
        self._feed(self.scene.film.rest(REST_S))
        for act in self.scene.acts:
            if self.live.book.table != act.before and look(self.live.book.table) != look(act.before):
                self._restart(act.before)
            yield self._act(act)

    def _restart(self, table: Table) -> None:
        layout = self.live.eyes[0].layout
        self.live = self._session(table)
        self.live.eyes[0].layout = layout
        self._feed(self.scene.film.rest(1.0))

    def _act(self, act: Act) -> Told:
        told = Told(self.scene.number, self.scene.players, act.kind, act.legal, list(act.rules))
        self.reader.reads, self.reader.seconds = 0, 0.0
        rng, film = self.scene.rng, self.scene.film
        events: list[tuple[Event, bool]] = []
        for number, table in enumerate(act.tables):
            last = number == len(act.tables) - 1
            still_s = float(rng.uniform(0.8, 1.6)) if rng.random() < 0.2 else 0.0
            events += self._feed(self.scene.change(table, act.odd if last else (), act.seat, still_s))
            if not last:
                events += self._feed(film.rest(PAUSE_S))
        left = film.t
        events += self._until_told(bool(events_of(events)))
        self._judge(told, act, events, left)
        if not act.legal and not act.late:
            back = self._feed(self.scene.change(act.before, (), act.seat))
            back += self._feed(film.rest(PAUSE_S))
            told.alarms += sum(event.verdict is Verdict.ILLEGAL for event, _ in events_of(back))
        told.reads, told.read_s = self.reader.reads, self.reader.seconds
        told.tilt_deg = round(self.scene.stage.view.tilt_deg, 1)
        return told

    def _judge(self, told: Told, act: Act, events: list[tuple[Event, bool]], left: float) -> None:
        turns = events_of(events)
        told.verdicts = [str(event.verdict.value) for event, _ in turns if event.verdict]
        told.rules = [rule for event, _ in turns for rule in event.rules]
        told.states = [event.state or "" for event, _ in events if event.type is EventType.STATE]
        told.under_hand = sum(hand for _, hand in turns)
        if act.legal:
            told.right = told.verdicts == ["legal"] and look(self.live.book.table) == look(act.tables[-1])
            told.alarms = told.verdicts.count("illegal")
        else:
            told.right = bool(set(told.rules) & set(act.rules)) and "legal" not in told.verdicts
        if turns:
            told.delay_s = round(self._began + turns[-1][0].t - left, 3)

    def _until_told(self, told: bool) -> list[tuple[Event, bool]]:
        """Rest until a turn was told, and a little longer."""
        events: list[tuple[Event, bool]] = []
        waited, linger = 0.0, None
        for shot in self.scene.film.rest(PATIENCE_S):
            events += self._offer(shot)
            waited += 1 / self.scene.film.fps
            if linger is None and (told or events_of(events)):
                linger = waited + LINGER_S
            if linger is not None and waited >= linger:
                break
        return events

    def _feed(self, shots: Iterable[Shot]) -> list[tuple[Event, bool]]:
        return [event for shot in shots for event in self._offer(shot)]

    def _offer(self, shot: Shot) -> list[tuple[Event, bool]]:
        self.oracle.tabletop = self.scene.tabletop
        self.oracle.view = self.scene.film.view
        return [(event, shot.hand) for event in self.live.offer(0, Frame(shot.t, shot.bgr))]


def events_of(events: list[tuple[Event, bool]]) -> list[tuple[Event, bool]]:
    """The turns that were told."""
    return [(event, hand) for event, hand in events if event.type is EventType.TURN]


def as_line(told: Told) -> dict[str, object]:
    """A line of the results."""
    return asdict(told)
