"""Asks the web application inside the test process: no port, no thread of its own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator
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
from server.scan import Reader
from tests.server.readings import FakeReader
from vision.crystalla.reading import DisplayReading

HERE = ("127.0.0.1", 50000)
PHONE = ("192.168.0.23", 50000)
OWN = "http://127.0.0.1:8420"
LAN_ADDRESS = "http://192.168.0.7:8420"


class Client:
    """A browser or program at an address; keeps cookies."""

    def __init__(
        self, app: FastAPI, loop: asyncio.AbstractEventLoop, address: tuple[str, int] = HERE, base_url: str = OWN
    ) -> None:
        self._loop = loop
        transport = httpx.ASGITransport(app, client=address, raise_app_exceptions=False)
        self.http = httpx.AsyncClient(transport=transport, base_url=base_url)

    def ask(self, method: str, path: str, **options: Any) -> httpx.Response:
        """One request; options as httpx takes them."""
        return self._loop.run_until_complete(self.http.request(method, path, **options))

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
    loop: asyncio.AbstractEventLoop
    folder: Path
    links: list[str] = field(default_factory=list)

    def client(self, address: tuple[str, int] = HERE, base_url: str = OWN) -> Client:
        """A new client without cookies."""
        return Client(self.app, self.loop, address, base_url)


@contextmanager
def open_site(
    folder: Path,
    readings: Iterable[DisplayReading | None] = (),
    *,
    reader: Reader | None = None,
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
    with asyncio.Runner() as runner:
        lifespan = app.router.lifespan_context(app)
        runner.run(lifespan.__aenter__())
        try:
            yield Site(app, runner.get_loop(), folder, links)
        finally:
            runner.run(lifespan.__aexit__(None, None, None))


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
