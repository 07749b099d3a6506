"""The worked examples of the rule table."""

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
    with_board,
)

from rules.krystal.position import Divine, Position
from rules.krystal.vocabulary import People


def fight(own: str, other: str, hers: int = 6, energy: int = 6) -> Position:
    """Amazon mage 1 4 2 against centaur marauder 2 1 4."""
    return meet({"Am": here(energy, own)}, {"Cr": there(hers, other)})


def test_KR_E01_the_printed_combat() -> None:
    position = run(fight("m3", "m4 f1"), "attack Am Cr magic m3", "answer m4")
    assert position.fight is not None
    assert (position.fight.loser, position.fight.loss) == ("Cr", 2), "4 + 3 = 7 against 1 + 4 = 5"
    after = run(position, "split 1+1 = f1")
    assert (energies(after, "Cr"), cards_of(after, "Am"), cards_of(after, "Cr")) == ([5], "f1", "")


def test_KR_E02_the_printed_power() -> None:
    nomad = table("nomads amazons", acting=True, Ng=at("wood-2", path="wood-1>wood-2"))
    assert GAME.edition.locations["wood-2"].dp == 3
    assert listed(nomad, "recover") == ["recover wood-2 2"]


def test_KR_E03_powers_and_modifiers() -> None:
    weak = with_board({"earth-1": 1}, {(People.AMAZONS, People.CENTAURS): -2})
    assert listed(table(acting=True, Am=at("earth-1")), "recover", weak) == ["recover earth-1 0"]
    strong = with_board({"earth-1": 2}, {(People.AMAZONS, People.CENTAURS): 1})
    assert listed(table(acting=True, Am=at("earth-1")), "recover", strong) == ["recover earth-1 3"]
    empty = table(acting=True, Am=at("earth-1", 0, path="wood-2>earth-1"))
    assert energies(run(empty, "recover earth-1 2"), "Am") == [2]


def test_KR_E05_a_filler_counts_0_and_so_does_no_card() -> None:
    # The centaur mage has magic 3, the amazon guardian magic 2.
    def attacked(cards: str) -> Position:
        return table(
            "centaurs amazons",
            acting=True,
            Cm=at("earth-1", 6, "m2", path="earth-2>earth-1"),
            Ag=at("earth-1", 6, cards),
        )

    filler = run(attacked("t5"), "attack Cm Ag magic m2", "answer t5")
    assert filler.fight is not None and filler.fight.loss == 3
    empty = run(attacked(""), "attack Cm Ag magic m2", "answer none")
    assert empty.fight is not None and empty.fight.loss == 3
    assert rule_of(run(attacked("m1 t5"), "attack Cm Ag magic m2"), "answer t5") == "KR-61"


def test_KR_E06_a_tie_by_force() -> None:
    def tie(energy: int) -> Position:
        return run(meet({"Ag": here(energy, "f4")}, {"Cr": there(6, "f5")}), "attack Ag Cr force f4", "answer f5")

    assert energies(tie(6), "Ag Cr") == [5, 6], "3 + 4 against 2 + 5"
    assert tie(1)["Ag"].spot is None
    led = run(meet({"Ag": here(6, "")}, {"Cr": there(6, "f1")}), "attack Ag Cr none", "lead force f1", "answer none")
    assert energies(led, "Ag Cr") == [5, 6], "3 + 0 against 2 + 1, by the defender's initiative"


def test_KR_E07_force_beyond_the_energy() -> None:
    after = run(fight("f5", "m1", hers=1, energy=6), "attack Am Cr force f5", "answer m1")
    assert (after["Cr"].spot, after["Cr"].energy) == (None, 0), "1 + 5 against 2: loss 4 of 1"
    spare = run(fight("f5", "m1 m2", hers=1), "attack Am Cr force f5", "answer m1")
    assert discard_of(spare, People.AMAZONS) == ("m2",)


def test_KR_E08_splits_against_1_energy_and_3_cards() -> None:
    # 4 + 1 against 1 + 1 is a difference of 3; three cards are left after the one played.
    position = run(fight("m1", "m1 f1 f2 f3", hers=1), "attack Am Cr magic m1", "answer m1")
    mixed = run(position, "split 1+2 = f1 f2")
    assert (cards_of(mixed, "Am"), mixed["Cr"].spot, discard_of(mixed, People.AMAZONS)) == ("f1 f2", None, ("f3",))
    energy = run(position, "split 3+0")
    assert (cards_of(energy, "Am"), energy["Cr"].spot) == ("", None)


def test_KR_E09_six_steps_to_zero() -> None:
    walk = ["wood-1", "wood-2", "wood-4", "wood-3", "earth-3", "earth-1"]
    position = run(table(), *(f"step Am {place}" for place in walk))
    assert (energies(position, "Am"), rule_of(position, "step Am earth-2")) == ([0], "KR-22")
    position = run(position, "done")
    explored = run(position, "explore earth-1", "draw Am = m1", "draw Am = m2", "end")
    assert explored["Am"].spot is None
    recovered = run(position, "recover earth-1 2", "end")
    assert (recovered["Am"].spot, recovered["Am"].energy) == ("earth-1", 2)


