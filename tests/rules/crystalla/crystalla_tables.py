"""Short ways to write displays in tests: `lay("c1r1 q2 ruby -")` is a card at column 1, row 1, turned twice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import strategies as st

from rules.crystalla.edition import Edition, RubyRule, Side, load_edition
from rules.crystalla.position import Display, PlacedCard
from rules.crystalla.scoring import DisplayScore, score_display
from rules.crystalla.vocabulary import CELLS, Cell, Crystal, Rotation, Segment

REFERENCE = load_edition()
CUT = replace(REFERENCE, ruby_rule=RubyRule.CUT)
EDGE = replace(REFERENCE, ruby_rule=RubyRule.EDGE, ruby_edge={Segment.LARGE: Side.CW, Segment.SMALL: Side.CCW})

FILLER = "hematite"
"""What `-` stands for: it earns its owner nothing and touches no row under test."""


def cell(name: str) -> Cell:
    """The cell of the rule table's notation, `c2r1` being the second column of the first row."""
    return Cell(int(name[3]) - 1, int(name[1]) - 1)


def lay(*cards: str, default: str | None = None) -> Display:
    """A display of cards written `c1r1 q0 large small`; `print+piece`, `?` unknown, `-` a filler.

    With `default`, such as "q1 - -", it fills the cells that no card is given for.
    """
    written = {line.split()[0]: line for line in cards}
    if default is not None:
        names = (f"c{place.col + 1}r{place.row + 1}" for place in CELLS)
        written = {name: f"{name} {default}" for name in names} | written
    return Display.of(_card(line) for line in written.values())


def _card(line: str) -> PlacedCard:
    name, turn, large, small = line.split()
    rotation = None if turn == "q?" else Rotation(int(turn[1]))
    (on_large, piece_on_large), (on_small, piece_on_small) = _segment(large), _segment(small)
    return PlacedCard(cell(name), rotation, on_large, on_small, piece_on_large, piece_on_small)


def _segment(text: str) -> tuple[Crystal | None, Crystal | None]:
    printed, _, piece = text.partition("+")
    print_type = None if printed == "?" else Crystal(FILLER if printed == "-" else printed)
    return print_type, Crystal(piece) if piece else None


def score(*cards: str, default: str | None = None, edition: Edition = REFERENCE) -> DisplayScore:
    """The score of `lay(...)`."""
    return score_display(lay(*cards, default=default), edition)


def row(crystal: str, *cards: str, default: str | None = None, edition: Edition = REFERENCE) -> int:
    """One row of the score of `lay(...)`."""
    return score(*cards, default=default, edition=edition).row_total(crystal)


ALL_CRYSTALS: tuple[Crystal | None, ...] = (*Crystal, None)
ALL_TURNS: tuple[Rotation | None, ...] = (*Rotation, None)
NO_PIECE_OR_ANY: tuple[Crystal | None, ...] = (None, None, None, *Crystal)


def displays(
    crystals: Sequence[Crystal | None] = ALL_CRYSTALS,
    turns: Sequence[Rotation | None] = ALL_TURNS,
    pieces: Sequence[Crystal | None] = NO_PIECE_OR_ANY,
    columns: int = 4,
) -> st.SearchStrategy[Display]:
    """Displays with or without holes in the leftmost `columns`, made of the values given.

    Drawn as bytes, six for each cell, since drawing value by value would take most of the tests' time.
    """
    cells = [place for place in CELLS if place.col < columns]

    def build(drawn: bytes) -> Display:
        cards = []
        for index, place in enumerate(cells):
            present, turn, large, small, on_large, on_small = drawn[6 * index : 6 * index + 6]
            if present % 8:
                prints = crystals[large % len(crystals)], crystals[small % len(crystals)]
                on_top = pieces[on_large % len(pieces)], pieces[on_small % len(pieces)]
                cards.append(PlacedCard(place, turns[turn % len(turns)], *prints, *on_top))
        return Display.of(cards)

    return st.binary(min_size=6 * len(cells), max_size=6 * len(cells)).map(build)
