"""The page of Crystalium's final scoring, and the solo objectives over kept games."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from rules.crystalium.faces import Face
from rules.crystalium.objectives import Objective
from rules.crystalium.position import TORNADO, Table
from rules.crystalium.vocabulary import Kind, Phase, Task
from server.desks.crystalium import open_crystalium
from server.desks.desk import Seat, Settings
from server.locales import load_locales
from server.routes_crystalium import ticked
from server.wording import worded
from tests.server.played_games import play
from tests.server.web_client import Site, open_site


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with open_site(tmp_path) as running:
        yield running


def test_the_printed_example_is_scored(site: Site) -> None:
    entered = "players=2&go=1&crystalium0=5+5+5+5+5+4&stations0=4,4&mushrooms0=2&stations1=2&whirlpool=W10"
    page = site.client().get(f"/crystalium/score?{entered}").text
    result = page[page.index('id="result"') : page.index("</table>")]
    assert [number in result for number in ("<td>29</td>", "<td>8</td>", "<td>3</td>", "<td>46</td>")] == [True] * 4
    assert "Stations: 2, 1 → 6, 0" in page


def test_what_cannot_be_is_told_in_one_sentence(site: Site) -> None:
    page = site.client().get("/crystalium/score?players=2&go=1&crystalium1=5+six").text
    assert "players[1].crystalium[1] is &#39;six&#39;" in page and 'id="result"' not in page
    assert site.client().get("/crystalium/score?players=99&go=1&reactor0=%F0%9F%90%9F").status_code == 200


def test_a_solo_game_has_tornado_and_objectives(site: Site) -> None:
    page = site.client().get("/crystalium/score?players=1&go=1&advanced=5&crystalium0=5").text
    assert "Tornado" in page and "5 Advanced cards" in page[page.index('id="result"') : page.index('class="setup"')]
    assert boxes(page) == [False] * 12, "nothing is kept yet"


def boxes(page: str) -> list[bool]:
    """Which of the objectives' boxes are ticked, in printed order."""
    return ["checked" in box for box in re.findall(r'name="box" value="[^"]+" ?(checked)?', page)]


def test_boxes_ticked_by_hand_outlive_the_server(site: Site, tmp_path: Path) -> None:
    answer = site.client().post("/crystalium/objectives", data={"box": ["win", "no-drone", "fly"]})
    assert answer.status_code == 303
    with open_site(tmp_path) as again:
        page = again.client().get("/crystalium/score").text
        assert boxes(page) == [name in ("win", "no-drone") for name in Objective]
        again.client().post("/crystalium/objectives", data={})
        assert boxes(again.client().get("/crystalium/score").text) == [False] * 12


def test_a_finished_solo_game_ticks_the_boxes_of_the_page(site: Site) -> None:
    client, rng = site.client(), random.Random(1)
    game = client.post("/api/games", json={"game": "crystalium", "seats": [{"colour": "blue"}]}).json()
    game = play(client, game, 2000, rng)
    assert game["over"]
    reached = game["winners"] == [0]
    page = client.get("/crystalium/score").text
    assert boxes(page)[0] is reached
    assert ("Objectives reached" in client.get(f"/games/{game['id']}").text) is reached


def test_what_a_fish_asks_of_tornado_is_worded() -> None:
    """Fish 7, taken by the player's Drones, makes Tornado discard a card, which has no power to count (CU-74)."""
    desk = open_crystalium(None)
    table, _ = desk.start(Settings((Seat("", "blue"),)), random.Random(1))
    turn = desk.turn(replace(table, phase=Phase.DRONE, task=Task.LOSE, due=(TORNADO,), played=Face(Kind.FISH, 7, 0)))
    assert turn.seat == 0
    assert worded(turn.doing, load_locales().choose("en", "")) == "discard one of your cards"


def kept(desk: object, position: Table) -> SimpleNamespace:
    """A store of one kept game."""
    row = SimpleNamespace(id="a", game="crystalium", summary={"over": position.phase is Phase.END})
    return SimpleNamespace(
        desks={"crystalium": desk}, rows=lambda: [row], view=lambda _: SimpleNamespace(position=position)
    )


def test_boxes_are_ticked_by_finished_solo_games_only() -> None:
    desk = open_crystalium(None)
    table, _ = desk.start(Settings((Seat("", "blue"),)), random.Random(1))
    cards = tuple(Face(Kind.CRYSTALIUM, 5, 0) for _ in range(12))
    won = table.with_ship(0, replace(table.ships[0], crystalium=cards))
    assert ticked(kept(desk, won)) == frozenset()  # type: ignore[arg-type]
    reached = ticked(kept(desk, replace(won, phase=Phase.END)))  # type: ignore[arg-type]
    assert {"win", "at-least-55", "no-station", "no-drone"} <= reached and "advanced-5" not in reached
