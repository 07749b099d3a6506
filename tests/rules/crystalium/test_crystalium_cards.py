"""CU-40 to CU-61: Discard pile, single-use, Strong Current, Crystalium, Components, Stations, Fish as cards."""

from __future__ import annotations

import pytest
from crystalium_tables import at, drones, faces, ship

from rules.crystalium.faces import parse_face
from rules.crystalium.powers import payments, permanent_power
from rules.crystalium.vocabulary import Component, Phase
from rules.errors import MalformedError

C, RIVER, DISCARD = Phase.CURRENT, Phase.RIVER, Phase.DISCARD


def test_CU_40_the_discard_pile_lies_face_up() -> None:
    table = at(DISCARD, river="C1w0 C5w0", discard="M1w0").does("discard C1w0")
    assert "M1w0,C1w0" in table.table.text(), "every discarded card can be told from the position"


def test_CU_41_a_used_single_use_card_is_discarded() -> None:
    table = at(C, ship("R1w0u"), ship()).does("place", "place", "place", "done R1w0u")
    assert table.discard() == "R1w0u" and table.under(0) == ""
    laser = at(DISCARD, ship("L1w0u"), ship(), river="C1w0 C2w0").does("discard C1w0", "discard C2w0", "done L1w0u")
    assert laser.under(0) == "" and laser.discard() == "C1w0 C2w0 L1w0u"


def test_CU_42_an_unneeded_single_use_card_stays() -> None:
    table = at(C, ship("R1w0u"), ship()).does("place", "place", "done")
    assert table.under(0) == "R1w0u"


def test_CU_43_strong_current_reveals_the_top_card_at_once() -> None:
    table = at(RIVER, river="C1w0s C2w0", deck="C5w1 C4w0").does("collect C1w0s")
    assert "C5w1" in table.river() and table.table.deck == 1 and table.table.top == 0


def test_CU_44_at_the_right_end() -> None:
    assert at(RIVER, river="C1w0s C2w0 C3w0", deck="C5w1").does("collect C1w0s").river() == "C2w0 C3w0 C5w1"


def test_CU_45_for_every_collector() -> None:
    table = drones(ship(), ship(), river="C1w0s C2w0", deck="C5w1").does("collect C1w0s")
    assert table.river() == "C2w0 C5w1"


def test_CU_46_crystalium_of_1_to_5() -> None:
    for value in (1, 5):
        assert parse_face(f"C{value}w0").value == value
    for text in ("C0w0", "C6w0"):
        with pytest.raises(MalformedError):
            parse_face(text)


def test_CU_47_a_crystalium_card_goes_onto_the_own_pile() -> None:
    assert at(RIVER, ship(crystalium="C1w0"), ship(), river="C4w2").does("collect C4w2").pile(0) == "C1w0 C4w2"


def test_CU_48_a_component_card_goes_into_its_column() -> None:
    table = at(RIVER, river="L2w1").does("collect L2w1")
    assert [part.face.text() for part in table.table.ships[0].column(Component.LASER)] == ["L2w1"]


def test_CU_49_it_raises_only_its_own_power() -> None:
    powers = [permanent_power(ship("L2w1"), component) for component in Component]
    assert powers == [2, 1, 3, 1]


def test_CU_50_stations_only_in_river_and_drone_phase() -> None:
    owner = ship("R1w0")
    assert at(RIVER, owner, ship(), river="N1x2w0").does("collect N1x2w0 R1w0").stations(0) == "N1x2w0"
    assert drones(ship(), owner, river="N1x2w0").does("collect N1x2w0 R1w0").stations(1) == "N1x2w0"
    assert at(DISCARD, owner, ship(), river="N1x2w0").refuses("collect N1x2w0 R1w0") == "CU-29"
    assert at(C, owner, ship(), river="N1x2w0").refuses("collect N1x2w0 R1w0") == "CU-17"


def test_CU_51_without_meeting_the_requirement_it_cannot_be_collected() -> None:
    table = at(RIVER, ship("R1w0"), ship(), river="N2x4w0 P2x3w0")
    assert table.refuses("collect N2x4w0 R1w0") == "CU-51" and table.refuses("collect P2x3w0") == "CU-51"
    assert table.listed("collect") == set()


