"""Teaching a copy in real Chromium, by finger and by keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import FilePayload, Page, expect

from tests.web.conftest import LiveSite
from tests.web.test_pages import scan, serious, sideways_overflow, tap_segment, total
from vision.crystalla.copies import MAX_FILE_BYTES, unpack

pytestmark = pytest.mark.browser


@pytest.fixture(autouse=True)
def no_copies(client: httpx.Client) -> Iterator[None]:
    """The site is shared by all tests; a copy of one is not for the next."""
    yield
    for copy in client.get("/api/copies").json():
        client.delete("/api/copies", params={"name": copy["name"]})


def remember(page: Page, site: LiveSite, name: str) -> None:
    scan(page, site)
    page.get_by_text("Remember this copy").click()
    page.get_by_label("Name of your copy").fill(name)
    page.get_by_role("button", name="All right, remember it").click()
    page.wait_for_url("**/copies")


def choose_file(page: Page, name: str, content: bytes) -> None:
    file = FilePayload(name=name, mimeType="application/octet-stream", buffer=content)
    page.get_by_label("Choose the file").set_input_files(file)


def test_a_photo_is_remembered_by_keyboard_and_taken_back(phone: Page, site: LiveSite) -> None:
    scan(phone, site)
    phone.get_by_text("Remember this copy").focus()
    phone.keyboard.press("Enter")
    phone.get_by_label("Name of your copy").fill("Living room")
    phone.keyboard.press("Enter")
    phone.wait_for_url("**/copies")
    expect(phone.get_by_role("status").filter(has_text="New photos are read as “Living room”")).to_be_visible()
    assert serious(phone) == []
    assert sideways_overflow(phone) <= 0
    scan(phone, site)
    expect(phone.get_by_text("Read as copy “Living room”")).to_be_visible()
    phone.goto("/copies")
    phone.get_by_role("button", name="Take this photo back").click()
    expect(phone.get_by_text("No copy has been taught yet.")).to_be_visible()


def test_the_first_lesson_tells_which_cards_to_lay_and_asks_for_one_confirmation(phone: Page, site: LiveSite) -> None:
    phone.goto("/copies")
    lesson = phone.get_by_role("region", name="The first lesson")
    expect(lesson.get_by_role("listitem").filter(has_text="3 rows of 4").first).to_be_visible()
    cards = lesson.locator(".lay li")
    expect(cards).to_have_count(12)
    told = " ".join(cards.all_inner_texts())
    for name in ("Tourmaline", "Amethyst", "Ruby", "Emerald", "Citrine", "Diamond", "Hematite"):
        assert f"large part: {name}" in told
        assert f"small part: {name}" in told
    assert serious(phone) == []
    assert sideways_overflow(phone) <= 0
    lesson.get_by_label("Choose a photo").set_input_files(site.photo)
    phone.wait_for_url("**/scans/*")
    expect(phone.get_by_text("The first lesson: compare every name")).to_be_visible()
    assert serious(phone) == []
    phone.get_by_label("Name of your copy").fill("First")
    phone.keyboard.press("Enter")
    phone.wait_for_url("**/copies")
    expect(phone.get_by_text("Not seen yet, worth another photo: Hematite (large part)")).to_be_visible()


def test_outside_the_lesson_remembering_stays_folded(phone: Page, site: LiveSite) -> None:
    scan(phone, site)
    expect(phone.get_by_text("The first lesson: compare every name")).to_have_count(0)
    expect(phone.get_by_label("Name of your copy")).to_be_hidden()


def test_from_a_corrected_photo_to_a_copy_that_is_used_and_deleted(
    phone: Page, site: LiveSite, client: httpx.Client
) -> None:
    scan(phone, site)
    before = total(phone)
    tap_segment(phone, "0-2-large")
    phone.locator("#sheet [data-crystal=hematite]").tap()
    expect(phone.locator(".score__total")).not_to_have_text(before)
    phone.get_by_text("Remember this copy").tap()
    phone.get_by_label("Name of your copy").fill("Attic")
    phone.get_by_role("button", name="All right, remember it").tap()
    phone.wait_for_url("**/copies")
    lessons = unpack(client.get("/api/copies/file", params={"name": "Attic"}).content).lessons
    assert "hematite" in [card.large for card in lessons[0].cards]
    remember(phone, site, "Attic")
    expect(phone.get_by_text("2 photos learned")).to_be_visible()
    phone.get_by_role("button", name="Take this photo back").first.tap()
    expect(phone.get_by_text("1 photo learned")).to_be_visible()
    phone.wait_for_load_state()
    phone.get_by_role("button", name="Delete this copy").tap()
    expect(phone.get_by_role("dialog")).to_contain_text("“Attic”")
    phone.get_by_role("button", name="Cancel").tap()
    expect(phone.get_by_text("1 photo learned")).to_be_visible()
    phone.get_by_role("button", name="Delete this copy").tap()
    phone.get_by_role("dialog").get_by_role("button", name="Delete").tap()
    expect(phone.get_by_text("No copy has been taught yet.")).to_be_visible()


def test_a_copy_is_saved_as_a_file_and_a_friends_file_taken_in(phone: Page, site: LiveSite, tmp_path: Path) -> None:
    remember(phone, site, "Club’s / 2")
    with phone.expect_download() as saving:
        phone.get_by_role("link", name="Save as a file").click()
    saving.value.save_as(tmp_path / "club.copy")
    file = (tmp_path / "club.copy").read_bytes()
    assert saving.value.suggested_filename.endswith(".copy")
    choose_file(phone, "club.copy", file)
    problem = phone.get_by_role("alert").filter(has_text="a copy Club’s / 2 already")
    expect(problem).to_be_visible()
    expect(phone.get_by_label("Another name for it")).to_be_focused()
    assert serious(phone) == []
    assert sideways_overflow(phone) <= 0
    phone.keyboard.type("Lena")
    phone.keyboard.press("Enter")
    expect(phone.get_by_role("status").filter(has_text="read as “Lena”")).to_be_visible()
    expect(phone.get_by_role("heading", name="Club’s / 2")).to_be_visible()


def test_a_file_that_is_none_is_refused_where_it_was_chosen(phone: Page, site: LiveSite) -> None:
    remember(phone, site, "Mine")
    choose_file(phone, "holiday.jpg", site.photo.read_bytes())
    expect(phone.get_by_role("alert").filter(has_text="no file of a copy")).to_be_visible()
    choose_file(phone, "film.mp4", bytes(MAX_FILE_BYTES + 1))
    expect(phone.get_by_role("alert").filter(has_text="the file has 16 MB")).to_be_visible()
    expect(phone.get_by_label("Another name for it")).to_be_hidden()
    expect(phone.get_by_role("heading", name="Mine")).to_be_visible()
