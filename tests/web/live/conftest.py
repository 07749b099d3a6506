"""A server with a hub that the test fills, and a phone on it that notes which sounds it makes."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser, Page

from tests.server.played_games import start
from tests.web.conftest import PHONE, watch
from tests.web.live.fake_hub import FakeHub, snapshot
from tests.web.live.hub_site import HubSite, make_app, serving

NOTE_SOUNDS = """
window.sounds = 0;
const startTone = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) { window.sounds += 1; return startTone.apply(this, when); };
"""


@pytest.fixture(scope="module")
def running_hub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HubSite]:
    hub = FakeHub()
    with (
        serving(make_app(tmp_path_factory.mktemp("site"), hub)) as address,
        httpx.Client(base_url=address, trust_env=False, timeout=30) as client,
    ):
        yield HubSite(address, hub, client)


@pytest.fixture
def site(running_hub: HubSite) -> HubSite:
    """The server with a quiet table."""
    running_hub.hub.asked.clear()
    running_hub.hub.answers.clear()
    running_hub.hub.set(snapshot(start(running_hub.client, dealing="table")["id"]))
    return running_hub


@pytest.fixture
def phone(browser: Browser, running_hub: HubSite) -> Iterator[Page]:
    context = browser.new_context(**PHONE, base_url=running_hub.address)
    context.add_init_script(NOTE_SOUNDS)
    watched = watch(context, running_hub.address)
    yield watched.page
    context.close()
    assert watched.troubles == []
    assert watched.foreign == []
