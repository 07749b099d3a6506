"""Crystal Hall played by Hypothesis: everything is kept count of, nothing leaks, an illegal attempt changes nothing."""

from __future__ import annotations

import random
from collections import Counter

from crystal_hall_start import strange_crystal_hall
from crystal_hall_tables import GAME
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rules.crystal_hall.chance import Hidden
from rules.crystal_hall.position import Table
from rules.crystal_hall.setup import Seating
from rules.crystal_hall.status import TableStatus
from rules.crystal_hall.turn import Record
from rules.crystal_hall.vocabulary import WIZARDS, Back
from rules.engine import apply, legal_moves, play
from rules.record import GameRecord, read_record, replay

EDITION = GAME.edition


class CrystalHallMachine(RuleBasedStateMachine):
    """A game and, beside it, what each seat has been shown."""

    table: Table
    hidden: Hidden

    @initialize(players=st.integers(2, 4), crystals=st.sampled_from((2, 3, 4)), seed=st.integers(0, 9999))
    def begin(self, players: int, crystals: int, seed: int) -> None:
        seating = Seating(EDITION.colours[:players], target=crystals, open_hands=seed % 5 == 0)
        self.table, self.hidden = GAME.deal(seating, random.Random(seed))
        self.start, self.records = self.table, list[Record]()
        self.seen = {seat: GAME.view(self.table, seat) for seat in (None, *range(players))}

    @precondition(lambda self: not self.table.over)
    @rule(data=st.data(), lively=st.booleans())
    def move(self, data: st.DataObject, lively: bool) -> None:
        moves = list(legal_moves(GAME, self.table))
        other = [move for move in moves if move.text() != "end"] if lively else moves
        move = data.draw(st.sampled_from(other or moves))
        before = self.table
        record, self.table, self.hidden = play(GAME, before, move, self.hidden)
        self.records.append(record)
        for seat, seen in self.seen.items():
            self.seen[seat] = apply(GAME, seen, GAME.view_record(before, record, seat))

    @rule(seed=st.integers(0, 9999))
    def try_something_illegal(self, seed: int) -> None:
        before = self.table.text()
        listed = {move.text() for move in legal_moves(GAME, self.table)}
        strange = [text for text in strange_crystal_hall(self.table) if text not in listed]
        refusal = GAME.refusal(self.table, GAME.parse_move(random.Random(seed).choice(strange)))
        assert refusal is not None and refusal.rule.startswith("CH-")
        assert self.table.text() == before

    @rule()
    def save_reload_and_replay(self) -> None:
        assert GAME.parse_position(self.table.text()) == self.table
        kept = GameRecord(GAME.name, EDITION.name, self.start, tuple(self.records))
        *_, last = replay(GAME, read_record(GAME, kept.text()))
        assert last == self.table

    @invariant()
    def everybody_sees_what_may_be_seen_and_no_more(self) -> None:
        for seat, seen in self.seen.items():
            assert seen == GAME.view(self.table, seat)
            others = [guild.hand for other, guild in enumerate(seen.guilds) if other != seat]
            assert self.table.open_hands or not any(card for hand in others for card in hand)

    @invariant()
    def wizards_tiles_tokens_and_spells_are_all_there(self) -> None:
        table = self.table
        assert GAME.status(table) is TableStatus.PLAUSIBLE
        assert all(len(guild.wizards) + guild.grey == WIZARDS for guild in table.guilds)
        down = [self.hidden.faces[square] for square, tile in enumerate(table.tiles) if isinstance(tile, Back)]
        up = [tile for tile in table.tiles if tile is not None and not isinstance(tile, Back)]
        taken = [face for guild in table.guilds for face in guild.tiles]
        printed = Counter({face: len(tile.backs) for face, tile in EDITION.tiles.items()})
        assert Counter([*down, *up, *taken, *table.used]) == printed
        assert len(self.hidden.deck) == table.deck
        hands = Counter(card for guild in table.guilds for card in guild.hand if card is not None)
        cards = hands + Counter(self.hidden.deck) + Counter(card for card in table.discard if card is not None)
        unseen = table.discard.count(None)
        copies = Counter({spell.name: spell.copies for spell in EDITION.spells.values()})
        assert cards <= copies and cards.total() + unseen == EDITION.cards


TestCrystalHall = CrystalHallMachine.TestCase
TestCrystalHall.settings = settings(max_examples=20, stateful_step_count=50, deadline=None)
