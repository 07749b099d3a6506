"""Crystalium in real Chromium: a game by finger and keyboard, refused by rule, final scoring, boxes, one's own copy."""

from __future__ import annotations

import random
import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.played_games import begin, options, play, says
from tests.web.conftest import LiveSite, judged
from tests.web.test_pages import serious, sideways_overflow

pytestmark = pytest.mark.browser
GAME = re.compile(r"/games/\w{16}$")


def start(client: httpx.Client, players: int = 2, **changes: Any) -> dict[str, Any]:
    return begin(client, "crystalium", (("Anna", "blue"), ("Ben", "green"))[:players], **changes)


def at_a_river(client: httpx.Client) -> dict[str, Any]:
    """A game with a Station that nobody can pay and a Crystalium card in the River, entered as drawn at a table."""
    game = start(client, dealing="table", answers={"top-waves": "2"})
    for _ in range(2):
        game = says(client, game, options(game)[0]["line"])
    return says(client, game, "place = ^1", "done = N4x9w1 C3w2 ^0")


def test_a_turn_is_played_by_finger_from_the_set_up_on(phone: Page, site: LiveSite) -> None:
    assert site.address
    phone.goto("/")
    phone.locator("a[href='/games/new/crystalium']").tap()
    phone.get_by_label("Name of player 1").fill("Anna")
    phone.get_by_role("button", name="2 players").tap()
    phone.get_by_role("button", name="Start the game").tap()
    phone.wait_for_url(GAME)
    expect(phone.locator(".phases__now")).to_have_text("Starting cards")
    for number in (1, 2):
        phone.locator(".cu-card.legal").first.tap()
        expect(phone.locator(".entry")).to_have_count(number)
    expect(phone.locator(".phases__now")).to_have_text("1 Current")
    expect(phone.locator(".cu-ship--turn h3")).to_have_text("Anna")
    phone.get_by_role("button", name="Place the top card face down").tap()
    expect(phone.locator(".turn__doing")).to_contain_text("1 of")
    phone.get_by_role("button", name="That is all", exact=True).tap()
    expect(phone.locator(".phases__now")).not_to_have_text("1 Current")
    assert sideways_overflow(phone) == 0


def test_a_tapped_card_is_collected_and_the_ship_shows_it(phone: Page, client: httpx.Client) -> None:
    game = at_a_river(client)
    phone.goto(f"/games/{game['id']}")
    expect(phone.locator(".phases__now")).to_have_text("2 River")
    expect(phone.locator(".cu-card")).to_have_count(2)
    legal = phone.locator(".cu-card.legal")
    expect(legal).to_have_count(1)
    legal.tap()
    expect(phone.locator("#turn")).to_have_attribute("data-events", str(game["events"] + 1))
    expect(phone.locator(".entry__text").first).to_contain_text("Collect Crystalium 3")
    expect(phone.locator(".cu-card")).to_have_count(1)
    expect(phone.locator(".cu-ship--turn")).to_contain_text("Crystalium: 3 (cards: 1)")
    expect(phone.locator(".cu-ship--turn .cu-total")).to_have_text("Total now: 3")


def test_an_illegal_tap_is_told_with_its_rule(phone: Page, client: httpx.Client) -> None:
    game = at_a_river(client)
    phone.goto(f"/games/{game['id']}")
    card = phone.locator(".cu-card[data-target]:not(.legal)")
    card.focus()
    phone.keyboard.press("Enter")
    expect(phone.locator("#refusal")).to_have_text("CU-51: The Station's requirement is not met.")
    expect(phone.locator("#turn")).to_have_attribute("data-events", str(game["events"]))
    phone.locator("button[name=language][value=fr]").tap()
    expect(phone.locator("html")).to_have_attribute("lang", "fr")
    expect(phone.locator(".cu-card.legal")).to_have_count(1)
    card.tap()
    expect(phone.locator("#refusal")).to_have_text("CU-51: Ce que la Station demande manque.")


def test_a_line_is_taken_back_and_stays_in_the_feed(phone: Page, client: httpx.Client) -> None:
    game = at_a_river(client)
    phone.goto(f"/games/{game['id']}")
    phone.locator("#undo").tap()
    expect(phone.locator(".entry--back")).to_have_count(1)
    expect(phone.locator("#turn")).to_have_attribute("data-events", str(game["events"] + 1))


