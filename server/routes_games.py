"""`/api/desks` and `/api/games`: games kept at the table, their moves, and their files to take away."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from server.desks.desk import Dealing, Seat, Settings
from server.game_json import game_csv, game_json, row_json, seat_name
from server.game_view import GameView
from server.games import MAX_LINE_LENGTH, Games
from server.routes_pads import Name
from server.share import pad_png
from server.views import Pages
from server.wording import worded

Json = dict[str, Any]
Short = Annotated[str, Field(max_length=64)]
MAX_SEATS = 8


class NewSeat(BaseModel):
    """A player; a name may be empty."""

    model_config = ConfigDict(extra="forbid")
    name: Name = ""
    colour: Short


class NewGame(BaseModel):
    """The set-up: players clockwise, the seat that starts, who deals, and answers to the desk's choices."""

    model_config = ConfigDict(extra="forbid")
    game: Short
    seats: Annotated[list[NewSeat], Field(max_length=MAX_SEATS)]
    starter: Annotated[int, Field(ge=0, lt=MAX_SEATS)] = 0
    dealing: Dealing = Dealing.APP
    answers: Annotated[dict[Short, Short], Field(max_length=32)] = {}

    def settings(self) -> Settings:
        """The same as desks take it."""
        seats = tuple(Seat(seat.name, seat.colour) for seat in self.seats)
        return Settings(seats, self.starter, self.dealing, self.answers)


class Line(BaseModel):
    """A line of the record to be done; `after` is the number of events that were seen, 409 when there are more."""

    model_config = ConfigDict(extra="forbid")
    line: Annotated[str, Field(max_length=MAX_LINE_LENGTH)]
    after: Annotated[int, Field(ge=0)] | None = None


class Undo(BaseModel):
    """Take the last line back; `after` as with a line."""

    model_config = ConfigDict(extra="forbid")
    after: Annotated[int, Field(ge=0)] | None = None


@dataclass(frozen=True, slots=True)
class GameServices:
    """What these routes need."""

    games: Games
    pages: Pages


def game_routes(services: GameServices) -> APIRouter:
    """Games and their moves."""
    router = APIRouter(prefix="/api", tags=["games"])
    games, texts = services.games, services.pages.texts

    @router.get("/desks")
    def list_desks(request: Request) -> list[Json]:
        """The games that can be kept, with their numbers of players, colours, ways of dealing and choices."""
        return [
            _desk_json(desk, texts(request)) | {"editions": games.editions(name)} for name, desk in games.desks.items()
        ]

    @router.post("/games", status_code=201)
    def start_game(new: NewGame, request: Request) -> Json:
        """Start a game."""
        return game_json(games.start(new.game, new.settings()), texts(request))

    @router.get("/games")
    def list_games() -> list[Json]:
        """All games, the one changed last first."""
        return [row_json(row) for row in games.rows()]

    @router.get("/games/{game_id}")
    def get_game(game_id: str, request: Request, seat: int | None = None) -> Json:
        """One game as `seat` may see it: position, whose turn, legal moves, feed, score."""
        return game_json(games.view(game_id, seat), texts(request))

    @router.post("/games/{game_id}/moves")
    def move(game_id: str, wanted: Line, request: Request, seat: int | None = None) -> Json:
        """Do what a line says; 422 with `rule`, `message` and `parameters` when a rule forbids it."""
        return game_json(games.move(game_id, wanted.line, after=wanted.after, seat=seat), texts(request))

    @router.post("/games/{game_id}/undo")
    def undo(game_id: str, request: Request, wanted: Undo | None = None, seat: int | None = None) -> Json:
        """Take the last line back; it stays in the feed."""
        after = None if wanted is None else wanted.after
        return game_json(games.undo(game_id, after=after, seat=seat), texts(request))

    @router.delete("/games/{game_id}", status_code=204)
    def delete_game(game_id: str) -> None:
        """Forget a game."""
        games.delete(game_id)

    return router


def game_file_routes(services: GameServices) -> APIRouter:
    """The files of a game."""
    router = APIRouter(prefix="/api/games", tags=["games"])
    games, pages = services.games, services.pages

    @router.get("/{game_id}/record.txt")
    def export_record(game_id: str) -> Response:
        """The game as a record, for `tableloupe replay`."""
        view = games.view(game_id)
        return _file(view.record().encode(), "text/plain; charset=utf-8", view, "txt")

    @router.get("/{game_id}/export.json")
    def export_json(game_id: str, request: Request) -> Response:
        """The game as JSON."""
        view = games.view(game_id)
        content = json.dumps(game_json(view, pages.texts(request)), ensure_ascii=False, indent=2)
        return _file(content.encode(), "application/json", view, "json")

    @router.get("/{game_id}/export.csv")
    def export_csv(game_id: str, request: Request) -> Response:
        """The score as a table for spreadsheets."""
        view = games.view(game_id)
        return _file(game_csv(view, pages.texts(request)).encode(), "text/csv; charset=utf-8", view, "csv")

    @router.get("/{game_id}/export.png")
    def export_png(game_id: str, request: Request) -> Response:
        """The score as a picture."""
        view = games.view(game_id)
        return _file(
            pad_png(pages.source(request, "game.svg", view=view, seat_name=seat_name)), "image/png", view, "png"
        )

    return router


def _desk_json(desk: Any, texts: Any) -> Json:
    choices = [
        {
            "name": choice.name,
            "label": worded(choice.label, texts),
            "values": [{"value": value, "text": worded(words, texts)} for value, words in choice.values],
        }
        for choice in desk.choices
    ]
    return {
        "game": desk.game.name,
        "title": desk.title,
        "edition": desk.edition_name,
        "players": list(desk.seats),
        "colours": list(desk.colours),
        "dealings": [dealing.value for dealing in desk.dealings],
        "choices": choices,
    }


def _file(content: bytes, media_type: str, view: GameView, ending: str) -> Response:
    name = f"{view.row.game}-{view.row.created_at:%Y-%m-%d}.{ending}"
    return Response(content, media_type=media_type, headers={"Content-Disposition": f'attachment; filename="{name}"'})
