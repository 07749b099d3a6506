"""What a camera sees after a turn, explained: every legal turn found, every kind of mistake named by its rule.

What pieces do is told in `test_crystalla_explain_pieces`.
"""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from crystalla_games import GAME, random_game, run, table, walk
from crystalla_looks import (
    DISPLAY,
    PLAIN,
    ROW,
    START,
    after,
    broken,
    parameters,
    pending,
    with_display,
    with_pawns,
    with_top,
)
from crystalla_tables import lay

from rules.crystalla.explain import Explanation, explain
from rules.crystalla.faces import Face, parse_face
from rules.crystalla.position import Display, PlacedCard
from rules.crystalla.seen import Seen, SeenPile, adopt, agrees, changed_tops, look
from rules.crystalla.table import Phase, Table
from rules.crystalla.vocabulary import Cell, Rotation, Segment


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_turn_of_a_game_is_explained(players: int) -> None:
    start = None
    turns = 0
    for before, _, _, position in random_game(players, 41):
        start = before if before.phase is Phase.PICK else start
        if start is None or position.phase not in (Phase.PICK, Phase.END):
            continue
        found = explain(GAME, start, look(position))
        assert not found.broken and not found.pending
        assert position in [turn.after for turn in found.turns]
        assert (found.question is None) == (len(found.turns) == 1)
        turns += 1
    assert turns == 9 * players


def test_a_turn_is_explained_though_pawns_hide_the_next_card_and_a_piece_covers_the_one_laid() -> None:
    covered = 0
    for seed in range(41, 47):
        start = None
        for before, _, _, position in random_game(4, seed):
            start = before if before.phase is Phase.PICK else start
            if start is None or position.phase not in (Phase.PICK, Phase.END):
                continue
            seen, seat = look(position), start.active
            display = position.displays[seat]
            piles = [
                SeenPile(Face(None, None), pile.pawns) if index in changed_tops(start, seen) else pile
                for index, pile in enumerate(seen.piles)
            ]
            (laid,) = (card for card in display.cards if start.displays[seat].at(card.cell) is None)
            shown = PlacedCard(laid.cell, laid.rotation, *map(laid.effective, Segment))
            displays = (*seen.displays[:seat], display.with_card(shown), *seen.displays[seat + 1 :])
            found = explain(GAME, start, replace(seen, piles=tuple(piles), displays=displays))
            if laid.piece_on_large is None or laid.piece_on_small is None:
                assert not found.broken and not found.pending
                assert display in [turn.after.displays[seat] for turn in found.turns]
            covered += laid.piece_on_large is not None or laid.piece_on_small is not None
    assert covered


@pytest.mark.parametrize("players", [2, 4])
def test_a_turn_half_done_is_never_called_illegal_nor_done(players: int) -> None:
    start = None
    for before, _, _, position in random_game(players, 43):
        start = before if before.phase is Phase.PICK else start
        if start is None or position.phase in (Phase.PICK, Phase.END):
            continue
        found = explain(GAME, start, look(position))
        assert found.pending and not found.turns and not found.broken, (start, position)


def turned(seen: Seen, seat: int, at: int) -> Seen:
    """The look with one card of a display turned."""
    cards = list(seen.displays[seat].cards)
    rotation = cards[at].rotation
    assert rotation is not None
    cards[at] = replace(cards[at], rotation=Rotation((rotation + 1) % 4))
    return with_display(seen, seat, Display(tuple(cards)))


def raised(seen: Seen, seat: int, before: Display) -> Seen | None:
    """The look with the new card one row too high, None when its column is full then."""
    new = next(card for card in seen.displays[seat].cards if before.at(card.cell) is None)
    if new.cell.row == 2:
        return None
    others = (card for card in seen.displays[seat].cards if card is not new)
    return with_display(seen, seat, Display.of([*others, replace(new, cell=Cell(new.cell.row + 1, new.cell.col))]))


