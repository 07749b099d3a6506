"""The page of Crystalium's final scoring, and the solo objectives over kept games."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from rules.crystalium.faces import Face
from rules.crystalium.position import Table
from rules.crystalium.vocabulary import Kind, Phase
from server.desks.crystalium import open_crystalium
from server.desks.desk import Seat, Settings
from server.routes_crystalium import ticked
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
    assert page.count("☐") == 12, "nothing is kept yet"


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
