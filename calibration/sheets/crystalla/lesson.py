"""The first lesson on one page: which cards of one's own copy to lay, and how to photograph and confirm them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from calibration.sheets.crystalla.first_cards import lesson_cards
from calibration.sheets.crystalla.shape import CARD_MM
from calibration.sheets.page import SheetPdf
from calibration.sheets.paper import paper_named
from rules.crystalla.edition import Card, Edition
from rules.crystalla.vocabulary import COLUMNS, Crystal

SIDE_MM = 0.72 * CARD_MM
_LEFT_MM, _TOP_MM, _LINE_MM = 20.0, 24.0, 5.0
_STEP_MM, _GAP_MM = 1.5, 8.0
_TYPOGRAPHIC = "cp1252"
"""What the core fonts can show: the letters of western Europe, with their quotation marks."""


@dataclass(frozen=True, slots=True)
class LessonWords:
    """What the page says, in the language of whoever lays the cards."""

    title: str
    steps: tuple[str, ...]
    crystals: Mapping[Crystal, str]


def write_lesson(path: Path, edition: Edition, words: LessonWords, paper: str = "a4") -> int:
    """Write the page for this paper ("a4" or "letter"); returns the number of pages.

    Raises ValueError for another paper, OSError when the file cannot be written.
    """
    pdf = SheetPdf(paper_named(paper), f"Crystalla: {words.title}")
    pdf.core_fonts_encoding = _TYPOGRAPHIC
    pdf.add_page()
    pdf.note(_LEFT_MM, _TOP_MM, words.title, 16, bold=True)
    pdf.set_font("helvetica", "", 10)
    pdf.set_y(_TOP_MM + _GAP_MM)
    for number, step in enumerate(words.steps, start=1):
        pdf.set_xy(_LEFT_MM, pdf.get_y() + _STEP_MM)
        pdf.multi_cell(COLUMNS * SIDE_MM, _LINE_MM, f"{number}. {step}", align="L", new_y="NEXT")
    top = pdf.get_y() + _GAP_MM
    for index, card in enumerate(lesson_cards(edition)):
        row, column = divmod(index, COLUMNS)
        _draw(pdf, card, (_LEFT_MM + column * SIDE_MM, top + row * SIDE_MM), edition, words)
    path.write_bytes(pdf.output())
    return pdf.pages_count


def _draw(pdf: SheetPdf, card: Card, corner: tuple[float, float], edition: Edition, words: LessonWords) -> None:
    """A card as a square with its cut, each part named."""
    (x, y), side = corner, SIDE_MM
    pdf.set_line_width(0.3)
    pdf.rect(x, y, side, side)
    cut = [(0.0, 0.0), *edition.geometry.cut_through, (1.0, 1.0)]
    pdf.polyline([(x + u * side, y + v * side) for u, v in cut])
    large, small = words.crystals[card.large], words.crystals[card.small]
    pdf.note(x + 0.06 * side, y + 0.86 * side, large, 11, bold=True)
    pdf.note(x + 0.94 * side - _width(pdf, small), y + 0.14 * side, small, 9)


def _width(pdf: SheetPdf, text: str) -> float:
    pdf.set_font("helvetica", "", 9)
    return float(pdf.get_string_width(text))
