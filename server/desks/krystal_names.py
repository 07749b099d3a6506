"""Names of peoples, heroes and cards of Krystal, and what of a reserve lies open."""

from __future__ import annotations

from rules.krystal.edition import Edition
from rules.krystal.ground import kind_of
from rules.krystal.position import HeroState
from rules.krystal.vocabulary import HEROES, UNKNOWN, Kind, People
from server.desks.desk import Words

COLOURS = {
    "green": People.REPTILES,
    "red": People.AMAZONS,
    "yellow": People.CENTAURS,
    "orange": People.NOMADS,
    "gray": People.GNOMES,
    "blue": People.BIRDS,
}
"""The people that each colour of the set-up stands for."""
COLOUR_OF = {people: colour for colour, people in COLOURS.items()}


def people_words(people: People) -> Words:
    """A people's name."""
    return Words(f"krystal.people-{people}")


def hero_words(name: str) -> Words:
    """A hero's name."""
    hero = HEROES[name]
    return Words("krystal.hero", {"role": Words(f"krystal.role-{hero.role}"), "people": people_words(hero.people)})


def card_words(edition: Edition, card: str) -> Words:
    """A card's name."""
    if card == UNKNOWN:
        return Words("krystal.face-down")
    found = edition.cards[card]
    if found.kind is Kind.COMBAT:
        return Words(f"krystal.card-{found.type}", {"value": found.value})
    if found.stone is not None and card == found.stone:
        return Words(f"krystal.stone-{found.stone}")
    return Words("krystal.plain", {"text": card})


def lies_open(edition: Edition, state: HeroState, card: str) -> bool:
    """Objects and the active stone lie face up (KR-106, KR-108)."""
    return card == state.active or kind_of(edition, card) is Kind.OBJECT
