"""A real server on a port of its own, and real Chromium, for the tests of the pages."""

from __future__ import annotations

import os
import shutil
import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import httpx
import pytest
import uvicorn
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, ViewportSize, expect, sync_playwright

from rules.crystalla.edition import load_edition
from server.app import create_app
from server.limits import BodyLimits
from tests.web.drawn_table import doubtful, drawn_table
from vision.crystalla.copies import Copy
from vision.crystalla.reading import DisplayReading
from vision.errors import NoDisplayError, Reason
from vision.image import Photo

CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
ARGUMENTS = [
    "--no-sandbox",
    "--headless",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE = {"viewport": {"width": 375, "height": 740}, "has_touch": True, "locale": "en"}
PHOTO_LIMIT = 3_000_000
PATIENCE_MS = 20_000
"""How long a busy machine may take for anything."""
expect.set_options(timeout=PATIENCE_MS)


@dataclass
class TableReader:
    """Reads every photo as the drawn table, with doubts where a test wants them, or as no display."""

    reading: DisplayReading | None = field(default_factory=lambda: drawn_table().reading)

    def for_copy(self, copy: Copy) -> TableReader:  # noqa: ARG002  the reader's signature
        return self

    def read(self, photo: Photo) -> DisplayReading:  # noqa: ARG002  the reader's signature
        if self.reading is None:
            raise NoDisplayError(Reason.NO_GRID, count=2)
        return self.reading


@dataclass(frozen=True)
class LiveSite:
    """A running server."""

    address: str
    reader: TableReader
    photo: Path
    """A photo file of the drawn table."""


@pytest.fixture(scope="session")
def running_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveSite]:
    folder = tmp_path_factory.mktemp("site")
    photo = folder / "display.jpg"
    photo.write_bytes(drawn_table().jpeg)
    reader = TableReader()
    app = create_app(
        reader=reader,
        edition=load_edition(),
        data_folder=folder,
        database_url=f"sqlite:///{folder / 'test.sqlite'}",
        limits=BodyLimits(photo_bytes=PHOTO_LIMIT),
    )
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", access_log=False, ws="none"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield LiveSite(f"http://127.0.0.1:{listener.getsockname()[1]}", reader, photo)
    finally:
        server.should_exit = True
        thread.join()
        listener.close()


@pytest.fixture
def site(running_site: LiveSite) -> LiveSite:
    """The server with a reader that is sure."""
    running_site.reader.reading = drawn_table().reading
    return running_site


@pytest.fixture
def client(site: LiveSite) -> Iterator[httpx.Client]:
    """A program that uses the API of the site."""
    with httpx.Client(base_url=site.address, trust_env=False, timeout=60) as opened:
        yield opened


@pytest.fixture
def unsure_site(running_site: LiveSite) -> LiveSite:
    """The server with a reader that has four doubts."""
    running_site.reader.reading = doubtful(drawn_table().reading)
    return running_site


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not Path(CHROMIUM).exists():
        if os.environ.get("CI"):
            pytest.fail("no Chromium in CI, so the pages are not tested")
        pytest.skip("no Chromium here (apt-get install chromium)")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield launched
        launched.close()


def judged(browser: Browser, address: str, scheme: str, width: int = 375) -> BrowserContext:
    """Pages for axe-core, which must not judge a colour half faded in: nothing moves on them."""
    wish: Literal["dark", "light"] = "dark" if scheme == "dark" else "light"
    viewport: ViewportSize = {"width": width, "height": 740}
    return browser.new_context(viewport=viewport, color_scheme=wish, reduced_motion="reduce", base_url=address)


@dataclass
class Watched:
    """A page whose troubles and foreign requests are noted."""

    page: Page
    troubles: list[str] = field(default_factory=list)
    foreign: list[str] = field(default_factory=list)


def is_trouble(message: ConsoleMessage) -> bool:
    """Errors of scripts and forbidden resources; a refused request, which Chromium notes as well, is none."""
    return message.type == "error" and "the server responded with a status of" not in message.text


def watch(context: BrowserContext, address: str) -> Watched:
    """A new page that may only reach our own server."""
    page = context.new_page()
    watched = Watched(page)

    def route(request_route: Any) -> None:
        url = request_route.request.url
        if url.startswith((address, "blob:", "data:")):
            request_route.continue_()
            return
        watched.foreign.append(url)
        request_route.abort()

    page.route("**/*", route)
    page.on("pageerror", lambda error: watched.troubles.append(str(error)))
    page.on("console", lambda message: watched.troubles.append(message.text) if is_trouble(message) else None)
    page.set_default_timeout(PATIENCE_MS)
    return watched


@pytest.fixture
def phone(browser: Browser, running_site: LiveSite) -> Iterator[Page]:
    """A page of 375 px; fails the test when it had a script error or asked anybody else for anything."""
    context = browser.new_context(**PHONE, base_url=running_site.address)
    watched = watch(context, running_site.address)
    yield watched.page
    context.close()
    assert watched.troubles == []
    assert watched.foreign == []
