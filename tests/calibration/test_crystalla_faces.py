"""The pictures of the reference copy: distinct, in place, transparent where nothing lies (design §3, §4)."""

from __future__ import annotations

import io
import itertools
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image

from calibration.sheets.crystalla import face_png, piece_png, tableau_png, write_faces
from calibration.sheets.crystalla.palette import PALETTES
from rules.crystalla.edition import load_edition
from rules.crystalla.vocabulary import Crystal, Segment

PX = 128
Pixels = npt.NDArray[np.int64]


def _pixels(png: bytes, mode: str = "RGB") -> Pixels:
    return np.asarray(Image.open(io.BytesIO(png)).convert(mode)).astype(np.int64)


def _near(pixels: Pixels, colour: str, within: int = 40) -> npt.NDArray[np.bool_]:
    wanted = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
    return np.asarray(np.abs(pixels[..., :3] - wanted).sum(axis=-1) < within)


@pytest.fixture(scope="module")
def pure() -> dict[Crystal, Pixels]:
    return {crystal: _pixels(face_png(crystal, crystal, PX)) for crystal in Crystal}


def test_crystals_differ_in_colour_and_in_grey(pure: dict[Crystal, Pixels]) -> None:
    for a, b in itertools.combinations(Crystal, 2):
        assert np.abs(pure[a] - pure[b]).mean() > 25, (a, b)
        grey = np.abs(pure[a].mean(axis=-1) - pure[b].mean(axis=-1))
        assert grey.mean() > 15, (a, b)


def test_a_face_is_512_pixels_square_unless_told_otherwise() -> None:
    assert _pixels(face_png(Crystal.RUBY, Crystal.DIAMOND)).shape == (512, 512, 3)


def test_swapping_the_crystals_changes_the_face() -> None:
    one = _pixels(face_png(Crystal.RUBY, Crystal.DIAMOND, PX))
    other = _pixels(face_png(Crystal.DIAMOND, Crystal.RUBY, PX))
    assert np.abs(one - other).mean() > 50


@pytest.mark.parametrize(
    ("segment", "inside", "outside"), [(Segment.LARGE, (96, 32), (32, 96)), (Segment.SMALL, (28, 100), (96, 32))]
)
@pytest.mark.parametrize("crystal", Crystal)
def test_a_piece_covers_its_own_segment_only(
    segment: Segment, inside: tuple[int, int], outside: tuple[int, int], crystal: Crystal
) -> None:
    alpha = _pixels(piece_png(segment, crystal, PX), "RGBA")[..., 3]
    assert alpha[inside] == 255
    assert alpha[outside] == 0
    assert alpha.mean() / 255 == pytest.approx(0.61 if segment is Segment.LARGE else 0.31, abs=0.03)


def test_a_piece_can_be_told_from_the_print_below_it(pure: dict[Crystal, Pixels]) -> None:
    piece = _pixels(piece_png(Segment.LARGE, Crystal.RUBY, PX), "RGBA")
    rim = (piece[..., 3] == 255) & (np.abs(piece[..., :3] - pure[Crystal.RUBY]).sum(axis=-1) > 60)
    assert rim.mean() > 0.04


def test_emerald_quarter_flowers_lie_at_their_own_corners(pure: dict[Crystal, Pixels]) -> None:
    heart = _near(pure[Crystal.EMERALD], "#ffe9a8")
    ys, xs = np.nonzero(heart)
    assert heart[118, 8], "bottom-left, large"
    assert heart[7, 120], "top-right, small"
    assert ((xs < 30) & (ys > 98) | (xs > 98) & (ys < 30)).all()
    # The large one is larger.
    assert (xs < 30).sum() > (xs > 98).sum()


def test_ruby_half_flowers_lie_in_the_middle_and_face_no_side(pure: dict[Crystal, Pixels]) -> None:
    bright = _near(pure[Crystal.RUBY], PALETTES[Crystal.RUBY].gem[3], 60)
    bright[:5], bright[-5:], bright[:, :5], bright[:, -5:] = False, False, False, False
    y, x = np.mgrid[:PX, :PX] / PX
    for flower, centre in (
        (bright & (x < 0.55) & (y > 0.42), (0.36, 0.64)),
        (bright & (x > 0.64) & (y < 0.36), (0.78, 0.22)),
    ):
        assert flower.sum() > 20
        assert (x[flower].mean(), y[flower].mean()) == pytest.approx(centre, abs=0.07)
        # On the antidiagonal (its light falls from one side), so no card side is favoured.
        assert x[flower].mean() == pytest.approx(1 - y[flower].mean(), abs=0.045)


def test_tableau_shows_four_marks_and_which_way_is_up() -> None:
    pixels = _pixels(tableau_png("blue", 64))
    bright = (pixels.min(axis=-1) > 190)[20:46].mean(axis=0) > 0.5
    starts = np.flatnonzero(np.diff(bright.astype(int)) == 1)
    columns = {int(4 * start / pixels.shape[1]) for start in starts}
    assert columns == {0, 1, 2, 3}
    assert np.abs(pixels - pixels[::-1]).mean() > 15


def test_tableau_names_the_colours_it_has() -> None:
    with pytest.raises(ValueError, match="no pawns in 'pink', allowed are gray, blue, green, orange"):
        tableau_png("pink")


def test_write_faces_writes_each_distinct_card_once(tmp_path: Path) -> None:
    edition = load_edition(None)
    steps: list[tuple[int, int]] = []
    written = write_faces(tmp_path / "faces", edition, lambda *step: steps.append(step), size_px=64)
    names = {path.name for path in written}
    cards = {f"{card.large}-{card.small}.png" for card in edition.cards}
    pieces = {f"piece-{segment}-{crystal}.png" for segment in Segment for crystal in Crystal}
    assert names == cards | pieces | {"back.png", "tableau.png"}
    assert steps[-1] == (len(written), len(written))
    opened = {path.name: Image.open(io.BytesIO(path.read_bytes())) for path in written}
    assert {picture.size for name, picture in opened.items() if name != "tableau.png"} == {(64, 64)}
    assert opened["piece-small-ruby.png"].mode == "RGBA"
    assert len({path.read_bytes() for path in written}) == len(written)
