"""The composition root of the web view: what exists, and who is given what."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from sqlalchemy.engine import Engine
from starlette.exceptions import HTTPException
from starlette.staticfiles import StaticFiles

from rules.crystalium.edition import load_edition as load_crystalium
from rules.crystalla.edition import Edition
from rules.krystal.edition import load_edition as load_krystal
from server.boxes import Boxes
from server.copy_folder import CopyFolder
from server.desks import open_desks
from server.editions.folder import EditionFolder
from server.games import Games
from server.limits import BodyLimitMiddleware, BodyLimits
from server.live.eye import TableReader
from server.live.hub import Hub
from server.live.remembered import Remembered
from server.locales import load_locales
from server.pads import Pads
from server.pairing import Pairing
from server.photos import PhotoFolder
from server.refusals import RefusalError, not_found
from server.routes_api import api_page_routes
from server.routes_copies import CopyServices, copy_page_routes, copy_routes
from server.routes_crystalium import crystalium_routes
from server.routes_editions import EditionServices, edition_routes
from server.routes_game_pages import game_page_routes
from server.routes_games import GameServices, game_file_routes, game_routes
from server.routes_krystal import krystal_result_routes, krystal_routes
from server.routes_live import LiveServices, live_routes, live_socket_routes
from server.routes_live_pages import live_page_routes
from server.routes_pads import PadServices, pad_file_routes, pad_routes
from server.routes_pages import PageServices, fallback_routes, pad_page_routes, page_routes, scan_page_routes
from server.routes_pairing import PairingServices, pairing_routes
from server.routes_scores import ScoreServices, scan_routes, score_routes
from server.scans import Scans
from server.security import GuardMiddleware
from server.store import Clock, Store, utc_now
from server.store_engine import open_engine
from server.store_games import GameStore
from server.views import Pages
from vision.pipeline import TeachableReader, open_table_reader


@dataclass(frozen=True, slots=True)
class Lan:
    """Opens the server to paired devices of the network."""

    address: str
    """Base URL for other devices."""
    announce: Callable[[str], None]
    """Is told each new pairing link."""


def create_app(
    *,
    reader: TeachableReader,
    edition: Edition,
    data_folder: Path,
    database_url: str,
    lan: Lan | None = None,
    limits: BodyLimits | None = None,
    clock: Clock = utc_now,
    open_tables: Callable[[], TableReader] | None = None,
) -> FastAPI:
    """The whole application; photos go to `data_folder`/photos. `lan` None keeps everybody but this machine out.

    `open_tables` opens the reader of whole tables when one is first watched; without it the networks of `reader` serve.
    """
    photos = PhotoFolder(data_folder / "photos")
    engine = open_engine(database_url)
    store = Store(engine, photos, clock)
    pages = Pages(load_locales(), lan=lan is not None, version=_version())
    pairing = None if lan is None else Pairing(store, lan.address, lan.announce)
    copies = CopyFolder(data_folder / "copies")
    scans = Scans(reader, edition, store, copies)
    limits = limits or BodyLimits()
    scores = ScoreServices(scans, store, photos)
    pads = Pads(store, scans)
    editions = EditionFolder(data_folder / "editions")
    games = GameServices(Games(GameStore(store), open_desks(), editions), pages)
    open_tables = open_tables or partial(open_table_reader, reader, edition.colours)
    hub = Hub(games.games, open_tables, remembered=Remembered(data_folder / "watched.json"))
    live = LiveServices(hub, pages)
    app = FastAPI(
        title="tableloupe",
        version=_version(),
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        lifespan=_lifespan(pairing, live, engine),
    )
    app.include_router(edition_routes(EditionServices(pages, editions)))
    boxes = Boxes(data_folder / "crystalium-objectives.json")
    app.include_router(crystalium_routes(games, load_crystalium(), boxes))
    app.include_router(live_routes(live))
    app.include_router(live_socket_routes(live))
    copy_services = CopyServices(pages, copies, scans, limits.photo_bytes)
    app.include_router(copy_routes(copy_services))
    app.include_router(copy_page_routes(copy_services))
    _add_routes(app, pages, store, pads, scores, games, pairing, limits)
    _add_refusals(app, pages)
    app.add_middleware(BodyLimitMiddleware, limits=limits, refuse=pages.refuse)
    is_paired = pairing.is_paired if pairing is not None else _nobody
    app.add_middleware(GuardMiddleware, is_paired=is_paired, lan=lan is not None, refuse=pages.refuse)
    return app


def _lifespan(
    pairing: Pairing | None, live: LiveServices, engine: Engine
) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        if pairing is not None:
            pairing.announce()
        live.live.resume()
        yield
        live.live.close()
        engine.dispose()

    return lifespan


def _add_routes(
    app: FastAPI,
    pages: Pages,
    store: Store,
    pads: Pads,
    scores: ScoreServices,
    games: GameServices,
    pairing: Pairing | None,
    limits: BodyLimits,
) -> None:
    pad_services = PadServices(store, pads, pages)
    page_services = PageServices(pages, store, pads, scores, games.games, limits.photo_bytes)
    for router in (
        score_routes(scores),
        scan_routes(scores),
        pad_routes(pad_services),
        pad_file_routes(pad_services),
        api_page_routes(pages, app.openapi),
        pairing_routes(PairingServices(pages, store, pairing)),
        page_routes(page_services),
        scan_page_routes(page_services),
        pad_page_routes(page_services),
        game_routes(games),
        game_file_routes(games),
        game_page_routes(games),
        live_page_routes(games),
        krystal_routes(games, load_krystal()),
        krystal_result_routes(games),
    ):
        app.include_router(router)
    app.mount("/static", StaticFiles(directory=str(files("server.web").joinpath("static"))))
    app.include_router(fallback_routes())


def _add_refusals(app: FastAPI, pages: Pages) -> None:
    """One answer for each kind of error, in JSON or as a page."""

    async def refused(request: Request, error: Exception) -> Response:
        assert isinstance(error, RefusalError)
        return pages.refuse(request.scope, error)

    async def malformed(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        return pages.refuse(request.scope, RefusalError(422, "fields", reason=_first_problem(error)))

    async def unforeseen(request: Request, error: Exception) -> Response:  # noqa: ARG001  it is logged by uvicorn
        return pages.refuse(request.scope, RefusalError(500, "unforeseen"))

    async def http(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        known = {404: not_found("page"), 405: RefusalError(405, "method", method=request.method)}
        return pages.refuse(request.scope, known.get(error.status_code, _other(error)))

    app.add_exception_handler(RefusalError, refused)
    app.add_exception_handler(RequestValidationError, malformed)
    app.add_exception_handler(HTTPException, http)
    app.add_exception_handler(Exception, unforeseen)


def _other(error: HTTPException) -> RefusalError:
    return RefusalError(error.status_code, "http", reason=error.detail)


def _first_problem(error: RequestValidationError) -> str:
    """Where, what and which value: one line of a validation error."""
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"])
    shown = repr(first.get("input"))[:80]
    return f"{place}: {first['msg']} (got {shown})"


def _nobody(_: str) -> bool:
    return False


def _version() -> str:
    try:
        return version("tableloupe")
    except PackageNotFoundError:  # run from a checkout that is not installed
        return "0"


def run_server(port: int, lan: bool) -> None:
    """Serve the web view until stopped (see `serving.serve`)."""
    from server.serving import serve  # here, since serving composes what this module defines

    serve(port, lan=lan)
