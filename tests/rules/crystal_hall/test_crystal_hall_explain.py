"""Explaining what a camera sees: committed pairs of tables with the truth, single cases, and the cap.

The time that it takes is measured by `python -m tests.bench.crystal_hall`.
"""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from crystal_hall_pairs import FILES, Pair, pairs, read, verdict
from crystal_hall_tables import GAME, do, frozen, hall, squares

from rules.crystal_hall.assume import COSTS
from rules.crystal_hall.explain import explain
from rules.crystal_hall.position import Table
from rules.crystal_hall.seen import Announced, Seen, agrees, look
from rules.crystal_hall.setup import Seating
from rules.engine import apply

KINDS: tuple[dict[str, int], ...] = (
    {"plain": 60, "announced": 40, "twelve": 40, "unseen": 40, "illegal": 48},
    {"plain": 50, "announced": 24, "twelve": 17, "unseen": 29, "tokens": 21, "tampered": 63},
)
MOST_UNSURE = 0.02


def check(pair: Pair) -> str:
    """The verdict on a pair, which must be right unless it is that it cannot be told."""
    table, seen, announced = read(pair)
    found = explain(GAME, table, seen, announced)
    told = verdict(found)
    assert told in (*pair["verdict"].split(" or "), "cannot tell"), (pair, found)
    if found.broken:
        rules = {refusal.rule for refusal in found.broken}
        assert rules & set(pair.get("rules", rules)) and all(refusal.parameters for refusal in found.broken), pair
    if found.question is not None and "unseen" in pair:
        assert cost(table, found.question.used) <= cost(table, tuple(pair["unseen"])), (pair, found.question)
    if found.after is not None:
        for record in found.records:
            table = apply(GAME, table, record)
        assert table == found.after
        assert agrees(table, seen)
    return told


def cost(table: Table, names: tuple[str, ...]) -> int:
    """How far-fetched it is that these were used; what shows itself costs nothing."""
    tiles, spells = GAME.edition.tiles, GAME.edition.spells
    effects = [tiles[name].effect if name in table.guild.tiles else spells[name].effect for name in names]
    return sum(COSTS.get(effect, 0) for effect in effects)


@pytest.mark.parametrize(("name", "kinds"), [*zip(FILES, KINDS, strict=True)])
def test_every_pair_is_told_rightly(name: str, kinds: dict[str, int]) -> None:
    told = [check(pair) for pair in pairs(name)]
    assert {kind: sum(pair["kind"] == kind for pair in pairs(name)) for kind in kinds} == kinds
    assert told.count("cannot tell") <= MOST_UNSURE * len(told)


def test_a_cap_is_an_honest_answer() -> None:
    table = hall("c3 d1", "e5")
    seen = look(do(table, "move c3 c4", "move c4 c5", "move c5 c6", "move c6 c7"))
    assert verdict(explain(GAME, table, seen)) == "legal"
    assert verdict(explain(GAME, table, seen, cap=2)) == "cannot tell"


def test_moves_pushes_and_squeezes_are_found() -> None:
    table = hall("c3 e3 d1", "d3 f5 d8", "a4")
    after = do(table, "squeeze c3 e3", "move c3 c4", "move d1 d2")
    found = explain(GAME, table, look(after))
    assert found.after is not None and agrees(found.after, look(after))
    assert sorted(record.move.text() for record in found.records) == [
        "end",
        "move c3 c4",
        "move d1 d2",
        "squeeze c3 e3",
    ]


def test_six_squares_with_four_ump_is_told_with_its_numbers() -> None:
    table = hall("d1", "d8")
    found = explain(GAME, table, Seen((squares("d7"), squares("d8")), table.tiles))
    (broken,) = found.broken
    assert broken.rule == "CH-41" and broken.message == "the wizards of red moved at least 6 squares with 4 UMP"
    assert (broken.parameters["squares"], broken.parameters["ump"]) == (6, 4)


