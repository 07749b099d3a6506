"""Score pads: hematite crossing over, ties, numbers by hand, displays by photo, files to take away."""

from __future__ import annotations

import asyncio
import csv
import json
from collections.abc import Iterator
from io import BytesIO, StringIO
from itertools import repeat
from typing import Any

import numpy as np
import pytest
from PIL import Image

from tests.server.readings import ruby_row
from tests.server.web_client import Client, Site, jpeg, open_site


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with open_site(tmp_path_factory.mktemp("site"), repeat(ruby_row())) as running:
        yield running


@pytest.fixture
def client(site: Site) -> Client:
    return site.client()


def new_pad(client: Client, *names: str) -> str:
    answer = client.post("/api/pads", json={"names": list(names)})
    assert answer.status_code == 201
    return f"/api/pads/{answer.json()['id']}"


def enter(client: Client, pad: str, seat: int, **entered: int | None) -> dict[str, Any]:
    answer = client.patch(f"{pad}/players/{seat}", json={"entered": entered})
    assert answer.status_code == 200
    result: dict[str, Any] = answer.json()
    return result


def test_CR_E26_hematite_crosses_over(client: Client) -> None:
    pad = new_pad(client, "A", "B", "C", "D")
    for seat, hematite in enumerate((4, 1, 2, 0)):
        shown = enter(client, pad, seat, hematite=hematite)
    assert [player["from_opponents"] for player in shown["players"]] == [6, 12, 10, 14]


def test_CR_E27_a_tie_is_a_shared_victory(client: Client) -> None:
    pad = new_pad(client, "A", "B", "C")
    enter(client, pad, 0, tourmaline=10, amethyst=7, ruby=10, emerald=23, citrine=9, diamond=25, hematite=3)
    enter(client, pad, 1, ruby=80, citrine=0, hematite=1)
    shown = enter(client, pad, 2, ruby=20, hematite=2)
    assert [player["final"] for player in shown["players"]] == [90, 90, 28]
    assert shown["winners"] == [0, 1]


def test_nobody_wins_before_everybody_has_a_score(client: Client) -> None:
    pad = new_pad(client, "A", "B")
    assert enter(client, pad, 0, ruby=10)["winners"] == []
    assert enter(client, pad, 1, ruby=0)["winners"] == [0]
    assert enter(client, pad, 1, ruby=None)["winners"] == []


def test_a_pad_of_photos_and_numbers(client: Client) -> None:
    pad = new_pad(client, "Anna", "Ben")
    scan = client.post("/api/scans", files={"photo": jpeg()}, data={"pad": pad.rpartition("/")[2], "seat": "1"}).json()
    assert scan["pad"] == {"id": pad.rpartition("/")[2], "seat": 1}
    shown = enter(client, pad, 0, diamond=30, hematite=1)
    anna, ben = shown["players"]
    assert (ben["ruby"], ben["amethyst"], ben["citrine"], ben["hematite"], ben["total"]) == (10, 7, 3, 1, 20)
    assert (anna["final"], ben["final"]) == (32, 22)
    client.patch(f"/api/scans/{scan['id']}", json={"row": 0, "col": 1, "large": {"crystal": "hematite"}})
    anna, ben = client.get(pad).json()["players"]
    assert (anna["final"], ben["final"]) == (34, 12)


def test_a_photo_can_be_taken_away_and_given_to_another(client: Client) -> None:
    pad = new_pad(client, "Anna", "Ben")
    scan = client.post("/api/scans", files={"photo": jpeg()}).json()["id"]
    client.patch(f"{pad}/players/0", json={"scan": scan})
    shown = client.patch(f"{pad}/players/1", json={"scan": scan}).json()
    assert [player["scan"] for player in shown["players"]] == [None, scan]
    shown = client.patch(f"{pad}/players/1", json={"scan": None}).json()
    assert shown["players"][1]["ruby"] is None
    assert client.get(f"/api/scans/{scan}").status_code == 200


def test_players_come_and_go(client: Client) -> None:
    pad = new_pad(client, "Anna", "Ben")
    grown = client.patch(pad, json={"players": 4}).json()
    assert [player["name"] for player in grown["players"]] == ["Anna", "Ben", "", ""]
    assert len(client.patch(pad, json={"players": 3}).json()["players"]) == 3


@pytest.mark.parametrize("names", [[], ["A"], ["A"] * 5, ["x" * 41, "B"], "AB", None])
def test_two_to_four_players_with_names_of_a_sensible_length(client: Client, names: object) -> None:
    answer = client.post("/api/pads", json={"names": names})
    assert answer.status_code == 422
    assert answer.json()["error"]


@pytest.mark.parametrize(
    "change",
    [
        {"entered": {"ruby": -1}},
        {"entered": {"ruby": 1000}},
        {"entered": {"ruby": "ten"}},
        {"entered": {"hematite": 25}},
        {"entered": {"opal": 1}},
        {"name": "x" * 41},
        {"colour": 1},
    ],
)
def test_numbers_and_names_that_cannot_be_are_refused(client: Client, change: dict[str, Any]) -> None:
    pad = new_pad(client, "A", "B")
    answer = client.patch(f"{pad}/players/0", json=change)
    assert answer.status_code == 422
    assert next(iter(change)) in answer.json()["error"] or "extra" in answer.json()["error"].lower()


