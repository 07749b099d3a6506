"""A game kept in real Chromium: set up, moved by finger and by keyboard, refused by rule, taken back, taken away."""

from __future__ import annotations

import random
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from server.cli_replay import check_record
from tests.server.played_games import play, start
from tests.web.conftest import LiveSite, judged
from tests.web.test_pages import serious, sideways_overflow

pytestmark = pytest.mark.browser


def set_up(phone: Page) -> None:
    """A game of Anna and Ben, begun from the home page; Ben starts."""
    phone.goto("/")
    phone.locator("a[href='/games/new/crystalla']").tap()
    phone.get_by_label("Name of player 1").fill("Anna")
    phone.get_by_label("Name of player 2").fill("Ben")
    phone.get_by_label("Colour of player 2").select_option("gray")
    phone.get_by_label("Player 2 starts").check()
    phone.get_by_role("button", name="Start the game").tap()
    phone.wait_for_url("**/games/*")
    expect(phone.locator(".turn__name")).to_have_text("Anna is on turn")


def lay_a_card(phone: Page, spot: str) -> None:
    """Tap a free cell and take the first of what is possible there."""
    phone.locator(f"[data-target='{spot}']").tap()
    phone.locator("#ask [data-line]").first.tap()
    expect(phone.locator("#ask")).to_be_hidden()


def test_a_game_is_set_up_and_its_first_moves_are_made_by_finger(phone: Page, site: LiveSite) -> None:
    assert site.address
    set_up(phone)
    assert sideways_overflow(phone) == 0
    for seat in (0, 1):
        for col in range(3):
            lay_a_card(phone, f"cell-{seat}-0-{col}")
            expect(phone.locator(".entry")).to_have_count(3 * seat + col + 1)
    expect(phone.locator(".turn__name")).to_have_text("Ben is on turn")
    assert phone.locator(".pile.legal").count() == 1
    phone.locator("#pile-0-1").tap()
    expect(phone.locator("#refusal")).to_have_text("CR-25: Lift a pile on which an own pawn stands.")
    expect(phone.locator(".entry")).to_have_count(6)
    phone.locator(".pile.legal").tap()
    expect(phone.locator(".turn__doing")).to_have_text("set the pawns in hand, one pile after the other")
    expect(phone.locator("#refusal")).to_be_hidden()
    phone.locator("#undo").tap()
    expect(phone.locator(".entry--back")).to_have_count(1)
    expect(phone.locator(".turn__doing")).to_have_text("lift the pawns of a pile with an own pawn")
    url = phone.url
    phone.goto("/")
    phone.locator(f"a[href='{url.removeprefix(site.address)}']").tap()
    expect(phone.locator(".entry")).to_have_count(7)


def test_everything_works_by_keyboard(phone: Page, client: httpx.Client) -> None:
    game = play(client, start(client), 6, random.Random(1))
    phone.goto(f"/games/{game['id']}")
    legal = phone.locator(".pile.legal").first
    name = legal.get_attribute("id")
    legal.focus()
    phone.keyboard.press("Enter")
    expect(phone.locator("#turn")).to_have_attribute("data-events", "7")
    expect(phone.locator(f"#{name}")).to_be_focused()
    phone.locator("#move-0-0").focus()
    phone.keyboard.press("Space")
    expect(phone.locator("#turn")).to_have_attribute("data-events", "8")
    expect(phone.locator("#move-0-0")).to_be_focused()
    expect(phone.locator("#announce")).to_contain_text("Anna is on turn")


def test_cards_drawn_at_the_table_are_entered(phone: Page, client: httpx.Client) -> None:
    game = start(client, dealing="table")
    phone.goto(f"/games/{game['id']}")
    phone.locator("[data-line^='lay'][data-line$='0,1 q0']").first.tap()
    phone.get_by_label("Large part of the card").select_option("Ruby")
    phone.get_by_label("Small part of the card").select_option("Hematite")
    phone.get_by_role("button", name="Done").tap()
    expect(phone.locator(".entry__text")).to_have_text("Anna Ruby / Hematite in row 1, column 2")
    assert client.get(f"/api/games/{game['id']}").json()["feed"][0]["line"] == "lay rh 0,1 q0"


def test_a_finished_game_is_handed_over_and_deleted(phone: Page, client: httpx.Client) -> None:
    game = play(client, start(client), 500, random.Random(2))
    phone.goto(f"/games/{game['id']}")
    expect(phone.locator(".turn__name")).to_have_text("The game is over")
    assert phone.locator("#bg-stats").get_attribute("href") == game["bg_stats"]
    assert phone.locator("[data-line]").count() == 0
    for seat, total in enumerate(game["totals"]):
        expect(phone.locator(f"[data-total='{seat}']")).to_have_text(str(total))
    for ending, beginning in (("record.txt", b"tableloupe-record"), ("export.png", b"\x89PNG")):
        with phone.expect_download() as download:
            phone.locator(f"a[href$='{ending}']").tap()
        content = Path(download.value.path()).read_bytes()
        assert content.startswith(beginning)
        if ending == "record.txt":
            assert list(check_record(content.decode(), None).score.totals) == game["totals"]
    phone.locator("[data-delete]").tap()
    phone.locator("#confirm button[value=yes]").tap()
    phone.wait_for_url("**/")
    assert client.get(f"/api/games/{game['id']}").status_code == 404


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(browser: Browser, site: LiveSite, client: httpx.Client, scheme: str) -> None:
    game = play(client, start(client, 3), 11, random.Random(4))
    context = judged(browser, site.address, scheme)
    page = context.new_page()
    found = {}
    for path in ("/games/new/crystalla", f"/games/{game['id']}"):
        page.goto(path)
        found[path] = serious(page)
    context.close()
    assert {path: problems for path, problems in found.items() if problems} == {}
