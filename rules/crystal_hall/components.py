"""Tiles and spells of an edition: what is printed on them, and how many there are."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum, unique

from rules.crystal_hall.vocabulary import Back, Colour, Direction, Kind, SpellEffect, TileEffect
from rules.fields import Fields

PRINTED_TILES = {
    "potion": 4, "lens": 4, "draw": 2, "cauldron": 2, "crystal-green": 1, "crystal-red": 1, "crystal-yellow": 1,
    "crystal-blue": 1, "warp-red": 2, "warp-purple": 2, "switch": 2, "staff": 2, "swamp": 2, "compass-n": 1,
    "compass-e": 1, "compass-s": 1, "compass-w": 1, "curse": 2,
}  # fmt: skip
"""CH-02, without the blanks."""
BLANK = "blank"
BLANKS = 4
"""CH-02; tiles of one's own lie in their place, since there are 36 squares (CH-119)."""
DESCRIBED = {"curse", "dragon-heart", "earthquake", "electric", "fireball"}
"""The spells that the rulebook describes."""
SHIELD_BREAKERS = {"earthquake", "electric", "fireball"}
"""CH-64: the printed ones."""
SPELLS, COPIES, OWN_SPELLS = 15, 2, 2
"""CH-10, CH-11: printed spells, copies of each, and blank cards that may be filled in."""
_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


@unique
class SpellStatus(StrEnum):
    """How much is known of a spell; `own` was written on a blank card."""

    DESCRIBED = "described"
    PARTIAL = "partial"
    UNKNOWN = "unknown"
    OWN = "own"


@unique
class Reach(StrEnum):
    """Whom an eliminating spell may hit: an enemy next to an own wizard, or any."""

    ADJACENT = "adjacent"
    ANY = "any"


@dataclass(frozen=True, slots=True)
class Tile:
    """A face; `amount` is UMP or cards, `colour` pairs warps and names crystals, `backs` has one for each copy."""

    face: str
    effect: TileEffect
    backs: tuple[Back, ...]
    amount: int = 0
    colour: str = ""
    direction: Direction | None = None

    @property
    def kind(self) -> Kind:
        """When it acts."""
        return self.effect.kind


@dataclass(frozen=True, slots=True)
class Spell:
    """A spell; `amount` is UMP or cards drawn, `reach` matters to eliminating spells."""

    name: str
    copies: int
    status: SpellStatus
    effect: SpellEffect
    shield_breaking: bool = False
    needs_die: bool = False
    amount: int = 0
    reach: Reach = Reach.ANY
    text: str = ""


def parse_tiles(fields: Fields, shades: Counter[Back]) -> dict[str, Tile]:
    """Read the faces; raises EditionError unless counts and backs fit (CH-02, CH-04)."""
    tiles: dict[str, Tile] = {}
    for entry in fields.subs("tiles", len(fields.list("tiles"))):
        tile = _parse_tile(entry)
        if tile.face in tiles:
            entry.refuse("face", tile.face, "each face once")
        tiles[tile.face] = tile
    _check_tiles(fields, tiles, shades)
    return tiles


def _parse_tile(entry: Fields) -> Tile:
    entry.check_keys({"face", "effect", "backs"}, {"amount", "colour", "direction"})
    effect = entry.choice("effect", TileEffect)
    backs = entry.text("backs")
    if not set(backs) <= set(Back):
        entry.refuse("backs", backs, "a letter d or l for each copy")
    colour = entry.text("colour") if "colour" in entry.table else ""
    if effect is TileEffect.CRYSTAL and colour not in set(Colour):
        entry.refuse("colour", colour, f"one of {', '.join(Colour)}")
    if effect is TileEffect.WARP and (not colour or len(backs) != 2):
        entry.refuse("colour", colour, "a colour and two tiles for a pair of warps")
    direction = entry.choice("direction", Direction) if effect is TileEffect.COMPASS else None
    return Tile(_name(entry, "face"), effect, tuple(map(Back, backs)), _amount(entry), colour, direction)


