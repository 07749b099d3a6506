"""CR-40 to CR-49: which walks earn crystal pieces, who chooses, gives and places, and how the open display refills."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from crystalla_games import GAME, due, listed, random_game, rule_of, run, table, walk
from crystalla_tables import lay

from rules.crystalla.faces import parse_piece
from rules.crystalla.moves import Give
from rules.crystalla.table import Phase, Table
from rules.crystalla.vocabulary import Segment
from rules.engine import legal_moves

DISPLAY = lay("c1r1 q0 emerald citrine")


def printed_example() -> Table:
    """CR-E08 before the walk: one pawn each of gray, blue and green is in the hand, 1, 1 and 2 lie ahead."""
    pawns = {(0, 0): "012", (0, 1): "1", (0, 2): "22", (1, 2): "0", (2, 0): "01"}
    return table(3, pawns, displays=[DISPLAY] * 3)


def printed_walk() -> Table:
    """The same after the walk and with the card laid."""
    position = walk(printed_example(), "0,0", "blue 0,1", "green 0,2", "gray 1,2")
    return run(position, "take 1,2 = ee", "lay th 0,1 q0")


def giving(*seats: int, opened: str = "Lr Lt Sa Sd", stacks: tuple[int, int] = (16, 16)) -> Table:
    """Seat 0 on turn of 4, with awards due for some seats."""
    return table(4, {}, displays=[DISPLAY] * 4, opened=opened, stacks=stacks, due=seats)


def shapes(position: Table) -> str:
    """Open display as `3L+1S`."""
    count = Counter(piece.shape for piece in position.open)
    return f"{count[Segment.LARGE]}L+{count[Segment.SMALL]}S"


def test_CR_40_exactly_two_of_a_colour_brought_together() -> None:
    start = table(4, {(0, 0): "01", (0, 1): "1", (0, 2): "0", (1, 1): "2"})
    assert due(walk(start, "0,0", "blue 0,1", "gray 0,2")) == ["gray", "blue"]
    assert due(walk(start, "0,0", "gray 0,1", "blue 1,1")) == []
    assert due(run(start, "lift 0,0", "step blue 0,1")) == [], "judged when the last pawn is set"
    position = run(walk(start, "0,0", "blue 0,1", "gray 1,1"), "take 1,1 = aa", "lay td 0,0 q0")
    assert rule_of(position, "give Lr green = Lr") == "CR-40"


def test_CR_41_after_the_card_is_placed() -> None:
    position = walk(printed_example(), "0,0", "blue 0,1", "green 0,2", "gray 1,2")
    assert rule_of(position, "give Lr gray = Le") == "CR-33"
    position = run(position, "take 1,2 = ee")
    assert rule_of(position, "give Lr gray = Le") == "CR-36"
    position = run(position, "lay th 0,1 q0")
    assert position.phase is Phase.GIVE
    assert rule_of(position, "lift 1,2") == "CR-41"


def test_CR_42_the_active_player_selects_an_open_piece() -> None:
    position = giving(1)
    assert listed(position) == ["give Lr blue", "give Lt blue", "give Sa blue", "give Sd blue"]
    assert position.actor == 0
    assert rule_of(position, "give Le blue = Le") == "CR-42"


def test_CR_43_the_owner_of_the_pair_receives() -> None:
    after = run(giving(1), "give Lr blue = Le", "cover 0,0 large")
    assert after.displays[1] == lay("c1r1 q0 emerald+ruby citrine")
    assert after.displays[0] == DISPLAY
    own = run(giving(0), "give Lr gray = Le", "cover 0,0 large")
    assert own.displays[0] == lay("c1r1 q0 emerald+ruby citrine")
    assert rule_of(giving(1), "give Lr pink = Le") == "CR-40"


def test_CR_44_the_receiver_decides_where() -> None:
    display = lay("c1r1 q0 emerald citrine", "c2r1 q0 diamond citrine", "c3r1 q0 ruby citrine")
    position = replace(giving(2), displays=(DISPLAY, DISPLAY, display, DISPLAY))
    position = run(position, "give Lr green = Le")
    assert (position.actor, position.active) == (2, 0)
    assert listed(position) == ["cover 0,0 large", "cover 0,1 large"]


def test_CR_45_the_active_player_decides_the_order() -> None:
    position = giving(0, 2)
    assert {move.colour for move in legal_moves(GAME, position) if isinstance(move, Give)} == {"gray", "green"}
    for first, second in (("gray", "green"), ("green", "gray")):
        after = run(position, f"give Lr {first} = Le", "cover 0,0 large")
        assert due(after) == [second] and after.active == 0
        assert run(after, f"give Sa {second} = Sc", "cover 0,0 small").active == 1


def test_CR_46_the_open_display_is_refilled_from_the_same_shape() -> None:
    position = giving(1)
    after = run(position, "give Sa blue = Sh")
    assert [piece.text() for piece in after.open] == ["Lr", "Lt", "Sd", "Sh"]
    assert after.stacks == (16, 15)
    assert rule_of(position, "give Sa blue = Lh") == "CR-46"
    assert rule_of(position, "give Sa blue") == "CR-46"
    assert rule_of(position, "give Sa blue = Sh Sh") == "CR-46"


def test_CR_47_an_empty_stack_is_replaced_by_the_other() -> None:
    position = giving(1, stacks=(3, 0))
    after = run(position, "give Sa blue = Lh")
    assert (shapes(after), after.stacks) == ("3L+1S", (2, 0))
    assert rule_of(position, "give Sa blue = Sh") == "CR-46"
    assert run(giving(1, stacks=(0, 3)), "give Lr blue = Sh").stacks == (0, 2)


def test_CR_48_three_together_award_nothing() -> None:
    start = table(4, {(0, 0): "1", (0, 1): "11", (1, 0): "1"}, active=1)
    assert due(walk(start, "0,0", "blue 0,1")) == []
    assert due(walk(start, "0,0", "blue 1,0")) == ["blue"]


def test_CR_49_the_neutral_colour_receives_nothing() -> None:
    start = table(3, {(0, 0): "03", (0, 1): "3", (1, 1): "3", (0, 2): "0"}, displays=[DISPLAY] * 3)
    assert due(walk(start, "0,0", "gray 1,0", "orange 1,1")) == []
    position = run(walk(start, "0,0", "orange 0,1", "gray 0,2"), "take 0,2 = aa", "lay te 0,1 q0")
    assert due(position) == ["gray"]
    assert rule_of(position, "give Lr orange = Le") == "CR-49"


def test_CR_R03_judged_after_the_last_pawn() -> None:
    assert due(walk(table(4, {(0, 0): "0", (0, 1): "0"}), "0,0", "gray 0,1")) == ["gray"], "1+1"
    loop = table(4, {(0, 0): "00123"})
    steps = ["gray 0,1", "blue 1,1", "green 1,0", "orange 0,0", "gray 0,1"]
    assert due(walk(loop, "0,0", *steps)) == ["gray"], "0+2"
    third = table(4, {(0, 0): "00123", (0, 1): "0"})
    assert due(walk(third, "0,0", *steps)) == [], "1+2 are 3"
    assert due(run(third, "lift 0,0", "step gray 0,1")) == [], "not yet, though 2 lie together now"


def test_CR_R04_an_old_pair_earns_nothing() -> None:
    start = table(4, {(0, 0): "0", (0, 1): "11"})
    assert due(walk(start, "0,0", "gray 0,1")) == []
    start = table(4, {(0, 0): "1", (0, 1): "11"}, active=1)
    assert due(walk(start, "0,0", "blue 0,1")) == []


def test_CR_R05_a_lifted_pair_set_together_again() -> None:
    steps = ["blue 0,1", "gray 1,1", "green 1,0", "orange 0,0", "blue 0,1"]
    assert due(walk(table(4, {(0, 0): "01123"}), "0,0", *steps)) == ["blue"]
    round_twice = ["gray 0,1", "gray 1,1", "gray 1,0", "blue 0,0", "green 0,1", "green 1,1", "green 1,0", "blue 0,0"]
    position = walk(table(4, {(0, 0): "00011222"}), "0,0", *round_twice)
    assert due(position) == ["blue"], "also on the picked pile"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_CR_R06_at_most_one_award_for_each_player(players: int) -> None:
    finished = [after for *_, after in random_game(players, 17) if after.phase is Phase.TAKE]
    assert len(finished) == 9 * players
    assert all(len(set(position.due)) == len(position.due) for position in finished)
    assert all(seat < players for position in finished for seat in position.due)


def test_CR_R09_refilled_before_the_receiver_places_and_before_the_next_award() -> None:
    position = run(giving(0, 1), "give Lr gray = Le")
    assert position.phase is Phase.COVER
    assert [piece.text() for piece in position.open] == ["Le", "Lt", "Sa", "Sd"]
    assert rule_of(position, "give Le blue = Lh") == "CR-50"


def test_CR_R10_without_open_pieces_an_award_lapses() -> None:
    position = giving(0, 1, opened="Lr", stacks=(0, 0))
    after = run(position, "give Lr gray", "cover 0,0 large")
    assert (due(after), after.open, after.active, after.phase) == ([], (), 1, Phase.PICK)
    start = table(4, {(0, 0): "0", (0, 1): "0"}, displays=[DISPLAY] * 4, opened="", stacks=(0, 0))
    turn = run(walk(start, "0,0", "gray 0,1"), "take 0,1 = aa", "lay tr 0,1 q0")
    assert (turn.active, turn.phase) == (1, Phase.PICK)
    assert shapes(run(giving(0, opened="Lr Lt", stacks=(0, 0)), "give Lr gray")) == "1L+0S", "the display shrinks"


def test_CR_R11_its_own_shape_while_that_stack_lasts() -> None:
    position = giving(0, opened="Lr Lt Le Sd", stacks=(2, 2))
    assert shapes(run(position, "give Lr gray = La")) == "3L+1S"
    assert rule_of(position, "give Lr gray = Sa") == "CR-46"
    assert shapes(run(position, "give Sd gray = Sa")) == "3L+1S"


def test_CR_R12_a_piece_that_cannot_be_placed_may_be_given() -> None:
    position = giving(1, opened="Lr Lt Sc Sd")
    given = run(position, "give Sc blue = Sa")
    assert listed(given) == ["remove"]
    after = run(given, "remove")
    assert [piece.text() for piece in after.removed] == ["Sc"]
    assert [piece.text() for piece in after.open] == ["Lr", "Lt", "Sa", "Sd"]
    assert (after.displays, after.active) == (position.displays, 1)


def test_CR_R13_a_harmful_piece_cannot_be_refused() -> None:
    position = run(giving(1, opened="Lh Lt Sa Sd"), "give Lh blue = Le")
    assert rule_of(position, "remove") == "CR-54"
    assert listed(position) == ["cover 0,0 large"]
    assert rule_of(position, "cover 3,0 large") == "CR-50"
    assert rule_of(position, "cover 0,1 large") == "CR-50"
    assert rule_of(position, "cover 0,0 small") == "CR-51"


def test_CR_R32_a_pair_on_the_last_pile_counts() -> None:
    position = walk(table(4, {(0, 0): "0", (0, 1): "0"}, displays=[DISPLAY] * 4), "0,0", "gray 0,1")
    position = run(position, "take 0,1 = aa", "lay tr 0,1 q0")
    assert due(position) == ["gray"]


def test_CR_R33_as_many_awards_as_pawns() -> None:
    start = table(4, {(0, 0): "012", (0, 1): "0", (0, 2): "1", (1, 2): "2"})
    assert due(walk(start, "0,0", "gray 0,1", "blue 0,2", "green 1,2")) == ["gray", "blue", "green"]


def test_CR_E08_printed_awards() -> None:
    position = printed_walk()
    assert due(position) == ["gray", "blue"]
    position = run(position, "give Lr gray = Le", "cover 0,0 large")
    assert [piece.text() for piece in position.open] == ["Le", "Lt", "Sa", "Sd"]
    assert rule_of(position, "give Le green = La") == "CR-40"
    position = run(position, "give Le blue = La")
    assert listed(position) == ["remove"], "blue has only an emerald segment"
    position = run(position, "remove")
    assert (position.active, position.phase) == (1, Phase.PICK)


def test_CR_E09_awards_for_blue_and_gray() -> None:
    start = table(3, {(0, 0): "001", (0, 1): "1", (0, 2): "22", (1, 2): "0"})
    assert due(walk(start, "0,0", "blue 0,1", "gray 0,2", "gray 1,2")) == ["gray", "blue"]


def test_CR_E10_a_neutral_pair_and_an_own_pair() -> None:
    start = table(3, {(0, 0): "03", (0, 1): "3", (0, 2): "0"})
    assert due(walk(start, "0,0", "orange 0,1", "gray 0,2")) == ["gray"]


def test_CR_E12_the_newly_opened_piece_may_be_given_next() -> None:
    position = run(giving(0, 1), "give Lr gray = La", "cover 0,0 large")
    assert "give La blue" in listed(position)
    assert run(position, "give La blue = Lc", "cover 0,0 large").displays[1] == lay("c1r1 q0 emerald+amethyst citrine")


def test_CR_E13_mixed_refills_until_three_are_left() -> None:
    position = run(giving(0, 1, 2, stacks=(2, 0)), "give Sa gray = Le", "cover 0,0 small")
    assert (shapes(position), position.stacks) == ("3L+1S", (1, 0))
    position = run(position, "give Lr blue = Lc", "cover 0,0 large")
    assert (shapes(position), position.stacks) == ("3L+1S", (0, 0))
    assert parse_piece("Lc") in position.open, "the last large one"
    position = run(position, "give Sd green", "cover 0,0 small")
    assert shapes(position) == "3L+0S"
