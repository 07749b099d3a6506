"""Games kept at the table: whole games through the API, what the rules refuse, take-backs, and files to take away."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest

from server.cli_replay import check_record
from tests.server.played_games import begin, filled, options, play, start
from tests.server.web_client import Client, Site, open_site


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with open_site(tmp_path) as running:
        yield running


@pytest.fixture
def client(site: Site) -> Client:
    return site.client()


@pytest.mark.parametrize("dealing", ["app", "table"])
def test_a_whole_game_ends_with_a_record_that_replays_to_the_same_score(client: Client, dealing: str) -> None:
    game = play(client, start(client, 2, dealing=dealing), 500, random.Random(5))
    assert game["over"] is True
    assert game["turn"]["seat"] is None
    record = client.get(f"/api/games/{game['id']}/record.txt").text
    checked = check_record(record, None)
    assert list(checked.score.totals) == game["score"]["totals"]
    assert checked.over
    assert "players: Anna, Ben" in record
    best = max(game["score"]["totals"])
    winners = [seat for seat, total in enumerate(game["score"]["totals"]) if total == best]
    assert game["winners"] == game["score"]["winners"] == winners
    if dealing == "app":
        assert "??" not in game["position"]


def test_a_start_that_a_rule_forbids(client: Client) -> None:
    seats = [{"name": "", "colour": "gray"}] * 2
    answer = client.post("/api/games", json={"game": "crystalla", "seats": seats})
    assert (answer.status_code, answer.json()["code"], answer.json()["rule"]) == (422, "rule", "CR-06")
    answer = client.post("/api/games", json={"game": "crystalla", "seats": seats[:1]})
    assert (answer.status_code, answer.json()["rule"]) == (422, "CR-05")
    answer = client.post("/api/games", json={"game": "chess", "seats": seats})
    assert (answer.status_code, answer.json()["code"]) == (422, "game")
    assert client.get("/api/games").json() == []


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "CR-09: Now everybody lays the dealt cards, in the order of the seats."),
        ("de", "CR-09: Jetzt legen alle reihum die ausgeteilten Karten."),
        ("fr", "CR-09: Maintenant chacun pose à son tour les cartes distribuées."),
    ],
)
def test_a_refusal_is_a_rule_and_a_sentence_in_the_readers_language(
    client: Client, language: str, sentence: str
) -> None:
    game = start(client)
    headers = {"accept-language": language}
    answer = client.post(f"/api/games/{game['id']}/moves", json={"line": "lift 0,0"}, headers=headers)
    assert answer.status_code == 422
    told = answer.json()
    assert (told["code"], told["rule"], told["error"]) == ("rule", "CR-09", sentence)
    assert told["message"] == "'lift 0,0' comes at the wrong time, what is to be done now: lay the dealt cards"
    assert client.get(f"/api/games/{game['id']}").json() == game


@pytest.mark.parametrize(
    ("line", "code"),
    [("dance", "fields"), ("lay {card} 0,0 q0 = tr", "drawn-here"), ("", "fields"), ("x" * 3000, "fields")],
)
def test_lines_that_are_none_change_nothing(client: Client, line: str, code: str) -> None:
    game = start(client)
    card = game["position"].split(" ")[4].split(",")[0]
    answer = client.post(f"/api/games/{game['id']}/moves", json={"line": line.format(card=card)})
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert client.get(f"/api/games/{game['id']}").json() == game


def test_what_the_players_draw_must_be_what_the_rules_ask_for(client: Client) -> None:
    game = play(client, start(client, dealing="table"), 5, random.Random(1))
    last = next(option for option in options(game) if option["line"].startswith("lay"))
    assert [fill["name"] for fill in last["fills"]][:4] == ["large", "small", "top1large", "top1small"]
    assert last["line"].endswith("L{large1} L{large2} S{small1} S{small2}")
    line = filled(last, random.Random(2)).partition(" = ")[0]
    answer = client.post(f"/api/games/{game['id']}/moves", json={"line": line})
    assert (answer.status_code, answer.json()["rule"]) == (422, "CR-22")


def test_a_take_back_is_kept_and_draws_nothing_anew(client: Client) -> None:
    game = play(client, start(client), 3, random.Random(3))
    path = f"/api/games/{game['id']}"
    back = client.post(f"{path}/undo").json()
    assert (back["events"], back["lines"], game["lines"]) == (4, 2, 3)
    assert [entry["taken_back"] for entry in back["feed"]] == [False, False, True]
    again = client.post(f"{path}/moves", json={"line": game["feed"][2]["line"], "after": 4}).json()
    assert again["position"] == game["position"]
    for _ in range(3):
        assert client.post(f"{path}/undo").status_code == 200
    answer = client.post(f"{path}/undo")
    assert (answer.status_code, answer.json()["code"]) == (422, "nothing-to-undo")
    assert client.get(path).json()["lines"] == 0


def test_a_second_tap_on_an_old_page_does_nothing(client: Client) -> None:
    game = start(client)
    path = f"/api/games/{game['id']}"
    line = {"line": options(game)[0]["line"], "after": 0}
    assert client.post(f"{path}/moves", json=line).status_code == 200
    for answer in (client.post(f"{path}/moves", json=line), client.post(f"{path}/undo", json={"after": 0})):
        assert (answer.status_code, answer.json()["code"]) == (409, "game-changed")
    assert client.get(path).json()["events"] == 1


def test_a_new_server_on_the_same_folder_goes_on(tmp_path: Path) -> None:
    with open_site(tmp_path) as site:
        game = play(site.client(), start(site.client(), 3), 25, random.Random(7))
        site.client().post(f"/api/games/{game['id']}/undo")
        game = play(site.client(), site.client().get(f"/api/games/{game['id']}").json(), 5, random.Random(8))
    with open_site(tmp_path) as site:
        assert site.client().get(f"/api/games/{game['id']}").json() == game
        assert site.client().get("/api/games").json()[0]["lines"] == 29
        assert play(site.client(), game, 5, random.Random(9))["lines"] == 34


def test_the_history_is_newest_first_and_a_deleted_game_is_gone(client: Client) -> None:
    first, second = start(client), start(client)
    play(client, first, 1, random.Random(1))
    assert [row["id"] for row in client.get("/api/games").json()] == [first["id"], second["id"]]
    assert client.delete(f"/api/games/{first['id']}").status_code == 204
    for answer in (
        client.get(f"/api/games/{first['id']}"),
        client.delete(f"/api/games/{first['id']}"),
        client.post(f"/api/games/{first['id']}/undo"),
        client.get(f"/games/{first['id']}"),
        client.get(f"/api/games/{first['id']}/export.csv"),
    ):
        assert answer.status_code == 404
    assert [row["id"] for row in client.get("/api/games").json()] == [second["id"]]


def test_the_files_to_take_away_and_the_link_to_bg_stats(client: Client) -> None:
    game = begin(client, "crystalla", [("=Anna", "gray"), ("", "blue")], starter=1)
    assert game["bg_stats"] is None
    game = play(client, game, 500, random.Random(11))
    path = f"/api/games/{game['id']}"
    table = client.get(f"{path}/export.csv").text.splitlines()
    assert table[0] == "\ufeff,'=Anna,Player 2"
    assert table[-1] == f"Total,{game['totals'][0]},{game['totals'][1]}"
    assert len(table) == 9
    assert client.get(f"{path}/export.png").content.startswith(b"\x89PNG")
    assert json.loads(client.get(f"{path}/export.json").text) == game
    address, _, data = game["bg_stats"].partition("?data=")
    assert address == "https://app.bgstatsapp.com/createPlay.html"
    play_sent = json.loads(unquote(data))
    assert set(play_sent) == {"sourceName", "sourcePlayId", "playDate", "game", "players"}
    assert play_sent["sourcePlayId"] == game["id"]
    assert [player["score"] for player in play_sent["players"]] == [str(total) for total in game["totals"]]
    assert [player["startPlayer"] for player in play_sent["players"]] == [False, True]
    assert [player["winner"] for player in play_sent["players"]] == [seat in game["winners"] for seat in (0, 1)]


@pytest.mark.parametrize("seat", ["9", "-1", "x", "1" * 5000])
def test_seats_that_do_not_exist(client: Client, seat: str) -> None:
    game = start(client)
    assert client.get(f"/api/games/{game['id']}?seat={seat}").status_code == 422
