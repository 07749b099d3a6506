"""A table that is watched: frames in, events out. No thread, no wall clock: the same frames give the same events."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.crystalla.seen import Seen, adopt, look
from rules.crystalla.table import Table
from rules.engine import Refusal
from server.live import telling
from server.live.book import Book
from server.live.claims import claims_of, known_claims
from server.live.corrections import Said
from server.live.eye import Eye, TableReader
from server.live.eyes import look_again, recall, rest, touched
from server.live.feed import Feed
from server.live.fuse import READS, Fusion
from server.live.hands import hides_known, lie_still, may_be_a_thing, see_free
from server.live.judge import Judge, Kind, Outcome
from server.live.pins import Pins
from server.live.snapshot import Asked, Event, EventType, LiveState
from server.live.viewing import Now
from server.refusals import RefusalError
from vision.health import Condition
from vision.sources import Arrival

MORE_READS = 6
"""With anything in doubt it is read so often before that is said; what breaks a rule is read once more than else."""
SLOW_S = 0.7  # a table that stays in doubt is read this often
FOUND_ANEW = (Condition.MOVED, Condition.RESIZED)  # the table is looked for again as soon as nothing moves
ASTRAY = (Kind.DOUBT, Kind.BROKEN, Kind.LATE)  # before these are told it is made sure where the table lies
QUIET = (Kind.SAME, Kind.WAIT, Kind.DOUBT)  # these tell nothing


class LiveTable:
    """Follows one game. Call it from one thread at a time."""

    def __init__(self, reader: TableReader, book: Book, sources: Sequence[str]) -> None:
        """`sources` are only named here; what they show comes by `offer`."""
        self.book = book
        self.eyes = tuple(Eye(reader, book.game.edition.colours) for _ in sources)
        self._sources = tuple(sources)
        self._conditions = [Condition.OK] * len(sources)
        self._judge = Judge(book.game)
        self._fusion = Fusion()
        self._pins = Pins()
        self.version = 0  # grows with whatever viewers are shown, pictures aside
        self.t = 0.0  # seconds since the first picture
        self._read_at = float("-inf")
        self._settled = False
        self._outcome: Outcome | None = None
        self._seen = look(book.table)
        self._told: tuple[Kind, tuple[Refusal, ...]] | None = None
        self._refused: Seen | None = None  # taken back by a button: not accepted again as long as nothing changes
        self._asked: Asked | None = None
        self._state, self._detail = LiveState.WAITING, ""
        self._feed = Feed()
        self._questions = 0
        self._log([telling.kept_event(book.seats, turn) for turn in book.turns])

    def offer(self, source: int, arrival: Arrival) -> tuple[Event, ...]:
        """A picture of a source, or that none comes; what there is to tell then."""
        eye = self.eyes[source]
        sight = eye.offer(arrival)
        self.t = max(self.t, sight.t)
        events = self._judge_camera(source, sight.condition)
        if any(condition is not Condition.OK for condition in self._conditions):
            self._disturb()
            if sight.condition in FOUND_ANEW and sight.still:
                self._find_anew(source)
            return self._log(events)
        if any(each.sight.moving for each in self.eyes):
            self._disturb()
            events += self._enter(LiveState.HAND)
        elif all(each.sight.still for each in self.eyes):
            events += self._look(source)
        return self._log(events)

    def _judge_camera(self, source: int, condition: Condition) -> list[Event]:
        if condition is self._conditions[source]:
            return []
        self._conditions[source] = condition
        frame, name = self.eyes[source].frame, self._sources[source]
        event = telling.camera_event(self.t, source, name, condition, (0, 0) if frame is None else frame.size)
        return [event, *self._enter(telling.camera_state(self._conditions))]

    def _find_anew(self, source: int) -> None:
        """Where the table lies now that the camera stands otherwise: its next pictures are trusted again."""
        if self.t - self._read_at < SLOW_S:
            return
        self._read_at = self.t
        if self.eyes[source].read(self.book.table) is not None:
            self.eyes[source].rest()

    def _disturb(self) -> None:
        """Something moved: what was read says nothing any more."""
        self._fusion.clear()
        self._settled = False
        self._outcome = self._asked = None

    def _look(self, source: int) -> list[Event]:
        """Read a table at rest, and judge it once it has been read often enough."""
        eye = self.eyes[source]
        if self._settled:
            if not eye.has_changed:
                return []
            self._disturb()
        if self._fusion.reads >= MORE_READS and self.t - self._read_at < SLOW_S:
            return []
        self._read_at = self.t
        table = self.book.table
        reading = eye.read(table, anew=self._fusion.reads_of(source) == 1)
        if reading is None:
            return self._enter(LiveState.IN_DOUBT, "no-table")
        if eye.covered and not lie_still([eye]):
            self._disturb()
            return self._wait_for_hand()
        if self._fusion.reads == 0:
            self._pins.let_go(table, self.eyes)
        colours, unchanged = self.book.game.edition.colours, eye.unchanged
        claims = claims_of(reading, eye.seats, table, colours, eye.recalled, unchanged)
        self._fusion.add(claims, source, known_claims(eye.recalls, unchanged), eye.changed)
        self._fusion.pins = self._pins.places
        return self._enter(LiveState.READING) if self._fusion.reads < READS else self._conclude(table)

    def _conclude(self, table: Table) -> list[Event]:
        """Judge the reads so far; what is not clear yet waits for more of them."""
        outcome = self._judge.judge(table, self._fusion, self.book.turns, partial(touched, self.eyes))
        hidden = hides_known(table, outcome) and not lie_still(self.eyes)
        free = not hidden and see_free(self.eyes, table, outcome)
        more = MORE_READS if outcome.unclear else READS + (outcome.kind in (Kind.BROKEN, Kind.LATE))
        if self._fusion.reads < more:
            return self._enter(LiveState.READING)
        if hidden:
            return self._wait_for_hand()
        if not free and outcome.kind not in QUIET:
            return self._enter(LiveState.READING)
        if outcome.kind in ASTRAY and look_again(self.eyes, table):
            self._disturb()
            return self._enter(LiveState.READING)
        self.version += outcome.seen != self._seen or self._outcome is None
        self._outcome, self._seen = outcome, outcome.seen
        self._settled = outcome.kind not in (Kind.DOUBT, Kind.WAIT)
        if self._settled:
            rest(self.eyes)
        if outcome.kind is Kind.SAME and not (self._fusion.remembers and all(eye.recalls_all for eye in self.eyes)):
            self._remember(table)
        self._refused = self._refused if self._refused == outcome.seen else None
        return self._act(table, outcome)

    def _wait_for_hand(self) -> list[Event]:
        return self._enter(LiveState.HAND, "covered" if may_be_a_thing(self.eyes) else "")

    def _act(self, table: Table, outcome: Outcome) -> list[Event]:
        seats, seat = self.book.seats, table.active
        known, self._told = self._told, (outcome.kind, outcome.refusals)
        again = known == self._told
        match outcome.kind:
            case Kind.TURN if self._refused is not None:
                return self._enter(LiveState.DIFFERS, "undone")
            case Kind.TURN:
                return self._accept(outcome, 0)
            case Kind.ANSWERED:
                return [*self._accept(outcome, 0), *self._again()]
            case Kind.QUESTION if outcome.question is not None:
                if self._asked is None:
                    self._questions += 1
                    self._asked = telling.asked_of(self._questions, seats, seat, outcome.question, outcome.turns)
                asked = [] if again else [telling.question_event(self.t, seat, self._asked)]
                return asked + self._enter(LiveState.IN_DOUBT, "question")
            case Kind.BROKEN | Kind.LATE:
                told = [] if again else [telling.illegal_event(self.t, seats, seat, outcome)]
                return told + self._enter(LiveState.DIFFERS)
            case Kind.PENDING:
                told = [] if again else [telling.pending_event(self.t, seats, seat, outcome)]
                return told + self._enter(LiveState.WAITING, "pending")
            case Kind.BACK:
                return self._take_back(outcome.back)
            case Kind.DOUBT:
                return self._enter(LiveState.IN_DOUBT)
        return self._enter(LiveState.AGREED if self._state is LiveState.AGREED else LiveState.WAITING)

    def _remember(self, table: Table) -> None:
        """The reads show this table."""
        self._fusion.remember()
        recall(self.eyes, table)

    def _accept(self, outcome: Outcome, option: int) -> list[Event]:
        """Keep a turn, and only then tell of it."""
        turn, before = outcome.turns[option], self.book.table
        try:
            self.book.accept(turn.records)
        except RefusalError:
            self._disturb()  # so that it is read and tried again
            raise
        self._asked, self._outcome = None, None
        self._seen = outcome.seen
        if outcome.kind in (Kind.TURN, Kind.QUESTION):
            self._remember(self.book.table)
        event = telling.turn_event(self.t, self.book.seats, before, turn.records)
        return [event, *self._enter(LiveState.AGREED)]

    def _take_back(self, turns: int) -> list[Event]:
        kept = self.book.turns
        self.book.take_back(turns)
        self._fusion.forget()
        events = []
        for turn in reversed(kept[len(kept) - turns :]):
            events.append(telling.taken_back_event(self.t, self.book.seats, turn))
            self._feed.strike()
        return events + self._enter(LiveState.WAITING)

    def answer(self, question: str, option: int) -> tuple[Event, ...]:
        """Answer a question; raises RefusalError 409 when it is no longer asked, 422 for an answer that it has not."""
        if self._asked is None or self._asked.id != question or self._outcome is None:
            raise RefusalError(409, "live-changed")
        if not 0 <= option < len(self._outcome.turns):
            raise RefusalError(422, "fields", reason=f"option {option}, allowed: 0 to {len(self._outcome.turns) - 1}")
        return self._log(self._accept(self._outcome, option))

    def override(self) -> tuple[Event, ...]:
        """Take the table as it lies, whatever the rules say; raises RefusalError 409 when nothing differs."""
        outcome, before = self._outcome, self.book.table
        if outcome is None or not self.may_override:
            raise RefusalError(409, "live-changed")
        if outcome.kind is Kind.TURN:
            self._refused = None
            return self._log(self._accept(outcome, 0))
        self.book.adopt(outcome.base or adopt(before, outcome.seen))
        self._fusion.forget()
        return self._log([telling.override_event(self.t, before), *self._again()])

    def undo(self) -> tuple[Event, ...]:
        """Take the last turn back, though it may still lie there; raises RefusalError 422 without one."""
        if not self.book.turns:
            raise RefusalError(422, "nothing-to-undo")
        self._refused = self._seen
        return self._log([*self._take_back(1), *self._again()])

    def correct(self, said: Said) -> tuple[Event, ...]:
        """A player says what lies somewhere; raises RefusalError 422 for a place that this table has not."""
        try:
            self._pins.say(said, self.book.table, self.eyes)
        except ValueError as error:
            raise RefusalError(422, "fields", reason=str(error)) from error
        self._refused = None
        self.version += 1
        return self._log(self._again())

    @property
    def may_override(self) -> bool:
        """Whether there is anything that players may call right."""
        return self._outcome is not None and self._outcome.may_be_right(self._refused is not None)

    @property
    def now(self) -> Now:
        """What viewers are shown of it."""
        return Now(
            state=self._state,
            detail=self._detail,
            seen=self._seen,
            outcome=self._outcome,
            asked=self._asked,
            feed=self._feed.entries,
            conditions=tuple(self._conditions),
            held=self._pins.held,
            may_override=self.may_override,
        )

    def _again(self) -> list[Event]:
        """Judge the same reads once more, for the game or what is said of the table has changed."""
        self._asked = self._outcome = self._told = None
        self._fusion.pins = self._pins.places
        if self._fusion.reads < READS:
            self._settled = False
            return self._enter(LiveState.WAITING)
        return self._conclude(self.book.table)

    def _enter(self, state: LiveState, detail: str = "") -> list[Event]:
        """The state of the table; told when it is another one."""
        before, self._state = self._state, state
        if (before, self._detail) != (state, detail):
            self._detail = detail
            self.version += 1
        if before is state:
            return []
        words = telling.state_words(state, self.book.seats, self.book.table, detail)
        return [Event(self.t, EventType.STATE, words, state=state.value)]

    def _log(self, events: list[Event]) -> tuple[Event, ...]:
        """Number what the feed shows."""
        self.version += len(events)
        return self._feed.add(events)
