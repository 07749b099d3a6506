"""A watched table in a server process: killed without warning, eight viewers and a stalled one, strangers kept out."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from rules.record import read_record, replay
from tests.server.own_loop import run_apart
from tests.server.played_turns import GAME
from tests.server.server_process import client_of, running

WAIT_S = 240
"""The longest that a busy machine may take; nothing is measured by it."""
SERVE = """
import sys, time
from functools import cache
import numpy as np
import server.app
from rules.crystalla.seen import look
from server.live.book import GameBook
from server.live.hub import Hub
from server import serving
from tests.server.films import FakeTableReader, paint
from tests.server.played_turns import played
from tests.server.readings import FakeReader
from vision.cameras import Camera
from vision.sources import Frame

TABLES = [table for table, _ in played()]
READER = FakeTableReader(look(TABLES[0]), TABLES[0])
RNG = np.random.default_rng(3)
FIRST, LAST = (int(number) for number in sys.argv[1:3])
ACCEPTED = []

def accept(book, records, keep=GameBook.accept):
    keep(book, records)
    ACCEPTED.append(records)

GameBook.accept = accept

@cache
def painted(turn):
    return paint(look(TABLES[turn]), TABLES[0])

class Camera1:
    live = True
    def read(self):
        time.sleep(0.03)
        turn = min(FIRST + len(ACCEPTED), LAST, len(TABLES) - 1)
        READER.shown = look(TABLES[turn])
        picture = painted(turn) + RNG.integers(-4, 5, (540, 960, 1))
        return Frame(time.monotonic(), np.clip(picture, 0, 255).astype(np.uint8))
    def close(self):
        pass

server.app.Hub = lambda games, _, **more: Hub(
    games, lambda: READER, opener=lambda _: Camera1(), cameras=lambda: (), **more
)
serving.open_reader = lambda game: FakeReader([])
serving.serve(0, lan=False)
"""
"""A server before whose camera another turn is made whenever the one before was kept."""


@contextmanager
def live_server(folder: Path, first: int, last: int = 99) -> Iterator[tuple[subprocess.Popen[str], httpx.Client]]:
    """A server process whose camera begins with the table after so many turns, and shows no more than `last`."""
    with running(SERVE, folder, str(first), str(last)) as (process, _, address), client_of(address) as client:
        yield process, client


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A server before whose camera nothing happens."""
    with live_server(tmp_path_factory.mktemp("server"), 0, last=0) as (_, client):
        start(client)
        yield client


def start(client: httpx.Client, game: str | None = None) -> str:
    """Watch a new game, or a kept one."""
    if game is None:
        seats = [{"name": "Anna", "colour": "gray"}, {"name": "Ben", "colour": "blue"}]
        answer = client.post("/api/games", json={"game": "crystalla", "seats": seats, "dealing": "table"})
        game = str(answer.json()["id"])
    answer = client.post("/api/live", json={"game": game, "sources": ["0"]})
    assert answer.status_code == 201, answer.text
    return game


def address_of(client: httpx.Client) -> str:
    return f"ws://127.0.0.1:{client.base_url.port}/api/live/socket"


async def entries(socket: ClientConnection, wanted: int) -> list[dict[str, Any]]:
    """The turns of the feed once there are so many; a slow machine's camera may be told as lost between them."""
    async with asyncio.timeout(WAIT_S):
        async for message in socket:
            feed = [entry for entry in json.loads(message)["feed"] if entry["type"] == "turn"]
            if len(feed) >= wanted:
                return feed
    raise AssertionError("the socket was closed")


def test_what_was_shown_outlives_a_kill_and_the_game_goes_on(tmp_path: Path) -> None:
    with live_server(tmp_path, 0, last=2) as (process, client):
        game = start(client)

        async def watch_and_kill() -> list[dict[str, Any]]:
            async with connect(address_of(client)) as socket:
                feed = await entries(socket, 3)
                process.send_signal(signal.SIGKILL)
                return feed

        shown = run_apart(watch_and_kill())
        process.wait()
    with live_server(tmp_path, 2, last=2) as (_, client):
        kept = client.get(f"/api/games/{game}").json()
        lines = [line for entry in shown for line in entry["move"].split("; ")]
        assert [entry["line"] for entry in kept["feed"]][: len(lines)] == lines, "nothing that was shown is lost"
        record = read_record(GAME, client.get(f"/api/games/{game}/record.txt").text)
        assert sum(1 for _ in replay(GAME, record)) == len(kept["feed"]) + 1
    with live_server(tmp_path, 3) as (_, client):
        start(client, game)

        async def goes_on() -> list[dict[str, Any]]:
            async with connect(address_of(client)) as socket:
                return await entries(socket, len(shown) + 1)

        feed = run_apart(goes_on())
        assert [entry["move"] for entry in feed[: len(shown)]] == [entry["move"] for entry in shown]


def test_eight_viewers_see_every_turn_while_a_ninth_takes_nothing(tmp_path: Path) -> None:
    with live_server(tmp_path, 0) as (_, client), _stalled(client):
        start(client)

        async def eight() -> list[list[dict[str, Any]]]:
            sockets = [await connect(address_of(client)) for _ in range(8)]
            feeds = await asyncio.gather(*(entries(socket, 3) for socket in sockets))
            for each in sockets:
                await each.close()
            return feeds

        with _stalled(client):
            feeds = run_apart(eight())
            assert client.get("/api/live/picture.jpg").content[:2] == b"\xff\xd8"
        assert all(feed[:3] == feeds[0][:3] for feed in feeds)


@contextmanager
def _stalled(client: httpx.Client) -> Iterator[None]:
    """A viewer that opens the socket and then reads nothing at all."""
    viewer = socket.create_connection(("127.0.0.1", int(client.base_url.port or 0)))
    viewer.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    viewer.sendall(
        b"GET /api/live/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    yield
    viewer.close()


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("127.0.0.1", "http://evil.example"),
        ("127.0.0.1", "null"),
        ("127.0.0.1", "http://127.0.0.1:1"),
        ("evil.example", None),
        ("evil.example", "http://evil.example"),
    ],
)
def test_another_site_gets_no_socket(server: httpx.Client, host: str, origin: str | None) -> None:
    port = server.base_url.port

    async def knock() -> None:
        address = f"ws://{host}:{port}/api/live/socket"
        async with connect(address, host="127.0.0.1", port=port, origin=origin and Origin(origin)):
            raise AssertionError("the socket opened")

    with pytest.raises(InvalidStatus) as refused:
        run_apart(knock())
    assert refused.value.response.status_code == 403
