"""Movement, the turn's two phases, the own gate and dematerialised heroes."""

from __future__ import annotations

from krystal_tables import DEALS, GAME, at, cards_of, energies, listed, rule_of, run, table

from rules.krystal.position import Pact
from rules.krystal.vocabulary import People


def test_KR_19_movement_then_actions_and_never_back() -> None:
    position = table(Am=at("wood-1"))
    assert rule_of(position, "recover wood-1 3") == "KR-19"
    assert rule_of(position, "end") == "KR-19"
    assert rule_of(run(position, "done"), "step Am wood-2") == "KR-19"
    assert rule_of(position, "step Cr earth-1") == "KR-19"


def test_KR_20_all_some_or_none_may_move() -> None:
    position = table()
    assert run(position, "done").acting
    assert run(position, "step Am wood-1", "done").acting
    assert run(position, "step Am wood-1", "step Ag wood-2", "step Ar wood-1", "done").acting


def test_KR_21_a_step_along_a_path_costs_1_of_that_hero() -> None:
    position = run(table(), "step Am wood-1")
    assert energies(position, "Am Ag Ar") == [5, 6, 6]
    assert rule_of(position, "step Am wood-4") == "KR-21"
    assert rule_of(position, "step Am nowhere") == "KR-21"


def test_KR_22_no_energy_no_movement() -> None:
    assert rule_of(table(Am=at("wood-1", 0)), "step Am wood-2") == "KR-22"


def test_KR_23_energy_is_never_passed_on() -> None:
    position = table("amazons centaurs", Am=at("wood-1", 6, "m3"), Ag=at("wood-1", 1))
    assert energies(run(position, "give Am Ag m3"), "Am Ag") == [6, 1]
    assert listed(position, "give") == ["give Am Ag m3"], "a hand-over names cards only"


def test_KR_24_entering_a_place_with_an_opponent_ends_the_movement() -> None:
    position = run(table(Cr=at("wood-1")), "step Am wood-1")
    assert rule_of(position, "step Am wood-2") == "KR-24"


def test_KR_25_entering_the_own_gate_ends_the_movement() -> None:
    position = run(table(Am=at("wood-1")), "step Am gate-amazons")
    assert rule_of(position, "step Am wood-1") == "KR-25"


def test_KR_26_who_entered_its_gate_must_move_next_turn() -> None:
    position = run(table(Am=at("wood-1")), "step Am gate-amazons", "done", "end", "done", "end")
    assert rule_of(position, "done") == "KR-26"
    assert run(position, "step Am wood-2", "done").acting


def test_KR_27_foreign_gates_are_closed() -> None:
    assert rule_of(table(Am=at("earth-1")), "step Am gate-centaurs") == "KR-27"


def test_KR_28_places_of_own_heroes_may_be_passed() -> None:
    assert run(table(Ag=at("wood-1")), "step Am wood-1", "step Am wood-3")["Am"].spot == "wood-3"


def test_KR_29_with_opponents_there_as_well_it_may_not_be_passed() -> None:
    position = run(table(Ag=at("wood-1"), Cr=at("wood-1")), "step Am wood-1")
    assert rule_of(position, "step Am wood-3") == "KR-24"


def test_KR_30_reaching_0_ends_the_movement() -> None:
    assert rule_of(run(table(Am=at("wood-1", 1)), "step Am wood-2"), "step Am wood-4") == "KR-22"


def test_KR_31_who_reached_0_still_acts() -> None:
    position = run(table(Am=at("wood-1", 1)), "step Am wood-2", "done")
    assert {"explore wood-2", "recover wood-2 4"} <= set(listed(position))


def test_KR_81_no_energy_after_a_combat_dematerialises() -> None:
    position = table(acting=True, Am=at("wood-1", 1, "f1", path="wood-2>wood-1"), Cg=at("wood-1", 6, "f6"))
    assert run(position, "attack Am Cg force f1", "answer f6")["Am"].spot is None


def test_KR_82_no_energy_at_the_end_of_the_turn_dematerialises() -> None:
    position = run(table(Am=at("wood-1", 1), Cr=at("earth-1", 0)), "step Am wood-2", "done")
    assert position["Am"].spot == "wood-2"
    after = run(position, "end")
    assert after["Am"].spot is None
    assert after["Cr"].spot == "earth-1", "at the end of its own turn only"


def test_KR_83_the_reserve_goes_to_the_discard_of_the_place() -> None:
    after = run(table(acting=True, Am=at("earth-1", 0, "m3 rubis")), "end")
    assert after.pile(People.CENTAURS).discard == ("m3", "rubis")
    assert cards_of(after, "Am") == ""


