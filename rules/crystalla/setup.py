"""The set-up for 2, 3 and 4 players (CR-05 to CR-22): seats, pawns on their start piles, the dealt cards."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from rules.crystalla.components import GRIDS, Pile
from rules.crystalla.edition import Edition
from rules.crystalla.faces import Face
from rules.crystalla.placing import CrystalPiece
from rules.crystalla.position import Display
from rules.crystalla.stacks import Stacks
from rules.crystalla.table import PileView, Table
from rules.crystalla.vocabulary import Segment
from rules.errors import MalformedError, RuleError

DEALT = 3
"""CR-08."""
PAWNS = 3
"""CR-03: pawns of each colour."""


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where, clockwise: colour and start pile of each seat, and the seat that starts (CR-20, CR-23)."""

    colours: tuple[str, ...]
    start_piles: tuple[Pile, ...]
    starter: int = 0

    def text(self) -> str:
        """One line, as a refusal quotes it."""
        seats = zip(self.colours, self.start_piles, strict=False)
        return f"{', '.join(f'{colour} at {pile}' for colour, pile in seats)}, seat {self.starter} starts"


def seat_players(edition: Edition, players: int, choice: int = 0) -> Seating:
    """The first colours of an edition on one of its choices of start piles; raises RuleError for other numbers."""
    _check_number(players, f"{players} players")
    return Seating(edition.colours[:players], edition.start_piles[players][choice])


def verify_seating(seating: Seating, edition: Edition) -> None:
    """Raise RuleError CR-05, CR-06, CR-13, CR-15 or CR-18, and MalformedError for a starter without a seat."""
    players, text = len(seating.colours), seating.text()
    _check_number(players, text)
    if len(set(seating.colours)) != players or not set(seating.colours) <= set(edition.colours):
        allowed = ", ".join(edition.colours)
        sentence = f"the colours are {', '.join(seating.colours)}, every player needs another one of {allowed}"
        raise RuleError("CR-06", sentence, {"colours": list(seating.colours)}, text)
    choices = edition.start_piles[players]
    if sorted(seating.start_piles) not in [sorted(choice) for choice in choices]:
        rule = {2: "CR-18", 3: "CR-15", 4: "CR-13"}[players]
        sentence = f"the start piles are {seating.start_piles}, with {players} players they are one of {choices}"
        raise RuleError(rule, sentence, {"piles": list(seating.start_piles)}, text)
    if not 0 <= seating.starter < players:
        raise MalformedError("seat that starts", seating.starter, f"0 to {players - 1}")


def _check_number(players: int, position: str) -> None:
    if players not in GRIDS:
        sentence = f"{players} cannot play, only {min(GRIDS)} to {max(GRIDS)}"
        raise RuleError("CR-05", sentence, {"players": players}, position)


def deal(edition: Edition, seating: Seating, rng: random.Random) -> tuple[Table, Stacks]:
    """Shuffle and deal: the table before the first card is laid, and what is hidden; raises RuleError."""
    verify_seating(seating, edition)
    players = len(seating.colours)
    cards = [Face(card.large, card.small) for card in edition.cards]
    rng.shuffle(cards)
    hands = tuple(tuple(sorted(cards[DEALT * seat : DEALT * (seat + 1)], key=Face.text)) for seat in range(players))
    deck = tuple(cards[DEALT * players :])
    large, small = (_shuffled(edition, shape, rng) for shape in Segment)
    table = Table(
        colours=_colours_in_play(seating, edition),
        piles=tuple(_empty_piles(seating)),
        displays=(Display(),) * players,
        hands=hands,
        swapped=(False,) * players,
        deck=len(deck),
        open=(),
        stacks=(len(large), len(small)),
        removed=(),
        starter=seating.starter,
        active=0,
    )
    return table, Stacks(deck, (), large, small, rng.getrandbits(64))


def _shuffled(edition: Edition, shape: Segment, rng: random.Random) -> tuple[CrystalPiece, ...]:
    """The face-down stack of one shape (CR-21)."""
    pieces = [CrystalPiece(piece.shape, piece.crystal) for piece in edition.pieces if piece.shape is shape]
    rng.shuffle(pieces)
    return tuple(pieces)


def _colours_in_play(seating: Seating, edition: Edition) -> tuple[str, ...]:
    """The colours of the seats and, with 3 players, the unused one as neutral (CR-16, R08)."""
    if len(seating.colours) != 3:
        return seating.colours
    return (*seating.colours, *(colour for colour in edition.colours if colour not in seating.colours))


def _empty_piles(seating: Seating) -> Iterator[PileView]:
    """The places of the piles with the pawns of each seat: its 3 own, with 3 players one neutral (CR-16)."""
    players = len(seating.colours)
    rows, columns = GRIDS[players]
    for row in range(rows):
        for col in range(columns):
            own = [PAWNS * (pile == (row, col)) for pile in seating.start_piles]
            neutral = [int((row, col) in seating.start_piles)] * (players == 3)
            yield PileView(None, 0, (*own, *neutral))
