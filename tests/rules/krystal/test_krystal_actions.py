"""Recovering, exploring, the Clearing, groups and exchange."""

from __future__ import annotations

from typing import Any

import pytest
from krystal_tables import (
    GAME,
    at,
    cards_of,
    discard_of,
    energies,
    here,
    listed,
    meet,
    rule_of,
    run,
    table,
    there,
    with_board,
    with_options,
)  # fmt: skip

from rules.krystal.position import Divine, Position
from rules.krystal.vocabulary import People


def alone(energy: int = 6, cards: str = "", **more: Any) -> Position:
    """The amazons' mage in wood-1, which it entered this turn: divine power 2, for amazons 3."""
    return table(acting=True, Am=here(energy, cards), **more)


def draws(position: Position, *cards: str) -> Position:
    return run(position, "explore wood-1", *(f"draw Am = {card}" for card in cards))


def test_KR_32_one_action_recover_or_explore() -> None:
    position = alone()
    assert set(listed(position, "recover") + listed(position, "explore")) == {"recover wood-1 3", "explore wood-1"}
    assert rule_of(position, "explore wood-2") == "KR-32"


def test_KR_33_real_power_is_the_printed_one_and_the_modifier() -> None:
    assert listed(alone(), "recover") == ["recover wood-1 3"], "2 + 1 for amazons at home"
    nomad = table("nomads gnomes", acting=True, Nm=at("wood-1"))
    assert listed(nomad, "recover") == ["recover wood-1 1"], "2 - 1 for nomads with the amazons"


def test_KR_34_recover_the_real_power_and_be_done() -> None:
    position = run(alone(2), "recover wood-1 3")
    assert position["Am"].energy == 5
    assert rule_of(position, "explore wood-1") == "KR-47"


def test_KR_35_explore_draws_as_many_cards_as_the_real_power() -> None:
    position = draws(alone(), "m1", "m2", "m3")
    assert cards_of(position, "Am") == "m1 m2 m3"
    assert position.explore is None
    assert position.pile(People.AMAZONS).draw == 7


def test_KR_36_one_card_at_a_time_seen_by_its_owner_only() -> None:
    position = run(alone(), "explore wood-1")
    assert rule_of(position, "draw Am = m1 m2") == "KR-36"
    position = run(position, "draw Am = ?")
    assert cards_of(position, "Am") == "?"
    assert cards_of(run(position, "reveal Am rubis"), "Am") == "rubis"


def test_KR_37_interventions_and_creatures_interrupt_the_draw() -> None:
    position = draws(alone(), "wolves")
    assert listed(position) == ["answer none"], "the creature is fought first"
    assert draws(alone(), "bounty").divine == Divine("bounty", 0, 2)


def test_KR_38_after_an_intervention_the_draw_goes_on() -> None:
    assert listed(draws(alone(), "bounty")) == ["draw Am"]


def test_KR_39_after_a_creature_only_a_winner_draws_on() -> None:
    won = run(draws(alone(cards="f6"), "wolves"), "answer f6")
    assert listed(won) == ["draw Am"], "force 1 + 6 beats 4"
    lost = run(draws(alone(), "wolves"), "answer none")
    assert lost.explore is None


def test_KR_40_stones_combat_cards_and_objects_are_kept() -> None:
    assert cards_of(draws(alone(), "rubis", "f1", "bread"), "Am") == "bread f1 rubis"


def test_KR_41_more_than_5_are_discarded_to_that_pile_by_choice() -> None:
    position = draws(alone(cards="f1 f2 f3 f4"), "m1", "m2", "m3")
    assert set(listed(position, "discard")) == {f"discard Am {card}" for card in "f1 f2 f3 f4 m1 m2 m3".split()}
    assert rule_of(position, "end") == "KR-41"
    position = run(position, "discard Am f1", "discard Am m2")
    assert cards_of(position, "Am") == "f2 f3 f4 m1 m3"
    assert discard_of(position, People.AMAZONS) == ("f1", "m2")


def clearing(energy: int = 6, cards: str = "", path: str = "wood-4>clearing", **more: Any) -> Position:
    return table(acting=True, Am=at("clearing", energy, cards, path=path), **more)


def test_KR_42_the_clearing_gives_one_card_of_any_pile() -> None:
    position = run(clearing(), "explore clearing gnomes", "draw Am = m1")
    assert position.explore is None
    assert [pile.draw for pile in position.piles] == [10, 10, 10, 10, 9, 10]
    assert rule_of(clearing(), "explore clearing") == "KR-42"
    assert rule_of(alone(), "explore wood-1 gnomes") == "KR-42"


