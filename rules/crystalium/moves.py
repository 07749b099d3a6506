"""The small moves that a game of Crystalium is made of, each with its line of text."""

from __future__ import annotations

from dataclasses import dataclass

from rules.crystalium.faces import Back, Face, Part, SoloCard
from rules.crystalium.vocabulary import Component


@dataclass(frozen=True, slots=True)
class Gain:
    """A card that somebody gets, the column for Fish 1 (CU-62), and what pays for a Station (CU-52)."""

    face: Face
    column: Component | None = None
    pay: tuple[Part, ...] = ()

    def text(self) -> str:
        """`C3w2`, `F1w0@M`, `N2x4w1 R1w0 M2w1`."""
        at = "" if self.column is None else f"@{self.column.value}"
        return " ".join((f"{self.face.text()}{at}", *(part.label for part in self.pay)))


@dataclass(frozen=True, slots=True)
class Draft:
    """Choose a Starting card (CU-12, CU-13)."""

    face: Face

    def text(self) -> str:
        """`draft R1w1`."""
        return f"draft {self.face.text()}"


@dataclass(frozen=True, slots=True)
class Place:
    """Place one more card of the deck in the Current (CU-17)."""

    def text(self) -> str:
        """`place`."""
        return "place"


@dataclass(frozen=True, slots=True)
class Done:
    """End the use of a power, with the single-use cards that it used up (CU-41, R12)."""

    used: tuple[Face, ...] = ()

    def text(self) -> str:
        """`done M1w0u`."""
        return " ".join(("done", *(face.text() for face in self.used)))


@dataclass(frozen=True, slots=True)
class Collect:
    """Collect a card of the River (CU-24, CU-32)."""

    gain: Gain

    def text(self) -> str:
        """`collect C3w2`."""
        return f"collect {self.gain.text()}"


@dataclass(frozen=True, slots=True)
class Toss:
    """Discard a card of the River (CU-29)."""

    face: Face

    def text(self) -> str:
        """`discard C3w2`."""
        return f"discard {self.face.text()}"


@dataclass(frozen=True, slots=True)
class First:
    """Choose which neighbour collects first (CU-35)."""

    seat: int

    def text(self) -> str:
        """`first 2`."""
        return f"first {self.seat}"


@dataclass(frozen=True, slots=True)
class Reveal:
    """Reveal a Solo card, or what its lower section says (CU-112, CU-113, CU-118)."""

    def text(self) -> str:
        """`solo`."""
        return "solo"


@dataclass(frozen=True, slots=True)
class Play:
    """Play a Fish that asks for no choice now: 6, 7, 8, 9, 12, and 10 or 11 when there is nothing to take."""

    seat: int
    fish: Face

    def text(self) -> str:
        """`fish 0 F8w1`."""
        return f"fish {self.seat} {self.fish.text()}"


@dataclass(frozen=True, slots=True)
class Build:
    """Fish 3: complete a Station and give a Crystalium card to each neighbour, left first (CU-67, CU-68)."""

    seat: int
    fish: Face
    station: Face
    gifts: tuple[Face, ...]

    def text(self) -> str:
        """`fish 0 F3w1 N2x4w1 C1w0 C2w1`."""
        faces = (self.fish, self.station, *self.gifts)
        return f"fish {self.seat} {' '.join(face.text() for face in faces)}"


@dataclass(frozen=True, slots=True)
class Summon:
    """Fish 4: add a Whirlpool of the box to the scoring (CU-70)."""

    seat: int
    fish: Face
    whirlpool: Face

    def text(self) -> str:
        """`fish 0 F4w1 W5w2`."""
        return f"fish {self.seat} {self.fish.text()} {self.whirlpool.text()}"


@dataclass(frozen=True, slots=True)
class Swap:
    """Fish 5: an own Component card for an opponent's Crystalium card, chosen by its back (CU-71, CU-72)."""

    seat: int
    fish: Face
    part: Part
    opponent: int
    back: Back

    def text(self) -> str:
        """`fish 0 F5w1 R2w1 1 ^2`."""
        return f"fish {self.seat} {self.fish.text()} {self.part.label} {self.opponent} {self.back.text()}"


@dataclass(frozen=True, slots=True)
class Fetch:
    """Fish 10 or 11: take a card of the Discard pile (CU-77, CU-78)."""

    seat: int
    fish: Face
    gain: Gain

    def text(self) -> str:
        """`fish 0 F10w1 C3w2`."""
        return f"fish {self.seat} {self.fish.text()} {self.gain.text()}"


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep one of the cards that Fish 9 took, or none when no one can be kept (CU-76, R19)."""

    gain: Gain | None

    def text(self) -> str:
        """`keep C3w2` or `keep -`."""
        return "keep -" if self.gain is None else f"keep {self.gain.text()}"


@dataclass(frozen=True, slots=True)
class Give:
    """Fish 11: give a card of the Discard pile to the next opponent, who names the column of a Fish 1 (CU-79)."""

    gain: Gain

    def text(self) -> str:
        """`give C3w2`."""
        return f"give {self.gain.text()}"


@dataclass(frozen=True, slots=True)
class Lose:
    """Fish 7: discard a card of one's own; `column` for a Fish 1 under the ship (CU-74, R22)."""

    face: Face
    column: Component | None = None

    def text(self) -> str:
        """`lose R2w1`."""
        return f"lose {Gain(self.face, self.column).text()}"


FishMove = Play | Build | Summon | Swap | Fetch
Move = Draft | Place | Done | Collect | Toss | First | Reveal | FishMove | Keep | Give | Lose
Drawn = Face | Back | SoloCard
