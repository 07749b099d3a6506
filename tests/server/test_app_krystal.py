"""Krystal at the table: kept games with their secrets, the combat calculator, and the check of one's own copy."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rules.engine import legal_moves
from rules.krystal.notation import parse_position
from server.cli_replay import check_record
from server.desks.desk import Dealing
from server.desks.krystal import open_krystal
from tests.server.played_games import as_decider, begin, filled, options
from tests.server.web_client import Client, Site, open_site

COLOURS = ("red", "yellow", "blue", "gray", "green", "orange")


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with open_site(tmp_path) as running:
        yield site_client(running)


def site_client(site: Site) -> Client:
    return site.client()


def start(client: Client, players: int = 2, **changes: Any) -> dict[str, Any]:
    return as_decider(client, begin(client, "krystal", [("", colour) for colour in COLOURS[:players]], **changes))


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


def waiting(client: Client) -> dict[str, Any]:
    """A game that waits for what the horn did, dealt at a table; Anna's mage also used bread and holds Magic 3."""
    game = start(client, dealing="table")
    draws = [f"draw Am = {card}" for card in ("horn", "m3", "bread")]
    for line in ("step Am wood-1", "done", "explore wood-1", *draws, "use Am bread", "use Am horn"):
        answer = client.post(f"/api/games/{game['id']}/moves?seat=0", json={"line": line})
        assert answer.status_code == 200, answer.text
        game = answer.json()
    return game


def test_the_result_of_a_card_is_entered_on_the_page(client: Client) -> None:
    game = waiting(client)
    address = f"/api/games/{game['id']}/result?seat=0"
    page = client.get(f"/games/{game['id']}?seat=0").text
    assert 'data-send="result"' in page and '<option value="out:bread">' in page
    assert 'data-send="result"' not in client.get(f"/games/{game['id']}?seat=1").text
    told = client.post(address, json={"entered": {"energy-Am": "11"}})
    assert told.status_code == 422 and told.json()["rule"] == "KR-R03"
    assert "energy" in client.post(address, json={"entered": {"energy-Am": "x"}}).json()["error"]
    for card, to in (("hero:Am:dragon", "out"), ("hero:Xx:m3", "out"), ("hero:Am:m3", "gate:7"), ("x", "out")):
        told = client.post(address, json={"entered": {"card-0": card, "to-0": to}})
        assert told.status_code == 422 and told.json()["code"] == "fields", (card, to)
    assert client.post(address, json={"entered": {"place-Am": "moon"}}).json()["rule"] == "KR-03"
    told = client.post(address, json={"entered": {"card-0": "hero:Am:m3", "to-0": "gate:0"}})
    assert told.json()["rule"] == "KR-113"
    entered = {"energy-Am": "9", "place-Am": "clearing", "card-0": "out:bread", "to-0": "hero:Am"}
    after = client.post(address, json={"entered": entered, "after": game["events"]})
    assert after.status_code == 200, after.text
    page = client.get(f"/games/{game['id']}?seat=0").text
    card = page[page.index('id="hero-Am"') :]
    assert "clearing" in card[: card.index("</div>")] and "<b>9</b>" in card[: card.index("</div>")]
    record = client.get(f"/api/games/{game['id']}/record.txt").text
    assert "/Am:clearing:9:bread,m3:" in record.splitlines()[-1]
    assert check_record(record, None).moves == 9


def test_a_card_at_random_comes_from_what_is_hidden(client: Client) -> None:
    game = waiting(client)
    entered = {"card-0": "hero:Am:*", "to-0": "hero:Cg"}
    after = client.post(f"/api/games/{game['id']}/result?seat=0", json={"entered": entered})
    assert after.status_code == 200, after.text
    record = client.get(f"/api/games/{game['id']}/record.txt").text
    assert "Cg:gate-centaurs:6:m3:" in record.splitlines()[-1]


def test_only_krystal_has_results_by_hand(client: Client) -> None:
    seats = [{"name": "", "colour": colour} for colour in ("blue", "green")]
    game = client.post("/api/games", json={"game": "crystalium", "seats": seats}).json()
    assert client.post(f"/api/games/{game['id']}/result", json={"entered": {}}).status_code == 404


def test_stones_and_deals_of_those_not_on_turn_are_theirs_to_make() -> None:
    desk = open_krystal(None).tuned({"negotiation": "true"})
    position = parse_position(
        "K1 amazons,centaurs 0 1 A Ag:wood-1:6:f1,rubis:-:wood-1:-/Cg:wood-2:6:bread,diamant,m3:-:-:- "
        "10:-/10:-/10:-/10:-/10:-/10:- -/- - - - - - - - -"
    )
    offered = {
        seat: [option.line for group in desk.asides(position, Dealing.APP, seat) for option in group.options]
        for seat in (0, 1)
    }
    assert "activate Cg diamant" in offered[1] and "agree Cg Ag passage m3" not in offered[1]
    assert "activate Ag rubis" in offered[0] and "step Ag wood-2" in offered[0]
    assert not [line for line in offered[0] if "diamant" in line or "m3" in line], "what Ben holds stays with Ben"
    legal = sorted(move.text() for move in legal_moves(desk.game, position))
    assert sorted(offered[0] + offered[1]) == legal, "everything legal is offered to exactly one"
    groups = [option.line for group in desk.groups(position, Dealing.APP) for option in group.options]
    assert groups == offered[0]


def test_a_defender_offers_cards_for_peace_and_the_feed_tells_it_as_theirs() -> None:
    desk = open_krystal(None).tuned({"negotiation": "true"})
    position = parse_position(
        "K1 amazons,centaurs 0 1 B Ag:wood-1:6:f1:-:wood-2>wood-1:-/Cg:wood-1:6:diamant,m3:-:-:- "
        "10:-/10:-/10:-/10:-/10:-/10:- -/- - - - - - - - -"
    )
    lines = [option.line for group in desk.asides(position, Dealing.APP, 1) for option in group.options]
    assert "agree Cg Ag peace m3" in lines and "activate Cg diamant" in lines
    told = ("activate Cg diamant", "agree Cg Ag peace m3", "attack Ag Cg force f1")
    assert [desk.maker(position, desk.game.parse_move(line)) for line in told] == [1, 1, 0]


def test_the_energy_tracker_keeps_everything_in_its_address(client: Client) -> None:
    page = client.get("/krystal/energy?people=amazons&people=gnomes&trio=guardian-mage&Am=0&Ag=10&Gm=x").text
    assert [f'id="scale-{name}"' in page for name in ("Am", "Ag", "Gm", "Gg", "Ar", "Cg")] == [True] * 4 + [False] * 2
    assert page.count("dematerialised at the end of the turn") == 1
    scale = page[page.index('id="scale-Gm"') :]
    assert "<output>6</output>" in scale[: scale.index("</li>")], "what is no number starts with 6 (KR-15)"
    more = re.search(r'href="([^"]*)#scale-Gm" aria-label="Mage of the Gnomes: one more"', page)
    assert more is not None
    after = client.get(more[1].replace("&amp;", "&")).text
    scale = after[after.index('id="scale-Gm"') :]
    assert "<output>7</output>" in scale[: scale.index("</li>")] and "<output>10</output>" in after
    assert "<output>10</output>" in client.get("/krystal/energy?people=amazons&Ag=11").text, "KR-R03"
