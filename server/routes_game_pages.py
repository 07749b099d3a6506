"""The pages of games that are kept at the table."""

from __future__ import annotations

from importlib.resources import files

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from server.desks import FROM_TEXT
from server.game_json import bg_stats_link, seat_name
from server.game_view import GameView
from server.refusals import not_found
from server.routes_games import GameServices
from server.store import MAX_NAME_LENGTH


def game_page_routes(services: GameServices) -> APIRouter:
    """Set-up and table."""
    router = APIRouter(prefix="/games", include_in_schema=False)
    games, pages = services.games, services.pages

    @router.get("/new/{game}")
    def new_game(request: Request, game: str, edition: str = "") -> HTMLResponse:
        if game not in games.desks:
            raise not_found("page")
        return pages.render(
            request,
            "game_new.html",
            desk=games.desk(game, edition),
            max_name_length=MAX_NAME_LENGTH,
            own=game in FROM_TEXT,
            editions=games.editions(game),
            edition=edition,
        )

    @router.get("/{game_id}")
    def game(request: Request, game_id: str, seat: int | None = None) -> HTMLResponse:
        return _page(services, request, "game.html", games.view(game_id, seat))

    @router.get("/{game_id}/body")
    def game_body(request: Request, game_id: str, seat: int | None = None) -> HTMLResponse:
        return _page(services, request, "_game_body.html", games.view(game_id, seat))

    return router


def _page(services: GameServices, request: Request, template: str, view: GameView) -> HTMLResponse:
    texts = services.pages.texts(request)
    return services.pages.render(
        request,
        template,
        view=view,
        board=view.board,
        board_style=_style_of(view.row.game),
        seat_name=seat_name,
        bg_stats=bg_stats_link(view, texts) if view.over else "",
    )


def _style_of(game: str) -> str:
    """Path of the board's own style sheet, empty without one."""
    path = f"css/desks/{game}.css"
    return f"/static/{path}" if files("server.web").joinpath("static", path).is_file() else ""
