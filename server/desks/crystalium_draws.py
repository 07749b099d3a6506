"""The gaps of a Crystalium line where people deal: as many cards, backs and Solo cards as the move will draw."""

from __future__ import annotations

from collections.abc import Sequence

from rules.crystalium.faces import Back, Face, SoloCard
from rules.crystalium.game import Crystalium
from rules.crystalium.moves import Move
from rules.crystalium.position import Table
from rules.crystalium.turn import carry_out
from rules.crystalium.vocabulary import Arrow, Kind, Level
from rules.engine import DRAWN
from server.desks.crystalium_board import card_words, drawn_words
from server.desks.desk import Fill, Words


class Wanted:
    """A source that notes what is asked for and answers with harmless cards."""

    def __init__(self, table: Table) -> None:
        self.top, self.waves = table.top, list(table.current)
        self.asked: list[tuple[str, int | None]] = []
        self.options: Sequence[Face] = ()

    def _harmless(self, kind: str, waves: int | None) -> Face:
        self.asked.append((kind, waves))
        return Face(Kind.CRYSTALIUM, 1, waves or 0)

    def card(self) -> Face:
        """The top card, whose waves are known, or one below it."""
        waves, self.top = self.top, None
        return self._harmless("card", waves)

    def place(self) -> None:
        """Nothing is seen."""

    def flip(self) -> Face:
        """A Current card, whose waves are known."""
        return self._harmless("card", self.waves.pop(0))

    def back(self) -> Back:
        """The new top's back."""
        self.asked.append(("back", None))
        return Back(0)

    def stolen(self, options: Sequence[Face]) -> Face:
        """The card that was taken."""
        self.options = options
        self.asked.append(("stolen", None))
        return options[0]

    def solo_card(self, table: Table) -> SoloCard:  # noqa: ARG002
        """A Solo card that does nothing."""
        self.asked.append(("solo", None))
        return SoloCard(Level.MEDIUM, 9, 0, 9, Arrow.RIGHT)

    def rebuild(self, discard: Sequence[Face], whirlpools: Sequence[Face]) -> None:
        """Nothing is seen."""


def fills_of(game: Crystalium, table: Table, move: Move) -> tuple[str, tuple[Fill, ...]]:
    """The line of a move with its gaps."""
    wanted = Wanted(table)
    carry_out(table, move, wanted, game.edition.switches)
    if not wanted.asked:
        return move.text(), ()
    fills = tuple(
        Fill(f"drawn{number}", Words(f"crystalium.ask-{kind}", {"number": number}), _values(game, wanted, kind, waves))
        for number, (kind, waves) in enumerate(wanted.asked, start=1)
    )
    return f"{move.text()}{DRAWN}{' '.join(f'{{{fill.name}}}' for fill in fills)}", fills


def _values(game: Crystalium, wanted: Wanted, kind: str, waves: int | None) -> tuple[tuple[str, Words], ...]:
    edition = game.edition
    ocean = {card.face for card in edition.ocean}
    if kind == "back":
        backs = sorted({face.waves for face in (*ocean, *edition.whirlpools, *edition.starting)})
        return tuple((f"^{number}", Words("crystalium.number", {"number": number})) for number in backs)
    if kind == "solo":
        return tuple((card.text(), drawn_words(card)) for card in sorted(set(edition.solo)))
    faces = set(wanted.options) if kind == "stolen" else ocean | {*edition.whirlpools, *edition.starting}
    fitting = sorted(face for face in faces if waves is None or face.waves == waves)
    return tuple((face.text(), card_words(face)) for face in fitting)
