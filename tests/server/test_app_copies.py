"""Copies in the web view: a corrected photo teaches one, the choice stays with the browser, a lesson can be undone.

And a copy travels as a file, which is checked before it is kept.
"""

from __future__ import annotations

import io
import json
import os
import zipfile
from pathlib import Path

import httpx
import pytest

from tests.server.readings import FakeReader, ruby_row
from tests.server.web_client import Client, chunks, jpeg, open_site
from vision.crystalla.copies import HEADER, MAX_FILE_BYTES, unpack

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
    assert client.ask("DELETE", "/api/copies", params={"name": "Stube"}).status_code == 404


@pytest.mark.parametrize("name", ["", " ", "a\nb", "x" * 41])
def test_a_name_that_no_list_can_show_is_refused(client: Client, name: str) -> None:
    answer = client.post(f"/api/scans/{scan(client)}/lesson", json={"copy_name": name})
    assert answer.status_code == 422
    assert "1 to 40 printable" in answer.json()["error"]
    assert client.get("/api/copies").json() == []


def test_an_unknown_scan_teaches_nothing(client: Client) -> None:
    assert client.post("/api/scans/0123/lesson", json={"copy_name": "Stube"}).status_code == 404


def shared(client: Client, name: str = "Stube") -> bytes:
    """The file of a copy that was taught and then deleted here: as a friend would send it."""
    remembered(client, name)
    file = client.get("/api/copies/file", params={"name": name}).content
    client.ask("DELETE", "/api/copies", params={"name": name})
    return file


def sent(client: Client, content: bytes, path: str = "/api/copies/file", **fields: str) -> httpx.Response:
    return client.post(path, files={"file": ("x.copy", content)}, data=fields)


def test_a_friends_file_is_taken_in_and_used(client: Client, reader: FakeReader) -> None:
    answer = sent(client, shared(client), "/copies/file")
    assert (answer.status_code, answer.headers["location"]) == (303, "/copies")
    assert client.get(f"/api/scans/{scan(client)}").json()["copy"] == "Stube"
    assert [len(copy.lessons) for copy in reader.copies] == [1]


def test_a_program_sends_the_bare_bytes_of_a_file(client: Client) -> None:
    file = shared(client)
    answer = client.post("/api/copies/file", content=file)
    assert (answer.status_code, answer.json()["name"]) == (201, "Stube")
    assert client.get("/api/copies/file", params={"name": "Stube"}).content == file


def test_a_taken_name_is_refused_and_the_copy_of_it_stays(client: Client) -> None:
    file = shared(client)
    remembered(client)
    mine = client.get("/api/copies/file", params={"name": "Stube"}).content
    answer = sent(client, file)
    assert (answer.status_code, answer.json()["code"]) == (409, "copy-exists")
    assert client.get("/api/copies/file", params={"name": "Stube"}).content == mine
    assert sent(client, file, copy_name="Lenas").json()["name"] == "Lenas"
    assert [copy["name"] for copy in client.get("/api/copies").json()] == ["Lenas", "Stube"]
    assert sent(client, file, copy_name="a\nb").status_code == 422


def of_version(file: bytes, version: int) -> bytes:
    """A copy's file as another version would write it."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(file)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name == HEADER:
                content = json.dumps(json.loads(content) | {"version": version}).encode()
            new.writestr(name, content)
    return out.getvalue()


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_what_is_no_copy_of_this_version_is_refused_in_plain_words(client: Client, language: str) -> None:
    file = shared(client)
    said = {
        "en": ("no file of a copy", "another version"),
        "de": ("keine Datei eines Exemplars", "anderen Version"),
        "fr": ("pas un fichier d’exemplaire", "autre version"),
    }[language]
    for content, words in ((b"", said[0]), (jpeg(), said[0]), (file[:-900], said[0]), (of_version(file, 2), said[1])):
        answer = client.post("/api/copies/file", content=content, headers={"accept-language": language})
        assert answer.status_code == 422
        assert words in answer.json()["error"]
    assert client.get("/api/copies").json() == []


def test_a_file_that_is_too_large_is_refused_before_it_is_kept(client: Client) -> None:
    declared = sent(client, bytes(MAX_FILE_BYTES + 50_000))
    counted = client.post("/api/copies/file", content=chunks(bytes(MAX_FILE_BYTES + 50_000), 1 << 20))
    assert [(answer.status_code, answer.json()["code"]) for answer in (declared, counted)] == [(413, "too-large")] * 2
    assert sent(client, bytes(MAX_FILE_BYTES)).status_code == 422, "as large as a copy may be, but none"


def test_a_form_without_a_file_is_refused(client: Client) -> None:
    answer = client.post("/api/copies/file", files={"file": ("", b"")})
    assert (answer.status_code, answer.json()["code"]) == (422, "no-copy-file")


def test_a_full_disk_takes_in_nothing(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    file = shared(client)
    monkeypatch.setattr(os, "fsync", lambda _: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    assert sent(client, file).json()["code"] == "storage-full"
    assert client.get("/api/copies").json() == []