def test_CU_52_the_cards_go_under_the_station() -> None:
    table = at(RIVER, ship("R1w0 M2w1 L1w0"), ship(), river="N2x4w0").does("collect N2x4w0 M2w1 L1w0")
    assert table.under(0) == "R1w0" and "N2x4w0(M2w1+L1w0)" in table.table.text()


def test_CU_53_they_are_out_of_use() -> None:
    table = at(RIVER, ship("L3w1"), ship(), river="N1x2w0 N1x2w1 C1w0").does("collect N1x2w0 L3w1", "done")
    assert table.table.queue[0].limit == 1, "the Laser under the Station gives no power"
    assert table.table.ships[0].parts == ()


def test_CU_54_a_station_lies_next_to_the_ship() -> None:
    assert at(RIVER, ship("L3w1"), ship(), river="N1x2w0").does("collect N1x2w0 L3w1").stations(0) == "N1x2w0"


def test_CU_55_type_1_asks_for_a_number_of_cards() -> None:
    owner = ship("R3w0 M1w0 L1w0")
    assert {len(way) for way in payments(owner, parse_face("N2x4w0"))} == {2}
    assert len(list(payments(owner, parse_face("N2x4w0")))) == 3


def test_CU_56_type_2_asks_for_a_total_power() -> None:
    ways = [" ".join(part.label for part in way) for way in payments(ship("R3w0 M1w0 L2w0"), parse_face("P3x4w0"))]
    assert sorted(ways) == ["L2w0 M1w0", "R3w0"]


def test_CU_57_a_card_of_this_turn_may_pay() -> None:
    table = at(RIVER, ship("M1w0"), ship(), river="R1w0 N1x2w0").does("collect R1w0", "collect N1x2w0 R1w0")
    assert table.stations(0) == "N1x2w0"


def test_CU_58_fish_in_the_own_turn() -> None:
    fish = ship(fish="F8w1")
    assert at(C, fish, ship()).does("fish 0 F8w1").table.boost == 1
    assert at(C, ship(), fish).refuses("fish 1 F8w1") == "CU-R20"


def test_CU_59_fish_are_discarded_when_activated() -> None:
    assert at(C, ship(fish="F8w1"), ship()).does("fish 0 F8w1").discard() == "F8w1"
    for stays in ("F1w0", "F2w0"):
        assert at(C, ship(fish=stays), ship()).refuses(f"fish 0 {stays}") == "CU-59"


def test_CU_60_a_fish_lies_next_to_the_ship() -> None:
    assert at(RIVER, river="F8w1").does("collect F8w1").fish(0) == "F8w1"
    assert at(C).refuses("fish 0 F8w1") == "CU-60"


def test_CU_61_several_fish_in_a_turn() -> None:
    table = at(C, ship(fish="F8w1 F8w2"), ship()).does("fish 0 F8w1", "fish 0 F8w2")
    assert table.table.boost == 2 and table.discard() == "F8w1 F8w2"


def test_CU_R05_a_whirlpool_uses_up_a_card_to_reveal() -> None:
    table = at(C, deck="C1w4 C2w0 W1w2 C3w0 C4w0 C5w0").does("place", "done")
    assert table.river() == "C2w0 C3w0 C4w0"
    assert "W1w2" not in " ".join(table.listed())


def test_CU_R09_strong_currents_chain() -> None:
    table = at(RIVER, ship("M1w0"), ship(), river="C1w0s", deck="C2w0s C3w0s C4w0").does("collect C1w0s")
    table.does("collect C2w0s")
    assert table.river() == "C3w0s" and table.refuses("collect C3w0s") == "CU-24"
    assert at(RIVER, river="C1w0s", deck="").does("collect C1w0s").river() == ""
    storm = at(RIVER, river="C1w0s", deck="W1w2 C5w0").does("collect C1w0s")
    assert storm.river() == "" and storm.table.deck == 1 and len(storm.table.out) == 1


