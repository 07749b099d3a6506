"""Asks the web application inside the test process: no port, no thread of its own."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import httpx
import numpy as np
from fastapi import FastAPI

from rules.crystalla.edition import load_edition
from server.app import Lan, create_app
from server.limits import BodyLimits
from tests.server.readings import FakeReader
from vision.crystalla.reading import DisplayReading
from vision.pipeline import TeachableReader

HERE = ("127.0.0.1", 50000)
PHONE = ("192.168.0.23", 50000)
OWN = "http://127.0.0.1:8420"
LAN_ADDRESS = "http://192.168.0.7:8420"

Run = Callable[[Coroutine[Any, Any, Any]], Any]
"""Runs a coroutine to its end and answers its result."""


class Client:
    """A browser or program at an address; keeps cookies."""

    def __init__(self, app: FastAPI, run: Run, address: tuple[str, int] = HERE, base_url: str = OWN) -> None:
        self._run = run
        transport = httpx.ASGITransport(app, client=address, raise_app_exceptions=False)
        self.http = httpx.AsyncClient(transport=transport, base_url=base_url)

    def ask(self, method: str, path: str, **options: Any) -> httpx.Response:
        """One request; options as httpx takes them."""
        return self._run(self.http.request(method, path, **options))

    def get(self, path: str, **options: Any) -> httpx.Response:
        return self.ask("GET", path, **options)

    def post(self, path: str, **options: Any) -> httpx.Response:
        return self.ask("POST", path, **options)

    def patch(self, path: str, **options: Any) -> httpx.Response:
        return self.ask("PATCH", path, **options)

    def delete(self, path: str) -> httpx.Response:
        return self.ask("DELETE", path)


@dataclass
class Site:
    """A running application; `links` are the pairing links that it announced."""

    app: FastAPI
    run: Run
    folder: Path
    links: list[str] = field(default_factory=list)

    def client(self, address: tuple[str, int] = HERE, base_url: str = OWN) -> Client:
        """A new client without cookies."""
        return Client(self.app, self.run, address, base_url)


@contextmanager
def open_site(
    folder: Path,
    readings: Iterable[DisplayReading | None] = (),
    *,
    reader: TeachableReader | None = None,
    lan: bool = False,
    limits: BodyLimits | None = None,
) -> Iterator[Site]:
    """Start an application on a folder and end it, closing its database."""
    links: list[str] = []
    app = create_app(
        reader=reader or FakeReader(readings),
        edition=load_edition(),
        data_folder=folder,
        database_url=f"sqlite:///{folder / 'test.sqlite'}",
        lan=Lan(LAN_ADDRESS, links.append) if lan else None,
        limits=limits,
    )
    with running_loop() as run:
        lifespan = app.router.lifespan_context(app)
        run(lifespan.__aenter__())
        try:
            yield Site(app, run, folder, links)
        finally:
            run(lifespan.__aexit__(None, None, None))


@contextmanager
def running_loop() -> Iterator[Run]:
    """An event loop in a thread of its own: Playwright's tests keep one in the main thread."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        yield lambda coroutine: asyncio.run_coroutine_threadsafe(coroutine, loop).result()
    finally:
        asyncio.run_coroutine_threadsafe(loop.shutdown_default_executor(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


def jpeg(width: int = 640, height: int = 600) -> bytes:
    """A small photo of nothing in particular."""
    pixels = np.random.default_rng(3).integers(0, 255, (height // 8, width // 8, 3), dtype=np.uint8)
    done, encoded = cv2.imencode(".jpg", cv2.resize(pixels, (width, height)))
    assert done
    return encoded.tobytes()


async def chunks(content: bytes, size: int = 4096) -> AsyncIterator[bytes]:
    """A body without a declared length."""
    for start in range(0, len(content), size):
        yield content[start : start + size]