def test_unknown_pads_players_and_scans(client: Client) -> None:
    pad = new_pad(client, "A", "B")
    asked = [
        (client.get("/api/pads/none"), "no-pad"),
        (client.get("/pads/none"), None),
        (client.get("/api/pads/none/export.csv"), "no-pad"),
        (client.patch(f"{pad}/players/2", json={"name": "x"}), "no-player"),
        (client.patch(f"{pad}/players/{10**30}", json={"name": "x"}), "no-player"),
        (client.patch(f"{pad}/players/1", json={"scan": "none"}), "no-scan"),
        (client.post("/api/scans", files={"photo": jpeg()}, data={"pad": "none", "seat": "0"}), "no-pad"),
        (client.post("/api/scans", files={"photo": jpeg()}, data={"pad": pad[10:], "seat": "9" * 30}), "no-player"),
    ]
    for answer, code in asked:
        assert answer.status_code == 404
        assert code is None or answer.json()["code"] == code


@pytest.mark.parametrize("body", [b'{"name": "A\\u0000"}', b'{"name": "\\uffff"}', b'{"scan": "\\ud800"}'])
def test_signs_that_no_file_can_hold_are_refused(client: Client, body: bytes) -> None:
    pad = new_pad(client, "A", "B")
    answer = client.patch(f"{pad}/players/0", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 422
    assert client.get(f"{pad}/export.png").status_code == 200


def test_a_deleted_pad_takes_its_photos_along(client: Client, site: Site) -> None:
    pad = new_pad(client, "A", "B")
    data = {"pad": pad.rpartition("/")[2], "seat": "0"}
    scan = client.post("/api/scans", files={"photo": jpeg()}, data=data).json()["id"]
    assert client.delete(pad).status_code == 204
    assert client.get(pad).status_code == 404
    assert client.get(f"/api/scans/{scan}").status_code == 404
    assert not list((site.folder / "photos").glob(f"{scan}*"))


def test_the_history_lists_pads_newest_change_first(client: Client) -> None:
    older, newer = new_pad(client, "A", "B"), new_pad(client, "C", "D")
    enter(client, older, 0, ruby=10)
    listed = [f"/api/pads/{pad['id']}" for pad in client.get("/api/pads").json()]
    assert listed[:2] == [older, newer]
    assert f"/pads/{older.rpartition('/')[2]}" in client.get("/").text


def test_the_table_is_for_spreadsheets_and_runs_no_formula(client: Client) -> None:
    pad = new_pad(client, "=1+1", "Zoë, 8")
    enter(client, pad, 0, ruby=10, hematite=1)
    answer = client.get(f"{pad}/export.csv", headers={"accept-language": "de"})
    assert answer.headers["content-disposition"].endswith('.csv"')
    rows = list(csv.reader(StringIO(answer.content.decode("utf-8-sig"))))
    assert rows[0] == ["", "'=1+1", "Zoë, 8"]
    assert ["Rubin", "10", ""] in rows
    assert rows[-2:] == [["Hämatit", "0", "2"], ["Summe", "10", "2"]]


def test_the_data_is_the_pad_itself(client: Client) -> None:
    pad = new_pad(client, "A", "B")
    exported = client.get(f"{pad}/export.json")
    assert json.loads(exported.text) == client.get(pad).json()
    assert exported.json()["created_at"].endswith("+00:00")


@pytest.mark.parametrize("names", [("A", "B"), ("Ägidius", "<b>&", "x" * 40, "")])
def test_the_picture_grows_with_the_players(client: Client, names: tuple[str, ...]) -> None:
    pad = new_pad(client, *names)
    picture = Image.open(BytesIO(client.get(f"{pad}/export.png").content))
    assert picture.size[0] == 2 * (40 + 250 + 120 * len(names))
    title = np.asarray(picture.convert("L").crop((0, 0, 400, 128)))
    assert len(np.unique(title)) > 20, "text is drawn, with smooth edges"


def test_names_are_shown_as_text_never_as_markup(client: Client) -> None:
    pad = new_pad(client, "<script>alert(1)</script>", '"><img src=x>')
    page = client.get(f"/pads/{pad.rpartition('/')[2]}").text
    assert "<script>alert" not in page
    assert "<img src=x" not in page


def test_changes_at_the_same_moment_are_all_kept(client: Client, site: Site) -> None:
    pad = new_pad(client, "A", "B")
    rows = ("tourmaline", "amethyst", "ruby", "emerald", "citrine", "diamond")

    async def all_at_once() -> list[int]:
        path = f"{pad}/players/0"
        asked = [client.http.patch(path, json={"entered": {row: 10 + place}}) for place, row in enumerate(rows)]
        return [answer.status_code for answer in await asyncio.gather(*asked)]

    assert site.run(all_at_once()) == [200] * len(rows)
    player = client.get(pad).json()["players"][0]
    assert [player[row] for row in rows] == [10, 11, 12, 13, 14, 15]
