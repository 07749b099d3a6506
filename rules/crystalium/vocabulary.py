"""The words of Crystalium: Components, kinds of cards, phases, Fish and Whirlpools (CU-01, CU-02, CU-16)."""

from __future__ import annotations

from enum import IntEnum, StrEnum, unique


@unique
class Component(StrEnum):
    """The four Components of a ship (CU-01), which are also the columns under it."""

    REACTOR = "R"
    MAGNET = "M"
    LASER = "L"
    DRONE = "D"


BASE_POWER = {Component.REACTOR: 2, Component.MAGNET: 1, Component.LASER: 1, Component.DRONE: 1}
"""CU-20, CU-26, CU-30, CU-33: printed on every ship."""


@unique
class Kind(StrEnum):
    """The kinds of cards by the letter that stands for them; a Component card has the letter of its column."""

    REACTOR = "R"
    MAGNET = "M"
    LASER = "L"
    DRONE = "D"
    CRYSTALIUM = "C"
    COUNT_STATION = "N"
    """A Space Station that asks for a number of Component cards (CU-55)."""
    POWER_STATION = "P"
    """A Space Station that asks for a total power of Component cards (CU-56)."""
    FISH = "F"
    WHIRLPOOL = "W"


@unique
class Fish(IntEnum):
    """The twelve Fish in printed order; only the Mushroom Fish has a printed name (CU-62 to CU-81)."""

    COMPONENT = 1
    MUSHROOM = 2
    BUILDER = 3
    WHIRLPOOL = 4
    SWAP = 5
    TOLL = 6
    LOSS = 7
    BOOST = 8
    DECK = 9
    DISCARD_PILE = 10
    GIFT = 11
    CALM = 12


@unique
class Metric(IntEnum):
    """What the eleven Whirlpools count, in printed order (CU-96 to CU-106)."""

    REACTOR_POWER = 1
    MAGNET_POWER = 2
    LASER_POWER = 3
    DRONE_POWER = 4
    TOTAL_POWER = 5
    BEST_COMPONENT = 6
    COMPONENT_CARDS = 7
    SINGLE_USE_CARDS = 8
    ONES = 9
    STATIONS = 10
    STRONG_CURRENTS = 11


@unique
class Phase(StrEnum):
    """What is going on (CU-16); `ORDER` is the moment at which the Drone Phase begins."""

    DRAFT = "draft"
    CURRENT = "current"
    RIVER = "river"
    DISCARD = "discard"
    ORDER = "order"
    SOLO = "solo"
    DRONE = "drone"
    END = "end"


POWER_OF = {
    Phase.CURRENT: Component.REACTOR,
    Phase.RIVER: Component.MAGNET,
    Phase.DISCARD: Component.LASER,
    Phase.DRONE: Component.DRONE,
}
"""The Component whose power a phase uses (CU-18, CU-24, CU-29, CU-32)."""


@unique
class Task(StrEnum):
    """What a played Fish still asks for before the game goes on."""

    KEEP = "keep"
    """Keep one of the cards taken from the deck (CU-76)."""
    GIVE = "give"
    """Give a card of the Discard pile to each opponent (CU-79)."""
    LOSE = "lose"
    """Every opponent discards a card (CU-74)."""


@unique
class Level(StrEnum):
    """Difficulty of a Solo card (CU-02)."""

    MEDIUM = "M"
    ADVANCED = "A"


@unique
class Arrow(StrEnum):
    """Direction of a Solo card's arrow."""

    LEFT = "L"
    RIGHT = "R"
