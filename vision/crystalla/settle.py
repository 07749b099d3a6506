"""Reads the cards of a display, and looks again where the first look leaves a doubt or may have been dazzled."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.crystalla.vocabulary import CELLS, Cell, Crystal
from vision.crystalla.belief import HARDLY_LOG_ODDS, MAYBE_LOG_ODDS, is_settled
from vision.crystalla.cards import Look, compared, look_round, mean_of
from vision.crystalla.crop import Image
from vision.crystalla.decode import Decoder
from vision.crystalla.fine_copy import crops_of
from vision.crystalla.lattice import Grid
from vision.crystalla.reading import CardReading
from vision.crystalla.teaching import named_by
from vision.image import Photo
from vision.onnx import Network


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """A display as one way of finding its cards shows it."""

    grid: Grid
    looks: dict[Cell, Look]
    """Each with the cell's top left corner first."""
    cards: tuple[CardReading, ...]
    others: int
    """Further displays in the photo."""
    more: float
    """Log odds that there is one more beside these cards, infinite where something was left out."""

    @property
    def settled(self) -> bool:
        """Whether no other look is needed."""
        return self.more <= MAYBE_LOG_ODDS and is_settled(self.cards)

    @property
    def complete(self) -> bool:
        """Whether these are all cards of the display; a full one has no room for another."""
        return self.more <= HARDLY_LOG_ODDS or (len(self.looks) == len(CELLS) and self.more < math.inf)


def settle(network: Network, decoder: Decoder, photo: Photo, seen: Seen) -> Seen:
    """What was seen with the cards read, by a second look where one is needed; `network` is the card network."""
    looks, to_full = seen.looks, 1 / photo.scale
    cards = decoder.cards(looks, to_full)
    white = [card.cell for card in cards if Crystal.DIAMOND in (card.large.crystal.best, card.small.crystal.best)]
    if white and is_settled(cards):  # white glare looks like diamond
        pale = [looks[cell] for cell in white]
        again = compared(decoder.known, crops_of(photo.bgr, [one.corners for one in pale]), pale)
        looks = looks | dict(zip(white, again, strict=True))
        cards = decoder.cards(looks, to_full)
    if decoder.taught is not None or not is_settled(cards):  # lessons were given to be compared with
        again = look_again(network, decoder, photo.bgr, list(looks.values()))
        looks = dict(zip(looks, again, strict=True))
        cards = decoder.cards(looks, to_full)
    return replace(seen, looks=looks, cards=cards)


def look_again(
    network: Network, decoder: Decoder, picture: Image, seen: Sequence[Look], beside: Sequence[Look] = ()
) -> list[Look]:
    """The second look at cards in doubt, at least one: from all four sides, and compared with the known print.

    `network` is the card network; `beside` are further cards of the same printing.
    """
    crops = crops_of(picture, [one.corners for one in (*seen, *beside)])
    return compared(
        decoder.known, crops[: len(seen)], look_round(network, crops, seen, beside, named_by(decoder.taught))
    )


def agreed(decoder: Decoder, photo: Photo, one: Seen | None, other: Seen | None) -> Seen | None:
    """What two ways of finding the cards of one photo show together.

    Where both see cards in the same cells, each card is read from both looks, and what only one of them took for a
    possible card beside them is none. Else the settled one is believed, or the one that found more, and whatever may be
    one more card keeps it in doubt.
    """
    if one is None or other is None:
        return one or other
    if one.looks.keys() == other.looks.keys():
        looks = {cell: mean_of(seen, other.looks[cell]) for cell, seen in one.looks.items()}
        less, more = sorted((one.more, other.more))
        more = less if less <= MAYBE_LOG_ODDS else more
        return replace(one, looks=looks, cards=decoder.cards(looks, 1 / photo.scale), more=more)
    believed = other if other.settled or len(other.looks) > len(one.looks) else one
    return believed if believed.more <= MAYBE_LOG_ODDS else replace(believed, more=math.inf)
