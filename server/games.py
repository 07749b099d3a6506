"""Games kept at the table: started, moved, taken back; a game is its start and everything accepted since."""

from __future__ import annotations

import random
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from threading import RLock
from typing import Any

from rules.engine import MoveRecord, parse_record
from rules.errors import MalformedError, RuleError
from rules.record import GameRecord
from server.desks import AnyDesk
from server.desks.desk import Dealing, FinalScore, Group, Settings, Turn
from server.game_live import Entry, Live, Step, open_live, settings_json
from server.refusals import Broken, RefusalError
from server.store_games import EventKind, GameStore
from server.store_tables import GameRow

Json = dict[str, Any]
MAX_LINE_LENGTH = 2000
GAMES_IN_MEMORY = 32


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
    lines: tuple[MoveRecord[Any, Any], ...]
    start: Any

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
        """Legal moves, none for those who may not see them."""
        return self.desk.groups(self.position, self.dealing) if self.may_move else ()

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
        return bool(self.lines)

    def record(self) -> str:
        """The game as a record that replays; what was taken back is not in it."""
        seats = self.settings.seats
        more = {"date": f"{self.row.created_at:%Y-%m-%d}", "players": ", ".join(seat.name or "?" for seat in seats)}
        return GameRecord(self.row.game, self.row.edition, self.start, self.lines, more).text()


class Games:
    """All kept games. Raises RefusalError: 404, 409 when the game went on meanwhile, 422 for what is not legal."""

    def __init__(self, store: GameStore, desks: Mapping[str, AnyDesk]) -> None:
        self._store = store
        self.desks = desks
        self._live: dict[str, Live] = {}
        self._lock = RLock()

    def start(self, game: str, settings: Settings) -> GameView:
        """Start a game."""
        desk = self._desk(game)
        seed = secrets.token_hex(16)
        try:
            position, _ = desk.start(settings, random.Random(seed))
        except RuleError as error:
            raise RefusalError(422, "rule", broken=Broken(game, error)) from error
        except MalformedError as error:
            raise RefusalError(422, "fields", reason=str(error)) from error
        row = self._store.add(
            game=game,
            edition=desk.edition_name,
            settings=settings_json(settings),
            seed=seed,
            start=position.text(),
            summary=_summary(desk, position, lines=0),
        )
        return self.view(row.id)

    def rows(self) -> list[GameRow]:
        """All games, the one changed last first."""
        return self._store.games()

    def view(self, game_id: str, seat: int | None = None) -> GameView:
        """A game as a seat sees it."""
        with self._lock:
            live = self._load(game_id)
            if seat is not None and not 0 <= seat < len(live.settings.seats):
                raise RefusalError(422, "seat", seat=seat)
            return _view(live, seat)

    def move(self, game_id: str, line: str, *, after: int | None = None, seat: int | None = None) -> GameView:
        """Do what a line says; `after` is the number of events that the player had seen."""
        with self._lock:
            live = self._load(game_id)
            _check_seen(live, after)
            step = _try(live, line)
            summary = _summary(live.desk, step.position, len(live.steps) + 1)
            live.row, event = self._store.append(game_id, live.events + 1, EventKind.MOVE, step.record.text(), summary)
            live.take(event, step)
            return _view(live, seat)

    def undo(self, game_id: str, *, after: int | None = None, seat: int | None = None) -> GameView:
        """Take the last line back; the take-back is an event of its own."""
        with self._lock:
            live = self._load(game_id)
            _check_seen(live, after)
            if not live.steps:
                raise RefusalError(422, "nothing-to-undo")
            before = live.steps[-2].position if len(live.steps) > 1 else live.start
            summary = _summary(live.desk, before, len(live.steps) - 1)
            line = live.steps[-1].record.text()
            live.row, event = self._store.append(game_id, live.events + 1, EventKind.UNDO, line, summary)
            live.take(event)
            return _view(live, seat)

    def delete(self, game_id: str) -> None:
        """Forget a game."""
        with self._lock:
            self._store.delete(game_id)
            self._live.pop(game_id, None)

    def _desk(self, game: str) -> AnyDesk:
        if game not in self.desks:
            raise RefusalError(422, "game", game=game, allowed=", ".join(self.desks))
        return self.desks[game]

    def _load(self, game_id: str) -> Live:
        """The game in memory, brought up to what is kept."""
        row = self._store.game(game_id)
        live = self._live.pop(game_id, None) or open_live(self._desk(row.game), row)
        for event in self._store.events(game_id, live.events):
            live.take(event)
        live.row = row
        self._live[game_id] = live
        if len(self._live) > GAMES_IN_MEMORY:
            self._live.pop(next(iter(self._live)))
        return live


def _check_seen(live: Live, after: int | None) -> None:
    if after is not None and after != live.events:
        raise RefusalError(409, "game-changed")


def _try(live: Live, line: str) -> Step:
    try:
        if live.unseen is not None and parse_record(live.desk.game, line).drawn:
            raise RefusalError(422, "drawn-here")
        return live.step(line)
    except RuleError as error:
        raise RefusalError(422, "rule", broken=Broken(live.desk.game.name, error)) from error
    except MalformedError as error:
        raise RefusalError(422, "fields", reason=str(error)) from error


def _view(live: Live, seat: int | None) -> GameView:
    return GameView(
        row=live.row,
        desk=live.desk,
        settings=live.settings,
        seat=seat,
        position=live.position,
        dealing=Dealing.TABLE if live.unseen is None else Dealing.APP,
        feed=tuple(live.feed),
        events=live.events,
        lines=tuple(step.record for step in live.steps),
        start=live.start,
    )


def _summary(desk: AnyDesk, position: Any, lines: int) -> Json:
    score = desk.score(position)
    over = bool(desk.game.is_over(position))
    return {"lines": lines, "over": over, "totals": list(score.totals), "winners": list(score.winners)}
