"""The live API: a table in a film file is watched, eight viewers and a stalled one look on, a kill loses nothing."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rules.crystalla.seen import Seen, look
from rules.crystalla.table import Table
from server.live.hub import Hub
from server.live.viewers import Viewers
from tests.server.films import FakeTableReader, paint
from tests.server.own_loop import run_apart
from tests.server.played_turns import played
from tests.server.web_client import Client, Site, open_site
from vision.cameras import Camera
from vision.errors import Reason
from vision.sources import Frame, SourceError

WAIT_S = 240.0
"""The longest that a busy machine may take; nothing is measured by it."""


class Camera1:
    """A camera that shows whatever `seen` is, with noise, as fast as it is asked."""

    live = True

    def __init__(self, table: Table, seen: Seen | None) -> None:
        self.table = table
        self.reader = FakeTableReader(seen, table)
        self._rng = np.random.default_rng(3)
        self.opened = 0
        self.gives = threading.Event()
        self.gives.set()

    def open(self, source: str) -> Camera1:
        if source != "0":
            raise SourceError(Reason.SOURCE_CLOSED, source=source)
        self.opened += 1
        return self

    def read(self) -> Frame:
        time.sleep(0.02)
        self.gives.wait()
        picture = paint(self.reader.shown, self.table)
        noise = self._rng.integers(-4, 5, picture.shape[:2])[..., None]
        return Frame(time.monotonic(), np.clip(picture + noise, 0, 255).astype(np.uint8))

    def close(self) -> None:
        """Nothing is held open."""


@contextmanager
def watched_site(folder: Path, camera: Camera1, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """An application whose one camera is the fake."""

    def hub(games: Any, _: Any, **more: Any) -> Hub:
        cameras = (Camera(0, "USB Camera"),)
        return Hub(games, lambda: camera.reader, opener=camera.open, cameras=lambda: cameras, **more)

    monkeypatch.setattr("server.app.Hub", hub)
    with open_site(folder) as site:
        yield site


def start_game(client: Client, players: int = 2) -> str:
    seats = [{"name": name, "colour": colour} for name, colour in (("Anna", "gray"), ("Ben", "blue"))][:players]
    answer = client.post("/api/games", json={"game": "crystalla", "seats": seats, "dealing": "table"})
    game: str = answer.json()["id"]
    return game


def until(client: Client, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The first snapshot of which something is true."""
    ends = time.monotonic() + WAIT_S
    while time.monotonic() < ends:
        snapshot: dict[str, Any] = client.get("/api/live").json()
        if wanted(snapshot):
            return snapshot
        time.sleep(0.05)
    raise AssertionError(f"never came: {snapshot}")


def turns(snapshot: dict[str, Any]) -> list[dict[str, Any]]:
    """The turns of the feed; a slow machine's camera may be told as lost and back between them."""
    return [entry for entry in snapshot["feed"] if entry["type"] == "turn"]


@pytest.fixture
def camera() -> Camera1:
    table = played()[0][0]
    return Camera1(table, look(table))


