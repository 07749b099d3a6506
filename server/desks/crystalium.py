"""The desk of Crystalium: set-up, moves in words, score; what is drawn is in `crystalium_board`."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules.crystalium.draws import Hidden
from rules.crystalium.edition import Edition, load_edition
from rules.crystalium.faces import Face, Part, parse_face
from rules.crystalium.game import Crystalium
from rules.crystalium.moves import (
    Build,
    Collect,
    Done,
    Draft,
    Drawn,
    Fetch,
    First,
    Gain,
    Give,
    Keep,
    Lose,
    Move,
    Play,
    Summon,
    Swap,
    Toss,
)
from rules.crystalium.position import TORNADO, Table
from rules.crystalium.powers import capacity
from rules.crystalium.scoring import ROWS
from rules.crystalium.setup import FIRST_GAME, MEDIUM_GAME, Seating
from rules.crystalium.vocabulary import Component, Phase
from rules.engine import MoveRecord, legal_moves
from rules.fields import Readable
from server.desks.crystalium_board import Board, board_of, card_words, drawn_words, known_score
from server.desks.crystalium_draws import fills_of
from server.desks.desk import Choice, Dealing, Fill, FinalScore, Group, Option, ScoreRow, Settings, Turn, Words

ADVANCED, TOP = "advanced", "top-waves"
NAMED = ("card", "must", "fish", "station", "whirlpool")
"""Parameters of refusals that are codes of cards."""


@dataclass(frozen=True, slots=True)
class CrystaliumDesk:
    """A `server.desks.desk.Desk`; nothing is secret that was not seen in the River before."""

    edition: Edition
    game: Crystalium
    title: str = "Crystalium"
    seats: range = range(1, 6)
    dealings: tuple[Dealing, ...] = (Dealing.APP, Dealing.TABLE)
    secret: bool = False

    @property
    def edition_name(self) -> str:
        """Name of the edition."""
        return self.edition.name

    @property
    def colours(self) -> tuple[str, ...]:
        """Colours of the ships."""
        return self.edition.ships

    @property
    def choices(self) -> tuple[Choice, ...]:
        """Advanced cards of a solo game (CU-107), and the waves on the deck's top card where people deal."""
        mixes = (FIRST_GAME, *(number for number in range(MEDIUM_GAME - 2, 9)))
        advanced = tuple((str(number), Words("crystalium.number", {"number": number})) for number in mixes)
        waves = sorted({card.face.waves for card in self.edition.ocean})
        tops = tuple((str(number), Words("crystalium.number", {"number": number})) for number in waves)
        return (
            Choice(ADVANCED, Words("crystalium.advanced"), advanced),
            Choice(TOP, Words("crystalium.top-waves"), tops),
        )

    def start(self, settings: Settings, rng: random.Random) -> tuple[Table, Hidden | None]:
        """Deal; at a table of their own people lay out the Starting cards and Whirlpools that are shown."""
        advanced = int(settings.answers.get(ADVANCED, str(FIRST_GAME)))
        table, hidden = self.game.deal(Seating(len(settings.seats), settings.starter, advanced), rng)
        if settings.dealing is Dealing.APP:
            return table, hidden
        return replace(table, top=int(settings.answers.get(TOP, "0"))), None

    def turn(self, position: Table) -> Turn:
        """The phase in words; Tornado's cards are moved by the player."""
        if self.game.is_over(position):
            return Turn(None, Words("crystalium.phase-end"))
        tornado = position.is_tornado(position.actor)
        if position.task is not None:
            word = position.task.value
        else:
            word = "tornado" if tornado and position.phase is Phase.DRONE else position.phase.value
        return Turn(0 if tornado else position.actor, Words(f"crystalium.phase-{word}", self._left(position)))

    def _left(self, position: Table) -> dict[str, object]:
        """What is left of the power in use."""
        if not position.queue or position.task is not None or position.phase in (Phase.ORDER, Phase.SOLO):
            return {}
        head = position.queue[0]
        return {"picks": head.picks, "power": capacity(position, head)}

    def groups(self, position: Table, dealing: Dealing) -> tuple[Group, ...]:
        """Legal moves by what they do."""
        by_word: dict[str, list[Option]] = {}
        for move in legal_moves(self.game, position):
            line: str = move.text()
            fills: tuple[Fill, ...] = ()
            if dealing is Dealing.TABLE:
                line, fills = fills_of(self.game, position, move)
            option = Option(line, move_words(move), _target(move), fills)
            by_word.setdefault(move.text().split()[0], []).append(option)
        return tuple(Group(Words(f"crystalium.group-{word}"), tuple(found)) for word, found in by_word.items())

    def named(self, parameters: Mapping[str, object]) -> Mapping[str, Words]:
        """The cards of a refusal by their names."""
        codes = {name: str(parameters[name]).split() for name in NAMED if parameters.get(name)}
        return {name: card_words(parse_face(code[0].partition("@")[0])) for name, code in codes.items()}

    def board(self, position: Table, seat: int | None) -> Board:  # noqa: ARG002  everyone sees the same
        """The middle and all ships."""
        return board_of(self.game, position)

    def words(self, record: MoveRecord[Move, Drawn]) -> Words:
        """The move in words, with what was drawn."""
        if not record.drawn:
            return move_words(record.move)
        drawn = tuple(drawn_words(thing) for thing in record.drawn)
        return Words("crystalium.drawn", {"move": move_words(record.move), "drawn": drawn})

    def score(self, position: Table) -> FinalScore:
        """Rows of the score pad with the Whirlpools that everybody knows; Tornado has a row of its own."""
        score = known_score(self.game, position)
        humans = score.sheets[:1] if position.solo is not None else score.sheets
        rows = tuple(
            ScoreRow(Words(f"crystalium.row-{row}"), tuple(sheet.row_total(row) for sheet in humans)) for row in ROWS
        )
        if position.solo is not None:
            rows += (ScoreRow(Words("crystalium.tornado"), (score.sheets[TORNADO].total,)),)
        over = self.game.is_over(position)
        winners = tuple(seat for seat in score.winners if seat < len(humans)) if over else ()
        return FinalScore(rows, tuple(sheet.total for sheet in humans), winners)


