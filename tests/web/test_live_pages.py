"""The live view in real Chromium over a hub that the test fills: what is shown, said, heard and sent back."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
import uvicorn
from fastapi import FastAPI
from playwright.sync_api import Browser, Locator, Page, expect

from rules.crystalla.edition import load_edition
from server.app import create_app
from tests.server.played_games import start
from tests.web.conftest import PHONE, TableReader, judged, watch
from tests.web.fake_hub import FakeHub, entry, fake_routes, overlay, snapshot, source
from tests.web.test_pages import serious, sideways_overflow

pytestmark = pytest.mark.browser

STRAIGHT_BACK = "CR-32: No step goes straight back."
NOTE_SOUNDS = """
window.sounds = 0;
const startTone = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) { window.sounds += 1; return startTone.apply(this, when); };
"""


@dataclass(frozen=True)
class HubSite:
    """A running server whose live routes are the fake hub's."""

    address: str
    hub: FakeHub
    client: httpx.Client


@contextmanager
def serving(app: FastAPI, port: int = 0) -> Iterator[str]:
    """The address of a server that runs until the end of the block."""
    listener = socket.create_server(("127.0.0.1", port))
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", access_log=False))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
        listener.close()


def make_app(folder: Path, hub: FakeHub) -> FastAPI:
    app = FastAPI()
    app.include_router(fake_routes(hub))
    database = f"sqlite:///{folder / 'test.sqlite'}"
    app.mount("", create_app(reader=TableReader(), edition=load_edition(), data_folder=folder, database_url=database))
    return app


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


def open_live(phone: Page) -> None:
    phone.goto("/live")
    expect(phone.locator("[data-whose]")).to_have_text("Anna is on turn")


def place(phone: Page, key: str) -> Locator:
    return phone.locator(f"[data-key='{key}']")


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
    assert site.hub.asked == [("override", {})]
    site.hub.put(state="agreed", differs=None, may={"undo": True, "override": False})
    expect(phone.locator("[data-differs]")).to_be_hidden()
    phone.locator("[data-undo]").tap()
    phone.wait_for_function("!document.querySelector('[data-undo]').disabled")
    assert site.hub.asked[1:] == [("undo", {})]


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
    assert site.hub.asked == [("answer", {"question": "q7", "option": 1})]
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
    assert site.hub.asked == [("correct", said)]


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
    assert site.hub.asked == [("correct", {"pile": [0, 1], "large": "ruby", "small": "diamond", "pawns": pawns})]
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


def test_a_game_is_set_up_with_cameras_and_players(phone: Page, site: HubSite) -> None:
    site.hub.set(None)
    phone.goto("/")
    phone.locator("a[href='/live/new']").tap()
    expect(phone.locator(".source")).to_have_count(2)
    expect(phone.locator(".source").first).to_contain_text("USB Camera")
    expect(phone.locator(".source").first).to_contain_text("1920 × 1080, 30 pictures/s")
    expect(phone.locator(".source img").first).to_be_visible()
    phone.locator(".source").nth(1).locator("input").check()
    phone.get_by_text("A stream, a video or a folder of pictures").tap()
    phone.get_by_label("Address or path").fill("nowhere")
    phone.get_by_role("button", name="Add").tap()
    expect(phone.locator(".source .problem:visible")).to_have_text("nowhere is no camera")
    phone.locator(".source").nth(2).locator("input").uncheck()
    phone.get_by_label("Name of player 1").fill("Anna")
    phone.get_by_label("Name of player 2").fill("Ben")
    assert sideways_overflow(phone) == 0
    phone.get_by_role("button", name="Start watching").tap()
    phone.wait_for_url("**/live")
    path, said = site.hub.asked[0]
    assert (path, said["sources"]) == ("/api/live", ["0", "2"])
    game = site.client.get(f"/api/games/{said['game']}").json()
    assert (game["dealing"], [seat["name"] for seat in game["seats"]]) == ("table", ["Anna", "Ben"])


