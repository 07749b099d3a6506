"""CR-24 to CR-39: lifting, walking, taking, refilling and laying, with the rulings and examples that go with them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from crystalla_games import GAME, due, listed, random_game, rule_of, run, set_up, table, walk
from crystalla_tables import lay
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.crystalla.components import GRIDS, Pile
from rules.crystalla.faces import parse_face
from rules.crystalla.legality import FEWEST_OF_DONOR
from rules.crystalla.moves import Refill, Step
from rules.crystalla.position import Display
from rules.crystalla.stacks import draw
from rules.crystalla.table import Phase, Table
from rules.crystalla.turn import Record
from rules.crystalla.walk import walks
from rules.engine import apply, legal_moves, parse_record

LARGE, SMALL = (3, 3), (2, 3)


def index(spot: Pile) -> int:
    """Index of a pile; both grids have 3 columns."""
    return spot[0] * 3 + spot[1]


def count_steps(position: Table) -> int:
    """Number of ways to set all pawns in hand."""
    if position.phase is not Phase.WALK:
        return 1
    after = (apply(GAME, position, parse_step(move.text())) for move in legal_moves(GAME, position))
    return sum(count_steps(position) for position in after)


def parse_step(text: str) -> Record:
    return parse_record(GAME, text)


def ends(grid: tuple[int, int], picked: Pile, additions: list[Pile]) -> set[Pile]:
    """Last piles of all walks that add one pawn to each of `additions`."""
    wanted = Counter(index(spot) for spot in additions)
    found = (path for path in walks(grid, index(picked), len(additions)) if Counter(path[1:]) == wanted)
    return {(path[-1] // 3, path[-1] % 3) for path in found}


def lone(players: int, spot: Pile, pawns: int) -> Table:
    """A table with nothing but gray pawns on one pile."""
    return table(players, {spot: "0" * pawns})


@pytest.mark.parametrize("players", [2, 3, 4])
def test_CR_24_play_passes_clockwise(players: int) -> None:
    for starter in range(players):
        position, _ = set_up(players, starter=starter)
        assert position.active == starter
    seats = [before.active for before, move, _, _ in random_game(players, 5) if move.text().startswith("lift")]
    first = 5 % players
    assert seats == [(first + turn) % players for turn in range(9 * players)]


def test_CR_25_a_pile_with_an_own_pawn() -> None:
    position = table(3, {(0, 0): "01", (1, 1): "123", (2, 2): "0"})
    assert listed(position) == ["lift 0,0", "lift 2,2"]
    assert rule_of(position, "lift 1,1") == "CR-25"
    assert rule_of(position, "lift 0,1") == "CR-25"
    assert rule_of(position, "lift 3,0") == "CR-25"


def test_CR_26_all_pawns_are_lifted() -> None:
    position = run(table(3, {(0, 0): "00123", (0, 1): "1"}), "lift 0,0")
    assert position.piles[0].pawns == (0, 0, 0, 0)
    assert position.walk is not None and position.walk.hand == (2, 1, 1, 1)
    assert position.piles[1].pawns == (0, 1, 0, 0), "pawns elsewhere stay"


def test_CR_27_the_first_pawn_goes_next_to_the_picked_pile() -> None:
    position = run(table(4, {(0, 0): "000"}), "lift 0,0")
    assert listed(position) == ["step gray 0,1", "step gray 1,0"]
    assert rule_of(position, "step gray 0,2") == "CR-27"
    assert rule_of(position, "step gray 0,0") == "CR-27"
    assert rule_of(position, "step gray 0,3") == "CR-27"


def test_CR_28_every_further_pawn_goes_next_to_the_last() -> None:
    position = walk(table(4, {(0, 0): "000"}), "0,0", "gray 0,1")
    assert listed(position) == ["step gray 0,2", "step gray 1,1"]
    assert rule_of(position, "step gray 2,1") == "CR-28"
    assert rule_of(position, "step gray 0,1") == "CR-28", "a step cannot be skipped"
    assert rule_of(position, "step gray 9,9") == "CR-28"


def test_CR_29_one_pawn_each_step_until_none_is_left() -> None:
    position = walk(table(4, {(0, 0): "000"}), "0,0", "gray 0,1", "gray 0,2")
    assert [pile.pawns[0] for pile in position.piles] == [0, 1, 1, 0, 0, 0, 0, 0, 0]
    assert rule_of(position, "take 0,2 = ta") == "CR-29"
    assert rule_of(position, "lay te 0,0 q0") == "CR-29"
    done = run(position, "step gray 1,2")
    assert listed(done) == ["take 1,2"]
    assert rule_of(done, "step gray 1,1") == "CR-33"


def test_CR_30_any_lifted_pawn_at_each_step() -> None:
    position = run(table(4, {(0, 0): "0123"}), "lift 0,0")
    assert {move.split()[1] for move in listed(position)} == {"gray", "blue", "green", "orange"}
    after = run(position, "step green 0,1")
    assert rule_of(after, "step green 0,2") == "CR-30", "the only green pawn is set"
    assert rule_of(after, "step pink 0,2") == "CR-30"


def test_CR_31_no_diagonal_step() -> None:
    position = run(table(4, {(1, 1): "00"}), "lift 1,1")
    assert {rule_of(position, f"step gray {spot}") for spot in ("0,0", "0,2", "2,0", "2,2")} == {"CR-31"}
    after = run(position, "step gray 0,1")
    assert rule_of(after, "step gray 1,2") == "CR-31"


def test_CR_32_no_step_straight_back() -> None:
    position = walk(table(4, {(1, 1): "000"}), "1,1", "gray 0,1")
    assert rule_of(position, "step gray 1,1") == "CR-32", "the picked pile was just left"
    after = run(position, "step gray 0,2")
    assert rule_of(after, "step gray 0,1") == "CR-32"


def test_CR_33_the_card_under_the_last_pawn() -> None:
    position = walk(table(4, {(0, 0): "000"}), "0,0", "gray 0,1", "gray 0,2", "gray 1,2")
    assert {rule_of(position, f"take {spot} = ta") for spot in ("0,0", "0,1", "0,2", "1,1")} == {"CR-33"}
    after = run(position, "take 1,2 = rr")
    assert after.hands[0] == (parse_face("th"),)
    assert (after.piles[5].top, after.piles[5].height) == (parse_face("rr"), 8)
    assert rule_of(after, "lay ta 0,0 q0") == "CR-33", "another card than the taken one"
    assert rule_of(position, "take 1,2") == "CR-33", "a pile of 9 shows its next card"


def test_CR_34_the_last_pawn_may_be_anyones() -> None:
    position = table(3, {(0, 0): "0123"})
    for last in ("gray", "blue", "green", "orange"):
        first = [colour for colour in position.colours if colour != last]
        steps = [f"{colour} {spot}" for colour, spot in zip([*first, last], ("0,1", "0,2", "1,2", "1,1"), strict=True)]
        assert listed(walk(position, "0,0", *steps)) == ["take 1,1"]


def test_CR_35_pawns_stay_on_the_pile() -> None:
    position = walk(table(4, {(0, 0): "0", (0, 1): "123"}), "0,0", "gray 0,1")
    assert run(position, "take 0,1 = rr").piles[1].pawns == (1, 1, 1, 1)


def test_CR_36_the_taken_card_is_laid_in_the_same_turn() -> None:
    position = run(walk(table(4, {(0, 0): "0"}), "0,0", "gray 0,1"), "take 0,1 = rr")
    assert position.phase is Phase.LAY
    assert {rule_of(position, line) for line in ("lift 0,1", "take 0,0 = ta", "step gray 0,0")} == {"CR-36"}
    after = run(position, "lay tr 0,2 q3")
    assert after.displays[0].text() == "crystalla1:-,-,3tr,-/-,-,-,-/-,-,-,-"
    assert (after.active, after.phase) == (1, Phase.PICK)


def test_CR_37_an_empty_pile_gets_the_three_bottom_cards_of_another() -> None:
    start = table(4, {(0, 0): "0"}, heights={(0, 1): 1})
    position = run(walk(start, "0,0", "gray 0,1"), "take 0,1")
    assert position.phase is Phase.REFILL
    after = run(position, "refill 2,2 = aa")
    assert (after.piles[1].top, after.piles[1].height) == (parse_face("aa"), 3)
    assert (after.piles[8].top, after.piles[8].height) == (parse_face("ae"), 6), "the donor keeps its top"
    assert rule_of(position, "refill 2,2") == "CR-37", "a card must show"


def test_CR_39_the_order_of_a_turn() -> None:
    start = table(4, {(0, 0): "0", (0, 1): "0"}, displays=[run_display()])
    lines = ["lift 0,0", "step gray 0,1", "take 0,1 = rr", "lay tr 0,1 q0", "give Lr gray = Le", "cover 0,1 large"]
    phases = [Phase.PICK, Phase.WALK, Phase.TAKE, Phase.LAY, Phase.GIVE, Phase.COVER]
    position = start
    for line, phase in zip(lines, phases, strict=True):
        assert position.phase is phase
        assert {move.split()[0] for move in listed(position)} == {line.split()[0]}
        others = [other for other in lines if other != line]
        assert all(rule_of(position, other) for other in others)
        position = run(position, line)
    assert (position.phase, position.active) == (Phase.PICK, 1)
    assert rule_of(start, "step gray 0,1") == "CR-39"


def run_display() -> Display:
    return lay("c1r1 q0 emerald citrine")


def test_CR_R01_only_the_direct_way_back_is_closed() -> None:
    position = walk(table(4, {(0, 0): "0000"}), "0,0", "gray 0,1", "gray 1,1", "gray 1,0")
    assert listed(position) == ["step gray 0,0", "step gray 2,0"], "the picked pile is open again from step 4 on"
    for grid in (LARGE, SMALL):
        for picked in range(grid[0] * grid[1]):
            assert all(any(True for _ in walks(grid, picked, steps)) for steps in range(1, 13)), "never stuck"


def test_CR_R02_a_walk_may_use_a_pile_twice() -> None:
    spots = ["0,1", "1,1", "1,0", "0,0", "0,1", "0,2"]
    position = walk(table(2, {(0, 0): "000111"}), "0,0", *(f"{c} {s}" for c, s in zip(GRAY_FIRST, spots, strict=True)))
    assert position.piles[1].pawns == (1, 1)


GRAY_FIRST = ["gray"] * 3 + ["blue"] * 3


def test_CR_R07_neutral_pawns_walk_but_open_no_pile() -> None:
    position = table(3, {(0, 0): "03", (1, 1): "333", (2, 2): "13"})
    assert listed(position) == ["lift 0,0"]
    assert rule_of(position, "lift 1,1") == "CR-25"
    assert rule_of(position, "lift 2,2") == "CR-25"
    assert listed(walk(position, "0,0", "gray 0,1", "orange 1,1")) == ["take 1,1"]


def test_CR_R14_an_empty_pile_is_refilled_at_once_by_the_active_player() -> None:
    start = table(4, {(0, 0): "0"}, heights={(0, 1): 1})
    position = run(walk(start, "0,0", "gray 0,1"), "take 0,1")
    assert rule_of(position, "lay tr 0,0 q0") == "CR-37"
    assert position.actor == position.active == 0
    assert len(listed(position)) == 8
    for players in (2, 3, 4):
        turns = (after for *_, after in random_game(players, 11) if after.phase is Phase.PICK)
        assert all(pile.height for after in turns for pile in after.piles)


def test_CR_R15_a_donor_keeps_a_card() -> None:
    start = table(4, {(0, 0): "0"}, heights={(0, 1): 1, (0, 2): 3, (1, 0): 4, (1, 1): 2})
    position = run(walk(start, "0,0", "gray 0,1"), "take 0,1")
    assert rule_of(position, "refill 0,2 = aa") == "CR-R15"
    assert rule_of(position, "refill 1,1 = aa") == "CR-R15"
    assert rule_of(position, "refill 0,1 = aa") == "CR-R15", "the empty pile itself"
    assert rule_of(position, "refill 3,3 = aa") == "CR-R15"
    assert run(position, "refill 1,0 = aa").piles[3].height == 1


@given(st.sampled_from([(2, 5, 66, 14), (3, 8, 54, 7), (4, 8, 42, 6)]), st.data())
@settings(deadline=None, max_examples=30)
def test_CR_R15_one_always_exists(case: tuple[int, int, int, int], data: st.DataObject) -> None:
    players, others, left, highest = case
    cuts = sorted(data.draw(st.lists(st.integers(0, left), min_size=others - 1, max_size=others - 1)))
    heights = [high - low for low, high in zip([0, *cuts], [*cuts, left], strict=True)]
    assert max(heights) >= highest >= FEWEST_OF_DONOR
    start = table(players, {})
    piles = [replace(start.piles[0], top=None, height=0)]
    piles += [replace(pile, height=max(1, height)) for pile, height in zip(start.piles[1:], heights, strict=True)]
    assert listed(replace(start, piles=tuple(piles)))


def test_CR_R16_the_packet_keeps_its_order_and_the_pawns_stay() -> None:
    position, hidden = set_up(2)
    empty = replace(position.piles[1], top=None, height=0, pawns=(1, 1))
    position = replace(position, piles=(position.piles[0], empty, *position.piles[2:]))
    hidden = replace(hidden, piles=(hidden.piles[0], (), *hidden.piles[2:]))
    record, left = draw(position, Refill(1, 2), hidden)
    donor = hidden.piles[5]
    assert record.drawn == (donor[2],), "the third card from below comes to lie on top"
    assert left.piles[1] == donor[:3] and left.piles[5] == donor[3:]
    after = apply(GAME, position, record)
    assert (after.piles[1].top, after.piles[1].pawns) == (donor[2], (1, 1))


def test_CR_R30_a_pawn_on_an_empty_place_belongs_to_the_place() -> None:
    start = table(4, {(0, 0): "0", (0, 1): "23"}, heights={(0, 1): 1})
    position = run(walk(start, "0,0", "gray 0,1"), "take 0,1")
    assert (position.phase, position.piles[1].top) == (Phase.REFILL, None)
    assert position.piles[1].pawns == (1, 0, 1, 1)
    assert GAME.parse_position(position.text()) == position
    assert run(position, "refill 2,2 = aa").piles[1].pawns == (1, 0, 1, 1)


@pytest.mark.parametrize("players", [2, 4])
def test_CR_R31_one_turn_changes_one_top_at_most(players: int) -> None:
    changed: set[int] = set()
    last = None
    for before, move, _, after in random_game(players, 3):
        if before.deck:
            continue
        changed |= {pile for pile, view in enumerate(before.piles) if view.top != after.piles[pile].top}
        last = before.pile_index(move.row, move.col) if isinstance(move, Step) else last
        if after.phase in (Phase.PICK, Phase.END):
            assert changed <= {last}
            changed = set()


def test_CR_R31_a_second_card_cannot_be_taken() -> None:
    position = run(walk(table(4, {(0, 0): "0"}), "0,0", "gray 0,1"), "take 0,1 = rr")
    assert rule_of(position, "take 0,1 = ta") == "CR-36"
    assert rule_of(position, "take 1,0 = ta") == "CR-36"


def test_CR_E01_printed_turn() -> None:
    position = walk(table(4, {(0, 0): "001", (0, 2): "2"}), "0,0", "gray 1,0", "gray 1,1", "blue 0,1")
    assert position.piles[1].top == parse_face("tr"), "the card with the ruby segment"
    assert listed(position) == ["take 0,1"]
    after = run(position, "take 0,1 = aa", "lay tr 0,0 q0")
    assert after.displays[0].cards[0].small == "ruby"
    assert [pile.pawns for pile in after.piles[:5]] == [
        (0, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (1, 0, 0, 0), (1, 0, 0, 0),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("players", "spot", "counts"),
    [
        (4, (0, 0), [2, 4, 8, 16, 20, 40]),
        (4, (0, 1), [3, 5, 10, 14, 28, 44]),
        (4, (1, 1), [4, 8, 8, 16, 32, 64]),
    ],
)
def test_CR_E02_walks_on_nine_piles(players: int, spot: Pile, counts: list[int]) -> None:
    assert [count_steps(run(lone(players, spot, n), "lift {},{}".format(*spot))) for n in range(1, 7)] == counts
    assert [sum(1 for _ in walks(LARGE, index(spot), n)) for n in range(1, 7)] == counts


@pytest.mark.parametrize(("spot", "counts"), [((0, 0), [2, 3, 5, 6, 7, 11]), ((0, 1), [3, 4, 4, 6, 10, 12])])
def test_CR_E03_walks_on_six_piles(spot: Pile, counts: list[int]) -> None:
    assert [count_steps(run(lone(2, spot, n), "lift {},{}".format(*spot))) for n in range(1, 7)] == counts
    assert [sum(1 for _ in walks(SMALL, index(spot), n)) for n in range(1, 7)] == counts


def test_CR_E04_walks_that_end_on_the_picked_pile() -> None:
    homes = [sum(path[-1] == 0 for path in walks(LARGE, 0, n)) for n in range(1, 7)]
    assert homes == [0, 0, 0, 2, 0, 8]


def test_CR_E05_a_loop_round_four_piles() -> None:
    assert ends(LARGE, (0, 0), [(0, 1), (1, 1), (1, 0), (0, 0)]) == {(0, 0)}
    position = walk(lone(4, (0, 0), 4), "0,0", "gray 0,1", "gray 1,1", "gray 1,0", "gray 0,0")
    assert listed(position) == ["take 0,0"]
    assert rule_of(position, "take 1,1 = ta") == "CR-33"


def test_CR_E06_two_steps_have_one_order() -> None:
    assert ends(LARGE, (1, 1), [(0, 1), (0, 0)]) == {(0, 0)}
    assert rule_of(run(lone(4, (1, 1), 2), "lift 1,1"), "step gray 0,0") == "CR-31"


def test_CR_E07_direct_return() -> None:
    assert ends(LARGE, (0, 0), [(0, 1), (0, 0)]) == set()
    assert rule_of(walk(lone(4, (0, 0), 2), "0,0", "gray 0,1"), "step gray 0,0") == "CR-32"


def test_a_walk_alone_awards_nothing() -> None:
    position = walk(table(4, {(0, 0): "012"}), "0,0", "gray 0,1", "blue 0,2", "green 1,2")
    assert due(position) == []
    assert GRIDS[4] == LARGE
