"""The words of Krystal: peoples, heroes, kinds of combat, stones and gates (KR-02, KR-03, KR-06, KR-10)."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum, unique


@unique
class People(StrEnum):
    """The six peoples (KR-02); each has a symbol, a gate, a draw pile and a discard pile."""

    REPTILES = "reptiles"
    AMAZONS = "amazons"
    CENTAURS = "centaurs"
    NOMADS = "nomads"
    GNOMES = "gnomes"
    BIRDS = "birds"


SYMBOLS = {
    People.REPTILES: ("serpent", "Yoldana"),
    People.AMAZONS: ("wood", "Ouendou"),
    People.CENTAURS: ("earth", "Rwal"),
    People.NOMADS: ("lightning", "Zimtzin"),
    People.GNOMES: ("iron", "Klumtz"),
    People.BIRDS: ("air", "Ghat"),
}
"""Symbol and god of each people (KR-02)."""


@unique
class Role(StrEnum):
    """The three heroes of a people (KR-06)."""

    GUARDIAN = "guardian"
    MAGE = "mage"
    MARAUDER = "marauder"


@unique
class Combat(StrEnum):
    """The three types of combat (KR-58)."""

    FORCE = "force"
    MAGIC = "magic"
    TRADING = "trading"


DOMAINS = {Role.GUARDIAN: Combat.FORCE, Role.MAGE: Combat.MAGIC, Role.MARAUDER: Combat.TRADING}
"""What each role is best at (KR-06)."""


@unique
class Stone(StrEnum):
    """The four stones of light (KR-10)."""

    CRISTAL = "cristal"
    RUBIS = "rubis"
    DIAMANT = "diamant"
    EMERAUDE = "emeraude"


@unique
class Kind(StrEnum):
    """The five kinds of cards (KR-08)."""

    COMBAT = "combat"
    STONE = "stone"
    CREATURE = "creature"
    OBJECT = "object"
    DIVINE = "divine"


ROLE_LETTERS = {Role.GUARDIAN: "g", Role.MAGE: "m", Role.MARAUDER: "r"}
UNKNOWN = "?"
"""A face-down card that nobody has named."""
CLEARING = "clearing"
"""The Clearing of the Gods (KR-04)."""
GATE = "gate-"


@dataclass(frozen=True, slots=True)
class Hero:
    """One of the 18 heroes (KR-07)."""

    people: People
    role: Role
    name: str = field(init=False, repr=False, compare=False)
    """The text, written once because every look at a table asks for it."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", self.people.value[0].upper() + ROLE_LETTERS[self.role])

    def text(self) -> str:
        """`Am`: the people's initial and g, m or r for guardian, mage, marauder."""
        return self.name


HEROES = {hero.text(): hero for hero in (Hero(people, role) for people in People for role in Role)}
"""All heroes by their text."""


def gate_of(people: People) -> str:
    """The place of a people's gate: `gate-amazons`."""
    return GATE + people.value
