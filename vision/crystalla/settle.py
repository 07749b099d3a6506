"""Reads the cards of a display, and looks again where the first look leaves a doubt or may have been dazzled."""

from __future__ import annotations

from rules.crystalla.vocabulary import Cell, Crystal
from vision.crystalla.belief import is_settled
from vision.crystalla.cards import Look, compared, look_round
from vision.crystalla.decode import Decoder
from vision.crystalla.reading import CardReading
from vision.image import Photo
from vision.onnx import Network

Cards = tuple[CardReading, ...]


def settled(network: Network, decoder: Decoder, photo: Photo, cells: dict[Cell, Look], first_corner: int) -> Cards:
    """The cards that lie in these cells; `network` is the card network."""
    to_full = 1 / photo.scale
    cards = decoder.cards(cells, first_corner, to_full)
    white = [card.cell for card in cards if Crystal.DIAMOND in (card.large.crystal.best, card.small.crystal.best)]
    if white and is_settled(cards):  # white glare looks like diamond
        looks = compared(decoder.known, photo.bgr, [cells[cell] for cell in white])
        cards = decoder.cards(cells | dict(zip(white, looks, strict=True)), first_corner, to_full)
    if not is_settled(cards):
        looks = look_round(network, photo.bgr, list(cells.values()))
        looks = compared(decoder.known, photo.bgr, looks)
        cards = decoder.cards(dict(zip(cells, looks, strict=True)), first_corner, to_full)
    return cards
