"""JSON lines in, scores out: `tally crystalla` of the contract."""

from __future__ import annotations

import json
from typing import Any

import pytest
from crystalla_tables import REFERENCE, displays
from hypothesis import given
from hypothesis import strategies as st

from rules.crystalla.position import Display, PlacedCard
from rules.crystalla.scoring import score_display
from rules.crystalla.tally import parse_display, tally_line
from rules.crystalla.vocabulary import Crystal, Segment


def card(row: object = 0, col: object = 0, rotation: object = 1, large: object = "ruby", small: object = "ruby") -> Any:
    return {"row": row, "col": col, "rotation": rotation, "large": large, "small": small}


def answer(line: object) -> tuple[Any, bool]:
    text, fine = tally_line(line if isinstance(line, str) else json.dumps(line), REFERENCE)
    assert "\n" not in text
    return json.loads(text), fine


def test_a_display_yields_the_score_object_of_the_contract() -> None:
    line = {"cards": [card(), card(col=1, large="hematite", small={"crystal": "citrine", "confidence": 0.9})]}
    rows = {"tourmaline": 0, "amethyst": 0, "ruby": 10, "emerald": 0, "citrine": 3, "diamond": 0}
    assert answer(line) == (rows | {"total": 13, "gives_each_opponent": 2, "missing": 0}, True)


def test_null_crystals_are_missing_and_null_turns_touch_nothing() -> None:
    line = {"cards": [card(large=None, small={"crystal": None}), card(col=1, rotation=None)]}
    result, fine = answer(line)
    assert fine and (result["ruby"], result["missing"]) == (10, 2)


def test_displays_yield_players_and_winners() -> None:
    one = {"cards": [card(large="hematite", small="tourmaline")]}
    two = {"cards": [card(large="hematite", small="hematite")]}
    result, fine = answer({"displays": [one, two, one]})
    assert fine
    assert [(p["total"], p["from_opponents"], p["final"]) for p in result["players"]] == [
        (1, 6, 7),
        (0, 4, 4),
        (1, 6, 7),
    ]
    assert result["winners"] == [0, 2]


def test_further_keys_are_passed_over() -> None:
    line = {"photo": "a.jpg", "found": True, "cards": [card() | {"corners": [[0, 0]] * 4, "piece_on_large": "ruby"}]}
    assert answer(line)[0]["ruby"] == 10


CRYSTALS = "allowed: tourmaline, amethyst, ruby, emerald, citrine, diamond, hematite, null, or an object"
BAD = [
    ("{", "line is '{', allowed: one JSON object ("),
    ("[" * 100_000, "nested"),
    ('{"cards": 1' + "0" * 5000 + "}", "line is "),
    ([], "line is [], allowed: an object with cards or displays"),
    ({"cards": [], "displays": []}, "line is ['cards', 'displays'], allowed: an object with either cards or displays"),
    ({"found": False}, "line is ['found'], allowed: an object with either"),
    ({"cards": None}, "cards is None, allowed: a list of cards"),
    ({"cards": ["ruby"]}, "cards[0] is 'ruby', allowed: an object with row, col, rotation, large, small"),
    ({"cards": [{"row": 0}]}, "cards[0].col is 'missing', allowed: an object with row, col"),
    ({"cards": [card(row=3)]}, "cards[0].row is 3, allowed: a whole number from 0 to 2"),
    ({"cards": [card(), card(col=4)]}, "cards[1].col is 4, allowed: a whole number from 0 to 3"),
    ({"cards": [card(row=-1)]}, "cards[0].row is -1, allowed"),
    ({"cards": [card(row=0.0)]}, "cards[0].row is 0.0, allowed: a whole number"),
    ({"cards": [card(col=True)]}, "cards[0].col is True, allowed: a whole number"),
    ({"cards": [card(col="1")]}, "cards[0].col is '1', allowed: a whole number"),
    ({"cards": [card(rotation=4)]}, "cards[0].rotation is 4, allowed: a whole number from 0 to 3 or null"),
    ({"cards": [card(large="opal")]}, f"cards[0].large is 'opal', {CRYSTALS}"),
    ({"cards": [card(small=7)]}, f"cards[0].small is 7, {CRYSTALS}"),
    ({"cards": [card(small={"crystal": "Ruby"})]}, f"cards[0].small.crystal is 'Ruby', {CRYSTALS}"),
    ({"cards": [card(small={"kind": "ruby"})]}, "cards[0].small is {'kind': 'ruby'}, allowed"),
    ({"cards": [card(), card()]}, "cell of cards[1] is 'row 0 col 0', allowed: a cell in which no earlier card lies"),
    ({"cards": [card(row=1)]}, "cell of cards[0] is 'row 1 col 0', allowed: one right above another card or in row 0"),
    ({"cards": [card(), card(row=2)]}, "cell of cards[1] is 'row 2 col 0'"),
    ({"displays": []}, "displays is [], allowed: a list of at least one object with cards"),
    ({"displays": [{"cards": []}, 5]}, "displays[1] is 5, allowed: an object with cards"),
    ({"displays": [{"cards": [card()]}, {"cards": [card(row=9)]}]}, "displays[1].cards[0].row is 9, allowed"),
    ({"cards": [card(large="x" * 10_000)]}, "cards[0].large is 'xxxx"),
]


@pytest.mark.parametrize(("line", "words"), BAD)
def test_bad_lines_say_what_is_wrong_where_and_what_is_allowed(line: object, words: str) -> None:
    result, fine = answer(line)
    assert not fine
    assert list(result) == ["error"]
    assert words in result["error"]
    assert len(result["error"]) < 600


def as_json(placed: PlacedCard) -> dict[str, object]:
    shown = {segment.value: placed.effective(segment) for segment in Segment}
    return {"row": placed.cell.row, "col": placed.cell.col, "rotation": placed.rotation, **shown}


@given(displays().filter(lambda display: not display.floating()), st.randoms(use_true_random=False))
def test_order_of_cards_does_not_matter_and_scores_are_those_of_the_display(display: Display, random: Any) -> None:
    cards = [as_json(placed) for placed in display.cards]
    random.shuffle(cards)
    assert answer({"cards": cards}) == (score_display(display, REFERENCE).rows(), True)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 5) | st.floats() | st.sampled_from([*Crystal, "", "opal"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["row", "col", "rotation", "large", "small", "cards", "displays", "crystal"]),
            inner,
            max_size=6,
        )
    ),
    max_leaves=15,
)


@given(json_values)
def test_any_json_gets_one_answer(value: object) -> None:
    result, fine = answer({"cards": value})
    assert ("error" in result) is not fine


@given(st.text())
def test_any_text_gets_one_answer(text: str) -> None:
    result, fine = tally_line(text, REFERENCE)
    assert ("error" in json.loads(result)) is not fine


def test_parse_display_names_the_place_of_the_display() -> None:
    with pytest.raises(ValueError, match=r"^displays\[2\]\.cards is None"):
        parse_display({}, "displays[2]")
