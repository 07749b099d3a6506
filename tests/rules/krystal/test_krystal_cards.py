"""Piles by symbol, reserves, divine interventions, creatures, objects, stones, and the end."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from krystal_tables import (
    FIVE,
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
)

from rules.engine import play
from rules.krystal.cards import Special
from rules.krystal.edition import Edition
from rules.krystal.game import Krystal
from rules.krystal.position import Divine, Position
from rules.krystal.stacks import Stacks
from rules.krystal.vocabulary import People


def drawing(energy: int = 6, cards: str = "", *drawn: str, **more: Any) -> Position:
    """The amazons' mage (force 1, magic 4) explores wood-1, power 3, and draws."""
    position = run(table(acting=True, Am=here(energy, cards), **more), "explore wood-1")
    return run(position, *(f"draw Am = {card}" for card in drawn))


def special(creature: str, kind: Special) -> Krystal:
    """The reference edition with another special result of a creature."""
    cards = dict(GAME.edition.cards)
    cards[creature] = replace(cards[creature], special=kind)
    edition: Edition = replace(GAME.edition, cards=cards)
    return Krystal(edition)


def test_KR_87_cards_are_handled_at_the_piles_of_the_place() -> None:
    position = run(table(acting=True, Am=at("earth-2", path="wood-1>earth-2")), "explore earth-2", "draw Am = m1")
    assert [pile.draw for pile in position.piles] == [10, 10, 9, 10, 10, 10]
    stone = table(Am=at("wood-1", 6, "rubis", active="rubis"))
    assert discard_of(run(stone, "discard Am rubis"), People.AMAZONS) == ("rubis",)
    assert rule_of(stone, "discard Am rubis birds") == "KR-87"


def test_KR_88_an_empty_pile_is_renewed_from_its_own_discard() -> None:
    position = drawing(piles="amazons 0 m1,m2,f3")
    assert rule_of(position, "draw Am = t1") == "KR-88"
    after = run(position, "draw Am = m2")
    assert (after.pile(People.AMAZONS).draw, discard_of(after, People.AMAZONS)) == (2, ())
    stacks = Stacks(((),) + ((),) * 5, 4)
    record, _, hidden = play(GAME, position, GAME.parse_move("draw Am"), stacks)
    assert sorted([*(thing.card for thing in record.drawn), *hidden.piles[1]]) == ["f3", "m1", "m2"]


def test_KR_89_cards_never_change_piles() -> None:
    position = replace(table(Am=at("wood-1", 6), piles="amazons 10 m1"), manual="horn", gone=("horn",))
    moved = replace(position, manual=None).with_pile(People.AMAZONS, replace(position.pile(People.AMAZONS), draw=9))
    moved = moved.with_pile(People.BIRDS, replace(moved.pile(People.BIRDS), draw=11))
    assert rule_of(position, f"manual {moved.text()}") == "KR-87"


def test_KR_90_a_hero_uses_only_its_own_reserve() -> None:
    position = meet({"Ag": here(6, "f1"), "Am": here(6, "m1 bread rubis")}, {"Cg": there()})
    assert rule_of(position, "attack Ag Cg magic m1") == "KR-90"
    assert rule_of(position, "use Ag bread") == rule_of(position, "activate Ag rubis") == "KR-90"


def test_KR_91_never_more_than_5() -> None:
    assert rule_of(table(Am=at("wood-1", 6, "m1"), Ag=at("wood-1", 6, "f1 f2 f3 f4 f5")), "give Am Ag m1") == "KR-91"
    assert rule_of(drawing(6, "f1 f2 f3", "m1", "m2", "m3"), "end") == "KR-41"


def test_KR_92_an_intervention_lies_on_the_clearing_and_works_at_once() -> None:
    position = drawing(6, "", "spring", Ag=at("wood-2", 2, path="wood-1>wood-2"))
    assert position.divine == Divine("spring", 0, 2)
    after = run(position, "draw Am = m1", "draw Am = m2")
    assert listed(after, "recover") == ["recover wood-2 5"], "3 + 1 for amazons at home + 1"


