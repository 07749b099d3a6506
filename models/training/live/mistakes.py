"""Every kind of illegal turn, each made by hand out of a legal one: what is wrong is known by how it is made."""

from __future__ import annotations

import random
from collections.abc import Callable

from models.training.live import astray, gifts, touches
from models.training.live.games import Played
from models.training.live.mistake import Mistake

MAKERS: dict[str, Callable[[Played, random.Random], Mistake | None]] = {
    "too high": touches.too_high,
    "moved": touches.moved,
    "turned": touches.turned,
    "swapped": touches.swapped,
    "two cards": touches.two_cards,
    "no card": astray.no_card,
    "other pile": astray.other_pile,
    "diagonal": astray.diagonal,
    "straight back": astray.straight_back,
    "foreign pile": astray.foreign_pile,
    "pawns in hand": astray.pawns_in_hand,
    "pawns left": astray.pawns_left,
    "piece not due": gifts.not_due,
    "wrong shape": gifts.wrong_shape,
    "same crystal": gifts.same_crystal,
    "on a piece": gifts.on_a_piece,
    "piece missing": gifts.missing,
}
"""By kind (issue 4, item 2): makes a mistake of a legal turn, or None where that turn has no room for it."""
