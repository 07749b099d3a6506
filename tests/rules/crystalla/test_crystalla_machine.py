"""Hypothesis plays: nothing is lost, the score is what lies on the table, and an illegal try changes nothing."""

from __future__ import annotations

import json
import random
from collections import Counter

import pytest
from crystalla_games import GAME
from crystalla_tables import REFERENCE
from games import GAMES
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rules.crystalla.moves import Cover, Give, Lay, Move
from rules.crystalla.tally import tally_line
from rules.crystalla.turn import Record
from rules.engine import apply, legal_moves, parse_record, play, verify
from rules.errors import RuleError
from rules.record import GameRecord, read_record, replay

ENTRY = GAMES[0]
CARDS = Counter(str(card.large)[0] + str(card.small)[0] for card in REFERENCE.cards)
PIECES = Counter(f"{piece.shape.value[0].upper()}{piece.crystal.value[0]}" for piece in REFERENCE.pieces)


class Play(RuleBasedStateMachine):
    """A game and, beside it, each player's display as the log of moves tells it, in the words of `tally`."""

    @initialize(seed=st.integers(0, 2**32 - 1))
    def deal(self, seed: int) -> None:
        self.position, self.hidden = ENTRY.start(random.Random(seed))
        self.start = self.position
        self.log: list[Record] = []
        self.cards: list[dict[tuple[int, int], dict[str, object]]] = [{} for _ in self.position.displays]

    @precondition(lambda self: not GAME.is_over(self.position))
    @rule(choices=st.lists(st.integers(0, 10**6), min_size=1, max_size=40))
    def play_some(self, choices: list[int]) -> None:
        for choice in choices:
            moves = list(legal_moves(GAME, self.position))
            if moves:
                self.play_one(moves[choice % len(moves)])

    def play_one(self, move: Move) -> None:
        seat = self.position.actor
        record, self.position, self.hidden = play(GAME, self.position, move, self.hidden)
        self.log.append(record)
        if isinstance(move, Lay):
            self.cards[seat][move.row, move.col] = {
                "row": move.row, "col": move.col, "rotation": move.rotation,
                "large": move.face.large, "small": move.face.small,
            }  # fmt: skip
        if isinstance(move, Cover):
            given = next(record.move for record in reversed(self.log) if isinstance(record.move, Give))
            self.cards[seat][move.row, move.col][move.segment.value] = given.piece.crystal

    @rule(choice=st.integers(0, 10**6))
    def try_something_illegal(self, choice: int) -> None:
        strange = list(ENTRY.strangers(self.position))
        move = GAME.parse_move(strange[choice % len(strange)])
        before = self.position.text()
        if move in list(legal_moves(GAME, self.position)):
            return
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
        seen = [face.text() for hand in self.position.hands for face in hand]
        seen += [face.text() for pile in (self.hidden.deck, *self.hidden.piles) for face in pile]
        for display in self.position.displays:
            seen += [f"{str(card.large)[0]}{str(card.small)[0]}" for card in display.cards]
        assert Counter(seen) == CARDS
        assert [pile.height for pile in self.position.piles] == [
            len(pile) for pile in self.hidden.piles or [()] * len(self.position.piles)
        ]

    @invariant()
    def crystal_pieces_are_conserved(self) -> None:
        position = self.position
        free = [*self.hidden.large, *self.hidden.small, *position.open, *position.removed]
        seen = [piece.text() for piece in free] + ([position.gift.piece.text()] if position.gift else [])
        for display in position.displays:
            for card in display.cards:
                seen += [f"L{str(card.piece_on_large)[0]}"] if card.piece_on_large else []
                seen += [f"S{str(card.piece_on_small)[0]}"] if card.piece_on_small else []
        assert Counter(seen) == PIECES
        assert position.stacks == (len(self.hidden.large), len(self.hidden.small))

    @invariant()
    def pawns_are_conserved(self) -> None:
        piles = [pile.pawns for pile in self.position.piles]
        hand = [self.position.walk.hand] if self.position.walk else []
        assert {sum(counts) for counts in zip(*piles, *hand, strict=True)} == {3}

    @invariant()
    def the_score_is_what_the_log_tells(self) -> None:
        line = json.dumps({"displays": [{"cards": list(cards.values())} for cards in self.cards]})
        recounted = json.loads(tally_line(line, REFERENCE)[0])
        scores = GAME.score(self.position)
        assert [player["final"] for player in recounted["players"]] == [player.final for player in scores.players]
        assert recounted["winners"] == list(scores.winners)

    @invariant()
    def what_is_listed_is_legal(self) -> None:
        moves = list(legal_moves(GAME, self.position))
        assert GAME.is_over(self.position) == (not moves)
        for move in moves:
            verify(GAME, self.position, move)


Play.TestCase.settings = settings(max_examples=12, stateful_step_count=20, deadline=None)
TestPlay = Play.TestCase