def pawn_gone(seen: Seen, pile: int) -> Seen:
    """The look with one pawn of a pile hidden."""
    pawns = list(seen.piles[pile].pawns)
    pawns[next(colour for colour, count in enumerate(pawns) if count)] -= 1
    view = replace(seen.piles[pile], pawns=tuple(pawns))
    return replace(seen, piles=(*seen.piles[:pile], view, *seen.piles[pile + 1 :]))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_mistakes_in_any_turn_are_named(players: int) -> None:
    rng = random.Random(players)
    start = None
    for before, _, _, position in random_game(players, 47):
        start = before if before.phase is Phase.PICK else start
        if start is None or position.phase not in (Phase.PICK, Phase.END):
            continue
        seen, seat = look(position), rng.randrange(players)
        touched = turned(seen, seat, 0)
        assert broken(touched, start) == ["CR-60"]
        high = raised(seen, start.active, start.displays[start.active])
        assert high is None or broken(high, start) == ["CR-57"]
        pile = rng.choice([index for index, view in enumerate(seen.piles) if any(view.pawns)])
        assert broken(pawn_gone(seen, pile), start) == ["CR-29"]


def test_an_unchanged_table_needs_no_explanation() -> None:
    assert explain(GAME, START, look(START)) == Explanation()


def test_only_the_beginning_of_a_turn_can_be_explained() -> None:
    with pytest.raises(ValueError, match="phase WALK cannot be explained, allowed is PICK"):
        explain(GAME, run(START, "lift 0,0"), look(START))


def test_a_plain_turn() -> None:
    assert after(look(PLAIN)) == PLAIN


def test_what_cannot_be_told_contradicts_nothing() -> None:
    blind = lay("c1r1 q? ? citrine", "c2r1 q1 diamond ?", "c3r1 q2 amethyst hematite", "c4r1 q3 ? hematite")
    assert after(with_display(look(PLAIN), 0, blind)) == PLAIN
    seen = with_top(look(PLAIN), (0, 0), "??")
    assert after(seen) == PLAIN
    turned = with_display(look(PLAIN), 0, lay(*ROW, "c4r1 q? tourmaline hematite"))
    assert after(turned).displays[0].cards[-1].rotation is None


def test_the_next_card_of_the_pile_looks_the_same() -> None:
    same = with_top(look(PLAIN), (1, 2), "th")
    assert after(same).piles[5].top == parse_face("th")
    assert agrees(after(same), same)


def test_card_not_as_far_down_as_possible() -> None:
    high = lay(*ROW, "c4r2 q3 tourmaline hematite")
    assert broken(with_display(look(PLAIN), 0, high)) == ["CR-57"]


@pytest.mark.parametrize(
    ("cards", "how"),
    [
        (("c1r1 q1 emerald citrine", *ROW[1:]), "turned"),
        (("c1r1 q0 ruby tourmaline", *ROW[1:]), "swapped"),
        (("c1r1 q0 ruby citrine", *ROW[1:]), "swapped"),
        ((*ROW[1:], "c1r2 q0 emerald citrine"), "gone"),
        (("c1r1 q0 diamond ruby", "c2r1 q1 emerald citrine", ROW[2]), "swapped"),
    ],
)
def test_placed_card_moved_turned_or_swapped(cards: tuple[str, ...], how: str) -> None:
    seen = with_display(look(PLAIN), 0, lay(*cards, "c4r1 q3 tourmaline hematite"))
    assert set(broken(seen)) == {"CR-60"}
    assert parameters(seen)["how"] == how
    other = with_display(look(PLAIN), 1, lay(*cards))
    assert set(broken(other)) == {"CR-60"}
    assert parameters(other)["seat"] == 1


