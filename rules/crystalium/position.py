"""A game of Crystalium as it lies on the table: ships, River, Current, piles, whose phase; immutable."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TypeVar

from rules.crystalium.faces import Face, Part, SoloCard
from rules.crystalium.vocabulary import Component, Phase, Task

T = TypeVar("T")
VERSION = "crystalium1"
"""Name and version at the head of a position string."""
EMPTY = "-"
TORNADO = 1
"""Seat of the solo opponent (CU-111)."""


@dataclass(frozen=True, slots=True)
class Station:
    """A completed Space Station and the cards under it (CU-52, CU-54)."""

    face: Face
    paid: tuple[Part, ...] = ()

    def text(self) -> str:
        """`N2x4w1(R1w0+M2w1)`."""
        return f"{self.face.text()}({'+'.join(part.label for part in self.paid)})"


@dataclass(frozen=True, slots=True)
class Ship:
    """What one player has, each in the order in which it came."""

    parts: tuple[Part, ...] = ()
    crystalium: tuple[Face, ...] = ()
    fish: tuple[Face, ...] = ()
    stations: tuple[Station, ...] = ()

    def column(self, component: Component) -> tuple[Part, ...]:
        """The cards of one column (CU-48)."""
        return tuple(part for part in self.parts if part.column is component)

    def text(self) -> str:
        """Columns, Crystalium, Fish and Stations between semicolons."""
        return ";".join(
            (join(self.parts, Part.text), faces_text(self.crystalium), faces_text(self.fish),
             join(self.stations, Station.text))
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Collector:
    """Somebody who uses a power now: `limit` was read when the phase began, `singles` could be used up beside it."""

    seat: int
    limit: int
    singles: tuple[Face, ...] = ()
    picks: int = 0

    def text(self) -> str:
        """`0:3:M1w0u:2`."""
        return f"{self.seat}:{self.limit}:{join(self.singles, Face.text, '+')}:{self.picks}"


@dataclass(frozen=True, slots=True)
class Solo:
    """The Solo deck: cards still face down, used ones, the one that lies open, and how many are Advanced (CU-107)."""

    deck: int
    used: tuple[SoloCard, ...]
    card: SoloCard | None
    advanced: int

    def text(self) -> str:
        """`9;-;M1.3.2R;2`."""
        card = EMPTY if self.card is None else self.card.text()
        return f"{self.deck};{join(self.used, SoloCard.text)};{card};{self.advanced}"


@dataclass(frozen=True, slots=True, repr=False)
class Table:
    """Everything that can be seen, counted or remembered; what is hidden is apart in `draws.Hidden`."""

    ships: tuple[Ship, ...]
    phase: Phase
    active: int
    deck: int
    top: int | None
    """Waves on the back of the deck's top card, None without a deck."""
    second: bool = False
    """Whether this is the second pass through the deck (CU-87)."""
    current: tuple[int, ...] = ()
    """Waves on the backs of the face-down Current cards (CU-21)."""
    river: tuple[Face, ...] = ()
    discard: tuple[Face, ...] = ()
    """From the bottom up."""
    out: tuple[Face, ...] = ()
    """Whirlpools revealed in this pass (CU-82)."""
    box: tuple[Face, ...] = ()
    added: tuple[Face, ...] = ()
    """Whirlpools that Fish 4 added to the scoring (CU-70)."""
    boost: int = 0
    skip: bool = False
    """Whether Fish 12 ends the opponents' Drone Phase of this turn (CU-81)."""
    queue: tuple[Collector, ...] = ()
    """Who uses a power now, and who will after that."""
    task: Task | None = None
    due: tuple[int, ...] = ()
    played: Face | None = None
    """The Fish whose effect is going on (R21)."""
    center: tuple[Face, ...] = ()
    """Starting cards of the draft, or the cards taken by Fish 9."""
    removed: tuple[Face, ...] = ()
    """Cards out of the game (CU-125)."""
    solo: Solo | None = None

    def __repr__(self) -> str:
        return f"Table.from_text({self.text()!r})"

    @property
    def players(self) -> int:
        """Number of ships, Tornado's included."""
        return len(self.ships)

    @property
    def actor(self) -> int:
        """The seat that has to do something now."""
        if self.phase is Phase.DRAFT:
            return (self.active - 1 - (self.players + 1 - len(self.center))) % self.players
        if self.task is Task.LOSE and self.due:
            return self.due[0]
        return self.queue[0].seat if self.queue and self.task is None else self.active

    def neighbours(self, seat: int) -> tuple[int, ...]:
        """The direct neighbours, the left one first; with 2 ships one person (R15)."""
        return tuple(dict.fromkeys(((seat + 1) % self.players, (seat - 1) % self.players)))

    def opponents(self, seat: int) -> tuple[int, ...]:
        """All others, clockwise."""
        return tuple((seat + step) % self.players for step in range(1, self.players))

    def is_tornado(self, seat: int) -> bool:
        """Whether the rules play this seat (CU-111)."""
        return self.solo is not None and seat == TORNADO

    def with_ship(self, seat: int, ship: Ship) -> Table:
        """The table with another ship."""
        return replace(self, ships=(*self.ships[:seat], ship, *self.ships[seat + 1 :]))

    def text(self) -> str:
        """Position string: the version and seventeen fields, see `notation`."""
        top = "" if self.top is None else f"^{self.top}"
        fields = (
            self.phase.value, str(self.active), "2" if self.second else "1", f"{self.deck}{top}",
            join(self.current, str), faces_text(self.river), faces_text(self.discard), faces_text(self.out),
            faces_text(self.box), faces_text(self.added), f"{self.boost}{'x' * self.skip}",
            join(self.queue, Collector.text), self._task_text(), faces_text(self.center), faces_text(self.removed),
            EMPTY if self.solo is None else self.solo.text(), "|".join(ship.text() for ship in self.ships),
        )  # fmt: skip
        return f"{VERSION} {' '.join(fields)}"

    def _task_text(self) -> str:
        if self.task is None or self.played is None:
            return EMPTY
        return f"{self.task.value}:{self.played.text()}:{''.join(str(seat) for seat in self.due)}"


def join(things: Iterable[T], write: Callable[[T], str], between: str = ",") -> str:
    """The texts of things, `-` without any."""
    return between.join(write(thing) for thing in things) or EMPTY


def faces_text(faces: Iterable[Face]) -> str:
    """Faces between commas."""
    return join(faces, Face.text)
