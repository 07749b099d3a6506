"""What Tornado does in the solo mode: its choices are forced by priorities and an arrow (CU-111 to CU-121, R36)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.crystalium.edition import ArrowStart
from rules.crystalium.faces import Face, SoloCard
from rules.crystalium.getting import own_cards
from rules.crystalium.moves import Gain
from rules.crystalium.position import TORNADO, Ship, Table
from rules.crystalium.powers import payments
from rules.crystalium.vocabulary import Arrow, Component, Fish, Kind


def from_right(card: SoloCard, start: ArrowStart) -> bool:
    """Whether a Solo card's arrow counts from the right end."""
    return (card.arrow is Arrow.LEFT) == (start is ArrowStart.TAIL)


def in_arrow_order(faces: Sequence[Face], card: SoloCard, start: ArrowStart) -> tuple[Face, ...]:
    """Cards in the order in which an arrow meets them."""
    return tuple(reversed(faces)) if from_right(card, start) else tuple(faces)


def forced_collect(table: Table, start: ArrowStart) -> tuple[str, Gain] | None:
    """The card that Tornado must collect and the rule that says so; None when it can collect nothing."""
    if table.solo is None or table.solo.card is None:
        return None
    faces = in_arrow_order(table.river, table.solo.card, start)
    crystalium = [face for face in faces if face.kind is Kind.CRYSTALIUM]
    if crystalium:
        return "CU-114", Gain(max(crystalium, key=lambda face: face.value))
    for face in faces:
        if face.is_station and (paid := cheapest(table.ships[TORNADO], face)) is not None:
            return "CU-115", paid
    others = [face for face in faces if not face.is_station]
    return ("CU-116", Gain(others[0])) if others else None


def cheapest(ship: Ship, station: Face) -> Gain | None:
    """How Tornado pays a Station: the fewest cards, then the lowest values (R36)."""
    ways = list(payments(ship, station))
    if not ways:
        return None
    return Gain(station, None, min(ways, key=lambda way: (len(way), sum(part.power for part in way))))


def least_loss(ship: Ship) -> tuple[Face, Component | None]:
    """What Tornado discards for Fish 7: a Component card, a Fish, the lowest Crystalium, a Station (our ruling)."""
    return min(own_cards(ship), key=lambda own: (_worth(own[0]), own[0].value, own[0].text()))


def _worth(face: Face) -> int:
    if face.component is not None or face.is_fish(Fish.COMPONENT):
        return 0
    return {Kind.FISH: 1, Kind.CRYSTALIUM: 2}.get(face.kind, 3)
