"""The pages of a table that is watched: set-up at the table, and the live view, which its script fills."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from server.desks.desk import Dealing
from server.game_json import seat_name
from server.routes_games import GameServices
from server.store import MAX_NAME_LENGTH
from server.store_tables import GameRow

WATCHED = "crystalla"
"""The game that a camera can follow."""


def live_page_routes(services: GameServices) -> APIRouter:
    """Set-up, live view, and the drawn table, which the view fetches whenever the feed grows."""
    router = APIRouter(prefix="/live", include_in_schema=False)
    games, pages = services.games, services.pages
    desk = games.desks[WATCHED]

    @router.get("")
    def live(request: Request) -> HTMLResponse:
        return pages.render(request, "live.html", colours=desk.colours)

    @router.get("/new")
    def new_live(request: Request, game: str = "") -> HTMLResponse:
        kept = [row for row in games.rows() if _can_be_watched(row)]
        return pages.render(
            request,
            "live_new.html",
            desk=desk,
            dealing=Dealing.TABLE,
            kept=kept,
            chosen=next((row.id for row in kept if row.id == game), ""),
            max_name_length=MAX_NAME_LENGTH,
        )

    @router.get("/table/{game_id}")
    def table(request: Request, game_id: str) -> HTMLResponse:
        view = games.view(game_id)
        return pages.render(request, "_live_table.html", view=view, board=view.board, seat_name=seat_name)

    return router


def _can_be_watched(row: GameRow) -> bool:
    """A game that is not over and whose cards lie on a real table, not in this program."""
    return row.game == WATCHED and not row.summary["over"] and row.settings["dealing"] == Dealing.TABLE.value
