"""The desk of Crystalla: set-up, moves in words, score; what is drawn is in `crystalla_board`."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

from rules.crystalla.edition import Edition, load_edition
from rules.crystalla.faces import Face
from rules.crystalla.game import Crystalla
from rules.crystalla.moves import Cover, Drawn, Give, Lay, Lift, Move, Refill, Remove, Step, Swap, Take
from rules.crystalla.setup import Seating
from rules.crystalla.stacks import Stacks
from rules.crystalla.table import Phase, Table
from rules.crystalla.turn import to_be_drawn
from rules.crystalla.vocabulary import Crystal, Segment
from rules.engine import DRAWN, MoveRecord, legal_moves
from server.desks.crystalla_board import Board, board_of, card_picture
from server.desks.desk import Choice, Dealing, Fill, FinalScore, Group, Option, ScoreRow, Settings, Turn, Words

START_PILES = "start-piles"


@dataclass(frozen=True, slots=True)
class CrystallaDesk:
    """A `server.desks.desk.Desk`; nobody holds anything secret, dealt cards are laid open (CR-08)."""

    edition: Edition
    game: Crystalla
    title: str = "Crystalla"
    seats: range = range(2, 5)
    dealings: tuple[Dealing, ...] = (Dealing.APP, Dealing.TABLE)
    secret: bool = False

    @property
    def edition_name(self) -> str:
        """Name of the edition."""
        return self.edition.name

    @property
    def colours(self) -> tuple[str, ...]:
        """Pawn colours of the edition."""
        return self.edition.colours

    @property
    def choices(self) -> tuple[Choice, ...]:
        """With 2 players, on which of the two diagonals the pawns start (CR-18)."""
        values = tuple((str(index), Words(f"crystalla.corners-{index}")) for index in range(2))
        return (Choice(START_PILES, Words("crystalla.corners"), values),)

    def start(self, settings: Settings, rng: random.Random) -> tuple[Table, Stacks | None]:
        """Deal; at a table of their own people hold cards that cannot be told yet. Raises RuleError."""
        colours = tuple(seat.colour for seat in settings.seats)
        offered = self.edition.start_piles.get(len(colours), ((),))
        picked = int(settings.answers.get(START_PILES, "0")) % len(offered)
        table, stacks = self.game.deal(Seating(colours, offered[picked], settings.starter), rng)
        if settings.dealing is Dealing.APP:
            return table, stacks
        return _with_unknown_hands(table), None

    def turn(self, position: Table) -> Turn:
        """The phase in words."""
        phase = position.phase
        seat = None if phase is Phase.END else position.actor
        return Turn(seat, Words(f"crystalla.phase-{phase.name.lower()}"))

    def groups(self, position: Table, dealing: Dealing) -> tuple[Group, ...]:
        """Legal moves: cards by card, everything else under one heading."""
        by_title: dict[str, tuple[Words, list[Option]]] = {}
        for move in legal_moves(self.game, position):
            title = _title(move)
            option = _option(position, move, dealing)
            by_title.setdefault(repr(title), (title, []))[1].append(option)
        return tuple(Group(title, tuple(options)) for title, options in by_title.values())

    def board(self, position: Table, seat: int | None) -> Board:  # noqa: ARG002  everyone sees the same
        """The middle and all displays."""
        return board_of(position)

    def words(self, record: MoveRecord[Move, Drawn]) -> Words:
        """The move in words."""
        return move_words(record.move)

    def score(self, position: Table) -> FinalScore:
        """Rows of the score pad; hematite as it crosses over (CR-78)."""
        table = self.game.score(position)
        rows = [
            ScoreRow(_crystal(crystal), tuple(player.sheet.row_total(crystal.value) for player in table.players))
            for crystal in Crystal
            if crystal is not Crystal.HEMATITE
        ]
        hematite = ScoreRow(Words("pad.from_others"), tuple(player.from_opponents for player in table.players))
        finals = tuple(player.final for player in table.players)
        return FinalScore((*rows, hematite), finals, table.winners if self.game.is_over(position) else ())


def open_crystalla(edition: Path | None) -> CrystallaDesk:
    """The desk with an edition file or the reference edition; raises EditionError."""
    loaded = load_edition(edition)
    return CrystallaDesk(loaded, Crystalla(loaded))


def _with_unknown_hands(table: Table) -> Table:
    hands = tuple(tuple(Face(None, None) for _ in hand) for hand in table.hands)
    return replace(table, hands=hands)


def _option(table: Table, move: Move, dealing: Dealing) -> Option:
    line, fills = move.text(), []
    if isinstance(move, Lay | Swap) and move.face.large is None:
        line = line.replace("??", "{large}{small}", 1)
        fills = [_crystals("large", "crystalla.large"), _crystals("small", "crystalla.small")]
    if dealing is Dealing.TABLE:
        drawn, more = _draws(table, move)
        line, fills = line + drawn, fills + more
    return Option(line, move_words(move), _target(table, move), tuple(fills), _picture(move))


def _draws(table: Table, move: Move) -> tuple[str, list[Fill]]:
    """The part of a line behind the move with a gap for each thing drawn, and these gaps."""
    texts, fills, numbers = [], [], Counter[str]()
    for shape in to_be_drawn(table, move):
        kind = "card" if shape is None else shape.value
        numbers[kind] += 1
        number = numbers[kind]
        if shape is None:
            parts = [(f"top{number}{part.value}", f"crystalla.drawn-{part.value}") for part in Segment]
            texts.append("".join(f"{{{name}}}" for name, _ in parts))
            fills += [_crystals(name, key, number) for name, key in parts]
        else:
            texts.append(f"{shape.value[0].upper()}{{{kind}{number}}}")
            fills.append(_crystals(f"{kind}{number}", f"crystalla.drawn-piece-{kind}", number))
    return (DRAWN + " ".join(texts) if texts else ""), fills


def _crystals(name: str, key: str, number: int = 1) -> Fill:
    values = tuple((crystal.value[0], _crystal(crystal)) for crystal in Crystal)
    return Fill(name, Words(key, {"number": number}), values)


def _crystal(crystal: Crystal | None) -> Words:
    return Words("scan.unknown" if crystal is None else f"crystal.{crystal.value}")


def _card(face: Face) -> dict[str, object]:
    return {"large": _crystal(face.large), "small": _crystal(face.small)}


def _title(move: Move) -> Words:
    match move:
        case Lay(face, row, col):
            return Words("crystalla.lay-card", {**_card(face), "row": row + 1, "col": col + 1})
        case Give(_, colour):
            return Words("crystalla.give-to", {"colour": Words(f"colour.{colour}")})
    return Words(f"crystalla.group-{type(move).__name__.lower()}")


def move_words(move: Move) -> Words:
    """A move in words; rows and columns count from 1."""
    kind = type(move).__name__.lower()
    values: dict[str, object] = {}
    match move:
        case Swap(face):
            values = _card(face)
        case Lay(face, row, col, turn):
            values = {**_card(face), "row": row + 1, "col": col + 1}
            if turn:
                kind, values["turn"] = "lay-turned", 90 * turn
        case Lift(row, col) | Take(row, col) | Refill(row, col):
            values = {"row": row + 1, "col": col + 1}
        case Step(colour, row, col):
            values = {"colour": Words(f"colour.{colour}"), "row": row + 1, "col": col + 1}
        case Give(piece, colour):
            shape = Words(f"crystalla.piece-{piece.shape.value}", {"crystal": _crystal(piece.crystal)})
            values = {"piece": shape, "colour": Words(f"colour.{colour}")}
        case Cover(row, col, segment):
            values = {"row": row + 1, "col": col + 1, "part": Words(f"scan.{segment.value}")}
    return Words(f"crystalla.move-{kind}", values)


def _target(table: Table, move: Move) -> str:
    match move:
        case Lift(row, col) | Take(row, col) | Refill(row, col) | Step(_, row, col):
            return f"pile-{row}-{col}"
        case Lay(_, row, col):
            return f"cell-{table.active}-{row}-{col}"
        case Cover(row, col, segment):
            return f"slot-{table.actor}-{row}-{col}-{segment.value}"
        case Give(piece):
            return f"piece-{piece.text()}"
        case Swap() | Remove():
            return ""


def _picture(move: Move) -> str:
    return card_picture(move.face, move.rotation) if isinstance(move, Lay) and move.face.large is not None else ""
