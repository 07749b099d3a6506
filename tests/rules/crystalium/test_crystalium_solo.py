"""CU-107 to CU-129: the solo mode against Tornado."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from crystalium_tables import GAME, At, RuleError, at, faces, ship, with_solo_deck

from rules.crystalium.edition import ArrowStart
from rules.crystalium.faces import SoloCard
from rules.crystalium.game import Crystalium
from rules.crystalium.objectives import Objective, reached_by
from rules.crystalium.scoring import score_ships
from rules.crystalium.setup import FIRST_GAME, MEDIUM_GAME, Seating, verify_seating
from rules.crystalium.vocabulary import Level, Phase
from rules.engine import legal_moves, play

C, DISCARD, SOLO, DRONE = Phase.CURRENT, Phase.DISCARD, Phase.SOLO, Phase.DRONE
SWITCHES = GAME.edition.switches


def my_drones(*ships: object, river: str, card: str = "M1.2.1R", deck: str = "C1w0 " * 9) -> At:
    """The player's Drone Phase, just before the Solo card is revealed."""
    table = at(DISCARD, *(ships or (ship(), ship())), river=river, deck=deck, solo="M1.2.1R")  # type: ignore[arg-type]
    return with_solo_deck(table, [card, "M1.2.1R"]).does("done")


def its_turn(*ships: object, card: str, deck: str) -> At:
    """Tornado's own turn, just before its lower section is carried out."""
    return at(SOLO, *(ships or (ship(), ship())), active=1, deck=deck, solo=card)  # type: ignore[arg-type]


def test_CU_107_ten_solo_cards_of_any_mix() -> None:
    for advanced in (2, 8):
        _, hidden = GAME.deal(Seating(1, 0, advanced), random.Random(1))
        assert Counter(card.level for card in hidden.solo) == {Level.MEDIUM: 10 - advanced, Level.ADVANCED: advanced}
    for advanced in (1, 9):
        with pytest.raises(RuleError, match="CU-107"):
            verify_seating(Seating(1, 0, advanced))


def test_CU_108_suggested_mixes() -> None:
    assert (FIRST_GAME, MEDIUM_GAME) == (2, 5) and Seating(1).advanced == 2


def test_CU_109_always_the_same_whirlpools() -> None:
    for seed in range(4):
        position, hidden = GAME.deal(Seating(1), random.Random(seed))
        assert set(GAME.edition.solo_whirlpools) <= set(hidden.deck)
        assert len(position.box) == 8


def test_CU_110_strictly_more_than_tornado() -> None:
    whirlpool = faces("W1w2")
    even = score_ships([ship("R1w0"), ship("R1w0")], whirlpool, SWITCHES, alone=True)
    more = score_ships([ship("R2w1"), ship("R1w0")], whirlpool, SWITCHES, alone=True)
    assert even.whirlpools[0].prizes == (0, 6) and more.whirlpools[0].prizes == (6, 0)


def test_CU_111_tornado_collects_components_without_power() -> None:
    table = my_drones(ship(), ship("D3w0"), river="L1w0 D1w0 C1w0", card="M2.2.1R").does("solo")
    assert table.table.queue[0].limit == 2, "as the card says, not 4"
    table.does("collect C1w0", "collect L1w0")
    assert table.under(1) == "D3w0 L1w0"


def test_CU_112_tornado_picks_its_starting_card_first() -> None:
    position, hidden = GAME.deal(Seating(1), random.Random(4))
    table = At(position, hidden)
    assert position.active == 0 and position.actor == 1
    assert table.refuses(f"draft {position.center[0].text()}") == "CU-112"
    table = with_solo_deck(table, ["M1.2.1L"]).does("solo")
    assert table.under(1) == position.center[-1].text(), "an arrow to the left begins at the right end"
    assert table.table.actor == 0 and table.refuses("solo") == "CU-112"
    with pytest.raises(RuleError, match="CU-112"):
        verify_seating(Seating(1, 1))


def test_CU_113_your_drone_phase_reveals_a_solo_card() -> None:
    table = my_drones(river="C1w0 C2w0 C3w0", card="A2.5.3R")
    assert table.listed() == {"solo"} and table.refuses("done") == "CU-113"
    table.does("solo")
    assert table.table.solo is not None and table.table.solo.card is not None
    assert table.table.solo.card.text() == "A2.5.3R" and table.table.queue[0].limit == 2


def test_CU_114_highest_crystalium_first() -> None:
    table = my_drones(river="M1w0 C2w0 C5w0 C3w0").does("solo")
    assert table.listed() == {"collect C5w0"} and table.refuses("collect M1w0") == "CU-114"


