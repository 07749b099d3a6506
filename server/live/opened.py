"""The open crystal pieces: what all of them may be, by how each looks now and what it turned out to be before."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, islice, product

import numpy as np
import numpy.typing as npt

from calibration.geometry import UNIT_SQUARE, map_points
from rules.crystalla.faces import in_order
from rules.crystalla.placing import CrystalPiece
from rules.crystalla.vocabulary import Crystal, Segment
from server.live.fuse import Claim
from vision.crystalla.pile_crop import PIECE_CENTRES, photo_to_pile
from vision.crystalla.table_reading import OpenPieceReading

OTHER_SHAPE, ANY = 0.03, 0.06
"""How likely a piece has not the shape that it seems to have; and how likely its look says nothing of its crystal."""
MISSED, NOTHING = 0.1, 0.05
"""How likely a piece is overlooked, and that what seems to be one is none."""
REPLACED, GONE, OTHER_STACK = 0.5, 0.02, 0.02
"""How likely a piece was given away and another one opened in its place, and that none was; and how much less likely
one of the other shape was, as long as there are any of its own (CR-46, CR-47)."""
SAME_PLACE, SAME_LOOK, SAME_PIECE, STILL_PIECE = 0.35, 0.5, 0.95, 0.999
"""Nearer than this, in card sides, and as much alike, a piece is the one that lay there, with this probability; and
with the last one where the picture has not changed."""
THOUGHT_OF, BOTH_THOUGHT_OF, MOST_WAYS = 0.03, 0.15, 12
"""Pieces are thought of if something looks that much like them, and of two new ones both; and so many ways are told."""
MOST_LAID = 256
"""So many choices are thought of as long as no pieces are known."""
ALL = tuple(CrystalPiece(shape, crystal) for shape in Segment for crystal in Crystal)
Open = tuple[CrystalPiece, ...]
Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int_]
Shares = Floats
"""(things, ALL): how likely each thing that was read is each piece."""


@dataclass(frozen=True, slots=True)
class Recalled:
    """How a piece looked, and which one it turned out to be."""

    reading: OpenPieceReading
    piece: CrystalPiece

    @property
    def looked_like_it(self) -> bool:
        """Whether it was read as what it is: else another thing may have been taken for it."""
        likely = dict(self.reading.crystal.candidates).get(self.piece.crystal, 0.0)
        return self.reading.segment is self.piece.shape and likely >= SAME_LOOK

    def is_at(self, reading: OpenPieceReading) -> bool:
        """Whether a piece lies where this one lay; the squares of two that lie side by side may be much the same."""
        here = self.reading.quad.array()
        side = float(np.hypot(*(here[1] - here[0])))
        return bool(np.hypot(*(middle_of(self.reading) - middle_of(reading))) <= SAME_PLACE * side)

    def is_again(self, reading: OpenPieceReading) -> bool:
        """Whether a piece is this one, as it lies there and looks as it did."""
        if not self.is_at(reading):
            return False
        before, now = (dict(each.crystal.candidates) for each in (self.reading, reading))
        alike = sum(min(share, now.get(crystal, 0.0)) for crystal, share in before.items())
        return self.reading.segment is reading.segment and alike >= SAME_LOOK * sum(before.values())


Recollection = tuple[Recalled, ...]


def middle_of(piece: OpenPieceReading) -> Floats:
    """A point (2,) well inside a piece, which its card square's middle is not."""
    to_photo = np.linalg.inv(photo_to_pile(piece.quad.array(), UNIT_SQUARE))
    return np.asarray(map_points(to_photo, [PIECE_CENTRES[piece.segment.value]])[0])


def recollection(read: Sequence[OpenPieceReading], opened: Open) -> Recollection:
    """What is remembered of a table on which these pieces lie open: the likeliest one for each thing that was read."""
    shares = np.array([_shares(piece, ()) for piece in read]).reshape(-1, len(ALL))
    _, matches = _matched(shares, np.array([[ALL.index(piece) for piece in opened]], int))
    chosen = zip(read, matches[0], strict=True)
    return tuple(Recalled(reading, opened[at]) for reading, at in chosen if at < len(opened))


@lru_cache(maxsize=4)  # a table at rest is read the same again and again
def open_claim(
    read: tuple[OpenPieceReading, ...],
    known: Open,
    recalled: Recollection,
    still: frozenset[int] = frozenset(),
    stacks: tuple[int, int] = (0, 0),
) -> Claim:
    """All pieces together: as known, or one or two of them replaced or taken away.

    Of those recalled the ones with these numbers lie `still`: they are none of these. `stacks` are how many face-down
    pieces of each shape are left to open.
    """
    if not read and not still:
        return ()
    shares = np.array([_shares(piece, recalled, still) for piece in read]).reshape(-1, len(ALL))
    before: dict[Open, float] = {}
    for opened, likely in _thought_of(shares, known, [recalled[number].piece for number in sorted(still)], stacks):
        before[opened] = max(before.get(opened, 0.0), likely)
    ways: list[tuple[float, Open]] = []
    for count in {len(opened) for opened in before}:
        alike = [opened for opened in before if len(opened) == count]
        likelihoods, _ = _matched(shares, np.array([[ALL.index(piece) for piece in opened] for opened in alike], int))
        ways += [(before[opened] * float(share), opened) for opened, share in zip(alike, likelihoods, strict=True)]
    total = sum(likelihood for likelihood, _ in ways)
    ranked = sorted(ways, key=lambda way: -way[0])[:MOST_WAYS]
    return tuple((opened, likelihood / total) for likelihood, opened in ranked)


