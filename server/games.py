"""Games kept at the table: started, moved, taken back; a game is its start and everything accepted since."""

from __future__ import annotations

import random
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from threading import RLock
from typing import Any

from rules.engine import parse_record
from rules.errors import EditionError, MalformedError, RuleError
from server.desks import AnyDesk, desk_for
from server.desks.desk import Naming, Settings
from server.editions.folder import EditionFolder
from server.game_live import Live, Step, open_live, settings_from, settings_json
from server.game_view import GameView, view_of
from server.refusals import Broken, RefusalError
from server.store_games import EventKind, GameStore
from server.store_tables import GameRow

Json = dict[str, Any]
MAX_LINE_LENGTH = 4000
"""A result that is entered by hand holds a whole position."""
EDITION = "edition"
"""The answer of a set-up that names one's own copy's edition."""
GAMES_IN_MEMORY = 32


class Games:
    """All kept games. Raises RefusalError: 404, 409 when the game went on meanwhile, 422 for what is not legal."""

    def __init__(self, store: GameStore, desks: Mapping[str, AnyDesk], editions: EditionFolder | None = None) -> None:
        self._store = store
        self.desks = desks
        self._editions = editions
        self._live: dict[str, Live] = {}
        self._lock = RLock()

    def start(self, game: str, settings: Settings) -> GameView:
        """Start a game; the answer `edition` names the edition of one's own copy."""
        settings = self._with_edition(game, settings)
        desk = self._desk_for(game, settings)
        seed = secrets.token_hex(16)
        try:
            _check_answers(desk, settings)
            position, _ = desk.start(settings, random.Random(seed))
        except RuleError as error:
            raise _broken(desk, error) from error
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

    def desk(self, game: str, edition: str = "") -> AnyDesk:
        """The desk of a game as a set-up shows it, with the edition of one's own copy."""
        return self._desk_for(game, self._with_edition(game, Settings((), answers={EDITION: edition})))

    def editions(self, game: str) -> list[str]:
        """Names of the editions of one's own copies."""
        return [] if self._editions is None else [own.name for own in self._editions.all(game)]

    def rows(self) -> list[GameRow]:
        """All games, the one changed last first."""
        return self._store.games()

    def view(self, game_id: str, seat: int | None = None) -> GameView:
        """A game as a seat sees it."""
        with self._lock:
            live = self._load(game_id)
            if seat is not None and not 0 <= seat < len(live.settings.seats):
                raise RefusalError(422, "seat", seat=seat)
            return view_of(live, seat)

    def move(self, game_id: str, line: str, *, after: int | None = None, seat: int | None = None) -> GameView:
        """Do what a line says; `after` is the number of events that the player had seen."""
        return self.turn(game_id, (line,), after=after, seat=seat)

    def turn(
        self, game_id: str, lines: Sequence[str], *, after: int | None = None, seat: int | None = None
    ) -> GameView:
        """Do what several lines say, all or none."""
        with self._lock:
            live = self._load(game_id)
            _check_seen(live, after)
            steps = _try_all(live, lines)
            summary = _summary(live.desk, steps[-1].position, len(live.steps) + len(steps))
            kept = [(EventKind.MOVE, step.record.text()) for step in steps if step.record is not None]
            live.row, events = self._store.append(game_id, live.events + 1, kept, summary)
            for event, step in zip(events, steps, strict=True):
                live.take(event, step)
            return view_of(live, seat)

    def adopt(self, game_id: str, position: str, *, after: int | None = None) -> GameView:
        """Go on from a position that the players say is right, whatever the rules say; its record begins there."""
        with self._lock:
            live = self._load(game_id)
            _check_seen(live, after)
            step = live.adopt(position)
            summary = _summary(live.desk, step.position, len(live.steps) + 1)
            live.row, events = self._store.append(game_id, live.events + 1, [(EventKind.ADOPT, position)], summary)
            live.take(events[0], step)
            return view_of(live, None)

    def undo(self, game_id: str, *, after: int | None = None, seat: int | None = None, lines: int = 1) -> GameView:
        """Take the last lines back, all or none; each take-back is an event of its own."""
        with self._lock:
            live = self._load(game_id)
            _check_seen(live, after)
            if len(live.steps) < lines:
                raise RefusalError(422, "nothing-to-undo")
            left = len(live.steps) - lines
            before = live.steps[left - 1].position if left else live.start
            summary = _summary(live.desk, before, left)
            kept = [(EventKind.UNDO, step.text) for step in reversed(live.steps[left:])]
            live.row, events = self._store.append(game_id, live.events + 1, kept, summary)
            for event in events:
                live.take(event)
            return view_of(live, seat)

    def delete(self, game_id: str) -> None:
        """Forget a game."""
        with self._lock:
            self._store.delete(game_id)
            self._live.pop(game_id, None)

    def _desk(self, game: str) -> AnyDesk:
        if game not in self.desks:
            raise RefusalError(422, "game", game=game, allowed=", ".join(self.desks))
        return self.desks[game]

    def _with_edition(self, game: str, settings: Settings) -> Settings:
        """The settings with the text of the edition that they name."""
        answers = dict(settings.answers)
        name = answers.pop(EDITION, "")
        if not name:
            return replace(settings, answers=answers)
        own = None if self._editions is None else self._editions.find(game, name)
        if own is None:
            raise RefusalError(422, "no-edition", name=name, game=game)
        return replace(settings, answers=answers, edition=own.text)

    def _desk_for(self, game: str, settings: Settings) -> AnyDesk:
        try:
            return desk_for(self._desk(game), settings)
        except MalformedError as error:
            raise RefusalError(422, "fields", reason=str(error)) from error
        except EditionError as error:
            raise RefusalError(422, "edition", reason=str(error)) from error

    def _load(self, game_id: str) -> Live:
        """The game in memory, brought up to what is kept."""
        row = self._store.game(game_id)
        live = self._live.pop(game_id, None)
        if live is None:
            settings = settings_from(row.settings)
            live = open_live(self._desk_for(row.game, settings), row, settings)
        for event in self._store.events(game_id, live.events):
            live.take(event)
        live.row = row
        self._live[game_id] = live
        if len(self._live) > GAMES_IN_MEMORY:
            self._live.pop(next(iter(self._live)))
        return live


