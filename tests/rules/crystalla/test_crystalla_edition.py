"""Edition files: the reference copy, and a clear no to whatever contradicts the rulebook."""

from __future__ import annotations

from collections import Counter
from importlib.resources import files
from pathlib import Path

import pytest
from crystalla_tables import REFERENCE

from rules.crystalla.edition import Edition, RubyRule, Side, load_edition
from rules.crystalla.vocabulary import Crystal, Segment
from rules.errors import EditionError

TEXT = files("rules.crystalla").joinpath("editions/reference.toml").read_text()
FIRST_CARD = '{ id = "TA-a", large = "tourmaline", small = "amethyst" }'
FIRST_PIECE = '{ id = "L-T-a", shape = "large", crystal = "tourmaline" }'


def load(tmp_path: Path, old: str, new: str) -> Edition:
    """The reference edition with one text replaced."""
    assert TEXT.count(old) >= 1, f"the reference file no longer says {old}"
    path = tmp_path / "mine.toml"
    path.write_text(TEXT.replace(old, new, 1))
    return load_edition(path)


def test_CR_04_pieces_in_two_shapes() -> None:
    assert Counter(piece.shape for piece in REFERENCE.pieces) == {Segment.LARGE: 18, Segment.SMALL: 18}


def test_the_reference_deck_is_made_as_its_file_says() -> None:
    pairs = Counter((card.large, card.small) for card in REFERENCE.cards)
    assert all(pairs[one, other] == 2 for one in Crystal for other in Crystal if one is not other)
    assert {one for one in Crystal if pairs[one, one] == 1} == set(Crystal) - {Crystal.HEMATITE}
    large = Counter(card.large for card in REFERENCE.cards)
    assert large == Counter(card.small for card in REFERENCE.cards)
    assert set(large.values()) == {12, 13}


def test_the_reference_copy_is_named_and_coloured() -> None:
    assert REFERENCE.name == "reference"
    assert REFERENCE.colours == ("gray", "blue", "green", "orange")
    assert REFERENCE.ruby_rule is RubyRule.PAIRS
    assert REFERENCE.geometry.cut_through == ((0.46, 0.26), (0.74, 0.54))


def test_an_edition_of_ones_own(tmp_path: Path) -> None:
    edition = load(tmp_path, 'ruby_rule = "pairs"', 'ruby_rule = "edge"\nruby_edge = { L = "cw", S = "ccw" }')
    assert edition.ruby_rule is RubyRule.EDGE
    assert edition.ruby_edge == {Segment.LARGE: Side.CW, Segment.SMALL: Side.CCW}


