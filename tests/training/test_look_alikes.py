"""Look-alikes for training: drawn at random, never a label of a card, and not those of the test set."""

from __future__ import annotations

import ast
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.training import dataset
from models.training.camera import look_at
from models.training.canvas import Canvas
from models.training.lookalikes import lay
from models.training.lookalikes.loose import _parts
from models.training.scene import CardTruth, Scene
from tests.parsed import parsed

TRAINING = Path(dataset.__file__).parent
KINDS = [pytest.param(kind, id=f"{kind.make.__name__}-{index}") for index, kind in enumerate(lay.LOOSE + lay.BOARDS)]


def canvas() -> Canvas:
    """An evenly grey table of about half a metre seen from above."""
    view = look_at(np.zeros(2), 500.0, 0.0, 0.0, 0.0, 1.0, (384, 288))
    return Canvas(np.random.default_rng(1), view, np.full((288, 384, 3), 0.5, np.float32))


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_varies_and_one_seed_gives_the_same(kind: lay.Kind) -> None:
    first, again, *others = (kind.make(np.random.default_rng(seed))(1, 2) for seed in (5, 5, 6, 7))
    assert np.array_equal(first, again)
    assert any(not np.array_equal(first, other) for other in others)
    assert first.shape[0] / first.shape[1] == pytest.approx(kind.aspect, abs=0.03)


@pytest.mark.parametrize("kind", KINDS)
def test_laid_cells_are_decoys_where_the_picture_changed_and_no_cards(kind: lay.Kind) -> None:
    scene = canvas()
    before = scene.light.copy()
    lay.lay_grid(np.random.default_rng(3), scene, np.eye(3), np.zeros(2), kind)
    assert scene.decoys
    assert scene.cards == []
    assert not scene.labels.any()
    changed = np.abs(scene.light - before).max(axis=2) > 0.02
    covered = np.zeros(changed.shape, np.uint8)
    for quad in scene.decoys:
        cv2.fillConvexPoly(covered, np.rint(quad).astype(np.int32), 1)
    assert changed[covered > 0].mean() > 0.5


def test_decoys_become_crops_of_no_card() -> None:
    drawn = canvas()
    lay.lay_grid(np.random.default_rng(3), drawn, np.eye(3), np.zeros(2), lay.LOOSE[2])
    picture = np.asarray(np.clip(drawn.light * 255, 0, 255), np.uint8)
    scene = Scene(picture, drawn.labels, drawn.veil, decoys=drawn.decoys)
    quads = [dataset._negative_quad(np.random.default_rng(seed), scene) for seed in range(40)]
    middles = np.array([quad.mean(axis=0) for quad in scene.decoys])
    close = [q for q in quads if q is not None and np.hypot(*(middles - q.mean(axis=0)).T).min() < 8]
    assert len(close) >= 10


def test_a_decoy_beneath_a_card_is_not_called_no_card() -> None:
    drawn = canvas()
    lay.lay_grid(np.random.default_rng(3), drawn, np.eye(3), np.zeros(2), lay.LOOSE[2])
    cards = [CardTruth(quad, 0, 1, False, False, True) for quad in drawn.decoys]
    scene = Scene(np.zeros((288, 384, 3), np.uint8), drawn.labels, drawn.veil, cards, decoys=drawn.decoys)
    for seed in range(60):
        quad = dataset._negative_quad(np.random.default_rng(seed), scene)
        if quad is not None:
            near = [np.hypot(*(card.corners.mean(0) - quad.mean(0))) for card in cards]
            assert min(near) > 0.4 * np.sqrt(cv2.contourArea(quad.astype(np.float32)))


def test_a_diagonal_between_two_fields_is_straight() -> None:
    mask, _ = _parts(0)
    swapped = mask != mask.T
    assert swapped.mean() > 0.98  # mirrored at the cut, each point falls into the other field: no bow
    assert abs(float(mask.mean()) - 0.5) < 0.01


@pytest.mark.parametrize(("drawing", "stranger"), [("lookalikes", "composite"), ("composite", "lookalikes")])
def test_training_and_test_set_share_no_drawing(drawing: str, stranger: str) -> None:
    modules = sorted((TRAINING / drawing).glob("*.py"))
    assert len(modules) >= 4
    for module in modules:
        for node in ast.walk(parsed(module)):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            assert not [name for name in names if stranger in name.split(".")], module
