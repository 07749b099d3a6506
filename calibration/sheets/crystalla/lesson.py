"""The first lesson on one page: which cards of one's own copy to lay, and how to photograph and confirm them."""

from __future__ import annotations

from pathlib import Path

from calibration.sheets.crystalla.first_cards import lesson_cards
from calibration.sheets.crystalla.shape import CARD_MM
from calibration.sheets.page import SheetPdf
from calibration.sheets.paper import paper_named
from rules.crystalla.edition import Card, Edition
from rules.crystalla.vocabulary import COLUMNS

SIDE_MM = 0.72 * CARD_MM
_LEFT_MM, _TOP_MM, _LINE_MM = 20.0, 24.0, 6.5
_STEPS = (
    "1. Lay these 12 cards of your own copy in 3 rows of 4, turned as drawn here. No pieces on top.",
    "    A card missing? Take another: each of the seven crystals must show large once and small once.",
    "2. Take one photo from above, in daylight, without a lamp mirrored in the cards.",
    "3. Open the photo in tableloupe, check the names, tap what is wrong.",
    '4. Open "Remember this copy" below it, give your copy a name, and confirm once.',
    "5. Later: a second photo with other cards in another light makes the reading surer still.",
)


def write_lesson(path: Path, edition: Edition, paper: str = "a4") -> int:
    """Write the page for this paper ("a4" or "letter"); returns the number of pages.

    Raises ValueError for another paper, OSError when the file cannot be written.
    """
    pdf = SheetPdf(paper_named(paper), "Crystalla, the first lesson")
    pdf.add_page()
    pdf.note(_LEFT_MM, _TOP_MM, "Show tableloupe your own copy", 16, bold=True)
    for number, step in enumerate(_STEPS):
        pdf.note(_LEFT_MM, _TOP_MM + 10 + number * _LINE_MM, step, 10)
    top = _TOP_MM + 16 + len(_STEPS) * _LINE_MM
    for index, card in enumerate(lesson_cards(edition)):
        row, column = divmod(index, COLUMNS)
        _draw(pdf, card, (_LEFT_MM + column * SIDE_MM, top + row * SIDE_MM), edition)
    path.write_bytes(pdf.output())
    return pdf.pages_count


def _draw(pdf: SheetPdf, card: Card, corner: tuple[float, float], edition: Edition) -> None:
    """A card as a square with its cut, each part named."""
    (x, y), side = corner, SIDE_MM
    pdf.set_line_width(0.3)
    pdf.rect(x, y, side, side)
    cut = [(0.0, 0.0), *edition.geometry.cut_through, (1.0, 1.0)]
    pdf.polyline([(x + u * side, y + v * side) for u, v in cut])
    pdf.note(x + 0.06 * side, y + 0.86 * side, str(card.large), 11, bold=True)
    pdf.note(x + 0.94 * side - _width(pdf, str(card.small)), y + 0.14 * side, str(card.small), 9)


def _width(pdf: SheetPdf, text: str) -> float:
    pdf.set_font("helvetica", "", 9)
    return float(pdf.get_string_width(text))
