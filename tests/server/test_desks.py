"""The desks: what they offer is exactly what is legal, and everything is worded in three languages."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rules.engine import legal_moves, parse_record, play
from server.desks import open_desks
from server.desks.crystalla import move_words
from server.desks.desk import Dealing, Seat, Settings, Words
from server.locales import LANGUAGES, load_locales
from server.wording import worded

ROOT = Path(__file__).resolve().parents[2]
LOCALES = load_locales()
DESKS = open_desks()


def settings(desk: Any, players: int) -> Settings:
    """The first colours, the last seat starts."""
    return Settings(tuple(Seat("", colour) for colour in desk.colours[:players]), players - 1)


def positions(desk: Any, players: int, moves: int) -> Iterator[tuple[Any, Any]]:
    """A random game: each position, and the record that led to it (None at the start)."""
    rng = random.Random(players)
    position, hidden = desk.start(settings(desk, players), rng)
    yield position, None
    for _ in range(moves):
        possible = list(legal_moves(desk.game, position))
        if not possible:
            return
        record, position, hidden = play(desk.game, position, rng.choice(possible), hidden)
        yield position, record


@pytest.mark.parametrize("game", DESKS)
def test_what_a_desk_offers_is_what_is_legal(game: str) -> None:
    desk = DESKS[game]
    for position, _ in positions(desk, desk.seats[0], 40):
        offered = [option.line for group in desk.groups(position, Dealing.APP) for option in group.options]
        assert sorted(offered) == sorted(move.text() for move in legal_moves(desk.game, position))
        assert (desk.turn(position).seat is None) is desk.game.is_over(position)


@pytest.mark.parametrize("game", DESKS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_is_worded(game: str, language: str) -> None:
    desk, texts = DESKS[game], LOCALES.texts[language]
    spoken: list[Words] = [choice.label for choice in desk.choices]
    for position, record in positions(desk, desk.seats[-1], 60):
        groups = [group for dealing in desk.dealings for group in desk.groups(position, dealing)]
        options = [option for group in groups for option in group.options]
        spoken += [desk.turn(position).doing, *(group.title for group in groups)]
        spoken += [option.words for option in options]
        spoken += [fill.label for option in options for fill in option.fills]
        spoken += [row.label for row in desk.score(position).rows]
        spoken += [] if record is None else [desk.words(record)]
    sentences = {worded(words, texts) for words in spoken}
    assert len(sentences) > 20
    assert not [sentence for sentence in sentences if not sentence or "{" in sentence]


@pytest.mark.parametrize(
    ("language", "straight", "turned"),
    [
        ("en", "Ruby / Citrine in row 1, column 2", ", turned 90°"),
        ("de", "Rubin / Citrin in Reihe 1, Spalte 2", ", um 90° gedreht"),
        ("fr", "Rubis / Citrine en rangée 1, colonne 2", ", tournée de 90°"),
    ],
)
def test_a_card_that_is_not_turned_is_not_told_as_turned(language: str, straight: str, turned: str) -> None:
    moves = [parse_record(DESKS["crystalla"].game, f"lay rc 0,1 q{quarter}").move for quarter in (0, 1)]
    told = [worded(move_words(move), LOCALES.texts[language]) for move in moves]
    assert told == [straight, straight + turned]


@pytest.mark.parametrize("game", DESKS)
def test_an_equal_seed_deals_the_same_game(game: str) -> None:
    desk = DESKS[game]
    first, second, other = (desk.start(settings(desk, desk.seats[0]), random.Random(seed)) for seed in (1, 1, 2))
    assert first == second
    assert first != other


def test_every_rule_that_a_turn_of_crystalla_can_break_has_a_sentence() -> None:
    moved, seen = ("legality", "placing", "walk", "turn", "setup"), ("explain", "astray", "gifts")
    sources = [ROOT / "rules" / "crystalla" / f"{name}.py" for name in (*moved, *seen)]
    raised = {rule for path in sources for rule in re.findall(r'"(CR-R?\d+)"', path.read_text(encoding="utf-8"))}
    worded_rules = {key.removeprefix("crystalla.rule-") for key in LOCALES.texts["en"].table if ".rule-CR" in key}
    # No move and no picture says that a card was declined.
    assert worded_rules == raised - {"CR-59"}


def test_a_line_with_a_gap_becomes_a_record_once_it_is_filled() -> None:
    desk = DESKS["crystalla"]
    start, hidden = desk.start(Settings((Seat("", "gray"), Seat("", "blue")), 0, Dealing.TABLE), random.Random(1))
    assert hidden is None
    assert "??,??,??|??,??,??" in start.text()
    lay = next(
        option for group in desk.groups(start, Dealing.TABLE) for option in group.options if "lay" in option.line
    )
    assert parse_record(desk.game, lay.line.format(large="r", small="h")).text() == "lay rh 0,0 q0"