def test_a_potion_or_dragon_heart_is_asked_for_the_cheapest_first() -> None:
    seen = Seen((squares("d6"), squares("d8")), hall("d1").tiles)
    potion = explain(GAME, hall("d1", held="red:potion", hands="red:?"), seen)
    assert potion.question is not None and potion.question.used == ("potion",)
    heart = explain(GAME, hall("d1", hands="red:?"), seen)
    assert heart.question is not None and heart.question.used == ("dragon-heart",)
    told = explain(GAME, hall("d1", hands="red:?"), seen, Announced(spells=("dragon-heart",)))
    assert told.question is None and told.records[0].text() == "cast dragon-heart"


def test_a_known_hand_answers_the_question() -> None:
    seen = Seen((squares("d6"), squares("d8")), hall("d1").tiles)
    assert verdict(explain(GAME, hall("d1", hands="red:curse"), seen)) == "illegal"


def test_a_fallen_enemy_may_have_been_hit_by_a_fireball() -> None:
    table = hall("c3", "c6 d8", hands="red:?")
    found = explain(GAME, table, Seen((squares("c3"), squares("d8")), table.tiles))
    assert found.question is not None and found.question.used == ("fireball",)


def test_a_curse_shows_itself() -> None:
    table = hall("c3", "d8", hands="red:?")
    found = explain(GAME, table, Seen((squares("c3"), squares("d8")), table.tiles, squares("g7")))
    assert found.question is None and [record.text() for record in found.records] == ["cast curse g7", "end"]


def test_a_diagonal_step_where_no_other_way_leads() -> None:
    table = hall("c3", "c4 d3 d8", shields="c4 d3")
    seen = Seen((squares("d4"), squares("c4 d3 d8")), table.tiles)
    # Round the shielded ones it is six squares.
    (broken,) = explain(GAME, table, seen).broken
    assert broken.rule == "CH-43"
    assert verdict(explain(GAME, replace(table, ump=6), seen)) == "legal"


def test_pushing_in_the_first_turn() -> None:
    table = hall("c3", "d3")
    fresh = table.with_guild(0, replace(table.guild, fresh=True))
    (broken,) = explain(GAME, fresh, look(do(table, "push c3 d3"))).broken
    assert broken.rule == "CH-16"


def test_a_draw_tile_may_have_brought_the_spell() -> None:
    seen = Seen((squares("d6"), squares("d8")), hall("d1").tiles)
    found = explain(GAME, hall("d1", held="red:draw", hands="red:curse,freeze"), seen)
    assert found.question is not None and found.question.used == ("draw", "dragon-heart")
    # The hand was full, so one of the known spells went.
    lines = [record.text() for record in found.records][:3]
    assert lines == ["use draw = dragon-heart", "discard curse", "cast dragon-heart"]
    announced = Announced(tiles=("draw",), spells=("dragon-heart",), discarded=("freeze",))
    told = explain(GAME, hall("d1", held="red:draw", hands="red:curse,freeze"), seen, announced)
    assert told.question is None and told.records[1].text() == "discard freeze"


def test_a_lens_that_was_announced_stands_in_the_record() -> None:
    table = hall("d1", "d8", tiles="f6:d", held="red:lens", hands="blue:?,?")
    said = Announced(tiles=("lens",), looked=("blue",))
    found = explain(GAME, table, look(table), said)
    assert [record.text() for record in found.records] == ["use lens blue = ? ?", "end"]
    assert found.after is not None and found.after.used == ("lens",)
    assert explain(GAME, table, look(table), Announced(tiles=("lens",))).records[0].text() == "use lens f6 = ?"
    (broken,) = explain(GAME, hall("d1"), look(hall("d1")), said).broken
    assert broken.rule == "CH-34"


def test_a_shield_is_paid_for() -> None:
    table = hall("d1", "d8")
    done = do(table, "move d1 d2", "shield d2")
    assert [record.text() for record in explain(GAME, table, look(done)).records] == ["move d1 d2", "shield d2", "end"]
    dear = hall("d1", "d8", crystals="red:green,red,blue")
    (broken,) = explain(GAME, dear, replace(look(done), tiles=dear.tiles)).broken
    assert broken.rule == "CH-25" and broken.parameters["cost"] == 5
    both = replace(look(hall("d1 e1", "d8")), shields=squares("d1 e1"))
    assert explain(GAME, hall("d1 e1", "d8"), both).broken[0].rule == "CH-58"


