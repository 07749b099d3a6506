"""Combats between heroes, one by one and in groups, their losses and their exceptions."""

from __future__ import annotations

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
    with_options,
)  # fmt: skip

from rules.engine import play
from rules.krystal.edition import Return
from rules.krystal.position import Position
from rules.krystal.stacks import Stacks
from rules.krystal.vocabulary import People


def duel(own: str = "f3", other: str = "f2", energy: int = 6, hers: int = 6) -> Position:
    """Guardian against guardian in wood-1: abilities 3 2 2 of the amazon, 4 1 2 of the centaur."""
    return meet({"Ag": here(energy, own)}, {"Cg": there(hers, other)})


def test_KR_53_opponents_in_one_place_must_fight() -> None:
    assert rule_of(duel(), "end") == "KR-53"
    assert rule_of(duel(), "recover wood-1 3") == "KR-53"


def test_KR_54_who_is_on_turn_attacks() -> None:
    assert rule_of(duel(), "attack Cg Ag force f2") == "KR-54"
    assert rule_of(duel(), "attack Ag Cm force f3") == "KR-53"


def test_KR_55_several_combats_in_the_attackers_order() -> None:
    position = meet({"Ag": here(6, "f3"), "Am": at("wood-2", 6, "m3")}, {"Cg": there(), "Cm": at("wood-2")})
    assert listed(position, "attack") == ["attack Ag Cg force f3", "attack Am Cm magic m3"]
    after = run(position, "attack Am Cm magic m3", "answer none", "split 4+0")
    assert listed(after, "attack") == ["attack Ag Cg force f3"]


def test_KR_56_who_fought_takes_no_action() -> None:
    position = run(duel(), "attack Ag Cg force f3", "answer f2")
    assert rule_of(position, "recover wood-1 3") == "KR-56"


def test_KR_57_unless_all_opponents_there_are_dematerialised() -> None:
    position = run(duel(own="f6", hers=1), "attack Ag Cg force f6", "answer f2")
    assert position["Cg"].spot is None
    assert {"recover wood-1 3", "explore wood-1"} <= set(listed(position))


def test_KR_58_any_hero_may_use_any_of_three_types() -> None:
    assert listed(duel("f3 m1 t2"), "attack") == [
        "attack Ag Cg force f3", "attack Ag Cg magic m1", "attack Ag Cg trading t2",
    ]  # fmt: skip


def test_KR_59_the_attacker_names_the_type_and_plays_a_card_of_the_hero() -> None:
    position = run(duel(), "attack Ag Cg force f3")
    assert cards_of(position, "Ag") == ""
    assert rule_of(duel(), "attack Ag Cg force f6") == "KR-90"


def test_KR_60_no_type_without_an_own_card_of_it() -> None:
    assert rule_of(duel("f3 rubis"), "attack Ag Cg magic f3") == "KR-60"
    assert rule_of(duel("f3 rubis"), "attack Ag Cg force rubis") == "KR-60"
    assert rule_of(duel("f3"), "attack Ag Cg none") == "KR-60"


def test_KR_61_the_defender_plays_a_card_of_that_type() -> None:
    position = run(duel(other="f2 m1"), "attack Ag Cg force f3")
    assert listed(position) == ["answer f2"]
    assert rule_of(position, "answer m1") == "KR-61"


def test_KR_62_without_one_any_other() -> None:
    assert listed(run(duel(other="m1 bread"), "attack Ag Cg force f3")) == ["answer bread", "answer m1"]


def test_KR_63_both_are_revealed_together() -> None:
    position = run(duel(other="?"), "attack Ag Cg force f3")
    assert rule_of(position, "answer ?") == "KR-63"
    assert run(position, "reveal Cg f2", "answer f2").fight is None


def test_KR_64_total_is_value_and_ability_in_the_type() -> None:
    position = run(duel("f5", "f2"), "attack Ag Cg force f5", "answer f2")
    assert energies(position, "Ag Cg") == [6, 4], "3 + 5 against 4 + 2"


def test_KR_65_a_wrong_type_counts_0() -> None:
    position = run(duel("f5", "m5"), "attack Ag Cg force f5", "answer m5")
    assert energies(position, "Ag Cg") == [6, 2], "3 + 5 against 4 + 0"


def test_KR_66_the_higher_total_wins_by_the_difference() -> None:
    position = run(duel("f1", "f6"), "attack Ag Cg force f1", "answer f6")
    assert energies(position, "Ag Cg") == [0, 6], "3 + 1 against 4 + 6"


def test_KR_67_force_costs_energy() -> None:
    position = run(duel("f4", "f2 m1"), "attack Ag Cg force f4", "answer f2")
    assert (energies(position, "Cg"), cards_of(position, "Cg")) == ([5], "m1")