def test_KR_93_it_lasts_until_the_end_of_the_drawers_next_turn() -> None:
    position = run(drawing(6, "", "spring", "m1", "m2"), "end", "done", "end", "done")
    assert position.divine == Divine("spring", 0, 1)
    assert run(position, "end").divine is None


def test_KR_94_then_it_leaves_the_game() -> None:
    position = run(drawing(6, "", "spring", "m1", "m2"), "end", "done", "end", "done", "end")
    assert position.gone == ("spring",)


def test_KR_95_another_one_is_cancelled_to_the_discard() -> None:
    position = drawing(6, "", "spring", "wrath")
    assert position.divine == Divine("spring", 0, 2)
    assert discard_of(position, People.AMAZONS) == ("wrath",)


def test_KR_96_a_cancelled_one_is_replaced_by_another_draw() -> None:
    position = drawing(6, "", "spring", "wrath", "m1", "m2")
    assert (cards_of(position, "Am"), position.explore) == ("m1 m2", None)


def test_KR_97_a_creature_is_fought_at_once_with_the_hero_as_defender() -> None:
    position = drawing(6, "f3 m1", "wolves")
    assert position.fight is not None
    assert (position.fight.attacker, position.fight.defender) == (None, "Am")
    assert listed(position) == ["answer f3"], "wolves fight with force"


def test_KR_98_a_beaten_creature_leaves_the_game() -> None:
    assert run(drawing(6, "f4", "wolves"), "answer f4").gone == ("wolves",)


def test_KR_99_a_victorious_one_costs_as_a_hero_would() -> None:
    assert run(drawing(6, "m1", "ogre"), "answer m1")["Am"].energy == 1, "force 6 against 1"
    position = run(drawing(6, "f1 f2", "sphinx"), "answer f1")
    assert listed(position) == ["split 0+2", "split 1+1", "split 2+0"], "magic 6 against 4"


def test_KR_100_the_left_neighbour_draws_and_splits() -> None:
    position = run(drawing(6, "f1 f2", "sphinx", peoples="amazons centaurs nomads"), "answer f1")
    assert GAME.actor(position) == 1
    assert energies(run(position, "split 1+1 = f2"), "Am") == [5]


def test_KR_101_lost_cards_go_to_the_discard_of_the_place() -> None:
    position = run(drawing(6, "f1 f2 f3", "sphinx"), "answer f1", "split 0+2 = f2 f3")
    assert discard_of(position, People.AMAZONS) == ("f2", "f3", "sphinx")


def test_KR_102_a_victorious_creature_goes_to_that_discard() -> None:
    assert discard_of(run(drawing(6, "", "wolves"), "answer none"), People.AMAZONS) == ("wolves",)


def test_KR_103_a_tie_is_the_heros_victory() -> None:
    position = run(drawing(6, "f3", "wolves"), "answer f3")
    assert (position.gone, energies(position, "Am"), listed(position)) == (("wolves",), [6], ["draw Am"])


def test_KR_104_a_creatures_text_may_replace_its_victory() -> None:
    robbed = run(drawing(6, "f1 m1 m2", "harpy"), "answer f1")
    assert (energies(robbed, "Am"), cards_of(robbed, "Am")) == ([6], "")
    assert discard_of(robbed, People.AMAZONS) == ("m1", "m2", "harpy")
    assert run(drawing(6, "f1", "wraith"), "answer f1")["Am"].spot is None
    by_hand = special("wolves", Special.MANUAL)
    position = run(drawing(6, "", "wolves"), "answer none", game=by_hand)
    assert position.manual == "wolves"
    entered = replace(position.with_hero(replace(position["Am"], energy=4)), manual=None)
    assert run(position, f"manual {entered.text()}", game=by_hand)["Am"].energy == 4


def test_KR_105_a_further_combat_is_fought_immediately() -> None:
    again = run(drawing(9, "f1 f2", "hydra"), "answer f1")
    assert (energies(again, "Am"), listed(again)) == ([6], ["answer f2"]), "5 against 2, then once more"
    assert energies(run(again, "answer f2"), "Am") == [4]
    group = run(drawing(6, "f1", "siren", Ag=here(6, "")), "answer f1", "split 1+0")
    assert listed(group) == ["answer none"], "then it turns to the guardian, magic 2"
    assert energies(run(group, "answer none", "split 3+0"), "Ag Am") == [3, 5]


