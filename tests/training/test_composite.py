"""Composite pictures: what truth says lies where is what the picture shows there."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import jsonschema
import numpy as np
import pytest

from models.training.composite import layout, photos
from models.training.composite.cells import KINDS
from models.training.composite.decks import make_deck
from models.training.composite.files import composite
from models.training.composite.light import Bytes, to_linear, to_srgb
from models.training.composite.negatives import make_negative
from models.training.composite.photos import ENVIRONMENT, list_photos, photo_folder
from models.training.composite.scene import make_scene
from models.training.composite.view import frame_view
from rules.crystalla.vocabulary import Crystal, Segment

ROOT = Path(__file__).resolve().parents[2]
HUES = {crystal: round(index * 180 / 7) for index, crystal in enumerate(Crystal)}
"""One hue for each crystal, in OpenCV's half degrees."""
CONTRACT = ROOT.parent / "shared" / "contract.schema.json"


def plain(crystal: Crystal) -> np.ndarray[Any, Any]:
    """A crystal's colour, BGR."""
    return cv2.cvtColor(np.array([[[HUES[crystal], 255, 235]]], np.uint8), cv2.COLOR_HSV2BGR)[0, 0]


@dataclass(frozen=True, slots=True)
class PlainDeck:
    """Segments of one colour each, cut corner to corner, so that any pixel tells what it shows."""

    family: str = "plain"

    def face(self, large: Crystal, small: Crystal) -> Bytes:
        picture = np.full((100, 100, 4), 255, np.uint8)
        above = np.triu(np.ones((100, 100), bool))
        picture[..., :3] = np.where(above[..., None], plain(small), plain(large))
        return picture

    def piece(self, segment: Segment, crystal: Crystal) -> Bytes:
        picture = self.face(crystal, crystal)
        above = np.triu(np.ones((100, 100), bool))
        picture[..., 3] = 255 * (above if segment is Segment.SMALL else ~above)
        return picture

    def back(self) -> Bytes:
        return np.full((100, 100, 4), 255, np.uint8)


