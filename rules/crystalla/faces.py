"""What a card shows, and the short texts of cards and crystal pieces."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from rules.crystalla.placing import CrystalPiece
from rules.crystalla.position import LETTERS, UNKNOWN
from rules.crystalla.vocabulary import Crystal, Segment
from rules.errors import MalformedError

SHAPES = {segment.value[0].upper(): segment for segment in Segment}
_FACE = re.compile(r"[a-z?]{2}")
_PIECE = re.compile(r"([LS])([a-z])")
FACES_ALLOWED = f"two letters of {', '.join(LETTERS)} or {UNKNOWN}, large first"
PIECES_ALLOWED = f"L or S, then a letter of {', '.join(LETTERS)}"


@dataclass(frozen=True, slots=True)
class Face:
    """The printed pair of a card (CR-01): on the table a card is no more than that. None means "cannot tell"."""

    large: Crystal | None
    small: Crystal | None

    def text(self) -> str:
        """Two letters, large first, `?` for what cannot be told."""
        return "".join(UNKNOWN if crystal is None else crystal.value[0] for crystal in (self.large, self.small))

    def may_be(self, other: Face) -> bool:
        """Whether a closer look at this card may show the other: what is known of it stands."""
        return self.large in (None, other.large) and self.small in (None, other.small)


def parse_face(text: str) -> Face:
    """Parse the text of a card; raises MalformedError."""
    if not _FACE.fullmatch(text) or any(letter not in LETTERS and letter != UNKNOWN for letter in text):
        raise MalformedError("card", text, FACES_ALLOWED)
    return Face(LETTERS.get(text[0]), LETTERS.get(text[1]))


def parse_piece(text: str) -> CrystalPiece:
    """Parse the text of a crystal piece; raises MalformedError."""
    match = _PIECE.fullmatch(text)
    if match is None or match[2] not in LETTERS:
        raise MalformedError("crystal piece", text, PIECES_ALLOWED)
    return CrystalPiece(SHAPES[match[1]], LETTERS[match[2]])


def in_order(pieces: Iterable[CrystalPiece]) -> tuple[CrystalPiece, ...]:
    """Pieces in the order of their texts: where they lie means nothing."""
    return tuple(sorted(pieces, key=CrystalPiece.text))
