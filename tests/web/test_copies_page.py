"""Teaching a copy in real Chromium, by finger and by keyboard."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import LiveSite
from tests.web.test_pages import scan, serious, sideways_overflow

pytestmark = pytest.mark.browser


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


def test_the_first_lesson_is_explained_without_sideways_scrolling(phone: Page, site: LiveSite) -> None:
    phone.goto(f"{site.address}/copies")
    expect(phone.get_by_role("heading", name="The first lesson")).to_be_visible()
    expect(phone.get_by_role("listitem").filter(has_text="3 rows of 4")).to_be_visible()
    assert serious(phone) == []
    assert sideways_overflow(phone) <= 0