def test_KR_68_trading_costs_cards_drawn_at_random() -> None:
    position = run(duel("t4", "t2 f1 f2 m1"), "attack Ag Cg trading t4")
    assert rule_of(position, "answer t2") == "KR-36", "2 + 4 against 2 + 2: two cards are drawn"
    after = run(position, "answer t2 = f1 m1")
    assert (cards_of(after, "Ag"), cards_of(after, "Cg"), energies(after, "Cg")) == ("f1 m1", "f2", [6])


def test_KR_69_magic_costs_energy_cards_or_a_mix() -> None:
    position = run(duel("m4", "m1 f1 f2"), "attack Ag Cg magic m4", "answer m1")
    assert listed(position) == ["split 0+4", "split 1+3", "split 2+2", "split 3+1", "split 4+0"]
    after = run(position, "split 3+1 = f1")
    assert (energies(after, "Cg"), cards_of(after, "Ag"), cards_of(after, "Cg")) == ([3], "f1", "f2")


def test_KR_70_lost_cards_go_to_the_winning_hero() -> None:
    after = run(duel("t1", "t5 f2"), "attack Ag Cg trading t1", "answer t5")
    assert cards_of(after, "Cg") == "f2", "2 + 1 against 2 + 5, the attacker has none left"
    after = run(duel("t1 f1", "t5"), "attack Ag Cg trading t1", "answer t5 = f1")
    assert cards_of(after, "Cg") == "f1"


def test_KR_71_lost_energy_is_gained_by_nobody() -> None:
    assert sum(energies(run(duel("f4", "f2", 5, 5), "attack Ag Cg force f4", "answer f2"), "Ag Cg")) == 9


def test_KR_72_played_cards_return_to_the_draw_pile() -> None:
    after = run(duel(), "attack Ag Cg force f3", "answer f2")
    assert (after.pile(People.AMAZONS).draw, discard_of(after, People.AMAZONS)) == (12, ())


def test_KR_73_a_winner_above_5_discards() -> None:
    position = run(duel("t5 f1 f2 f2 f3", "t1 m1 m2 m3"), "attack Ag Cg trading t5", "answer t1 = m1 m2 m3")
    assert rule_of(position, "end") == "KR-41"
    after = run(position, "discard Ag f1", "discard Ag f2")
    assert cards_of(after, "Ag") == "f2 f3 m1 m2 m3"
    assert discard_of(after, People.AMAZONS) == ("f1", "f2")


def test_KR_74_what_cannot_be_paid_is_ignored() -> None:
    after = run(duel("t5", "t1 m1"), "attack Ag Cg trading t5", "answer t1 = m1")
    assert cards_of(after, "Ag") == "m1", "the difference was 4"


def test_KR_75_without_combat_cards_the_defender_leads() -> None:
    position = run(duel("bread", "m2 f1"), "attack Ag Cg none")
    assert listed(position) == ["lead force f1", "lead magic m2"]
    after = run(position, "lead force f1", "answer bread")
    assert energies(after, "Ag Cg") == [4, 6], "3 + 0 against 4 + 1"


def test_KR_76_without_any_combat_cards_each_loses_1() -> None:
    assert energies(run(duel("bread", "rubis"), "attack Ag Cg none"), "Ag Cg") == [5, 5]


def test_KR_77_a_tie_costs_the_attacker_1() -> None:
    after = run(duel("f3", "f2"), "attack Ag Cg force f3", "answer f2")
    assert energies(after, "Ag Cg") == [5, 6], "3 + 3 against 4 + 2"


def three() -> Position:
    return meet(
        {"Am": here(6, "m1 m2 m3"), "Ar": here(6, "t1 t2 t3")}, {"Cg": there(9), "Cm": there(9), "Nr": there(9)},
        peoples="amazons centaurs nomads",
    )  # fmt: skip


def test_KR_78_own_heroes_attack_all_others_defend() -> None:
    openings = {tuple(text.split()[1:3]) for text in listed(three(), "attack")}
    assert openings == {(one, other) for one in ("Am", "Ar") for other in ("Cg", "Cm", "Nr")}


def test_KR_79_one_against_one_one_after_another() -> None:
    position = run(three(), "attack Am Cg magic m1")
    assert listed(position) == ["answer none"]


def test_KR_80_every_hero_takes_part() -> None:
    position = run(three(), "attack Am Cg magic m1", "answer none", "split 4+0")
    assert {text.split()[1] for text in listed(position, "attack")} == {"Ar"}
    assert rule_of(position, "attack Am Cm magic m2") == "KR-80"
    assert rule_of(position, "attack Ar Cg trading t1") == "KR-80"


def test_KR_R18_lost_cards_first_then_energy_then_the_rest() -> None:
    position = run(duel("m4", "m1 f1 f2", hers=1), "attack Ag Cg magic m4", "answer m1")
    after = run(position, "split 3+1 = f2")
    assert (cards_of(after, "Ag"), after["Cg"].spot) == ("f2", None)
    assert discard_of(after, People.AMAZONS) == ("f1",)


def test_KR_R19_the_split_sums_to_the_difference() -> None:
    position = run(duel("m4", "m1 f1 f2"), "attack Ag Cg magic m4", "answer m1")
    assert rule_of(position, "split 1+1") == "KR-R19"
    after = run(position, "split 0+4 = f1 f2")
    assert energies(after, "Cg") == [6], "two cards short, no energy instead"


