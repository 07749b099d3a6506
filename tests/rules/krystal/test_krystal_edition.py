"""The reference edition keeps the rulebook's numbers, and a file that does not is refused by name."""

from __future__ import annotations

from pathlib import Path

import pytest
from krystal_tables import REFERENCE

from rules.errors import EditionError
from rules.krystal.edition import load_edition

SOURCE = Path(__file__).resolve().parents[3] / "rules" / "krystal" / "editions" / "reference.toml"
TEXT = SOURCE.read_text(encoding="utf-8")
WRONG = {
    "a place that does not exist": ('["wood-1", "wood-2"],', '["wood-1", "wood-9"],', "two different locations"),
    "a second clearing": ('"wood-1", symbol = "amazons", dp = 2', '"wood-1", symbol = "all"', "exactly"),
    "a place twice": ('{ id = "wood-2",', '{ id = "wood-1",', "an id that no other location has"),
    "no amazon place of 3": ('symbol = "amazons", dp = 3', 'symbol = "amazons", dp = 4', "KR-E02"),
    "nomads with the amazons": ("nomads = [-1, -1,", "nomads = [-1, 0,", "KR-E02"),
    "a chart that does not add up": ("force = [1, 3, 4, 4, 3, 2]", "force = [1, 3, 4, 4, 3, 3]", "together 17"),
    "a missing stone": ('type = "rubis"\ncount = 6', 'type = "rubis"\ncount = 5', "6 of each type"),
    "a creature too many": ("value = 6\ncount = 2", "value = 6\ncount = 3", "12 cards"),
    "a trading creature": ('id = "ogre"\ntype = "force"', 'id = "ogre"\ntype = "trading"', "force or magic"),
    "two asterisks of a people": ('people = "birds"\ntext', 'people = "gnomes"\ntext', "asterisk"),
    "an id twice": ('id = "elixir"', 'id = "bread"', "every id once"),
    "a mage without magic": ("force = 1\nmagic = 4\ntrading = 2", "force = 1\nmagic = 3\ntrading = 2", "KR-E01"),
    "a guardian without force": ("force = 3\nmagic = 2\ntrading = 2", "force = 3\nmagic = 5\ntrading = 2", "highest"),
    "an unknown option": ('setup = "standard"', 'setup = "none"', "optional_hand"),
    "six stones to win": ("stones_to_win = 4", "stones_to_win = 6", "from 4 to 5"),
    "energy to start": ("energy_start = 6", "energy_start = 5", "from 6 to 6"),
    "a gate without an exit": ('birds = ["air-1", "air-2"]', "birds = []", "a list of 1"),
}  # fmt: skip


def load(tmp_path: Path, text: str) -> None:
    path = tmp_path / "copy.toml"
    path.write_text(text, encoding="utf-8")
    load_edition(path)


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_file_is_refused_with_what_is_allowed(name: str, tmp_path: Path) -> None:
    good, bad, told = WRONG[name]
    assert good in TEXT
    with pytest.raises(EditionError, match=told) as refusal:
        load(tmp_path, TEXT.replace(good, bad, 1))
    assert "copy.toml" in str(refusal.value)


def test_an_island_is_refused(tmp_path: Path) -> None:
    lines = [line for line in TEXT.splitlines() if not ('"air-4"' in line and line.startswith("    ["))]
    with pytest.raises(EditionError, match=r"paths is 'air-4'.*within reach of the clearing"):
        load(tmp_path, "\n".join(lines))


def test_the_reference_edition_says_that_it_is_ours_and_is_balanced() -> None:
    assert REFERENCE.name == "reference"
    assert "our own design" in TEXT
    peoples = {one for one, _ in REFERENCE.modifiers}
    assert {sum(REFERENCE.modifiers[one, other] for one in peoples) for other in peoples} == {0}
