"""The server as a process: killed without warning, on an occupied port, and open to the network."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from server.pairing import lan_address
from tests.server.played_games import play, start
from tests.server.server_process import ROOT, client_of, running
from tests.server.web_client import jpeg

SERVE = """
import sys
from server import serving
from tests.server.readings import FakeReader, ruby_row
serving.open_reader = lambda game: FakeReader([ruby_row()] * 9)
serving.serve(0, lan="--lan" in sys.argv)
"""


@contextmanager
def real_server(folder: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], httpx.Client, str]]:
    """A server process of its own on a free port: the process, a client of it, and what it printed first."""
    with running(SERVE, folder, *options) as (process, first, address), client_of(address) as client:
        yield process, client, first


def test_a_killed_server_has_lost_nothing(tmp_path: Path) -> None:
    with real_server(tmp_path) as (process, client, _):
        pad = client.post("/api/pads", json={"names": ["Anna", "Ben"]}).json()["id"]
        data = {"pad": pad, "seat": "1"}
        scan: dict[str, Any] = client.post("/api/scans", files={"photo": jpeg()}, data=data).json()
        client.patch(f"/api/scans/{scan['id']}", json={"row": 0, "col": 1, "large": {"crystal": "diamond"}})
        last = client.patch(f"/api/pads/{pad}/players/0", json={"entered": {"emerald": 23}}).json()
        process.send_signal(signal.SIGKILL)
        process.wait()
    with real_server(tmp_path) as (_, client, _):
        assert client.get(f"/api/pads/{pad}").json() == last
        assert client.get(f"/api/scans/{scan['id']}").json()["corrections"] == 1
        assert client.get(scan["photo_url"]).content.startswith(b"\xff\xd8")


def test_a_killed_server_has_lost_no_event_of_a_game(tmp_path: Path) -> None:
    rng = random.Random(3)
    with real_server(tmp_path) as (process, client, _):
        game = play(client, start(client, 4), 40, rng)
        game = client.post(f"/api/games/{game['id']}/undo").json()
        process.send_signal(signal.SIGKILL)
        process.wait()
    with real_server(tmp_path) as (_, client, _):
        kept = client.get(f"/api/games/{game['id']}").json()
        assert kept == game
        assert (kept["events"], kept["lines"]) == (41, 39)
        assert play(client, game, 10, rng)["events"] == 51


def test_an_occupied_port_is_named(tmp_path: Path) -> None:
    with real_server(tmp_path) as (_, client, _):
        environment = {**os.environ, "TABLELOUPE_DATA_FOLDER": str(tmp_path / "other")}
        script = SERVE.replace("serve(0", f"serve({client.base_url.port}")
        done = subprocess.run(
            [sys.executable, "-c", script], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
        )
    assert done.returncode != 0
    assert f"port {client.base_url.port} cannot be opened" in done.stderr


def test_a_second_device_gets_in_with_the_token_only(tmp_path: Path) -> None:
    address = lan_address(1).removesuffix(":1")
    if "//127." in address:
        pytest.skip("this machine is in no network, so there is no address of another device to come from")
    with real_server(tmp_path, "--lan") as (process, here, _):
        assert process.stdout is not None
        link = next(word for word in process.stdout.readline().split() if "/pair/" in word)
        assert link.startswith(f"{address}:{here.base_url.port}/")
        assert here.get("/").status_code == 200
        with httpx.Client(base_url=f"{address}:{here.base_url.port}", trust_env=False, timeout=30) as device:
            assert device.get("/").status_code == 401
            assert device.post("/api/score", files={"photo": jpeg()}).status_code == 401
            assert device.get(link).status_code == 303
            assert device.post("/api/score", files={"photo": jpeg()}).json()["score"]["total"] == 20


def test_without_lan_the_port_is_closed_to_the_network(tmp_path: Path) -> None:
    address = lan_address(1).removesuffix(":1")
    if "//127." in address:
        pytest.skip("this machine is in no network")
    with real_server(tmp_path) as (_, here, _), pytest.raises(httpx.ConnectError):
        httpx.get(f"{address}:{here.base_url.port}/", trust_env=False, timeout=10)