def test_two_cards_at_once() -> None:
    two = lay(*ROW, "c4r1 q3 tourmaline hematite", "c4r2 q0 tourmaline citrine")
    assert broken(with_top(with_display(look(PLAIN), 0, two), (1, 0), "aa")) == ["CR-33"]
    assert broken(with_top(look(PLAIN), (1, 0), "aa")) == ["CR-R31"]


def test_no_card_taken() -> None:
    walked = walk(START, "0,0", "orange 1,0", "gray 1,1", "gray 1,2")
    assert pending(look(walked)) == ["CR-33"]
    assert pending(look(run(walked, "take 1,2 = ee"))) == ["CR-36"]


def test_card_that_was_not_on_the_last_pile() -> None:
    seen = with_top(with_top(look(PLAIN), (1, 2), "th"), (1, 1), "ee")
    seen = with_display(seen, 0, lay(*ROW, "c4r1 q3 tourmaline diamond"))
    assert broken(seen) == ["CR-33"]
    assert parameters(seen) == {"row": 1, "col": 1, "last_row": 1, "last_col": 2}


def test_card_from_nowhere() -> None:
    assert broken(with_display(look(PLAIN), 0, lay(*ROW, "c4r1 q3 ruby ruby"))) == ["CR-33"]
    unchanged = with_top(look(PLAIN), (1, 2), "th")
    assert broken(with_display(unchanged, 0, lay(*ROW, "c4r1 q3 ruby ruby"))) == ["CR-33"]


def test_card_laid_for_another_player() -> None:
    seen = with_display(look(PLAIN), 0, DISPLAY)
    seen = with_display(seen, 2, lay(*ROW, "c4r1 q3 tourmaline hematite"))
    assert broken(seen) == ["CR-36"]


def test_diagonal_walk() -> None:
    start = table(4, {(0, 0): "0", (2, 2): "11"}, displays=[DISPLAY] * 4)
    seen = with_top(with_pawns(look(start), {(1, 1): "0", (2, 2): "11"}), (1, 1), "ee")
    seen = with_display(seen, 0, lay(*ROW, "c4r1 q3 tourmaline diamond"))
    assert broken(seen, start) == ["CR-31"]
    assert parameters(seen, start) == {"from_row": 0, "from_col": 0, "row": 1, "col": 1}


def test_walk_that_goes_straight_back() -> None:
    start = table(4, {(0, 0): "01", (2, 2): "11"}, displays=[DISPLAY] * 4)
    seen = with_top(with_pawns(look(start), {(0, 1): "0", (0, 0): "1", (2, 2): "11"}), (0, 0), "ee")
    seen = with_display(seen, 0, lay(*ROW, "c4r1 q3 tourmaline amethyst"))
    assert broken(seen, start) == ["CR-32"]


def test_walk_from_a_pile_without_an_own_pawn() -> None:
    start = table(4, {(0, 0): "0", (1, 1): "12"}, displays=[DISPLAY] * 4)
    seen = with_top(with_pawns(look(start), {(0, 0): "0", (1, 2): "1", (0, 2): "2"}), (0, 2), "ee")
    seen = with_display(seen, 0, lay(*ROW, "c4r1 q3 tourmaline emerald"))
    assert broken(seen, start) == ["CR-25"]
    assert parameters(seen, start) == {"row": 1, "col": 1, "colour": "gray"}


def test_walk_that_skips_a_pile() -> None:
    start = table(4, {(0, 0): "0", (1, 1): "12"}, displays=[DISPLAY] * 4)
    seen = with_top(with_pawns(look(start), {(0, 2): "0", (1, 1): "12"}), (0, 2), "ee")
    assert broken(with_display(seen, 0, lay(*ROW, "c4r1 q3 tourmaline emerald")), start) == ["CR-27"]


