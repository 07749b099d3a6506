"""Moves, tiles and spells of Crystal Hall as words of the locales, and the square that stands for a move."""

from __future__ import annotations

from rules.crystal_hall.components import PRINTED_TILES
from rules.crystal_hall.edition import Edition
from rules.crystal_hall.moves import (
    Cast,
    Choose,
    Discard,
    Flip,
    Move,
    Onto,
    Push,
    Regenerate,
    Shield,
    Squeeze,
    Step,
    Use,
    Warp,
)
from rules.crystal_hall.vocabulary import SQUARE_TEXTS, Square
from server.desks.desk import Words

NAMED_SPELLS = {"curse", "dragon-heart", "earthquake", "electric", "fireball", "freeze"}
UNKNOWN_SPELL = "unknown-"


def tile_words(edition: Edition, face: str) -> Words:
    """A tile's name; one of an edition's own is called as it is written."""
    known = face in PRINTED_TILES or (face == "blank" and face in edition.tiles)
    return Words(f"crystal_hall.tile-{face}") if known else Words("crystal_hall.plain", {"text": face})


def spell_words(edition: Edition, name: str) -> Words:
    """A spell's name."""
    if name in NAMED_SPELLS and name in edition.spells:
        return Words(f"crystal_hall.spell-{name}")
    if name.startswith(UNKNOWN_SPELL):
        return Words("crystal_hall.spell-unknown", {"number": name.removeprefix(UNKNOWN_SPELL)})
    return Words("crystal_hall.plain", {"text": name})


def move_words(edition: Edition, move: Move) -> Words:
    """A move in words."""
    key = f"crystal_hall.move-{move.text().split()[0]}"
    match move:
        case Step(start, end) | Push(start, end) | Squeeze(start, end):
            return Words(key, {"start": SQUARE_TEXTS[start], "end": SQUARE_TEXTS[end]})
        case Regenerate(square) | Shield(square) | Onto(square) | Warp(square) | Flip(square):
            return Words(key, {"square": SQUARE_TEXTS[square]})
        case Choose(direction):
            return Words(key, {"way": Words(f"crystal_hall.way-{direction.value}")})
        case Discard(spell):
            return Words(key, {"spell": spell_words(edition, spell)})
        case Use():
            return _use_words(edition, key, move)
        case Cast():
            return _cast_words(edition, key, move)
    return Words(key)


def _use_words(edition: Edition, key: str, move: Use) -> Words:
    tile = tile_words(edition, move.face)
    if move.square is not None:
        return Words(f"{key}-at", {"tile": tile, "square": SQUARE_TEXTS[move.square]})
    return (
        Words(f"{key}-hand", {"tile": tile, "colour": Words(f"colour.{move.colour}")})
        if move.colour
        else Words(key, {"tile": tile})
    )


def _cast_words(edition: Edition, key: str, move: Cast) -> Words:
    spell = spell_words(edition, move.spell) if move.mode is None else Words(f"crystal_hall.mode-{move.mode.value}")
    places = ", ".join(SQUARE_TEXTS[target] for target in move.targets)
    if move.direction is not None:
        way = Words(f"crystal_hall.way-{move.direction.value}")
        return Words(f"{key}-from", {"spell": spell, "square": places, "way": way})
    return Words(f"{key}-at", {"spell": spell, "squares": places}) if places else Words(key, {"spell": spell})


def target_of(edition: Edition, move: Move) -> str:
    """The square of the board that does a move when tapped: where it acts."""
    square = _square_of(edition, move)
    return "" if square is None else f"sq-{SQUARE_TEXTS[square]}"


def _square_of(edition: Edition, move: Move) -> Square | None:
    match move:
        case Step(_, end) | Push(_, end):
            return end
        case Squeeze(first, second):
            return (first + second) // 2
        case Regenerate(square) | Shield(square) | Onto(square) | Warp(square) | Flip(square):
            return square
        case Use(_, square) if square is not None and edition.board.has(square):
            return square
        case Cast(_, _, targets) if targets:
            return targets[0]
    return None
