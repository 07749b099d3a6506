"""The desk of Crystalium: whole games in both ways of dealing, every word in three languages, the page."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from rules.crystalium.draws import Hidden
from rules.engine import parse_record, play
from rules.errors import RuleError
from server.desks.crystalium import CrystaliumDesk, open_crystalium
from server.desks.desk import Dealing, Seat, Settings
from server.locales import LANGUAGES, load_locales
from server.wording import worded
from tests.server.web_client import Site, open_site

DESK = open_crystalium(None)
TEXTS = [load_locales().texts[language] for language in LANGUAGES]


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with open_site(tmp_path) as running:
        yield running


def settings(players: int, dealing: Dealing) -> Settings:
    seats = tuple(Seat("", colour) for colour in DESK.colours[:players])
    return Settings(seats, 0, dealing, {"advanced": "5", "top-waves": "2"})


def say(desk: CrystaliumDesk, position: object) -> None:
    """Every word that the page would show, in every language."""
    for texts in TEXTS:
        assert worded(desk.turn(position).doing, texts)  # type: ignore[arg-type]
        for group in desk.groups(position, Dealing.APP):  # type: ignore[arg-type]
            assert worded(group.title, texts)
            assert all(worded(option.words, texts) for option in group.options)


@pytest.mark.parametrize("players", [1, 2, 4])
def test_a_whole_game_dealt_here(players: int) -> None:
    rng = random.Random(players)
    position, start = DESK.start(settings(players, Dealing.APP), rng)
    assert start is not None
    hidden: Hidden = start
    seats = set()
    for number in range(3000):
        turn = DESK.turn(position)
        if turn.seat is None:
            break
        seats.add(turn.seat)
        options = [option for group in DESK.groups(position, Dealing.APP) for option in group.options]
        assert all(not option.fills for option in options)
        if number % 9 == 0:
            say(DESK, position)
        move = DESK.game.parse_move(rng.choice(options).line)
        record, position, hidden = play(DESK.game, position, move, hidden)
        assert all(worded(DESK.words(record), texts) for texts in TEXTS)
        assert len(DESK.score(position).totals) == players
    assert DESK.game.is_over(position) and seats == set(range(players))


@pytest.mark.parametrize("players", [1, 3])
def test_where_people_deal_the_gaps_are_what_is_drawn(players: int) -> None:
    """Any card with the right back can be entered; a game goes on for a while on what is entered."""
    rng = random.Random(players)
    position, hidden = DESK.start(settings(players, Dealing.TABLE), rng)
    assert hidden is None and position.top == 2
    entered = 0
    for _ in range(120):
        option = rng.choice([one for group in DESK.groups(position, Dealing.TABLE) for one in group.options])
        line = option.line.format(**{fill.name: rng.choice(fill.values)[0] for fill in option.fills})
        record = parse_record(DESK.game, line)
        assert DESK.game.refusal_of_draw(position, record) is None, line
        entered += len(option.fills)
        position = DESK.game.perform(position, record)
        if DESK.game.is_over(position):
            break
    assert entered > 40


def test_too_many_players_are_refused() -> None:
    seats = tuple(Seat("", "blue") for _ in range(6))
    with pytest.raises(RuleError, match="CU-01"):
        DESK.start(Settings(seats), random.Random(1))


@pytest.mark.parametrize("players", [1, 3])
def test_the_page_shows_powers_phase_and_moves(site: Site, players: int) -> None:
    client = site.client()
    seats = [{"name": f"P{seat}", "colour": colour} for seat, colour in enumerate(DESK.colours[:players])]
    answer = client.post("/api/games", json={"game": "crystalium", "seats": seats, "dealing": "app"})
    assert answer.status_code in (200, 201), answer.text
    game = answer.json()
    page = client.get(f"/games/{game['id']}").text
    assert "River" in page and "Reactor" in page and "choose a Starting card" in page
    assert client.get("/games/new/crystalium").status_code == 200
    told = client.post(f"/api/games/{game['id']}/moves", json={"line": "draft C5w9"}).json()
    assert told["rule"] in ("CU-13", "CU-112")


def test_whirlpools_nobody_has_seen_are_neither_shown_nor_scored() -> None:
    position, _ = DESK.start(settings(3, Dealing.APP), random.Random(3))
    hidden = DESK.game.whirlpools(position)
    assert len(hidden) == 3
    assert DESK.board(position, None).whirlpools == ()
    assert DESK.score(position).totals == (0, 0, 0), "every ship would share the first prizes"
    seen = replace(position, out=hidden[:1])
    assert len(DESK.board(seen, None).whirlpools) == 1
    assert DESK.score(seen).totals == (6, 6, 6)
    assert DESK.score(replace(position, second=True)).totals == (18, 18, 18), "in the second pass all are known"


def test_what_was_drawn_is_told_by_name() -> None:
    record = parse_record(DESK.game, "done = C5w3 N2x4w1s ^2")
    told = [worded(DESK.words(record), texts) for texts in TEXTS]
    assert told[0] == "That is all: Crystalium 5, Station worth 4 (cards: 2) (Strong Current), waves on the deck: 2"
    assert not [sentence for sentence in told if "w1" in sentence or "^" in sentence]
