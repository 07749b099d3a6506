"""Texts of tables, moves and drawn things: they round-trip, and anything else is refused by name."""

from __future__ import annotations

from dataclasses import replace

import pytest
from crystalla_games import GAME, deal, random_game, rule_of, run, table, walk
from crystalla_tables import lay
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.crystalla.faces import Face
from rules.crystalla.moves import Lay, Step
from rules.crystalla.notation import parse_drawn, parse_move, parse_table
from rules.crystalla.vocabulary import Crystal
from rules.engine import parse_record
from rules.errors import MalformedError

TEXT = (
    "crystalla-table1 gray,blue,green,orange ta9,tr9.1,te9.22/tc9,td9,th9.0/at9.01,ar9,ae9 "
    "0ec,-,-,-/-,-,-,-/-,-,-,-|0ec,-,-,-/-,-,-,-/-,-,-,-|0ec,-,-,-/-,-,-,-/-,-,-,- -|-|- 0 Lr,Lt,Sa,Sd 16+16 - 0 0 "
    "0>1.1>2.2@0 - -"
)


def test_the_text_of_a_table() -> None:
    start = table(
        3, {(0, 0): "012", (0, 1): "", (0, 2): "2", (1, 2): "0", (2, 0): "01"},
        displays=[lay("c1r1 q0 emerald citrine")] * 3,
    )  # fmt: skip
    position = walk(start, "0,0", "blue 0,1", "green 0,2")
    assert position.text() == TEXT
    assert parse_table(TEXT) == position
    assert eval(repr(position), {"parse_table": parse_table}) == position


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_table_and_record_of_a_game_round_trips(players: int) -> None:
    for before, move, record, after in random_game(players, 29):
        assert parse_table(before.text()) == before
        assert parse_move(move.text()) == move
        assert parse_record(GAME, record.text()) == record
        assert parse_table(after.text()) == after


def test_colours_with_strange_letters_round_trip() -> None:
    position = replace(table(2, {(0, 0): "0"}), colours=("grün, hell", "50 %|"))
    assert parse_table(position.text()) == position
    step = Step("grün, hell", 0, 1)
    assert parse_move(step.text()) == step


def test_unknown_cards_are_ordinary_values() -> None:
    start = table(2, {(0, 0): "0"})
    hidden = replace(start.piles[1], top=Face(None, None))
    start = replace(start, piles=(start.piles[0], hidden, *start.piles[2:]))
    assert parse_table(start.text()) == start
    position = run(walk(start, "0,0", "gray 0,1"), "take 0,1 = t?")
    after = run(position, "lay ra 0,0 q?")
    assert after.displays[0] == lay("c1r1 q? ruby amethyst")
    half = replace(position, hands=((Face(None, Crystal.AMETHYST),), ()))
    assert rule_of(half, "lay rt 0,0 q0") == "CR-33", "what is known of the card stands"


FIELDS = TEXT.split(" ")


@pytest.mark.parametrize(
    ("field", "text", "words"),
    [
        (0, "crystalla-table2", "crystalla-table1 and 13 fields"),
        (1, "gray,blue", "4 different ones with 3 players"),
        (1, "gray,blue,blue,red", "4 different ones with 3 players"),
        (2, "ta9,tr9,te9/tc9,td9,th9", "3 rows of 3"),
        (2, FIELDS[2].replace("tc9", "tcc9"), "top card, height above 0 and pawns"),
        (2, FIELDS[2].replace("tc9", "tc0"), "top card, height above 0 and pawns"),
        (2, FIELDS[2].replace("tc9", "xx9"), "two letters of"),
        (2, FIELDS[2].replace("9.1,", "9.4,"), "colours 0 to 3"),
        (2, FIELDS[2].replace("9.01", "9.10"), "the one way of writing it"),
        (3, FIELDS[3].split("|")[0], "one for each of 2 to 4 players"),
        (4, "-|-", "one for each of 3 players"),
        (5, "91", "a number from 0 to 90"),
        (6, "Lr,Xt", "L or S"),
        (6, "Lr,Lz", "L or S"),
        (7, "16", "the heights of the large and the small stack"),
        (9, "3", "seat that started is '3', allowed: a number from 0 to 2"),
        (10, "x", "seat on turn"),
        (11, "0>1.1>2.2", "the picked pile"),
        (11, "9@0", "picked pile"),
        (11, "0>9.1@0", "pile of the walk"),
        (11, "0>1.4@0", "colour of the walk"),
        (12, "3", "seat due"),
        (13, "Lr", "seat of the gift"),
    ],
)
def test_a_wrong_field_is_named(field: int, text: str, words: str) -> None:
    wrong = " ".join([*FIELDS[:field], text, *FIELDS[field + 1 :]])
    with pytest.raises(MalformedError) as error:
        parse_table(wrong)
    assert words in str(error.value)


@pytest.mark.parametrize(
    "text",
    [
        "", "pass", "lift", "lift 0", "lift 0,0 ", "lift 00,1", "lift -1,0", "step 0,1", "step grün 0,1", "swap",
        "remove it", "lay ta 0,0", "lay ta 0,0 q4", "give Lr", "cover 0,0", "cover 0,0 middle",
    ],
)  # fmt: skip
def test_a_wrong_move_is_refused(text: str) -> None:
    with pytest.raises(MalformedError, match="move is"):
        parse_move(text)


@pytest.mark.parametrize("text", ["t", "tx", "TA", "L", "Lx", "lr?", ""])
def test_a_wrong_drawn_thing_is_refused(text: str) -> None:
    with pytest.raises(MalformedError):
        parse_drawn(text)


@given(st.text(alphabet="0123456789crystalla-tbe.,/|+@> LSq", max_size=60))
@settings(deadline=None, max_examples=100)
def test_any_text_parses_to_what_writes_it_or_is_refused(text: str) -> None:
    for parse in (parse_table, parse_move, parse_drawn):
        try:
            value = parse(text)
        except MalformedError:
            continue
        assert value.text() == text


@given(st.integers(0, len(TEXT) - 1), st.sampled_from("0159acert?-.,/|+@>LSX "))
@settings(deadline=None, max_examples=200)
def test_one_wrong_letter_parses_to_what_writes_it_or_is_refused(place: int, letter: str) -> None:
    text = TEXT[:place] + letter + TEXT[place + 1 :]
    try:
        position = parse_table(text)
    except MalformedError:
        return
    assert position.text() == text


def test_an_unknown_turn_is_a_turn() -> None:
    position, _ = deal(2)
    face = position.hands[0][0]
    assert parse_move(f"lay {face.text()} 0,0 q?") == Lay(face, 0, 0, None)
