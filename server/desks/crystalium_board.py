"""What the page shows of a table of Crystalium: the middle, and each ship with its powers and totals at a glance."""

from __future__ import annotations

from dataclasses import dataclass

from rules.crystalium.faces import Back, Face, SoloCard
from rules.crystalium.game import Crystalium
from rules.crystalium.moves import Drawn
from rules.crystalium.position import Ship, Table
from rules.crystalium.powers import available_power, permanent_power
from rules.crystalium.scoring import TableScore, score_table
from rules.crystalium.vocabulary import Component, Kind, Phase
from server.desks.desk import Words

STEPS = {
    "draft": (Phase.DRAFT,),
    "current": (Phase.CURRENT,),
    "river": (Phase.RIVER,),
    "discard": (Phase.DISCARD,),
    "drone": (Phase.ORDER, Phase.SOLO, Phase.DRONE),
}
"""The phases that the page shows in a row (CU-16); the draft only while it lasts."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card: its name, the number printed large, what its back says, and the target that acts when it is tapped."""

    words: Words
    number: str
    waves: int
    kind: str
    single_use: bool
    strong: bool
    target: str
    attempt: str


@dataclass(frozen=True, slots=True)
class Step:
    """One of the phases of a turn, and whether it goes on now."""

    words: Words
    now: bool


@dataclass(frozen=True, slots=True)
class Column:
    """A column under a ship: lasting power, power with all single-use cards, and the cards."""

    words: Words
    kind: str
    power: int
    available: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """What one player has; `seat` is None for Tornado."""

    seat: int | None
    columns: tuple[Column, ...]
    crystalium: int
    crystalium_cards: int
    fish: tuple[Card, ...]
    stations: tuple[Card, ...]
    total: int


@dataclass(frozen=True, slots=True)
class Standing:
    """A Whirlpool of the scoring and what it counts for each ship; only those that are known to all are shown."""

    words: Words
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """Everything that the partial draws."""

    steps: tuple[Step, ...]
    deck: int
    top: int | None
    second: bool
    current: tuple[int, ...]
    river: tuple[Card, ...]
    center: tuple[Card, ...]
    discard: tuple[Card, ...]
    out: tuple[Card, ...]
    whirlpools: tuple[Standing, ...]
    ships: tuple[Shown, ...]
    solo_card: Words | None
    solo_deck: int | None
    objectives: tuple[Words, ...]


def board_of(game: Crystalium, table: Table) -> Board:
    """The board as everybody sees it."""
    score = known_score(game, table)
    over = game.is_over(table)
    return Board(
        steps=tuple(Step(Words(f"crystalium.step-{name}"), table.phase in phases) for name, phases in STEPS.items()
                    if (name == "draft") == (table.phase is Phase.DRAFT)),
        deck=table.deck,
        top=table.top,
        second=table.second,
        current=table.current,
        river=tuple(_card(face, "discard" if table.phase.value == "discard" else "collect") for face in table.river),
        center=tuple(_card(face, "draft") for face in table.center),
        discard=tuple(_card(face) for face in reversed(table.discard)),
        out=tuple(_card(face) for face in table.out),
        whirlpools=tuple(Standing(card_words(one.whirlpool), one.counts) for one in score.whirlpools),
        ships=tuple(_shown(table, seat, ship, sum(sheet.total for sheet in score.sheets[seat : seat + 1]))
                    for seat, ship in enumerate(table.ships)),
        solo_card=None if table.solo is None or table.solo.card is None else drawn_words(table.solo.card),
        solo_deck=None if table.solo is None else table.solo.deck,
        objectives=tuple(Words(f"crystalium.objective-{one.value}") for one in game.objectives(table)) if over else (),
    )  # fmt: skip


def known_score(game: Crystalium, table: Table) -> TableScore:
    """The score with the Whirlpools that everybody knows: revealed, added by Fish 4, of a solo game, or seen before."""
    seen = (*table.out, *table.added)
    all_known = table.second or table.solo is not None or game.is_over(table)
    known = [face for face in game.whirlpools(table) if all_known or face in seen]
    return score_table(table, known, game.edition.switches)


def _shown(table: Table, seat: int, ship: Ship, total: int) -> Shown:
    return Shown(
        seat=None if table.is_tornado(seat) else seat,
        columns=tuple(_column(ship, component) for component in Component),
        crystalium=sum(face.value for face in ship.crystalium),
        crystalium_cards=len(ship.crystalium),
        fish=tuple(_card(face) for face in ship.fish),
        stations=tuple(_card(station.face) for station in ship.stations),
        total=total,
    )


def _column(ship: Ship, component: Component) -> Column:
    cards = tuple(_card(part.face) for part in ship.column(component))
    name = Words(f"crystalium.column-{component.name.lower()}")
    return Column(
        name, component.name.lower(), permanent_power(ship, component), available_power(ship, component), cards
    )


def _card(face: Face, word: str = "") -> Card:
    text = face.text()
    target = f"card-{text}" if word else ""
    number = f"{face.need}→{face.value}" if face.is_station else str(face.value)
    return Card(card_words(face), number, face.waves, face.kind.name.lower(), face.single_use, face.strong, target,
                f"{word} {text}" if word else "")  # fmt: skip


def card_words(face: Face) -> Words:
    """The name of a card."""
    marks = Words(f"crystalium.marks-{'u' * face.single_use}{'s' * face.strong}")
    if face.kind in (Kind.FISH, Kind.WHIRLPOOL):
        name = Words(f"crystalium.{face.kind.name.lower()}-{face.value}")
    else:
        values = {"value": face.value, "need": face.need}
        name = Words(f"crystalium.card-{face.kind.name.lower().replace('_', '-')}", values)
    return Words("crystalium.card", {"name": name, "marks": marks}) if face.single_use or face.strong else name


def drawn_words(thing: Drawn) -> Words:
    """The name of a card, back or Solo card that was drawn."""
    match thing:
        case Face():
            return card_words(thing)
        case Back(waves):
            return Words("crystalium.drawn-back", {"waves": waves})
        case SoloCard(level, first, reveals, collects, arrow):
            numbers = {"first": first, "reveals": reveals, "collects": collects}
            names = {"level": Words(f"crystalium.level-{level}"), "arrow": Words(f"crystalium.arrow-{arrow}")}
            return Words("crystalium.drawn-solo", {**numbers, **names})
