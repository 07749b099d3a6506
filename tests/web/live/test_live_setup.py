"""A table is set up for watching in real Chromium: cameras, players, and corners tapped where it is not found."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.live.fake_hub import FakeHub, source
from tests.web.live.hub_site import HubSite, open_live
from tests.web.test_pages import sideways_overflow

pytestmark = pytest.mark.browser


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
