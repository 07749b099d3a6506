"""Whatever the server sends about a game of Crystal Hall is searched for the spells that its reader may not know."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from rules.record import read_record, replay
from server.desks.crystal_hall import open_crystal_hall
from server.desks.crystal_hall_words import spell_words
from server.locales import load_locales
from server.wording import worded
from tests.server.played_games import filled, options
from tests.server.web_client import Site, open_site

DESK = open_crystal_hall(None)
TEXTS = load_locales().texts["en"]
NAMES = {name: worded(spell_words(DESK.edition, name), TEXTS) for name in DESK.edition.spells if name != "curse"}
"""Spells and how a reader would see them; `curse` is a tile and a token as well."""
SEATS = (0, 1, 2)
FILES = ("record.txt", "export.json", "export.csv")


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with open_site(tmp_path) as running:
        yield running


def sent_to(client: httpx.Client, game: str, seat: int | None) -> str:
    """Everything that a reader can ask for, a refusal among it."""
    asked = {"seat": seat} if seat is not None else {}
    answers = [
        client.get(f"/api/games/{game}", params=asked),
        client.get(f"/games/{game}", params=asked),
        client.get(f"/games/{game}/body", params=asked),
        client.post(f"/api/games/{game}/moves", params=asked, json={"line": "move a1 h8"}),
        client.get("/api/games"),
        *(client.get(f"/api/games/{game}/{name}") for name in FILES),
    ]
    return "\n".join(answer.text for answer in answers)


def hand_of(client: httpx.Client, game: str, seat: int) -> set[str]:
    """The spells that the page shows to their owner."""
    page = client.get(f"/games/{game}/body", params={"seat": seat}).text
    shown = "".join(re.findall(r"<p>Spell cards: \d \((.*?)\)</p>", page, re.DOTALL))
    return {name for name, words in NAMES.items() if f"<b>{words}</b>" in shown}


def named_in(text: str) -> set[str]:
    """Spells that a text names, by code or by word."""
    return {
        name
        for name, words in NAMES.items()
        if re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text) or re.search(rf"\b{re.escape(words)}(?!\d)", text)
    }


def test_nobody_is_sent_the_spells_of_others(site: Site) -> None:
    client, rng = site.client(), random.Random(5)
    seats = [{"name": f"P{seat}", "colour": DESK.colours[seat]} for seat in SEATS]
    game = client.post("/api/games", json={"game": "crystal_hall", "seats": seats, "dealing": "app"}).json()
    told, looked, searched = set[str](), set[int](), 0
    for number in range(60):
        seat = game["turn"]["seat"]
        if seat is None:
            break
        game = client.get(f"/api/games/{game['id']}", params={"seat": seat}).json()
        line = filled(rng.choice(options(game)), rng)
        sent = client.post(f"/api/games/{game['id']}/moves", params={"seat": seat}, json={"line": line})
        assert sent.status_code == 200, sent.text
        game = sent.json()
        told |= set(line.split()[1:2]) if line.startswith(("cast", "discard")) else set()
        looked |= {seat} if line.startswith("use lens") else set()
        if number % 20 == 19:
            hands = {owner: hand_of(client, game["id"], owner) for owner in SEATS}
            for reader in (None, *SEATS):
                others = set().union(*(hand for owner, hand in hands.items() if owner != reader))
                secret = others - told - (hands[reader] if reader is not None else set())
                if reader not in looked:
                    assert not secret & named_in(sent_to(client, game["id"], reader)), (number, reader)
                    searched += len(secret)
            for owner, hand in hands.items():
                assert hand <= named_in(sent_to(client, game["id"], owner)), "what is searched for would be found"
    assert searched > 8
    record = client.get(f"/api/games/{game['id']}/record.txt").text
    assert " = ?" in record and len(list(replay(DESK.game, read_record(DESK.game, record)))) == 61
