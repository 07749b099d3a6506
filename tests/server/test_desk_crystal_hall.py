"""The desk of Crystal Hall: whole games in both ways of dealing, every word in three languages, the page, secrets."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from rules.crystal_hall.chance import Hidden
from rules.engine import parse_record, play
from rules.errors import RuleError
from server.desks.crystal_hall import open_crystal_hall
from server.desks.desk import Dealing, Seat, Settings
from server.locales import LANGUAGES, load_locales
from server.wording import worded
from tests.server.web_client import Site, open_site

DESK = open_crystal_hall(None)
TEXTS = [load_locales().texts[language] for language in LANGUAGES]


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with open_site(tmp_path) as running:
        yield running


def settings(players: int, dealing: Dealing, hands: str = "closed") -> Settings:
    seats = tuple(Seat("", colour) for colour in DESK.colours[:players])
    return Settings(seats, 0, dealing, {"target": "2", "hands": hands})


@pytest.mark.parametrize("players", [2, 4])
def test_a_whole_game_dealt_here(players: int) -> None:
    rng = random.Random(players)
    position, start = DESK.start(settings(players, Dealing.APP), rng)
    assert start is not None
    hidden: Hidden = start
    for number in range(3000):
        if DESK.turn(position).seat is None:
            break
        options = [option for group in DESK.groups(position, Dealing.APP) for option in group.options]
        assert all(not option.fills for option in options)
        if number % 15 == 0:
            assert all(worded(option.words, texts) for option in options for texts in TEXTS)
            board = DESK.board(position, 0)
            targets = {square.target for square in board.squares}
            assert {option.target for option in options} - {""} <= targets
        move = DESK.game.parse_move(rng.choice(options).line)
        record, position, hidden = play(DESK.game, position, move, hidden)
        assert all(worded(DESK.words(record), texts) for texts in TEXTS)
    assert DESK.game.is_over(position)
    score = DESK.score(position)
    assert len(score.winners) == 1 and len(score.totals) == players


@pytest.mark.parametrize("players", [2, 3])
def test_where_people_deal_the_gaps_are_what_is_drawn(players: int) -> None:
    rng = random.Random(players)
    position, hidden = DESK.start(settings(players, Dealing.TABLE), rng)
    assert hidden is None
    entered = 0
    for _ in range(150):
        options = [one for group in DESK.groups(position, Dealing.TABLE) for one in group.options]
        if not options:
            break
        option = rng.choice(options)
        line = option.line.format(**{fill.name: rng.choice(fill.values[:3])[0] for fill in option.fills})
        record = parse_record(DESK.game, line)
        refusal = DESK.game.refusal_of_draw(position, record)
        if refusal is not None:
            assert refusal.rule in ("CH-10", "CH-78"), line
            continue
        entered += len(option.fills)
        position = DESK.game.perform(position, record)
    assert entered > 20


def test_a_board_shows_nobody_the_spells_of_others() -> None:
    position, _ = DESK.start(settings(2, Dealing.APP), random.Random(1))
    guilds = tuple(replace(guild, hand=("curse", "freeze")) for guild in position.guilds)
    position = replace(position, guilds=guilds)
    for seat, shown in ((0, [2, 0]), (1, [0, 2]), (None, [0, 0])):
        assert [len(guild.spells) for guild in DESK.board(position, seat).guilds] == shown
    opened = replace(position, open_hands=True)
    assert [len(guild.spells) for guild in DESK.board(opened, None).guilds] == [2, 2]


def test_an_entered_effect_tells_nothing_of_other_hands() -> None:
    position, _ = DESK.start(settings(2, Dealing.TABLE), random.Random(1))
    first, second = (replace(guild, fresh=False, hand=(card,)) for guild, card in zip(
        position.guilds, ("unknown-1", "fireball"), strict=True
    ))  # fmt: skip
    position = replace(position, guilds=(first, second), deck=28)
    groups = DESK.groups(position, Dealing.TABLE)
    option = next(one for group in groups for one in group.options if one.line.startswith("cast unknown-1"))
    assert "fireball" not in option.fills[0].values[0][0]
    line = option.line.format(drawn1=option.fills[0].values[0][0])
    record = parse_record(DESK.game, line)
    assert DESK.game.refusal_of_draw(position, record) is None
    assert DESK.game.perform(position, record).guilds[1].hand == ("fireball",)


def test_five_players_are_refused() -> None:
    seats = tuple(Seat("", "blue") for _ in range(5))
    with pytest.raises(RuleError, match="CH-01"):
        DESK.start(Settings(seats), random.Random(1))


def test_the_page_draws_the_board_and_plays_by_the_rules(site: Site) -> None:
    client = site.client()
    seats = [{"name": f"P{seat}", "colour": colour} for seat, colour in enumerate(DESK.colours[:2])]
    answer = client.post("/api/games", json={"game": "crystal_hall", "seats": seats, "dealing": "app"})
    assert answer.status_code in (200, 201), answer.text
    game = answer.json()
    assert client.get("/games/new/crystal_hall").status_code == 200
    page = client.get(f"/games/{game['id']}?seat=0").text
    assert page.count('class="ch-square"') == 52
    assert page.count("ch-wizard--green") == page.count("ch-wizard--red") == 4
    assert "Magic Phase, 4 UMP left" in page and 'data-for="sq-c2"' in page
    told = client.post(f"/api/games/{game['id']}/moves?seat=0", json={"line": "push c1 c2"}).json()
    assert told["rule"] == "CH-16"
    assert client.post(f"/api/games/{game['id']}/moves?seat=0", json={"line": "move c1 c2"}).status_code == 200
    assert client.post(f"/api/games/{game['id']}/undo?seat=0", json={}).status_code == 200
    assert 'data-for="sq-c2"' not in client.get(f"/games/{game['id']}?seat=1").text, "moves are for whoever is on turn"