@pytest.fixture
def site(tmp_path: Path, camera: Camera1, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    with watched_site(tmp_path, camera, monkeypatch) as running:
        yield running


def test_cameras_are_listed_with_what_they_really_give(site: Site) -> None:
    client = site.client()
    (camera,) = client.get("/api/live/cameras").json()["cameras"]
    assert (camera["source"], camera["name"], camera["width_px"], camera["height_px"]) == ("0", "USB Camera", 960, 540)
    assert camera["fps"] > 1
    preview = client.get("/api/live/cameras/preview.jpg?source=0")
    assert (preview.headers["x-frame-size"], preview.content[:2]) == ("960x540", b"\xff\xd8")
    refused = client.get("/api/live/cameras/preview.jpg?source=7")
    assert (refused.status_code, refused.json()["code"]) == (422, "source")


def test_nothing_is_watched_at_first(site: Site) -> None:
    client = site.client()
    for method, path in (("GET", ""), ("GET", "/picture.jpg"), ("POST", "/undo"), ("POST", "/override")):
        answer = client.ask(method, f"/api/live{path}")
        assert (answer.status_code, answer.json()["code"]) == (404, "no-live")


def test_a_table_is_laid_and_played_before_the_camera(site: Site, camera: Camera1) -> None:
    client = site.client()
    game = start_game(client)
    begun = client.post("/api/live", json={"game": game, "sources": ["0"]})
    assert begun.status_code == 201, begun.text
    assert (begun.json()["turn"], begun.json()["over"]) == (None, False)
    shown = until(client, lambda snapshot: len(turns(snapshot)) == 1)
    assert turns(shown)[0]["verdict"] == "legal"
    assert client.get(f"/api/games/{game}").json()["lines"] == 6, "the dealt cards are kept in one go"
    camera.reader.shown = look(played()[1][0])
    shown = until(client, lambda snapshot: len(turns(snapshot)) == 2)
    assert (turns(shown)[1]["player"], shown["turn"]["name"]) == ("Anna", "Ben")
    assert {item["kind"] for item in shown["overlay"]} == {"card", "pile", "piece"}
    assert client.get("/api/live/picture.jpg").content[:2] == b"\xff\xd8"
    assert client.post("/api/live/undo", json={}).json()["may"] == {"undo": True, "override": True}
    until(client, lambda snapshot: snapshot["state"] == "differs")
    assert client.post("/api/live/override", json={}).json()["turn"]["name"] == "Ben"
    assert client.delete("/api/live").status_code == 204
    assert client.get("/api/live").status_code == 404
    assert client.get(f"/api/games/{game}").json()["lines"] > 6


def test_a_camera_that_gives_nothing_more_is_told_and_the_game_goes_on(site: Site, camera: Camera1) -> None:
    client = site.client()
    client.post("/api/live", json={"game": start_game(client), "sources": ["0"]})
    until(client, lambda snapshot: len(turns(snapshot)) == 1)
    camera.gives.clear()
    try:
        shown = until(client, lambda snapshot: snapshot["state"] == "camera-lost")
    finally:
        camera.gives.set()
    assert shown["text"] == "No picture comes"
    assert shown["sources"][0]["text"].startswith("0: no picture comes")
    camera.reader.shown = look(played()[1][0])
    until(client, lambda snapshot: len(turns(snapshot)) == 2)


def test_a_look_that_goes_wrong_does_not_end_the_watching(
    site: Site, camera: Camera1, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    client = site.client()
    client.post("/api/live", json={"game": start_game(client), "sources": ["0"]})
    until(client, lambda snapshot: len(turns(snapshot)) == 1)
    read_again = camera.reader.read_again

    def fall_once(*_: object) -> Any:
        monkeypatch.setattr(camera.reader, "read_again", read_again)
        raise ZeroDivisionError

    monkeypatch.setattr(camera.reader, "read_again", fall_once)
    camera.reader.shown = look(played()[1][0])
    until(client, lambda snapshot: len(turns(snapshot)) == 2)
    assert "ZeroDivisionError" in caplog.text


def test_no_table_and_games_that_cannot_be_watched_are_refused(site: Site, camera: Camera1) -> None:
    client = site.client()
    camera.reader.shown = None
    refused = client.post("/api/live", json={"game": start_game(client), "sources": ["0"]})
    assert (refused.status_code, refused.json()["code"]) == (422, "live-not-found")
    seats = [{"name": "", "colour": "gray"}, {"name": "", "colour": "blue"}]
    dealt = client.post("/api/games", json={"game": "crystalla", "seats": seats, "dealing": "app"}).json()["id"]
    refused = client.post("/api/live", json={"game": dealt, "sources": ["0"]})
    assert (refused.status_code, refused.json()["code"]) == (422, "not-watched")
    refused = client.post("/api/live", json={"game": start_game(client), "sources": ["9"]})
    assert (refused.status_code, refused.json()["code"]) == (422, "source")


def test_what_was_watched_is_watched_further_after_a_restart(
    tmp_path: Path, camera: Camera1, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.live.hub.AGAIN_S", 0.05)
    with watched_site(tmp_path, camera, monkeypatch) as site:
        game = start_game(site.client())
        site.client().post("/api/live", json={"game": game, "sources": ["0"]})
    shown, camera.reader.shown = camera.reader.shown, None
    with watched_site(tmp_path, camera, monkeypatch) as site:
        client = site.client()
        waiting = client.get("/api/live")
        assert (waiting.status_code, waiting.json()["code"]) == (503, "live-resuming")
        camera.reader.shown = shown
        assert until(client, lambda snapshot: "game" in snapshot)["game"] == game
        assert client.delete("/api/live").status_code == 204
    with watched_site(tmp_path, camera, monkeypatch) as site:
        assert site.client().get("/api/live").status_code == 404


@pytest.mark.parametrize("kept", ["", "{}", '{"game": 1, "sources": 2, "corners": [3]}'])
def test_a_damaged_memory_of_what_was_watched_is_passed_over(
    tmp_path: Path, camera: Camera1, monkeypatch: pytest.MonkeyPatch, kept: str
) -> None:
    (tmp_path / "watched.json").write_text(kept, encoding="utf-8")
    with watched_site(tmp_path, camera, monkeypatch) as site:
        assert site.client().get("/api/live").status_code == 404


def test_a_game_that_was_deleted_meanwhile_is_not_watched_further(
    tmp_path: Path, camera: Camera1, monkeypatch: pytest.MonkeyPatch
) -> None:
    with watched_site(tmp_path, camera, monkeypatch) as site:
        game = start_game(site.client())
        site.client().post("/api/live", json={"game": game, "sources": ["0"]})
    with open_site(tmp_path) as site:
        site.client().delete(f"/api/games/{game}")
    with watched_site(tmp_path, camera, monkeypatch) as site:
        until(site.client(), lambda answer: answer["code"] == "no-live")
    assert not (tmp_path / "watched.json").exists()


def test_an_answer_to_a_question_that_is_gone_is_refused(site: Site) -> None:
    client = site.client()
    client.post("/api/live", json={"game": start_game(client), "sources": ["0"]})
    refused = client.post("/api/live/answer", json={"question": "q1", "option": 0})
    assert (refused.status_code, refused.json()["code"]) == (409, "live-changed")
    for wrong in (
        {"display": 3, "row": 0, "col": 0, "large": "ruby"},
        {"open": 7, "crystal": "ruby"},
        {"pile": [2, 2]},
    ):
        assert client.post("/api/live/correct", json=wrong).status_code == 422


def test_a_viewer_that_takes_nothing_keeps_nobody_waiting() -> None:
    async def scene() -> tuple[list[int], int]:
        viewers = Viewers()
        viewers.show(_numbered(0))
        slow = viewers.follow()
        first = await anext(slow)
        got: list[int] = []

        async def quick() -> None:
            got.extend([snapshot.seq async for snapshot in viewers.follow()])

        eight = [asyncio.create_task(quick()) for _ in range(8)]
        for number in range(1, 501):
            viewers.show(_numbered(number))
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        newest = await anext(slow)
        viewers.show(None)
        await asyncio.gather(*eight)
        assert first.seq == 0
        return got, newest.seq

    got, newest = run_apart(scene())
    assert newest == 500, "what a slow viewer missed is skipped"
    assert got.count(500) == 8


def _numbered(number: int) -> Any:
    class Numbered:
        seq = number

    return Numbered()
