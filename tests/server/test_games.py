"""Kept games without a web client: secrets stay with their seat, and another version's deal is not trusted."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from rules.crystalla.faces import Face
from rules.crystalla.stacks import Stacks
from rules.crystalla.table import Table
from rules.crystalla.vocabulary import Crystal
from server.desks.crystalla import CrystallaDesk, open_crystalla
from server.desks.desk import Dealing, Seat, Settings
from server.game_json import game_json
from server.games import Games
from server.locales import load_locales
from server.photos import PhotoFolder
from server.refusals import RefusalError
from server.store import Store
from server.store_engine import open_engine
from server.store_games import GameStore

SETTINGS = Settings((Seat("Anna", "gray"), Seat("Ben", "blue")))
TEXTS = load_locales().texts["en"]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[GameStore]:
    engine = open_engine(f"sqlite:///{tmp_path / 'test.sqlite'}")
    yield GameStore(Store(engine, PhotoFolder(tmp_path / "photos")))
    engine.dispose()


@dataclass(frozen=True, slots=True)
class OtherDeal(CrystallaDesk):
    """A later version that deals an equal seed otherwise."""

    def start(self, settings: Settings, rng: random.Random) -> tuple[Table, Stacks | None]:
        return CrystallaDesk.start(self, settings, random.Random(rng.random()))


@dataclass(frozen=True, slots=True)
class OtherStacks(CrystallaDesk):
    """A later version that deals equal hands, yet stacks the cards otherwise: another large crystal on each."""

    def start(self, settings: Settings, rng: random.Random) -> tuple[Table, Stacks | None]:
        table, stacks = CrystallaDesk.start(self, settings, rng)
        assert stacks is not None
        gems = tuple(Crystal)
        other: dict[Crystal | None, Crystal] = {gem: gems[place - 1] for place, gem in enumerate(gems)}
        return table, replace(stacks, deck=tuple(Face(other[card.large], card.small) for card in stacks.deck))


def test_with_secrets_moves_go_to_the_seat_on_turn_and_positions_to_nobody(store: GameStore) -> None:
    games = Games(store, {"crystalla": replace(open_crystalla(None), secret=True)})
    game_id = games.start("crystalla", SETTINGS).row.id
    line = games.view(game_id, 0).groups[0].options[0].line
    games.move(game_id, line)
    for seat in (None, 1):
        assert games.view(game_id, seat).groups == ()
    assert games.view(game_id, 0).groups
    for seat in (None, 0, 1):
        told = game_json(games.view(game_id, seat), TEXTS)
        assert told["position"] is None
        assert told["feed"][0]["line"] is None
        assert line in games.view(game_id).record()


def test_a_deal_of_another_version_leaves_the_drawing_to_the_players(store: GameStore) -> None:
    before = Games(store, {"crystalla": open_crystalla(None)}).start("crystalla", SETTINGS)
    first = open_crystalla(None)
    after = Games(store, {"crystalla": OtherDeal(first.edition, first.game)})
    view = after.view(before.row.id)
    assert view.position == before.position
    assert (before.dealing, view.dealing) == (Dealing.APP, Dealing.TABLE)
    lay = next(move for move in first.game.candidates(view.position) if move.text().startswith("lay"))
    assert after.move(before.row.id, lay.text()).events == 1


def test_stacks_of_another_version_leave_the_drawing_to_the_players(store: GameStore) -> None:
    games = Games(store, {"crystalla": open_crystalla(None)})
    before = games.start("crystalla", SETTINGS)
    while " = " not in before.record():
        before = games.view(before.row.id)
        games.move(before.row.id, before.groups[-1].options[0].line)
        before = games.view(before.row.id)
    first = open_crystalla(None)
    view = Games(store, {"crystalla": OtherStacks(first.edition, first.game)}).view(before.row.id)
    assert view.position == before.position
    assert (before.dealing, view.dealing) == (Dealing.APP, Dealing.TABLE)


def test_two_processes_on_one_database_never_write_the_same_event(store: GameStore) -> None:
    one, other = (Games(store, {"crystalla": open_crystalla(None)}) for _ in range(2))
    game_id = one.start("crystalla", SETTINGS).row.id
    first = one.view(game_id).groups[-1].options[0].line
    one.move(game_id, first, after=0)
    with pytest.raises(RefusalError) as refused:
        other.move(game_id, first, after=0)
    assert (refused.value.status, refused.value.code) == (409, "game-changed")
    assert other.view(game_id).position == one.view(game_id).position
