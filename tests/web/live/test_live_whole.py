"""The whole way in real Chromium: set up, watched before a fake camera, killed without warning, watched further."""

from __future__ import annotations

import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.server_process import running
from tests.server.test_live_process import SERVE, WAIT_S
from tests.web.conftest import PHONE, watch

pytestmark = pytest.mark.browser

KILLED = ("net::ERR_", "status of 503")
"""What the browser says of a server that is killed, and of one that does not watch again yet."""
SERVE_AT = SERVE.replace("serving.serve(0,", "serving.serve(int(sys.argv[3]),")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


@contextmanager
def server_at(port: int, folder: Path, first: int, last: int = 99) -> Iterator[subprocess.Popen[str]]:
    """A server process whose camera shows the table after `first` to `last` turns; killed in the end."""
    with running(SERVE_AT, folder, str(first), str(last), str(port)) as (process, _, _):
        yield process


def set_up(phone: Page) -> None:
    """Anna and Ben before camera 0."""
    phone.goto("/live/new")
    phone.get_by_text("A stream, a video or a folder of pictures").tap()
    phone.get_by_label("Address or path").fill("0")
    phone.get_by_role("button", name="Add").tap()
    expect(phone.locator(".source img")).to_be_visible()
    phone.get_by_label("Name of player 1").fill("Anna")
    phone.get_by_label("Name of player 2").fill("Ben")
    phone.get_by_role("button", name="Start watching").tap()
    phone.wait_for_url("**/live")


def wait_for_entries(phone: Page, count: int) -> list[str]:
    """The turns of the feed, newest first, once there are so many.

    On a slow machine its camera may be told as lost and back between them.
    """
    turns = phone.locator(".entry--legal")
    expect(turns.nth(count - 1)).to_be_attached(timeout=WAIT_S * 1000)
    return turns.locator(".entry__text").all_inner_texts()


def test_a_game_is_watched_through_a_crash_of_the_server(browser: Browser, tmp_path: Path) -> None:
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    context = browser.new_context(**PHONE, base_url=address)
    watched = watch(context, address)
    phone = watched.page
    with server_at(port, tmp_path, 0, last=2) as process:
        set_up(phone)
        before = wait_for_entries(phone, 3)
        assert before[-1] == "The table is laid"
        expect(phone.locator(".drawn .display .card").first).to_be_visible()
        expect(phone.locator("[data-no-picture]")).to_be_hidden()
        assert phone.locator(".thing--card").count() >= 6
        process.kill()
        expect(phone.locator("[data-lost]")).to_contain_text("Trying again")
    with server_at(port, tmp_path, 3):
        after = wait_for_entries(phone, len(before) + 1)
        expect(phone.locator("[data-lost]")).to_be_hidden()
        assert after[-len(before) :] == before, "nothing that was shown is lost"
        phone.locator("[data-stop]").tap()
        phone.locator("#confirm button[value=yes]").tap()
        phone.wait_for_url("**/games/*")
        expect(phone.locator(".turn__name")).to_contain_text("is on turn")
    context.close()
    assert watched.foreign == []
    assert [trouble for trouble in watched.troubles if not any(sign in trouble for sign in KILLED)] == []
