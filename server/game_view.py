"""A kept game as one seat may see it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rules.engine import MoveRecord
from rules.record import GameRecord
from server.desks import AnyDesk
from server.desks.desk import Aside, Covering, Dealing, FinalScore, Group, Settings, Tunable, Turn
from server.game_live import Entry, Live, Step
from server.store_tables import GameRow


@dataclass(frozen=True, slots=True)
class GameView:
    """A game as one seat may see it (None: as everybody may)."""

    row: GameRow
    desk: AnyDesk
    settings: Settings
    seat: int | None
    position: Any
    dealing: Dealing
    feed: tuple[Entry, ...]
    events: int
    steps: tuple[Step, ...]
    """Everything that stands."""
    lines: tuple[MoveRecord[Any, Any], ...]
    """What its record holds: the lines since `start`, which is where the players last said that the table is right."""
    start: Any
    beginning: Any
    """The position before the first step."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.desk.game.is_over(self.position))

    @property
    def turn(self) -> Turn:
        """Whose turn it is."""
        return self.desk.turn(self.position)

    @property
    def open(self) -> bool:
        """Whether position and lines may be shown: they name what a seat holds."""
        return self.over or not self.desk.secret

    @property
    def may_move(self) -> bool:
        """Whether moves are shown: with secrets only to the seat on turn."""
        return not self.over and (not self.desk.secret or self.seat == self.turn.seat)

    @property
    def groups(self) -> tuple[Group, ...]:
        """Legal moves, for a seat that is not on turn what it may do meanwhile; none for those who may not see them."""
        if self.may_move:
            return self.desk.groups(self.position, self.dealing)
        if self.over or self.seat is None or not isinstance(self.desk, Aside):
            return ()
        return self.desk.asides(self.position, self.dealing, self.seat)

    @property
    def board(self) -> object:
        """What the partial draws."""
        return self.desk.board(self.position, self.seat)

    @property
    def score(self) -> FinalScore:
        """The score as the table lies."""
        return self.desk.score(self.position)

    @property
    def undoable(self) -> bool:
        """Whether there is a line to take back."""
        return bool(self.steps)

    def record(self) -> str:
        """The game as a record that replays; what was taken back is not in it, nor before the end what is secret."""
        start, lines = self.start, self.lines
        if not self.open and isinstance(self.desk, Covering):
            start, lines = self.desk.covered(start, lines)
        seats = self.settings.seats
        more = {"date": f"{self.row.created_at:%Y-%m-%d}", "players": ", ".join(seat.name or "?" for seat in seats)}
        more |= self.desk.agreed if isinstance(self.desk, Tunable) else {}
        return GameRecord(self.row.game, self.row.edition, start, lines, more).text()


def view_of(live: Live, seat: int | None) -> GameView:
    """The game in memory as a seat may see it."""
    return GameView(
        row=live.row,
        desk=live.desk,
        settings=live.settings,
        seat=seat,
        position=live.position,
        dealing=Dealing.TABLE if live.unseen is None else Dealing.APP,
        feed=tuple(live.feed),
        events=live.events,
        steps=tuple(live.steps),
        lines=tuple(step.record for step in live.steps[live.adopted :] if step.record is not None),
        start=live.steps[live.adopted - 1].position if live.adopted else live.start,
        beginning=live.start,
    )
