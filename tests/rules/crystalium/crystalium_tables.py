"""Short ways of writing a table of Crystalium in a test, and of playing on it with a known deck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from crystalium_start import CRYSTALIUM

from rules.crystalium.draws import Hidden
from rules.crystalium.faces import Face, Part, SoloCard, parse_face, parse_part, parse_solo_card
from rules.crystalium.game import Crystalium
from rules.crystalium.moves import Gain
from rules.crystalium.position import Ship, Solo, Station, Table
from rules.crystalium.powers import collector_for
from rules.crystalium.vocabulary import POWER_OF, Phase
from rules.engine import apply, legal_moves, parse_record, play
from rules.errors import RuleError

GAME = CRYSTALIUM
FILLER = "C1w0 " * 12
STORMS = "W1w2 W2w2 W3w2"


def faces(text: str) -> tuple[Face, ...]:
    """Cards between spaces."""
    return tuple(parse_face(word) for word in text.split())


def parts(text: str) -> tuple[Part, ...]:
    """Cards under a ship between spaces."""
    return tuple(parse_part(word) for word in text.split())


def ship(under: str = "", crystalium: str = "", fish: str = "", stations: str = "") -> Ship:
    """A ship; each kind of card between spaces."""
    return Ship(parts(under), faces(crystalium), faces(fish), tuple(Station(face) for face in faces(stations)))


class At:
    """A table that a test plays on; the deck is written in the order in which it is drawn."""

    def __init__(self, table: Table, hidden: Hidden, game: Crystalium = GAME) -> None:
        self.table, self.hidden, self.game = table, hidden, game

    def does(self, *lines: str) -> At:
        """Make legal moves; returns itself."""
        for line in lines:
            move = self.game.parse_move(line)
            _, self.table, self.hidden = play(self.game, self.table, move, self.hidden)
        return self

    def refuses(self, line: str) -> str:
        """The rule that forbids a move."""
        refusal = self.game.refusal(self.table, self.game.parse_move(line))
        assert refusal is not None, f"{line} is legal in {self.table.text()}"
        return refusal.rule

    def listed(self, word: str = "") -> set[str]:
        """The legal moves that begin with a word."""
        moves = [move.text() for move in legal_moves(self.game, self.table)]
        assert len(moves) == len(set(moves))
        return {move for move in moves if move.startswith(word)}

    def river(self) -> str:
        """The River."""
        return " ".join(face.text() for face in self.table.river)

    def discard(self) -> str:
        """The Discard pile, from the bottom up."""
        return " ".join(face.text() for face in self.table.discard)

    def under(self, seat: int) -> str:
        """The cards under a ship."""
        return " ".join(part.text() for part in self.table.ships[seat].parts)

    def pile(self, seat: int) -> str:
        """The Crystalium cards of a player."""
        return " ".join(face.text() for face in self.table.ships[seat].crystalium)

    def fish(self, seat: int) -> str:
        """The Fish next to a ship."""
        return " ".join(face.text() for face in self.table.ships[seat].fish)

    def stations(self, seat: int) -> str:
        """The Stations next to a ship."""
        return " ".join(station.face.text() for station in self.table.ships[seat].stations)


def at(
    phase: Phase,
    *ships: Ship,
    deck: str = FILLER,
    river: str = "",
    current: str = "",
    discard: str = "",
    active: int = 0,
    out: str = "",
    second: bool = False,
    solo: str = "",
    game: Crystalium = GAME,
) -> At:
    """A table in a phase that has just begun; `current` are the face-down cards, `solo` the open Solo card."""
    order = faces(deck)
    below = faces(current)
    table = Table(
        ships=ships or (Ship(), Ship()),
        phase=phase,
        active=active,
        deck=len(order),
        top=order[0].waves if order else None,
        second=second,
        current=tuple(face.waves for face in below),
        river=faces(river),
        discard=faces(discard),
        out=faces(out),
        box=faces("W4w2 W5w2 W6w2 W7w2 W8w2 W9w2 W10w2 W11w2"),
        solo=Solo(9, (), parse_solo_card(solo), 2) if solo else None,
    )
    if phase in (Phase.CURRENT, Phase.RIVER, Phase.DISCARD):
        head = collector_for(table, active, POWER_OF[phase])
        table = replace(table, queue=(replace(head, picks=len(below) if phase is Phase.CURRENT else 0),))
    cards = tuple(parse_solo_card(text) for text in ("M1.2.1R",) * 9) if solo else ()
    return At(table, Hidden(tuple(reversed(order)), below, cards, 5), game)


def drones(*ships: Ship, river: str, active: int = 0, **more: str) -> At:
    """A Drone Phase that begins when the active player ends the Discard Phase."""
    return at(Phase.DISCARD, *ships, river=river, active=active, **more).does("done")  # type: ignore[arg-type]


def with_solo_deck(table: At, cards: Sequence[str]) -> At:
    """The Solo cards that come next, the first one first."""
    deck: tuple[SoloCard, ...] = tuple(parse_solo_card(text) for text in reversed(cards))
    table.hidden = replace(table.hidden, solo=deck)
    if table.table.solo is not None:
        table.table = replace(table.table, solo=replace(table.table.solo, deck=len(deck)))
    return table


__all__ = ["At", "Gain", "RuleError", "apply", "at", "drones", "faces", "parse_record", "parts", "ship"]
