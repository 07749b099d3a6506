"""What a copy of Crystalium contains, read from a TOML file and held to the rulebook's counts and examples."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique
from importlib.resources import files

from rules.crystalium.components import (
    OceanCard,
    parse_ocean,
    parse_ships,
    parse_solo,
    parse_solo_whirlpools,
    parse_starting,
    parse_whirlpools,
)
from rules.crystalium.faces import Face, SoloCard
from rules.fields import Fields, Readable, read_fields

__all__ = ["ArrowStart", "Edition", "OceanCard", "Switches", "load_edition"]


@unique
class ArrowStart(StrEnum):
    """From which end of the River a Solo card's arrow counts: where it comes from, or where it points."""

    TAIL = "tail"
    HEAD = "head"


@dataclass(frozen=True, slots=True)
class Switches:
    """What tables may play differently (rulings R01, R27, R29, R34 and the open point on arrows)."""

    whirlpool_includes_base: bool = False
    whirlpool_zero_scores: bool = True
    min_current: int = 1
    solo_count_for_numbers: int = 1
    arrow_starts_at: ArrowStart = ArrowStart.TAIL


@dataclass(frozen=True, slots=True)
class Edition:
    """One copy of the game: everything that the rulebook leaves to its cards."""

    name: str
    ocean: tuple[OceanCard, ...]
    starting: tuple[Face, ...]
    whirlpools: tuple[Face, ...]
    solo_whirlpools: tuple[Face, ...]
    solo: tuple[SoloCard, ...]
    ships: tuple[str, ...]
    """Colours of the ships (CU-01)."""
    switches: Switches

    def ocean_for(self, players: int) -> tuple[Face, ...]:
        """The Ocean cards that stay in the game with so many players (CU-04); solo is judged by its switch (R34)."""
        count = self.switches.solo_count_for_numbers if players == 1 else players
        return tuple(card.face for card in self.ocean if card.min_players <= count)


def load_edition(source: Readable | None = None) -> Edition:
    """Read an edition, or the packaged `reference` edition; raises EditionError for whatever does not fit."""
    source = files("rules.crystalium").joinpath("editions/reference.toml") if source is None else source
    return _parse_edition(read_fields(source))


def _parse_edition(fields: Fields) -> Edition:
    fields.check_keys({"name", "ocean", "starting", "whirlpool", "solo_whirlpools", "solo", "ships"}, {"switches"})
    whirlpools = parse_whirlpools(fields)
    return Edition(
        name=fields.text("name"),
        ocean=parse_ocean(fields),
        starting=parse_starting(fields),
        whirlpools=tuple(whirlpools.values()),
        solo_whirlpools=parse_solo_whirlpools(fields, whirlpools),
        solo=parse_solo(fields),
        ships=parse_ships(fields),
        switches=_parse_switches(fields.sub("switches")) if "switches" in fields.table else Switches(),
    )


def _parse_switches(fields: Fields) -> Switches:
    usual = Switches()
    names = set(Switches.__dataclass_fields__)
    fields.check_keys(set(), names)
    arrow = fields.choice("arrow_starts_at", ArrowStart) if "arrow_starts_at" in fields.table else usual.arrow_starts_at
    return Switches(
        _yes_or_no(fields, "whirlpool_includes_base", usual.whirlpool_includes_base),
        _yes_or_no(fields, "whirlpool_zero_scores", usual.whirlpool_zero_scores),
        _small_number(fields, "min_current", usual.min_current, 0, 1),
        _small_number(fields, "solo_count_for_numbers", usual.solo_count_for_numbers, 1, 5),
        arrow,
    )


def _yes_or_no(fields: Fields, key: str, usual: bool) -> bool:
    value = fields.table.get(key, usual)
    if not isinstance(value, bool):
        fields.refuse(key, value, "true or false")
    return value


def _small_number(fields: Fields, key: str, usual: int, lowest: int, highest: int) -> int:
    value = fields.table.get(key, usual)
    if type(value) is not int or not lowest <= value <= highest:
        fields.refuse(key, value, f"a whole number from {lowest} to {highest}")
    return value
