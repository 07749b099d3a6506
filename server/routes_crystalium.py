"""Crystalium without a kept game: the final scoring from what lies in front of each player, and the solo objectives."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse

from rules.crystalium.edition import Edition
from rules.crystalium.game import Crystalium
from rules.crystalium.objectives import Objective
from rules.crystalium.setup import MOST_PLAYERS
from rules.crystalium.tally import METRICS, tally
from rules.errors import MalformedError
from server.boxes import Boxes
from server.games import Games
from server.routes_games import GameServices

Json = dict[str, Any]
POWERS = ("reactor", "magnet", "laser", "drone")
COUNTS = ("component_cards", "single_use", "strong_current", "mushrooms")
LISTS = ("crystalium", "stations")
GAME = "crystalium"
SEE_OTHER = 303


def crystalium_routes(services: GameServices, edition: Edition, boxes: Boxes) -> APIRouter:
    """The page of the final scoring; what is entered stands in the address, so it can be kept and sent."""
    router = APIRouter(prefix="/crystalium", include_in_schema=False)

    @router.get("/score")
    def score(request: Request) -> HTMLResponse:
        entered = dict(request.query_params)
        players = _players(entered.get("players", ""))
        picked = [name for name in METRICS if name in request.query_params.getlist("whirlpool")]
        answer, problem = _answer(entered, players, picked, edition) if "go" in entered else (None, "")
        return services.pages.render(
            request,
            "crystalium_score.html",
            entered=entered,
            players=players,
            most=MOST_PLAYERS,
            whirlpools=list(METRICS),
            picked=picked,
            fields=(*POWERS, *COUNTS, *LISTS),
            lists=LISTS,
            answer=answer,
            problem=problem,
            objectives=list(Objective),
            ticked=ticked(services.games) | boxes.ticked(),
        )

    @router.post("/objectives")
    def tick(box: Annotated[list[str], Form()] = []) -> RedirectResponse:  # noqa: B006  FastAPI copies it
        boxes.keep(box)
        return RedirectResponse("/crystalium/score#objectives", SEE_OTHER)

    return router


def _players(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and 1 <= int(text) <= MOST_PLAYERS else 2


def _answer(entered: dict[str, str], players: int, picked: list[str], edition: Edition) -> tuple[Json | None, str]:
    """The scores, or what is wrong."""
    seats = range(max(players, 2))
    line: Json = {"players": [_player(entered, seat) for seat in seats], "whirlpools": picked}
    if players == 1:
        line["advanced"] = _number(entered.get("advanced", ""))
    try:
        return tally(line, edition), ""
    except MalformedError as error:
        return None, str(error)


def _player(entered: dict[str, str], seat: int) -> Json:
    player: Json = {key: _number(entered.get(f"{key}{seat}", "")) for key in COUNTS}
    player["powers"] = {key: _number(entered.get(f"{key}{seat}", "")) for key in POWERS}
    for key in LISTS:
        player[key] = [_number(word) for word in entered.get(f"{key}{seat}", "").replace(",", " ").split()]
    return player


def _number(text: str) -> object:
    """A whole number, 0 for nothing, and the text itself where it is no number, so that the refusal can quote it."""
    short = text.strip()
    return int(short) if short.isascii() and short.isdigit() and len(short) < 5 else short or 0


def ticked(games: Games) -> frozenset[str]:
    """The objectives that finished solo games on this machine have reached (CU-128, CU-129)."""
    game = games.desks[GAME].game
    if not isinstance(game, Crystalium):
        raise TypeError(f"the desk of {GAME} plays {game.name}")
    found: set[str] = set()
    for row in games.rows():
        if row.game == GAME and row.summary.get("over"):
            found |= {objective.value for objective in game.objectives(games.view(row.id).position)}
    return frozenset(found)