def test_KR_43_the_clearing_gives_one_energy() -> None:
    assert listed(clearing(), "recover") == ["recover clearing 1"]


def test_KR_44_no_combat_in_the_clearing() -> None:
    position = clearing(cards="f1", Cr=at("clearing", 6, "f1"))
    assert rule_of(position, "attack Am Cr force f1") == "KR-44"
    assert not run(position, "end").acting


def test_KR_45_who_stayed_may_only_recover() -> None:
    position = table(acting=True, Am=at("wood-1"))
    assert rule_of(position, "explore wood-1") == "KR-45"
    assert listed(position, "recover") == ["recover wood-1 3"]


def test_KR_46_who_came_back_may_only_recover() -> None:
    position = run(table(Am=at("wood-1")), "step Am wood-2", "step Am wood-1", "done")
    assert rule_of(position, "explore wood-1") == "KR-46"
    assert listed(position, "recover") == ["recover wood-1 3"]


def group(**more: Any) -> Position:
    return table(acting=True, Am=here(4, "m1 m2"), Ag=here(2), **more)


def test_KR_47_a_group_does_one_common_action() -> None:
    position = run(group(), "recover wood-1 1,2")
    assert rule_of(position, "explore wood-1") == "KR-47"
    assert rule_of(position, "recover wood-1 3,0") == "KR-47"


def test_KR_48_its_proceeds_are_split_freely() -> None:
    assert listed(group(), "recover") == [f"recover wood-1 {first},{3 - first}" for first in range(4)]
    assert energies(run(group(), "recover wood-1 1,2"), "Ag Am") == [3, 6]
    assert rule_of(group(), "recover wood-1 1,1") == "KR-48"


def test_KR_49_one_that_stayed_is_enough_for_recovery() -> None:
    position = table(acting=True, Am=at("wood-1"), Ag=here())
    assert "recover wood-1 3,0" in listed(position)


def test_KR_50_own_heroes_in_one_place_exchange_cards() -> None:
    assert cards_of(run(group(), "give Am Ag m1"), "Ag") == "m1"
    assert rule_of(group(), "give Am Ar m1") == "KR-50"
    full = table(acting=True, Am=here(6, "m1 m1 m2 m2 m2"), Ag=here(6, "f1 f2 f2 f2 f3"))
    assert rule_of(full, "give Am Ag m1") == "KR-91"
    swapped = run(full, "swap Am m1 Ag f3")
    assert (cards_of(swapped, "Am"), cards_of(swapped, "Ag")) == ("f3 m1 m2 m2 m2", "f1 f2 f2 f2 m1")
    assert rule_of(group(), "swap Am m1 Ag f1") == "KR-90"


def test_KR_51_no_exchange_beside_an_opponent() -> None:
    assert rule_of(group(Cr=there()), "give Am Ag m1") == "KR-51"


def test_KR_52_no_energy_is_exchanged_in_a_group() -> None:
    assert energies(run(group(), "give Am Ag m1"), "Ag Am") == [2, 4]
    assert not [text for text in listed(group(), "give") if "energy" in text]


def test_KR_R04_a_power_below_1_gives_nothing_but_is_an_action() -> None:
    position = table("nomads birds", acting=True, Nm=at("wood-3", 2, path="wood-4>wood-3"))
    assert listed(position, "recover") == ["recover wood-3 0"], "1 - 1"
    after = run(position, "explore wood-3")
    assert after.explore is None
    assert rule_of(after, "recover wood-3 0") == "KR-47"


@pytest.mark.parametrize(("path", "explores"), [
    ("gate-amazons>wood-1", True), ("wood-1", False), ("wood-1>wood-2>wood-1", False),
    ("wood-1>wood-2>wood-4>wood-3>wood-1", False), ("gate-amazons>wood-1>wood-2>wood-1", False),
])  # fmt: skip
def test_KR_R12_no_exploring_where_the_path_has_been(path: str, explores: bool) -> None:
    position = table(acting=True, Am=at("wood-1", path=path))
    assert ("explore wood-1" in listed(position)) == explores
    assert "recover wood-1 3" in listed(position)


