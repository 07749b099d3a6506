"""The desk of Krystal: set-up, moves in words, the race for the stones; what is drawn is in `krystal_board`."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules.engine import DRAWN, MoveRecord, legal_moves
from rules.errors import MalformedError
from rules.fields import Readable
from rules.krystal.edition import Edition, Setup, load_edition
from rules.krystal.game import Krystal
from rules.krystal.ground import known_cards, moment
from rules.krystal.moves import (
    Activate,
    Agree,
    Attack,
    Begin,
    Deposit,
    Discard,
    Draw,
    Drawn,
    Give,
    Lead,
    Move,
    Recover,
    Reveal,
    Step,
    Swap,
    Use,
    Vanish,
)  # fmt: skip
from rules.krystal.position import Moment, Position
from rules.krystal.setup import FEW_HEROES, Seating
from rules.krystal.stacks import Stacks, lot_of
from rules.krystal.vocabulary import UNKNOWN, Kind, Role, Stone
from server.desks.desk import Choice, Dealing, Fill, FinalScore, Group, Option, ScoreRow, Settings, Turn, Words
from server.desks.krystal_board import Board, board_of
from server.desks.krystal_names import COLOURS, card_words, hero_words
from server.desks.krystal_words import move_words

HEROES = "heroes"
TRIOS = {
    "all": tuple(Role),
    "guardian-mage": (Role.GUARDIAN, Role.MAGE),
    "guardian-marauder": (Role.GUARDIAN, Role.MARAUDER),
    "mage-marauder": (Role.MAGE, Role.MARAUDER),
}
"""Which heroes each people plays with (KR-117, KR-118)."""
FREE_STONE = "free_stone"
SWITCH = ("false", "true")
YES = {"false": "no", "true": "yes"}
OPTIONS: Mapping[str, tuple[str, ...]] = {
    "setup": tuple(setup.value for setup in Setup),
    "stones_to_win": ("4", "5"),
    "negotiation": SWITCH,
    "peace_needs_a_deal": SWITCH,
}
"""What a table agrees on before a game (KR-119, KR-125 to KR-129): options of the edition and their values."""
OPEN_DRAWS = (Kind.CREATURE, Kind.DIVINE, Kind.OBJECT)
"""What is drawn before the eyes of all (KR-92, KR-97, KR-106)."""


@dataclass(frozen=True, slots=True)
class KrystalDesk:
    """A `server.desks.desk.Desk`; reserves are secret."""

    edition: Edition
    game: Krystal
    title: str = "Krystal"
    seats: range = range(2, 7)
    dealings: tuple[Dealing, ...] = (Dealing.APP, Dealing.TABLE)
    secret: bool = True
    colours: tuple[str, ...] = tuple(COLOURS)

    @property
    def edition_name(self) -> str:
        """Name of the edition."""
        return self.edition.name

    @property
    def choices(self) -> tuple[Choice, ...]:
        """Which heroes take part, and the options of the edition, each with its own value first."""
        heroes = tuple((name, Words(f"krystal.heroes-{name}")) for name in TRIOS)
        stones = tuple((stone.value, Words(f"krystal.stone-{stone}")) for stone in Stone)
        return (
            Choice(HEROES, Words("krystal.heroes"), heroes),
            *(self._option(name) for name in OPTIONS),
            Choice(FREE_STONE, Words("krystal.free-stone"), stones),
        )

    def _option(self, name: str) -> Choice:
        values = sorted(OPTIONS[name], key=lambda value: value != self.agreed[name])
        return Choice(
            name, Words(f"krystal.col-{name}"), tuple((value, _option_words(name, value)) for value in values)
        )

    @property
    def agreed(self) -> Mapping[str, str]:
        """The options of this desk's edition."""
        options = {name: getattr(self.edition, name) for name in OPTIONS}
        return {name: str(value).lower() for name, value in options.items()}

    def tuned(self, answers: Mapping[str, str]) -> KrystalDesk:
        """The desk with the options that are answered; raises MalformedError for a value that is none."""
        changes: dict[str, object] = {}
        for name, allowed in OPTIONS.items():
            if answers.get(name, allowed[0]) not in allowed:
                raise MalformedError(name, answers[name], ", ".join(allowed))
            if name in answers:
                changes[name] = _option_value(name, answers[name])
        edition = replace(self.edition, **changes)  # type: ignore[arg-type]
        return replace(self, edition=edition, game=Krystal(edition))

    def start(self, settings: Settings, rng: random.Random) -> tuple[Position, Stacks | None]:
        """Deal; the colour of a seat names its people. With 5 and 6 players a people has two heroes."""
        peoples = tuple(COLOURS[seat.colour] for seat in settings.seats)
        chosen = settings.answers.get(HEROES, "all")
        if len(peoples) >= FEW_HEROES and chosen == "all":
            chosen = "guardian-mage"
        stone = Stone(settings.answers.get(FREE_STONE, Stone.CRISTAL.value))
        table, hidden = self.game.deal(Seating(peoples, (TRIOS[chosen],) * len(peoples), settings.starter, stone), rng)
        return table, hidden if settings.dealing is Dealing.APP else None

    def turn(self, position: Position) -> Turn:
        """The phase in words, and who decides: in combats not always the one on turn."""
        now = moment(self.edition, position)
        words = Words(f"krystal.doing-{now.name.lower()}")
        return Turn(None if now is Moment.OVER else self.game.actor(position), words)

    def groups(self, position: Position, dealing: Dealing) -> tuple[Group, ...]:
        """Legal moves of the one who decides, by what they do."""
        return self.asides(position, dealing, self.game.actor(position))

    def maker(self, position: Position, move: Move) -> int | None:
        """Who makes a move: stones are activated, cards named and deals offered by their owner (KR-108, KR-121)."""
        name = move.giver if isinstance(move, Agree) else None
        name = move.hero if isinstance(move, Activate | Reveal | Discard) else name
        if name is None or position.hero(name) is None:
            return self.turn(position).seat
        return position.seat_of(name)

    def asides(self, position: Position, dealing: Dealing, seat: int) -> tuple[Group, ...]:
        """Legal moves that a seat makes, on turn or not: who may see the cards that a move names makes it."""
        by_word: dict[str, list[Option]] = {}
        for move in legal_moves(self.game, position):
            if self.maker(position, move) != seat:
                continue
            fills = self._fills(position, move) if dealing is Dealing.TABLE else ()
            gaps = " ".join(f"{{{fill.name}}}" for fill in fills)
            line = f"{move.text()}{DRAWN}{gaps}" if fills else move.text()
            option = Option(line, move_words(self.edition, move), _target(move), fills)
            by_word.setdefault(move.text().split()[0], []).append(option)
        return tuple(Group(Words(f"krystal.group-{word}"), tuple(found)) for word, found in by_word.items())

    def _fills(self, position: Position, move: Move) -> tuple[Fill, ...]:
        lot = lot_of(self.edition, position, move)
        known = known_cards(position)
        cards = self.edition.cards
        free = [card for card in cards if known[card] < cards[card].count]
        values = [UNKNOWN, *(free if lot.people else dict.fromkeys(lot.cards or ()))]
        named = tuple((card, card_words(self.edition, card)) for card in dict.fromkeys(values))
        return tuple(
            Fill(f"drawn{number}", Words("krystal.ask-card", {"number": number}), named)
            for number in range(1, lot.count + 1)
        )

    def named(self, parameters: Mapping[str, object]) -> Mapping[str, Words]:
        """The card of a refusal by its name."""
        card = parameters.get("card")
        known = isinstance(card, str) and (card == UNKNOWN or card in self.edition.cards)
        return {"card": card_words(self.edition, str(card))} if known else {}

    def board(self, position: Position, seat: int | None) -> Board:
        """Heroes, piles, gates, the combat that goes on; face-down cards only for their owner."""
        return board_of(self.game, position, seat)

    def words(self, record: MoveRecord[Move, Drawn]) -> Words:
        """The move in words; a card played face down and one drawn in secret keep their names to themselves."""
        move = record.move
        if isinstance(move, Attack) and move.type is not None:
            values = {"hero": hero_words(move.attacker), "other": hero_words(move.defender)}
            return Words(f"krystal.told-attack-{move.type}", values)
        if isinstance(move, Lead):
            return Words(f"krystal.told-lead-{move.type}")
        if isinstance(move, Give | Swap | Discard | Reveal | Agree):
            return Words(f"krystal.told-{move.text().split()[0]}")
        seen = [thing.card for thing in record.drawn if isinstance(move, Draw) and self._is_open(thing.card)]
        told = move_words(self.edition, move)
        return Words("krystal.told-shown", {"move": told, "card": card_words(self.edition, seen[0])}) if seen else told

    def _is_open(self, card: str) -> bool:
        return card in self.edition.cards and self.edition.cards[card].kind in OPEN_DRAWS

    def score(self, position: Position) -> FinalScore:
        """A row for each type of stone."""
        score = self.game.score(position)
        rows = tuple(
            ScoreRow(Words(f"krystal.stone-{stone}"), tuple(one.sheet.row_total(stone) for one in score.players))
            for stone in Stone
        )
        winners = () if score.winner is None else (score.winner,)
        return FinalScore(rows, tuple(one.sheet.total for one in score.players), winners)


def open_krystal(edition: Readable | None) -> KrystalDesk:
    """The desk with an edition or the reference edition; raises EditionError."""
    loaded = load_edition(edition)
    return KrystalDesk(loaded, Krystal(loaded))


def _option_words(name: str, value: str) -> Words:
    if name == "setup":
        return Words(f"krystal.setup-{value}")
    return Words("krystal.plain", {"text": value}) if value.isdigit() else Words(f"krystal.{YES[value]}")


def _option_value(name: str, value: str) -> object:
    if name == "setup":
        return Setup(value)
    return int(value) if value.isdigit() else value == SWITCH[1]


def _target(move: Move) -> str:
    match move:
        case Step():
            return f"place-{move.to}"
        case Recover() | Begin():
            return f"place-{move.spot}"
        case Draw() | Activate() | Use() | Vanish() | Deposit():
            return f"hero-{move.hero}"
        case Attack():
            return f"hero-{move.defender}"
    return ""
