"""One suite for all games: what is listed, verified and applied agrees, texts round-trip, games come to an end."""

from __future__ import annotations

import re
from enum import Flag

import pytest
from games import GAMES, Entry, positions

from rules.engine import apply, legal_moves, parse_record, verify
from rules.errors import RuleError
from rules.perft import divide, perft
from rules.record import GameRecord, read_record, replay

SEEDS = (1, 2)
STRANGER_EVERY = 12
every_game = pytest.mark.parametrize("entry", GAMES, ids=lambda entry: entry.name)


@every_game
@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_ends_and_only_then_has_no_moves(entry: Entry, seed: int) -> None:
    steps = list(positions(entry, seed))
    assert len(steps) < entry.longest
    for position, move, _, _ in steps:
        assert entry.game.is_over(position) == (move is None)
    end = steps[-1][0]
    assert list(entry.game.candidates(end)) == []
    assert all(entry.game.refusal(end, entry.game.parse_move(text)) for text in entry.strangers(end))


@every_game
@pytest.mark.parametrize("seed", SEEDS)
def test_every_listed_move_verifies_and_applies(entry: Entry, seed: int) -> None:
    for position, move, _, hidden in list(positions(entry, seed))[:-1][::STRANGER_EVERY]:
        listed = list(legal_moves(entry.game, position))
        assert len({other.text() for other in listed}) == len(listed) > 0
        assert move in listed
        before = position.text()
        for other in listed:
            verify(entry.game, position, other)
            record, _ = entry.game.draw(position, other, hidden)
            assert apply(entry.game, position, record) != position
        assert position.text() == before, "moves change nothing but the position they return"


@every_game
@pytest.mark.parametrize("seed", SEEDS)
def test_every_other_move_is_refused_with_a_rule_and_a_reason(entry: Entry, seed: int) -> None:
    rules = set()
    for position, *_ in list(positions(entry, seed))[::STRANGER_EVERY]:
        listed = {move.text() for move in legal_moves(entry.game, position)}
        strange = set(entry.strangers(position))
        assert listed <= strange, "the strangers are every move that can be named"
        for text in strange - listed:
            refusal = entry.game.refusal(position, entry.game.parse_move(text))
            assert refusal is not None, f"{text} in {position.text()}"
            assert len(refusal.message.split()) >= 5
            rules.add(refusal.rule)
        with pytest.raises(RuleError, match=re.escape(f"in {position.text()!r}")):
            verify(entry.game, position, entry.game.parse_move(min(strange - listed)))
    assert len(rules) >= 5 and all(re.fullmatch(r"[A-Z]+-R?\d{2,3}", rule) for rule in rules)


@every_game
@pytest.mark.parametrize("seed", SEEDS)
def test_texts_round_trip(entry: Entry, seed: int) -> None:
    for position, move, record, _ in list(positions(entry, seed))[:-1][::3]:
        assert entry.game.parse_position(position.text()) == position
        assert entry.game.parse_move(move.text()) == move
        assert parse_record(entry.game, record.text()) == record
        assert "\n" not in position.text() + record.text()


@every_game
@pytest.mark.parametrize("seed", SEEDS)
def test_a_fair_game_is_plausible_throughout(entry: Entry, seed: int) -> None:
    for position, *_ in list(positions(entry, seed))[::3]:
        status = entry.game.status(position)
        assert isinstance(status, Flag)
        assert not status, status


@every_game
@pytest.mark.parametrize("seed", SEEDS)
def test_a_record_is_written_read_and_replayed(entry: Entry, seed: int) -> None:
    steps = list(positions(entry, seed))
    moves = tuple(record for _, _, record, _ in steps[:-1])
    record = GameRecord(entry.name, "reference", steps[0][0], moves, {"site": "a table: ours"})
    again = read_record(entry.game, record.text())
    assert again == record
    assert list(replay(entry.game, again)) == [position for position, *_ in steps]


@every_game
def test_the_same_seed_gives_the_same_game(entry: Entry) -> None:
    one, two = ([record and record.text() for _, _, record, _ in positions(entry, 7)] for _ in range(2))
    assert one == two
    assert one != [record and record.text() for _, _, record, _ in positions(entry, 8)]


@every_game
def test_counts_add_up(entry: Entry) -> None:
    for position, _, _, hidden in list(positions(entry, 3))[:-1:40]:
        assert perft(entry.game, position, hidden, 0) == 1
        assert perft(entry.game, position, hidden, 1) == len(list(legal_moves(entry.game, position)))
        branches = divide(entry.game, position, hidden, 2)
        assert sum(branches.values()) == perft(entry.game, position, hidden, 2)
        assert set(branches) == {move.text() for move in legal_moves(entry.game, position)}
