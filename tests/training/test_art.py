"""The art families: deterministic, true geometry, seven crystals that differ, splits apart."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import numpy.typing as npt
import pytest

from models.training.art import FAMILIES, TEST, TRAIN, VALIDATION, make_deck
from models.training.art.palette import Gamut, make_ramps
from models.training.art.shape import make_shape
from rules.crystalla.vocabulary import Crystal, Segment

SIZE = 48


@pytest.mark.parametrize("family", FAMILIES)
def test_the_same_generator_gives_the_same_deck(family: str) -> None:
    first, second, other = (make_deck(family, np.random.default_rng(seed), SIZE) for seed in (5, 5, 6))
    second.face(Crystal.RUBY, Crystal.DIAMOND)  # the order of asking must not matter
    face = first.face(Crystal.EMERALD, Crystal.RUBY)
    assert np.array_equal(face, second.face(Crystal.EMERALD, Crystal.RUBY))
    assert not np.array_equal(face, other.face(Crystal.EMERALD, Crystal.RUBY))
    assert np.array_equal(first.piece(Segment.SMALL, Crystal.RUBY), second.piece(Segment.SMALL, Crystal.RUBY))
    assert np.array_equal(first.back(), second.back())


@pytest.mark.parametrize("family", FAMILIES)
def test_seven_crystals_differ_within_a_deck(family: str) -> None:
    deck = make_deck(family, np.random.default_rng(11), SIZE)
    for mask in (deck.large_mask, deck.small_mask):
        spreads = {c: _spread(deck.face(c, c), mask) for c in Crystal}
        for a, b in combinations(Crystal, 2):
            assert np.abs(spreads[a] - spreads[b]).max() > 18, f"{a} looks like {b}"


def _spread(face: npt.NDArray[np.uint8], mask: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    """Percentiles of each colour channel within a segment."""
    return np.asarray(np.percentile(face[mask > 0.9][:, :3], [2, 10, 25, 50, 75, 90, 98], axis=0))


@pytest.mark.parametrize("family", FAMILIES)
def test_faces_pieces_and_backs_have_their_shape(family: str) -> None:
    deck = make_deck(family, np.random.default_rng(3), SIZE)
    face, back = deck.face(Crystal.CITRINE, Crystal.HEMATITE), deck.back()
    for picture in (face, back):
        assert picture.shape == (SIZE, SIZE, 4) and picture.dtype == np.uint8
        assert picture[SIZE // 2, SIZE // 2, 3] == 255
    for segment, mask in ((Segment.LARGE, deck.large_mask), (Segment.SMALL, deck.small_mask)):
        piece = deck.piece(segment, Crystal.AMETHYST)[..., 3] / 255.0
        assert (piece * mask).sum() > 0.8 * mask.sum()
        other = deck.small_mask if segment is Segment.LARGE else deck.large_mask
        assert (piece * (other > 0.99)).sum() < 0.01 * other.sum()


@pytest.mark.parametrize("seed", range(25))
def test_masks_are_disjoint_and_cover_the_card_less_its_border(seed: int) -> None:
    shape = make_shape(np.random.default_rng(seed), 128, (0.0, 0.09), (0.0, 0.1))
    both = shape.large + shape.small
    assert both.max() <= 1.0 + 1e-5
    edge = round(shape.border * 128) + 2 + round(shape.radius * 128)
    assert both[edge:-edge, edge:-edge].min() > 0.999
    assert both.sum() <= ((1 - 2 * shape.border) * 128 + 1.5) ** 2
    share = shape.large.sum() / both.sum()
    assert 0.53 < share < 0.82
    assert shape.large[-edge - 1, edge] > 0.99 and shape.small[edge, -edge - 1] > 0.99


def test_bows_vary_from_slight_to_strong() -> None:
    shapes = [make_shape(np.random.default_rng(seed), 64, (0.0, 0.0), (0.0, 0.0)) for seed in range(60)]
    shares = [float(shape.large.mean()) for shape in shapes]
    assert min(shares) < 0.6 and max(shares) > 0.75


def test_splits_are_disjoint_and_whole() -> None:
    assert sorted(TRAIN + VALIDATION + TEST) == sorted(FAMILIES)
    assert len(TRAIN) >= 13 and len(VALIDATION) >= 3 and len(TEST) >= 5


def test_unknown_family_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="'velveteen'.*lowpoly"):
        make_deck("velveteen", np.random.default_rng(0))


@pytest.mark.parametrize("seed", range(30))
def test_gem_colours_stay_apart_in_every_palette(seed: int) -> None:
    middles = {c: ramp.at(0.5) for c, ramp in make_ramps(np.random.default_rng(seed), Gamut()).items()}
    for a, b in combinations(Crystal, 2):
        assert np.abs(middles[a] - middles[b]).max() > 0.1, f"{a} looks like {b}"
