"""A table that is watched by nobody: serves the snapshots that a test puts up, and notes what the page asks for."""

from __future__ import annotations

import asyncio
import copy
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from fastapi import APIRouter, Request, Response, WebSocket

from rules.crystalla.vocabulary import Cell
from tests.web.drawn_table import drawn_table

Json = dict[str, Any]
CAMERAS = [
    {"source": "0", "name": "USB Camera", "width_px": 1920, "height_px": 1080, "fps": 30.0},
    {"source": "2", "name": "Old Webcam", "width_px": 640, "height_px": 480, "fps": 25.0},
]
PICTURE = {"seq": 1, "width_px": 1600, "height_px": 1200}


def snapshot(game: str, **changes: Any) -> Json:
    """A quiet table: Anna is on turn, nothing happened yet."""
    return {
        "seq": 1,
        "game": game,
        "state": "waiting",
        "text": "waiting for Anna's turn",
        "turn": {"seat": 0, "name": "Anna", "colour": "gray"},
        "over": False,
        "remaining": "72 cards in the piles",
        "pending": [],
        "sources": [source()],
        "picture": PICTURE,
        "overlay": overlay(),
        "feed": [],
        "question": None,
        "differs": None,
        "may": {"undo": False, "override": False},
        **changes,
    }


def source(state: str = "ok", text: str = "") -> Json:
    size = {"width_px": 1600, "height_px": 1200, "fps": 25.2, "residual_px": None}
    return {"source": "USB Camera", "state": state, "text": text, **size}


def entry(n: int, verdict: str = "legal", text: str = "Anna takes a card", *rules: str) -> Json:
    told = {"verdict": verdict, "rules": list(rules), "text": text, "move": None, "taken_back": False}
    return {"n": n, "t": 1.0 * n, "type": "turn", "player": "Anna", **told}


def overlay() -> list[Json]:
    """The drawn table's cards as seat 0's display, one of them in doubt, a pile and two open pieces."""
    items = []
    for card in drawn_table().reading.cards:
        crystals = {"large": card.large.crystal.best, "small": card.small.crystal.best}
        place = {"display": 0, "row": card.cell.row, "col": card.cell.col, "rotation": int(card.rotation.best or 0)}
        item = _mark("card", card.quad.corners, "/".join(str(crystal) for crystal in crystals.values()).title())
        items.append({**item, **place, **crystals, "sure": card.cell != Cell(1, 1)})
    pile = _mark("pile", _square(60), "Ruby/Citrine (1 gray)")
    items.append(
        {**pile, "pile": [0, 1], "large": "ruby", "small": "citrine", "pawns": {"gray": 1, "blue": 0, "green": 0}}
    )
    for index, (segment, crystal) in enumerate((("large", "emerald"), ("small", "diamond"))):
        piece = _mark("piece", _square(260 + 200 * index), crystal.title())
        items.append({**piece, "open": index, "segment": segment, "crystal": crystal})
    return items


def _square(left: float) -> Sequence[tuple[float, float]]:
    return [(left, 60), (left + 120, 60), (left + 120, 180), (left, 180)]


def _mark(kind: str, corners: Sequence[tuple[float, float]], label: str) -> Json:
    return {"kind": kind, "source": 0, "corners": corners, "label": label, "sure": True, "held": False}


@dataclass
class FakeHub:
    """`put` shows a snapshot to all viewers, each through a slot of its own that holds the newest only."""

    shown: Json | None = None
    asked: list[tuple[str, Json]] = field(default_factory=list)
    answers: list[tuple[int, Json]] = field(default_factory=list)
    """What the next requests are answered instead of the snapshot."""
    pictures: list[int] = field(default_factory=list)
    """The `seq` of each picture that was fetched."""
    slots: list[asyncio.Event] = field(default_factory=list)
    loop: asyncio.AbstractEventLoop | None = None

    def put(self, **changes: Any) -> None:
        """A newer snapshot with some things changed."""
        assert self.shown is not None
        self.set({**copy.deepcopy(self.shown), "seq": self.shown["seq"] + 1, **changes})

    def set(self, shown: Json | None) -> None:
        self.shown = shown
        if self.loop is not None:
            self.loop.call_soon_threadsafe(self._wake)

    def _wake(self) -> None:
        for slot in self.slots:
            slot.set()

    @contextmanager
    def slot(self) -> Iterator[asyncio.Event]:
        event = asyncio.Event()
        self.loop = asyncio.get_running_loop()
        self.slots.append(event)
        try:
            yield event
        finally:
            self.slots.remove(event)

    def answer(self, path: str, said: Json) -> Response:
        self.asked.append((path, said))
        if self.answers:
            status, body = self.answers.pop(0)
            return _json(body, status)
        return _json(self.shown, 201 if path == "/api/live" else 200)


def _json(body: Any, status: int = 200) -> Response:
    return Response(json.dumps(body), status, media_type="application/json")


def fake_routes(hub: FakeHub) -> APIRouter:
    """The contract's routes, answered by the hub."""
    router = APIRouter(prefix="/api/live")
    _add_pictures(router, hub)
    _add_actions(router, hub)
    _add_socket(router, hub)
    return router


def _add_pictures(router: APIRouter, hub: FakeHub) -> None:
    @router.get("/cameras")
    def cameras() -> Json:
        return {"cameras": CAMERAS}

    @router.get("/cameras/preview.jpg")
    def preview(source: str) -> Response:
        if source == "nowhere":
            return _json({"error": "nowhere is no camera", "code": "x"}, 404)
        return Response(drawn_table().jpeg, media_type="image/jpeg", headers={"X-Frame-Size": "1600x1200"})

    @router.get("/picture.jpg")
    def picture(seq: int) -> Response:
        hub.pictures.append(seq)
        return Response(drawn_table().jpeg, media_type="image/jpeg")


def _add_actions(router: APIRouter, hub: FakeHub) -> None:
    @router.get("")
    def current() -> Response:
        return _json(hub.shown) if hub.shown else _json({"error": "nothing is watched", "code": "no-live"}, 404)

    @router.post("")
    async def start(request: Request) -> Response:
        said = await request.json()
        if hub.shown is None and not hub.answers:
            hub.set(snapshot(said["game"]))
        return hub.answer("/api/live", said)

    @router.delete("", status_code=204)
    def stop() -> None:
        hub.set(None)

    @router.post("/{what}")
    async def act(what: str, request: Request) -> Response:
        return hub.answer(what, await request.json())


def _add_socket(router: APIRouter, hub: FakeHub) -> None:
    @router.websocket("/socket")
    async def socket(socket: WebSocket) -> None:
        await socket.accept()
        with hub.slot() as changed:
            leaving = asyncio.create_task(socket.receive())
            leaving.add_done_callback(lambda _: changed.set())
            while hub.shown is not None and not leaving.done():
                await socket.send_json(hub.shown)
                await changed.wait()
                changed.clear()
            if not leaving.done():
                leaving.cancel()
                await socket.close()
