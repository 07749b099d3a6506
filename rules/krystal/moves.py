"""The small moves that a game of Krystal is made of, each with its line of text."""

from __future__ import annotations

from dataclasses import dataclass

from rules.krystal.position import Pact
from rules.krystal.vocabulary import Combat, People


@dataclass(frozen=True, slots=True)
class Step:
    """Walk to an adjacent place (KR-21)."""

    hero: str
    to: str

    def text(self) -> str:
        """`step Am wood-1`."""
        return f"step {self.hero} {self.to}"


@dataclass(frozen=True, slots=True)
class Done:
    """Phase A is over (KR-19)."""

    def text(self) -> str:
        """`done`."""
        return "done"


@dataclass(frozen=True, slots=True)
class End:
    """The turn is over."""

    def text(self) -> str:
        """`end`."""
        return "end"


@dataclass(frozen=True, slots=True)
class Recover:
    """Recover energy, shared among the own heroes at a place in the order of the sheet (KR-34, KR-48)."""

    spot: str
    shares: tuple[int, ...]

    def text(self) -> str:
        """`recover wood-1 2,0`."""
        return f"recover {self.spot} {','.join(map(str, self.shares))}"


@dataclass(frozen=True, slots=True)
class Begin:
    """Begin to explore (KR-35); in the Clearing also naming the draw pile (KR-42)."""

    spot: str
    pile: People | None = None

    def text(self) -> str:
        """`explore wood-1` or `explore clearing amazons`."""
        return f"explore {self.spot}" + (f" {self.pile}" if self.pile else "")


@dataclass(frozen=True, slots=True)
class Draw:
    """One card of an exploration for one hero of the group (KR-36)."""

    hero: str

    def text(self) -> str:
        """`draw Am`."""
        return f"draw {self.hero}"


@dataclass(frozen=True, slots=True)
class Attack:
    """Begin a combat: type and card, or neither when the attacker has no combat card (KR-59, KR-75)."""

    attacker: str
    defender: str
    type: Combat | None
    card: str | None

    def text(self) -> str:
        """`attack Am Cr magic m3` or `attack Am Cr none`."""
        played = f"{self.type} {self.card}" if self.type else "none"
        return f"attack {self.attacker} {self.defender} {played}"


@dataclass(frozen=True, slots=True)
class Lead:
    """The defender takes the initiative (KR-75)."""

    type: Combat
    card: str

    def text(self) -> str:
        """`lead force f2`."""
        return f"lead {self.type} {self.card}"


@dataclass(frozen=True, slots=True)
class Answer:
    """The second card of a combat, or none; then both are revealed (KR-61 to KR-63)."""

    card: str | None

    def text(self) -> str:
        """`answer m4` or `answer none`."""
        return f"answer {self.card or 'none'}"


@dataclass(frozen=True, slots=True)
class Split:
    """How a loss by magic is split (KR-69, KR-100)."""

    energy: int
    cards: int

    def text(self) -> str:
        """`split 1+1`: energy and cards."""
        return f"split {self.energy}+{self.cards}"


@dataclass(frozen=True, slots=True)
class Pay:
    """What the attacker loses in a tie: a combat card, or energy (KR-77, KR-R25)."""

    card: str | None

    def text(self) -> str:
        """`pay m2` or `pay energy`."""
        return f"pay {self.card or 'energy'}"


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard a surplus card or the active stone (KR-41, KR-109); the pile only where the place leaves it open."""

    hero: str
    card: str
    pile: People | None = None

    def text(self) -> str:
        """`discard Am m2`, in the Clearing `discard Am ruby amazons`."""
        return f"discard {self.hero} {self.card}" + (f" {self.pile}" if self.pile else "")


@dataclass(frozen=True, slots=True)
class Give:
    """Hand a card to another own hero (KR-50)."""

    giver: str
    taker: str
    card: str

    def text(self) -> str:
        """`give Am Ag m3`."""
        return f"give {self.giver} {self.taker} {self.card}"


@dataclass(frozen=True, slots=True)
class Swap:
    """Exchange cards between two own heroes of full reserves (KR-50)."""

    one: str
    card: str
    other: str
    back: str

    def text(self) -> str:
        """`swap Am m3 Ag f1`."""
        return f"swap {self.one} {self.card} {self.other} {self.back}"


@dataclass(frozen=True, slots=True)
class Activate:
    """Turn a stone face up (KR-108)."""

    hero: str
    card: str

    def text(self) -> str:
        """`activate Am ruby`."""
        return f"activate {self.hero} {self.card}"


@dataclass(frozen=True, slots=True)
class Use:
    """Use a magic object (KR-107)."""

    hero: str
    card: str
    target: str | None = None

    def text(self) -> str:
        """`use Am bread` or `use Am net Cr`."""
        return f"use {self.hero} {self.card}" + (f" {self.target}" if self.target else "")


@dataclass(frozen=True, slots=True)
class Agree:
    """A negotiation's result: `giver` is granted something by `granter`, for a card or another deal (KR-120)."""

    giver: str
    granter: str
    pact: Pact
    card: str | None = None

    def text(self) -> str:
        """`agree Am Cr peace m3`."""
        return f"agree {self.giver} {self.granter} {self.pact}" + (f" {self.card}" if self.card else "")


@dataclass(frozen=True, slots=True)
class Deposit:
    """The fifth stone of a five-stone game, of a type that lies at the gate already (KR-125)."""

    hero: str
    card: str

    def text(self) -> str:
        """`deposit Am ruby`."""
        return f"deposit {self.hero} {self.card}"


@dataclass(frozen=True, slots=True)
class Vanish:
    """Choose the pile for the reserve of a hero without energy in the Clearing (KR-R15)."""

    hero: str
    pile: People

    def text(self) -> str:
        """`vanish Am birds`."""
        return f"vanish {self.hero} {self.pile}"


@dataclass(frozen=True, slots=True)
class Reveal:
    """Name a card that was drawn face down."""

    hero: str
    card: str

    def text(self) -> str:
        """`reveal Am ruby`."""
        return f"reveal {self.hero} {self.card}"


@dataclass(frozen=True, slots=True)
class Manual:
    """The result of a card that no rule spells out: the table after it, None when nothing changes."""

    after: str | None = None

    def text(self) -> str:
        """`manual`, or `manual K1 ...` with a whole position string."""
        return f"manual {self.after}" if self.after else "manual"


@dataclass(frozen=True, slots=True)
class Drawn:
    """A card that chance shows: drawn from a pile or from a reserve; `?` when only its owner saw it."""

    card: str

    def text(self) -> str:
        """Its id."""
        return self.card


Move = (
    Step | Done | End | Recover | Begin | Draw | Attack | Lead | Answer | Split | Pay | Discard | Give | Swap
    | Activate | Use | Agree | Deposit | Vanish | Reveal | Manual
)  # fmt: skip
