"""`/api/score` and `/api/tally`: the contract's lines over HTTP, and one sentence for everything bad."""

from __future__ import annotations

import asyncio
import html
import struct
import threading
import time
import zlib
from collections.abc import Iterator
from itertools import repeat
from pathlib import Path

import pytest

from rules.crystalla.edition import load_edition
from rules.crystalla.tally import tally_line
from server.limits import MULTIPART_OVERHEAD_BYTES, BodyLimits
from server.locales import load_locales
from tests.server.contract import validator
from tests.server.readings import ruby_row
from tests.server.web_client import Client, Site, chunks, jpeg, open_site
from vision.crystalla.reading import DisplayReading
from vision.errors import ImageError, NoDisplayError, Reason
from vision.image import Photo, load_photo

SMALL_LIMIT = 40_000


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with open_site(tmp_path_factory.mktemp("site"), repeat(ruby_row())) as running:
        yield running


@pytest.fixture
def client(site: Site) -> Client:
    return site.client()


def png_header(width: int, height: int, pixels: bytes = b"") -> bytes:
    """A PNG that claims a size; its pixels are what is given, deflated."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        checksum = struct.pack(">I", zlib.crc32(kind + content))
        return struct.pack(">I", len(content)) + kind + content + checksum

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(pixels)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


def with_comments(photo: bytes, size: int) -> bytes:
    """A JPEG made at least so many bytes long by comments (marker FE) behind its first marker."""
    comment = b"\xff\xfe" + struct.pack(">H", 60_002) + bytes(60_000)
    return photo[:2] + comment * ((size - len(photo)) // len(comment) + 1) + photo[2:]


BAD_PHOTOS = {
    "empty": b"",
    "text": b"hello, this is no photo",
    "cut at 20 %": jpeg()[: len(jpeg()) // 5],
    "cut at 50 %": jpeg()[: len(jpeg()) // 2],
    "cut at 90 %": jpeg()[: len(jpeg()) * 9 // 10],
    "60000 x 60000": png_header(60_000, 60_000),
    "decompression bomb": png_header(30_000, 30_000, bytes(4_000_000)),
}


def test_a_photo_becomes_a_line_of_the_contract(client: Client) -> None:
    answer = client.post("/api/score", files={"photo": ("anna.jpg", jpeg(), "image/jpeg")})
    assert answer.status_code == 200
    validator("score_line").validate(answer.json())
    assert answer.json()["photo"] == "anna.jpg"
    assert answer.json()["score"]["total"] == 20


def test_bare_bytes_are_taken_like_a_form(client: Client) -> None:
    answer = client.post("/api/score?name=ben.jpg", content=jpeg(), headers={"content-type": "image/jpeg"})
    assert answer.json()["photo"] == "ben.jpg"
    assert answer.json()["score"]["total"] == 20


def test_a_photo_without_a_display_says_so_as_the_contract_does(tmp_path: Path) -> None:
    with open_site(tmp_path, [None]) as site:
        answer = site.client().post("/api/score", files={"photo": jpeg()})
    validator("score_line").validate(answer.json())
    assert answer.json()["found"] is False
    assert "no display" in answer.json()["reason"]


@pytest.mark.parametrize("name", BAD_PHOTOS)
@pytest.mark.parametrize("path", ["/api/score", "/api/scans", "/scans"])
@pytest.mark.parametrize("as_form", [True, False])
def test_bad_photos_get_the_sentence_of_the_command_line(client: Client, name: str, path: str, as_form: bool) -> None:
    photo = BAD_PHOTOS[name]
    with pytest.raises(ImageError) as refused:
        load_photo(photo)
    body = {"files": {"photo": ("x.jpg", photo)}} if as_form else {"content": photo}
    answer = client.post(path, **body)
    assert answer.status_code == 415
    if path.startswith("/api/"):
        assert answer.json() == {"error": refused.value.reason, "code": "photo"}
    else:
        assert refused.value.reason in answer.text


@pytest.mark.parametrize("name", BAD_PHOTOS)
@pytest.mark.parametrize("language", ["de", "fr"])
@pytest.mark.parametrize("path", ["/api/score", "/scans"])
def test_bad_photos_are_told_in_the_language_of_the_reader(client: Client, name: str, language: str, path: str) -> None:
    photo = BAD_PHOTOS[name]
    with pytest.raises(ImageError) as refused:
        load_photo(photo)
    wording = load_locales().texts[language](f"reason.{refused.value.code}", **refused.value.parameters)
    answer = client.post(path, content=photo, headers={"accept-language": language})
    told = answer.json()["error"] if path.startswith("/api/") else html.unescape(answer.text)
    assert wording in told
    assert refused.value.reason not in told


def test_a_photo_without_a_display_is_told_in_french_but_its_score_line_stays_english(tmp_path: Path) -> None:
    with open_site(tmp_path, [None, None]) as site:
        client = site.client()
        french = {"accept-language": "fr"}
        page = client.post("/scans", content=jpeg(), headers=french)
        line = client.post("/api/score", content=jpeg(), headers=french)
    assert page.status_code == 422
    assert "2 choses semblables à des cartes" in html.unescape(page.text)
    assert line.json()["reason"] == NoDisplayError(Reason.NO_GRID, count=2).reason


def test_a_broken_form_is_refused(client: Client) -> None:
    headers = {"content-type": "multipart/form-data; boundary=x"}
    for body in (b"--x\r\nnonsense", b"--y\r\n\r\n--y--", b"\x00" * 50):
        answer = client.post("/api/score", content=body, headers=headers)
        assert answer.status_code in (400, 422)
        assert answer.json()["error"]


def test_a_form_without_a_boundary_is_refused(client: Client) -> None:
    answer = client.post("/api/score", content=b"abc", headers={"content-type": "multipart/form-data"})
    assert (answer.status_code, answer.json()["code"]) == (400, "form")


def test_a_form_without_a_photo_is_refused(client: Client) -> None:
    answer = client.post("/api/score", files={"note": (None, "no file here")})
    assert (answer.status_code, answer.json()["code"]) == (422, "no-photo")


def test_two_photos_in_one_form_are_refused(client: Client) -> None:
    answer = client.post("/api/score", files=[("photo", ("a.jpg", jpeg())), ("photo", ("b.jpg", jpeg()))])
    assert (answer.status_code, answer.json()["code"]) == (422, "no-photo")


@pytest.mark.parametrize("declared", [True, False])
def test_a_body_over_the_limit_is_refused_before_it_is_parsed(tmp_path: Path, declared: bool) -> None:
    limits = BodyLimits(photo_bytes=SMALL_LIMIT)
    content = bytes(SMALL_LIMIT * 20)
    with open_site(tmp_path, limits=limits) as site:
        client = site.client()
        body = {"files": {"photo": content}} if declared else {"content": chunks(content)}
        answer = client.post("/api/score", **body)
        page = client.post("/scans", files={"photo": content})
    assert answer.status_code == 413
    assert answer.json()["code"] == "too-large"
    assert answer.json()["error"].endswith("allowed are 0.0 MB")
    assert page.status_code == 413 and "<h1>" in page.text


def test_a_chunked_body_is_not_read_beyond_the_limit(tmp_path: Path) -> None:
    taken = 0

    async def endless() -> object:
        nonlocal taken
        while True:
            taken += 4096
            yield bytes(4096)

    with open_site(tmp_path, limits=BodyLimits(photo_bytes=SMALL_LIMIT)) as site:
        answer = site.client().post("/api/score", content=endless())
    assert answer.status_code == 413
    assert taken <= SMALL_LIMIT + MULTIPART_OVERHEAD_BYTES + 2 * 4096


def test_text_bodies_have_their_own_smaller_limit(tmp_path: Path) -> None:
    with open_site(tmp_path, limits=BodyLimits(text_bytes=1000)) as site:
        answer = site.client().post("/api/tally", content=b"[" * 60_000)
    assert answer.status_code == 413


@pytest.mark.parametrize("size_mb", [0.5, 1, 10])
def test_photos_around_the_form_parsers_own_limits_arrive_whole(tmp_path: Path, size_mb: float) -> None:
    padded = with_comments(jpeg(), int(size_mb * 1e6))
    with open_site(tmp_path, [ruby_row()]) as site:
        answer = site.client().post("/api/scans", files={"photo": padded})
        assert answer.status_code == 201, answer.text
        kept = next((tmp_path / "photos").glob("*.photo"))
        assert kept.stat().st_size == len(padded)


DISPLAY = (
    '{"cards": [{"row": 0, "col": 0, "rotation": 2, "large": "ruby", "small": "amethyst"},'
    ' {"row": 0, "col": 1, "rotation": 0, "large": "ruby", "small": null}]}'
)


@pytest.mark.parametrize("line", [DISPLAY, f'{{"displays": [{DISPLAY}, {DISPLAY}]}}'])
def test_tally_answers_what_the_command_line_answers(client: Client, line: str) -> None:
    answer = client.post("/api/tally", content=line, headers={"content-type": "application/json"})
    expected, fine = tally_line(line, load_edition())
    assert fine
    assert (answer.status_code, answer.text) == (200, expected.replace(": ", ":").replace(", ", ","))


@pytest.mark.parametrize("line", ['{"cards": [{"row": 3}]}', '{"cards": 1}', "{}", '{"displays": []}'])
def test_a_bad_display_is_refused_with_the_sentence_of_the_command_line(client: Client, line: str) -> None:
    answer = client.post("/api/tally", content=line, headers={"content-type": "application/json"})
    expected, fine = tally_line(line, load_edition())
    assert not fine
    assert answer.status_code == 422
    assert f'"error": "{answer.json()["error"]}"' in expected.replace('\\"', '"') or answer.json()["error"] in expected


@pytest.mark.parametrize("body", ["", "[]", "nonsense", "{", '"text"', "\udcff"])
def test_what_is_no_json_object_is_refused(client: Client, body: str) -> None:
    content = body.encode("utf-8", "surrogateescape")
    answer = client.post("/api/tally", content=content, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 422)
    assert answer.json()["error"]


class SlowReader:
    """Takes its time, and notes how many read at once."""

    def __init__(self) -> None:
        self.at_once = 0
        self.most = 0
        self.started = threading.Event()

    def read(self, photo: Photo) -> DisplayReading:  # noqa: ARG002  the reader's signature
        self.at_once += 1
        self.most = max(self.most, self.at_once)
        self.started.set()
        time.sleep(0.15)
        self.at_once -= 1
        return ruby_row()


def test_photos_are_read_one_at_a_time_while_pages_are_still_served(tmp_path: Path) -> None:
    reader = SlowReader()

    async def three_photos_and_a_page(client: Client) -> tuple[list[int], bool]:
        photo = jpeg()
        posts = [asyncio.ensure_future(client.http.post("/api/score", content=photo)) for _ in range(3)]
        while not reader.started.is_set():
            await asyncio.sleep(0.005)
        page = await client.http.get("/static/icon.svg")
        served_meanwhile = page.status_code == 200 and not all(post.done() for post in posts)
        return [(await post).status_code for post in posts], served_meanwhile

    with open_site(tmp_path, reader=reader) as site:
        statuses, served_meanwhile = site.run(three_photos_and_a_page(site.client()))
    assert statuses == [200, 200, 200]
    assert reader.most == 1
    assert served_meanwhile
