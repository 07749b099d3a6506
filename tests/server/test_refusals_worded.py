"""What forbids a move of Crystalium or Krystal is told by its rule in three languages, with what it speaks of."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from crystalium_start import start_crystalium, strange_crystalium
from krystal_start import start_krystal, strange_krystal

from rules.engine import Refusal, legal_moves, play
from rules.errors import MalformedError, RuleError
from server.desks import open_desks
from server.desks.desk import Naming
from server.locales import LANGUAGES, load_locales
from server.refusals import Broken
from server.wording import rule_sentence

ROOT = Path(__file__).resolve().parents[2]
TEXTS = load_locales().texts
DESKS = open_desks()
STARTS: dict[str, tuple[Any, Any]] = {
    "crystalium": (start_crystalium, strange_crystalium),
    "krystal": (start_krystal, strange_krystal),
}
TRIED = 60
"""Strange moves of each position."""
FORBIDDING = {
    "crystalium": ("fish_legality", "gains", "game", "legality", "setup", "tornado"),
    "krystal": ("fighting", "legality", "setup", "stacks", "trading_rules"),
}
"""The modules of each game that forbid something."""


@pytest.mark.parametrize("game", STARTS)
def test_every_rule_that_forbids_something_has_a_sentence(game: str) -> None:
    known = {key.removeprefix(f"{game}.rule-") for key in TEXTS["en"].table if key.startswith(f"{game}.rule-")}
    sources = [ROOT / "rules" / game / f"{module}.py" for module in FORBIDDING[game]]
    raised = {rule for path in sources for rule in re.findall(r'"((?:CU|KR)-R?\d+)"', path.read_text(encoding="utf-8"))}
    assert known == raised
    assert len(known) > 40


def refused(game: str, seed: int) -> Iterator[Refusal]:
    """What strange moves are refused with along a random game."""
    start, strange = STARTS[game]
    desk, rng = DESKS[game], random.Random(seed)
    position, hidden = start(rng)
    for _ in range(50):
        texts = list(strange(position))
        for text in rng.sample(texts, min(len(texts), TRIED)):
            try:
                refusal = desk.game.refusal(position, desk.game.parse_move(text))
            except MalformedError:
                continue
            if refusal is not None:
                yield refusal
        moves = list(legal_moves(desk.game, position))
        if not moves:
            return
        _, position, hidden = play(desk.game, position, rng.choice(moves), hidden)


@pytest.mark.parametrize("game", STARTS)
def test_refusals_of_strange_moves_are_worded_without_codes(game: str) -> None:
    desk, seen = DESKS[game], set()
    assert isinstance(desk, Naming)
    for refusal in (one for seed in range(4) for one in refused(game, seed)):
        if refusal.rule in seen:
            continue
        seen.add(refusal.rule)
        error = RuleError(refusal.rule, refusal.message, refusal.parameters, "")
        broken = Broken(game, error, desk.named(refusal.parameters))
        sentences = {rule_sentence(broken, TEXTS[language]) for language in LANGUAGES}
        assert len(sentences) == 3, sentences
        for sentence in sentences:
            assert "{" not in sentence and not re.search(r"\b[RMLDCNPFW]\d+(x\d+)?w\d", sentence), sentence
    assert len(seen) > 12, seen