def test_KR_84_the_figure_goes_to_the_sheet() -> None:
    after = run(table(acting=True, Am=at("earth-1", 0)), "end", "done", "end")
    assert rule_of(run(table(acting=True, Am=at("earth-1", 0)), "end"), "step Am wood-1") == "KR-19"
    assert after["Am"].spot == "gate-amazons", "until its next turn"
    gone = table(Am=at(None, 0))
    assert rule_of(gone, "step Am wood-1") == "KR-84"


def test_KR_85_back_on_the_gate_with_6_on_the_owners_next_turn() -> None:
    position = run(table(seat=1, acting=True, Am=at(None, 0), Cg=at(None, 0)), "end")
    assert (position["Am"].spot, position["Am"].energy) == ("gate-amazons", 6)
    assert position["Cg"].spot is None


def test_KR_86_who_came_back_moves_one_turn_later() -> None:
    position = run(table(seat=1, acting=True, Am=at(None, 0)), "end")
    assert rule_of(position, "step Am wood-1") == "KR-86"
    assert run(position, "done", "end", "done", "end", "step Am wood-1")["Am"].spot == "wood-1"


def test_KR_R02_energy_stops_at_zero() -> None:
    position = table(acting=True, Am=at("wood-1", 6, "f3", path="wood-2>wood-1"), Cr=at("wood-1", 1, "m3"))
    after = run(position, "attack Am Cr force f3", "answer m3")
    assert after["Cr"].energy == 0, "2 + 3 against 2 + 0 is a loss of 3"


def test_KR_R03_energy_is_capped_at_the_end_of_the_scale() -> None:
    assert GAME.edition.energy_max == 10
    assert run(table(acting=True, Am=at("wood-1", 9)), "recover wood-1 3")["Am"].energy == 10


def test_KR_R05_the_clearing_stops_too_but_without_a_fight() -> None:
    position = run(table(Am=at("wood-4"), Cr=at("clearing")), "step Am clearing")
    assert rule_of(position, "step Am earth-4") == "KR-24"
    position = run(position, "done")
    assert rule_of(position, "attack Am Cr none") == "KR-44"
    assert run(position, "explore clearing birds", "draw Am = m3")["Am"].cards == ("m3",)


def test_KR_R06_leaving_opponents_at_the_start_is_allowed_staying_means_fighting() -> None:
    position = table(Am=at("wood-1"), Cr=at("wood-1"))
    assert run(position, "step Am wood-2")["Am"].spot == "wood-2"
    assert rule_of(run(position, "done"), "end") == "KR-53"


def test_KR_R07_only_who_walked_in_must_leave_the_gate() -> None:
    assert run(table(), "done").acting
    assert rule_of(table(Am=at("gate-amazons", bound=True)), "done") == "KR-26"


def test_KR_R08_no_action_on_the_gate() -> None:
    position = table(acting=True)
    assert rule_of(position, "explore gate-amazons") == "KR-R08"
    assert rule_of(position, "recover gate-amazons 1,0,0") == "KR-R08"


def test_KR_R09_missing_types_are_deposited_duplicates_stay() -> None:
    position = table(gates=(("rubis",), ()), Am=at("wood-1", 6, "rubis diamant"))
    after = run(position, "step Am gate-amazons")
    assert after.gates[0] == ("diamant", "rubis")
    assert cards_of(after, "Am") == "rubis"
    assert not GAME.is_over(after)


def test_KR_R10_on_the_gate_first_the_deposit_then_the_end() -> None:
    position = run(table(Am=at("wood-1", 1, "rubis m3")), "step Am gate-amazons")
    assert (position.gates[0], position["Am"].spot) == (("rubis",), "gate-amazons")
    after = run(position, "done", "end")
    assert after["Am"].spot is None
    assert after.pile(People.AMAZONS).discard == ("m3",)


def test_KR_R28_a_reborn_hero_neither_moves_nor_acts() -> None:
    position = run(table(seat=1, acting=True, Am=at(None, 0)), "end")
    assert not listed(position, "step Am")
    assert not listed(run(position, "done"), "recover")
    assert listed(run(position, "done", "end", "done", "end"), "step Am") == ["step Am wood-1", "step Am wood-2"]


def test_KR_R29_recovering_saves_a_hero_that_reached_0() -> None:
    position = run(table(Am=at("wood-2", 1)), "step Am wood-1", "done", "recover wood-1 3", "end")
    assert (position["Am"].spot, position["Am"].energy) == ("wood-1", 3)


def test_KR_122_negotiation_may_open_a_foreign_gate() -> None:
    position = table(Am=at("earth-1", 6, "m3"))
    assert rule_of(position, "step Am gate-centaurs", DEALS) == "KR-27"
    after = run(position, "agree Am Cr gate m3", "step Am gate-centaurs", "step Am earth-2", game=DEALS)
    assert (after["Am"].spot, cards_of(after, "Cr")) == ("earth-2", "m3")
    assert after.pacts == (("Am", "Cr", Pact.GATE),)
