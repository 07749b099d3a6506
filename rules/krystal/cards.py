"""The 120 cards of an edition file, held to the rulebook's counts (KR-08 to KR-11, KR-13)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum, unique

from rules.fields import Fields
from rules.krystal.vocabulary import Combat, Kind, People, Stone

COMBAT_CARDS, STONES_EACH, CREATURES, OBJECTS, DIVINE = 17, 6, 12, 21, 12
"""KR-08 to KR-10."""
VALUES = 6
_ID = re.compile(r"[a-z][a-z0-9-]*")


@unique
class Field(StrEnum):
    """What a lasting power adds to: an ability, or the yield of an action."""

    FORCE = "force"
    MAGIC = "magic"
    TRADING = "trading"
    RECOVER = "recover"
    EXPLORE = "explore"


@unique
class Special(StrEnum):
    """What a creature's victory does instead of, or after, the normal result (KR-104, KR-105)."""

    NONE = "none"
    AGAIN = "again"
    """Normal losses, then the same hero must fight it once more."""
    COMPANION = "companion"
    """Normal losses, then it attacks another hero of the group."""
    ALL_ENERGY = "all_energy"
    ALL_CARDS = "all_cards"
    MANUAL = "manual"


@unique
class Effect(StrEnum):
    """What a magic object does when it is used (KR-107)."""

    ENERGY = "energy"
    """The hero gains energy."""
    DRAIN = "drain"
    """An opposing hero in the same place loses energy."""
    STEAL = "steal"
    """Cards drawn at random from an opposing hero in the same place."""
    MANUAL = "manual"


@dataclass(frozen=True, slots=True)
class Bonus:
    """A lasting power: `by` is added to a field, for one people or for all."""

    on: Field
    by: int
    people: People | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """One kind of card and how often the deck holds it; fields that its kind lacks keep their defaults."""

    id: str
    kind: Kind
    count: int = 1
    text: str = ""
    type: Combat | None = None
    value: int = 0
    stone: Stone | None = None
    bonus: Bonus | None = None
    """None for a stone or divine intervention: its power is entered by hand."""
    special: Special = Special.NONE
    effect: Effect = Effect.MANUAL
    amount: int = 0
    people: People | None = None
    """The people of the asterisk (KR-13)."""

    @property
    def is_manual(self) -> bool:
        """Whether its effect is entered by hand."""
        lasting = self.kind in (Kind.STONE, Kind.DIVINE) and self.bonus is None
        return lasting or (self.kind is Kind.OBJECT and self.effect is Effect.MANUAL)


def parse_cards(fields: Fields) -> dict[str, Card]:
    """All cards by id; raises EditionError for wrong counts, ids and effects."""
    cards = [*_combat(fields.sub("combat")), *_stones(fields), *_creatures(fields), *_objects(fields), *_divine(fields)]
    for card, times in Counter(card.id for card in cards).items():
        if times > 1:
            fields.refuse("cards", card, "every id once, over all kinds of cards")
    return {card.id: card for card in cards}


def _combat(fields: Fields) -> Iterator[Card]:
    fields.check_keys(set(Combat))
    for combat in Combat:
        counts = fields.integers(combat, VALUES)
        if min(counts) < 0 or sum(counts) != COMBAT_CARDS:
            fields.refuse(combat, list(counts), f"copies of the values 1 to {VALUES}, together {COMBAT_CARDS}")
        for value, count in enumerate(counts, start=1):
            if count:
                yield Card(f"{combat[0]}{value}", Kind.COMBAT, count, type=combat, value=value)


def _stones(fields: Fields) -> list[Card]:
    cards = []
    for item in _items(fields, "stones", {"type", "text"}, {"bonus"}):
        stone = item.choice("type", Stone)
        cards.append(_card(item, Kind.STONE, stone=stone, bonus=_bonus(item)))
    for stone in Stone:
        found = sum(card.count for card in cards if card.stone is stone)
        if found != STONES_EACH:
            fields.refuse("stones", f"{found} of {stone}", f"{STONES_EACH} of each type")
    return cards


def _creatures(fields: Fields) -> list[Card]:
    cards = []
    for item in _items(fields, "creatures", {"type", "value", "text"}, {"special"}):
        combat = item.choice("type", Combat)
        if combat is Combat.TRADING:
            item.refuse("type", combat.value, "force or magic")
        special = item.choice("special", Special) if "special" in item.table else Special.NONE
        cards.append(_card(item, Kind.CREATURE, type=combat, value=_whole(item, "value", 0), special=special))
    return _counted(fields, "creatures", cards, CREATURES)


def _objects(fields: Fields) -> list[Card]:
    cards = []
    for item in _items(fields, "objects", {"effect", "text"}, {"amount"}):
        effect = item.choice("effect", Effect)
        amount = 0 if effect is Effect.MANUAL else _whole(item, "amount", 1)
        cards.append(_card(item, Kind.OBJECT, effect=effect, amount=amount))
    return _counted(fields, "objects", cards, OBJECTS)


def _divine(fields: Fields) -> list[Card]:
    cards = []
    for item in _items(fields, "divine", {"text"}, {"bonus", "people"}):
        people = item.choice("people", People) if "people" in item.table else None
        cards.append(_card(item, Kind.DIVINE, bonus=_bonus(item), people=people))
    stars = Counter(card.people for card in cards for _ in range(card.count) if card.people is not None)
    if stars != Counter(list(People)):
        fields.refuse("divine", dict(stars), "exactly one card with the asterisk of each people")
    return _counted(fields, "divine", cards, DIVINE)


def _items(fields: Fields, key: str, required: set[str], optional: set[str]) -> Iterator[Fields]:
    for item in fields.subs(key, len(fields.list(key))):
        item.check_keys({"id"} | required, optional | {"count"})
        yield item


def _card(item: Fields, kind: Kind, **more: object) -> Card:
    name = item.text("id")
    if not _ID.fullmatch(name) or name == "none":
        item.refuse("id", name, "small letters, digits and -, a letter first, not none")
    count = _whole(item, "count", 1) if "count" in item.table else 1
    return Card(name, kind, count, item.text("text"), **more)  # type: ignore[arg-type]


def _counted(fields: Fields, key: str, cards: list[Card], wanted: int) -> list[Card]:
    found = sum(card.count for card in cards)
    if found != wanted:
        fields.refuse(key, f"{found} cards", f"{wanted} cards, counting copies")
    return cards


def _bonus(item: Fields) -> Bonus | None:
    if "bonus" not in item.table:
        return None
    bonus = item.sub("bonus")
    bonus.check_keys({"on", "by"}, {"people"})
    people = bonus.choice("people", People) if "people" in bonus.table else None
    return Bonus(bonus.choice("on", Field), _whole(bonus, "by", -9), people)


def _whole(fields: Fields, key: str, least: int) -> int:
    value = fields.table.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        fields.refuse(key, value, f"a whole number, at least {least}")
    return value