def test_pawns_left_in_hand() -> None:
    seen = with_pawns(look(START), {(0, 1): "1", (0, 2): "0", (2, 0): "12", (2, 2): "3", (1, 0): "3", (1, 1): "0"})
    assert pending(seen) == ["CR-29"]
    assert parameters(seen) == {"colour": "gray", "count": 2, "before": 3}
    seen = with_display(with_top(seen, (1, 1), "ee"), 0, lay(*ROW, "c4r1 q3 tourmaline diamond"))
    assert broken(seen) == ["CR-29"], "too late once the card is taken"


def test_pawns_left_on_the_picked_pile() -> None:
    pawns = {(0, 0): "0", (0, 1): "1", (0, 2): "0", (2, 0): "12", (2, 2): "3", (1, 0): "3", (1, 1): "0"}
    seen = with_top(with_pawns(look(START), pawns), (1, 1), "ee")
    seen = with_display(seen, 0, lay(*ROW, "c4r1 q3 tourmaline diamond"))
    assert broken(seen) == ["CR-26"]
    assert parameters(seen) == {"row": 0, "col": 0, "count": 1}


def test_more_pawns_than_there_are() -> None:
    pawns = {(0, 0): "0000", (0, 1): "11", (2, 0): "2", (2, 2): "33"}
    assert broken(with_pawns(look(START), pawns)) == ["CR-03"]


def test_pawns_that_no_turn_could_move() -> None:
    pawns = {(0, 0): "003", (0, 1): "1", (1, 2): "0", (2, 0): "2", (2, 1): "1", (2, 2): "3"}
    assert broken(with_top(with_pawns(look(START), pawns), (1, 2), "ee")) == ["CR-39"]


def test_a_card_without_a_walk() -> None:
    seen = with_top(look(START), (0, 1), "ee")
    assert broken(with_display(seen, 0, lay(*ROW, "c4r1 q0 tourmaline ruby"))) == ["CR-39"]


def test_empty_pile_asks_for_its_donor() -> None:
    start = table(2, {(0, 0): "0"}, heights={(0, 1): 1, (0, 2): 3}, displays=[DISPLAY] * 2)
    emptied = run(walk(start, "0,0", "gray 0,1"), "take 0,1")
    assert pending(look(emptied), start) == ["CR-37"]
    end = run(emptied, "refill 1,0 = ee", "lay tr 0,3 q0")
    found = explain(GAME, start, look(end))
    assert found.question is not None and found.question.name == "donor"
    assert found.question.options == ("refill 0,0", "refill 1,0", "refill 1,1", "refill 1,2")
    assert found.turns[1].after == end


def test_a_face_that_is_half_known() -> None:
    start = with_unknown_top(START)
    assert after(look(PLAIN), start).displays[0].cards[-1].small == "hematite"


def with_unknown_top(position: Table) -> Table:
    pile = replace(position.piles[5], top=Face(parse_face("th").large, None))
    return replace(position, piles=(*position.piles[:5], pile, *position.piles[6:]))


def test_what_is_seen_can_be_adopted_against_the_rules() -> None:
    turned_card = with_display(look(PLAIN), 0, lay("c1r1 q1 emerald citrine", *ROW[1:], "c4r1 q3 tourmaline hematite"))
    adopted = adopt(START, turned_card)
    assert agrees(adopted, turned_card)
    assert (adopted.active, adopted.phase, adopted.piles[5].height) == (1, Phase.PICK, 8)
    assert adopt(START, look(PLAIN)) == PLAIN, "a fair turn without a draw from the stacks is adopted as it was"


def test_adopting_keeps_what_was_known() -> None:
    blind = lay("c1r1 q? ? citrine", "c2r1 q1 diamond+ruby ?", "c3r1 q2 emerald hematite", "c4r1 q3 tourmaline ?")
    adopted = adopt(START, with_display(look(PLAIN), 0, blind))
    assert adopted.displays[0] == lay(
        "c1r1 q0 emerald citrine", "c2r1 q1 diamond+ruby ruby", "c3r1 q2 amethyst+emerald hematite",
        "c4r1 q3 tourmaline ?",
    )  # fmt: skip