def test_KR_106_an_object_lies_in_the_drawers_reserve() -> None:
    assert cards_of(drawing(6, "", "bread"), "Am") == "bread"
    assert rule_of(table(Am=at("wood-1", 6, "m1")), "use Am m1") == "KR-106"


def test_KR_107_a_used_object_works_at_once_and_leaves_the_game() -> None:
    after = run(table(Am=at("wood-1", 2, "bread")), "use Am bread")
    assert (energies(after, "Am"), cards_of(after, "Am"), after.gone) == ([4], "", ("bread",))
    position = table(acting=True, Am=here(6, "net lasso"), Cr=there(6, "m1 m2"))
    assert energies(run(position, "use Am net Cr"), "Cr") == [4]
    assert cards_of(run(position, "use Am lasso Cr = m2"), "Am") == "m2 net"
    assert rule_of(position, "use Am net") == rule_of(position, "use Am net Cm") == "KR-107"
    assert rule_of(table(seat=1, Am=at("wood-1", 2, "bread")), "use Am bread") == "KR-107"


def test_KR_107_a_result_entered_by_hand_loses_no_card() -> None:
    position = run(table(Am=at("wood-1", 6, "horn m1")), "use Am horn")
    assert position.manual == "horn"
    moved = replace(position.with_hero(replace(position["Am"], spot="iron-4")), manual=None)
    assert run(position, f"manual {moved.text()}")["Am"].spot == "iron-4"
    assert run(position, "manual")["Am"].spot == "wood-1"
    lost = moved.with_hero(replace(moved["Am"], cards=()))
    assert rule_of(position, f"manual {lost.text()}") == "KR-107"
    rich = moved.with_hero(replace(moved["Am"], energy=11))
    assert rule_of(position, f"manual {rich.text()}") == "KR-R03"
    assert rule_of(position, "manual nonsense") == "KR-107"


def test_KR_108_a_stone_is_activated_at_any_moment() -> None:
    position = table(seat=1, Am=at("wood-1", 6, "rubis"))
    after = run(position, "activate Am rubis")
    assert after["Am"].active == "rubis"
    fighting = meet({"Ag": here(6, "f3 rubis")}, {"Cg": there(6, "f2")})
    done = run(fighting, "activate Ag rubis", "attack Ag Cg force f3", "answer f2")
    assert energies(done, "Ag Cg") == [6, 4], "3 + 2 + 3 against 4 + 2"
    assert rule_of(table(Am=at("wood-1", 6, "m1")), "activate Am m1") == "KR-108"


def test_KR_109_active_until_discarded_stolen_or_deposited() -> None:
    position = table(Am=at("wood-1", 6, "m1 rubis", active="rubis"))
    assert run(position, "discard Am rubis")["Am"].active is None
    assert rule_of(position, "discard Am m1") == "KR-109"
    assert run(position, "step Am gate-amazons")["Am"].active is None
    robbed = meet({"Ag": here(6, "t5")}, {"Cg": there(6, "t2 rubis", active="rubis")})
    assert run(robbed, "attack Ag Cg trading t5", "answer t2 = rubis")["Cg"].active is None


def test_KR_110_an_active_stone_counts_in_the_5() -> None:
    position = table(Am=at("wood-1", 6, "m1"), Ag=at("wood-1", 6, "f1 f2 f3 f4 rubis", active="rubis"))
    assert rule_of(position, "give Am Ag m1") == "KR-91"


def test_KR_111_an_active_stone_is_among_random_losses_and_else_stays_active() -> None:
    robbed = meet({"Ag": here(6, "t3")}, {"Cg": there(6, "t2 m1 rubis", active="rubis")})
    kept = run(robbed, "attack Ag Cg trading t3", "answer t2 = m1")
    assert kept["Cg"].active == "rubis"


def test_KR_112_one_active_stone_changed_at_will() -> None:
    position = table(Am=at("wood-1", 6, "diamant rubis", active="rubis"))
    assert rule_of(position, "activate Am rubis") == "KR-112"
    assert run(position, "activate Am diamant")["Am"].active == "diamant"


