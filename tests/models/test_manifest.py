"""The networks are the ones that the manifest names, with the labels and shapes that the code expects."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from rules.crystalla.vocabulary import Crystal
from vision.crystalla.common_cut import CUT_PX
from vision.crystalla.crop import CROP_PX
from vision.crystalla.teaching import untaught
from vision.errors import ModelError
from vision.onnx import Network, models_folder, read_manifest

NAMES = ("crystalla-locate", "crystalla-cards", "crystalla-display", "crystalla-kin", "crystalla-pawns")
MAX_BYTES = 4_000_000


def test_the_manifest_names_exactly_the_networks_that_lie_there() -> None:
    assert set(read_manifest()) == set(NAMES)
    assert {facts.file for facts in read_manifest().values()} == {p.name for p in models_folder().glob("*.onnx")}


@pytest.mark.parametrize("name", NAMES)
def test_a_network_is_small_has_a_card_and_opens_only_with_its_own_hash(name: str, tmp_path: Path) -> None:
    facts = read_manifest()[name]
    weights = models_folder() / facts.file
    assert weights.stat().st_size <= MAX_BYTES
    assert name in (models_folder() / f"{name}.md").read_text(encoding="utf-8")
    Network(facts)
    shutil.copy(weights, tmp_path / facts.file)
    with (tmp_path / facts.file).open("r+b") as file:
        file.seek(1000)
        file.write(b"spoilt")
    with pytest.raises(ModelError, match="sha256"):
        Network(facts, tmp_path)


def test_the_labels_are_the_games_words_in_order() -> None:
    assert read_manifest()["crystalla-display"].labels == tuple(Crystal)


def test_shapes_in_and_out() -> None:
    facts = read_manifest()
    (maps,) = Network(facts["crystalla-locate"])(picture=np.zeros((1, 384, 512, 3), np.uint8))
    assert maps.shape == (1, 9, 48, 64)
    crops, cut = np.zeros((5, CROP_PX, CROP_PX, 3), np.uint8), np.zeros((5, 3, CUT_PX, CUT_PX), np.float32)
    seen = Network(facts["crystalla-cards"])(crops=crops, cut=cut, trust=np.zeros(5, np.float32))
    geometry, rotation, tokens, masks, kin = seen
    assert (geometry.shape, rotation.shape, tokens.shape) == ((5, 9), (5, 4), (5, 2, 96))
    assert (masks.shape, kin.shape) == (cut.shape, (5, 160))
    (together,) = Network(facts["crystalla-kin"])(kin=np.zeros((5, 4, 160), np.float32), odds=np.zeros(5, np.float32))
    assert together.shape == (5,)
    (segments,) = Network(facts["crystalla-display"])(**untaught(tokens.reshape(10, 96)))
    assert segments.shape == (1, 10, len(Crystal) + 2)


def test_a_missing_manifest_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"manifest\.toml"):
        read_manifest(tmp_path)
