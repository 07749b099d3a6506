"""Components and set-up, the variants of the set-up, and the worked examples of card counts."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from krystal_tables import GAME, REFERENCE, run, with_options

from rules.errors import RuleError
from rules.krystal.edition import Setup
from rules.krystal.position import Position
from rules.krystal.setup import Seating, seat_players, stones_kept
from rules.krystal.stacks import Stacks
from rules.krystal.vocabulary import DOMAINS, HEROES, SYMBOLS, Combat, Kind, People, Role, Stone

PEOPLES = tuple(People)


def seating(players: int, heroes: int = 0) -> Seating:
    roles = tuple(Role)[: heroes or (2 if players > 4 else 3)]
    return Seating(PEOPLES[:players], (roles,) * players)


def deal(players: int, setup: Setup = Setup.STANDARD) -> tuple[Position, Stacks]:
    return with_options(setup=setup).deal(seating(players), random.Random(players))


def stones(players: int, setup: Setup) -> list[int]:
    """Kept stones in the order cristal, rubis, diamant, emeraude."""
    kept = stones_kept(replace(REFERENCE, setup=setup), seating(players))
    return [kept[stone] for stone in Stone]


def in_game(players: int, setup: Setup = Setup.STANDARD) -> Counter[str]:
    _, stacks = deal(players, setup)
    return Counter(card for pile in stacks.piles for card in pile)


def of_kind(kind: Kind) -> int:
    return sum(card.count for card in REFERENCE.cards.values() if card.kind is kind)


def test_KR_01_two_to_six_players_each_with_a_people_of_its_own() -> None:
    for players in (2, 3, 4, 5, 6):
        assert len(deal(players)[0].peoples) == players
    for peoples in (PEOPLES[:1], (People.GNOMES, People.GNOMES)):
        with pytest.raises(RuleError, match="KR-01"):
            GAME.deal(Seating(peoples, (tuple(Role),) * len(peoples)), random.Random(1))


def test_KR_02_peoples_symbols_and_gods() -> None:
    assert [(people.value, *SYMBOLS[people]) for people in People] == [
        ("reptiles", "serpent", "Yoldana"), ("amazons", "wood", "Ouendou"), ("centaurs", "earth", "Rwal"),
        ("nomads", "lightning", "Zimtzin"), ("gnomes", "iron", "Klumtz"), ("birds", "air", "Ghat"),
    ]  # fmt: skip


def test_KR_03_25_locations_and_6_gates() -> None:
    assert len(REFERENCE.locations) == 25
    assert sorted(set(REFERENCE.neighbours) - set(REFERENCE.locations)) == sorted(f"gate-{people}" for people in People)


def test_KR_04_every_location_has_one_symbol_and_only_the_clearing_all() -> None:
    assert [name for name, place in REFERENCE.locations.items() if place.people is None] == ["clearing"]
    assert Counter(place.people for place in REFERENCE.locations.values() if place.people) == dict.fromkeys(People, 4)


def test_KR_05_a_draw_and_a_discard_pile_for_each_symbol() -> None:
    position, _ = deal(3)
    assert len(position.piles) == 6
    assert all(pile.draw > 0 and pile.discard == () for pile in position.piles)


def test_KR_06_roles_and_their_domains() -> None:
    assert DOMAINS == {Role.GUARDIAN: Combat.FORCE, Role.MAGE: Combat.MAGIC, Role.MARAUDER: Combat.TRADING}
    for hero, abilities in REFERENCE.heroes.items():
        assert set(abilities) == set(Combat)
        assert abilities[DOMAINS[hero.role]] == max(abilities.values())


def test_KR_07_eighteen_heroes_each_with_its_energy() -> None:
    assert len(HEROES) == len(REFERENCE.heroes) == 18
    assert len(deal(4)[0].heroes) == 12


def test_KR_08_120_cards() -> None:
    kinds = [Kind.COMBAT, Kind.STONE, Kind.CREATURE, Kind.OBJECT, Kind.DIVINE]
    assert [of_kind(kind) for kind in kinds] == [51, 24, 12, 21, 12]


def test_KR_09_17_combat_cards_of_each_type() -> None:
    for combat in Combat:
        cards = [card for card in REFERENCE.cards.values() if card.kind is Kind.COMBAT and card.type is combat]
        assert sum(card.count for card in cards) == 17


def test_KR_10_six_stones_of_each_type_with_a_power() -> None:
    for stone in Stone:
        cards = [card for card in REFERENCE.cards.values() if card.stone is stone]
        assert sum(card.count for card in cards) == 6
        assert all(card.text for card in cards)


def test_KR_11_value_chart() -> None:
    for letter, counts in (("f", [1, 3, 4, 4, 3, 2]), ("t", [2, 4, 5, 3, 3, 0]), ("m", [2, 4, 5, 3, 3, 0])):
        found = [f"{letter}{value}" for value in range(1, 7)]
        assert [REFERENCE.cards[card].count if card in REFERENCE.cards else 0 for card in found] == counts


def test_KR_12_peoples_are_drawn_at_random() -> None:
    drawn = {seat_players(3, random.Random(seed)).peoples for seed in range(20)}
    assert len(drawn) > 10
    assert all(len(set(peoples)) == 3 for peoples in drawn)


def test_KR_13_five_cards_leave_for_each_absent_people() -> None:
    position, stacks = deal(4)
    assert Counter(position.gone) == Counter(["klumtz", "ghat"] + 2 * ["cristal", "rubis", "diamant", "emeraude"]), (
        "gnomes and birds do not play"
    )
    assert not {"klumtz", "ghat"} & {card for pile in stacks.piles for card in pile}


def test_KR_14_the_rest_is_dealt_one_by_one_into_six_piles() -> None:
    position, stacks = deal(2)
    assert [len(pile) for pile in stacks.piles] == [pile.draw for pile in position.piles] == [17, 17, 17, 17, 16, 16]


def test_KR_15_every_hero_starts_with_6_energy() -> None:
    assert {state.energy for state in deal(3)[0].heroes} == {6}


def test_KR_16_every_hero_starts_on_its_own_gate() -> None:
    assert {(state.hero.people, state.spot) for state in deal(2)[0].heroes} == {
        (People.REPTILES, "gate-reptiles"), (People.AMAZONS, "gate-amazons"),
    }  # fmt: skip


def test_KR_17_no_hero_owns_cards_at_the_start() -> None:
    assert all(state.cards == () for state in deal(4)[0].heroes)


def test_KR_18_the_first_player_is_drawn_at_random() -> None:
    assert {seat_players(4, random.Random(seed)).starter for seed in range(40)} == {0, 1, 2, 3}
    with pytest.raises(RuleError, match="KR-18"):
        GAME.deal(replace(seating(2), starter=2), random.Random(1))


def test_KR_117_two_heroes_with_5_and_6_players() -> None:
    for players in (5, 6):
        assert len(deal(players)[0].heroes) == 2 * players
        with pytest.raises(RuleError, match="KR-117"):
            GAME.deal(seating(players, heroes=3), random.Random(1))
    chosen = replace(seating(5), roles=((Role.MARAUDER, Role.GUARDIAN),) * 5)
    assert [state.name for state in GAME.deal(chosen, random.Random(1))[0].heroes][:2] == ["Rg", "Rr"]


def test_KR_118_beginners_play_guardian_and_mage() -> None:
    chosen = seat_players(3, random.Random(1), beginners=True)
    assert chosen.roles == ((Role.GUARDIAN, Role.MAGE),) * 3
    assert len(GAME.deal(chosen, random.Random(1))[0].heroes) == 6


def test_KR_126_optional_setup_for_two() -> None:
    assert stones(2, Setup.OPTIONAL_HAND) == [3, 2, 2, 2]
    kept = stones_kept(replace(REFERENCE, setup=Setup.OPTIONAL_HAND), replace(seating(2), free_stone=Stone.DIAMANT))
    assert [kept[stone] for stone in Stone] == [2, 2, 3, 2]


def test_KR_127_optional_setup_for_three() -> None:
    assert stones(3, Setup.OPTIONAL_HAND) == [3, 4, 4, 3]
    assert stones(3, Setup.OPTIONAL_PRINT) == [4, 4, 3, 3]


def test_KR_128_optional_setup_for_four() -> None:
    assert stones(4, Setup.OPTIONAL_HAND) == [5, 5, 5, 4]
    assert stones(4, Setup.OPTIONAL_PRINT) == [5, 5, 4, 4]


def test_KR_129_optional_setup_for_five() -> None:
    assert stones(5, Setup.OPTIONAL_HAND) == [6, 6, 6, 6]
    assert stones(5, Setup.OPTIONAL_PRINT) == [6, 6, 5, 6]


def test_KR_R01_turns_go_clockwise_from_the_first_player() -> None:
    position, _ = GAME.deal(replace(seating(4), starter=2), random.Random(1))
    seats = [position.seat]
    for _ in range(4):
        position = run(position, "done", "end")
        seats.append(position.seat)
    assert seats == [2, 3, 0, 1, 2]


def test_KR_R32_six_players_keep_all_and_absent_gods_leave() -> None:
    assert sum(stones(6, Setup.OPTIONAL_HAND)) == 24
    assert not {"lightning", "zimtzin"} & set(in_game(3, Setup.OPTIONAL_HAND))


def test_KR_R36_the_chart_is_data_of_the_edition() -> None:
    assert sum(REFERENCE.cards[f"f{value}"].count for value in range(1, 7)) == 17
    assert REFERENCE.cards["f6"].value == 6


@pytest.mark.parametrize(
    ("players", "cards", "piles", "kept"),
    [
        (2, 100, [17, 17, 17, 17, 16, 16], 8),
        (3, 105, [18, 18, 18, 17, 17, 17], 12),
        (4, 110, [19, 19, 18, 18, 18, 18], 16),
        (5, 115, [20, 19, 19, 19, 19, 19], 20),
        (6, 120, [20] * 6, 24),
    ],
)
def test_KR_E04_cards_piles_and_stones(players: int, cards: int, piles: list[int], kept: int) -> None:
    position, _ = deal(players)
    counts = in_game(players)
    assert counts.total() == cards
    assert [pile.draw for pile in position.piles] == piles
    assert sum(counts[stone] for stone in Stone) == kept


@pytest.mark.parametrize(("players", "cards"), [(2, 101), (3, 107), (4, 113), (5, 119)])
def test_KR_E04_cards_of_the_optional_setup(players: int, cards: int) -> None:
    assert in_game(players, Setup.OPTIONAL_HAND).total() == cards


def test_KR_E16_sums_of_the_chart() -> None:
    sums = {
        combat: sum(card.value * card.count for card in REFERENCE.cards.values()
                    if card.kind is Kind.COMBAT and card.type is combat)
        for combat in Combat
    }  # fmt: skip
    assert sums == {Combat.FORCE: 62, Combat.TRADING: 52, Combat.MAGIC: 52}