def test_CU_R10_what_is_collected() -> None:
    # Kept (F9, F10) is not collected; what Fish 11 takes is.
    deck = "M1w1s C1w0 C2w0 C5w0"
    assert at(RIVER, ship(fish="F9w1"), ship(), deck=deck).does("fish 0 F9w1", "keep M1w1s").river() == ""
    kept = at(RIVER, ship(fish="F10w1"), ship(), discard="M1w1s").does("fish 0 F10w1 M1w1s")
    assert kept.river() == "" and kept.under(0) == "M1w1s"
    taken = at(RIVER, ship(fish="F11w1"), ship(), discard="M1w1s", deck="C5w0").does("fish 0 F11w1 M1w1s")
    assert taken.river() == "C5w0"
    built = at(RIVER, ship(crystalium="C1w0", fish="F3w1"), ship(), river="N1x2w0s", deck="C5w0")
    assert built.does("fish 0 F3w1 N1x2w0s C1w0").river() == "C5w0"


def test_CU_R17_nothing_superfluous_pays() -> None:
    table = at(RIVER, ship("R3w0 M3w0 L1w0u"), ship(fish="F8w1"), river="P5x7w0 N2x4w0")
    assert table.refuses("collect P5x7w0 R3w0 M3w0 L1w0u") == "CU-R17"
    assert table.refuses("collect N2x4w0 R3w0 M3w0 L1w0u") == "CU-R17"
    mixed = at(RIVER, ship("F1w0@D L1w0u"), ship(), river="P2x3w0").does("collect P2x3w0 F1w0@D L1w0u")
    assert mixed.stations(0) == "P2x3w0"
    # Neither base power nor Fish 8 pays.
    boosted = at(RIVER, ship("R1w0", fish="F8w1"), ship(), river="P2x3w0").does("fish 0 F8w1")
    assert boosted.refuses("collect P2x3w0 R1w0") == "CU-51"


def test_CU_R18_a_station_costs_a_pick() -> None:
    table = at(RIVER, ship("R1w0"), ship(), river="N1x2w0 C1w0").does("collect N1x2w0 R1w0")
    assert table.refuses("collect C1w0") == "CU-24"


def test_CU_R19_stations_by_fish_only_when_paid_at_once() -> None:
    table = at(C, ship(fish="F9w1"), ship(), deck="N1x2w0 C1w0 C2w0 C3w0").does("fish 0 F9w1")
    assert table.refuses("keep N1x2w0") == "CU-51" and table.listed() == {"keep C1w0", "keep C2w0"}
    paid = at(C, ship("R1w0", fish="F9w1"), ship(), deck="N1x2w0 C1w0 C2w0 C3w0").does("fish 0 F9w1")
    assert paid.does("keep N1x2w0 R1w0").stations(0) == "N1x2w0"
    three = at(C, ship(fish="F9w1"), ship(), deck="N1x2w0 P2x3w0 N3x6w0 C3w0").does("fish 0 F9w1")
    assert three.listed() == {"keep -"}


@pytest.mark.parametrize(
    ("station", "under", "paid", "legal"),
    [
        ("P5x7w0", "R3w0 M3w0", "M3w0 R3w0", True),
        ("P5x7w0", "R3w0 M1w0 L1w0", "L1w0 M1w0 R3w0", True),
        ("P5x7w0", "R3w0 M3w0 L1w0", "L1w0 M3w0 R3w0", False),
        ("P5x7w0", "R2w0 M2w0", "M2w0 R2w0", False),
        ("N3x6w0", "R1w0 M1w0 L1w0 D1w0", "L1w0 M1w0 R1w0", True),
        ("N3x6w0", "R1w0 M1w0 L1w0 D1w0", "D1w0 L1w0 M1w0 R1w0", False),
    ],
)
def test_CU_E14_paying_stations(station: str, under: str, paid: str, legal: bool) -> None:
    table = at(RIVER, ship(under), ship(), river=station)
    assert (f"collect {station} {paid}" in table.listed()) == legal


def test_faces_round_trip() -> None:
    text = "R2w1 M1w0u D1w2s L3w1us C5w3 N3x6w2s P5x4w1 F8w1 W11w0"
    assert " ".join(face.text() for face in faces(text)) == text
