"""What a copy of Crystalla contains and how it is printed, read from a TOML file and held to the rulebook's counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum, unique
from importlib.resources import files
from pathlib import Path

from rules.crystalla.components import (
    Card,
    Piece,
    Pile,
    Tableau,
    parse_cards,
    parse_colours,
    parse_grid,
    parse_pieces,
    parse_start_piles,
    parse_tableaus,
)
from rules.crystalla.vocabulary import Segment
from rules.fields import Fields, read_fields

__all__ = [
    "Card",
    "Connect",
    "Edition",
    "EmeraldRule",
    "Geometry",
    "Piece",
    "Pile",
    "Point",
    "RubyRule",
    "Scale",
    "Side",
    "Tableau",
    "load_edition",
]

TOURMALINE = (1, 3, 6, 10, 15, 21, 28)
"""CR-67, CR-68: points for 1, 2, ... and for 7 or more segments."""
DIAMOND = (0, 1, 2, 5, 25, 30, 35)
"""CR-76, CR-77: points of a group of 1, 2, ... and of 7 or more segments."""
CONSTANTS = {"amethyst_pair": 7, "ruby_flower": 10, "emerald_flower": 23, "citrine_group": 3, "hematite_segment": 2}
"""CR-69, CR-70, CR-72, CR-74, CR-78."""
Point = tuple[float, float]


@unique
class RubyRule(StrEnum):
    """Which two ruby segments make a flower (CR-70, R22)."""

    PAIRS = "pairs"
    EDGE = "edge"
    CUT = "cut"


@unique
class EmeraldRule(StrEnum):
    """Which four emerald segments make a flower (CR-72, R23): those that own the corner at an inner grid point."""

    CORNER = "corner"


@unique
class Connect(StrEnum):
    """When two segments are connected (R24): a shared boundary of positive length."""

    BOUNDARY = "boundary"


@unique
class Side(StrEnum):
    """The edge that follows the owned corner clockwise round the card, or the one before it."""

    CW = "cw"
    CCW = "ccw"


@dataclass(frozen=True, slots=True)
class Geometry:
    """How the card square is cut, in its canonical orientation (unit square, x right, y down).

    The cut runs from the top-left corner through `cut_through` to the bottom-right corner.
    """

    card_mm: float
    cut_through: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Scale:
    """The numbers of the scoring overview; tables are points for 1, 2, ... segments, the last one for all more."""

    tourmaline: tuple[int, ...]
    diamond: tuple[int, ...]
    amethyst_pair: int
    ruby_flower: int
    emerald_flower: int
    citrine_group: int
    hematite_segment: int


@dataclass(frozen=True, slots=True)
class Edition:
    """One copy of the game: everything that the rulebook leaves to its components."""

    name: str
    cards: tuple[Card, ...]
    pieces: tuple[Piece, ...]
    colours: tuple[str, ...]
    tableaus: tuple[Tableau, ...]
    grid: Mapping[int, tuple[int, int]]
    start_piles: Mapping[int, tuple[tuple[Pile, ...], ...]]
    """By number of players, the choices of start piles (row, column) as seat 0 sees them."""
    geometry: Geometry
    connect: Connect
    ruby_rule: RubyRule
    ruby_edge: Mapping[Segment, Side]
    """The card edge that carries the half-flower of a segment; may be empty unless `ruby_rule` is EDGE."""
    emerald_rule: EmeraldRule
    scale: Scale


def load_edition(path: Path | None = None) -> Edition:
    """Read an edition file, or the packaged `reference` edition; raises EditionError for whatever does not fit."""
    source = files("rules.crystalla").joinpath("editions/reference.toml") if path is None else path
    return _parse_edition(read_fields(source))


def _parse_edition(fields: Fields) -> Edition:
    fields.check_keys(
        {"name", "cards", "pieces", "colours", "tableaus", "grid", "start_piles", "geometry", "connect"}
        | {"ruby_rule", "emerald_rule", "tables", "constants"},
        {"ruby_edge", "tableau_segments"},
    )
    _refuse_tableau_segments(fields)
    colours = parse_colours(fields)
    ruby_rule = fields.choice("ruby_rule", RubyRule)
    return Edition(
        name=fields.text("name"),
        cards=parse_cards(fields),
        pieces=parse_pieces(fields),
        colours=colours,
        tableaus=parse_tableaus(fields, colours),
        grid=parse_grid(fields.sub("grid")),
        start_piles=parse_start_piles(fields.sub("start_piles")),
        geometry=_parse_geometry(fields.sub("geometry")),
        connect=fields.choice("connect", Connect),
        ruby_rule=ruby_rule,
        ruby_edge=_parse_ruby_edge(fields, ruby_rule),
        emerald_rule=fields.choice("emerald_rule", EmeraldRule),
        scale=_parse_scale(fields.sub("tables"), fields.sub("constants")),
    )


def _refuse_tableau_segments(fields: Fields) -> None:
    # R18: scoring speaks of cards and pieces only; a tableau that scores is no copy we know how to read.
    if fields.table.get("tableau_segments", []) != []:
        fields.refuse("tableau_segments", fields.table["tableau_segments"], "an empty list, a tableau never scores")


def _parse_geometry(fields: Fields) -> Geometry:
    fields.check_keys({"card_mm", "cut_through"})
    card_mm = fields.number("card_mm")
    if card_mm <= 0:
        fields.refuse("card_mm", card_mm, "more than 0")
    points = tuple(_parse_point(fields, index) for index in range(len(fields.list("cut_through"))))
    return Geometry(card_mm, points)


def _parse_point(fields: Fields, index: int) -> Point:
    key = f"cut_through[{index}]"
    written = fields.list("cut_through")[index]
    values = Fields(fields.file, fields.path, {key: written}).list(key, 2)
    x, y = (v if isinstance(v, int | float) else -1.0 for v in values)
    if not 0 < y < x < 1:
        fields.refuse(key, written, "[x, y] with 0 < y < x < 1, so that the large segment is the larger one")
    return float(x), float(y)


def _parse_ruby_edge(fields: Fields, ruby_rule: RubyRule) -> dict[Segment, Side]:
    if "ruby_edge" not in fields.table and ruby_rule is not RubyRule.EDGE:
        return {}
    edges = fields.sub("ruby_edge")
    edges.check_keys({"L", "S"})
    return {Segment.LARGE: edges.choice("L", Side), Segment.SMALL: edges.choice("S", Side)}


def _parse_scale(tables: Fields, constants: Fields) -> Scale:
    tables.check_keys({"tourmaline", "diamond"})
    constants.check_keys(set(CONSTANTS))
    for key, printed in (("tourmaline", TOURMALINE), ("diamond", DIAMOND)):
        if tables.integers(key, len(printed)) != printed:
            tables.refuse(key, tables.table[key], f"{list(printed)}, the rulebook's table")
    for name, points in CONSTANTS.items():
        if constants.number(name) != points:
            constants.refuse(name, constants.table[name], f"{points}, the rulebook's number")
    return Scale(TOURMALINE, DIAMOND, **CONSTANTS)
