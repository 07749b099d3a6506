"""The accuracy table, on a folder whose every figure is worked by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import jsonschema
import numpy as np
import pytest

from rules.crystalla.edition import load_edition
from server.evaluate import Report, Share, evaluate, photos_with_truth
from tests.server.contract import validator
from tests.server.readings import FakeReader, card, reading, ruby_row, segment
from vision.accuracy import Cause

ROW = [("ruby", "amethyst", 2), ("ruby", "hematite", 0), ("citrine", "amethyst", 0)]
"""The truth of `ruby_row`: 10 + 7 + 3 = 20 points."""


def write_photo(folder: Path, name: str, cards: list[dict[str, Any]] | None) -> None:
    cv2.imwrite(str(folder / f"{name}.png"), np.full((60, 80, 3), 90, np.uint8))
    if cards is not None:
        (folder / f"{name}.json").write_text(json.dumps({"game": "crystalla", "cards": cards}))


def row_truth() -> list[dict[str, Any]]:
    return [
        {"row": 0, "col": col, "rotation": turn, "large": large, "small": small, "piece_on_large": None}
        for col, (large, small, turn) in enumerate(ROW)
    ]


@pytest.fixture
def report(tmp_path: Path) -> Report:
    """Six photos with the row, two with nothing, one without truth."""
    for name in "abcdef":
        write_photo(tmp_path, name, row_truth())
    for name in "gh":
        write_photo(tmp_path, name, [])
    write_photo(tmp_path, "untold", None)
    exact = ruby_row()
    surely_wrong = reading(card(0, 0, 2, "citrine", "amethyst"), *exact.cards[1:])
    doubtful = reading(card(0, 0, 2, segment("citrine", confidence=0.5, other="ruby"), "amethyst"), *exact.cards[1:])
    same_score = reading(*exact.cards[:2], card(0, 2, 1, "citrine", "amethyst"))
    two_cards_short = reading(exact.cards[0])
    reader = FakeReader([exact, surely_wrong, doubtful, same_score, two_cards_short, None, None, exact])
    return evaluate(photos_with_truth(tmp_path), reader, load_edition())


def test_every_figure_of_the_contract(report: Report) -> None:
    figures = report.to_json()
    validator("eval").validate(figures)
    assert (figures["photos"], figures["negatives"]) == (8, 2)
    assert figures["found"] == 5 / 6
    # Found displays have 5 x 6 segments; wrong: 1, 1, 0 and the 4 of the missed cards.
    assert (figures["segments"], figures["n"]["segments"]) == (24 / 30, 30)
    assert (figures["rotations"], figures["n"]["rotations"]) == (12 / 15, 15)
    assert figures["exact"] == 1 / 6
    assert figures["near"] == 4 / 6
    assert figures["score_exact"] == 2 / 6
    assert figures["sure"] == 4 / 6
    assert figures["sure_wrong"] == 2 / 6
    assert figures["sure_of_exact"] == 1.0
    assert figures["false_found"] == 1 / 2
    assert 0 < figures["p50_ms"] <= figures["p95_ms"]


def test_shares_carry_their_count_and_interval(report: Report) -> None:
    figures = report.to_json()
    assert figures["n"]["found"] == 6
    low, high = figures["interval"]["found"]
    assert low < 5 / 6 < high < 1


def test_mistakes_are_told_by_cause(report: Report) -> None:
    assert report.causes == {Cause.CRYSTAL: 2, Cause.ROTATION: 1, Cause.CARD_COUNT: 1, Cause.NOT_FOUND: 1}
    assert report.to_json()["confusions"] == [["ruby", "citrine", 2]]


def test_photos_without_truth_are_left_out(tmp_path: Path) -> None:
    write_photo(tmp_path, "untold", None)
    (tmp_path / "inner").mkdir()
    write_photo(tmp_path / "inner", "told", [])
    assert photos_with_truth(tmp_path) == [tmp_path / "inner" / "told.png"]


def test_what_cannot_be_read_is_listed_and_the_others_go_on(tmp_path: Path) -> None:
    for name in "abc":
        write_photo(tmp_path, name, row_truth())
    (tmp_path / "a.json").write_text('{"game": "crystalla", "cards": [{"row": 9}]}')
    (tmp_path / "b.png").write_bytes(b"hello")
    seen: list[Path] = []
    report = evaluate(photos_with_truth(tmp_path), FakeReader([ruby_row()]), load_edition(), seen.append)
    assert [path.name for path, _ in report.failures] == ["a.png", "b.png"]
    assert "a.json: cards[0].row is 9" in report.failures[0][1]
    assert report.shares["exact"] == Share(1, 2)
    assert len(seen) == 3


def test_nothing_counted_is_null_and_no_division() -> None:
    figures = evaluate([], FakeReader([]), load_edition()).to_json()
    validator("eval").validate(figures)
    assert (figures["photos"], figures["found"], figures["p50_ms"]) == (0, None, None)
    with pytest.raises(jsonschema.ValidationError):
        validator("eval").validate({"photos": 0})
