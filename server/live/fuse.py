"""Several reads of a table that lies still become one: what they claim of each place, averaged, and what that tells."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Mapping, Set
from dataclasses import dataclass
from enum import StrEnum, unique
from typing import TypeVar

V = TypeVar("V", bound=Hashable)
Claim = tuple[tuple[Hashable, float], ...]
"""Values with their probabilities; empty where nothing can be told."""

READS = 3
"""So many reads must agree before anything is told."""
MOST_READS = 10
"""Only the last ones count while a table stays in doubt."""
SURE = 0.75
"""A value is told from this mean probability on, when it is not the known one."""
VERY_SURE = 0.97
"""Below this a value that breaks a rule is put in doubt before a player is blamed."""
KNOWN_ENOUGH = 0.15
"""What is known stays while the reads still give it so much."""
THERE = 0.55
"""Whether a thing lies somewhere changes from this mean probability on."""
ALIKE = 0.85
"""What a place looks like this much as it did when it was last known is what it was then, however it was misread."""
OVERLOOKED = 0.3
"""How likely such a pawn is there still when its pile visibly changed."""
CLAIMED = 0.6
"""Share of the reads that must have claimed anything of a place."""


@unique
class What(StrEnum):
    """What of a place is claimed; in brackets the kind of its values."""

    CARD = "card"
    """Whether a card lies there (bool)."""
    TURN = "turn"
    """Its rotation (Rotation)."""
    LARGE = "large"
    """Effective crystal of the large segment (Crystal)."""
    SMALL = "small"
    ON_LARGE = "piece on large"
    """Whether a crystal piece lies on the large segment (bool)."""
    ON_SMALL = "piece on small"
    TOP = "top"
    """Whether a card lies on top of a pile (bool)."""
    TOP_LARGE = "top large"
    TOP_SMALL = "top small"
    PAWNS = "pawns"
    """How many pawns of a colour stand there (int)."""
    OPEN = "open"
    """All open crystal pieces in order (tuple of CrystalPiece)."""


@dataclass(frozen=True, slots=True)
class Place:
    """Something that is read.

    `at` is (seat, row, col) in displays, (pile,) in the middle, (pile, colour) for pawns, () for the open pieces.
    """

    what: What
    at: tuple[int, ...]


Claims = Mapping[Place, Claim]


@dataclass(frozen=True, slots=True)
class Read:
    """What one read claims, what is known better than that, and which places visibly changed since it was known."""

    claims: Claims
    known: Claims
    changed: Set[Place]


class Fusion:
    """The reads since the table last lay free and still, and what the player said, which outweighs them."""

    def __init__(self) -> None:
        self._reads: dict[int, deque[Read]] = {}
        self._usual: dict[Place, dict[Hashable, float]] = {}
        self.pins: dict[Place, Hashable] = {}

    @property
    def reads(self) -> int:
        """How many reads there are of the camera that gave the fewest."""
        return min((len(reads) for reads in self._reads.values()), default=0)

    def reads_of(self, source: int) -> int:
        """How many reads there are of one camera."""
        return len(self._reads.get(source, ()))

    def add(
        self, claims: Claims, source: int = 0, known: Claims | None = None, changed: Set[Place] = frozenset()
    ) -> None:
        """One more read, by the camera of a number, with what it knows better of some places than it reads.

        The cells (CARD) and piles (TOP) that are `changed` look otherwise than when the table was last known.
        """
        self._reads.setdefault(source, deque(maxlen=MOST_READS)).append(Read(claims, known or {}, changed))

    def clear(self) -> None:
        """Something moved: earlier reads say nothing any more."""
        for reads in self._reads.values():
            reads.clear()

    def remember(self) -> None:
        """What is known of the table lies there now: from now on its places are known by how they look."""
        places = {place for reads in self._reads.values() for read in reads for place in read.claims}
        self._usual = {place: self._read(place, alone=True) for place in places}

    @property
    def remembers(self) -> bool:
        """Whether it is known how the table looks."""
        return bool(self._usual)

    def forget(self) -> None:
        """What is known of the table is something else than what lay there when it was remembered."""
        self._usual = {}

    def means(self, place: Place, known: Hashable = None) -> dict[Hashable, float]:
        """Mean probability of each value of a place over the cameras that see it; nothing where none does.

        A place that looks as it looked when something was `known` to lie there is likely to show the same again: one
        card under one lamp is misread the same way every time. On a pile that visibly changed a pawn that had been
        overlooked may as well be gone, and a cell in which a pattern of the table was taken for a card may hold one.
        """
        now = self._read(place)
        usual = self._usual.get(place, {})
        alike = sum(min(share, usual.get(value, 0.0)) for value, share in now.items())
        believed = now.get(known, 0.0)
        if known is None or alike < ALIKE or (known is False and self.has_changed(place)):
            return now
        held = alike * (OVERLOOKED if self._may_be_gone(place) else 1.0)
        if believed >= held:
            return now
        rest = (1 - held) / max(sum(now.values()) - believed, 1 - held)
        return {value: share * rest for value, share in now.items() if value != known} | {known: held}

    def _may_be_gone(self, place: Place) -> bool:
        return place.what is What.PAWNS and self.has_changed(Place(What.TOP, place.at[:1]))

    def _read(self, place: Place, *, alone: bool = False) -> dict[Hashable, float]:
        """Means of the reads, `alone` or with what is known better."""
        claims = [claim for reads in self._reads.values() for claim in _claims(reads, place, alone)]
        sums: dict[Hashable, float] = {}
        for claim in claims:
            for value, probability in claim:
                sums[value] = sums.get(value, 0.0) + probability
        return {value: total / len(claims) for value, total in sums.items()}

    def has_changed(self, place: Place) -> bool:
        """Whether a cell (CARD) or a pile (TOP) looks otherwise to every read than when the table was last known."""
        reads = [read for reads in self._reads.values() for read in reads]
        return bool(reads) and all(place in read.changed for read in reads)

    def there(self, place: Place, known: bool) -> bool | None:
        """Whether a thing lies at a place; None where too few reads say anything of it."""
        if place in self.pins:
            return bool(self.pins[place])
        means = self.means(place, known)
        if not means:
            return None
        return not known if means.get(not known, 0.0) >= THERE else known

    def tell(self, place: Place, known: V | None, sure: float = SURE) -> V | None:
        """The value of a place: what was said, else what is known while the reads allow it, else what they are sure of.

        None where they are not sure. The values are of the type that `What` names.
        """
        if place in self.pins:
            return self.pins[place]  # type: ignore[return-value]
        means = self.means(place, known)
        if known is not None and means.get(known, 0.0) >= KNOWN_ENOUGH:
            return known
        best = max(means, key=lambda value: means[value], default=None)
        return best if best is not None and means[best] >= sure else None  # type: ignore[return-value]


def _claims(reads: deque[Read], place: Place, alone: bool) -> list[Claim]:
    """What one camera claims of a place; nothing when it told too seldom."""
    claims = [
        claim for read in reads if (claim := (None if alone else read.known.get(place)) or read.claims.get(place))
    ]
    return claims if len(claims) >= CLAIMED * len(reads) else []
