"""What forbids something in Crystal Hall is told by its rule in three languages, and names what it speaks of."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from crystal_hall_start import start_crystal_hall, strange_crystal_hall

from rules.engine import Refusal, legal_moves, play
from rules.errors import MalformedError, RuleError
from server.desks.crystal_hall import open_crystal_hall
from server.locales import LANGUAGES, load_locales
from server.refusals import Broken
from server.wording import rule_sentence

RULES = Path(__file__).resolve().parents[2] / "rules/crystal_hall"
TEXTS = load_locales().texts
DESK = open_crystal_hall(None)
KEY = "crystal_hall.rule-"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_that_forbids_something_has_a_sentence(language: str) -> None:
    worded = {key.removeprefix(KEY) for key in TEXTS[language].table if key.startswith(KEY)}
    sources = [path.read_text(encoding="utf-8") for path in RULES.glob("*.py")]
    assert worded == {rule for source in sources for rule in re.findall(r'"(CH-R?\d+)"', source)}


def refused(seed: int) -> Iterator[Refusal]:
    """What strange moves are refused with along a random game."""
    rng = random.Random(seed)
    position, hidden = start_crystal_hall(rng)
    for number in range(120):
        # Naming every strange move takes longer than refusing some.
        texts = list(strange_crystal_hall(position)) if number % 10 == 0 else []
        for text in rng.sample(texts, min(200, len(texts))):
            try:
                refusal = DESK.game.refusal(position, DESK.game.parse_move(text))
            except MalformedError:
                continue
            if refusal is not None:
                yield refusal
        moves = list(legal_moves(DESK.game, position))
        if not moves:
            return
        _, position, hidden = play(DESK.game, position, rng.choice(moves), hidden)


def test_refusals_of_strange_moves_are_worded_in_three_languages() -> None:
    seen = set()
    for refusal in (one for seed in range(5) for one in refused(seed)):
        error = RuleError(refusal.rule, refusal.message, refusal.parameters, "")
        broken = Broken(DESK.game.name, error, DESK.named(refusal.parameters))
        sentences = {rule_sentence(broken, TEXTS[language]) for language in LANGUAGES}
        assert len(sentences) == 3, sentences
        assert not any("{" in sentence or "None" in sentence for sentence in sentences), sentences
        seen.add(refusal.rule)
    assert len(seen) > 25, sorted(seen)


def test_a_refusal_names_tile_and_guild_in_the_readers_language() -> None:
    error = RuleError("CH-34", "red has no picked-up potion to use", {"tile": "potion", "colour": "red"}, "")
    broken = Broken(DESK.game.name, error, DESK.named(error.parameters))
    assert rule_sentence(broken, TEXTS["de"]) == "Diese Platte muss man erst aufgenommen haben: Trank."
