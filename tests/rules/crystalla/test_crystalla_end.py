"""CR-61 and R28: when the game ends, and what still happens in the last turn."""

from __future__ import annotations

import pytest
from crystalla_games import GAME, listed, random_game, rule_of, run, table, walk
from crystalla_tables import lay

from rules.crystalla.moves import Lift
from rules.crystalla.position import Display
from rules.crystalla.table import Phase, Table

FULL = lay(default="q0 emerald citrine")
ELEVEN = Display(FULL.cards[:-1])


def last_turn() -> Table:
    """4 players, the last one on turn with 11 cards; one gray pawn in the hand pile, one ahead."""
    return table(4, {(0, 0): "03", (0, 1): "0"}, displays=[FULL, FULL, FULL, ELEVEN], active=3)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_CR_61_everyone_has_twelve_cards(players: int) -> None:
    steps = list(random_game(players, 23))
    end = steps[-1][-1]
    assert [len(display.cards) for display in end.displays] == [12] * players
    assert listed(end) == [] and GAME.is_over(end)
    assert not any(GAME.is_over(before) for before, *_ in steps)
    assert sum(isinstance(move, Lift) for _, move, *_ in steps) == 9 * players
    assert sum(pile.height for pile in end.piles) == {2: 66, 3: 54, 4: 42}[players]
    assert rule_of(end, "lift 0,0") == "CR-61"


def test_CR_R28_awards_of_the_last_turn() -> None:
    position = walk(last_turn(), "0,0", "orange 1,0", "gray 1,1")
    plain = run(position, "take 1,1 = aa", "lay td 2,3 q0")
    assert GAME.is_over(plain), "without an award the last card ends the game"
    position = run(walk(last_turn(), "0,0", "gray 0,1", "orange 0,2"), "take 0,2 = aa", "lay te 2,3 q0")
    assert (position.phase, position.due) == (Phase.GIVE, (0,)), "gray has 12 cards and still receives"
    assert not GAME.is_over(position)
    before = GAME.score(position).players[0].final
    position = run(position, "give Lt gray = Le", "cover 0,0 large")
    assert GAME.is_over(position)
    assert GAME.score(position).players[0].final == before + 1, "one tourmaline more, 11 emeralds in no flower"
