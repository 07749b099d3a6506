"""Where a watched game is kept: in the database of the web view, or in a record that grows on disk."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from rules.crystalla.game import Crystalla
from rules.crystalla.table import Phase, Table
from rules.crystalla.turn import Record
from server.desks.crystalla import CrystallaDesk
from server.desks.desk import Dealing
from server.game_view import GameView
from server.games import Games
from server.live.snapshot import Seat
from server.refusals import RefusalError

BEGINNINGS = (Phase.PICK, Phase.END)
"""Phases of a table between two turns."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A turn that stands: whose it was, the table before it, its records; none where players overrode the rules."""

    seat: int
    before: Table
    records: tuple[Record, ...]


class Book(Protocol):
    """A game as it is kept; everything is on disk when a method returns."""

    @property
    def id(self) -> str:
        """What the game is known by."""
        ...

    @property
    def game(self) -> Crystalla:
        """The rules with their edition."""
        ...

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The players, clockwise."""
        ...

    @property
    def table(self) -> Table:
        """The table as it stands."""
        ...

    @property
    def turns(self) -> tuple[Kept, ...]:
        """All turns that stand; the set-up is the first."""
        ...

    def accept(self, records: Sequence[Record]) -> None:
        """Keep a turn, all of it or nothing; raises RefusalError when the game went on meanwhile."""
        ...

    def adopt(self, table: Table) -> None:
        """Go on from a table, whatever the rules say."""
        ...

    def take_back(self, turns: int) -> None:
        """Take the last turns back."""
        ...


@dataclass(frozen=True, slots=True)
class Line:
    """A kept line: the table before and after it; the record is None where players overrode the rules."""

    before: Table
    record: Record | None
    after: Table


def turns_of(lines: Sequence[Line]) -> Iterator[Kept]:
    """Lines joined to turns: each ends with the next table that is between two turns."""
    begun: list[Line] = []
    for line in lines:
        if line.record is None:
            if begun:
                yield _kept(begun)
            yield Kept(line.before.active, line.before, ())
            begun = []
            continue
        begun.append(line)
        if line.after.phase in BEGINNINGS:
            yield _kept(begun)
            begun = []
    if begun:
        yield _kept(begun)


def _kept(lines: list[Line]) -> Kept:
    first = lines[0].before
    return Kept(first.active, first, tuple(line.record for line in lines if line.record is not None))


class GameBook:
    """A game of the web view. Others may go on with it by hand meanwhile: every question asks the database."""

    def __init__(self, games: Games, game_id: str) -> None:
        """Raises RefusalError: 404, 422 `not-watched` for a game that cannot be watched."""
        self._games = games
        self.id = game_id
        view = games.view(game_id)
        if not isinstance(view.desk, CrystallaDesk) or view.settings.dealing is not Dealing.TABLE:
            raise RefusalError(422, "not-watched")
        self.game = view.desk.game
        self.seats = tuple(Seat(seat, each.name, each.colour) for seat, each in enumerate(view.settings.seats))

    @property
    def _view(self) -> GameView:
        return self._games.view(self.id)

    @property
    def table(self) -> Table:
        """The table as it stands."""
        table: Table = self._view.position
        return table

    @property
    def turns(self) -> tuple[Kept, ...]:
        """All turns that stand."""
        return tuple(turns_of(self._lines(self._view)))

    def _lines(self, view: GameView) -> list[Line]:
        lines, before = [], view.beginning
        for step in view.steps:
            lines.append(Line(before, step.record, step.position))
            before = step.position
        return lines

    def accept(self, records: Sequence[Record]) -> None:
        """Keep a turn."""
        self._games.turn(self.id, [record.text() for record in records], after=self._view.events)

    def adopt(self, table: Table) -> None:
        """Go on from a table."""
        self._games.adopt(self.id, table.text(), after=self._view.events)

    def take_back(self, turns: int) -> None:
        """Take the last turns back; raises RefusalError 422 when there are not so many."""
        view = self._view
        kept = tuple(turns_of(self._lines(view)))
        if turns > len(kept):
            raise RefusalError(422, "nothing-to-undo")
        lines = sum(max(len(turn.records), 1) for turn in kept[len(kept) - turns :])
        self._games.undo(self.id, after=view.events, lines=lines)
