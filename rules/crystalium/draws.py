"""Where drawn things come from: what is hidden, or the record that tells what was drawn."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from rules.crystalium.faces import Back, Face, SoloCard
from rules.crystalium.moves import Drawn
from rules.crystalium.position import Table
from rules.crystalium.whirlpools import stack_deck

D = TypeVar("D", Face, Back, SoloCard)


@dataclass(frozen=True, slots=True)
class Hidden:
    """What nobody may see, from the bottom up; `seed` shuffles what is shuffled next."""

    deck: tuple[Face, ...]
    current: tuple[Face, ...]
    solo: tuple[SoloCard, ...]
    seed: int


class WrongDrawError(ValueError):
    """A drawn thing that cannot be: what it is and what was expected."""

    def __init__(self, drawn: str, expected: str) -> None:
        super().__init__(f"{drawn or 'nothing'} was drawn, expected is {expected}")
        self.drawn = drawn
        self.expected = expected


class Source(Protocol):
    """What a move draws from."""

    def card(self) -> Face:
        """The deck's top card."""
        ...

    def place(self) -> None:
        """The deck's top card goes into the Current, unseen."""
        ...

    def flip(self) -> Face:
        """The next card of the Current."""
        ...

    def back(self) -> Back:
        """The back of the deck's new top card."""
        ...

    def stolen(self, options: Sequence[Face]) -> Face:
        """One of the cards with the chosen back (CU-72)."""
        ...

    def solo_card(self, table: Table) -> SoloCard:
        """The next Solo card."""
        ...

    def rebuild(self, discard: Sequence[Face], whirlpools: Sequence[Face]) -> None:
        """The deck for the second pass (CU-85, CU-86)."""
        ...


class Recorded:
    """Draws as a record tells them; raises WrongDrawError."""

    def __init__(self, drawn: Sequence[Drawn]) -> None:
        self.left = list(drawn)

    def _next(self, kind: type[D], expected: str) -> D:
        thing = self.left.pop(0) if self.left else None
        if not isinstance(thing, kind):
            raise WrongDrawError("" if thing is None else thing.text(), expected)
        return thing

    def card(self) -> Face:
        """The next recorded card."""
        return self._next(Face, "a card of the deck")

    def place(self) -> None:
        """Nothing is seen."""

    def flip(self) -> Face:
        """The next recorded card."""
        return self._next(Face, "a card of the Current")

    def back(self) -> Back:
        """The next recorded back."""
        return self._next(Back, "the back of the deck's new top card")

    def stolen(self, options: Sequence[Face]) -> Face:
        """The next recorded card."""
        face = self._next(Face, "the Crystalium card that was taken")
        if face not in options:
            raise WrongDrawError(face.text(), f"one of {', '.join(option.text() for option in options)}")
        return face

    def solo_card(self, table: Table) -> SoloCard:  # noqa: ARG002
        """The next recorded Solo card."""
        return self._next(SoloCard, "a Solo card")

    def rebuild(self, discard: Sequence[Face], whirlpools: Sequence[Face]) -> None:
        """Nothing is seen but the back that follows."""


class Drawing:
    """Draws from what is hidden and keeps the list of what was seen."""

    def __init__(self, hidden: Hidden) -> None:
        self.hidden = hidden
        self.drawn: list[Drawn] = []

    def _seen(self, thing: D) -> D:
        self.drawn.append(thing)
        return thing

    def _random(self) -> random.Random:
        rng = random.Random(self.hidden.seed)
        self.hidden = replace(self.hidden, seed=rng.getrandbits(64))
        return rng

    def card(self) -> Face:
        """Take the deck's top card."""
        *rest, top = self.hidden.deck
        self.hidden = replace(self.hidden, deck=tuple(rest))
        return self._seen(top)

    def place(self) -> None:
        """Move the deck's top card into the Current."""
        *rest, top = self.hidden.deck
        self.hidden = replace(self.hidden, deck=tuple(rest), current=(*self.hidden.current, top))

    def flip(self) -> Face:
        """Turn the next card of the Current."""
        first, *rest = self.hidden.current
        self.hidden = replace(self.hidden, current=tuple(rest))
        return self._seen(first)

    def back(self) -> Back:
        """Look at the deck's top."""
        return self._seen(Back(self.hidden.deck[-1].waves))

    def stolen(self, options: Sequence[Face]) -> Face:
        """Any of them."""
        return self._seen(self._random().choice(list(options)))

    def solo_card(self, table: Table) -> SoloCard:
        """The top of the Solo deck, reshuffled from the used cards when it is empty (R35)."""
        solo = self.hidden.solo
        if not solo and table.solo is not None:
            used = [*table.solo.used, *([table.solo.card] if table.solo.card else [])]
            self._random().shuffle(used)
            solo = tuple(used)
        self.hidden = replace(self.hidden, solo=solo[:-1])
        return self._seen(solo[-1])

    def rebuild(self, discard: Sequence[Face], whirlpools: Sequence[Face]) -> None:
        """Shuffle Discard pile and deck rest, and stack them with the Whirlpools."""
        rng = self._random()
        self.hidden = replace(self.hidden, deck=stack_deck([*self.hidden.deck, *discard], whirlpools, rng))