def test_KR_113_stones_are_deposited_at_the_own_gate_by_their_carrier() -> None:
    position = run(table(Am=at("wood-1", 6, "rubis m1")), "step Am gate-amazons")
    assert (position.gates, cards_of(position, "Am")) == ((("rubis",), ()), "m1")
    five = table(Am=at("wood-1", 6, "rubis"), gates=(("rubis",), ()))
    assert rule_of(five, "deposit Am rubis", FIVE) == "KR-113"


def test_KR_114_no_two_identical_stones_at_one_gate() -> None:
    position = run(table(Am=at("wood-1", 6, "rubis"), gates=(("rubis",), ())), "step Am gate-amazons")
    assert position.gates[0] == ("rubis",)
    assert rule_of(position, "deposit Am rubis") == "KR-114"
    waiting = replace(table(Am=at("wood-1", 6, "rubis m1"), gates=(("rubis",), ())), manual="horn", gone=("horn",))

    def laid(card: str) -> str:
        hero = replace(waiting["Am"], cards=tuple(one for one in ("m1", "rubis") if one != card))
        after = replace(waiting.with_hero(hero), manual=None, gates=(tuple(sorted(("rubis", card))), ()))
        return rule_of(waiting, f"manual {after.text()}")

    assert (laid("rubis"), laid("m1")) == ("KR-114", "KR-113"), "nor by a card's result"


def test_KR_115_a_deposited_stone_has_no_power_and_stays() -> None:
    position = table(gates=(("rubis",), ()), Am=at("gate-amazons", 6, "m1"))
    assert rule_of(position, "activate Am rubis") == "KR-90"
    assert not [text for text in listed(position) if "rubis" in text]


def test_KR_116_four_different_stones_win_at_once() -> None:
    position = table(gates=(("cristal", "diamant", "emeraude"), ()), Am=at("wood-1", 6, "rubis"))
    after = run(position, "step Am gate-amazons")
    assert GAME.is_over(after) and GAME.score(after).winner == 0
    assert rule_of(after, "done") == "KR-116"
    assert listed(after) == []


def test_KR_R30_until_the_end_of_the_drawers_next_turn_and_only_active_ones_count() -> None:
    position = drawing(6, "", "spring", "wrath")
    assert position.explore is not None and position.explore.left == 2, "3, less the active one, not the cancelled"


def test_KR_R31_against_a_creature_type_then_filler_then_nothing() -> None:
    assert rule_of(drawing(6, "f3 m1", "wolves"), "answer m1") == "KR-61"
    filler = run(drawing(6, "m1", "wolves"), "answer m1")
    assert (energies(filler, "Am"), filler.pile(People.AMAZONS).draw) == ([3], 10), "4 against 1, the card goes under"
    assert rule_of(drawing(6, "m1", "wolves"), "answer none") == "KR-R21"
    assert energies(run(drawing(6, "", "wolves"), "answer none"), "Am") == [3]


def test_KR_R33_in_combat_up_to_the_reveal() -> None:
    position = meet({"Ag": here(6, "m4 diamant")}, {"Cg": there(6, "m1 rubis")})
    played = run(position, "attack Ag Cg magic m4")
    assert {"activate Ag diamant", "activate Cg rubis"} <= set(listed(played))
    revealed = run(played, "activate Ag diamant", "answer m1")
    assert revealed.fight is not None and revealed.fight.loss == 6, "2 + 2 + 4 against 1 + 1"
    assert rule_of(revealed, "activate Cg rubis") == "KR-R33"


def test_a_draw_pile_never_loses_a_card_to_chance() -> None:
    position, hidden = table(acting=True, Am=here()), Stacks((("m1",) * 10,) * 6, random.Random(1).getrandbits(64))
    for line in ("explore wood-1", "draw Am", "draw Am"):
        _, position, hidden = play(GAME, position, GAME.parse_move(line), hidden)
    assert [len(pile) for pile in hidden.piles] == [pile.draw for pile in position.piles] == [10, 8, 10, 10, 10, 10]
