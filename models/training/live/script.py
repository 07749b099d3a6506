"""What happens at a table, turn by turn: legal turns of a random game, and mistakes that are put right again."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from models.training.live.games import Played, random_turns
from models.training.live.mistake import walked
from models.training.live.mistakes import MAKERS
from models.training.live.tabletop import Odd
from rules.crystalla.table import Table

LEGAL = "legal"


@dataclass(frozen=True, slots=True)
class Act:
    """One turn as it is filmed. `tables` are what lies there whenever the hands have gone, the last one is judged.

    Of an illegal one `rules` are those of which one must be named, and the table `before` is put back after it, unless
    the next player has gone on (`late`).
    """

    kind: str
    seat: int
    before: Table
    tables: tuple[Table, ...]
    rules: tuple[str, ...] = ()
    odd: tuple[Odd, ...] = ()
    moves: tuple[str, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether the turn is legal."""
        return self.kind == LEGAL

    @property
    def late(self) -> bool:
        """Whether the mistake shows only when the next player has played."""
        return not self.legal and len(self.tables) > 1


def write_script(players: int, turns: int, wanted: Sequence[str], seed: int) -> list[Act]:
    """So many legal turns from somewhere in a random game, with mistakes of the wanted kinds before some of them.

    A mistake that shows late ends the script. Of the wanted kinds some may find no room in this game.
    """
    rng = random.Random(seed)
    game = list(random_turns(players, seed))
    start = rng.randrange(max(1, len(game) - turns))
    acts: list[Act] = []
    left = list(wanted)
    for played in game[start : start + turns]:
        for kind in list(left):
            mistake = _mistaken(kind, played, rng)
            if mistake is None:
                continue
            if mistake.late and (len(left) > 1 or len(acts) < turns // 2):
                continue
            left.remove(kind)
            acts.append(mistake)
            if mistake.late:
                return acts
            break
        acts.append(_fair(played, rng))
    return acts


def _mistaken(kind: str, played: Played, rng: random.Random) -> Act | None:
    mistake = MAKERS[kind](played, rng)
    if mistake is None:
        return None
    return Act(kind, played.before.active, played.before, mistake.tables, mistake.rules, mistake.odd)


def _fair(played: Played, rng: random.Random) -> Act:
    """A legal turn, now and then with the hands away once the pawns are set."""
    tables = (walked(played), played.after) if rng.random() < 0.25 else (played.after,)
    return Act(LEGAL, played.before.active, played.before, tables, moves=played.texts())
