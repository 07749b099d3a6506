"""Krystal in real Chromium: map, secrets, combats, results by hand, deals out of turn, calculator, tracker, copy."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.played_games import as_decider, begin, says
from tests.web.conftest import LiveSite, judged
from tests.web.test_pages import serious, sideways_overflow

pytestmark = pytest.mark.browser
GAME = re.compile(r"/games/\w{16}$")
NAMES = (("Anna", "red"), ("Ben", "yellow"), ("Clara", "blue"))


def start(client: httpx.Client, players: int = 2, **changes: Any) -> dict[str, Any]:
    return as_decider(client, begin(client, "krystal", NAMES[:players], **changes))


def said(client: httpx.Client, game: dict[str, Any], *lines: str) -> dict[str, Any]:
    """The game, as the one sees it who decides now, after these lines."""
    return as_decider(client, says(client, game, *lines))


def explored(client: httpx.Client, *cards: str, players: int = 2) -> dict[str, Any]:
    """A game dealt at a table in which Anna's mage explored wood-1 and drew these three cards; Anna may still act."""
    draws = (f"draw Am = {card}" for card in cards)
    return said(client, start(client, players, dealing="table"), "step Am wood-1", "done", "explore wood-1", *draws)


def fighting(client: httpx.Client) -> dict[str, Any]:
    """Ben's guardian has come to the mage, who holds a stone and a combat card, and has none itself."""
    game = explored(client, "rubis", "m3", "bread")
    return said(client, game, "end", "step Cg earth-1", "step Cg wood-2", "step Cg wood-1", "done")


def test_heroes_walk_on_the_map_by_finger(phone: Page, site: LiveSite) -> None:
    assert site.address
    phone.goto("/")
    phone.locator("a[href='/games/new/krystal']").tap()
    phone.get_by_label("Name of player 1").fill("Anna")
    phone.get_by_label("Colour of player 1").select_option("red")
    phone.get_by_label("Colour of player 2").select_option("yellow")
    phone.get_by_role("button", name="Start the game").tap()
    phone.wait_for_url(GAME)
    phone.get_by_role("link", name="I am Anna").tap()
    expect(phone.locator(".phases__now")).to_have_text("phase A, movement")
    legal = phone.locator(".kr-place.legal")
    expect(legal).to_have_count(2)
    phone.locator("#place-wood-1").tap()
    phone.locator("#ask [data-line]", has_text="Mage of the Amazons").tap()
    expect(phone.locator("#hero-Am")).to_contain_text("wood-1")
    expect(phone.locator("#hero-Am")).to_contain_text("5/10")
    expect(phone.locator("#place-wood-1 .kr-token")).to_have_count(1)
    phone.get_by_role("button", name="Movement is over").tap()
    expect(phone.locator(".phases__now")).to_have_text("phase B, actions and combats")
    assert sideways_overflow(phone) == 0


def test_the_map_works_by_keyboard_and_refuses_by_rule(phone: Page, client: httpx.Client) -> None:
    game = start(client)
    phone.goto(f"/games/{game['id']}?seat={game['turn']['seat']}")
    phone.locator("#place-wood-2").focus()
    phone.keyboard.press("Enter")
    phone.locator("#ask [data-line]").first.press("Enter")
    expect(phone.locator("#turn")).to_have_attribute("data-events", "1")
    expect(phone.locator("#place-wood-2")).to_be_focused()
    german = {"accept-language": "de"}
    told = client.post(f"/api/games/{game['id']}/moves", json={"line": "step Am air-1"}, headers=german)
    assert told.json()["rule"] == "KR-21"
    assert told.json()["error"] == "KR-21: air-1 ist nicht einen Schritt entfernt."


def test_reserves_are_seen_by_their_owner_only(phone: Page, client: httpx.Client) -> None:
    game = explored(client, "rubis", "m3", "bread")
    phone.goto(f"/games/{game['id']}?seat=0")
    expect(phone.locator("#hero-Am .kr-hero__cards")).to_have_text("3 cards: bread, Magic 3, Rubis")
    phone.goto(f"/games/{game['id']}?seat=1")
    expect(phone.locator("#hero-Am .kr-hero__cards")).to_have_text("3 cards: bread")
    expect(phone.get_by_text("Only Anna may see the moves.")).to_be_visible()
    expect(phone.locator("[data-line]")).to_have_count(0)


def test_a_stone_is_activated_out_of_turn(phone: Page, client: httpx.Client) -> None:
    game = fighting(client)
    phone.goto(f"/games/{game['id']}?seat=0")
    expect(phone.locator("#moves-title")).to_have_text("Meanwhile Anna may")
    expect(phone.locator("[data-line]")).to_have_count(1)
    phone.locator("[data-line='activate Am rubis']").tap()
    expect(phone.locator(".entry__text").first).to_have_text("Anna Mage of the Amazons: activate Rubis")
    expect(phone.locator("#hero-Am")).to_contain_text("active: Rubis")
    expect(phone.locator("#hero-Am .kr-type").first).to_have_text("Force 3")


def test_a_combat_is_fought_by_tapping_the_opponent(phone: Page, client: httpx.Client) -> None:
    game = fighting(client)
    phone.goto(f"/games/{game['id']}?seat=1")
    expect(phone.locator("#hero-Am")).to_have_class(re.compile("legal"))
    phone.locator("#hero-Am").tap()
    expect(phone.locator("#kr-fight")).to_contain_text("Guardian of the Centaurs")
    phone.get_by_role("link", name="I am Anna").tap()
    expect(phone.locator(".turn__doing")).to_have_text("choose the type of combat")
    phone.wait_for_load_state()  # a tap before the page's script listens does nothing
    phone.get_by_role("button", name="Lead Magic 3").tap()
    expect(phone.locator("#kr-fight")).to_contain_text("Magic")
    assert sideways_overflow(phone) == 0