def _shares(reading: OpenPieceReading, recalled: Recollection, still: frozenset[int] = frozenset()) -> list[float]:
    """How likely something is each of ALL pieces."""
    crystals = dict(reading.crystal.candidates) or dict.fromkeys(Crystal, 1 / len(Crystal))
    shapes = {shape: 1 - OTHER_SHAPE if shape is reading.segment else OTHER_SHAPE for shape in Segment}
    own = [shapes[piece.shape] * (ANY / len(Crystal) + (1 - ANY) * crystals.get(piece.crystal, 0.0)) for piece in ALL]
    there = [
        (each.piece, STILL_PIECE) for number, each in enumerate(recalled) if number in still and each.is_at(reading)
    ]
    there += [(each.piece, SAME_PIECE) for each in recalled if each.is_again(reading)]
    if not there:
        return own
    before, likely = there[0]
    return [(1 - likely) * share + likely * (piece == before) for piece, share in zip(ALL, own, strict=True)]


def _thought_of(
    shares: Shares, known: Open, still: Sequence[CrystalPiece], stacks: tuple[int, int]
) -> Iterator[tuple[Open, float]]:
    """The known pieces, and others that a turn may leave, with how likely that is before they are looked at.

    Those that lie `still` are left.
    """
    most = dict(zip(ALL, shares.max(0, initial=0.0), strict=True))
    new = [piece for piece in ALL if most[piece] >= THOUGHT_OF]
    both = [piece for piece in ALL if most[piece] >= BOTH_THOUGHT_OF]
    if not known:  # the table is being laid
        each = ([piece for piece, share in zip(ALL, thing, strict=True) if share >= THOUGHT_OF] for thing in shares)
        yield from ((in_order(chosen), 1.0) for chosen in islice(product(*each), MOST_LAID))
        return
    yield in_order(known), 1.0
    movable = list(range(len(known)))
    for piece in still:
        there = next((index for index in movable if known[index] == piece), None)
        movable = [index for index in movable if index != there]
    for gone in movable:
        rest = (*known[:gone], *known[gone + 1 :])
        yield in_order(rest), GONE
        opened = ((piece, _refill([known[gone]], [piece], stacks)) for piece in new)
        yield from ((in_order((*rest, piece)), REPLACED * likely) for piece, likely in opened)
    for gone_both in combinations(movable, 2):
        rest = tuple(piece for index, piece in enumerate(known) if index not in gone_both)
        away = [known[index] for index in gone_both]
        pairs = ((pair, _refill(away, pair, stacks)) for pair in combinations_with_replacement(both, 2))
        yield from ((in_order((*rest, *pair)), REPLACED**2 * likely) for pair, likely in pairs)


def _refill(gone: Sequence[CrystalPiece], opened: Sequence[CrystalPiece], stacks: tuple[int, int]) -> float:
    """How likely the stacks give pieces of these shapes for those that are gone."""
    left = dict(zip(Segment, stacks, strict=True))
    others = Counter(piece.shape for piece in gone) - Counter(piece.shape for piece in opened)
    return math.prod(OTHER_STACK if left[shape] else 1.0 for shape in others.elements())


def _matched(shares: Shares, opened: Indices) -> tuple[Floats, Indices]:
    """For each choice of open pieces (ways, pieces) how likely they look like that, and how they are matched.

    The matches (ways, things) are the places of the pieces in the choice, one more than the last for none.
    """
    ways, pieces = opened.shape
    matches = list(_matches(len(shares), pieces))
    places = np.array(matches, int).reshape(len(matches), len(shares))
    missed = pieces - (places < pieces).sum(1)
    likely = np.tile(MISSED ** missed.astype(float)[:, None], (1, ways))
    for share, place in zip(shares, places.T, strict=True):
        looks = np.column_stack([share[opened], np.full(ways, NOTHING)])
        likely *= looks[:, place].T
    best = likely.argmax(0)
    return likely[best, np.arange(ways)], places[best]


def _matches(things: int, pieces: int) -> Iterator[tuple[int, ...]]:
    """Every way in which so many things are different ones of so many pieces, or none."""
    for match in product(range(pieces + 1), repeat=things):
        taken = [place for place in match if place < pieces]
        if len(set(taken)) == len(taken):
            yield match
