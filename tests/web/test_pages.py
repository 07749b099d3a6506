"""The pages in real Chromium, phone first: score a photo, correct it, keep a pad, by finger and by keyboard."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from rules.crystalla.vocabulary import Cell
from tests.web.conftest import PHOTO_LIMIT, LiveSite, judged
from tests.web.drawn_table import drawn_table

pytestmark = pytest.mark.browser


def scan(page: Page, site: LiveSite) -> None:
    page.goto("/")
    page.locator("input[type=file]").nth(1).set_input_files(site.photo)
    page.wait_for_url("**/scans/*")


def total(page: Page) -> str:
    return page.locator(".score__total").inner_text()


def tap_segment(page: Page, key: str) -> None:
    """Tap the middle of a segment's area; the middle of its box may lie in its neighbour."""
    segment = page.locator(f"#s-{key}")
    segment.scroll_into_view_if_needed()
    x, y = segment.evaluate(
        """(segment) => {
            const point = new DOMPoint(segment.dataset.x, segment.dataset.y)
                .matrixTransform(segment.getScreenCTM());
            return [point.x, point.y];
        }"""
    )
    page.touchscreen.tap(x, y)


def sideways_overflow(page: Page) -> int:
    page.wait_for_load_state()  # before its sheets are there a page has no layout to measure
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def serious(page: Page) -> list[str]:
    """What axe-core finds serious or critical on a page."""
    found: list[dict[str, Any]] = Axe().run(page).response["violations"]
    return [
        f"{problem['id']}: {node['html'][:120]}"
        for problem in found
        if problem["impact"] in ("serious", "critical")
        for node in problem["nodes"]
    ]


def test_a_photo_becomes_outlined_segments_and_a_score(phone: Page, site: LiveSite) -> None:
    scan(phone, site)
    assert phone.locator(".seg").count() == 24
    expect(phone.locator(".sure")).to_be_visible()
    assert phone.locator("#s-0-1-large").get_attribute("aria-label") == "Row 1, column 2, large part: Ruby"
    assert sideways_overflow(phone) == 0
    rows = [int(text) for text in phone.locator(".row__points").all_inner_texts()[:6]]
    assert sum(rows) == int(total(phone))


def test_the_camera_is_asked_for(phone: Page) -> None:
    phone.goto("/")
    camera = phone.locator("input[type=file]").first
    assert camera.get_attribute("capture") == "environment"
    assert camera.get_attribute("accept") == "image/*"


def test_a_tapped_segment_changes_and_the_score_follows(phone: Page, site: LiveSite) -> None:
    scan(phone, site)
    before = int(total(phone))
    tap_segment(phone, "0-2-large")
    expect(phone.locator("#sheet")).to_be_visible()
    phone.locator("#sheet [data-crystal=hematite]").tap()
    expect(phone.locator("#sheet")).to_be_hidden()
    expect(phone.locator(".score__total")).to_have_text(str(before - 3))
    expect(phone.locator("#s-0-2-large")).to_have_attribute("data-crystal", "hematite")
    phone.locator("[data-undo]").tap()
    expect(phone.locator(".score__total")).to_have_text(str(before))


def test_a_card_is_turned_while_the_sheet_stays(phone: Page, site: LiveSite) -> None:
    scan(phone, site)
    segment = phone.locator("#s-1-1-large")
    before = segment.locator(".seg__line").get_attribute("points")
    tap_segment(phone, "1-1-large")
    phone.get_by_role("button", name="Turn right").tap()
    expect(segment).to_have_attribute("data-turn", "3")
    expect(phone.locator("#sheet")).to_be_visible()
    assert segment.locator(".seg__line").get_attribute("points") != before


def test_a_piece_is_noted(phone: Page, site: LiveSite) -> None:
    scan(phone, site)
    tap_segment(phone, "1-1-small")
    phone.get_by_role("switch").tap()
    expect(phone.locator("#s-1-1-small")).to_have_attribute("data-piece", "1")
    expect(phone.locator("[data-tag='1-1-small']")).to_have_class("tag tag--piece")


