"""A watched place counts as changed when something else lies there, not when the sensor hums or a cloud passes."""

import cv2
import numpy as np
import pytest

from vision.crystalla.memory import Key, Kind, Watch

PLACES = {
    Key(Kind.DISPLAY, 0, 0, col): np.array([(0, 0), (80, 0), (80, 80), (0, 80)]) + np.array([60.0 + 90 * col, 50.0])
    for col in range(3)
}
KEYS = list(PLACES)


def picture(seed: int = 1) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return cv2.resize(rng.integers(30, 200, (12, 20, 3), dtype=np.uint8), (400, 240), interpolation=cv2.INTER_CUBIC)


def noisy(scene: np.ndarray, seed: int) -> np.ndarray:
    grain = np.random.default_rng(seed).normal(0, 5, scene.shape)
    return np.clip(scene + grain, 0, 255).astype(np.uint8)


def test_everything_is_new_at_first_and_nothing_in_a_still_scene() -> None:
    watch = Watch(PLACES)
    assert watch.changed(noisy(picture(), 0)) == KEYS
    assert [watch.changed(noisy(picture(), seed)) for seed in range(1, 20)] == [[]] * 19


@pytest.mark.parametrize("gain", [0.9, 1.12])
def test_a_lamp_that_changes_a_little_changes_no_place(gain: float) -> None:
    watch = Watch(PLACES)
    watch.changed(picture())
    assert watch.changed(np.clip(picture() * gain, 0, 255).astype(np.uint8)) == []


@pytest.mark.parametrize("side", [14, 28])
def test_a_thing_as_small_as_a_pawn_changes_its_place_alone(side: int) -> None:
    watch = Watch(PLACES)
    before = picture()
    watch.changed(before)
    after = before.copy()
    after[80 : 80 + side, 185 : 185 + side] = (20, 60, 230)
    assert watch.changed(after) == [KEYS[1]]
    assert watch.changed(after) == []
    assert watch.changed(before) == [KEYS[1]]
