"""A steep view is stretched before cards are looked for, and what is found comes back in the photo's own pixels."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from vision.crystalla.locate import AS_IT_IS, STEEP, Detection, Found, locate, upright_stretch
from vision.image import Photo, load_photo
from vision.onnx import Network, read_manifest

SAMPLES = Path(__file__).parents[3] / "sample_images" / "crystalla"


@pytest.fixture(scope="module")
def network() -> Network:
    return Network(read_manifest()["crystalla-locate"])


@pytest.fixture(scope="module")
def photo() -> Photo:
    return load_photo(SAMPLES / "001.jpg")


def flat(width: float, height: float) -> Found:
    """One upright card of this size."""
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], float)
    return Found((Detection(corners, 0.9),), ())


@pytest.mark.parametrize("stretch", [(1.0, STEEP), (STEEP, 1.0)])
def test_the_same_cards_are_where_they_were(network: Network, photo: Photo, stretch: tuple[float, float]) -> None:
    plain = [card for card in locate(network, photo.bgr, AS_IT_IS).cards if card.heat > 0.6]
    stretched = locate(network, photo.bgr, stretch).cards
    assert len(plain) >= 3
    for card in plain:
        nearest = min(np.hypot(*(card.centre - other.centre)) for other in stretched)
        assert nearest < 0.15 * card.side_px


def test_the_shorter_side_is_stretched() -> None:
    assert upright_stretch(flat(100, 60)) == (1.0, STEEP)
    assert upright_stretch(flat(60, 100)) == (STEEP, 1.0)


def test_with_nothing_found_the_camera_is_taken_to_stand_upright() -> None:
    assert upright_stretch(Found((), ())) == (1.0, STEEP)