def test_KR_R13_one_that_stayed_blocks_the_groups_exploring() -> None:
    position = table(acting=True, Am=at("wood-1"), Ag=here())
    assert rule_of(position, "explore wood-1") == "KR-R13"
    free = with_options(still_hero_blocks_exploring=False)
    assert "explore wood-1" in listed(position, game=free)
    both = table(acting=True, Am=at("wood-1"), Ag=at("wood-1"))
    assert "explore wood-1" not in listed(both, game=free)


def test_KR_R14_a_group_draws_once_and_names_who_draws() -> None:
    position = run(group(), "explore wood-1", "draw Am = m3", "draw Ag = m4", "draw Am = m5")
    assert (cards_of(position, "Am"), cards_of(position, "Ag")) == ("m1 m2 m3 m5", "m4")
    assert position.explore is None
    assert rule_of(run(group(), "explore wood-1"), "draw Ar") == "KR-R14"
    lost = run(group(), "explore wood-1", "draw Ag = ogre", "answer none")
    assert lost.explore is None, "a lost creature fight ends the draw of all"


def test_KR_R15_details_of_the_clearing() -> None:
    assert rule_of(clearing(path="clearing"), "explore clearing birds") == "KR-45"
    pair = table(acting=True, Am=at("clearing", path="wood-4>clearing"), Ag=at("clearing", path="wood-4>clearing"))
    assert run(pair, "explore clearing birds", "draw Ag = m1").explore is None
    assert listed(pair, "recover") == ["recover clearing 0,1", "recover clearing 1,0"]
    full = run(clearing(cards="f1 f2 f3 f4 f5"), "explore clearing birds", "draw Am = m1", "discard Am f1")
    assert discard_of(full, People.BIRDS) == ("f1",)
    faint = clearing(energy=0, cards="f1 f2")
    assert rule_of(faint, "end") == "KR-R15"
    assert discard_of(run(faint, "vanish Am nomads"), People.NOMADS) == ("f1", "f2")
    assert rule_of(clearing(), "vanish Am nomads") == "KR-R15"


def test_KR_R16_more_than_5_only_until_the_draw_ends() -> None:
    position = draws(alone(cards="f1 f2 f3 f4 f5"), "m1", "m2", "m3")
    assert len(position["Am"].cards) == 8
    after = run(position, "discard Am f1", "discard Am f2", "discard Am f3")
    assert len(after["Am"].cards) == 5
    assert rule_of(table(Am=at("wood-1", 6, "m1"), Ag=at("wood-1", 6, "f1 f2 f3 f4 f5")), "give Am Ag m1") == "KR-91"


def test_KR_R17_with_both_piles_empty_the_draw_ends() -> None:
    position = run(alone(piles="amazons 1"), "explore wood-1", "draw Am = m1")
    assert position.explore is None
    assert cards_of(position, "Am") == "m1"


def test_KR_R35_exchange_at_any_time_of_the_own_turn() -> None:
    walking = table(Am=at("wood-1", 6, "m1"), Ag=at("wood-1"))
    assert "give Am Ag m1" in listed(walking)
    assert "give Am Ag m1" in listed(run(walking, "done", "recover wood-1 0,3"))
    assert "give Am Ag m1" in listed(table(Am=at("gate-amazons", 6, "m1")))
    assert rule_of(table(seat=1, Am=at("wood-1", 6, "m1"), Ag=at("wood-1")), "give Am Ag m1") == "KR-50"
    shared = table(Am=at("clearing", 6, "m1"), Ag=at("clearing"), Cr=at("clearing"))
    assert rule_of(shared, "give Am Ag m1") == "KR-51"


def test_KR_R11_the_table_of_the_places_people_gives_the_row_of_the_heros() -> None:
    game = with_board({"wood-1": 3}, {(People.AMAZONS, People.NOMADS): 5})
    nomad = table("nomads gnomes", acting=True, Nm=at("wood-1"))
    assert listed(nomad, "recover", game) == ["recover wood-1 2"], "not the amazon's row for nomads"


def test_KR_R37_cards_also_come_by_combat_and_exchange() -> None:
    fought = meet({"Ar": here(6, "t5")}, {"Cg": there(6, "m1")})
    after = run(fought, "attack Ar Cg trading t5", "answer m1")
    assert cards_of(after, "Ar") == "", "3 + 5 against 2: the loser has nothing left"
    rich = meet({"Ar": here(6, "t5")}, {"Cg": there(6, "m1 m2")})
    assert cards_of(run(rich, "attack Ar Cg trading t5", "answer m1 = m2"), "Ar") == "m2"
    assert GAME.score(rich).winner is None
