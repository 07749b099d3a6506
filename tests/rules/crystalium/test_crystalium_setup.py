"""CU-01 to CU-14: box, set-up, draft."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from crystalium_tables import GAME, RuleError, faces

from rules.crystalium.draws import Hidden
from rules.crystalium.edition import load_edition
from rules.crystalium.faces import Face
from rules.crystalium.position import Table
from rules.crystalium.setup import Seating, verify_seating
from rules.crystalium.vocabulary import BASE_POWER, Component, Kind, Level, Phase
from rules.crystalium.whirlpools import split_sizes, stack_deck
from rules.engine import play

EDITION = load_edition()


def deal(players: int, starter: int = 0, seed: int = 3) -> tuple[Table, Hidden]:
    return GAME.deal(Seating(players, starter), random.Random(seed))


def draft(players: int, starter: int = 0) -> tuple[list[int], Table]:
    """The seats in the order in which they pick, and the table after the draft."""
    position, hidden = deal(players, starter)
    order = []
    while position.phase is Phase.DRAFT:
        order.append(position.actor)
        move = next(move for move in GAME.candidates(position) if GAME.refusal(position, move) is None)
        _, position, hidden = play(GAME, position, move, hidden)
    return order, position


def test_CU_01_five_ships_with_four_components_each() -> None:
    assert len(set(EDITION.ships)) == 5
    assert {component.name for component in Component} == {"REACTOR", "MAGNET", "LASER", "DRONE"}
    for players in (0, 6):
        with pytest.raises(RuleError, match="CU-01"):
            verify_seating(Seating(players))
    assert [len(deal(players)[0].ships) for players in (2, 3, 4, 5)] == [2, 3, 4, 5]


def test_CU_02_170_cards() -> None:
    counts = (len(EDITION.ocean), len(EDITION.starting), len(EDITION.whirlpools), len(EDITION.solo))
    assert counts == (135, 8, 11, 16) and sum(counts) == 170
    assert Counter(card.level for card in EDITION.solo) == {Level.MEDIUM: 8, Level.ADVANCED: 8}


def test_CU_03_starting_cards_are_not_in_the_deck() -> None:
    position, hidden = deal(5)
    assert len(hidden.deck) == 135 + 3
    assert set(position.center) <= set(EDITION.starting)


def test_CU_04_cards_with_a_higher_number_are_removed() -> None:
    for players in (2, 3, 4, 5):
        expected = Counter(card.face for card in EDITION.ocean if card.min_players <= players)
        deck = Counter(face for face in deal(players)[1].deck if face.kind is not Kind.WHIRLPOOL)
        assert deck == expected


def test_CU_05_three_whirlpools_at_random() -> None:
    drawn = {frozenset(face for face in deal(3, seed=seed)[1].deck if face.kind is Kind.WHIRLPOOL) for seed in range(9)}
    assert {len(three) for three in drawn} == {3} and len(drawn) > 3


@pytest.mark.parametrize(("cards", "sizes"), [(99, (33, 33, 33)), (100, (33, 33, 34)), (101, (33, 34, 34))])
def test_CU_06_three_equal_piles(cards: int, sizes: tuple[int, int, int]) -> None:
    assert split_sizes(cards) == sizes


def stacked(seed: int, cards: int = 99) -> list[int]:
    """Positions of the Whirlpools from the top, starting with 1."""
    storms = faces("W1w2 W2w2 W3w2")
    deck = stack_deck([Face(Kind.CRYSTALIUM, 1, 0)] * cards, storms, random.Random(seed))
    return [place for place, face in enumerate(reversed(deck), start=1) if face in storms]


def test_CU_07_two_whirlpools_in_a_one_in_b_none_in_c() -> None:
    for seed in range(50):
        first, second, third = stacked(seed)
        assert 34 <= first <= 67 < second < third <= 102


def test_CU_08_piles_a_and_b_are_shuffled_with_them() -> None:
    firsts, thirds = zip(*((stacked(seed)[0], stacked(seed)[2]) for seed in range(60)), strict=True)
    assert len(set(firsts)) > 15 and len(set(thirds)) > 15
    orders = {tuple(f for f in deal(2, seed=seed)[1].deck if f.kind is Kind.WHIRLPOOL) for seed in range(6)}
    assert len(orders) > 3


def test_CU_09_a_lies_at_the_bottom_c_on_top() -> None:
    assert all(stacked(seed)[0] > 33 and stacked(seed)[1] > 33 + 34 for seed in range(30))


@pytest.mark.parametrize(("players", "shown"), [(1, 3), (2, 3), (3, 4), (4, 5), (5, 6)])
def test_CU_10_players_and_one_more_starting_cards(players: int, shown: int) -> None:
    assert len(deal(players)[0].center) == shown


def test_CU_11_the_first_player_is_active_first() -> None:
    assert draft(4, starter=2)[1].active == 2
    with pytest.raises(RuleError, match="CU-11"):
        verify_seating(Seating(3, starter=3))


def test_CU_12_draft_counterclockwise_the_first_player_last() -> None:
    assert draft(3, starter=1)[0] == [0, 2, 1]


def test_CU_13_exactly_one_starting_card_each_in_its_column() -> None:
    order, position = draft(5)
    assert sorted(order) == [0, 1, 2, 3, 4]
    for ship in position.ships:
        assert len(ship.parts) == 1 and ship.parts[0].column is ship.parts[0].face.component
    start, _ = deal(3)
    refusal = GAME.refusal(start, GAME.parse_move("draft C5w9"))
    assert refusal is not None and refusal.rule == "CU-13"


def test_CU_14_the_card_left_opens_the_discard_pile() -> None:
    start = deal(2)[0]
    position = draft(2)[1]
    owned = [ship.parts[0].face for ship in position.ships]
    assert Counter([*owned, *position.discard]) == Counter(start.center) and len(position.discard) == 1


def test_base_powers_are_the_rulebooks() -> None:
    assert [BASE_POWER[component] for component in Component] == [2, 1, 1, 1]


def test_CU_R02_the_surplus_goes_to_c_then_b() -> None:
    assert split_sizes(100) == (33, 33, 34) and split_sizes(101) == (33, 34, 34)


def test_CU_R03_unused_whirlpools_stay_in_the_box() -> None:
    position, hidden = deal(4)
    storms = [face for face in hidden.deck if face.kind is Kind.WHIRLPOOL]
    assert len(storms) == 3 and len(position.box) == 8
    assert set(position.box) | set(storms) == set(EDITION.whirlpools)


def test_CU_R34_solo_counts() -> None:
    position, hidden = deal(1)
    assert len(position.center) == 3 and position.players == 2
    assert len(hidden.deck) == sum(card.min_players == 1 for card in EDITION.ocean) + 3
    other = replace(EDITION, switches=replace(EDITION.switches, solo_count_for_numbers=2))
    assert len(other.ocean_for(1)) == len(EDITION.ocean_for(2)) > len(EDITION.ocean_for(1))


def test_CU_E09_where_whirlpools_can_lie() -> None:
    for cards, piles in ((100, (35, 34, 34)), (101, (35, 35, 34)), (99, (35, 34, 33))):
        a, b, c = split_sizes(cards)
        # CU-R02: the surplus goes to C, then to B, so 101 cards are 33/34/34 before the Whirlpools come in.
        assert (a + 2, b + 1, c) == piles
    places = [stacked(seed) for seed in range(400)]
    assert min(first for first, *_ in places) == 34 and max(first for first, *_ in places) == 67
    assert min(third for *_, third in places) >= 69 and max(third for *_, third in places) == 102


def test_CU_E16_starting_cards_shown() -> None:
    assert [len(deal(players)[0].center) for players in (1, 2, 3, 4, 5)] == [3, 3, 4, 5, 6]


def test_CU_E17_draft_order() -> None:
    assert draft(4, starter=0)[0] == [3, 2, 1, 0]
