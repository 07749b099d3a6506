"""The words of a watched table: what is told of turns, states, questions and cameras."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from rules.crystalla.explain import QUESTIONS, Question, Turn
from rules.crystalla.table import Phase, Table
from rules.crystalla.turn import Record
from server.desks.crystalla import move_words
from server.desks.desk import Words
from server.live.book import Kept
from server.live.judge import Outcome
from server.live.snapshot import OVERRIDE, TAKE_BACK, Asked, Event, EventType, LiveState, Seat, Verdict
from vision.health import Condition

TROUBLE_STATES = {
    Condition.LOST: LiveState.CAMERA_LOST,
    Condition.DARK: LiveState.CAMERA_DARK,
    Condition.FROZEN: LiveState.CAMERA_FROZEN,
    Condition.RESIZED: LiveState.CAMERA_RESIZED,
    Condition.MOVED: LiveState.CAMERA_MOVED,
}


def name_of(seat: Seat) -> object:
    """The player's name, else the colour."""
    return seat.name or Words(f"colour.{seat.colour}")


def turn_event(t: float, seats: Sequence[Seat], before: Table, records: Sequence[Record]) -> Event:
    """A turn that was accepted; the set-up is nobody's."""
    if before.phase is Phase.SETUP:
        return Event(t, EventType.TURN, Words("watch.set-up"), None, Verdict.LEGAL, move=lines_of(records))
    moves = reduce(_then, [move_words(record.move) for record in records])
    words = Words("watch.turn", {"name": name_of(seats[before.active]), "moves": moves})
    return Event(t, EventType.TURN, words, before.active, Verdict.LEGAL, move=lines_of(records))


def lines_of(records: Sequence[Record]) -> str:
    """The lines of a turn, joined."""
    return "; ".join(record.text() for record in records)


def _then(first: Words, second: Words) -> Words:
    return Words("watch.then", {"first": first, "second": second})


def kept_event(seats: Sequence[Seat], turn: Kept) -> Event:
    """A turn of before the watching began."""
    if turn.records:
        return turn_event(0.0, seats, turn.before, turn.records)
    return override_event(0.0, turn.before)


def override_event(t: float, before: Table) -> Event:
    """The players said that the table is right."""
    seat = None if before.phase is Phase.SETUP else before.active
    return Event(t, EventType.TURN, Words("watch.adopted"), seat, Verdict.LEGAL, move=OVERRIDE)


def taken_back_event(t: float, seats: Sequence[Seat], turn: Kept) -> Event:
    """A turn was taken back, on the table or by a button."""
    words = Words("watch.taken-back", {"name": name_of(seats[turn.seat])})
    return Event(t, EventType.TURN, words, turn.seat, Verdict.LEGAL, move=TAKE_BACK)


def illegal_event(t: float, seats: Sequence[Seat], seat: int, outcome: Outcome) -> Event:
    """Rules are broken."""
    words = Words("watch.illegal", {"name": name_of(seats[seat])})
    return Event(t, EventType.TURN, words, seat, Verdict.ILLEGAL, outcome.refusals)


def pending_event(t: float, seats: Sequence[Seat], seat: int, outcome: Outcome) -> Event:
    """Something is still to be done; it is no fault before the next player begins."""
    words = Words("watch.pending", {"name": name_of(seats[seat])})
    return Event(t, EventType.STATE, words, seat, Verdict.UNSURE, outcome.refusals, state=LiveState.WAITING.value)


def asked_of(number: int, seats: Sequence[Seat], seat: int, question: Question, turns: Sequence[Turn]) -> Asked:
    """The question, with each turn's answer in words."""
    words = Words(f"watch.ask-{question.name}", {"name": name_of(seats[seat])})
    return Asked(f"q{number}", words, tuple(_answer(turn, QUESTIONS[question.name]) for turn in turns))


def _answer(turn: Turn, kinds: tuple[type, ...]) -> Words:
    told = [move_words(record.move) for record in turn.records if isinstance(record.move, kinds)]
    return reduce(_then, told) if told else Words("watch.none")


def question_event(t: float, seat: int, asked: Asked) -> Event:
    """A question was asked."""
    return Event(t, EventType.QUESTION, asked.words, seat, Verdict.UNSURE)


def camera_event(t: float, source: int, name: str, condition: Condition, size: tuple[int, int]) -> Event:
    """Something is wrong with a camera, or no longer."""
    words = Words(f"watch.camera-{condition.value}", {"source": name, "size": f"{size[0]} × {size[1]}"})
    return Event(t, EventType.CAMERA, words, state=condition.value, source=source)


def camera_state(conditions: Sequence[Condition]) -> LiveState:
    """The state of a table by its cameras, of which the first in trouble counts."""
    worst = next((each for each in conditions if each is not Condition.OK), None)
    return LiveState.WAITING if worst is None else TROUBLE_STATES[worst]


def state_words(state: LiveState, seats: Sequence[Seat], table: Table, detail: str = "") -> Words:
    """What a viewer reads above the picture; `detail` picks another sentence than the state's own."""
    phase = {Phase.SETUP: "set-up", Phase.END: "over"}.get(table.phase, "waiting" if table.walk is None else "mid-turn")
    key = detail or (phase if state is LiveState.WAITING else state.value)
    return Words(f"watch.state-{key}", {"name": name_of(seats[table.active])})


def remaining_words(table: Table) -> Words:
    """What is left in piles and stacks."""
    cards = sum(pile.height for pile in table.piles) + table.deck
    return Words("watch.remaining", {"cards": cards, "large": table.stacks[0], "small": table.stacks[1]})
