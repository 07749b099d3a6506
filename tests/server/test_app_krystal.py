"""Krystal at the table: kept games with their secrets, the combat calculator, and the check of one's own copy."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rules.krystal.notation import parse_position
from server.cli_replay import check_record
from server.desks.krystal import open_krystal
from tests.server.played_games import filled, options
from tests.server.web_client import Client, Site, open_site

COLOURS = ("red", "yellow", "blue", "gray", "green", "orange")


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with open_site(tmp_path) as running:
        yield site_client(running)


def site_client(site: Site) -> Client:
    return site.client()


def start(client: Client, players: int = 2, **changes: Any) -> dict[str, Any]:
    seats = [{"name": "", "colour": colour} for colour in COLOURS[:players]]
    answer = client.post("/api/games", json={"game": "krystal", "seats": seats, **changes})
    assert answer.status_code == 201, answer.text
    return as_decider(client, answer.json())


def as_decider(client: Client, game: dict[str, Any]) -> dict[str, Any]:
    """The game as the one sees it who decides now."""
    found: dict[str, Any] = client.get(f"/api/games/{game['id']}?seat={game['turn']['seat']}").json()
    return found


def play(client: Client, game: dict[str, Any], moves: int, rng: random.Random) -> dict[str, Any]:
    for _ in range(moves):
        line = {"line": filled(rng.choice(options(game)), rng), "after": game["events"]}
        answer = client.post(f"/api/games/{game['id']}/moves?seat={game['turn']['seat']}", json=line)
        assert answer.status_code == 200, answer.text
        game = as_decider(client, answer.json())
    return game


@pytest.mark.parametrize(("players", "dealing"), [(2, "app"), (3, "table"), (6, "app")])
def test_a_game_is_kept_and_its_record_replays(client: Client, players: int, dealing: str) -> None:
    game = play(client, start(client, players, dealing=dealing), 60, random.Random(players))
    record = client.get(f"/api/games/{game['id']}/record.txt").text
    assert len(list(check_record(record, None).score.totals)) == players
    page = client.get(f"/games/{game['id']}?seat=0")
    assert page.status_code == 200
    assert "kr-hero" in page.text


def test_face_down_cards_are_for_their_owner_only() -> None:
    desk = open_krystal(None)
    position = parse_position(
        "K1 amazons,centaurs 0 1 A Ag:wood-1:6:f1,rubis:-:wood-1:-/Cg:earth-1:6:bread,f2,m3:-:-:- "
        "10:-/10:-/10:-/10:-/10:-/10:- -/- - - - - - - - -"
    )
    seen = {
        seat: [[card.key for card in hero.cards] for one in desk.board(position, seat).seats for hero in one.heroes]
        for seat in (0, 1, None)
    }
    assert seen[0] == [["krystal.card-force", "krystal.stone-rubis"], ["krystal.plain"]], "bread lies open"
    assert [len(cards) for cards in seen[1]] == [0, 3]
    assert [len(cards) for cards in seen[None]] == [0, 1]


def test_the_combat_calculator_knows_the_printed_example(client: Client) -> None:
    query = "type=magic&attacker=Am&attacker-card=m3&defender=Cr&defender-card=m4&go=1"
    page = client.get(f"/krystal/combat?{query}")
    assert "7 to 5: the defender loses 2." in page.text
    assert "force, magic, trading" in client.get("/krystal/combat?go=1").text
