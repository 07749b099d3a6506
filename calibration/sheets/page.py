"""A PDF in true millimetres with what every printable sheet needs: cut marks, a check line and short notes."""

from __future__ import annotations

from fpdf import FPDF
from fpdf.prefs import ViewerPreferences

from calibration.sheets.paper import Grid, Paper

CHECK_MM = 100.0
_MARK_START, _MARK_LENGTH = 2.5, 5.0
_INK = (29, 26, 46)


class SheetPdf(FPDF):
    """One document on one paper. Viewers are asked not to scale it; core fonts only."""

    def __init__(self, paper: Paper, title: str) -> None:
        super().__init__(unit="mm", format=(paper.width, paper.height))
        self.paper = paper
        self.set_auto_page_break(False)
        self.set_title(title)
        self.set_creator("tableloupe")
        self.set_margin(0)
        self.viewer_preferences = ViewerPreferences(print_scaling="None", duplex="DuplexFlipLongEdge")

    def note(self, x: float, y: float, text: str, size_pt: float = 8, bold: bool = False) -> None:
        """One line of text whose base line starts at (x, y)."""
        self.set_font("helvetica", "B" if bold else "", size_pt)
        self.set_text_color(*_INK)
        self.text(x, y, text)

    def check_line(self, x: float, y: float) -> None:
        """A horizontal line of exactly 100 mm with a tick each centimetre, and what to do with it."""
        self._pen(0.25)
        self.line(x, y, x + CHECK_MM, y)
        for tick in range(11):
            reach = 2.0 if tick % 5 == 0 else 1.2
            self.line(x + tick * CHECK_MM / 10, y - reach, x + tick * CHECK_MM / 10, y)
        self.note(x, y + 4, "This line is 100 mm long. If it is not, print again at 100 %, not fitted to the page.", 7)

    def cut_marks(self, grid: Grid) -> None:
        """Short lines outside the grid, in line with every cell edge."""
        self._pen(0.15)
        (left, top), (width, height) = grid.origin, grid.size
        across, down = grid.lines()
        for x in across:
            self.line(x, top - _MARK_START - _MARK_LENGTH, x, top - _MARK_START)
            self.line(x, top + height + _MARK_START, x, top + height + _MARK_START + _MARK_LENGTH)
        for y in down:
            self.line(left - _MARK_START - _MARK_LENGTH, y, left - _MARK_START, y)
            self.line(left + width + _MARK_START, y, left + width + _MARK_START + _MARK_LENGTH, y)

    def cross(self, x: float, y: float) -> None:
        """A register cross: front and back of a sheet agree when their crosses do."""
        self._pen(0.2)
        self.line(x - 4, y, x + 4, y)
        self.line(x, y - 4, x, y + 4)
        self.circle(x, y, 2)

    def fill(self, colour: str, x: float, y: float, width: float, height: float) -> None:
        """A rectangle without an edge in a #rrggbb colour."""
        self.set_fill_color(colour)
        self.rect(x, y, width, height, style="F")

    def _pen(self, width_mm: float) -> None:
        self.set_draw_color(*_INK)
        self.set_line_width(width_mm)