def test_doubts_stand_out_and_are_answered(phone: Page, unsure_site: LiveSite) -> None:
    scan(phone, unsure_site)
    assert phone.locator(".doubt").count() == 4
    assert phone.locator(".seg--doubt").count() == 2
    expect(phone.locator(".score__missing")).to_be_visible()
    phone.locator(".doubt").filter(has_text="Row 1").get_by_role("button", name="Ruby").tap()
    expect(phone.locator(".doubt")).to_have_count(3)
    phone.locator(".doubt").filter(has_text="Row 2").get_by_role("button", name="Look").tap()
    phone.locator("#sheet [data-crystal=hematite]").tap()
    expect(phone.locator(".doubt")).to_have_count(2)
    for left in (1, 0):
        phone.locator(".doubt").first.get_by_role("button", name="Right").tap()
        expect(phone.locator(".doubt")).to_have_count(left)
    expect(phone.locator(".sure")).to_be_visible()


def test_the_likeliest_crystals_come_first(phone: Page, unsure_site: LiveSite) -> None:
    scan(phone, unsure_site)
    tap_segment(phone, "0-1-large")
    names = phone.locator("#sheet .pick > span").all_inner_texts()
    assert names[:2] == ["Emerald", "Ruby"]
    assert names[-1] == "Cannot tell"


def test_a_row_of_the_score_lights_up_what_earns_it(phone: Page, site: LiveSite) -> None:
    scan(phone, site)
    phone.locator("#row-amethyst").tap()
    lit = phone.locator(".seg--lit").evaluate_all("(all) => all.map((segment) => segment.dataset.crystal)")
    assert lit == ["amethyst"] * 4
    expect(phone.locator("#row-amethyst")).to_have_attribute("aria-pressed", "true")
    phone.locator("#row-amethyst").tap()
    expect(phone.locator(".seg--lit")).to_have_count(0)


def test_a_removed_card_can_be_added_again(phone: Page, site: LiveSite) -> None:
    scan(phone, site)
    tap_segment(phone, "2-3-large")
    phone.locator("#sheet [data-remove]").tap()
    expect(phone.locator(".seg")).to_have_count(22)
    phone.locator("[data-add]").tap()
    phone.locator(".ghost").tap()
    expect(phone.locator(".seg")).to_have_count(24)
    phone.locator("#sheet [data-crystal=diamond]").tap()
    expect(phone.locator("#s-2-3-large")).to_have_attribute("data-crystal", "diamond")


def test_a_card_left_of_the_first_column_can_be_added(phone: Page, site: LiveSite) -> None:
    whole = drawn_table().reading
    rest = [replace(card, cell=Cell(card.cell.row, card.cell.col - 1)) for card in whole.cards if card.cell.col > 0]
    site.reader.reading = replace(whole, cards=tuple(rest))
    scan(phone, site)
    phone.locator("[data-whole]").tap()
    phone.locator("[data-add]").tap()
    phone.locator(".ghost[data-row='0'][data-col='-1']").tap()
    expect(phone.locator(".seg")).to_have_count(20)
    phone.locator("#sheet [data-crystal=diamond]").tap()
    expect(phone.locator("#s-0-0-large")).to_have_attribute("data-crystal", "diamond")


def test_the_whole_photo_can_be_seen(phone: Page, site: LiveSite) -> None:
    scan(phone, site)
    phone.locator("button[data-whole]").tap()
    assert phone.locator("#overlay").get_attribute("viewBox") == "0 0 1600 1200"


def test_everything_works_by_keyboard(phone: Page, site: LiveSite) -> None:
    scan(phone, site)
    before = int(total(phone))
    phone.locator("#s-2-0-large").focus()
    for key in ("ArrowDown", "ArrowDown", "ArrowDown", "ArrowRight"):
        phone.keyboard.press(key)
    expect(phone.locator("[id^='s-0-']:focus")).to_have_count(1)
    assert phone.locator(".seg[tabindex='0']").count() == 1
    phone.locator("#s-0-2-large").focus()
    phone.keyboard.press("Enter")
    expect(phone.locator("#sheet")).to_be_visible()
    expect(phone.locator("#sheet [data-crystal=citrine]")).to_be_focused()
    phone.keyboard.press("Escape")
    expect(phone.locator("#sheet")).to_be_hidden()
    expect(phone.locator("#s-0-2-large")).to_be_focused()
    phone.keyboard.press("Space")
    phone.locator("#sheet [data-crystal=hematite]").focus()
    phone.keyboard.press("Enter")
    expect(phone.locator(".score__total")).to_have_text(str(before - 3))
    expect(phone.locator("#s-0-2-large")).to_be_focused()
    phone.locator("#row-amethyst").focus()
    phone.keyboard.press("Enter")
    expect(phone.locator(".seg--lit")).to_have_count(4)