def open_crystalium(edition: Readable | None) -> CrystaliumDesk:
    """The desk with an edition or the reference edition; raises EditionError."""
    loaded = load_edition(edition)
    return CrystaliumDesk(loaded, Crystalium(loaded))


def _target(move: Move) -> str:
    match move:
        case Collect(gain):
            return f"card-{gain.face.text()}"
        case Toss(face) | Draft(face):
            return f"card-{face.text()}"
    return ""


def _column(column: Component) -> Words:
    return Words(f"crystalium.column-{column.name.lower()}")


def _gain_words(gain: Gain) -> Words:
    card = card_words(gain.face)
    if gain.column is not None:
        return Words("crystalium.card-into", {"card": card, "column": _column(gain.column)})
    if gain.pay:
        return Words("crystalium.card-paid", {"card": card, "pay": _list(gain.pay)})
    return card


def _list(things: tuple[Part, ...] | tuple[Face, ...]) -> tuple[Words, ...]:
    return tuple(card_words(thing.face if isinstance(thing, Part) else thing) for thing in things)


def move_words(move: Move) -> Words:
    """A move in words."""
    key = f"crystalium.move-{type(move).__name__.lower()}"
    match move:
        case Collect(gain) | Give(gain):
            return Words(key, {"card": _gain_words(gain)})
        case Keep(gain):
            return Words(key, {"card": Words("crystalium.nothing") if gain is None else _gain_words(gain)})
        case Toss(face) | Draft(face):
            return Words(key, {"card": card_words(face)})
        case Lose(face, column):
            return Words(key, {"card": _gain_words(Gain(face, column))})
        case Done(used):
            return Words(f"{key}-using", {"cards": _list(used)}) if used else Words(key)
        case First(seat):
            return Words(key, {"number": seat + 1})
        case Play() | Build() | Summon() | Swap() | Fetch():
            return Words(key, {"fish": card_words(move.fish), **_fish_values(move)})
    return Words(key)


def _fish_values(move: Play | Build | Summon | Swap | Fetch) -> dict[str, object]:
    match move:
        case Build():
            return {"card": card_words(move.station), "gifts": _list(move.gifts)}
        case Summon():
            return {"card": card_words(move.whirlpool)}
        case Swap():
            return {"card": card_words(move.part.face), "number": move.opponent + 1, "waves": move.back.waves}
        case Fetch():
            return {"card": _gain_words(move.gain)}
        case Play():
            return {}
