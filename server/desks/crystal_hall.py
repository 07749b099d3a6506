"""The desk of Crystal Hall: set-up, moves in words, crystals as score; what is drawn is in `crystal_hall_board`."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from rules.crystal_hall.chance import Hidden
from rules.crystal_hall.draws import Wanted, left_of_face, to_be_drawn, without_card
from rules.crystal_hall.edition import TARGETS, Edition, load_edition
from rules.crystal_hall.game import CrystalHall
from rules.crystal_hall.moves import UNKNOWN, Drawn, Flip, Move, Outcome, Shown, Use
from rules.crystal_hall.position import Table
from rules.crystal_hall.setup import Seating
from rules.crystal_hall.turn import Record
from rules.crystal_hall.vocabulary import Back, Colour
from rules.engine import DRAWN, MoveRecord, apply, legal_moves
from server.desks.crystal_hall_board import Board, board_of
from server.desks.crystal_hall_words import move_words, spell_words, target_of, tile_words
from server.desks.desk import Choice, Dealing, Fill, FinalScore, Group, Option, ScoreRow, Settings, Turn, Words

TARGET, HANDS, OPEN = "target", "hands", "open"


@dataclass(frozen=True, slots=True)
class CrystalHallDesk:
    """A `server.desks.desk.Desk`; spells and what a Lens showed are secret."""

    edition: Edition
    game: CrystalHall
    title: str = "Crystal Hall"
    seats: range = range(2, 5)
    dealings: tuple[Dealing, ...] = (Dealing.APP, Dealing.TABLE)
    secret: bool = True

    @property
    def edition_name(self) -> str:
        """Name of the edition."""
        return self.edition.name

    @property
    def colours(self) -> tuple[str, ...]:
        """Guild colours."""
        return self.edition.colours

    @property
    def choices(self) -> tuple[Choice, ...]:
        """Crystals that win (CH-113, CH-115, CH-116), and whether spells are open (CH-117)."""
        usual = self.edition.target_crystals
        targets = sorted(TARGETS, key=lambda number: (number != usual, -number))
        crystals = tuple((str(number), Words("crystal_hall.crystals", {"number": number})) for number in targets)
        hands = tuple((name, Words(f"crystal_hall.hands-{name}")) for name in ("closed", OPEN))
        return (
            Choice(TARGET, Words("crystal_hall.target"), crystals),
            Choice(HANDS, Words("crystal_hall.hands"), hands),
        )

    def start(self, settings: Settings, rng: random.Random) -> tuple[Table, Hidden | None]:
        """Set up; raises RuleError."""
        seating = Seating(
            colours=tuple(seat.colour for seat in settings.seats),
            starter=settings.starter,
            target=int(settings.answers.get(TARGET, self.edition.target_crystals)),
            open_hands=settings.answers.get(HANDS) == OPEN,
        )
        table, hidden = self.game.deal(seating, rng)
        return table, hidden if settings.dealing is Dealing.APP else None

    def turn(self, position: Table) -> Turn:
        """The phase, or the decision to be taken; a warp is decided by the wizard's owner."""
        if position.over:
            return Turn(None, Words("crystal_hall.doing-end"))
        doing = position.phase.value if position.task is None else position.task.kind.value
        return Turn(position.actor, Words(f"crystal_hall.doing-{doing}", {"ump": position.ump}))

    def groups(self, position: Table, dealing: Dealing) -> tuple[Group, ...]:
        """Legal moves by what they do."""
        by_word: dict[str, list[Option]] = {}
        for move in legal_moves(self.game, position):
            by_word.setdefault(move.text().split()[0], []).append(self._option(position, move, dealing))
        return tuple(Group(Words(f"crystal_hall.group-{word}"), tuple(found)) for word, found in by_word.items())

    def _option(self, table: Table, move: Move, dealing: Dealing) -> Option:
        wanted = to_be_drawn(self.edition, table, move) if dealing is Dealing.TABLE else ()
        fills = tuple(self._fill(table, move, kind, number) for number, kind in enumerate(wanted, start=1))
        gaps = " ".join(f"{{{fill.name}}}" for fill in fills)
        line = f"{move.text()}{DRAWN}{gaps}" if fills else move.text()
        return Option(line, move_words(self.edition, move), target_of(self.edition, move), fills)

    def _fill(self, table: Table, move: Move, wanted: Wanted, number: int) -> Fill:
        """What people enter who throw and draw themselves; a spell in a hand need not be told."""
        values: list[tuple[str, Words]] = []
        match wanted:
            case Wanted.DIE:
                values = [(str(pips), Words("crystal_hall.plain", {"text": pips})) for pips in range(1, 7)]
            case Wanted.TILE:
                values = self._faces(table, move)
            case Wanted.SPELL | Wanted.LOOK:
                values = [(UNKNOWN, Words("crystal_hall.secret"))]
                # What a Lens shows in a hand stays with its user; a drawn spell may be told.
                if wanted is Wanted.SPELL:
                    values += [(name, spell_words(self.edition, name)) for name in self.edition.spells]
            case Wanted.OUTCOME:
                after = Outcome(self.game.view(without_card(table, move), table.actor).text())
                values = [(after.text(), Words("crystal_hall.nothing-changes"))]
        return Fill(f"drawn{number}", Words(f"crystal_hall.ask-{wanted.name.lower()}"), tuple(values))

    def _faces(self, table: Table, move: Move) -> list[tuple[str, Words]]:
        square = move.square if isinstance(move, Flip | Use) else None
        back = None if square is None else table.tiles[square]
        faces = [
            tile.face
            for tile in self.edition.tiles.values()
            if isinstance(back, Back) and back in tile.backs and left_of_face(self.edition, table, tile.face) > 0
        ]
        named = [(face, tile_words(self.edition, face)) for face in faces]
        return [(UNKNOWN, Words("crystal_hall.secret")), *named] if isinstance(move, Use) else named

    def covered(self, start: Table, lines: tuple[Record, ...]) -> tuple[Table, tuple[Record, ...]]:
        """What everybody may know of a game that goes on."""
        position, shown = start, list[Record]()
        for record in lines:
            shown.append(self.game.view_record(position, record, None))
            position = apply(self.game, position, record)
        return self.game.view(start, None), tuple(shown)

    def named(self, parameters: Mapping[str, object]) -> Mapping[str, Words]:
        """The tile, the spell and the guild of a refusal by their names."""
        tile, spell, colour = (str(parameters.get(key, "")) for key in ("tile", "spell", "colour"))
        words = {
            "tile": tile_words(self.edition, tile) if tile in self.edition.tiles else None,
            "spell": spell_words(self.edition, spell) if spell in self.edition.spells else None,
            "colour": Words(f"colour.{colour}") if colour in self.edition.colours else None,
        }
        return {name: found for name, found in words.items() if found is not None}

    def board(self, position: Table, seat: int | None) -> Board:
        """The board and the guilds, as a seat may see them."""
        return board_of(self.edition, self.game.view(position, seat), seat)

    def words(self, record: MoveRecord[Move, Drawn]) -> Words:
        """The move in words; a flipped tile or a die roll is told, a drawn spell and what a Lens showed are not."""
        told = move_words(self.edition, record.move)
        return Words("crystal_hall.told", {"move": told, "shown": shown}) if (shown := self._shown(record)) else told

    def _shown(self, record: Record) -> Words | None:
        if isinstance(record.move, Flip) and isinstance(record.drawn[0], Shown) and record.drawn[0].name:
            return tile_words(self.edition, record.drawn[0].name)
        dice = [thing.text() for thing in record.drawn if not isinstance(thing, Shown | Outcome)]
        return Words("crystal_hall.plain", {"text": " ".join(dice)}) if dice else None

    def score(self, position: Table) -> FinalScore:
        """A row for each colour of crystals."""
        rows = tuple(
            ScoreRow(
                Words("crystal_hall.crystal-of", {"colour": Words(f"colour.{colour}")}),
                tuple(int(colour in guild.crystals) for guild in position.guilds),
            )
            for colour in Colour
        )
        totals = tuple(len(guild.crystals) for guild in position.guilds)
        return FinalScore(rows, totals, () if position.winner is None else (position.winner,))


def open_crystal_hall(edition: Path | None) -> CrystalHallDesk:
    """The desk with an edition file or the reference edition; raises EditionError."""
    loaded = load_edition(edition)
    return CrystalHallDesk(loaded, CrystalHall(loaded))
