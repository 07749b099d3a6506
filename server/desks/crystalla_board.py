"""Crystalla's table as it is drawn: every card, piece and pawn with its place, in units of a hundredth of a card."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from calibration.sheets.crystalla.extras import pawn_colour
from rules.crystalla.faces import Face
from rules.crystalla.placing import card_places
from rules.crystalla.position import PlacedCard
from rules.crystalla.table import Phase, Table
from rules.crystalla.vocabulary import CELLS, Cell, Crystal, Rotation, Segment

CARD = 100
GAP = 8
PANES = {
    Segment.LARGE: "M0 0C60 30 70 40 100 100H0Z",
    Segment.SMALL: "M0 0C60 30 70 40 100 100V0Z",
}
"""The reference cut of design §4, through (46, 26) and (74, 54)."""
GEMS = {Segment.LARGE: (30, 68, 44), Segment.SMALL: (80, 22, 30)}
"""Middle and size of a segment's emblem."""
PAWNS_IN_ROW = 4
FALLBACK = "#8a8fa0"
"""A pawn colour of an edition that is not ours has no paint of its own."""


@dataclass(frozen=True, slots=True)
class Pane:
    """One segment: its outline and emblem; a covered one has a `piece`."""

    segment: Segment
    crystal: Crystal | None
    piece: bool
    slot: str
    """`data-target` of the segment."""

    @property
    def path(self) -> str:
        """The outline in the card's own square."""
        return PANES[self.segment]

    @property
    def gem(self) -> tuple[int, int, int]:
        """Middle (x, y) and size of the emblem."""
        return GEMS[self.segment]


@dataclass(frozen=True, slots=True)
class Card:
    """A drawn card."""

    x: int
    y: int
    degrees: int
    panes: tuple[Pane, ...]


