"""Printed cards as they are told: a face by what is printed on it, a card under a ship, a back, a Solo card."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rules.crystalium.vocabulary import Arrow, Component, Fish, Kind, Level, Metric
from rules.errors import MalformedError

COMPONENTS = {component.value: component for component in Component}
STATIONS = (Kind.COUNT_STATION, Kind.POWER_STATION)
HIGHEST = {Kind.CRYSTALIUM: 5, Kind.FISH: len(Fish), Kind.WHIRLPOOL: len(Metric)}
"""CU-46, and the numbers of Fish and Whirlpools."""
_FACE = re.compile(r"([RMLDCNPFW])([1-9]\d?)(?:x([1-9]\d?))?w(\d)(u?)(s?)")
_SOLO = re.compile(r"([MA])(\d)\.(\d)\.(\d)([LR])")
_BACK = re.compile(r"\^(\d)")
FACE_ALLOWED = (
    "a card such as R2w1 (Reactor 2, 1 wave), M1w0u (single-use), D1w2s (Strong Current), C5w3 (Crystalium), "
    "N3x6w2 (Station for 3 cards, worth 6), P5x4w1 (Station for power 5), F8w1 (Fish 8) or W5w0 (Whirlpool 5)"
)


@dataclass(frozen=True, slots=True, order=True)
class Face:
    """What is printed on a card; two cards with the same face are interchangeable.

    `value` is the power of a Component card, the Crystalium of a Crystalium card or Station, the number of a Fish
    (`Fish`) or Whirlpool (`Metric`); `need` is what a Station asks for; `waves` stand on the back (CU-21).
    """

    kind: Kind
    value: int
    waves: int
    need: int = 0
    single_use: bool = False
    strong: bool = False

    @property
    def component(self) -> Component | None:
        """The column of a Component card (CU-48)."""
        return COMPONENTS.get(self.kind.value)

    @property
    def is_station(self) -> bool:
        """Whether this is a Space Station of either type."""
        return self.kind in STATIONS

    def is_fish(self, fish: Fish) -> bool:
        """Whether this is that Fish."""
        return self.kind is Kind.FISH and self.value == fish

    def text(self) -> str:
        """`R2w1us`: letter, number, waves, `u` for single-use, `s` for Strong Current; a Station has `need x value`."""
        number = f"{self.need}x{self.value}" if self.is_station else str(self.value)
        return f"{self.kind.value}{number}w{self.waves}{'u' * self.single_use}{'s' * self.strong}"


@dataclass(frozen=True, slots=True)
class Part:
    """A card under a ship: a Component card in its column, or Fish 1 in any (CU-62)."""

    face: Face
    column: Component
    fresh: bool = False
    """A Magnet that came this turn before the River Phase: it does not count in it (CU-27)."""

    @property
    def power(self) -> int:
        """What the card adds to its column (CU-49, CU-63)."""
        return 1 if self.face.kind is Kind.FISH else self.face.value

    @property
    def place(self) -> tuple[Face, Component]:
        """Which card in which column, whether fresh or not."""
        return self.face, self.column

    @property
    def label(self) -> str:
        """The card as a move names it, whether fresh or not."""
        return f"{self.face.text()}@{self.column.value}" if self.face.kind is Kind.FISH else self.face.text()

    def text(self) -> str:
        """The label, with `!` when fresh."""
        return f"{self.label}{'!' * self.fresh}"


@dataclass(frozen=True, slots=True)
class Back:
    """The back of the deck's new top card: its waves are visible (CU-21)."""

    waves: int

    def text(self) -> str:
        """`^2`."""
        return f"^{self.waves}"


@dataclass(frozen=True, slots=True, order=True)
class SoloCard:
    """A Solo card: how many cards Tornado collects in the player's turn, reveals and collects in its own."""

    level: Level
    collects_first: int
    reveals: int
    collects: int
    arrow: Arrow

    def text(self) -> str:
        """`M1.3.2R`: level, top section, lower section, arrow."""
        return f"{self.level.value}{self.collects_first}.{self.reveals}.{self.collects}{self.arrow.value}"


def parse_face(text: str) -> Face:
    """Parse a face; raises MalformedError."""
    match = _FACE.fullmatch(text)
    if match is None:
        raise MalformedError("card", text, FACE_ALLOWED)
    kind, first, second = Kind(match[1]), int(match[2]), match[3]
    is_component = kind.value in COMPONENTS
    if (second is None) == (kind in STATIONS) or (match[5] and not is_component) or first > HIGHEST.get(kind, 99):
        raise MalformedError("card", text, FACE_ALLOWED)
    value, need = (first, 0) if second is None else (int(second), first)
    return Face(kind, value, int(match[4]), need, bool(match[5]), bool(match[6]))


def parse_part(text: str) -> Part:
    """Parse a card under a ship; raises MalformedError."""
    label, fresh = text.removesuffix("!"), text.endswith("!")
    name, at, column = label.partition("@")
    face = parse_face(name)
    if at:
        if not face.is_fish(Fish.COMPONENT) or column not in COMPONENTS:
            raise MalformedError("card under a ship", text, "Fish 1 with a column, such as F1w0@M")
        return Part(face, COMPONENTS[column], fresh)
    if face.component is None:
        raise MalformedError("card under a ship", text, "a Component card, or Fish 1 with its column")
    return Part(face, face.component, fresh)


def parse_solo_card(text: str) -> SoloCard:
    """Parse a Solo card; raises MalformedError."""
    match = _SOLO.fullmatch(text)
    if match is None:
        raise MalformedError("Solo card", text, "level, numbers and arrow, such as M1.3.2R")
    return SoloCard(Level(match[1]), int(match[2]), int(match[3]), int(match[4]), Arrow(match[5]))


def parse_back(text: str) -> Back:
    """Parse a back; raises MalformedError."""
    match = _BACK.fullmatch(text)
    if match is None:
        raise MalformedError("back", text, "^ and the number of waves, such as ^2")
    return Back(int(match[1]))
