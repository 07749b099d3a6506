"""Photographed displays: kept, corrected with the score following, taken back, forgotten; nothing lost when full."""

from __future__ import annotations

import asyncio
import errno
import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import repeat
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import ConnectionPoolEntry

from server import photos
from tests.server.contract import validator
from tests.server.readings import card, reading, ruby_row, segment
from tests.server.web_client import Client, Site, jpeg, open_site


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with open_site(tmp_path_factory.mktemp("site"), repeat(ruby_row())) as running:
        yield running


@pytest.fixture
def client(site: Site) -> Client:
    return site.client()


def add(client: Client, **options: Any) -> dict[str, Any]:
    answer = client.post("/api/scans", files={"photo": ("../../evil.jpg", jpeg())}, **options)
    assert answer.status_code == 201
    scan: dict[str, Any] = answer.json()
    return scan


def test_a_scan_is_kept_with_what_earns_which_points(client: Client) -> None:
    scan = client.get(f"/api/scans/{add(client)['id']}").json()
    validator("score_line").validate(scan)
    ruby = next(line for line in scan["lines"] if line["row"] == "ruby")
    assert (ruby["rule"], ruby["points"]) == ("CR-70", 10)
    assert [(slot["row"], slot["col"], slot["segment"]) for slot in ruby["slots"]] == [(0, 0, "large"), (0, 1, "large")]
    assert sum(line["points"] for line in scan["lines"] if line["row"] != "hematite") == scan["score"]["total"]


def test_the_photo_is_served_upright_under_our_own_name(client: Client, site: Site) -> None:
    scan = add(client)
    picture = client.get(scan["photo_url"])
    assert picture.headers["content-type"] == "image/jpeg"
    assert picture.content.startswith(b"\xff\xd8")
    names = {path.name for path in site.folder.rglob("*") if scan["id"] in path.name}
    assert names == {f"{scan['id']}.photo", f"{scan['id']}.jpg"}
    assert not list(site.folder.parent.rglob("evil*"))


def test_a_corrected_crystal_changes_the_score_at_once(client: Client) -> None:
    path = f"/api/scans/{add(client)['id']}"
    changed = client.patch(path, json={"row": 0, "col": 1, "large": {"crystal": "citrine"}}).json()
    assert changed["score"]["ruby"] == 0
    assert changed["score"]["total"] == client.get(path).json()["score"]["total"] == 7 + 3 + 3
    assert client.post(f"{path}/undo").json()["score"]["total"] == 20


def test_a_turned_card_changes_the_score_and_its_corners(client: Client) -> None:
    scan = add(client)
    changed = client.patch(f"/api/scans/{scan['id']}", json={"row": 0, "col": 0, "rotation": 0}).json()
    assert changed["score"]["ruby"] == 0
    before, after = scan["cards"][0]["corners"], changed["cards"][0]["corners"]
    assert after == before[2:] + before[:2]


def test_what_cannot_be_told_is_missing_and_makes_the_score_unsure(client: Client) -> None:
    scan = add(client)
    changed = client.patch(f"/api/scans/{scan['id']}", json={"row": 0, "col": 0, "large": {"crystal": None}}).json()
    assert changed["score"]["missing"] == 1
    assert changed["sure"] is False
    assert changed["cards"][0]["large"]["crystal"] is None


def test_a_piece_can_be_said_to_lie_there(client: Client) -> None:
    scan = add(client)
    changed = client.patch(f"/api/scans/{scan['id']}", json={"row": 0, "col": 0, "large": {"piece": True}}).json()
    assert changed["cards"][0]["large"] == {"crystal": "ruby", "confidence": 0.99, "piece": True}


