"""Hypothesis plays: nothing is lost, a replay is equal, and an illegal try changes nothing."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from krystal_start import REFERENCE, start_krystal
from krystal_tables import GAME

from rules.engine import apply, legal_moves, parse_record, play, verify
from rules.errors import RuleError
from rules.krystal.perform import Record
from rules.krystal.vocabulary import HEROES
from rules.record import GameRecord, read_record, replay

DECK = Counter({card.id: card.count for card in REFERENCE.cards.values()})
WORDS = ("end", "done", "manual", "answer f1", "split 1+1", "pay energy", "explore wood-1", "lead force f1")


class Play(RuleBasedStateMachine):
    """A game, and everything that must hold between its moves."""

    @initialize(seed=st.integers(0, 2**32 - 1))
    def deal(self, seed: int) -> None:
        self.position, self.hidden = start_krystal(random.Random(seed))
        self.start = self.position
        self.log: list[Record] = []

    @rule(choices=st.lists(st.integers(0, 10**6), min_size=1, max_size=40))
    def play_some(self, choices: list[int]) -> None:
        for choice in choices:
            moves = list(legal_moves(GAME, self.position))
            assert bool(moves) != GAME.is_over(self.position)
            if moves:
                record, self.position, self.hidden = play(GAME, self.position, moves[choice % len(moves)], self.hidden)
                self.log.append(record)

    @rule(
        word=st.sampled_from(WORDS),
        hero=st.sampled_from(list(HEROES)),
        place=st.sampled_from(list(REFERENCE.neighbours)),
    )
    def try_something(self, word: str, hero: str, place: str) -> None:
        for text in (word, f"step {hero} {place}", f"draw {hero}", f"activate {hero} rubis"):
            move = GAME.parse_move(text)
            before = self.position.text()
            if move not in list(legal_moves(GAME, self.position)):
                with pytest.raises(RuleError):
                    apply(GAME, self.position, parse_record(GAME, text))
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
        position = self.position
        seen = Counter(position.gone)
        for cards in [*self.hidden.piles, *position.gates, *(pile.discard for pile in position.piles)]:
            seen.update(cards)
        for state in position.heroes:
            seen.update(state.cards)
        seen.update([position.divine.card] if position.divine else [])
        if position.fight:
            seen.update(card for card in (position.fight.creature, position.fight.first) if card)
        assert seen == DECK

    @invariant()
    def energy_and_reserves_stay_in_bounds(self) -> None:
        for state in self.position.heroes:
            assert 0 <= state.energy <= REFERENCE.energy_max
            assert (state.spot is None) <= (state.cards == () and state.energy == 0)
            assert state.active is None or state.active in state.cards
        assert not GAME.status(self.position)

    @invariant()
    def what_is_listed_is_legal(self) -> None:
        for move in legal_moves(GAME, self.position):
            verify(GAME, self.position, move)


Play.TestCase.settings = settings(max_examples=12, stateful_step_count=15, deadline=None)
TestPlay = Play.TestCase