def test_tab_reaches_everything_from_the_top(phone: Page, site: LiveSite) -> None:
    scan(phone, site)
    reached = set()
    for _ in range(40):
        phone.keyboard.press("Tab")
        reached.add(
            phone.evaluate(
                "document.activeElement.closest('[id]')?.id + ' ' + document.activeElement.getAttribute('class')"
            )
        )
    together = " ".join(reached)
    for wanted in ("skip", "seg seg--", "row-tourmaline", "button--tool", "button--danger"):
        assert wanted in together


@pytest.mark.parametrize("kind", ["text", "large", "empty of cards"])
def test_a_photo_that_cannot_be_scored_says_so_in_place(phone: Page, site: LiveSite, tmp_path: Path, kind: str) -> None:
    file = tmp_path / "photo.jpg"
    sentences = {
        "text": "the file is no picture",
        "large": "the file has 4.0 MB, allowed are 3.0 MB",
        "empty of cards": "no three cards side by side",
    }
    file.write_bytes({"text": b"hello", "large": bytes(PHOTO_LIMIT + 1_000_000)}.get(kind, site.photo.read_bytes()))
    if kind == "empty of cards":
        site.reader.reading = None
    phone.goto("/")
    phone.locator("input[type=file]").first.set_input_files(file)
    expect(phone.locator("[data-problem]")).to_contain_text(sentences[kind])


def test_progress_is_shown_while_a_photo_is_sent_and_read(phone: Page, site: LiveSite) -> None:
    phone.goto("/")
    phone.evaluate(
        """() => { window.said = []; new MutationObserver(() => window.said.push(
            document.querySelector('[data-progress-text]').textContent))
            .observe(document.querySelector('[data-progress]'), {subtree: true, childList: true, attributes: true});
            window.addEventListener('pagehide', () => sessionStorage.said = JSON.stringify(window.said)); }"""
    )
    phone.locator("input[type=file]").nth(1).set_input_files(site.photo)
    phone.wait_for_url("**/scans/*")
    said = json.loads(phone.evaluate("sessionStorage.said"))
    assert "Sending…" in said
    assert "Reading the display…" in said


def test_a_pad_of_photo_and_numbers_names_the_winner(phone: Page, site: LiveSite) -> None:
    phone.goto("/")
    phone.get_by_role("button", name="2 players").tap()
    phone.wait_for_url("**/pads/*")
    pad = phone.url
    phone.get_by_label("Name of player 1").fill("Anna")
    phone.get_by_label("Name of player 2").fill("Ben")
    phone.locator("[data-field=emerald][data-seat='0']").fill("92")
    phone.locator("[data-field=hematite][data-seat='0']").fill("3")
    expect(phone.locator("[data-saved]")).to_have_text("Saved")
    phone.locator("[data-photo][data-seat='1']").set_input_files(site.photo)
    phone.wait_for_url("**/scans/*")
    score = int(total(phone))
    phone.get_by_role("link", name="Back to the score pad").tap()
    phone.wait_for_url(pad)
    expect(phone.locator("[data-received='1']")).to_have_text("+6")
    expect(phone.locator("[data-final='1']")).to_have_text(str(score + 6))
    expect(phone.locator("[data-verdict]")).to_have_text("Winner: Anna")
    phone.locator("[data-field=emerald][data-seat='0']").fill(str(score + 6 - 4))
    expect(phone.locator("[data-verdict]")).to_have_text("Shared victory: Anna, Ben")
    assert sideways_overflow(phone) == 0


def test_what_is_typed_survives_leaving_at_once_and_comes_back(phone: Page, site: LiveSite) -> None:
    assert site.address
    phone.goto("/")
    phone.get_by_role("button", name="4 players").tap()
    phone.wait_for_url("**/pads/*")
    for seat in range(4):
        phone.locator(f"[data-field=ruby][data-seat='{seat}']").fill(str(10 * seat))
    expect(phone.locator("[data-saved]")).to_have_text("Saved")
    phone.reload()
    values = [phone.locator(f"[data-field=ruby][data-seat='{seat}']").input_value() for seat in range(4)]
    assert values == ["0", "10", "20", "30"]
    assert sideways_overflow(phone) == 0
    phone.locator("[data-field=ruby][data-seat='0']").fill("1x")
    expect(phone.locator("[data-field=ruby][data-seat='0']")).to_have_attribute("aria-invalid", "true")


