"""A table to begin with: before anything lies there, or as it is found in the middle of a game."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from rules.crystalla.edition import Edition
from rules.crystalla.game import Crystalla
from rules.crystalla.seen import Seen
from rules.crystalla.setup import DEALT
from rules.crystalla.table import PileView, Table
from rules.crystalla.turn import build_heights
from rules.crystalla.vocabulary import Segment
from server.desks.crystalla import CrystallaDesk
from server.desks.desk import Dealing, Seat, Settings


def unlaid_table(edition: Edition, colours: Sequence[str]) -> Table:
    """The table before the dealt cards are laid, by people who deal themselves; raises RuleError for the colours."""
    seats = tuple(Seat("", colour) for colour in colours)
    desk = CrystallaDesk(edition, Crystalla(edition))
    table, _ = desk.start(Settings(seats, dealing=Dealing.TABLE), random.Random(0))
    return table


def table_as_found(unlaid: Table, seen: Seen, edition: Edition) -> Table | None:
    """The table of a game that goes on already, the player who starts being on turn; None when it is not whole.

    How high the piles are cannot be seen: they are taken to be about equal.
    """
    if any(pile.top is None for pile in seen.piles) or any(len(each.cards) < DEALT for each in seen.displays):
        return None
    laid = sum(len(display.cards) for display in seen.displays)
    heights = build_heights(len(edition.cards) - laid, len(seen.piles))
    if min(heights) < 1:
        return None
    gone = Counter(piece.shape for piece in seen.open)
    gone.update(shape for each in seen.displays for card in each.cards for shape in Segment if card.piece(shape))
    whole = Counter(piece.shape for piece in edition.pieces)
    large, small = (max(whole[shape] - gone[shape], 0) for shape in (Segment.LARGE, Segment.SMALL))
    piles = tuple(PileView(pile.top, height, pile.pawns) for pile, height in zip(seen.piles, heights, strict=True))
    return replace(
        unlaid,
        piles=piles,
        displays=seen.displays,
        hands=((),) * unlaid.players,
        deck=0,
        open=seen.open,
        stacks=(large, small),
        active=unlaid.starter,
    )
