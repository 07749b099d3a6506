"""What the cards of one printing show of each other: pictures of noise, whose twins are told in another light."""

from __future__ import annotations

import numpy as np

from vision.crystalla.common_print import Named, best_likeness, crystals_together, turned_together
from vision.crystalla.crop import CROP_PX, Image

CRYSTALS = 7


def pictures(seed: int) -> list[Image]:
    """A picture of every crystal of a printing, coarse enough to outlast a blur."""
    rng = np.random.default_rng(seed)
    coarse = rng.integers(40, 215, (CRYSTALS, CROP_PX // 4, CROP_PX // 4, 3), dtype=np.uint8)
    return list(coarse.repeat(4, axis=1).repeat(4, axis=2))


def card(printing: list[Image], large: int, small: int) -> Image:
    """An upright crop: the large crystal below the diagonal, the small one above."""
    y, x = np.mgrid[:CROP_PX, :CROP_PX]
    return np.where((y > x)[..., None], printing[large], printing[small])


def dimmer(crop: Image) -> Image:
    """The same under a warm weak lamp."""
    return (crop * np.array([0.4, 0.55, 0.7])).astype(np.uint8)


def logits(*shown: tuple[int, int], certain: float = 6.0) -> np.ndarray:
    """Logits (n, 2, 7) that are for what is shown."""
    return np.eye(CRYSTALS, dtype=np.float32)[np.array(shown)] * certain


def test_a_segment_in_doubt_is_what_its_twin_beside_it_is() -> None:
    printing = pictures(1)
    shown = [(0, 1), (0, 2), (3, 1)]
    crops = [card(printing, *pair) for pair in shown]
    before = logits(*shown)
    before[1, 0] = 0
    before[1, 0, [0, 5]] = (1.0, 1.2)  # alone it would be taken for the sixth crystal
    after = crystals_together(before, [crops[0], dimmer(crops[1]), crops[2]], None)
    assert after.argmax(axis=2).tolist() == [list(pair) for pair in shown]


def test_unlike_segments_are_not_the_same_crystal() -> None:
    printing = pictures(2)
    shown = [(0, 1), (4, 2)]
    before = logits(*shown)
    before[1, 0] = 0
    before[1, 0, [0, 4]] = (1.1, 1.0)
    after = crystals_together(before, [card(printing, *pair) for pair in shown], None)
    assert after[1, 0].argmax() == 4


def test_a_lesson_names_what_looks_like_its_cards() -> None:
    printing = pictures(3)
    taught = [(index, (index + 1) % CRYSTALS) for index in range(CRYSTALS)]
    named = Named.of([([card(printing, *pair) for pair in taught], taught)])
    shown = [(6, 2), (3, 3)]
    nothing_known = np.zeros((2, 2, CRYSTALS), np.float32)
    after = crystals_together(nothing_known, [dimmer(card(printing, *pair)) for pair in shown], named)
    assert after.argmax(axis=2).tolist() == [list(pair) for pair in shown]


def test_lessons_that_repeat_each_other_weigh_no_more_than_two() -> None:
    printing = pictures(3)
    lesson = ([card(printing, 0, 1), card(printing, 2, 3)], [(0, 1), (2, 3)])
    before, crops = logits((0, 3), (2, 1), certain=0.5), [card(printing, 0, 3), card(printing, 2, 1)]
    two, five = (crystals_together(before, crops, Named.of([lesson] * count)) for count in (2, 5))
    assert np.allclose(two, five, atol=1e-4)


def test_only_lessons_of_the_same_copy_fit_a_display() -> None:
    taught = [(index, index) for index in range(CRYSTALS)]
    named = Named.of([([card(pictures(seed), *pair) for pair in taught], taught) for seed in (4, 5)])
    fitting = named.fitting([dimmer(card(pictures(5), 6, 2)), card(pictures(5), 3, 3)])
    assert fitting is not None
    assert fitting.lessons.tolist() == [1] * CRYSTALS
    assert named.fitting([card(pictures(6), 6, 2)]) is None


def test_what_nobody_could_tell_of_a_lesson_says_nothing() -> None:
    printing = pictures(6)
    unknown = Named.of([([card(printing, 0, 1)], [(-1, -1)])])
    before = logits((0, 1))
    assert np.allclose(crystals_together(before, [card(printing, 0, 1)], unknown), before)


def test_a_turn_in_doubt_is_the_one_in_which_the_card_looks_like_others() -> None:
    printing = pictures(7)
    upright = [card(printing, 0, 1), card(printing, 2, 1), card(printing, 0, 2), card(printing, 2, 2)]
    crops = np.stack([*upright[:3], np.rot90(upright[3], -3)])
    turns = np.log(np.full((4, 4), 0.001))
    turns[:3, 0] = np.log(0.997)
    turns[3] = np.log([0.4, 0.1, 0.1, 0.4])  # by itself it may lie either way
    after = turned_together(crops, turns, None, [3])
    assert after.argmax(axis=1).tolist() == [0, 0, 0, 3]
    assert (after[:3] == turns[:3]).all()


def test_a_lesson_tells_a_turn_that_no_card_beside_it_tells() -> None:
    printing = pictures(8)
    taught = [(4, 5), (5, 4), (0, 1), (2, 3)]
    named = Named.of([([card(printing, *pair) for pair in taught], taught)])
    crops = np.stack([card(printing, 0, 1), card(printing, 2, 3), np.rot90(card(printing, 4, 4), -1)])
    turns = np.log(np.array([[0.997, 0.001, 0.001, 0.001]] * 2 + [[0.31, 0.29, 0.2, 0.2]]))
    assert turned_together(crops, turns, named, [2]).argmax(axis=1).tolist() == [0, 0, 1]


def test_a_card_looks_more_like_others_than_a_thing_does_however_it_lies() -> None:
    printing = pictures(9)
    upright = [card(printing, 0, 1), card(printing, 2, 3), np.rot90(card(printing, 2, 1), -2), pictures(10)[0]]
    turns = np.tile(np.log(np.array([0.7, 0.1, 0.1, 0.1], np.float32)), (4, 1))
    alike, unlike = best_likeness(np.stack(upright), turns, [2, 3], [0, 1])
    assert alike > 1.5 > 0.7 > unlike