def _check_answers(desk: AnyDesk, settings: Settings) -> None:
    """Raise MalformedError for an answer that the set-up does not offer."""
    offered = {choice.name: [value for value, _ in choice.values] for choice in desk.choices}
    for name, value in settings.answers.items():
        if value not in offered.get(name, ()):
            raise MalformedError(f"answer {name}", value, ", ".join(offered.get(name, offered)))


def _check_seen(live: Live, after: int | None) -> None:
    if after is not None and after != live.events:
        raise RefusalError(409, "game-changed")


def _try_all(live: Live, lines: Sequence[str]) -> list[Step]:
    """The steps that lines make one after the other; changes nothing."""
    trial = Live(live.desk, live.row, live.settings, live.position, live.unseen)
    for line in lines:
        trial.steps.append(_try(trial, line))
    return trial.steps


def _try(live: Live, line: str) -> Step:
    try:
        if live.unseen is not None and parse_record(live.desk.game, line).drawn:
            raise RefusalError(422, "drawn-here")
        return live.step(line)
    except RuleError as error:
        raise _broken(live.desk, error) from error
    except MalformedError as error:
        raise RefusalError(422, "fields", reason=str(error)) from error


def _broken(desk: AnyDesk, error: RuleError) -> RefusalError:
    named = desk.named(error.parameters) if isinstance(desk, Naming) else {}
    return RefusalError(422, "rule", broken=Broken(desk.game.name, error, named))


def _summary(desk: AnyDesk, position: Any, lines: int) -> Json:
    score = desk.score(position)
    over = bool(desk.game.is_over(position))
    return {"lines": lines, "over": over, "totals": list(score.totals), "winners": list(score.winners)}