def test_a_pad_can_be_shared_and_deleted(phone: Page, site: LiveSite) -> None:
    assert site.address
    phone.goto("/")
    phone.get_by_role("button", name="3 players").tap()
    phone.wait_for_url("**/pads/*")
    for ending, start in (("png", b"\x89PNG"), ("csv", b"\xef\xbb\xbf"), ("json", b"{")):
        with phone.expect_download() as download:
            phone.locator(f"a[href$='export.{ending}']").tap()
        assert Path(download.value.path()).read_bytes().startswith(start)
        assert download.value.suggested_filename.endswith(f".{ending}")
    pad = phone.url
    phone.locator("[data-delete]").tap()
    phone.get_by_role("button", name="Cancel").tap()
    assert phone.url == pad
    phone.locator("[data-delete]").tap()
    phone.locator("#confirm button[value=yes]").tap()
    phone.wait_for_url("**/")
    assert phone.locator(f"a[href='{pad.removeprefix(site.address)}']").count() == 0


def test_the_language_is_switched_where_one_is(phone: Page, site: LiveSite) -> None:
    scan(phone, site)
    url = phone.url
    phone.get_by_role("button", name="Deutsch").tap()
    expect(phone.locator("#score-title")).to_have_text("Wertung")
    assert phone.url == url
    assert phone.locator("#s-0-1-large").get_attribute("aria-label") == "Reihe 1, Spalte 2, großes Feld: Rubin"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [375, 1280])
def test_axe_finds_nothing_serious(browser: Browser, unsure_site: LiveSite, scheme: str, width: int) -> None:
    context = judged(browser, unsure_site.address, scheme, width)
    page = context.new_page()
    found = {}
    scan(page, unsure_site)
    found["scan"] = serious(page)
    page.locator("#row-amethyst").click()
    found["lit"] = serious(page)
    page.locator("#s-0-1-large").click()
    found["sheet"] = serious(page)
    page.goto("/")
    found["home"] = serious(page)
    page.locator("button[value='4']").click()
    page.wait_for_url("**/pads/*")
    found["pad"] = serious(page)
    for path in ("/api/docs", "/nowhere"):
        page.goto(path)
        found[path] = serious(page)
    context.close()
    assert {name: problems for name, problems in found.items() if problems} == {}


def test_still_doubts_for_those_who_want_no_motion(browser: Browser, unsure_site: LiveSite) -> None:
    moving = {}
    for wish in ("reduce", "no-preference"):
        context = browser.new_context(reduced_motion="reduce" if wish == "reduce" else "no-preference",
                                      base_url=unsure_site.address)  # fmt: skip
        page = context.new_page()
        scan(page, unsure_site)
        page.wait_for_timeout(150)
        moving[wish] = page.evaluate("document.getAnimations().filter((a) => a.playState === 'running').length")
        context.close()
    assert moving["reduce"] == 0
    assert moving["no-preference"] >= 2


def test_a_failed_correction_is_seen_and_the_sheet_stays(phone: Page, site: LiveSite) -> None:
    scan(phone, site)
    tap_segment(phone, "0-2-large")
    phone.route("**/api/scans/*", lambda route: route.fulfill(status=507, json={"error": "the disk is full"}))
    phone.locator("#sheet [data-crystal=hematite]").tap()
    expect(phone.locator("#complaint")).to_have_text("the disk is full")
    expect(phone.locator("#complaint")).to_be_in_viewport()
    expect(phone.locator("#sheet")).to_be_visible()


def test_typed_points_are_sent_again_after_a_failure(phone: Page, site: LiveSite) -> None:
    assert site.address
    phone.goto("/")
    phone.get_by_role("button", name="2 players").tap()
    phone.wait_for_url("**/pads/*")
    phone.route("**/players/*", lambda route: route.fulfill(status=507, json={"error": "the disk is full"}))
    phone.locator("[data-field=ruby][data-seat='0']").fill("40")
    expect(phone.locator("[data-saved]")).to_have_text("Not saved, trying again")
    phone.unroute("**/players/*")
    expect(phone.locator("[data-saved]")).to_have_text("Saved")
    expect(phone.locator("[data-final='0']")).to_have_text("40")
