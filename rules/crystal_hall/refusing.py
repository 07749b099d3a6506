"""How a refusal is made: rule id, sentence, parameters."""

from __future__ import annotations

from rules.engine import Refusal


def say(rule: str, sentence: str, **parameters: object) -> Refusal:
    """A refusal."""
    return Refusal(rule, sentence, parameters)
