"""Crystal Hall in real Chromium: moved by finger and keyboard, refused, taken back, entered by hand, kept secret."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.played_games import as_decider, begin, filled, options
from tests.web.conftest import LiveSite, judged
from tests.web.test_pages import serious, sideways_overflow

pytestmark = pytest.mark.browser
NAMES = (("Anna", "green"), ("Ben", "red"), ("Clara", "yellow"))


def start(client: httpx.Client, players: int = 2, **changes: Any) -> dict[str, Any]:
    return as_decider(client, begin(client, "crystal_hall", NAMES[:players], **changes))


def play_until(
    client: httpx.Client, game: dict[str, Any], wanted: Callable[[dict[str, Any]], bool], seed: int = 3
) -> dict[str, Any]:
    """Random moves, seldom ending a turn early, until the game is as wanted."""
    rng = random.Random(seed)
    for _ in range(200):
        if wanted(game):
            return game
        lively = [option for option in options(game) if option["line"] != "end"] or options(game)
        line = {"line": filled(rng.choice(lively), rng)}
        answer = client.post(f"/api/games/{game['id']}/moves", params={"seat": game["turn"]["seat"]}, json=line)
        assert answer.status_code == 200, answer.text
        game = as_decider(client, answer.json())
    raise AssertionError("the game never came there")


def may(word: str) -> Callable[[dict[str, Any]], bool]:
    return lambda game: any(option["line"].startswith(word) for option in options(game))


def test_wizards_walk_by_finger_are_refused_and_taken_back(phone: Page, site: LiveSite) -> None:
    assert site.address
    phone.goto("/games/new/crystal_hall")
    phone.get_by_label("Name of player 1").fill("Anna")
    phone.get_by_role("button", name="Start the game").tap()
    phone.wait_for_url("**/games/*")
    phone.get_by_role("link", name="I am Anna").tap()
    expect(phone.locator(".ch-square.legal")).to_have_count(4)
    phone.locator("#sq-d2").tap()
    expect(phone.locator("#turn")).to_have_attribute("data-events", "1")
    expect(phone.locator(".turn__doing")).to_have_text("Magic Phase, 3 UMP left")
    phone.locator("#sq-g7").tap()
    expect(phone.locator("#refusal")).to_have_text("CH-42: A wizard moves to a free square next to it.")
    phone.locator("#undo").tap()
    expect(phone.locator(".entry--back")).to_have_count(1)
    expect(phone.locator(".turn__doing")).to_have_text("Magic Phase, 4 UMP left")
    assert sideways_overflow(phone) == 0


def test_the_board_works_by_keyboard_and_refuses_in_german(phone: Page, client: httpx.Client) -> None:
    game = start(client)
    phone.goto(f"/games/{game['id']}?seat=0")
    phone.locator("#sq-e2").focus()
    phone.keyboard.press("Enter")
    expect(phone.locator("#turn")).to_have_attribute("data-events", "1")
    expect(phone.locator("#sq-e2")).to_be_focused()
    told = client.post(
        f"/api/games/{game['id']}/moves",
        json={"line": "push c1 d1"},
        params={"seat": 0},
        headers={"accept-language": "de"},
    )
    assert told.json()["error"] == "CH-16: Im ersten Zug eines Spielers dürfen Zauberer nur gezogen werden."


def test_what_is_flipped_and_drawn_at_the_table_is_entered(phone: Page, client: httpx.Client) -> None:
    game = play_until(client, start(client, dealing="table"), may("flip"))
    phone.goto(f"/games/{game['id']}?seat={game['turn']['seat']}")
    square = options(game)[0]["line"].split()[1]
    phone.locator(f"#sq-{square}").tap()
    phone.locator("#ask select").select_option("swamp")
    phone.locator("[data-ask-done]").tap()
    expect(phone.locator(f"#sq-{square} .ch-sign")).to_have_text("-1")
    expect(phone.locator(f"#sq-{square}")).to_have_attribute("aria-label", f"{square}, green wizard, Swamp")


def test_spells_are_seen_by_their_owner_only(phone: Page, client: httpx.Client) -> None:
    game = play_until(client, start(client), may("cast"))
    seat = game["turn"]["seat"]
    phone.goto(f"/games/{game['id']}?seat={seat}")
    expect(phone.locator(".ch-guild--turn b").first).to_be_visible()
    phone.goto(f"/games/{game['id']}?seat={1 - seat}")
    expect(phone.locator(".ch-guild--turn")).to_be_visible()
    expect(phone.locator(".ch-guild--turn b")).to_have_count(0)
    expect(phone.locator(".legal")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(browser: Browser, site: LiveSite, client: httpx.Client, scheme: str) -> None:
    game = play_until(client, start(client, 3), may("use"), seed=4)
    context = judged(browser, site.address, scheme)
    page = context.new_page()
    found = {}
    for path in ("/games/new/crystal_hall", f"/games/{game['id']}?seat={game['turn']['seat']}"):
        page.goto(path)
        assert sideways_overflow(page) == 0
        found[path] = serious(page)
    context.close()
    assert {path: problems for path, problems in found.items() if problems} == {}
