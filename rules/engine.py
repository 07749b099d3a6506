"""The shape that every game shares: positions, moves, what happened, and one source of legality.

A game says which moves are worth asking about (`candidates`) and what forbids one (`refusal`). Everything else about
legality is derived here, once for all games, so that what is listed, what is verified and what is applied agree.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Flag
from typing import Generic, Protocol, TypeVar

from rules.errors import RuleError


class Text(Protocol):
    """A value with a one-line text that its game parses back."""

    def text(self) -> str:
        """The line; equal values have equal lines."""
        ...


P = TypeVar("P", bound=Text)
"""A position: immutable, with everything that can be seen and counted, nothing hidden."""
M = TypeVar("M", bound=Text)
"""A move: the intent of a player."""
D = TypeVar("D", bound=Text)
"""Something drawn: what chance shows after a move."""
H = TypeVar("H")
"""What is hidden: the order of face-down stacks, the seed of what is still to be shuffled."""

DRAWN = " = "
"""Stands between a move and what was drawn after it."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a move is forbidden: rule id, complete English sentence, and what the sentence speaks of."""

    rule: str
    message: str
    parameters: Mapping[str, object]

    def error(self, position: Text) -> RuleError:
        """The error that tells it, together with the position."""
        return RuleError(self.rule, self.message, self.parameters, position.text())


@dataclass(frozen=True, slots=True)
class MoveRecord(Generic[M, D]):
    """What happened: a move and all that chance showed after it, so that a game replays exactly."""

    move: M
    drawn: tuple[D, ...] = ()

    def text(self) -> str:
        """The move, and behind `=` what was drawn."""
        drawn = " ".join(thing.text() for thing in self.drawn)
        return f"{self.move.text()}{DRAWN}{drawn}" if drawn else self.move.text()


class Game(Protocol[P, M, D, H]):
    """The rules of one game with one edition; keeps no state of its own."""

    @property
    def name(self) -> str:
        """Name in code, folders and records."""
        ...

    def candidates(self, position: P) -> Iterable[M]:
        """Moves worth asking about: every legal one, each once, and perhaps others."""
        ...

    def refusal(self, position: P, move: M) -> Refusal | None:
        """What forbids the move, None when it is legal: the one source of legality."""
        ...

    def refusal_of_draw(self, position: P, record: MoveRecord[M, D]) -> Refusal | None:
        """What is wrong with the things drawn after a legal move."""
        ...

    def perform(self, position: P, record: MoveRecord[M, D]) -> P:
        """The position after a record that is known to be legal; call `apply` instead."""
        ...

    def draw(self, position: P, move: M, hidden: H) -> tuple[MoveRecord[M, D], H]:
        """Draw for a legal move from what is hidden, and what is hidden then."""
        ...

    def is_over(self, position: P) -> bool:
        """Whether the game has ended."""
        ...

    def status(self, position: P) -> Flag:
        """Flags for what is implausible about a position; no flag when nothing is."""
        ...

    def parse_position(self, text: str) -> P:
        """Parse a position string; raises MalformedError."""
        ...

    def parse_move(self, text: str) -> M:
        """Parse the text of a move; raises MalformedError."""
        ...

    def parse_drawn(self, text: str) -> D:
        """Parse the text of one thing drawn; raises MalformedError."""
        ...


def verify(game: Game[P, M, D, H], position: P, move: M) -> None:
    """Raise RuleError when the move is forbidden."""
    refusal = game.refusal(position, move)
    if refusal is not None:
        raise refusal.error(position)


def legal_moves(game: Game[P, M, D, H], position: P) -> Iterator[M]:
    """All legal moves, each once."""
    return (move for move in game.candidates(position) if game.refusal(position, move) is None)


def apply(game: Game[P, M, D, H], position: P, record: MoveRecord[M, D]) -> P:
    """The position after what happened; raises RuleError for a forbidden move or a draw that cannot be."""
    verify(game, position, record.move)
    refusal = game.refusal_of_draw(position, record)
    if refusal is not None:
        raise refusal.error(position)
    return game.perform(position, record)


def play(game: Game[P, M, D, H], position: P, move: M, hidden: H) -> tuple[MoveRecord[M, D], P, H]:
    """Make a move and draw for it: the record, the new position, and what is hidden then; raises RuleError."""
    verify(game, position, move)
    record, left = game.draw(position, move, hidden)
    return record, apply(game, position, record), left


def parse_record(game: Game[P, M, D, H], text: str) -> MoveRecord[M, D]:
    """Parse the line of one record; raises MalformedError."""
    move, _, drawn = text.partition(DRAWN)
    return MoveRecord(game.parse_move(move), tuple(game.parse_drawn(thing) for thing in drawn.split()))