def test_a_kept_game_is_watched_further(phone: Page, site: HubSite) -> None:
    assert site.hub.shown is not None
    game = site.hub.shown["game"]
    site.hub.set(None)
    site.hub.answers.append((422, {"error": "USB Camera cannot be opened", "code": "photo"}))
    phone.goto(f"/live/new?game={game}")
    expect(phone.locator("[data-new-game]")).to_be_hidden()
    expect(phone.locator(".source")).to_have_count(2)
    phone.get_by_role("button", name="Start watching").tap()
    expect(phone.locator("[data-refused]")).to_have_text("USB Camera cannot be opened")
    phone.get_by_role("button", name="Start watching").tap()
    phone.wait_for_url("**/live")
    assert site.hub.asked == [("/api/live", {"game": game, "sources": ["0"], "corners": None})] * 2


def refuse(hub: FakeHub, code: str, sentence: str) -> None:
    hub.answers.append((422, {"error": sentence, "code": code}))


def test_corners_are_tapped_when_the_table_is_not_found(phone: Page, site: HubSite) -> None:
    assert site.hub.shown is not None
    game = site.hub.shown["game"]
    site.hub.set(None)
    refuse(site.hub, "live-not-found", "the table was not found")
    phone.goto(f"/live/new?game={game}")
    expect(phone.locator(".source")).to_have_count(2)
    phone.get_by_role("button", name="Start watching").tap()
    sheet = phone.locator("#corners")
    picture = sheet.locator("[data-corners-picture]")
    expect(sheet).to_be_visible()
    expect(sheet.locator("[data-next]")).to_contain_text("Corner 1 of 4: tap the far left corner")
    box = picture.bounding_box()
    assert box is not None
    for x, y in ((0.25, 0.25), (0.75, 0.25), (0.75, 0.75)):
        picture.tap(position={"x": x * box["width"], "y": y * box["height"]})
    picture.press("Enter")
    expect(sheet.locator("[data-corner='3']")).to_be_focused()
    phone.keyboard.press("ArrowLeft")
    phone.keyboard.press("Shift+ArrowDown")
    expect(sheet.locator("[data-next]")).to_have_text("All four corners are set.")
    refuse(site.hub, "live-corners", "the cards lie 41 pixels off")
    use = sheet.get_by_role("button", name="Use these corners")
    use.tap()
    expect(sheet.locator("[data-residual]")).to_have_text("the cards lie 41 pixels off")
    expect(use).to_be_enabled()
    use.tap()
    phone.wait_for_url("**/live")
    first, second, third = (said for _, said in site.hub.asked)
    assert first == {"game": game, "sources": ["0"], "corners": None}
    assert second == third == {**first, "corners": second["corners"]}
    wanted = ((400, 300), (1200, 300), (1200, 900), (559, 790))
    for (x, y), (right, down) in zip(second["corners"], wanted, strict=True):
        assert abs(x - right) <= 5 and abs(y - down) <= 5


def test_a_table_that_is_lost_is_shown_by_its_corners(phone: Page, site: HubSite) -> None:
    open_live(phone)
    expect(phone.locator("[data-lead-find]")).to_be_hidden()
    site.hub.put(state="in-doubt", text="No table can be seen", overlay=[])
    phone.locator("[data-lead-find] button").tap()
    picture = phone.locator("[data-corners-picture]")
    for _ in range(4):
        picture.press("Enter")
    phone.get_by_role("button", name="Use these corners").tap()
    expect(phone.locator("#corners")).to_be_hidden()
    ((path, said),) = site.hub.asked
    assert (path, said["sources"]) == ("/api/live", ["USB Camera"])
    assert said["corners"] == [[560, 420], [1040, 420], [1040, 780], [560, 780]]
    site.hub.put(sources=[{**source(), "residual_px": 2.4}])
    expect(phone.locator(".camera")).to_contain_text("the corners fit to 2 pixels")


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
