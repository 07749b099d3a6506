"""The set-up (CH-01 to CH-12): who sits where and starts, tiles on the squares of their shade, spells shuffled."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from rules.crystal_hall.chance import Hidden
from rules.crystal_hall.components import copies_of
from rules.crystal_hall.edition import TARGETS, Edition
from rules.crystal_hall.position import Guild, Table
from rules.crystal_hall.vocabulary import SQUARES, Back, Colour, Side, Square
from rules.errors import MalformedError, RuleError

SIDES: dict[int, tuple[Side, ...]] = {
    2: (Side.SOUTH, Side.NORTH),
    3: (Side.SOUTH, Side.WEST, Side.NORTH),
    4: (Side.SOUTH, Side.WEST, Side.NORTH, Side.EAST),
}
"""Sides by number of players, clockwise from the south; 3 may take any (R40)."""
CLOCKWISE = tuple(Side)


@dataclass(frozen=True, slots=True)
class Seating:
    """Colours and sides by seat, clockwise; who starts; crystals that win; whether spells are open (CH-117)."""

    colours: tuple[str, ...]
    sides: tuple[Side, ...] = ()
    starter: int = 0
    target: int | None = None
    open_hands: bool = False

    def text(self) -> str:
        """One line, as a refusal quotes it."""
        return f"{', '.join(self.colours)} on {', '.join(self.sides) or 'the usual sides'}, seat {self.starter} starts"


def highest(rolls: Sequence[int]) -> tuple[int, ...]:
    """Seats with the highest die roll: the one that starts (CH-12), or several that roll again (R40)."""
    return tuple(seat for seat, roll in enumerate(rolls) if roll == max(rolls))


def verify_seating(seating: Seating, edition: Edition) -> None:
    """Raise RuleError CH-01, CH-06, CH-08 or CH-115, and MalformedError for a starter without a seat."""
    players, text = len(seating.colours), seating.text()
    if players not in SIDES:
        raise RuleError("CH-01", f"{players} cannot play, only 2 to 4", {"players": players}, text)
    if len(set(seating.colours)) != players or not set(seating.colours) <= set(edition.colours):
        allowed = ", ".join(edition.colours)
        sentence = f"the guilds are {', '.join(seating.colours)}, every player needs another one of {allowed}"
        raise RuleError("CH-06", sentence, {"colours": list(seating.colours)}, text)
    _verify_sides(sides_of(seating), players, text)
    if seating.target not in (None, *TARGETS):
        allowed = ", ".join(map(str, TARGETS))
        sentence = f"{seating.target} crystals are to win, allowed are {allowed}"
        raise RuleError("CH-115", sentence, {"target": seating.target}, text)
    if not 0 <= seating.starter < players:
        raise MalformedError("seat that starts", seating.starter, f"0 to {players - 1}")


def sides_of(seating: Seating) -> tuple[Side, ...]:
    """The sides of the seats."""
    return seating.sides or SIDES[len(seating.colours)]


def _verify_sides(sides: tuple[Side, ...], players: int, text: str) -> None:
    places = [CLOCKWISE.index(side) for side in sides]
    turns = [(place - places[0]) % len(CLOCKWISE) for place in places] if places else []
    if len(set(sides)) != players or len(sides) != players or turns != sorted(turns):
        sentence = f"the sides are {', '.join(sides)}, every player needs another one, clockwise"
        raise RuleError("CH-08", sentence, {"sides": list(sides)}, text)
    if players == 2 and turns[1] != 2:
        raise RuleError("CH-08", "two players sit on opposite sides of the board", {"sides": list(sides)}, text)


def deal(edition: Edition, seating: Seating, rng: random.Random) -> tuple[Table, Hidden]:
    """Set up: the table at the first turn, and what is hidden; raises RuleError."""
    verify_seating(seating, edition)
    sides = sides_of(seating)
    guilds = tuple(
        Guild(Colour(colour), side, edition.board.starts[side])
        for colour, side in zip(seating.colours, sides, strict=True)
    )
    table = Table(
        guilds=guilds,
        tiles=tuple(edition.board.shades.get(square) for square in SQUARES),
        deck=edition.cards,
        starter=seating.starter,
        active=seating.starter,
        target=seating.target or edition.target_crystals,
        open_hands=seating.open_hands,
    )
    deck = list(copies_of(edition.spells))
    rng.shuffle(deck)
    return table, Hidden(_lay_tiles(edition, rng), tuple(deck), rng.getrandbits(64))


def _lay_tiles(edition: Edition, rng: random.Random) -> dict[Square, str]:
    """Shuffle the tiles of each back onto the squares of that shade (CH-03, CH-04)."""
    laid: dict[Square, str] = {}
    for back in Back:
        faces = [tile.face for tile in edition.tiles.values() for _ in range(Counter(tile.backs)[back])]
        rng.shuffle(faces)
        squares = [square for square, shade in edition.board.shades.items() if shade is back]
        laid.update(zip(squares, faces, strict=True))
    return laid
