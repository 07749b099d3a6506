"""The first lesson of a copy: the cards to lay, drawn, and what the lessons of a copy have not shown yet."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from calibration.sheets.crystalla.first_cards import lesson_cards
from rules.crystalla.edition import Edition
from rules.crystalla.faces import Face
from rules.crystalla.vocabulary import Crystal, Segment
from server.desks.crystalla_board import card_picture
from vision.crystalla.copies import Copy


@dataclass(frozen=True, slots=True)
class DrawnCard:
    """A card to lay; `picture` is SVG of our own making."""

    face: Face
    picture: str


def drawn_cards(edition: Edition) -> tuple[DrawnCard, ...]:
    """The cards of the first lesson, row by row from the top, upright."""
    faces = [Face(card.large, card.small) for card in lesson_cards(edition)]
    return tuple(DrawnCard(face, card_picture(face, None)) for face in faces)


def unseen(copy: Copy) -> list[tuple[Crystal, Segment]]:
    """Which crystals no lesson of a copy has shown in which part: what a further photo should hold."""
    cards = [card for lesson in copy.lessons for card in lesson.cards]
    seen = {(card.large, Segment.LARGE) for card in cards} | {(card.small, Segment.SMALL) for card in cards}
    return [pair for pair in product(Crystal, Segment) if pair not in seen]
