"""A server whose live view shows what a test puts there."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import uvicorn
from fastapi import FastAPI
from playwright.sync_api import Locator, Page, expect

from rules.crystalla.edition import load_edition
from server.app import create_app
from tests.web.conftest import TableReader
from tests.web.live.fake_hub import FakeHub, fake_routes


@dataclass(frozen=True)
class HubSite:
    """A running server whose live routes are the fake hub's."""

    address: str
    hub: FakeHub
    client: httpx.Client


@contextmanager
def serving(app: FastAPI, port: int = 0) -> Iterator[str]:
    """The address of a server that runs until the end of the block."""
    listener = socket.create_server(("127.0.0.1", port))
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", access_log=False))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
        listener.close()


def make_app(folder: Path, hub: FakeHub) -> FastAPI:
    app = FastAPI()
    app.include_router(fake_routes(hub))
    database = f"sqlite:///{folder / 'test.sqlite'}"
    app.mount("", create_app(reader=TableReader(), edition=load_edition(), data_folder=folder, database_url=database))
    return app


def open_live(phone: Page) -> None:
    phone.goto("/live")
    expect(phone.locator("[data-whose]")).to_have_text("Anna is on turn")


def place(phone: Page, key: str) -> Locator:
    return phone.locator(f"[data-key='{key}']")
