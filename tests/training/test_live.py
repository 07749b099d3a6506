"""Composed tables and turns: truth is where the picture shows it, unmoved things stay, mistakes break what they say."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from models.training.composite.decks import make_deck
from models.training.live.film import Film
from models.training.live.games import Played, random_turns, reference_game
from models.training.live.mistake import walked
from models.training.live.mistakes import MAKERS
from models.training.live.recordings import put_scene
from models.training.live.room import draw_room
from models.training.live.script import write_script
from models.training.live.stage import Stage, draw_stage
from models.training.live.stills import patches, still
from models.training.live.tabletop import after, tabletop_of
from models.training.live.things import display_cards
from models.training.live.tries import fewest
from models.training.live.truth import truth
from rules.crystalla.explain import explain
from rules.crystalla.seen import look
from rules.crystalla.table import Table
from rules.crystalla.vocabulary import Segment

GAMES = {players: list(random_turns(players, 60 + players)) for players in (2, 3, 4)}
SMALL = (640, 360)


@pytest.fixture
def grey_stage(monkeypatch: pytest.MonkeyPatch) -> Stage:
    """A set-up of two on an evenly grey table."""
    grey = np.full((SMALL[1], SMALL[0], 3), 0.3, np.float32)
    monkeypatch.setattr("models.training.live.stage._surface", lambda *_: (grey, "grey", 1.0))
    rng = np.random.default_rng(5)
    return draw_stage(rng, GAMES[2][9].before.colours, 2, make_deck("reference", rng), "eval", SMALL)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_places_of_a_room_do_not_meet(players: int) -> None:
    for seed in range(12):
        room = draw_room(np.random.default_rng(seed), players)
        spots = [room.pile(index) for index in range(room.grid[0] * room.grid[1])]
        middles = [(spot.x, spot.y) for spot in spots] + [room.open_place(slot) for slot in range(4)]
        middles += [
            seat.spot.at((col - 1.5) * seat.pitch_mm, -row * seat.pitch_mm)
            for seat in room.seats
            for col in range(4)
            for row in range(3)
        ]
        apart = np.linalg.norm(np.array(middles)[:, None] - np.array(middles)[None], axis=2)
        assert apart[~np.eye(len(middles), dtype=bool)].min() > 52


def test_seats_follow_each_other_clockwise() -> None:
    for seed in range(12):
        room = draw_room(np.random.default_rng(seed), 4)
        angles = [np.degrees(np.arctan2(seat.spot.y, seat.spot.x)) for seat in room.seats]
        steps = np.diff([*angles, angles[0]]) % 360
        assert steps.sum() == pytest.approx(360), "y runs down, so growing angles are clockwise"


def test_a_turn_moves_only_what_it_touches() -> None:
    played, rng = GAMES[3][8], np.random.default_rng(4)
    room = draw_room(rng, 3)
    before = tabletop_of(played.before, rng)
    now = after(before, played.after, rng)
    for seat in range(3):
        old, new = (display_cards(room, tabletop, seat) for tabletop in (before, now))
        assert {one.pose for one in old} <= {one.pose for one in new} | {one.pose for one in old if one.pieces}
    unmoved = [index for index in range(9) if played.before.piles[index].pawns == played.after.piles[index].pawns]
    assert unmoved
    assert [before.standing[index] for index in unmoved] == [now.standing[index] for index in unmoved]


def test_truth_tells_the_table(grey_stage: Stage) -> None:
    table = GAMES[2][9].before
    told = truth(grey_stage, tabletop_of(table, np.random.default_rng(1)))
    for display, shown in zip(told["displays"], table.displays, strict=True):
        cells = {(card["row"], card["col"]): card for card in display["cards"]}
        assert set(cells) == {(card.cell.row, card.cell.col) for card in shown.cards}
        for card in shown.cards:
            assert cells[card.cell.row, card.cell.col]["large"] == card.effective(Segment.LARGE)
    counts = [sum(pile["pawns"].values()) for pile in told["middle"]["piles"]]
    assert counts == [sum(pile.pawns) for pile in table.piles]
    assert Counter(piece["segment"] for piece in told["middle"]["open"]) == Counter(
        str(piece.shape) for piece in table.open
    )


def test_patches_make_the_next_picture(grey_stage: Stage) -> None:
    played, rng = GAMES[2][9], np.random.default_rng(2)
    before = tabletop_of(played.before, rng)
    now = after(before, played.after, rng)
    picture = still(grey_stage, before)
    for patch in patches(grey_stage, before, now):
        patch.put(picture)
    away = np.abs(picture.astype(int) - still(grey_stage, now))
    assert (away > 12).mean() < 0.003, "long shadows aside"


def test_hands_come_and_go_and_leave_the_change_behind(grey_stage: Stage) -> None:
    played, rng = GAMES[2][9], np.random.default_rng(3)
    before = tabletop_of(played.before, rng)
    film = Film(grey_stage, still(grey_stage, before), rng, 5)
    first = next(film.rest(0.2))
    changes = patches(grey_stage, before, after(before, played.after, rng))
    shots = list(film.reach(played.before.active, changes))
    last = next(film.rest(0.2))
    assert all(shot.hand for shot in shots)
    assert (first.hand, last.hand) == (False, False)
    covered = [(np.abs(shot.bgr.astype(int) - first.bgr) > 40).mean() for shot in shots]
    assert max(covered) > 0.04
    y, x = changes[0].y, changes[0].x
    height, width = changes[0].pixels.shape[:2]
    seen = last.bgr[y : y + height, x : x + width].astype(float)
    assert np.abs(seen - changes[0].pixels).mean() < 8


@pytest.mark.parametrize("kind", sorted(MAKERS))
def test_a_mistake_breaks_the_rule_that_it_says(kind: str) -> None:
    made = 0
    for players, game in GAMES.items():
        mistakes = ((played, MAKERS[kind](played, random.Random(players))) for played in game)
        for played, mistake in islice((pair for pair in mistakes if pair[1] is not None), 3):
            made += 1
            found = explain(reference_game(), played.before, look(mistake.tables[0]))
            named = found.broken if len(mistake.tables) == 1 else found.pending
            assert {refusal.rule for refusal in named} & set(mistake.rules), (mistake, found)
    assert made >= 3


def test_walks_are_tried_naively() -> None:
    played = next(turn for turn in GAMES[2] if _walk(turn) <= 4)
    pawns = tuple(pile.pawns for pile in walked(played).piles)
    last = next(
        index
        for index, (old, new) in enumerate(zip(played.before.piles, played.after.piles, strict=True))
        if old.height != new.height
    )
    assert fewest(played.before, pawns, last) == {()}


def _walk(played: Played) -> int:
    return sum(text.startswith("step") for text in played.texts())


def test_a_script_goes_on_where_it_stopped() -> None:
    acts = write_script(2, 6, ["turned", "two cards", "no card"], 8)
    table: Table = acts[0].before
    for act in acts:
        assert look(act.before) == look(table)
        if act.legal:
            table = act.tables[-1]
    assert {act.kind for act in acts} >= {"legal", "turned", "two cards"}
    assert [act.late for act in acts] == [False] * (len(acts) - 1) + [acts[-1].kind == "no card"]


def test_a_traced_picture_stays_as_long_as_its_scene(tmp_path: Path) -> None:
    picture = tmp_path / "state-0.png"
    put_scene(picture, {"lamp": 1})
    picture.write_bytes(b"traced")
    put_scene(picture, {"lamp": 1})
    assert picture.exists()
    put_scene(picture, {"lamp": 2})
    assert not picture.exists()
