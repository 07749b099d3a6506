"""The whole reference copy as a PDF to print, cut and play with: what `tableloupe print crystalla` writes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import zip_longest
from pathlib import Path
from typing import TypeVar

from calibration.sheets.crystalla.art import pane_svg, piece_svg
from calibration.sheets.crystalla.extras import TABLEAU_MM, back_svg, pawn_svg, piece_back_svg, tableau_svg
from calibration.sheets.crystalla.faces import Progress
from calibration.sheets.crystalla.palette import IVORY
from calibration.sheets.crystalla.shape import CARD_MM
from calibration.sheets.page import SheetPdf
from calibration.sheets.paper import Grid, Paper, paper_named
from calibration.sheets.svg import png
from rules.crystalla.edition import Card, Edition, Piece
from rules.crystalla.vocabulary import Segment

PRINT_DPI = 450
BLEED_MM = 1.5
"""Ivory beyond the outer cards, so that a cut a little off shows no white."""
PIECE_GAP_MM = 3.0
PAWN_MM = 16.0
PAWNS_EACH = 3
"""CR-03."""
_LEFT_MM = 20.0
_CROSS_MM = 14.0

_HINTS = (
    "Print double-sided on heavy paper (250 to 300 g/m²), turned over the long edge, at 100 %, not fitted to the page.",
    "Hold this sheet against the light: the crosses of front and back should agree within 1 mm.",
    "Cut the cards along the marks; neighbours share their cuts. Cut the pieces out along their brass rims.",
    "Pawns: three cubes of each colour from another game, or these discs.",
)

PlacedPair = tuple[Piece | None, Piece | None]
_Item = TypeVar("_Item")


def write_pdf(path: Path, edition: Edition, paper: str = "a4", progress: Progress | None = None) -> int:
    """Write the edition's 90 cards, 36 pieces, tableaus and pawn discs for this paper ("a4" or "letter").

    Returns the number of pages. Raises ValueError for another paper or for a pawn colour without a picture, OSError
    when the file cannot be written.
    """
    sheet = paper_named(paper)
    deck = _Deck(SheetPdf(sheet, f"Crystalla, {edition.name} copy"), sheet, edition)
    pages = list(deck.pages())
    for done, draw in enumerate(pages, start=1):
        deck.pdf.add_page()
        draw()
        if progress:
            progress(done, len(pages))
    path.write_bytes(deck.pdf.output())
    return len(pages)


def _chunks(items: Sequence[_Item], size: int) -> Iterator[Sequence[_Item]]:
    return (items[start : start + size] for start in range(0, len(items), size))


def _paired(pieces: Sequence[Piece]) -> list[PlacedPair]:
    """A large and a small piece share one card square on the sheet."""
    large, small = ([piece for piece in pieces if piece.shape is segment] for segment in Segment)
    return list(zip_longest(large, small))


@dataclass(frozen=True, slots=True)
class _Deck:
    """The document while it grows; pictures are rendered once and placed many times."""

    pdf: SheetPdf
    paper: Paper
    edition: Edition
    drawn: dict[str, bytes] = field(default_factory=dict)

    @property
    def card_grid(self) -> Grid:
        return Grid(self.paper, (CARD_MM, CARD_MM))

    @property
    def piece_grid(self) -> Grid:
        return Grid(self.paper, (CARD_MM, CARD_MM), PIECE_GAP_MM)

    def pages(self) -> Iterator[Callable[[], None]]:
        """What draws each page: a cover, fronts each followed by their backs, the tableaus last."""
        yield from (self.cover, self.cover_back)
        for cards in _chunks(self.edition.cards, self.card_grid.count):
            yield from (partial(self.card_fronts, cards), partial(self.card_backs, len(cards)))
        for pairs in _chunks(_paired(self.edition.pieces), self.piece_grid.count):
            yield from (partial(self.piece_fronts, pairs), partial(self.piece_backs, pairs))
        yield self.tableaus

    def cover(self) -> None:
        pdf, middle = self.pdf, self.paper.width / 2
        pdf.note(_LEFT_MM, 34, "Crystalla", 26, bold=True)
        pdf.note(_LEFT_MM, 42, f"{self.edition.name} copy for tableloupe", 12)
        for line, hint in enumerate(_HINTS):
            pdf.note(_LEFT_MM, 54 + 6 * line, hint, 9)
        pdf.check_line(_LEFT_MM, 87)
        for row, colour in enumerate(self.edition.colours):
            for column in range(PAWNS_EACH):
                place = (middle + (column - 1.5) * (PAWN_MM + 4), 102 + row * (PAWN_MM + 4))
                self._place(f"pawn-{colour}", partial(pawn_svg, colour), place, (PAWN_MM, PAWN_MM))
        self._place("back", back_svg, (middle - CARD_MM / 2, 192), (CARD_MM, CARD_MM))
        self._crosses()

    def cover_back(self) -> None:
        self._crosses()

    def _crosses(self) -> None:
        for x in (_CROSS_MM, self.paper.width - _CROSS_MM):
            for y in (_CROSS_MM, self.paper.height - _CROSS_MM):
                self.pdf.cross(x, y)

    def card_fronts(self, cards: Sequence[Card]) -> None:
        grid = self.card_grid
        self._bed(grid, grid.front, len(cards))
        for index, card in enumerate(cards):
            for segment, crystal in ((Segment.LARGE, card.large), (Segment.SMALL, card.small)):
                self._on_card(f"pane-{segment}-{crystal}", partial(pane_svg, segment, crystal), grid.front(index))
        self.pdf.cut_marks(grid)
        self._check(grid)

    def card_backs(self, count: int) -> None:
        grid = self.card_grid
        self._bed(grid, grid.back, count)
        for index in range(count):
            self._on_card("back", back_svg, grid.back(index))

    def piece_fronts(self, pairs: Sequence[PlacedPair]) -> None:
        for index, pair in enumerate(pairs):
            for piece in filter(None, pair):
                draw = partial(piece_svg, piece.shape, piece.crystal)
                self._on_card(f"piece-{piece.shape}-{piece.crystal}", draw, self.piece_grid.front(index))
        self._check(self.piece_grid)

    def piece_backs(self, pairs: Sequence[PlacedPair]) -> None:
        for index, pair in enumerate(pairs):
            for piece in filter(None, pair):
                draw = partial(piece_back_svg, piece.shape)
                self._on_card(f"piece-back-{piece.shape}", draw, self.piece_grid.back(index))

    def tableaus(self) -> None:
        """The strips are longer than a page is wide, so they stand on their ends."""
        length, height = TABLEAU_MM
        grid = Grid(self.paper, (height, length), PIECE_GAP_MM, most_columns=len(self.edition.tableaus))
        for index, tableau in enumerate(self.edition.tableaus):
            x, y = grid.front(index)
            with self.pdf.rotation(90, x, y + length):
                draw = partial(tableau_svg, tableau.colour)
                self._place(f"tableau-{tableau.colour}", draw, (x, y + length), TABLEAU_MM)
        self.pdf.cut_marks(grid)

    def _bed(self, grid: Grid, place: Callable[[int], tuple[float, float]], count: int) -> None:
        """Ivory below the cards and a little beyond them."""
        width, height = grid.cell
        for x, y in map(place, range(count)):
            self.pdf.fill(IVORY, x - BLEED_MM, y - BLEED_MM, width + 2 * BLEED_MM, height + 2 * BLEED_MM)

    def _check(self, grid: Grid) -> None:
        self.pdf.check_line(grid.origin[0], grid.origin[1] + grid.size[1] + 13)

    def _on_card(self, name: str, draw: Callable[[], str], place: tuple[float, float]) -> None:
        self._place(name, draw, place, (CARD_MM, CARD_MM))

    def _place(self, name: str, draw: Callable[[], str], place: tuple[float, float], size: tuple[float, float]) -> None:
        if name not in self.drawn:
            self.drawn[name] = png(draw(), round(size[0] / 25.4 * PRINT_DPI))
        self.pdf.image(self.drawn[name], x=place[0], y=place[1], w=size[0], h=size[1])