def test_KR_R20_no_pass_and_no_bluff_but_ability_alone_without_cards() -> None:
    assert rule_of(run(duel(other="f2 m1"), "attack Ag Cg force f3"), "answer m1") == "KR-61"
    after = run(duel("f3", ""), "attack Ag Cg force f3", "answer none")
    assert energies(after, "Cg") == [4], "3 + 3 against 4"


def test_KR_R21_a_filler_goes_back_too_even_a_stone() -> None:
    position = run(duel(other="rubis"), "attack Ag Cg force f3")
    assert rule_of(position, "answer none") == "KR-R21"
    after = run(position, "answer rubis")
    assert (cards_of(after, "Cg"), after.pile(People.AMAZONS).draw) == ("", 12)


def test_KR_R22_under_the_pile_or_by_option_to_the_discard() -> None:
    game = with_options(combat_cards_return=Return.DISCARD)
    after = run(duel(), "attack Ag Cg force f3", "answer f2", game=game)
    assert (after.pile(People.AMAZONS).draw, discard_of(after, People.AMAZONS)) == (10, ("f3", "f2"))
    piles = tuple(tuple(f"t{number % 5 + 1}" for number in range(10)) for _ in People)
    fought = run(duel(), "attack Ag Cg force f3")
    _, _, hidden = play(GAME, fought, GAME.parse_move("answer f2"), Stacks(piles, 1))
    amazons = list(People).index(People.AMAZONS)
    assert hidden.piles[amazons] == ("f3", "f2", *piles[amazons]), "under the pile, the rest in its order"


def test_KR_R23_the_leader_names_a_type_it_has_and_ties_still_cost_the_attacker() -> None:
    position = run(duel("bread", "f2 f1", 6), "attack Ag Cg none")
    assert rule_of(position, "lead magic f1") == "KR-60"
    even = meet({"Am": here(6, "bread")}, {"Cr": there(6, "m3")})
    after = run(even, "attack Am Cr none", "lead magic m3", "answer bread", "pay energy")
    assert energies(after, "Am Cr") == [5, 6], "4 + 0 against 1 + 3"


def test_KR_R24_without_cards_the_last_point_goes_too() -> None:
    after = run(duel("bread", "rubis", 1, 1), "attack Ag Cg none")
    assert (after["Ag"].spot, after["Cg"].spot) == (None, None)


def test_KR_R25_each_type_of_tie_costs_its_own_currency() -> None:
    trade = run(duel("t2 f1 bread", "t2"), "attack Ag Cg trading t2", "answer t2")
    assert listed(trade) == ["pay f1"], "a combat card, and no energy"
    assert rule_of(trade, "pay energy") == rule_of(trade, "pay bread") == "KR-77"
    assert discard_of(run(trade, "pay f1"), People.AMAZONS) == ("f1",)
    assert run(duel("t2", "t2"), "attack Ag Cg trading t2", "answer t2").fight is None, "none left, nothing lost"
    magic = run(duel("m1 f1", "m2"), "attack Ag Cg magic m1", "answer m2")
    assert listed(magic) == ["pay energy", "pay f1"], "2 + 1 against 1 + 2"


def test_KR_R26_defenders_never_fight_each_other() -> None:
    position = three()
    for own, line in (("Am", "magic m1"), ("Ar", "trading t1")):
        other = listed(position, f"attack {own}")[0].split()[2]
        position = run(position, f"attack {own} {other} {line}", "answer none")
        position = run(position, listed(position)[-1]) if position.fight else position
    assert {text.split()[2] for text in listed(position, "attack")} == {"Nr"}


def test_KR_R27_survivors_do_one_common_action_exploring_only_if_they_came() -> None:
    stayed = meet({"Ag": at("wood-1", 6, "f6")}, {"Cg": there(1)})
    after = run(stayed, "attack Ag Cg force f6", "answer none")
    assert rule_of(after, "explore wood-1") == "KR-45"
    assert "recover wood-1 3" in listed(after)
    defended = table(seat=1, acting=True, Ag=there(6, "f6"), Cg=at("wood-1", 1, "f1", path="earth-1>wood-1"))
    after = run(defended, "attack Cg Ag force f1", "answer f6")
    assert after["Cg"].spot is None
    assert rule_of(after, "recover wood-1 3") == "KR-32", "not for defenders"


def test_KR_R34_random_losses_come_from_all_that_is_left() -> None:
    position = meet({"Ag": here(6, "t5")}, {"Cg": there(6, "t1 bread rubis", active="rubis")})
    position = run(position, "attack Ag Cg trading t5")
    assert rule_of(position, "answer t1 = rubis t1") == "KR-R34", "not the card just played"
    after = run(position, "answer t1 = bread rubis")
    assert (cards_of(after, "Ag"), after["Cg"].active) == ("bread rubis", None)
