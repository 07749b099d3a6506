"""What a copy of Crystal Hall contains and how its board is laid out, held to the rulebook's counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from rules.crystal_hall.board import Board, parse_board
from rules.crystal_hall.components import Spell, Tile, parse_spells, parse_tiles
from rules.crystal_hall.vocabulary import Colour
from rules.fields import Fields, read_fields

TARGETS = (4, 3, 2)
"""CH-113, CH-116, CH-115."""
SWITCHES = {"warp_optional", "final_on_reveal", "fireball_hits_own"}


@dataclass(frozen=True, slots=True)
class Edition:
    """One copy of the game, and how its table decides what the rulebook leaves open."""

    name: str
    board: Board
    tiles: Mapping[str, Tile]
    spells: Mapping[str, Spell]
    warp_optional: bool
    """R07: whether a wizard that enters a warp may stay on it."""
    final_on_reveal: bool
    """R22: whether a final crystal that is revealed under a wizard wins at once."""
    fireball_hits_own: bool
    """R33: whether an own wizard in the line is hit."""
    target_crystals: int
    """Crystals that win when nothing else is agreed."""
    earthquake_steps: int

    @property
    def colours(self) -> tuple[str, ...]:
        """Guild colours."""
        return tuple(Colour)

    @property
    def cards(self) -> int:
        """Spell cards in all."""
        return sum(spell.copies for spell in self.spells.values())


def load_edition(path: Path | None = None) -> Edition:
    """Read an edition file, or the packaged `reference` edition; raises EditionError for whatever does not fit."""
    source = files("rules.crystal_hall").joinpath("editions/reference.toml") if path is None else path
    return _parse_edition(read_fields(source))


def _parse_edition(fields: Fields) -> Edition:
    fields.check_keys({"name", "map", "tiles", "spells", "target_crystals", "earthquake_steps", *SWITCHES})
    board = parse_board(fields)
    return Edition(
        name=fields.text("name"),
        board=board,
        tiles=parse_tiles(fields, Counter(board.shades.values())),
        spells=parse_spells(fields),
        warp_optional=_switch(fields, "warp_optional"),
        final_on_reveal=_switch(fields, "final_on_reveal"),
        fireball_hits_own=_switch(fields, "fireball_hits_own"),
        target_crystals=_number(fields, "target_crystals", TARGETS),
        earthquake_steps=_number(fields, "earthquake_steps", tuple(range(1, 8))),
    )


def _switch(fields: Fields, key: str) -> bool:
    value = fields.table[key]
    if not isinstance(value, bool):
        fields.refuse(key, value, "true or false")
    return value


def _number(fields: Fields, key: str, allowed: tuple[int, ...]) -> int:
    value = fields.table[key]
    if not isinstance(value, int) or isinstance(value, bool) or value not in allowed:
        fields.refuse(key, value, f"one of {', '.join(map(str, allowed))}")
    return value