def test_CU_115_then_stations_that_it_can_complete() -> None:
    table = my_drones(ship(), ship("R1w0 L2w0"), river="M1w0 N3x6w0 N1x2w0").does("solo")
    assert table.listed() == {"collect N1x2w0 R1w0"} and table.refuses("collect M1w0") == "CU-115"


def test_CU_116_then_any_other_card_along_the_arrow() -> None:
    right = my_drones(river="N3x6w0 M1w0 L1w0").does("solo")
    left = my_drones(river="N3x6w0 M1w0 L1w0", card="M1.2.1L").does("solo")
    assert right.listed() == {"collect M1w0"} and left.listed() == {"collect L1w0"}
    assert right.refuses("collect L1w0") == "CU-116"
    head = Crystalium(replace(GAME.edition, switches=replace(SWITCHES, arrow_starts_at=ArrowStart.HEAD)))
    assert [move.text() for move in legal_moves(head, right.table)] == ["collect L1w0"]


def test_CU_117_after_tornado_you_collect() -> None:
    table = my_drones(ship("D1w0"), ship(), river="C1w0 C2w0 C3w0 C4w0").does("solo", "collect C4w0")
    table.does("collect C1w0", "collect C2w0")
    assert table.refuses("collect C3w0") == "CU-32" and table.pile(0) == "C1w0 C2w0"


def test_CU_118_tornado_reveals_directly_face_up() -> None:
    table = its_turn(card="M1.3.1R", deck="M1w3 L1w2 D1w0 C1w0").does("solo")
    assert table.river() == "M1w3 L1w2 D1w0" and table.table.current == () and table.table.deck == 1


def test_CU_119_tornado_collects_its_number() -> None:
    table = its_turn(card="A3.4.2R", deck="M1w3 C2w0 C5w0 L1w2 C1w0").does("solo", "collect C5w0", "collect C2w0")
    assert table.pile(1) == "C5w0 C2w0" and table.table.queue[0].seat == 0


def test_CU_120_then_you_may_collect() -> None:
    table = its_turn(card="M1.3.1R", deck="M1w3 L1w2 C1w0 C1w0").does("solo", "collect C1w0", "collect L1w2")
    assert table.under(0) == "L1w2" and table.refuses("collect M1w3") == "CU-32"


def test_CU_121_then_tornado_takes_one_more() -> None:
    table = its_turn(card="M1.3.1R", deck="M1w3 L1w2 C1w0 C1w0").does("solo", "collect C1w0", "done")
    assert table.listed() == {"collect M1w3"}
    table.does("collect M1w3")
    assert table.table.phase is C and table.table.active == 0 and table.discard() == "L1w2"


def test_CU_122_strong_current_for_both() -> None:
    table = my_drones(river="C5w0s C1w0s", deck="M1w0 L1w0 D1w0").does("solo", "collect C5w0s")
    assert table.river() == "C1w0s M1w0"
    assert table.does("collect C1w0s").river() == "M1w0 L1w0"


def test_CU_123_the_second_card_of_a_component_removes_yours_too() -> None:
    table = my_drones(ship("M1w0 M2w0 L1w0"), ship("M1w1"), river="M3w0").does("solo", "collect M3w0")
    assert table.under(1) == "" and table.under(0) == "M1w0 L1w0"


def test_CU_124_without_one_of_yours_only_its_two() -> None:
    table = my_drones(ship("L1w0"), ship("M1w1"), river="M3w0").does("solo", "collect M3w0")
    assert table.under(1) == "" and table.under(0) == "L1w0"


def test_CU_125_removed_cards_leave_the_game() -> None:
    table = my_drones(ship("M2w0"), ship("M1w1"), river="M3w0").does("solo", "collect M3w0")
    assert table.discard() == ""
    assert [face.text() for face in table.table.removed] == ["M1w1", "M3w0", "M2w0"]


def test_CU_126_the_second_fish_removes_a_crystalium_card() -> None:
    mine = ship(crystalium="C5w3 C1w3 C4w1")
    table = my_drones(mine, ship(fish="F8w1"), river="F2w0").does("solo", "collect F2w0")
    assert table.fish(1) == "" and table.pile(0) == "C5w3 C4w1", "the last one of those with the most waves"
    poor = my_drones(ship(), ship(fish="F8w1"), river="F2w0").does("solo", "collect F2w0")
    assert [face.text() for face in poor.table.removed] == ["F8w1", "F2w0"]


def test_CU_127_normal_count_and_shared_with_tornado() -> None:
    assert score_ships([ship("", "C4w0"), ship("", "C4w0")], (), SWITCHES, alone=True).winners == (0, 1)
    assert score_ships([ship("", "C4w0"), ship("", "C2w0 C2w0")], (), SWITCHES, alone=True).winners == (1,)
    game = Crystalium(replace(GAME.edition))
    position, hidden = game.deal(Seating(1), random.Random(8))
    rng = random.Random(8)
    while moves := list(legal_moves(game, position)):
        _, position, hidden = play(game, position, rng.choice(moves), hidden)
    assert game.is_over(position)


