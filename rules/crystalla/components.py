"""What lies in a box of Crystalla and where it starts, held to the rulebook's counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.crystalla.vocabulary import Crystal, Segment
from rules.fields import Fields

CARDS = 90
"""CR-01."""
PIECES = 36
"""CR-04."""
COLOURS = 4
"""CR-03, CR-05."""
OPEN_OF_EACH_SHAPE = 2
"""CR-22: so many pieces of each shape lie open, hence exist at least."""
GRIDS = {2: (2, 3), 3: (3, 3), 4: (3, 3)}
"""CR-11, CR-14, CR-17: rows and columns of piles by number of players."""


Pile = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Card:
    """One printed card (CR-01)."""

    id: str
    large: Crystal
    small: Crystal
    picture: str | None


@dataclass(frozen=True, slots=True)
class Piece:
    """One crystal piece (CR-04); its shape is the segment it covers."""

    id: str
    shape: Segment
    crystal: Crystal


@dataclass(frozen=True, slots=True)
class Tableau:
    """A starting tableau (CR-05) in the colour of its player's pieces."""

    colour: str


def parse_cards(fields: Fields) -> tuple[Card, ...]:
    """The 90 cards (CR-01); raises EditionError."""
    cards = tuple(_parse_card(card) for card in fields.subs("cards", CARDS))
    _check_unique(fields, "cards", [card.id for card in cards])
    if not any(Crystal.RUBY in (card.large, card.small) for card in cards):
        fields.refuse("cards", "a deck without ruby", "at least one card with a ruby segment (turn example)")
    return cards


def _parse_card(fields: Fields) -> Card:
    fields.check_keys({"id", "large", "small"}, {"picture"})
    picture = fields.text("picture") if "picture" in fields.table else None
    return Card(fields.text("id"), fields.choice("large", Crystal), fields.choice("small", Crystal), picture)


def parse_pieces(fields: Fields) -> tuple[Piece, ...]:
    """The 36 pieces (CR-04); raises EditionError."""
    pieces = tuple(_parse_piece(piece) for piece in fields.subs("pieces", PIECES))
    _check_unique(fields, "pieces", [piece.id for piece in pieces])
    for shape in Segment:
        count = sum(piece.shape is shape for piece in pieces)
        if count < OPEN_OF_EACH_SHAPE:
            fields.refuse("pieces", f"{count} {shape}", f"at least {OPEN_OF_EACH_SHAPE} of each shape")
    return pieces


def _parse_piece(fields: Fields) -> Piece:
    fields.check_keys({"id", "shape", "crystal"})
    return Piece(fields.text("id"), fields.choice("shape", Segment), fields.choice("crystal", Crystal))


def _check_unique(fields: Fields, key: str, names: Sequence[str]) -> None:
    for index, name in enumerate(names):
        if name in names[:index]:
            fields.refuse(f"{key}[{index}]", name, "every one only once")


def parse_colours(fields: Fields) -> tuple[str, ...]:
    """The 4 colours of the playing pieces (CR-03); raises EditionError."""
    colours = fields.texts("colours", COLOURS)
    _check_unique(fields, "colours", colours)
    return colours


def parse_tableaus(fields: Fields, colours: tuple[str, ...]) -> tuple[Tableau, ...]:
    """The 4 tableaus, one of each colour (CR-05); raises EditionError."""
    tableaus = []
    for tableau in fields.subs("tableaus", COLOURS):
        tableau.check_keys({"colour"})
        if tableau.text("colour") not in colours:
            tableau.refuse("colour", tableau.text("colour"), f"one of {', '.join(colours)}")
        tableaus.append(Tableau(tableau.text("colour")))
    _check_unique(fields, "tableaus", [tableau.colour for tableau in tableaus])
    return tuple(tableaus)


def parse_grid(fields: Fields) -> dict[int, tuple[int, int]]:
    """Rows and columns of piles by number of players (CR-11, CR-14, CR-17); raises EditionError."""
    fields.check_keys({str(players) for players in GRIDS})
    for players, size in GRIDS.items():
        if fields.integers(str(players), 2) != size:
            fields.refuse(str(players), fields.table[str(players)], f"{list(size)}, the rulebook's grid")
    return dict(GRIDS)


def parse_start_piles(fields: Fields) -> dict[int, tuple[tuple[Pile, ...], ...]]:
    """The choices of start piles by number of players (CR-13, CR-15, CR-18); raises EditionError."""
    fields.check_keys({str(players) for players in GRIDS})
    return {players: _parse_choices(fields, players) for players in GRIDS}


def _parse_choices(fields: Fields, players: int) -> tuple[tuple[Pile, ...], ...]:
    choices = []
    for index, choice in enumerate(fields.list(str(players))):
        option = Fields(fields.file, fields.name(f"{players}[{index}]"), {"piles": choice})
        choices.append(_parse_choice(option, players))
    if not choices:
        fields.refuse(str(players), [], "at least one choice of start piles")
    return tuple(choices)


def _parse_choice(fields: Fields, players: int) -> tuple[Pile, ...]:
    """Start piles of one choice: distinct, in the grid (R20), and corners for 2 and 4 players (CR-13, CR-18)."""
    rows, columns = GRIDS[players]
    allowed = [(row, column) for row in range(rows) for column in range(columns)]
    if players != 3:
        allowed = [(row, column) for row, column in allowed if row in (0, rows - 1) and column in (0, columns - 1)]
    written = fields.list("piles", players)
    piles: list[Pile] = []
    for pile in written:
        spot = tuple(pile) if isinstance(pile, list) else pile
        if spot not in allowed or spot in piles:
            fields.refuse("piles", written, f"{players} different ones of {[list(p) for p in allowed]}")
        piles.append(allowed[allowed.index(spot)])
    if players == 2 and (piles[0][0] == piles[1][0] or piles[0][1] == piles[1][1]):
        fields.refuse("piles", written, "two opposite corners")
    return tuple(piles)