def count_combats(position: Position) -> int:
    """Fight to the end, always the first combat listed."""
    fights = 0
    while attacks := listed(position, "attack"):
        position = run(position, attacks[0])
        fights += 1
    return fights


def test_KR_E10_numbers_of_combats() -> None:
    # Nobody has combat cards, so each combat costs 1 energy and nobody vanishes.
    two = {"Am": here(), "Ar": here()}
    position = meet(two, {"Cg": there(), "Cm": there(), "Nr": there()}, peoples="amazons centaurs nomads")
    assert count_combats(position) == 3
    after = run(position, "attack Am Cg none", "attack Ar Cm none")
    assert listed(after, "attack") == ["attack Am Nr none", "attack Ar Nr none"], "the third by either"
    three = {"Am": here(), "Ar": here(), "Ag": here()}
    assert count_combats(meet(three, {"Cg": there()})) == 3
    assert count_combats(meet(three, {"Cg": there(2)})) == 2, "the defender vanishes"
    assert count_combats(meet(two, {"Cg": there(), "Cm": there()})) == 2


def test_KR_E11_how_long_an_intervention_lasts() -> None:
    position = run(table(acting=True, Am=at("earth-1", path="wood-2>earth-1")), "explore earth-1", "draw Am = bounty")
    assert position.explore is not None and position.explore.left == 1, "power 2, one more card"
    position = run(position, "draw Am = m1", "end", "step Cm earth-2", "done", "explore earth-2")
    position = run(position, "draw Cm = wrath")
    assert (position.divine, discard_of(position, People.CENTAURS)) == (Divine("bounty", 0, 1), ("wrath",))
    position = run(position, *(f"draw Cm = m{number}" for number in (1, 2, 3, 4)), "draw Cm = m2")
    position = run(position, "end", "done")
    assert position.divine is not None
    assert run(position, "end").divine is None


def test_KR_E12_paths_that_forbid_exploring() -> None:
    paths = {
        "gate-amazons>wood-1": True, "wood-2>wood-1": True, "wood-1>wood-2>wood-1": False,
        "wood-1>wood-3>wood-4>wood-2>wood-1": False, "wood-2>wood-1>wood-2>wood-1": False, "wood-1": False,
    }  # fmt: skip
    for path, explores in paths.items():
        position = table(acting=True, Am=at("wood-1", path=path))
        assert ("explore wood-1" in listed(position)) == explores, path
        assert "recover wood-1 3" in listed(position)


def test_KR_E13_deposits_with_duplicates() -> None:
    position = table(gates=(("cristal", "rubis"), ()), Am=at("wood-1", 6, "rubis diamant emeraude"))
    after = run(position, "step Am gate-amazons")
    assert after.gates[0] == ("cristal", "diamant", "emeraude", "rubis")
    assert (cards_of(after, "Am"), GAME.score(after).winner) == ("rubis", 0)
    only = run(table(gates=(("cristal", "rubis"), ()), Am=at("wood-1", 6, "rubis")), "step Am gate-amazons")
    assert (only.gates[0], cards_of(only, "Am")) == (("cristal", "rubis"), "rubis")


def test_KR_E14_rebirth() -> None:
    position = table(seat=1, acting=True, Am=at("earth-1", 1, "f1"), Cg=at("earth-1", 6, "f6", path="earth-2>earth-1"))
    position = run(position, "attack Cg Am force f6", "answer f1")
    assert position["Am"].spot is None
    position = run(position, "end")
    assert (position["Am"].spot, position["Am"].energy, listed(position, "step Am")) == ("gate-amazons", 6, [])
    assert listed(run(position, "done", "end", "done", "end"), "step Am")


def test_KR_E15_a_creature_of_5() -> None:
    # The centaur marauder has force 2; the hydra force 5, of which only the first fight counts here.
    def met(card: str) -> Position:
        position = table("centaurs amazons", acting=True, Cr=at("earth-1", 6, card, path="earth-2>earth-1"))
        return run(position, "explore earth-1", "draw Cr = hydra", f"answer {card}")

    assert (listed(met("f3")), met("f3").gone) == (["draw Cr"], ("hydra",))
    lost = met("f2")
    assert energies(lost, "Cr") == [5]
    assert lost.explore is not None and lost.explore.left == 0


def test_KR_E17_more_than_the_loser_has_or_the_winner_may_keep() -> None:
    rich = run(fight("t5 f1 f2 f3 f4", "m1 m2 m3 m4"), "attack Am Cr trading t5")
    after = run(rich, "answer m1 = m2 m3 m4")
    assert len(after["Am"].cards) == 7
    assert len(run(after, "discard Am f1", "discard Am f2")["Am"].cards) == 5
    poor = run(fight("t5", "m1 m2 m3"), "attack Am Cr trading t5", "answer m1 = m2 m3")
    assert (cards_of(poor, "Am"), cards_of(poor, "Cr")) == ("m2 m3", ""), "two taken, one ignored"
