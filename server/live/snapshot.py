"""What the watching of a table says: events for the record of the evening, snapshots for whoever looks on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique

from rules.crystalla.vocabulary import Cell, Crystal, Rotation, Segment
from rules.engine import Refusal
from server.desks.desk import Words
from vision.health import Condition

OVERRIDE, TAKE_BACK = "override", "undo"
"""What stands as `move` in events that are no turn by the rules."""
Corners = tuple[tuple[float, float], ...]
"""Corners of a quad in pixels of the source's picture."""


@unique
class LiveState(StrEnum):
    """What the table is in just now."""

    WAITING = "waiting"
    """Nothing to be said: somebody's turn has begun or goes on."""
    HAND = "hand"
    READING = "reading"
    AGREED = "agreed"
    """A turn was just accepted."""
    IN_DOUBT = "in-doubt"
    DIFFERS = "differs"
    """What lies there breaks a rule, or is not what the game holds."""
    CAMERA_LOST = "camera-lost"
    CAMERA_MOVED = "camera-moved"
    CAMERA_DARK = "camera-dark"
    CAMERA_FROZEN = "camera-frozen"
    CAMERA_RESIZED = "camera-resized"


@unique
class EventType(StrEnum):
    """`type` of an event (design §3)."""

    STATE = "state"
    TURN = "turn"
    QUESTION = "question"
    CAMERA = "camera"


@unique
class Verdict(StrEnum):
    """`verdict` of an event."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True)
class Event:
    """Something to be told once. `player` is a seat; `move` the lines of the turn, joined by `; `."""

    t: float
    type: EventType
    words: Words
    player: int | None = None
    verdict: Verdict | None = None
    refusals: tuple[Refusal, ...] = ()
    move: str | None = None
    state: str | None = None
    """With a state or camera event: the state or condition entered."""
    source: int | None = None
    """With a camera event: index of the source."""
    taken_back: bool = False
    """Whether a later event undid it."""
    number: int = 0
    """Counts the events of the feed from 1."""

    @property
    def stands(self) -> bool:
        """Whether it is a turn that counts, and that a take-back would undo."""
        return self.verdict is Verdict.LEGAL and self.move != TAKE_BACK and not self.taken_back

    @property
    def rules(self) -> tuple[str, ...]:
        """Ids of the rules it speaks of, each once."""
        return tuple(dict.fromkeys(refusal.rule for refusal in self.refusals))


@dataclass(frozen=True, slots=True)
class SourceView:
    """A camera as it is: `fps` is measured, size and condition are those of its newest picture."""

    source: str
    condition: Condition
    width_px: int
    height_px: int
    fps: float
    residual_px: float | None = None
    """How far the piles lay from where tapped corners put them."""


@unique
class MarkKind(StrEnum):
    """What an outline in the picture is."""

    CARD = "card"
    PILE = "pile"
    PIECE = "piece"


@dataclass(frozen=True, slots=True)
class Mark:
    """An outline in the picture: a card of display `seat` at `cell`, the pile at `place`, or an open piece."""

    kind: MarkKind
    source: int
    corners: Corners
    crystals: tuple[tuple[Segment, Crystal | None], ...]
    """What its segments show; None where it cannot be told."""
    sure: bool
    """False where it should be looked at: it cannot be told, or breaks a rule."""
    held: bool = False
    """Whether a player said what lies there."""
    seat: int | None = None
    cell: Cell | None = None
    rotation: Rotation | None = None
    place: tuple[int, int] | None = None
    pawns: tuple[tuple[str, int], ...] = ()
    """On a pile the number of pawns of each colour."""
    index: int | None = None
    """Of an open piece, among all of them."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with its answers; goes away with what it asks about."""

    id: str
    words: Words
    options: tuple[Words, ...]


@dataclass(frozen=True, slots=True)
class Seat:
    """A player as the table knows one."""

    seat: int
    name: str
    colour: str


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything that a viewer sees; `seq` grows whenever anything of it changes."""

    seq: int
    game: str
    state: LiveState
    words: Words
    seats: tuple[Seat, ...]
    turn: Seat | None
    """None before the first turn and after the last one."""
    over: bool
    remaining: Words
    sources: tuple[SourceView, ...]
    picture_seq: int
    marks: tuple[Mark, ...]
    feed: tuple[Event, ...]
    question: Asked | None
    broken: tuple[Refusal, ...]
    """Rules that what lies there breaks."""
    pending: tuple[Refusal, ...]
    """What is still to be done before the turn is complete."""
    may_undo: bool
    may_override: bool
