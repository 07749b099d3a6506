"""Copies in the web view: a corrected photo teaches one, the choice stays with the browser, a lesson can be undone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.readings import FakeReader, ruby_row
from tests.server.web_client import Client, jpeg, open_site
from vision.crystalla.copies import unpack

PHOTO = {"photo": ("x.jpg", jpeg(), "image/jpeg")}


@pytest.fixture
def reader() -> FakeReader:
    return FakeReader([ruby_row() for _ in range(6)])


@pytest.fixture
def client(tmp_path: Path, reader: FakeReader) -> Client:
    with open_site(tmp_path, reader=reader) as site:
        yield site.client()


def scan(client: Client) -> str:
    return str(client.post("/api/scans", files=PHOTO).json()["id"])


def remembered(client: Client, name: str = "Stube") -> str:
    """Teach a corrected scan as the page does; answers the lesson's id."""
    scan_id = scan(client)
    client.patch(f"/api/scans/{scan_id}", json={"row": 0, "col": 1, "large": {"crystal": "citrine"}})
    answer = client.post(f"/scans/{scan_id}/lesson", data={"name": name})
    assert answer.status_code == 303
    return str(client.get("/api/copies").json()[0]["lessons"][-1]["id"])


def test_a_corrected_photo_teaches_what_the_player_said(client: Client) -> None:
    remembered(client)
    file = client.get("/api/copies/file", params={"name": "Stube"})
    [lesson] = unpack(file.content).lessons
    assert [(card.large, card.small) for card in lesson.cards] == [
        ("ruby", "amethyst"),
        ("citrine", "hematite"),
        ("citrine", "amethyst"),
    ]


def test_after_remembering_photos_are_read_as_that_copy(client: Client, reader: FakeReader) -> None:
    remembered(client, "Omas Küche")
    assert reader.copies == []
    assert client.get(f"/api/scans/{scan(client)}").json()["copy"] == "Omas Küche"
    assert [copy.name for copy in reader.copies] == ["Omas Küche"]
    client.post("/copies/choose", data={"name": ""})
    assert client.get(f"/api/scans/{scan(client)}").json()["copy"] is None


def test_a_program_names_the_copy_with_the_photo(client: Client) -> None:
    answer = client.post(f"/api/scans/{scan(client)}/lesson", json={"copy_name": "Stube"})
    assert answer.status_code == 201
    assert answer.json()["lessons"][0]["cards"] == 3
    assert client.post("/api/score", files=PHOTO, data={"copy": "Stube"}).json()["copy"] == "Stube"
    assert client.post("/api/score", files=PHOTO).json()["copy"] is None


def test_a_lesson_is_undone_and_the_last_one_takes_the_copy_along(client: Client) -> None:
    first, second = remembered(client), remembered(client)
    client.post("/copies/undo", data={"name": "Stube", "lesson": first})
    [copy] = client.get("/api/copies").json()
    assert [lesson["id"] for lesson in copy["lessons"]] == [second]
    assert client.ask("DELETE", "/api/copies/lessons", params={"name": "Stube", "lesson": first}).status_code == 422
    assert client.ask("DELETE", "/api/copies/lessons", params={"name": "Stube", "lesson": second}).status_code == 204
    assert client.get("/api/copies").json() == []


def test_a_deleted_copy_is_no_longer_used(client: Client) -> None:
    remembered(client)
    assert client.ask("DELETE", "/api/copies", params={"name": "Stube"}).status_code == 204
    assert client.get(f"/api/scans/{scan(client)}").json()["copy"] is None
    assert client.post("/copies/delete", data={"name": "Stube"}).status_code == 404


@pytest.mark.parametrize("name", ["", " ", "a\nb", "x" * 41])
def test_a_name_that_no_list_can_show_is_refused(client: Client, name: str) -> None:
    answer = client.post(f"/api/scans/{scan(client)}/lesson", json={"copy_name": name})
    assert answer.status_code == 422
    assert "1 to 40 printable" in answer.json()["error"]
    assert client.get("/api/copies").json() == []


def test_an_unknown_scan_teaches_nothing(client: Client) -> None:
    assert client.post("/api/scans/0123/lesson", json={"copy_name": "Stube"}).status_code == 404