def test_a_solo_game_shows_tornado_and_its_whirlpools(phone: Page, client: httpx.Client) -> None:
    game = play(client, start(client, 1, answers={"advanced": "5"}), 40, random.Random(2))
    phone.goto(f"/games/{game['id']}")
    expect(phone.locator(".cu-ship h3")).to_have_text(["Anna", "Tornado"])
    expect(phone.locator(".cu-standings tbody tr")).to_have_count(3)
    assert sideways_overflow(phone) == 0


def test_drawn_cards_are_entered_where_people_deal(phone: Page, client: httpx.Client) -> None:
    game = start(client, dealing="table", answers={"top-waves": "2"})
    game = play(client, game, 2, random.Random(1))
    phone.goto(f"/games/{game['id']}")
    phone.get_by_role("button", name="Place the top card face down").tap()
    phone.locator("#ask select").select_option("^3")
    phone.get_by_role("button", name="Done").tap()
    expect(phone.locator(".entry__text").first).to_contain_text("waves on the deck: 3")


def test_the_final_scoring_adds_up_and_boxes_are_kept(phone: Page, site: LiveSite) -> None:
    assert site.address
    phone.goto("/")
    phone.locator("a[href='/crystalium/score']").tap()
    phone.locator("[name=crystalium0]").fill("5 5 5 5 5 4")
    phone.locator("[name=stations0]").fill("4 4")
    phone.locator("[name=mushrooms0]").fill("2")
    phone.locator("[name=stations1]").fill("2")
    phone.get_by_label("Whirlpool: Stations").check()
    phone.locator("button[name=go]").tap()
    expect(phone.locator("#result tfoot td")).to_have_text(["46", "2"])
    assert sideways_overflow(phone) == 0
    phone.get_by_label("At least 45").check()
    phone.get_by_role("button", name="Keep the boxes").tap()
    phone.wait_for_url("**#objectives")
    phone.goto("/crystalium/score")
    expect(phone.get_by_label("At least 45")).to_be_checked()
    expect(phone.get_by_label("At least 50")).not_to_be_checked()


def test_a_copy_is_entered_by_form_kept_and_played(phone: Page, site: LiveSite) -> None:
    assert site.address
    phone.goto("/crystalium/copy")
    phone.locator("[name=general-0-name]").fill("Browser deck")
    phone.locator("summary", has_text="Ocean cards: Fish").tap()
    phone.locator("[name=fish-0-waves]").fill("x")
    phone.locator("button[value=keep]").tap()
    expect(phone.locator("#wrong")).to_contain_text("waves is x")
    expect(phone.locator("#fish-0")).to_be_visible()
    phone.locator("[name=fish-0-waves]").fill("4")
    assert sideways_overflow(phone) == 0
    phone.locator("button[value=keep]").tap()
    expect(phone.locator(".editions b")).to_contain_text(["Browser deck"])
    phone.locator(".editions li", has_text="Browser deck").locator("a", has_text="Start a game").tap()
    expect(phone.locator("[name=edition]")).to_have_value("Browser deck")
    phone.get_by_role("button", name="Start the game").tap()
    phone.wait_for_url(GAME)
    expect(phone.locator(".phases__now")).to_have_text("Starting cards")
    phone.goto("/crystalium/copy")
    phone.get_by_role("button", name="Delete Browser deck").tap()
    expect(phone.locator(".editions b", has_text="Browser deck")).to_have_count(0)


@pytest.mark.parametrize(("scheme", "width"), [("light", 375), ("dark", 375), ("light", 1280)])
def test_axe_finds_nothing_serious(
    browser: Browser, site: LiveSite, client: httpx.Client, scheme: str, width: int
) -> None:
    game = at_a_river(client)
    solo = play(client, start(client, 1), 30, random.Random(4))
    context = judged(browser, site.address, scheme, width)
    page = context.new_page()
    found = {}
    score = "/crystalium/score?players=2&go=1&crystalium0=5&whirlpool=W10"
    games = [f"/games/{game['id']}", f"/games/{solo['id']}"]
    for path in (*games, score, "/crystalium/copy", "/crystalium/copy/text", "/games/new/crystalium"):
        page.goto(path)
        page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
        found[path] = [*serious(page), *(["sideways"] if sideways_overflow(page) else [])]
    context.close()
    assert {path: problems for path, problems in found.items() if problems} == {}
