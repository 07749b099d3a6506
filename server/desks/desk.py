"""What a desk is: the adapter that lets one game's engine be played and kept in the web view."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, unique
from typing import Any, Protocol, runtime_checkable

from rules.engine import D, Game, H, M, MoveRecord, P


@unique
class Dealing(Enum):
    """Who shuffles, draws and throws: this program, or the people with their copy, who then enter what was drawn."""

    APP = "app"
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class Words:
    """A text of `server/locales`: its key, and the values that it names; one may be Words or a tuple of them."""

    key: str
    values: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Seat:
    """A player by seat; `colour` is one of the desk's colours, a name may be empty."""

    name: str
    colour: str


@dataclass(frozen=True, slots=True)
class Settings:
    """What is decided before a game: seats clockwise, who starts, who deals, and answers to the desk's choices."""

    seats: tuple[Seat, ...]
    starter: int = 0
    dealing: Dealing = Dealing.APP
    answers: Mapping[str, str] = field(default_factory=dict)
    edition: str = ""
    """Text of the own copy's edition that the game is played with, kept with the game; empty is the reference."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A further question of the set-up; the first value is the usual one."""

    name: str
    label: Words
    values: tuple[tuple[str, Words], ...]


@dataclass(frozen=True, slots=True)
class Fill:
    """A gap `{name}` in an option's line that a player fills in, with its values and what they are called."""

    name: str
    label: Words
    values: tuple[tuple[str, Words], ...]


@dataclass(frozen=True, slots=True)
class Option:
    """Something legal: the record line that does it (`lift 0,1`; gaps as `{name}`), and what it is called.

    With Dealing.APP the line holds no draws, they are made. With Dealing.TABLE it ends in ` = ` and a gap for each
    thing drawn. `target` is the `data-target` of the board's element that stands for it. `picture` is SVG, trusted.
    """

    line: str
    words: Words
    target: str = ""
    fills: tuple[Fill, ...] = ()
    picture: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Options that belong together, under a heading."""

    title: Words
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """Whose decision it is (None: nobody's, the game is over), and what is to be done."""

    seat: int | None
    doing: Words


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A row of the score: its name, and the points of each seat (None: nothing to say)."""

    label: Words
    cells: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class FinalScore:
    """The score as the table lies; `winners` is empty until the game is over, several share."""

    rows: tuple[ScoreRow, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]


class Desk(Protocol[P, M, D, H]):
    """One game with one edition; keeps no state of its own."""

    @property
    def game(self) -> Game[P, M, D, H]:
        """The rules."""
        ...

    @property
    def title(self) -> str:
        """The game's own name, the same in every language."""
        ...

    @property
    def edition_name(self) -> str:
        """What the header of a record says."""
        ...

    @property
    def colours(self) -> tuple[str, ...]:
        """Colours that a seat may have; worded by `colour.NAME` of the locales."""
        ...

    @property
    def seats(self) -> range:
        """Allowed numbers of players."""
        ...

    @property
    def dealings(self) -> tuple[Dealing, ...]:
        """Ways of dealing that are offered, the usual one first."""
        ...

    @property
    def secret(self) -> bool:
        """Whether seats hold what others may not see.

        Then moves are shown only to the seat on turn, position and lines to nobody before the end; a record that is
        taken away holds everything.
        """
        ...

    @property
    def choices(self) -> tuple[Choice, ...]:
        """Further questions of the set-up."""
        ...

    def start(self, settings: Settings, rng: random.Random) -> tuple[P, H | None]:
        """A new game; raises RuleError. With Dealing.TABLE nothing is known of what is hidden: None.

        Equal settings and an equally seeded rng give the same game: that is how what is hidden outlives a restart.
        """
        ...

    def turn(self, position: P) -> Turn:
        """Whose turn it is and what is to be done."""
        ...

    def groups(self, position: P, dealing: Dealing) -> tuple[Group, ...]:
        """Every legal move, grouped and worded."""
        ...

    def board(self, position: P, seat: int | None) -> object:
        """What the partial draws, as `seat` may see it; None is someone who sees only what all may see."""
        ...

    def words(self, record: MoveRecord[M, D]) -> Words:
        """What happened, as the feed of moves tells it to everyone: nothing secret."""
        ...

    def score(self, position: P) -> FinalScore:
        """The score as the table lies."""
        ...


@runtime_checkable
class Tunable(Protocol):
    """A desk whose rules have options that a table agrees on before a game; a record's header says them."""

    @property
    def agreed(self) -> Mapping[str, str]:
        """The options as answers, named as in the header of a record."""
        ...

    def tuned(self, answers: Mapping[str, str]) -> Desk[Any, Any, Any, Any]:
        """The desk with these options, all others as they are; raises MalformedError for a value that is none."""
        ...


@runtime_checkable
class Aside(Protocol):
    """A desk at which a seat may do something while another one is asked."""

    def asides(self, position: Any, dealing: Dealing, seat: int) -> tuple[Group, ...]:
        """What is legal for a seat that is not on turn."""
        ...

    def maker(self, position: Any, move: Any) -> int | None:
        """The seat that makes a move; None when the game is over."""
        ...


@runtime_checkable
class Covering(Protocol):
    """A desk with secrets whose game is recorded while it is played."""

    def covered(self, start: Any, lines: tuple[Any, ...]) -> tuple[Any, tuple[Any, ...]]:
        """A position and the lines since, which replay, without what only one seat may know."""
        ...


@runtime_checkable
class Naming(Protocol):
    """A desk that names what a refusal speaks of, for sentences that people read."""

    def named(self, parameters: Mapping[str, object]) -> Mapping[str, Words]:
        """Words for those parameters of a refusal that are codes of cards and the like."""
        ...
