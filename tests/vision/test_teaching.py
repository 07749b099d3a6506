"""What lessons change in a reading, and what they must leave alone."""

from __future__ import annotations

import numpy as np
import pytest

from rules.crystalla.vocabulary import Crystal
from vision.crystalla.teaching import CRYSTALS, TUNED, Taught, learn, softmax

DIAMOND, RUBY = CRYSTALS.index(Crystal.DIAMOND), CRYSTALS.index(Crystal.RUBY)
TOKEN = 64


def tokens_around(place: int, count: int, seed: int) -> np.ndarray:
    """Tokens of segments that look alike: one direction, with some noise."""
    token = np.eye(TOKEN)[place] * 8
    return np.asarray(token + np.random.default_rng(seed).normal(0, 0.3, (count, TOKEN)))


def logits_for(crystal: int, count: int) -> np.ndarray:
    return np.tile(np.eye(7)[crystal] * 3.0, (count, 1))


def taught_white_rubies() -> Taught:
    """Two kinds of segments were taught: rubies that the networks take for diamonds, and true diamonds."""
    tokens = np.vstack([tokens_around(0, 6, 1), tokens_around(1, 6, 2)])
    logits = logits_for(DIAMOND, 12)
    taught = learn(tokens, logits, np.array([RUBY] * 6 + [DIAMOND] * 6), TUNED)
    assert taught is not None
    return taught


def test_a_segment_like_the_taught_ones_gets_their_crystal() -> None:
    rubies = tokens_around(0, 5, 3)
    told = softmax(logits_for(DIAMOND, 5) + taught_white_rubies().shift(rubies))
    assert (told.argmax(axis=1) == RUBY).all()


def test_what_the_networks_knew_stays() -> None:
    diamonds = tokens_around(1, 5, 4)
    told = softmax(logits_for(DIAMOND, 5) + taught_white_rubies().shift(diamonds))
    assert (told.argmax(axis=1) == DIAMOND).all()


def test_a_segment_unlike_all_lessons_keeps_the_answer_of_the_networks() -> None:
    shift = taught_white_rubies().shift(tokens_around(9, 5, 5) * 4)
    assert np.abs(shift).max() < 0.01


@pytest.mark.parametrize("order", [np.arange(12), np.arange(12)[::-1]])
def test_the_order_of_the_lessons_does_not_matter(order: np.ndarray) -> None:
    tokens = np.vstack([tokens_around(0, 6, 1), tokens_around(1, 6, 2)])
    labels = np.array([RUBY] * 6 + [DIAMOND] * 6)
    shuffled = learn(tokens[order], logits_for(DIAMOND, 12), labels[order], TUNED)
    assert shuffled is not None
    some = tokens_around(0, 3, 6)
    assert np.allclose(shuffled.shift(some), taught_white_rubies().shift(some), atol=1e-6)


def test_no_lesson_teaches_nothing() -> None:
    assert learn(np.empty((0, TOKEN)), np.empty((0, 7)), np.empty(0, int), TUNED) is None