@pytest.fixture
def grey_photos(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of one evenly grey photograph for each use."""
    folder = tmp_path / "photos"
    folder.mkdir()
    for use in photos.USES:
        cv2.imwrite(str(folder / f"{use}.jpg"), np.full((360, 480, 3), 128, np.uint8))
    (folder / "split.csv").write_text("file,surface,use\neval.jpg,cloth, red,eval\ntrain.jpg,wood,train\n")
    monkeypatch.setenv(ENVIRONMENT, str(folder))
    photos.load_photo.cache_clear()
    yield folder
    photos.load_photo.cache_clear()


def scenes(count: int, hard: bool | None = None) -> list[Any]:
    made = (make_scene(PlainDeck(), "eval", np.random.default_rng((9, index))) for index in range(count))
    return [scene for scene in made if hard is None or (scene.truth["difficulty"] == "hard") == hard]


def hue_at(picture: Bytes, quad: np.ndarray[Any, Any], point: tuple[float, float]) -> float:
    """Hue at a point of the card's unit square, averaged over 3 x 3 pixels."""
    matrix = cv2.getPerspectiveTransform(layout.UNIT.astype(np.float32), quad.astype(np.float32))
    x, y, w = matrix @ (*point, 1.0)
    row, column = int(y / w), int(x / w)
    patch = picture[row - 1 : row + 2, column - 1 : column + 2].reshape(-1, 3).mean(axis=0)
    return float(cv2.cvtColor(patch.astype(np.uint8)[None, None], cv2.COLOR_BGR2HSV)[0, 0, 0])


def named_at(picture: Bytes, quad: np.ndarray[Any, Any], point: tuple[float, float]) -> str:
    hue = hue_at(picture, quad, point)
    return min(HUES, key=lambda crystal: abs((hue - HUES[crystal] + 90) % 180 - 90))


@pytest.mark.usefixtures("grey_photos")
def test_every_segment_shows_the_colour_that_its_truth_names() -> None:
    shown = pieces = 0
    for scene in scenes(5):
        for card in scene.truth["cards"]:
            quad = np.array(card["corners"])
            assert named_at(scene.picture, quad, (0.28, 0.72)) == card["large"]
            assert named_at(scene.picture, quad, (0.80, 0.20)) == card["small"]
            shown += 1
            pieces += sum(card[f"piece_on_{segment}"] is not None for segment in Segment)
    assert shown >= 25
    assert pieces >= 5


@pytest.mark.usefixtures("grey_photos")
def test_a_card_ends_where_its_corners_say() -> None:
    scene = scenes(1)[0]
    for card in scene.truth["cards"]:
        quad = np.array(card["corners"])
        # A tenth of a card inside each corner there is card (the bottom-left is the large segment's own).
        assert named_at(scene.picture, quad, (0.06, 0.94)) == card["large"]
        assert named_at(scene.picture, quad, (0.94, 0.06)) == card["small"]


@pytest.mark.usefixtures("grey_photos")
def test_rotation_is_clockwise_from_above_as_seen_in_the_picture() -> None:
    for scene in scenes(4):
        for card in scene.truth["cards"]:
            top = np.subtract(card["corners"][1], card["corners"][0])
            angle = np.degrees(np.arctan2(top[1], top[0]))
            turned = (angle - scene.truth["turn_deg"] - 90 * card["rotation"]) % 90
            assert min(turned, 90 - turned) < 32


@pytest.mark.usefixtures("grey_photos")
def test_without_the_strip_the_player_sits_at_the_bottom_edge() -> None:
    bare = [scene for scene in scenes(8) if not scene.truth["tableau"] and len(scene.truth["cards"]) == 12]
    assert bare
    for scene in bare:
        middles = {(c["row"], c["col"]): np.mean(c["corners"], axis=0) for c in scene.truth["cards"]}
        assert middles[0, 0][0] < middles[0, 3][0]
        assert middles[0, 0][1] > middles[2, 0][1]


@pytest.mark.usefixtures("grey_photos")
def test_displays_are_legal_whole_in_the_picture_and_fit_the_contract() -> None:
    schema = json.loads(CONTRACT.read_text()) if CONTRACT.exists() else None
    for scene in scenes(6):
        truth = scene.truth
        assert layout.is_legal([(c["row"], c["col"], c["rotation"]) for c in truth["cards"]])
        corners = np.array([c["corners"] for c in truth["cards"]])
        assert corners.min() >= 0
        assert np.all(corners <= scene.picture.shape[1::-1])
        if schema:
            jsonschema.validate(truth, {**schema, "$ref": "#/$defs/truth"})


@pytest.mark.usefixtures("grey_photos")
def test_the_same_seed_gives_the_same_picture_and_another_one_does_not() -> None:
    first, again, other = (make_scene(PlainDeck(), "eval", np.random.default_rng(seed)) for seed in (4, 4, 5))
    assert np.array_equal(first.picture, again.picture)
    assert first.truth == again.truth
    assert first.truth != other.truth


@pytest.mark.usefixtures("grey_photos")
@pytest.mark.parametrize("index", range(len(KINDS)), ids=KINDS)
def test_other_things_have_empty_truth_and_leave_the_table_changed(index: int) -> None:
    scene = make_negative(index, "eval", np.random.default_rng(index))
    assert scene.truth["cards"] == []
    assert scene.truth["kind"] == tuple(KINDS)[index]
    assert scene.picture.std() > 3


def test_a_split_keeps_to_its_use_and_an_unknown_one_is_refused(grey_photos: Path) -> None:
    assert list_photos("eval") == ["eval.jpg"]
    assert list_photos("train") == ["train.jpg"]
    with pytest.raises(ValueError, match="'test' of photographs is unknown, allowed are eval, train"):
        list_photos("test")
    (grey_photos / "split.csv").unlink()
    with pytest.raises(FileNotFoundError, match=r"split\.csv is missing"):
        list_photos("eval")


def test_unknown_art_is_refused() -> None:
    with pytest.raises(ValueError, match="'gold' is unknown, allowed are reference, validation, test"):
        make_deck("gold", np.random.default_rng(0))


def test_a_quarter_turn_of_a_display_turns_cells_and_cards() -> None:
    places = [(0, 0, 0), (0, 1, 1), (1, 1, 3)]
    assert layout.quarter_turned(places, 1) == [(1, 0, 1), (0, 0, 2), (0, 1, 0)]
    assert sorted(layout.quarter_turned(places, 4)) == sorted(places)


def test_raised_things_appear_further_from_a_tilted_camera() -> None:
    hull = np.array([(-100.0, -100.0), (100.0, -100.0), (100.0, 100.0), (-100.0, 100.0)])
    view = frame_view(hull, (1280, 960), 45, 0.6, np.random.default_rng(3))
    low, high = view.project([(0, 0)], 0)[0], view.project([(0, 0)], 10)[0]
    assert high[1] < low[1]
    span = np.ptp(view.project(hull), axis=0) / view.size
    assert span.max() == pytest.approx(0.6, abs=0.01)


def test_light_goes_there_and_back() -> None:
    codes = np.arange(256, dtype=np.uint8)
    assert np.abs(to_srgb(to_linear(codes)) * 255 - codes).max() < 0.5


def test_a_set_is_resumed_where_it_stopped(grey_photos: Path, tmp_path: Path) -> None:
    out = tmp_path / "set"
    command = [sys.executable, "-m", "models.training.composite", "--negatives", "--seed", "3", "--out", str(out)]
    environment = {**os.environ, ENVIRONMENT: str(grey_photos)}
    subprocess.run([*command, "--count", "1"], check=True, cwd=ROOT, env=environment, capture_output=True)
    (out / "0000.jpg").write_bytes(b"kept")
    subprocess.run([*command, "--count", "2"], check=True, cwd=ROOT, env=environment, capture_output=True)
    assert sorted(path.name for path in out.iterdir()) == ["0000.jpg", "0000.json", "0001.jpg", "0001.json"]
    assert (out / "0000.jpg").read_bytes() == b"kept"


@pytest.mark.skipif(not (photo_folder() / "split.csv").exists(), reason=f"photographs absent: {photo_folder()}")
def test_the_reference_copy_in_a_real_photograph() -> None:
    scene, _ = composite("reference", "train", 1, 0)
    assert scene.truth["photo"] in list_photos("train")
    assert scene.truth["art"] == "reference"
    assert len(scene.truth["cards"]) >= 3
