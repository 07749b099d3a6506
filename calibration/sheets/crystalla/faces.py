"""The reference copy as pictures: what `tableloupe print crystalla --faces DIR` writes (design §3)."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import lru_cache, partial
from pathlib import Path

from PIL import Image

from calibration.sheets.crystalla.art import pane_svg, piece_svg
from calibration.sheets.crystalla.extras import TABLEAU_MM, back_svg, tableau_svg
from calibration.sheets.crystalla.palette import IVORY
from calibration.sheets.svg import png
from rules.crystalla.edition import Edition
from rules.crystalla.vocabulary import Crystal, Segment

FACE_PX = 512

Progress = Callable[[int, int], None]
"""Told (done, of how many) after each step."""


def face_png(large: Crystal, small: Crystal, size_px: int = FACE_PX) -> bytes:
    """PNG of a card face, `size_px` square, canonical orientation, no bleed."""
    face = Image.new("RGBA", (size_px, size_px), IVORY)
    for segment, crystal in ((Segment.LARGE, large), (Segment.SMALL, small)):
        face.alpha_composite(_pane(segment, crystal, size_px))
    written = io.BytesIO()
    face.convert("RGB").save(written, "PNG")
    return written.getvalue()


@lru_cache(maxsize=2 * len(Crystal))
def _pane(segment: Segment, crystal: Crystal, size_px: int) -> Image.Image:
    """Fourteen panes make every card, so each is drawn once."""
    return Image.open(io.BytesIO(pane_png(segment, crystal, size_px))).convert("RGBA")


def pane_png(segment: Segment, crystal: Crystal, size_px: int = FACE_PX) -> bytes:
    """PNG with alpha of one printed segment, in its place on the card square of `size_px`."""
    return png(pane_svg(segment, crystal), size_px)


def piece_png(segment: Segment, crystal: Crystal, size_px: int = FACE_PX) -> bytes:
    """PNG with alpha of a crystal piece, drawn in its place on the card square of `size_px`."""
    return png(piece_svg(segment, crystal), size_px)


def back_png(size_px: int = FACE_PX) -> bytes:
    """PNG of the card back, `size_px` square."""
    return png(back_svg(), size_px)


def tableau_png(colour: str, height_px: int = FACE_PX // 2) -> bytes:
    """PNG of the start tableau in a pawn colour, cards side up; raises ValueError for any other colour."""
    return png(tableau_svg(colour), round(height_px * TABLEAU_MM[0] / TABLEAU_MM[1]))


def write_faces(folder: Path, edition: Edition, progress: Progress | None = None, size_px: int = FACE_PX) -> list[Path]:
    """Write one PNG per distinct card of the edition, the pieces, the back and one tableau; returns their paths.

    Cards, pieces and back are `size_px` square. Raises OSError when the folder cannot be made or written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    pictures = _pictures(edition, size_px)
    written = []
    for done, (name, draw) in enumerate(pictures.items(), start=1):
        path = folder / f"{name}.png"
        path.write_bytes(draw())
        written.append(path)
        if progress:
            progress(done, len(pictures))
    return written


def _pictures(edition: Edition, size_px: int) -> dict[str, Callable[[], bytes]]:
    pictures: dict[str, Callable[[], bytes]] = {}
    for card in edition.cards:
        pictures[f"{card.large}-{card.small}"] = partial(face_png, card.large, card.small, size_px)
    for segment in Segment:
        for crystal in Crystal:
            pictures[f"piece-{segment}-{crystal}"] = partial(piece_png, segment, crystal, size_px)
    pictures["back"] = partial(back_png, size_px)
    pictures["tableau"] = partial(tableau_png, edition.tableaus[0].colour, size_px // 2)
    return pictures