@dataclass(frozen=True, slots=True)
class Pawn:
    """A pawn: middle, name and paint."""

    x: int
    y: int
    colour: str
    paint: str


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile: its top card, height and pawns; `attempt` is the line that a tap without a legal option tries."""

    row: int
    col: int
    x: int
    y: int
    height: int
    top: Face | None
    card: Card | None
    pawns: tuple[Pawn, ...]
    counts: tuple[tuple[str, int], ...]
    attempt: str

    @property
    def target(self) -> str:
        """`data-target`."""
        return f"pile-{self.row}-{self.col}"


@dataclass(frozen=True, slots=True)
class Shown:
    """One display: cards, and the free cells that may take one."""

    seat: int
    colour: str
    cards: tuple[Card, ...]
    spots: tuple[tuple[str, int, int, int, int], ...]
    """Target, x, y, row and column from 1."""
    hand: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Open:
    """An open crystal piece."""

    target: str
    pane: Pane


@dataclass(frozen=True, slots=True)
class Board:
    """The table; `view_box` holds the piles."""

    piles: tuple[Pile, ...]
    width: int
    height: int
    displays: tuple[Shown, ...]
    open: tuple[Open, ...]
    stacks: tuple[int, int]
    hand: tuple[Pawn, ...]
    gift: Pane | None


def board_of(table: Table) -> Board:
    """Everything on the table, with its place."""
    rows, columns = table.grid
    return Board(
        piles=tuple(_piles(table)),
        width=columns * (CARD + GAP) + GAP,
        height=rows * (CARD + GAP) + GAP,
        displays=tuple(_shown(table, seat) for seat in range(table.players)),
        open=tuple(Open(f"piece-{piece.text()}", Pane(piece.shape, piece.crystal, True, "")) for piece in table.open),
        stacks=table.stacks,
        hand=() if table.walk is None else tuple(_pawns(table, table.walk.hand, 0, -8)),
        gift=None if table.gift is None else Pane(table.gift.piece.shape, table.gift.piece.crystal, True, ""),
    )


def card_picture(face: Face, rotation: Rotation | None) -> str:
    """A card by itself as SVG, for a button."""
    panes = "".join(_pane_svg(pane) for pane in _panes(face, ""))
    turned = f'<g transform="rotate({90 * (rotation or 0)} 50 50)">{panes}</g>'
    return f'<svg class="cardpic" viewBox="0 0 100 100" aria-hidden="true">{turned}</svg>'


def _pane_svg(pane: Pane) -> str:
    x, y, size = pane.gem
    name = "none" if pane.crystal is None else pane.crystal.value
    corner = f'x="{x - size // 2}" y="{y - size // 2}"'
    emblem = f'<image href="/static/gems/{name}.svg" {corner} width="{size}" height="{size}"/>' if pane.crystal else ""
    return f'<path class="pane pane--{name}" d="{pane.path}"/>{emblem}'


def _place(index: int) -> int:
    return GAP + index * (CARD + GAP)


def _panes(face: Face, slot: str) -> tuple[Pane, ...]:
    crystals = {Segment.LARGE: face.large, Segment.SMALL: face.small}
    return tuple(Pane(segment, crystals[segment], False, slot and f"{slot}-{segment.value}") for segment in Segment)


def _piles(table: Table) -> Iterator[Pile]:
    attempt = {Phase.PICK: "lift", Phase.TAKE: "take", Phase.REFILL: "refill", Phase.WALK: "step"}.get(table.phase)
    for index, pile in enumerate(table.piles):
        row, col = table.spot(index)
        x, y = _place(col), _place(row)
        counts = tuple((table.colours[seat], number) for seat, number in enumerate(pile.pawns) if number)
        verb = f"{attempt} {_first_in_hand(table)}" if table.phase is Phase.WALK else attempt
        yield Pile(
            row=row,
            col=col,
            x=x,
            y=y,
            height=pile.height,
            top=pile.top,
            card=None if pile.top is None else Card(x, y, 0, _panes(pile.top, "")),
            pawns=tuple(_pawns(table, pile.pawns, x, y)),
            counts=counts,
            attempt="" if verb is None else f"{verb} {row},{col}",
        )


def _first_in_hand(table: Table) -> str:
    hand = () if table.walk is None else table.walk.hand
    return next((colour for colour, number in zip(table.colours, hand, strict=False) if number), "")


def _pawns(table: Table, numbers: tuple[int, ...], x: int, y: int) -> Iterator[Pawn]:
    names = [table.colours[seat] for seat, number in enumerate(numbers) for _ in range(number)]
    for index, colour in enumerate(names):
        row, col = divmod(index, PAWNS_IN_ROW)
        yield Pawn(x + 17 + 22 * col, y + 24 + 24 * row, colour, paint_of(colour))


def paint_of(colour: str) -> str:
    """The #rrggbb of a pawn colour."""
    try:
        return pawn_colour(colour)
    except ValueError:
        return FALLBACK


def _shown(table: Table, seat: int) -> Shown:
    display = table.displays[seat]
    laying = table.phase in (Phase.SETUP, Phase.LAY) and seat == table.active
    free = card_places(display) if laying else ()
    return Shown(
        seat=seat,
        colour=table.colours[seat],
        cards=tuple(_card(card, seat) for card in display.cards),
        spots=tuple(
            (f"cell-{seat}-{cell.row}-{cell.col}", *_corner(cell), cell.row + 1, cell.col + 1) for cell in free
        ),
        hand=tuple(Card(_place(index), 0, 0, _panes(face, "")) for index, face in enumerate(table.hands[seat])),
    )


def _card(card: PlacedCard, seat: int) -> Card:
    cell = card.cell
    panes = tuple(
        Pane(
            segment,
            card.effective(segment),
            card.piece(segment) is not None,
            f"slot-{seat}-{cell.row}-{cell.col}-{segment.value}",
        )
        for segment in Segment
    )
    return Card(*_corner(cell), 90 * (card.rotation or 0), panes)


def _corner(cell: Cell) -> tuple[int, int]:
    """Top left corner; row 0 is nearest the player, so at the bottom."""
    rows = max(other.row for other in CELLS)
    return _place(cell.col), _place(rows - cell.row)
