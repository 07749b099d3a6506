"""Truth files: read as the contract says, refused with file and field."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rules.crystalla.vocabulary import Cell, Crystal, Rotation
from vision.truth import TruthError, load_truth, parse_truth, truth_path

CARD = {"row": 1, "col": 2, "rotation": 3, "large": "ruby", "small": "diamond"}


def test_a_full_card_is_read(tmp_path: Path) -> None:
    corners = [[0, 0], [10, 0], [10, 10], [0, 10]]
    written = {
        **CARD,
        "piece_on_large": "ruby",
        "piece_on_small": None,
        "corners": corners,
        "note": "extra keys are fine",
    }
    path = tmp_path / "photo.json"
    path.write_text(json.dumps({"game": "crystalla", "cards": [written], "camera": "any"}))
    (card,) = load_truth(path).cards
    assert (card.cell, card.rotation, card.large, card.small) == (
        Cell(1, 2),
        Rotation(3),
        Crystal.RUBY,
        Crystal.DIAMOND,
    )
    assert (card.piece_on_large, card.piece_on_small) == (Crystal.RUBY, None)
    assert card.corners is not None and card.corners.array().tolist() == corners


def test_a_segment_may_be_written_as_a_reading_writes_it() -> None:
    read = {**CARD, "large": {"crystal": "citrine", "confidence": 0.4, "piece": True}}
    (card,) = parse_truth({"game": "crystalla", "cards": [read]}, "x.json").cards
    assert (card.large, card.small) == (Crystal.CITRINE, Crystal.DIAMOND)
    with pytest.raises(TruthError, match=r"cards\[0\].large is None"):
        parse_truth({"game": "crystalla", "cards": [{**CARD, "large": {"crystal": None}}]}, "x.json")


def test_nothing_to_find_is_a_truth() -> None:
    assert parse_truth({"game": "crystalla", "cards": []}, "x.json").cards == ()


@pytest.mark.parametrize(
    ("content", "field"),
    [
        ([], "the file"),
        ({"cards": []}, "game"),
        ({"game": "chess", "cards": []}, "game"),
        ({"game": "crystalla"}, "cards"),
        ({"game": "crystalla", "cards": [CARD] * 13}, "cards"),
        ({"game": "crystalla", "cards": ["ruby"]}, "cards[0]"),
        ({"game": "crystalla", "cards": [CARD, CARD]}, "cards[1]"),
        ({"game": "crystalla", "cards": [CARD, {**CARD, "row": 3}]}, "cards[1].row"),
        ({"game": "crystalla", "cards": [{**CARD, "col": -1}]}, "cards[0].col"),
        ({"game": "crystalla", "cards": [{**CARD, "col": True}]}, "cards[0].col"),
        ({"game": "crystalla", "cards": [{**CARD, "rotation": 1.0}]}, "cards[0].rotation"),
        ({"game": "crystalla", "cards": [{**CARD, "large": "opal"}]}, "cards[0].large"),
        ({"game": "crystalla", "cards": [{**CARD, "small": None}]}, "cards[0].small"),
        ({"game": "crystalla", "cards": [{**CARD, "small": ["ruby"]}]}, "cards[0].small"),
        ({"game": "crystalla", "cards": [{**CARD, "piece_on_large": "gold"}]}, "cards[0].piece_on_large"),
        ({"game": "crystalla", "cards": [{**CARD, "corners": [[0, 0], [1, 1]]}]}, "cards[0].corners"),
        ({"game": "crystalla", "cards": [{**CARD, "corners": "here"}]}, "cards[0].corners"),
    ],
)
def test_what_does_not_fit_names_file_and_field(content: Any, field: str) -> None:
    with pytest.raises(TruthError) as refusal:
        parse_truth(content, "table.json")
    assert refusal.value.reason.startswith(f"table.json: {field} is ")
    assert "allowed: " in refusal.value.reason


def test_broken_files_are_named(tmp_path: Path) -> None:
    path = tmp_path / "broken.json"
    path.write_text('{"game": ')
    with pytest.raises(TruthError, match="broken.json: no truth can be read"):
        load_truth(path)
    with pytest.raises(TruthError, match="absent.json: no truth can be read"):
        load_truth(tmp_path / "absent.json")
    path.write_text("[" * 100_000)
    with pytest.raises(TruthError, match="broken.json: no truth can be read"):
        load_truth(path)


def test_truth_lies_beside_its_photo() -> None:
    assert truth_path(Path("a/b.c.jpg")) == Path("a/b.c.json")
