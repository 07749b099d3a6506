"""`/api/live`: a table that is watched by cameras, its events, and what players say about them."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Request, Response, WebSocket, WebSocketDisconnect
from pydantic import BaseModel, ConfigDict, Field

from rules.crystalla.vocabulary import Cell, Crystal, Rotation
from server.live.corrections import CardSaid, OpenSaid, PileSaid, Said
from server.live.live_json import snapshot_json
from server.live.service import Live
from server.locales import Texts
from server.views import Pages

LOG = logging.getLogger(__name__)
Json = dict[str, Any]
Short = Annotated[str, Field(min_length=1, max_length=64)]
Address = Annotated[str, Field(min_length=1, max_length=1000)]
Point = tuple[float, float]
MAX_SOURCES = 4
STALLED_S = 20.0
"""A viewer that takes nothing for so long is let go."""
TRY_AGAIN_LATER = 1013
"""Code with which the socket closes when nothing is watched (any more)."""


class Watch(BaseModel):
    """Which kept game to watch by which sources: camera numbers or names, stream addresses, files, folders.

    `corners` are tapped ones of the outer edge of the piles in the first source's picture: far left as seat 0 sees it,
    far right, near right, near left.
    """

    model_config = ConfigDict(extra="forbid")
    game: Short
    sources: Annotated[list[Address], Field(min_length=1, max_length=MAX_SOURCES)]
    corners: tuple[Point, Point, Point, Point] | None = None


class Answer(BaseModel):
    """The answer to a question."""

    model_config = ConfigDict(extra="forbid")
    question: Short
    option: Annotated[int, Field(ge=0, lt=1000)]


class NoWish(BaseModel):
    """Nothing to be said."""

    model_config = ConfigDict(extra="forbid")


class CardCorrection(BaseModel):
    """A card of display `display` at `row`, `col`; a part that is not given stays as it is read."""

    model_config = ConfigDict(extra="forbid")
    display: Annotated[int, Field(ge=0, lt=4)]
    row: Annotated[int, Field(ge=0, lt=3)]
    col: Annotated[int, Field(ge=0, lt=4)]
    large: Crystal | None = None
    small: Crystal | None = None
    rotation: Annotated[int, Field(ge=0, lt=4)] | None = None
    removed: bool = False

    def said(self) -> Said:
        """The same as the session takes it."""
        turn = None if self.rotation is None else Rotation(self.rotation)
        return CardSaid(self.display, Cell(self.row, self.col), self.large, self.small, turn, not self.removed)


class PileCorrection(BaseModel):
    """The pile at [row, col] as seat 0 sees it; `pawns` counts them by colour, colours not named have none."""

    model_config = ConfigDict(extra="forbid")
    pile: tuple[Annotated[int, Field(ge=0, lt=3)], Annotated[int, Field(ge=0, lt=3)]]
    large: Crystal | None = None
    small: Crystal | None = None
    pawns: Annotated[dict[Short, Annotated[int, Field(ge=0, le=3)]], Field(max_length=8)] | None = None
    removed: bool = False

    def said(self) -> Said:
        """The same as the session takes it."""
        pawns = None if self.pawns is None else tuple(sorted(self.pawns.items()))
        return PileSaid(self.pile, self.large, self.small, pawns, not self.removed)


class OpenCorrection(BaseModel):
    """The open crystal piece of an index."""

    model_config = ConfigDict(extra="forbid")
    open: Annotated[int, Field(ge=0, lt=8)]
    crystal: Crystal | None = None

    def said(self) -> Said:
        """The same as the session takes it."""
        return OpenSaid(self.open, self.crystal)


@dataclass(frozen=True, slots=True)
class LiveServices:
    """What these routes need."""

    live: Live
    pages: Pages


def live_routes(services: LiveServices) -> APIRouter:
    """Cameras, and the table that is watched."""
    router = APIRouter(prefix="/api/live", tags=["live"])
    live, texts = services.live, services.pages.texts

    @router.get("/cameras")
    def list_cameras() -> Json:
        """Every camera by name, with the real size of its pictures and their measured rate; zeros without one."""
        names = ("source", "name", "width_px", "height_px", "fps")
        return {"cameras": [{name: getattr(camera, name) for name in names} for camera in live.cameras()]}

    @router.get("/cameras/preview.jpg")
    def preview(source: Address) -> Response:
        """What a source shows now, reduced; `X-Frame-Size` tells its real size. 422 (`source`) when there is none."""
        content, (width, height) = live.preview(source)
        answer = _jpeg(content)
        answer.headers["X-Frame-Size"] = f"{width}x{height}"
        return answer

    @router.post("", status_code=201)
    def start(wanted: Watch, request: Request) -> Json:
        """Watch a kept game whose cards the players deal; what was watched before is let go.

        422 `live-not-found` when no table is found, `live-corners` when the tapped corners do not fit.
        """
        return snapshot_json(live.start(wanted.game, tuple(wanted.sources), wanted.corners), texts(request))

    @router.get("")
    def get_snapshot(request: Request) -> Json:
        """The newest snapshot; 404 (`no-live`) when nothing is watched, 503 (`live-resuming`) after a restart."""
        return snapshot_json(live.snapshot(), texts(request))

    @router.delete("", status_code=204)
    def stop() -> None:
        """Watch no longer; the game stays."""
        live.stop()

    @router.get("/picture.jpg")
    def picture(source: Annotated[int, Field(ge=0, lt=MAX_SOURCES)] = 0, seq: int | None = None) -> Response:  # noqa: ARG001  seq only makes the address new
        """The newest picture of a source, long edge at most 960 px."""
        return _jpeg(live.picture(source))

    _add_wishes(router, services)
    return router


def _add_wishes(router: APIRouter, services: LiveServices) -> None:
    live, texts = services.live, services.pages.texts

    @router.post("/answer")
    def answer(wanted: Answer, request: Request) -> Json:
        """Answer a question; 409 (`game-changed`) when it is no longer asked."""
        return snapshot_json(live.answer(wanted.question, wanted.option), texts(request))

    @router.post("/override")
    def override(request: Request, wanted: NoWish | None = None) -> Json:  # noqa: ARG001  an empty object may come
        """That was right: the game goes on from the table as it lies; 409 when nothing differs any more."""
        return snapshot_json(live.override(), texts(request))

    @router.post("/undo")
    def undo(request: Request, wanted: NoWish | None = None) -> Json:  # noqa: ARG001  an empty object may come
        """Take the last turn back; 422 (`nothing-to-undo`) without one."""
        return snapshot_json(live.undo(), texts(request))

    @router.post("/correct")
    def correct(wanted: CardCorrection | PileCorrection | OpenCorrection, request: Request) -> Json:
        """Say what really lies at a place: it holds until that place visibly changes."""
        return snapshot_json(live.correct(wanted.said()), texts(request))


def live_socket_routes(services: LiveServices) -> APIRouter:
    """The socket of those who look on."""
    router = APIRouter()
    live, texts = services.live, services.pages.texts

    @router.websocket("/api/live/socket")
    async def follow(socket: WebSocket) -> None:
        """Sends the snapshot whenever it changes, and only the newest; what a viewer sends is not read."""
        await socket.accept()
        sending = asyncio.create_task(_send_all(socket, live, texts(socket)))
        leaving = asyncio.create_task(_until_gone(socket))
        await asyncio.wait({sending, leaving}, return_when=asyncio.FIRST_COMPLETED)
        sending.cancel()
        leaving.cancel()
        for error in await asyncio.gather(sending, leaving, return_exceptions=True):
            if isinstance(error, Exception):
                LOG.error("a viewer of the table was lost", exc_info=error)

    return router


async def _send_all(socket: WebSocket, live: Live, texts: Texts) -> None:
    """Ends when nothing is watched any more, or when the viewer has stalled."""
    try:
        async for snapshot in live.follow():
            await asyncio.wait_for(socket.send_json(snapshot_json(snapshot, texts)), STALLED_S)
    except (TimeoutError, WebSocketDisconnect):
        return
    await socket.close(code=TRY_AGAIN_LATER)


async def _until_gone(socket: WebSocket) -> None:
    """Ends when the viewer goes; whatever it says is dropped."""
    try:
        while True:
            await socket.receive_text()
    except (WebSocketDisconnect, KeyError):
        return


def _jpeg(content: bytes) -> Response:
    return Response(content, media_type="image/jpeg", headers={"Cache-Control": "no-store"})
