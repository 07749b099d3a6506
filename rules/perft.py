"""Counts of all sequences of moves to a depth: what two generators must agree on, move by move."""

from __future__ import annotations

from rules.engine import D, Game, H, M, P, legal_moves, play


def perft(game: Game[P, M, D, H], position: P, hidden: H, depth: int) -> int:
    """Number of sequences of `depth` legal moves; chance draws what `hidden` holds, so it multiplies nothing."""
    if depth == 0:
        return 1
    if depth == 1:
        return sum(1 for _ in legal_moves(game, position))
    return sum(divide(game, position, hidden, depth).values())


def divide(game: Game[P, M, D, H], position: P, hidden: H, depth: int) -> dict[str, int]:
    """The same count, at least 1 deep, split by the text of the first move, so that a wrong branch is visible."""
    counts = {}
    for move in legal_moves(game, position):
        _, after, left = play(game, position, move, hidden)
        counts[move.text()] = perft(game, after, left, depth - 1)
    return counts