def _check_tiles(fields: Fields, tiles: Mapping[str, Tile], shades: Counter[Back]) -> None:
    counts = {face: len(tile.backs) for face, tile in tiles.items()}
    for face, count in PRINTED_TILES.items():
        if counts.get(face, 0) != count:
            fields.refuse("tiles", f"{counts.get(face, 0)} of {face}", f"{count} of it")
    others = sum(count for face, count in counts.items() if face not in PRINTED_TILES)
    if others != BLANKS:
        fields.refuse("tiles", f"{others} blank or own tiles", f"{BLANKS} of them")
    backs = Counter(back for tile in tiles.values() for back in tile.backs)
    if backs != shades:
        told = ", ".join(f"{backs[back]} {back.name.lower()}" for back in Back)
        fields.refuse("tiles", f"backs {told}", ", ".join(f"{shades[back]} {back.name.lower()}" for back in Back))


def parse_spells(fields: Fields) -> dict[str, Spell]:
    """Read the spells; raises EditionError unless they are 15 twice, and at most 2 cards of one's own (CH-10)."""
    spells: dict[str, Spell] = {}
    for entry in fields.subs("spells", len(fields.list("spells"))):
        spell = _parse_spell(entry)
        if spell.name in spells:
            entry.refuse("name", spell.name, "each spell once")
        spells[spell.name] = spell
    _check_spells(fields, spells)
    return spells


def _parse_spell(entry: Fields) -> Spell:
    entry.check_keys(
        {"name", "status", "effect"}, {"copies", "shield_breaking", "needs_die", "amount", "reach", "text"}
    )
    copies = entry.table.get("copies", COPIES)
    if not isinstance(copies, int) or copies < 1:
        entry.refuse("copies", copies, "a number above 0")
    name, status = _name(entry, "name"), entry.choice("status", SpellStatus)
    breaking = _flag(entry, "shield_breaking")
    if status is not SpellStatus.OWN and breaking != (name in SHIELD_BREAKERS):
        entry.refuse(
            "shield_breaking", breaking, f"true for {', '.join(sorted(SHIELD_BREAKERS))} and no other printed one"
        )
    return Spell(
        name=name,
        copies=copies,
        status=status,
        effect=entry.choice("effect", SpellEffect),
        shield_breaking=breaking,
        needs_die=_flag(entry, "needs_die"),
        amount=_amount(entry),
        reach=entry.choice("reach", Reach) if "reach" in entry.table else Reach.ANY,
        text=entry.text("text") if "text" in entry.table else "",
    )


def _check_spells(fields: Fields, spells: Mapping[str, Spell]) -> None:
    printed = [spell for spell in spells.values() if spell.status is not SpellStatus.OWN]
    if len(printed) != SPELLS or any(spell.copies != COPIES for spell in printed):
        fields.refuse("spells", f"{len(printed)} printed ones", f"{SPELLS}, {COPIES} cards of each")
    described = {spell.name for spell in printed if spell.status is SpellStatus.DESCRIBED}
    if described != DESCRIBED:
        fields.refuse("spells", sorted(described), f"described are {', '.join(sorted(DESCRIBED))}")
    own = sum(spell.copies for spell in spells.values() if spell.status is SpellStatus.OWN)
    if own > OWN_SPELLS:
        fields.refuse("spells", f"{own} own cards", f"at most {OWN_SPELLS}, the blank ones")


def _name(entry: Fields, key: str) -> str:
    name = entry.text(key)
    if not _NAME.fullmatch(name):
        entry.refuse(key, name, "small letters, digits and hyphens")
    return name


def _amount(entry: Fields) -> int:
    amount = entry.table.get("amount", 0)
    if not isinstance(amount, int) or isinstance(amount, bool):
        entry.refuse("amount", amount, "a whole number")
    return amount


def _flag(entry: Fields, key: str) -> bool:
    value = entry.table.get(key, False)
    if not isinstance(value, bool):
        entry.refuse(key, value, "true or false")
    return value


def copies_of(spells: Mapping[str, Spell]) -> Iterator[str]:
    """The name of every card."""
    for spell in spells.values():
        yield from [spell.name] * spell.copies
