"""The live view in real Chromium over a hub that the test fills: what is shown, said, heard and sent back."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.played_games import start
from tests.web.conftest import PHONE, judged, watch
from tests.web.live.fake_hub import FakeHub, entry, overlay, snapshot, source
from tests.web.live.hub_site import HubSite, make_app, open_live, place, serving
from tests.web.test_pages import serious, sideways_overflow

pytestmark = pytest.mark.browser

STRAIGHT_BACK = "CR-32: No step goes straight back."


def test_the_table_is_shown_as_it_is_now(phone: Page, site: HubSite) -> None:
    open_live(phone)
    expect(phone.locator("[data-remaining]")).to_have_text("72 cards in the piles")
    expect(phone.locator("[data-state]")).to_have_attribute("data-state", "waiting")
    expect(phone.locator("[data-no-picture]")).to_be_hidden()
    assert phone.locator("[data-picture]").evaluate("(image) => image.naturalWidth") == 1600
    assert phone.locator(".thing").count() == len(overlay())
    expect(phone.locator(".thing--doubt")).to_have_count(1)
    expect(phone.locator(".camera")).to_contain_text("1600 × 1200, 25 pictures/s")
    expect(phone.locator(".drawn .pile")).to_have_count(6)
    expect(phone.locator(".drawn .display")).to_have_count(2)
    assert sideways_overflow(phone) == 0
    site.hub.put(state="hand", text="a hand is over the table", turn={"seat": 1, "name": "Ben", "colour": "blue"})
    expect(phone.locator("[data-state-text]")).to_have_text("a hand is over the table")
    expect(phone.locator("[data-whose]")).to_have_text("Ben is on turn")
    expect(phone.locator("#announce")).to_have_text("Ben is on turn")


def test_a_table_that_is_being_laid_is_not_called_finished(phone: Page, site: HubSite) -> None:
    open_live(phone)
    site.hub.put(turn=None)
    expect(phone.locator("[data-whose]")).to_have_text("Before the first turn")
    site.hub.put(over=True)
    expect(phone.locator("[data-whose]")).to_have_text("The game is over")


def test_a_table_that_only_differs_may_be_taken_as_it_lies(phone: Page, site: HubSite) -> None:
    open_live(phone)
    site.hub.put(state="in-doubt", may={"undo": False, "override": True})
    expect(phone.locator("[data-differs-text]")).to_have_text(
        "Does everything lie as it should? Then the game can go on from there."
    )


def test_a_newer_picture_is_fetched_and_the_overlay_lies_on_it(phone: Page, site: HubSite) -> None:
    open_live(phone)
    expect(phone.locator("[data-no-picture]")).to_be_hidden()
    with phone.expect_response(lambda answer: "picture.jpg?source=0&seq=9" in answer.url):
        site.hub.put(picture={"seq": 9, "width_px": 1600, "height_px": 1200})
    assert site.hub.pictures[-1] == 9
    frame, line = phone.locator("[data-frame]").bounding_box(), place(phone, "card-0-0-0").bounding_box()
    assert frame is not None and line is not None
    corners = next(item["corners"] for item in overlay() if (item.get("row"), item.get("col")) == (0, 0))
    left = frame["x"] + frame["width"] * min(x for x, _ in corners) / 1600
    assert abs(line["x"] - left) < 4


def asked(phone: Page, site: HubSite, count: int) -> list[tuple[str, object]]:
    """What the page asked of the server, once so many requests have come or five seconds are over."""
    for _ in range(100):
        if len(site.hub.asked) >= count:
            break
        phone.wait_for_timeout(50)
    return list(site.hub.asked)


def test_an_illegal_move_is_told_heard_and_can_be_overridden(phone: Page, site: HubSite) -> None:
    open_live(phone)
    phone.locator(".turn__name").tap()
    expect(phone.locator("[data-differs]")).to_be_hidden()
    site.hub.put(
        state="differs",
        feed=[entry(1), entry(2, "illegal", f"Anna, that cannot be. {STRAIGHT_BACK}", "CR-32")],
        differs={"text": STRAIGHT_BACK, "rules": ["CR-32"]},
        may={"undo": True, "override": True},
    )
    expect(phone.locator("[data-differs-text]")).to_have_text("CR-32 No step goes straight back.")
    expect(phone.locator("[data-differs-text] .rule")).to_have_text("CR-32")
    illegal = phone.locator(".entry").first
    expect(illegal.locator(".entry__text")).to_have_text("Anna, that cannot be. CR-32 No step goes straight back.")
    expect(illegal.locator(".entry__verdict")).to_have_text("not allowed")
    expect(phone.locator("#announce")).to_contain_text(f"Anna, that cannot be. {STRAIGHT_BACK}, not allowed")
    assert phone.evaluate("window.sounds") == 2, "two tones, once"
    phone.get_by_role("button", name="That was right").tap()
    expect(phone.locator("#complaint")).to_be_hidden()
    assert asked(phone, site, 1) == [("override", {})]
    site.hub.put(state="agreed", differs=None, may={"undo": True, "override": False})
    expect(phone.locator("[data-differs]")).to_be_hidden()
    phone.locator("[data-undo]").tap()
    phone.wait_for_function("!document.querySelector('[data-undo]').disabled")
    assert asked(phone, site, 2)[1:] == [("undo", {})]


def test_the_sound_can_be_switched_off_for_good(phone: Page, site: HubSite) -> None:
    open_live(phone)
    switch = phone.locator("[data-sound]")
    expect(switch).to_have_attribute("aria-pressed", "true")
    switch.tap()
    expect(switch).to_have_attribute("aria-pressed", "false")
    phone.reload()
    expect(switch).to_have_attribute("aria-pressed", "false")
    phone.locator(".turn__name").tap()
    site.hub.put(feed=[entry(1, "illegal", "took two cards", "CR-33")])
    expect(phone.locator(".entry")).to_have_count(1)
    assert phone.evaluate("window.sounds") == 0


def test_a_question_is_answered_by_button_and_a_refusal_is_told(phone: Page, site: HubSite) -> None:
    open_live(phone)
    options = [{"option": 0, "text": "Ruby"}, {"option": 1, "text": "Emerald"}]
    site.hub.put(state="in-doubt", question={"id": "q7", "text": "Which card did Anna take?", "options": options})
    expect(phone.locator("[data-question-text]")).to_have_text("Which card did Anna take?")
    site.hub.answers.append((409, {"error": "the game has gone on meanwhile; look again", "code": "game-changed"}))
    phone.locator("[data-options]").get_by_role("button", name="Emerald").focus()
    phone.keyboard.press("Enter")
    expect(phone.locator("#complaint")).to_have_text("the game has gone on meanwhile; look again")
    assert asked(phone, site, 1) == [("answer", {"question": "q7", "option": 1})]
    site.hub.put(state="agreed", question=None)
    expect(phone.locator("[data-question]")).to_be_hidden()
    expect(phone.locator("#turn")).to_be_focused()


def test_a_card_read_wrongly_is_corrected_by_finger(phone: Page, site: HubSite) -> None:
    open_live(phone)
    place(phone, "card-0-1-1").tap()
    sheet = phone.locator("#correct")
    expect(sheet.locator("#correct-title")).to_contain_text("Card, row 2, column 2: Emerald/Amethyst, unsure")
    assert sheet.locator("[name=large]:checked").get_attribute("value") == "emerald"
    sheet.locator("[data-part=large] label", has_text="Ruby").tap()
    sheet.get_by_role("button", name="Turn right").tap()
    sheet.get_by_role("button", name="That lies here").tap()
    expect(sheet).to_be_hidden()
    said = {"display": 0, "row": 1, "col": 1, "large": "ruby", "small": "amethyst", "rotation": 3}
    assert asked(phone, site, 1) == [("correct", said)]


def test_a_pile_is_corrected_on_the_drawn_table_by_keyboard(phone: Page, site: HubSite) -> None:
    open_live(phone)
    phone.locator(".drawn #pile-0-1").focus()
    phone.keyboard.press("Enter")
    sheet = phone.locator("#correct")
    expect(sheet.locator("#correct-title")).to_contain_text("Pile, row 1, column 2: Ruby/Citrine (1 gray)")
    sheet.get_by_label("blue").select_option("2")
    sheet.locator("[name=small]:checked").press("ArrowRight")
    sheet.get_by_role("button", name="That lies here").press("Enter")
    expect(sheet).to_be_hidden()
    pawns = {"gray": 1, "blue": 2, "green": 0}
    assert asked(phone, site, 1) == [("correct", {"pile": [0, 1], "large": "ruby", "small": "diamond", "pawns": pawns})]
    phone.locator(".drawn #pile-1-1").press("Enter")
    expect(phone.locator("#complaint")).to_have_text("The camera does not see this place at the moment")


def test_arrow_keys_move_over_the_picture_and_the_focus_outlives_new_snapshots(phone: Page, site: HubSite) -> None:
    open_live(phone)
    place(phone, "card-0-0-0").focus()
    phone.keyboard.press("ArrowUp")
    expect(place(phone, "card-0-1-0")).to_be_focused()
    site.hub.put(overlay=[{**item, "sure": True} for item in overlay()], state="agreed")
    expect(phone.locator(".thing--doubt")).to_have_count(0)
    expect(place(phone, "card-0-1-0")).to_be_focused()
    phone.keyboard.press("Enter")
    expect(phone.locator("#correct")).to_be_visible()
    phone.keyboard.press("Escape")
    expect(place(phone, "card-0-1-0")).to_be_focused()


def test_a_camera_in_trouble_is_told(phone: Page, site: HubSite) -> None:
    open_live(phone)
    site.hub.put(state="camera-lost", text="the camera is gone", sources=[source("lost", "USB Camera is unplugged")])
    expect(phone.locator(".camera--lost")).to_contain_text("USB Camera is unplugged")
    expect(phone.locator("[data-state-text]")).to_have_text("the camera is gone")
    expect(phone.locator("#announce")).to_have_text("USB Camera is unplugged")


def test_the_page_says_when_nothing_is_watched_and_leads_to_the_set_up(phone: Page, site: HubSite) -> None:
    open_live(phone)
    phone.locator("[data-stop]").tap()
    phone.locator("#confirm button[value=yes]").tap()
    phone.wait_for_url("**/games/*")
    phone.goto("/live")
    expect(phone.locator("#gone")).to_be_visible()
    site.hub.set(snapshot(start(site.client, dealing="table")["id"]))
    expect(phone.locator("[data-whose]")).to_have_text("Anna is on turn")
    expect(phone.locator("#gone")).to_be_hidden()


def test_the_page_comes_back_after_the_server_was_restarted(browser: Browser, tmp_path: Path) -> None:
    hub = FakeHub()
    with serving(make_app(tmp_path, hub)) as address:
        with httpx.Client(base_url=address, trust_env=False) as client:
            hub.set(snapshot(start(client, dealing="table")["id"]))
        context = browser.new_context(**PHONE, base_url=address)
        page = watch(context, address).page
        open_live(page)
    expect(page.locator("[data-lost]")).to_have_text("The computer does not answer. Trying again…")
    expect(page.locator("[data-whose]")).to_be_visible()
    hub.loop = None
    hub.put(remaining="place the crystal piece")
    with serving(make_app(tmp_path, hub), port=int(address.rpartition(":")[2])):
        expect(page.locator("[data-lost]")).to_be_hidden()
        expect(page.locator("[data-remaining]")).to_have_text("place the crystal piece")
        hub.put(remaining="take the card")
        expect(page.locator("[data-remaining]")).to_have_text("take the card")
        context.close()


def test_two_cameras_are_looked_through_in_turn(phone: Page, site: HubSite) -> None:
    open_live(phone)
    other = [{**item, "source": 1} for item in overlay()[:2]]
    site.hub.put(sources=[source(), {**source(), "source": "2"}], overlay=overlay() + other)
    expect(phone.locator(".camera").nth(1)).to_contain_text("Camera 2")
    with phone.expect_response(lambda answer: "picture.jpg?source=1" in answer.url):
        phone.get_by_role("button", name="Picture 2").tap()
    expect(phone.locator(".thing")).to_have_count(2)
    expect(phone.get_by_role("button", name="Picture 2")).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(browser: Browser, site: HubSite, scheme: str) -> None:
    site.hub.put(
        feed=[entry(1), entry(2, "illegal", STRAIGHT_BACK, "CR-32"), entry(3, "unsure", "took a card")],
        differs={"text": STRAIGHT_BACK, "rules": ["CR-32"]},
        pending=["CR-36: Now the taken card is laid."],
        question={"id": "q", "text": "Which one?", "options": [{"option": 0, "text": "Ruby"}]},
        sources=[source("moved", "the camera was moved")],
        may={"undo": True, "override": True},
    )
    context = judged(browser, site.address, scheme)
    page = context.new_page()
    page.goto("/live")
    expect(page.locator(".drawn .pile").first).to_be_visible()
    found = {"live": serious(page)}
    place(page, "card-0-1-1").click()
    found["sheet"] = serious(page)
    page.keyboard.press("Escape")
    page.locator("[data-find]").last.click()
    page.locator("[data-corners-picture]").press("Enter")
    found["corners"] = serious(page)
    page.goto("/live/new")
    expect(page.locator(".source")).to_have_count(2)
    found["set-up"] = serious(page)
    context.close()
    assert {path: problems for path, problems in found.items() if problems} == {}
