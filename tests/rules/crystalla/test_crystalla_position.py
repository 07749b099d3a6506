"""Displays as values: position strings, what cannot be told, what is implausible."""

from __future__ import annotations

import pytest
from crystalla_tables import REFERENCE, cell, displays, lay
from hypothesis import given
from hypothesis import strategies as st

from rules.crystalla.position import Display, PlacedCard, Status
from rules.crystalla.vocabulary import CELLS, SLOTS, Cell, Crystal, Rotation, Segment, Slot
from rules.errors import MalformedError


def test_CR_01_every_card_has_one_large_and_one_small_segment() -> None:
    assert len(REFERENCE.cards) == 90
    assert [segment.value for segment in Segment] == ["large", "small"]
    card = lay("c1r1 q0 ruby emerald").cards[0]
    assert [card.printed(segment) for segment in Segment] == [Crystal.RUBY, Crystal.EMERALD]
    assert len(SLOTS) == 2 * len(CELLS) == 24


def test_CR_02_seven_crystals() -> None:
    names = "tourmaline amethyst ruby emerald citrine diamond hematite"
    assert [crystal.value for crystal in Crystal] == names.split()


def test_position_string_of_an_example() -> None:
    display = lay("c1r1 q0 ruby emerald", "c2r1 q? tourmaline+diamond ?", "c1r2 q3 ?+citrine amethyst")
    assert display.text() == "crystalla1:0re,?t(d)?,-,-/3?(c)a,-,-,-/-,-,-,-"
    assert repr(display) == f"Display.from_text({display.text()!r})"


@given(displays())
def test_position_string_round_trips(display: Display) -> None:
    assert Display.from_text(display.text()) == display


@given(st.text(alphabet="crystal1:0?-,/(d)", max_size=60))
def test_any_text_is_refused_or_round_trips(text: str) -> None:
    try:
        display = Display.from_text(text)
    except MalformedError as error:
        assert repr(error.value)[:20] in str(error)
    else:
        assert display.text() == text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("chess:8/8", "position string is 'chess:8/8', allowed: crystalla1:"),
        ("crystalla1:-,-,-,-/-,-,-,-", "3 rows of 4 cells"),
        ("crystalla1:-,-,-/-,-,-,-/-,-,-,-", "3 rows of 4 cells"),
        ("crystalla1:4re,-,-,-/-,-,-,-/-,-,-,-", "card at row 0 col 0 is '4re', allowed: a turn 0 to 3"),
        ("crystalla1:-,-,-,-/-,0rx,-,-/-,-,-,-", "crystal at row 1 col 1 is 'x', allowed: t, a, r, e, c, d, h or ?"),
    ],
)
def test_malformed_position_strings_say_what_and_where(text: str, words: str) -> None:
    with pytest.raises(MalformedError) as error:
        Display.from_text(text)
    assert words in str(error.value)


def test_two_cards_in_a_cell_and_unsorted_cards_are_no_display() -> None:
    card, right = (PlacedCard(Cell(0, col), Rotation.NONE, None, None) for col in (0, 1))
    with pytest.raises(MalformedError, match="row 0 col 0.*one card in each cell"):
        Display((card, card))
    with pytest.raises(MalformedError, match="sorted by row"):
        Display((right, card))
    assert Display.of([right, card]).cards == (card, right)


def test_effective_type_is_the_piece_on_top() -> None:
    card = lay("c1r1 q0 ruby+diamond ?+citrine").cards[0]
    assert [card.effective(segment) for segment in Segment] == [Crystal.DIAMOND, Crystal.CITRINE]
    assert [card.printed(segment) for segment in Segment] == [Crystal.RUBY, None]


def test_missing_are_the_segments_that_show_nothing_known() -> None:
    display = lay("c1r1 q0 ? ?+citrine", "c2r1 q? ruby ?")
    assert display.missing() == (Slot(cell("c1r1"), Segment.LARGE), Slot(cell("c2r1"), Segment.SMALL))


def test_status_names_everything_implausible() -> None:
    assert lay("c1r1 q0 ruby emerald", "c1r2 q? ? ?+ruby").status(REFERENCE) is Status.PLAUSIBLE
    assert lay("c1r2 q0 ruby emerald").status(REFERENCE) is Status.FLOATING
    assert lay("c1r1 q0 ruby+ruby emerald").status(REFERENCE) is Status.SAME_TYPE
    assert lay("c1r1 q0 hematite hematite").status(REFERENCE) is Status.NO_SUCH_CARD
    three = [f"c{n}r1 q0 ruby emerald" for n in (1, 2, 3)]
    assert lay(*three).status(REFERENCE) is Status.NO_SUCH_CARD, "the reference deck has two of a pair"
    pieces = [f"c{n}r1 q0 ?+hematite ?" for n in (1, 2, 3)]
    assert lay(*pieces).status(REFERENCE) is Status.NO_SUCH_PIECE, "the reference copy has two large hematites"
    both = lay("c1r2 q0 ruby+ruby emerald").status(REFERENCE)
    assert both == Status.FLOATING | Status.SAME_TYPE
    assert lay("c1r2 q0 - ?", "c3r3 q0 - ?").floating() == (cell("c1r2"), cell("c3r3"))
