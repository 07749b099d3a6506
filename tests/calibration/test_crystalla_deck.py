"""The printed deck is complete and true to size (CR-01, CR-04, CR-05)."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest
from pypdf import PageObject, PdfReader
from pypdf.generic import DictionaryObject

from calibration.sheets.crystalla import deck
from calibration.sheets.crystalla.deck import write_pdf
from rules.crystalla.edition import load_edition

MM = 72 / 25.4


@dataclass(frozen=True)
class Placed:
    """A picture on a page: its size and top-left corner in mm."""

    name: str
    width: float
    height: float
    x: float
    y: float


def _placed(page: PageObject) -> list[Placed]:
    content = page.get_contents().get_data().decode("latin-1")  # type: ignore[union-attr]
    number = r"(-?[\d.]+)"
    found = re.findall(rf"{number} 0 0 {number} {number} {number} cm /(\w+) Do", content)
    top = float(page.mediabox.height)
    sizes = [(name, float(w), float(h), float(x), top - float(y) - float(h)) for w, h, x, y, name in found]
    return [Placed(name, *(value / MM for value in values)) for name, *values in sizes]


@pytest.fixture(scope="module", params=[("a4", 210.0, 297.0), ("letter", 215.9, 279.4)], ids=lambda p: p[0])
def printed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[PdfReader, float, float]:
    name, width, height = request.param
    path = tmp_path_factory.mktemp("deck") / "deck.pdf"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(deck, "PRINT_DPI", 30)
        write_pdf(path, load_edition(None), name)
    return PdfReader(path), width, height


def _groups(reader: PdfReader) -> tuple[list[list[Placed]], list[list[Placed]], list[list[Placed]]]:
    """Pictures of the card fronts, card backs, piece fronts, by page."""
    pages = [_placed(page) for page in reader.pages]
    return pages[2:18:2], pages[3:18:2], pages[18:22:2]


def test_every_page_has_the_size_of_the_paper(printed: tuple[PdfReader, float, float]) -> None:
    reader, width, height = printed
    assert len(reader.pages) == 2 + 16 + 4 + 1
    for page in reader.pages:
        assert (float(page.mediabox.width) / MM, float(page.mediabox.height) / MM) == pytest.approx(
            (width, height), abs=0.01
        )


def test_ninety_cards_of_56_mm_and_a_back_behind_each(printed: tuple[PdfReader, float, float]) -> None:
    reader, width, _ = printed
    fronts, backs, _ = _groups(reader)
    # Each front is made of two panes in one place.
    assert sum(map(len, fronts)) == 2 * 90
    assert sum(map(len, backs)) == 90
    for placed in [p for page in (*fronts, *backs) for p in page]:
        assert (placed.width, placed.height) == pytest.approx((56, 56), abs=0.01)
    for front, back in zip(fronts, backs, strict=True):
        behind = np.array([(width - p.x - 56, p.y) for p in back])
        for card in front:
            assert np.abs(behind - (card.x, card.y)).max(axis=1).min() < 0.02


def test_the_deck_is_the_deck_of_the_edition(printed: tuple[PdfReader, float, float]) -> None:
    reader, _, _ = printed
    fronts, _, _ = _groups(reader)
    names = [p.name for page in fronts for p in page]
    pairs = list(zip(names[::2], names[1::2], strict=True))
    cards = load_edition(None).cards
    assert len(set(pairs)) == len({(card.large, card.small) for card in cards})
    same = [[pairs[i] == pairs[j] for i in range(90)] for j in range(90)]
    assert same == [[(a.large, a.small) == (b.large, b.small) for a in cards] for b in cards]


def test_thirty_six_pieces_and_four_tableaus(printed: tuple[PdfReader, float, float]) -> None:
    reader, _, _ = printed
    _, _, pieces = _groups(reader)
    assert sum(map(len, pieces)) == 36
    tableaus = _placed(reader.pages[-1])
    assert [(round(t.width, 1), round(t.height, 1)) for t in tableaus] == [(228, 28)] * 4


def test_the_check_line_measures_100_mm(printed: tuple[PdfReader, float, float]) -> None:
    reader, _, _ = printed
    content = reader.pages[2].get_contents().get_data().decode("latin-1")  # type: ignore[union-attr]
    lines = re.findall(r"([\d.]+) ([\d.]+) m ([\d.]+) ([\d.]+) l", content)
    level = [float(x2) - float(x1) for x1, y1, x2, y2 in lines if y1 == y2]
    assert max(level) / MM == pytest.approx(100, abs=0.02)


def test_viewers_are_asked_not_to_scale(printed: tuple[PdfReader, float, float]) -> None:
    reader, _, _ = printed
    preferences = reader.root_object["/ViewerPreferences"].get_object()
    assert isinstance(preferences, DictionaryObject)
    assert preferences["/PrintScaling"] == "/None"
    assert preferences["/Duplex"] == "/DuplexFlipLongEdge"


def test_progress_counts_the_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deck, "PRINT_DPI", 20)
    steps: list[tuple[int, int]] = []
    edition = load_edition(None)
    pages = write_pdf(
        tmp_path / "deck.pdf", replace(edition, cards=edition.cards[:3]), progress=lambda *s: steps.append(s)
    )
    assert steps == [(page, pages) for page in range(1, pages + 1)]


def test_an_unknown_paper_or_colour_is_refused(tmp_path: Path) -> None:
    edition = load_edition(None)
    with pytest.raises(ValueError, match="'a5'"):
        write_pdf(tmp_path / "deck.pdf", edition, "a5")
    with pytest.raises(ValueError, match="no pawns in 'pink', allowed are gray, "):
        write_pdf(tmp_path / "deck.pdf", replace(edition, colours=("pink",)))
    assert not (tmp_path / "deck.pdf").exists()
