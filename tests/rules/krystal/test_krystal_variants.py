"""Negotiations and the five-stone game."""

from __future__ import annotations

from krystal_tables import (
    DEALS,
    FIVE,
    at,
    cards_of,
    energies,
    here,
    listed,
    meet,
    rule_of,
    run,
    table,
    there,
    with_options,
)

from rules.krystal.position import Position


def meeting() -> Position:
    return meet({"Ag": here(6, "f3 m1")}, {"Cg": there(6, "f2")})


def test_KR_119_only_if_agreed_before_the_game() -> None:
    assert rule_of(meeting(), "agree Ag Cg peace m1") == "KR-119"


def test_KR_120_a_combat_is_dropped_for_cards() -> None:
    assert rule_of(meeting(), "agree Ag Cg peace", DEALS) == "KR-120"
    assert rule_of(meeting(), "end", DEALS) == "KR-53", "only after a deal"
    position = run(meeting(), "agree Ag Cg peace m1", game=DEALS)
    assert (cards_of(position, "Ag"), cards_of(position, "Cg")) == ("f3", "f2 m1")
    assert rule_of(position, "attack Ag Cg force f3", DEALS) == "KR-120"
    assert "recover wood-1 3" in listed(position, game=DEALS)
    assert run(position, "end", game=DEALS).seat == 1
    other_way = run(meeting(), "agree Cg Ag peace f2", game=DEALS)
    assert cards_of(other_way, "Ag") == "f2 f3 m1"


def test_KR_120_by_option_the_attacker_drops_it_at_will() -> None:
    free = with_options(negotiation=True, peace_needs_a_deal=False)
    assert run(meeting(), "end", game=free).seat == 1
    assert rule_of(meeting(), "end", with_options(peace_needs_a_deal=False)) == "KR-53", "not without negotiation"


def test_KR_121_free_passage_for_cards_or_any_other_deal() -> None:
    position = table(Am=at("wood-2", 6, "m1"), Cr=at("wood-1"))
    assert rule_of(run(position, "step Am wood-1"), "step Am wood-3", DEALS) == "KR-24"
    paid = run(position, "agree Am Cr passage m1", "step Am wood-1", "step Am wood-3", game=DEALS)
    assert (paid["Am"].spot, cards_of(paid, "Cr")) == ("wood-3", "m1")
    assert run(position, "step Am wood-1", "agree Am Cr passage", "step Am wood-3", game=DEALS)["Am"].spot == "wood-3"
    assert rule_of(position, "agree Am Cm passage", DEALS) == "KR-121", "far away on its gate"
    assert rule_of(run(position, "done"), "agree Am Cr passage", DEALS) == "KR-121"


def test_KR_124_energy_is_never_part_of_it() -> None:
    position = run(meeting(), "agree Ag Cg peace m1", game=DEALS)
    assert energies(position, "Ag Cg") == [6, 6]
    assert not [text for text in listed(meeting(), "agree", DEALS) if "energy" in text]


def test_KR_125_four_different_stones_and_a_fifth_of_free_choice() -> None:
    four = ("cristal", "diamant", "emeraude", "rubis")
    position = table(Am=at("wood-1", 6, "rubis"), gates=(four, ()))
    assert not FIVE.is_over(position)
    position = run(position, "step Am gate-amazons", game=FIVE)
    assert not FIVE.is_over(position)
    assert FIVE.score(run(position, "deposit Am rubis", game=FIVE)).winner == 0
    pair = table(Am=at("gate-amazons", 6, "rubis cristal"), gates=(("cristal", "cristal", "rubis"), ()))
    assert rule_of(pair, "deposit Am rubis", FIVE) == "KR-125", "one pair is enough"
