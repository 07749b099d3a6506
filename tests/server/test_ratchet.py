"""What the committed photos are read like may get better, never worse: the floors and ceilings of accuracy.toml.

It guards against regressions; the photos are looked at on every change, so it is no figure to report.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path

import pytest

from rules.crystalla.edition import load_edition
from server.evaluate import Report, evaluate, photos_with_truth
from vision.pipeline import open_reader

ROOT = Path(__file__).resolve().parents[2]
LIMITS = tomllib.loads((ROOT / "tests" / "accuracy.toml").read_text(encoding="utf-8"))
FLOORS = [(folder, name, hits) for folder, limits in LIMITS.items() for name, hits in limits["at_least"].items()]
CEILINGS = [(folder, name, hits) for folder, limits in LIMITS.items() for name, hits in limits["at_most"].items()]


@lru_cache
def report(folder: str) -> Report:
    return evaluate(photos_with_truth(ROOT / folder), open_reader(), load_edition())


@pytest.mark.parametrize("folder", LIMITS)
def test_the_photos_are_all_there_and_readable(folder: str) -> None:
    assert len(report(folder).outcomes) == LIMITS[folder]["photos"]
    assert report(folder).failures == ()


@pytest.mark.parametrize(("folder", "name", "hits"), FLOORS)
def test_no_figure_falls(folder: str, name: str, hits: int) -> None:
    assert report(folder).shares[name].hits >= hits


@pytest.mark.parametrize(("folder", "name", "hits"), CEILINGS)
def test_no_mistake_grows(folder: str, name: str, hits: int) -> None:
    assert report(folder).shares[name].hits <= hits