def test_a_card_can_be_removed_and_added(client: Client) -> None:
    path = f"/api/scans/{add(client)['id']}"
    removed = client.patch(path, json={"row": 0, "col": 2, "removed": True}).json()
    assert [c["col"] for c in removed["cards"]] == [0, 1]
    added = client.patch(path, json={"row": 1, "col": 1, "added": True}).json()
    assert added["score"]["missing"] == 2
    corners = next(c for c in added["cards"] if c["row"] == 1)["corners"]
    assert [round(value) for value in corners[0]] == [200, 300]


def ghosts(client: Client, scan_id: str) -> set[tuple[int, int]]:
    """The places at which the page offers to add a card."""
    body = client.get(f"/scans/{scan_id}/body").text
    return {(int(row), int(col)) for row, col in re.findall(r'data-ghost data-row="(-?\d+)" data-col="(-?\d+)"', body)}


def test_a_card_missed_left_of_the_display_or_below_it_can_be_added(client: Client) -> None:
    scan = add(client)
    path = f"/api/scans/{scan['id']}"
    around = {(row, col) for row in (-1, 1) for col in range(3)}
    assert ghosts(client, scan["id"]) == around | {(0, -1), (0, 3)}
    left = client.patch(path, json={"row": 0, "col": -1, "added": True}).json()
    assert [(c["row"], c["col"]) for c in left["cards"]] == [(0, 0), (0, 1), (0, 2), (0, 3)]
    assert [round(value) for value in left["cards"][0]["corners"][0]] == [0, 400]
    assert left["score"]["total"] == scan["score"]["total"]
    assert {place for place in ghosts(client, scan["id"]) if place[0] == 0} == set(), "four columns are full"
    below = client.patch(path, json={"row": -1, "col": 2, "added": True}).json()
    assert [c["row"] for c in below["cards"]] == [0, 1, 1, 1, 1]
    assert client.patch(path, json={"row": 1, "col": 1, "large": {"crystal": "citrine"}}).json()["score"]["ruby"] == 0
    for _ in range(3):
        undone = client.post(f"{path}/undo").json()
    assert undone["cards"] == scan["cards"]


def test_a_card_missed_beyond_the_last_column_moves_the_display_to_the_left(tmp_path: Path) -> None:
    at_the_right = reading(*(card(2, col, 0, "ruby", "ruby") for col in (1, 2, 3)))
    with open_site(tmp_path, [at_the_right]) as site:
        client = site.client()
        path = f"/api/scans/{add(client)['id']}"
        added = client.patch(path, json={"row": 2, "col": 4, "added": True}).json()
        above = client.patch(path, json={"row": 3, "col": 0, "added": True}).json()
    assert [c["col"] for c in added["cards"]] == [0, 1, 2, 3]
    assert [c["row"] for c in above["cards"]] == [1, 1, 1, 1, 2]


def test_doubts_end_when_they_are_answered(tmp_path: Path) -> None:
    unsure = reading(
        card(0, 0, 2, segment("ruby", confidence=0.6, other="emerald"), "amethyst"),
        card(0, 1, 0, "ruby", "hematite"),
        card(0, 2, None, "citrine", "amethyst", is_card=0.5),
    )
    with open_site(tmp_path, [unsure]) as site:
        client = site.client()
        scan = add(client)
        assert [doubt["what"] for doubt in scan["doubts"]] == ["large", "card", "rotation"]
        path = f"/api/scans/{scan['id']}"
        client.patch(path, json={"row": 0, "col": 0, "large": {"crystal": "ruby"}})
        client.patch(path, json={"row": 0, "col": 2})
        done = client.patch(path, json={"row": 0, "col": 2, "rotation": 0}).json()
    assert done["doubts"] == []
    assert done["sure"] is True