REFUSALS = [
    ('name = "reference"', 'name = " "', "name is ' ', allowed: a text that is not empty"),
    ('name = "reference"', "", "name is None, allowed: the field must be given"),
    ('name = "reference"', 'name = "x"\nextra = 1', "extra is 1, allowed: no such field; known are cards"),
    (FIRST_CARD + ",", "", "cards is 'a list of 89', allowed: a list of 90"),
    (FIRST_CARD, "7", "cards[1] is 7, allowed: a table"),
    (FIRST_CARD, FIRST_CARD.replace("TA-a", "TA-b"), "cards[2] is 'TA-b', allowed: every one only once"),
    (FIRST_CARD, FIRST_CARD.replace("amethyst", "opal"), "cards[1].small is 'opal', allowed: one of tourmaline"),
    (
        FIRST_PIECE,
        FIRST_PIECE.replace('"large"', '"round"'),
        "pieces[0].shape is 'round', allowed: one of large, small",
    ),
    (FIRST_PIECE + ",", "", "pieces is 'a list of 35', allowed: a list of 36"),
    ('"green", "orange"]', '"green"]', "colours is 'a list of 3', allowed: a list of 4"),
    ('"green", "orange"]', '"green", 4]', "colours[3] is 4, allowed: a text"),
    ('{ colour = "blue" }', '{ colour = "pink" }', "tableaus[1].colour is 'pink', allowed: one of gray"),
    ("tableau_segments = []", "tableau_segments = [1]", "tableau_segments is [1], allowed: an empty list"),
    ('ruby_rule = "pairs"', 'ruby_rule = "half"', "ruby_rule is 'half', allowed: one of pairs, edge, cut"),
    ('ruby_rule = "pairs"', 'ruby_rule = "edge"', "ruby_edge is None, allowed: a table"),
    ('emerald_rule = "corner"', 'emerald_rule = "x"', "emerald_rule is 'x', allowed: one of corner"),
    ('connect = "boundary"', 'connect = "point"', "connect is 'point', allowed: one of boundary"),
    ("2 = [2, 3]", "2 = [3, 3]", "grid.2 is [3, 3], allowed: [2, 3]"),
    ("2 = [2, 3]", "2 = [2, true]", "grid.2[1] is True, allowed: a whole number"),
    ("card_mm = 56.0", "card_mm = 0", "geometry.card_mm is 0.0, allowed: more than 0"),
    ("[0.74, 0.54]", "[0.54, 0.74]", "geometry.cut_through[1] is [0.54, 0.74], allowed: [x, y] with 0 < y < x < 1"),
    ("15, 21, 28]", "15, 21, 27]", "tables.tourmaline is [1, 3, 6, 10, 15, 21, 27], allowed: [1, 3, 6"),
    ("25, 30, 35]", "25, 30, 36]", "tables.diamond is [0, 1, 2, 5, 25, 30, 36], allowed: [0, 1, 2"),
    ("amethyst_pair = 7", "amethyst_pair = 8", "constants.amethyst_pair is 8, allowed: 7"),
    ("emerald_flower = 23", 'emerald_flower = "23"', "constants.emerald_flower is '23', allowed: a number"),
    ("[1, 2]], [[0, 2]", "[0, 2]], [[0, 2]", "start_piles.2[0].piles is [[0, 0], [0, 2]], allowed: two opposite"),
    ("[2, 0], [2, 2]]]", "[2, 0], [1, 1]]]", "start_piles.4[0].piles is [[0, 0], [0, 2], [2, 0], [1, 1]], allowed: 4"),
]


@pytest.mark.parametrize(("old", "new", "words"), REFUSALS)
def test_a_bad_edition_is_refused_with_file_field_value_and_allowed(
    tmp_path: Path, old: str, new: str, words: str
) -> None:
    with pytest.raises(EditionError) as error:
        load(tmp_path, old, new)
    assert str(error.value).startswith(f"{tmp_path / 'mine.toml'}: {words}")


@pytest.mark.parametrize("piles", ["[[0, 0], [0, 2]]", "[[0, 0], [0, 2], [0, 2]]", "[[0, 0], [0, 2], [3, 0]]"])
def test_CR_R20_three_different_start_piles_with_three_players(tmp_path: Path, piles: str) -> None:
    with pytest.raises(EditionError, match=r"start_piles\.3\[0\]\.piles"):
        load(tmp_path, "3 = [[[0, 0], [0, 2], [2, 0]]]", f"3 = [{piles}]")


def test_a_deck_without_ruby_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(TEXT.replace('"ruby"', '"emerald"'))
    with pytest.raises(EditionError, match="at least one card with a ruby segment"):
        load_edition(path)


def test_one_piece_of_a_shape_is_too_few(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(TEXT.replace('shape = "small"', 'shape = "large"'))
    with pytest.raises(EditionError, match="pieces is '0 small', allowed: at least 2 of each shape"):
        load_edition(path)


def test_unreadable_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(EditionError, match=r"none\.toml: file is 'No such file or directory'"):
        load_edition(tmp_path / "none.toml")
    broken = tmp_path / "broken.toml"
    broken.write_text("name = ")
    with pytest.raises(EditionError, match=r"broken\.toml: file is .*allowed: TOML in UTF-8"):
        load_edition(broken)
    broken.write_bytes(b"name = '\xff'")
    with pytest.raises(EditionError, match="allowed: TOML in UTF-8"):
        load_edition(broken)
    broken.write_text("name = " + "[" * 100_000)
    with pytest.raises(EditionError, match="allowed: TOML in UTF-8"):
        load_edition(broken)
