"""Where the race for the stones stands: one line for each stone at a gate (KR-113, KR-116)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.krystal.edition import Edition
from rules.krystal.ground import missing_stones, stone_of, winner
from rules.krystal.position import Position
from rules.krystal.vocabulary import People, Stone
from rules.scoring import ScoreLine, ScoreSheet


@dataclass(frozen=True)
class PeopleScore:
    """One seat: its sheet has a line of one point for each stone; `missing` are the types its gate lacks."""

    people: People
    sheet: ScoreSheet[str]
    missing: tuple[Stone, ...]


@dataclass(frozen=True)
class TableScore:
    """All seats, and the winner's seat once there is one."""

    players: tuple[PeopleScore, ...]
    winner: int | None


def score_gate(edition: Edition, stones: tuple[str, ...]) -> ScoreSheet[str]:
    """The stones of one gate, each a line; the slot is the card."""
    rows = [(stone_of(edition, card), card) for card in stones]
    return ScoreSheet(tuple(ScoreLine("KR-113", stone.value, (card,), 1) for stone, card in rows if stone is not None))


def score_table(edition: Edition, position: Position) -> TableScore:
    """The race as the table lies."""
    players = tuple(
        PeopleScore(
            people,
            score_gate(edition, stones),
            tuple(stone for stone in Stone if stone in missing_stones(edition, stones)),
        )
        for people, stones in zip(position.peoples, position.gates, strict=True)
    )
    return TableScore(players, winner(edition, position))
