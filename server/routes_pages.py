"""The pages that people see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, RedirectResponse

from rules.crystalla.vocabulary import Crystal
from server.copy_choice import chosen_copy
from server.games import Games
from server.gems import gem_svg
from server.pads import HEMATITE, ROWS, Pad, Pads, Standing
from server.refusals import not_found
from server.routes_scores import ScoreServices
from server.share import player_name
from server.store import MAX_NAME_LENGTH, MAX_PLAYERS, MIN_PLAYERS, Store
from server.uploads import read_upload
from server.views import LANGUAGE_COOKIE, Pages

YEAR_SECONDS = 365 * 24 * 3600
SEE_OTHER = 303
GEM_CACHED = {"Cache-Control": "public, max-age=86400"}
FREE_SEATS_SHOWN = 6


@dataclass(frozen=True, slots=True)
class PageServices:
    """What these routes need."""

    pages: Pages
    store: Store
    pads: Pads
    scores: ScoreServices
    games: Games
    max_photo_bytes: int


def page_routes(services: PageServices) -> APIRouter:
    """Home and language."""
    router = APIRouter(include_in_schema=False)
    pages = services.pages

    @router.get("/")
    def home(request: Request) -> HTMLResponse:
        scans = [services.scores.view(row) for row in services.store.loose_scans()]
        return pages.render(
            request,
            "home.html",
            pads=services.pads.all(),
            scans=scans,
            desks=services.games.desks,
            games=services.games.rows(),
            player_name=player_name,
            max_photo_bytes=services.max_photo_bytes,
            player_counts=range(MIN_PLAYERS, MAX_PLAYERS + 1),
        )

    @router.get("/static/gems/{crystal}.svg")
    def gem(crystal: Crystal) -> Response:
        return Response(gem_svg(crystal), media_type="image/svg+xml", headers=GEM_CACHED)

    @router.post("/language")
    def choose_language(language: Annotated[str, Form()], back: Annotated[str, Form()] = "/") -> RedirectResponse:
        answer = RedirectResponse(_own_path(back), SEE_OTHER)
        if pages.knows(language):
            answer.set_cookie(LANGUAGE_COOKIE, language, max_age=YEAR_SECONDS, httponly=True, samesite="lax")
        return answer

    return router


def scan_page_routes(services: PageServices) -> APIRouter:
    """A photographed display."""
    router = APIRouter(prefix="/scans", include_in_schema=False)
    pages, scores = services.pages, services.scores

    @router.post("")
    async def upload(request: Request) -> RedirectResponse:
        taken = await read_upload(request)
        row = await run_in_threadpool(scores.scans.add, taken.content, chosen_copy(request, taken.fields.get("copy")))
        return RedirectResponse(f"/scans/{row.id}", SEE_OTHER)

    @router.get("/{scan_id}")
    def scan(request: Request, scan_id: str, lesson: bool = False) -> HTMLResponse:
        view = scores.view(services.store.scan(scan_id))
        return pages.render(
            request,
            "scan.html",
            view=view,
            lesson=lesson,
            copy_name=chosen_copy(request) or "",
            max_copy_name_length=MAX_NAME_LENGTH,
            free_seats=_free_seats(services.pads.all()),
            player_name=player_name,
            player_counts=range(MIN_PLAYERS, MAX_PLAYERS + 1),
        )

    @router.get("/{scan_id}/body")
    def scan_body(request: Request, scan_id: str) -> HTMLResponse:
        return pages.render(request, "_scan_body.html", view=scores.view(services.store.scan(scan_id)))

    return router


def pad_page_routes(services: PageServices) -> APIRouter:
    """A score pad."""
    router = APIRouter(prefix="/pads", include_in_schema=False)
    pages = services.pages

    @router.post("")
    def add_pad(players: Annotated[int, Form()]) -> RedirectResponse:
        pad = services.store.add_pad([""] * min(max(players, 0), MAX_PLAYERS + 1))
        return RedirectResponse(f"/pads/{pad.id}", SEE_OTHER)

    @router.get("/{pad_id}")
    def pad(request: Request, pad_id: str) -> HTMLResponse:
        return pages.render(
            request,
            "pad.html",
            pad=services.pads.load(pad_id),
            rows=ROWS,
            hematite=HEMATITE,
            player_name=player_name,
            max_name_length=MAX_NAME_LENGTH,
            max_photo_bytes=services.max_photo_bytes,
            player_counts=range(MIN_PLAYERS, MAX_PLAYERS + 1),
        )

    return router


def fallback_routes() -> APIRouter:
    """Everything else does not exist."""
    router = APIRouter(include_in_schema=False)

    @router.get("/{path:path}")
    def nothing() -> Response:
        raise not_found("page")

    return router


def _free_seats(pads: list[Pad]) -> list[tuple[Pad, Standing]]:
    """Players without a score yet, on the pads changed last."""
    free = [(pad, standing) for pad in pads for standing in pad.standings if not standing.column.started]
    return free[:FREE_SEATS_SHOWN]


def _own_path(path: str) -> str:
    """A path of this site; what could lead elsewhere becomes the home page."""
    return path if path.startswith("/") and not path.startswith(("//", "/\\")) else "/"
