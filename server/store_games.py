"""Keeps games and their events in the database; an event is committed before its method returns."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum, unique
from typing import Any

from sqlmodel import Session, col, delete, select

from server.refusals import RefusalError, not_found
from server.store import Store, new_id
from server.store_tables import GameEventRow, GameRow

Json = dict[str, Any]


@unique
class EventKind(StrEnum):
    """What an event is."""

    MOVE = "move"
    UNDO = "undo"
    ADOPT = "adopt"
    """The players said that the table is right as it lies: the line is a position string, and needs no rule."""


class GameStore:
    """Games and their events. Raises RefusalError 404 for what does not exist, 409 when somebody else was quicker."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def add(self, *, game: str, edition: str, settings: Json, seed: str, start: str, summary: Json) -> GameRow:
        """Keep a new game; `start` is its position string, `seed` deals it again."""
        now = self._store.now()
        row = GameRow(
            id=new_id(),
            created_at=now,
            updated_at=now,
            game=game,
            edition=edition,
            settings=settings,
            seed=seed,
            start=start,
            summary=summary,
        )
        with self._store.transaction() as session:
            session.add(row)
        return row

    def append(
        self, game_id: str, number: int, events: Sequence[tuple[EventKind, str]], summary: Json
    ) -> tuple[GameRow, list[GameEventRow]]:
        """Add events, all or none, that count on from `number`: the game with its new summary, and the events."""
        with self._store.transaction() as session:
            row = _require(session, game_id)
            if number != _count(session, game_id) + 1:
                raise RefusalError(409, "game-changed")
            row.updated_at = self._store.now()
            row.summary = summary
            added = [
                GameEventRow(game_id=game_id, number=place, at=row.updated_at, kind=kind.value, line=line)
                for place, (kind, line) in enumerate(events, start=number)
            ]
            session.add(row)
            session.add_all(added)
        return row, added

    def game(self, game_id: str) -> GameRow:
        """One game."""
        with self._store.transaction() as session:
            return _require(session, game_id)

    def games(self) -> list[GameRow]:
        """All games, the one changed last first."""
        with self._store.transaction() as session:
            return list(session.exec(select(GameRow).order_by(col(GameRow.updated_at).desc())))

    def events(self, game_id: str, after: int = 0) -> Sequence[GameEventRow]:
        """The events of a game with a number above `after`, in order."""
        chosen = select(GameEventRow).where(GameEventRow.game_id == game_id, col(GameEventRow.number) > after)
        with self._store.transaction() as session:
            return list(session.exec(chosen.order_by(col(GameEventRow.number))))

    def delete(self, game_id: str) -> None:
        """Forget a game with its events."""
        with self._store.transaction() as session:
            game = _require(session, game_id)
            session.exec(delete(GameEventRow).where(col(GameEventRow.game_id) == game_id))
            session.delete(game)


def _require(session: Session, game_id: str) -> GameRow:
    row = session.get(GameRow, game_id)
    if row is None:
        raise not_found("game")
    return row


def _count(session: Session, game_id: str) -> int:
    return len(session.exec(select(GameEventRow.number).where(GameEventRow.game_id == game_id)).all())