def test_the_result_of_a_card_is_entered_by_hand(phone: Page, client: httpx.Client) -> None:
    game = said(client, explored(client, "horn", "m3", "bread"), "use Am bread", "use Am horn")
    phone.goto(f"/games/{game['id']}?seat=0")
    form = phone.locator("#kr-result")
    expect(form).to_be_visible()
    assert sideways_overflow(phone) == 0
    form.locator("[name=energy-Am]").fill("11")
    phone.locator("#kr-result-done").tap()
    expect(phone.locator("#refusal")).to_contain_text("KR-R03: The scale ends")
    form.locator("[name=energy-Am]").fill("8")
    form.locator("[name=place-Am]").select_option("clearing")
    form.locator("[name=card-0]").select_option("out:bread")
    form.locator("[name=to-0]").select_option("pile:birds")
    phone.locator("#kr-result-done").tap()
    expect(phone.locator("#kr-result")).to_have_count(0)
    expect(phone.locator("#hero-Am")).to_contain_text("clearing")
    expect(phone.locator("#hero-Am")).to_contain_text("8/10")
    expect(phone.locator(".kr-piles li").last).to_contain_text("1 discarded (bread)")


def test_the_options_of_a_table_are_chosen_in_the_set_up(phone: Page, client: httpx.Client) -> None:
    phone.goto("/games/new/krystal")
    phone.locator("[data-choice=stones_to_win]").select_option("5")
    phone.locator("[data-choice=negotiation]").select_option("true")
    phone.locator("[data-choice=setup]").select_option("optional_hand")
    phone.get_by_role("button", name="Start the game").tap()
    phone.wait_for_url(GAME)
    expect(phone.locator(".kr-stones").first).to_contain_text("0 of 5 stones")
    record = client.get(f"/api/games/{phone.url.rsplit('/', 1)[1]}/record.txt").text
    assert "negotiation: true\n" in record and "stones_to_win: 5\n" in record


def test_calculator_and_tracker_are_reached_from_the_start_page(phone: Page, site: LiveSite) -> None:
    assert site.address
    phone.goto("/")
    phone.locator("a[href='/krystal/combat']").tap()
    phone.locator("[name=type]").select_option("magic")
    phone.locator("[name=attacker]").select_option("Am")
    phone.locator("[name=attacker-card]").select_option("m3")
    phone.locator("[name=defender]").select_option("Cr")
    phone.locator("[name=defender-card]").select_option("m4")
    phone.get_by_role("button", name="Compare").tap()
    expect(phone.locator("#result")).to_have_text("7 to 5: the defender loses 2.")
    assert sideways_overflow(phone) == 0
    phone.goto("/")
    phone.locator("a[href='/krystal/energy']").tap()
    phone.get_by_label("Amazons").check()
    phone.get_by_role("button", name="Show the scales").tap()
    expect(phone.locator(".kr-scale")).to_have_count(3)
    phone.get_by_role("link", name="Mage of the Amazons: one less").tap()
    expect(phone.locator("#scale-Am output")).to_have_text("5")
    expect(phone.locator("#scale-Ag output")).to_have_text("6")
    phone.go_back()
    expect(phone.locator("#scale-Am output")).to_have_text("6")


def test_a_copy_is_entered_by_form_with_another_row(phone: Page, client: httpx.Client) -> None:
    phone.goto("/krystal/copy")
    phone.locator("[name=general-0-name]").fill("Attic find")
    phone.locator("summary", has_text="Magic Objects").tap()
    rows = phone.locator("[data-rows=objects] tbody tr")
    before = rows.count()
    phone.locator("[data-more=objects]").tap()
    expect(rows).to_have_count(before + 1)
    phone.locator("[name=objects-0-count]").fill("5")
    phone.locator(f"[name=objects-{before}-id]").fill("lamp")
    phone.locator(f"[name=objects-{before}-effect]").select_option("manual")
    phone.locator(f"[name=objects-{before}-count]").fill("1")
    phone.locator(f"[name=objects-{before}-text]").fill("Look at a pile.")
    phone.locator("summary", has_text="Board").tap()
    phone.locator("[name=places-2-dp]").fill("7")
    phone.locator("button[value=keep]").tap()
    expect(phone.locator(".editions b", has_text="Attic find")).to_be_visible()
    text = client.get("/krystal/copy/file?name=Attic%20find").text
    assert 'id = "lamp", effect = "manual", count = 1, text = "Look at a pile."' in text
    assert 'id = "serpent-2", symbol = "reptiles", dp = 7' in text
    client.post("/krystal/copy/delete", data={"name": "Attic find"})


@pytest.mark.parametrize(("scheme", "width"), [("light", 375), ("dark", 375), ("light", 1280)])
def test_axe_finds_nothing_serious(
    browser: Browser, site: LiveSite, client: httpx.Client, scheme: str, width: int
) -> None:
    game = said(client, explored(client, "horn", "rubis", "bread"), "activate Am rubis", "use Am horn")
    other = said(client, fighting(client), "attack Cg Am none")
    context = judged(browser, site.address, scheme, width)
    page = context.new_page()
    found = {}
    games = [f"/games/{one['id']}?seat={one['turn']['seat']}" for one in (game, other)]
    others = ("/krystal/combat?go=1", "/krystal/energy?people=amazons&Am=0", "/krystal/copy", "/games/new/krystal")
    for path in (*games, f"/games/{other['id']}", *others):
        page.goto(path)
        page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
        found[path] = [*serious(page), *(["sideways"] if sideways_overflow(page) else [])]
    context.close()
    assert {path: problems for path, problems in found.items() if problems} == {}