def objectives(mine: object, tornado: object = None, whirlpools: str = "", advanced: int = 2) -> set[Objective]:
    ships = [mine, tornado or ship()]
    score = score_ships(ships, faces(whirlpools), SWITCHES, alone=True)  # type: ignore[arg-type]
    return set(reached_by(ships[0], score, advanced))  # type: ignore[arg-type]


FULL = "R1w0 M1w0 L1w0 D1w0"


def test_CU_128_win_whirlpools_totals_stations() -> None:
    assert objectives(ship(FULL, "C1w0", stations="N1x2w0")) == {Objective.WIN}
    assert objectives(ship(FULL, ""), ship("", "C5w0")) == set(), "lost"
    assert Objective.NO_STATION in objectives(ship(FULL, "C1w0"))
    first = objectives(ship(FULL, stations="N1x2w0"), whirlpools="W5w2 W7w2 W10w2")
    assert first == {Objective.WIN, Objective.ALL_WHIRLPOOLS}
    for total, expected in ((44, 0), (45, 1), (50, 2), (55, 3)):
        cards = "C5w0 " * (total // 5) + "C4w0" * (total % 5 == 4)
        reached = objectives(ship(FULL, cards, stations=""))
        assert len(reached & {Objective.AT_LEAST_45, Objective.AT_LEAST_50, Objective.AT_LEAST_55}) == expected


def test_CU_129_advanced_cards_and_missing_components() -> None:
    base = ship(FULL, "C1w0")
    assert Objective.ADVANCED_5 not in objectives(base, advanced=4)
    assert objectives(base, advanced=5) - objectives(base) == {Objective.ADVANCED_5}
    assert objectives(base, advanced=8) - objectives(base) == {Objective.ADVANCED_5, Objective.ADVANCED_8}
    none = {Objective.NO_REACTOR, Objective.NO_MAGNET, Objective.NO_LASER, Objective.NO_DRONE}
    assert objectives(ship("", "C1w0")) & none == none
    assert objectives(ship("R1w0 F1w0@D", "C1w0")) & none == {Objective.NO_MAGNET, Objective.NO_LASER}
    assert len(Objective) == 12


def test_CU_R35_ten_cards_then_a_reshuffle() -> None:
    position, hidden = GAME.deal(Seating(1), random.Random(5))
    rng = random.Random(5)
    seen: list[tuple[SoloCard, int, int]] = []
    while len(seen) < 11:
        before = position.solo
        move = rng.choice(list(legal_moves(GAME, position)))
        _, position, hidden = play(GAME, position, move, hidden)
        if position.solo != before and position.solo is not None and position.solo.card is not None:
            seen.append((position.solo.card, position.solo.deck, len(position.solo.used)))
    assert [deck for _, deck, _ in seen] == [9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 9]
    assert [used for *_, used in seen] == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0]
    assert seen[10][0] in [card for card, *_ in seen[:10]]


def test_CU_R36_tornado_pays_cheaply_and_a_shared_victory_is_no_win() -> None:
    fewest = my_drones(ship(), ship("R1w0 M2w0 L3w0"), river="P3x4w0").does("solo")
    assert fewest.listed() == {"collect P3x4w0 L3w0"}
    lowest = my_drones(ship(), ship("R2w0 M1w0 L3w0"), river="N1x2w0").does("solo")
    assert lowest.listed() == {"collect N1x2w0 M1w0"}
    equal = my_drones(river="C3w1 C3w2", card="M1.2.1L").does("solo")
    assert equal.listed() == {"collect C3w2"}, "equal Crystalium by the arrow"
    assert objectives(ship(FULL, "C4w0"), ship("", "C4w0")) == set()


def test_CU_E08_tornados_second_magnet() -> None:
    table = my_drones(ship("M1w0 M2w1"), ship("M1w1"), river="M2w0").does("solo", "collect M2w0")
    assert table.under(1) == "" and table.under(0) == "M1w0"


def test_fish_12_and_fish_7_against_tornado() -> None:
    table = at(DISCARD, ship(fish="F12w1 F7w1"), ship("R1w0", "C5w0 C1w0"), river="C1w0 C2w0", solo="M1.2.1R")
    table = with_solo_deck(table, ["M2.2.1R"]).does("fish 0 F12w1", "fish 0 F7w1")
    assert table.refuses("lose C5w0") == "CU-R22"
    table.does("lose R1w0", "done", "solo")
    assert table.table.queue[0].seat == 0, "its card is revealed, but it collects nothing"