@pytest.mark.parametrize(
    "correction",
    [
        {"row": 2, "col": 3, "large": {"crystal": "ruby"}},  # no card there
        {"row": 2, "col": 3, "removed": True},
        {"row": 3, "col": 0},
        {"row": 0, "col": 4},
        {"row": 0, "col": -1, "large": {"crystal": "ruby"}},
        {"row": 0, "col": -1, "removed": True},
        {"row": 0, "col": -2, "added": True},
        {"row": 0, "col": 0, "rotation": 4},
        {"row": 0, "col": 0, "large": {"crystal": "opal"}},
        {"row": 0, "col": 0, "colour": "red"},
        {"col": 0},
        [],
        None,
    ],
)
def test_a_correction_that_fits_nothing_is_refused_and_not_kept(client: Client, correction: object) -> None:
    path = f"/api/scans/{add(client)['id']}"
    answer = client.patch(path, json=correction)
    assert answer.status_code == 422
    assert answer.json()["error"]
    assert client.get(path).json()["corrections"] == 0


def test_a_deleted_scan_leaves_nothing(client: Client, site: Site) -> None:
    scan = add(client)
    assert client.delete(f"/api/scans/{scan['id']}").status_code == 204
    for method, path in (("GET", ""), ("GET", "/photo.jpg"), ("PATCH", ""), ("DELETE", ""), ("POST", "/undo")):
        answer = client.ask(method, f"/api/scans/{scan['id']}{path}", json={"row": 0, "col": 0})
        assert (answer.status_code, answer.json()["code"]) == (404, "no-scan")
    assert not [path for path in site.folder.rglob("*") if scan["id"] in path.name]


def test_a_form_without_scripts_leads_to_the_scan(client: Client) -> None:
    answer = client.post("/scans", files={"photo": ("a.jpg", jpeg())})
    assert answer.status_code == 303
    page = client.get(answer.headers["location"])
    assert page.status_code == 200
    assert 'id="s-0-2-small"' in page.text


def test_a_full_disk_for_the_photo_is_said_and_nothing_is_half_kept(
    client: Client, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = [scan["id"] for scan in client.get("/api/scans").json()]
    files_before = sorted((site.folder / "photos").iterdir())

    def no_room(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(photos.os, "fsync", no_room)
        answer = client.post("/api/scans", files={"photo": jpeg()})
    assert (answer.status_code, answer.json()["code"]) == (507, "storage-full")
    assert [scan["id"] for scan in client.get("/api/scans").json()] == before
    assert sorted((site.folder / "photos").iterdir()) == files_before


def test_a_full_database_is_said_and_what_was_kept_stays(tmp_path: Path) -> None:
    with small_databases(), open_site(tmp_path, repeat(ruby_row())) as site:
        client = site.client()
        kept = add(client)
        answers = [client.post("/api/scans", files={"photo": jpeg()}) for _ in range(30)]
        assert {answer.status_code for answer in answers} <= {201, 507}
        assert answers[-1].status_code == 507
        assert client.get(f"/api/scans/{kept['id']}").json()["score"]["total"] == 20
        scans = len(client.get("/api/scans").json())
    assert len(list((tmp_path / "photos").glob("*.photo"))) == scans


@contextmanager
def small_databases() -> Iterator[None]:
    """Every SQLite database opened meanwhile is full at 100 kB, as if the disk were."""

    def limit(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
        cursor = connection.cursor()
        cursor.execute("PRAGMA max_page_count=24")
        cursor.close()

    event.listen(Engine, "connect", limit)
    try:
        yield
    finally:
        event.remove(Engine, "connect", limit)


def test_corrections_at_the_same_moment_are_all_kept(client: Client, site: Site) -> None:
    path = f"/api/scans/{add(client)['id']}"

    async def all_at_once() -> list[int]:
        said = [{"row": 0, "col": col, what: {"piece": True}} for col in range(3) for what in ("large", "small")]
        return [a.status_code for a in await asyncio.gather(*(client.http.patch(path, json=c) for c in said))]

    assert site.run(all_at_once()) == [200] * 6
    scan = client.get(path).json()
    assert scan["corrections"] == 6
    assert all(card[what]["piece"] for card in scan["cards"] for what in ("large", "small"))