def test_a_shield_goes_by_a_squeeze_or_not_at_all() -> None:
    table = hall("c3 e3", "d3 d8", shields="d3")
    gone = replace(look(table), shields=())
    assert explain(GAME, table, gone).records[0].text() == "squeeze c3 e3"
    far = hall("c1", "d3 d8", shields="d3")
    (broken,) = explain(GAME, far, replace(look(far), shields=())).broken
    assert (broken.rule, broken.parameters["square"]) == ("CH-65", "d3")


def test_a_frozen_wizard_that_went_was_shielded_or_it_is_told() -> None:
    table = hall("d1 f1", "d8", freezes=frozen("d1"))
    went = replace(look(table), wizards=(squares("d2 f1"), squares("d8")), freezes=squares("d2"), shields=None)
    assert "shield d1" in [record.text() for record in explain(GAME, table, went).records]
    (broken,) = explain(GAME, table, replace(went, shields=())).broken
    assert (broken.rule, broken.parameters["square"]) == ("CH-R11", "d1")


def test_a_freeze_shows_itself_and_does_not_go_by_itself() -> None:
    table = hall("d1", "d8 e5", hands="red:?")
    found = explain(GAME, table, replace(look(table), freezes=squares("e5")))
    assert found.question is None and found.records[0].text() == "cast freeze e5"
    icy = hall("d1", "d8 e5", freezes=frozen("e5"))
    (broken,) = explain(GAME, icy, replace(look(icy), freezes=())).broken
    assert broken.rule == "CH-24"


def test_a_shielded_wizard_that_was_pushed() -> None:
    table = hall("c3", "d3 d8", shields="d3")
    pushed = Seen((squares("d3"), squares("e3 d8")), table.tiles, (), squares("e3"))
    (broken,) = explain(GAME, table, pushed).broken
    assert broken.rule == "CH-62"


def test_what_an_unknown_spell_did_is_entered() -> None:
    dealt, _ = GAME.deal(Seating(("red", "blue")), random.Random(1))
    table = replace(dealt.with_guild(0, replace(dealt.guild, fresh=False, hand=(None,))), deck=29)
    seen = replace(look(table), wizards=(squares("c1 d1 e1 f1"), squares("a3 d8 e8 f8")))
    assert explain(GAME, table, seen).broken[0].rule == "CH-26"
    found = explain(GAME, table, seen, Announced(spells=("unknown-3",)))
    assert found.after is not None and agrees(found.after, seen)
    assert [record.text().split()[:2] for record in found.records] == [["cast", "unknown-3"], ["end"]]


def test_who_dies_in_discovery_may_have_been_replaced_before() -> None:
    table = hall("c3 d1", "d8", tiles="c4:d")
    seen = Seen((squares("d1 e1"), squares("d8")), (*table.tiles[:26], "curse", *table.tiles[27:]))
    found = explain(GAME, table, seen)
    assert sorted(record.text() for record in found.records) == [
        "end",
        "flip c4 = curse",
        "move c3 c4",
        "regenerate e1",
    ]


def test_an_unseen_face_is_one_that_is_left() -> None:
    table = hall("c3", "d8", tiles="c4:l", held="red:potion,potion blue:potion,potion")
    seen = Seen((squares("c4"), squares("d8")), (None,) * 64)
    flipped = explain(GAME, table, seen).records[-1]
    assert flipped.text().startswith("flip c4 = ") and apply(GAME, do(table, "move c3 c4", "end"), flipped)
    assert flipped.text() != "flip c4 = potion"


def test_a_table_in_the_middle_of_a_turn_is_not_explained() -> None:
    table = do(hall("c3", tiles="c3:d"), "end")
    with pytest.raises(ValueError, match="middle of a turn"):
        explain(GAME, table, look(table))
