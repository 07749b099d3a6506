"""Hypothesis plays: no card is lost, the score is what lies on the table, an illegal try changes nothing."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from crystalium_start import CRYSTALIUM as GAME
from crystalium_start import start_crystalium, strange_crystalium
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rules.crystalium.game import Record
from rules.crystalium.status import visible
from rules.engine import apply, legal_moves, parse_record, play, verify
from rules.errors import RuleError
from rules.record import GameRecord, read_record, replay


class Play(RuleBasedStateMachine):
    """A game, its hidden cards, and its record."""

    @initialize(seed=st.integers(0, 2**32 - 1))
    def deal(self, seed: int) -> None:
        self.position, self.hidden = start_crystalium(random.Random(seed))
        self.start, self.log = self.position, list[Record]()
        self.cards = self.all_cards()

    def all_cards(self) -> Counter[str]:
        """Every card of the game, wherever it lies."""
        table = self.position
        faces = [*visible(table), *table.out, *table.box, *table.added, *self.hidden.deck, *self.hidden.current]
        return Counter(face.text() for face in faces)

    @precondition(lambda self: not GAME.is_over(self.position))
    @rule(choices=st.lists(st.integers(0, 10**6), min_size=1, max_size=40))
    def play_some(self, choices: list[int]) -> None:
        for choice in choices:
            moves = list(legal_moves(GAME, self.position))
            if moves:
                move = moves[choice % len(moves)]
                record, self.position, self.hidden = play(GAME, self.position, move, self.hidden)
                self.log.append(record)

    @rule(choice=st.integers(0, 10**6))
    def try_something_illegal(self, choice: int) -> None:
        strange = sorted(strange_crystalium(self.position))
        move = GAME.parse_move(strange[choice % len(strange)])
        if GAME.refusal(self.position, move) is None:
            return
        before = self.position.text()
        with pytest.raises(RuleError):
            apply(GAME, self.position, parse_record(GAME, move.text()))
        assert self.position.text() == before

    @rule()
    def save_and_load(self) -> None:
        self.position = GAME.parse_position(self.position.text())

    @rule()
    def replay_equals(self) -> None:
        record = GameRecord(GAME.name, "reference", self.start, tuple(self.log))
        *_, last = replay(GAME, read_record(GAME, record.text()))
        assert last == self.position

    @invariant()
    def cards_are_conserved(self) -> None:
        table = self.position
        assert self.all_cards() == self.cards
        assert table.deck == len(self.hidden.deck)
        assert table.current == tuple(face.waves for face in self.hidden.current)
        assert table.top == (self.hidden.deck[-1].waves if self.hidden.deck else None)
        if table.solo is not None:
            assert len(self.hidden.solo) == table.solo.deck

    @invariant()
    def the_score_is_what_lies_on_the_table(self) -> None:
        for ship, sheet in zip(self.position.ships, GAME.score(self.position).sheets, strict=True):
            values = sum(face.value for face in ship.crystalium) + sum(one.face.value for one in ship.stations)
            assert sheet.row_total("crystalium") + sheet.row_total("stations") == values
            assert sheet.total == sum(line.points for line in sheet.lines)

    @invariant()
    def what_is_listed_is_legal(self) -> None:
        moves = list(legal_moves(GAME, self.position))
        assert GAME.is_over(self.position) == (not moves)
        for move in moves[:50]:
            verify(GAME, self.position, move)


Play.TestCase.settings = settings(max_examples=10, stateful_step_count=15, deadline=None)
TestPlay = Play.TestCase
