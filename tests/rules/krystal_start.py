"""Krystal in the shared suites: how to start a game, and every move that can be named."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from rules.krystal.edition import load_edition
from rules.krystal.game import Krystal
from rules.krystal.ground import stone_of
from rules.krystal.position import Position
from rules.krystal.setup import seat_players
from rules.krystal.stacks import Stacks
from rules.krystal.vocabulary import People, Stone

REFERENCE = load_edition()
KRYSTAL = Krystal(replace(REFERENCE, turn_limit=12))
"""The reference edition, undecided after 12 turns, since random walkers hardly ever bring anything home."""


def start_krystal(rng: random.Random) -> tuple[Position, Stacks]:
    """2 to 6 players, half of the games late: three stones at every gate, a full last one in every guardian's hand."""
    position, stacks = KRYSTAL.deal(seat_players(rng.choice([2, 3, 4, 5, 6]), rng, beginners=rng.random() < 0.2), rng)
    return late(position, stacks) if rng.random() < 0.5 else (position, stacks)


def late(position: Position, stacks: Stacks) -> tuple[Position, Stacks]:
    """The same deal later: each gate lacks its last stone, which the people's first hero carries."""
    piles = [list(pile) for pile in stacks.piles]
    gates = tuple(tuple(_take(piles, stone) for stone in list(Stone)[:3]) for _ in position.peoples)
    heroes = list(position.heroes)
    for seat in range(len(position.peoples)):
        index = seat * len(heroes) // len(position.peoples)
        path = ("clearing",) if heroes[index].path else ()
        last = _take(piles, list(Stone)[3])
        heroes[index] = replace(heroes[index], spot="clearing", cards=(last,), path=path)
    counted = tuple(replace(pile, draw=len(left)) for pile, left in zip(position.piles, piles, strict=True))
    after = replace(position, gates=gates, heroes=tuple(heroes), piles=counted)
    return after, Stacks(tuple(tuple(pile) for pile in piles), stacks.seed)


def _take(piles: list[list[str]], stone: Stone) -> str:
    """Take one stone out of the draw piles."""
    for pile in piles:
        for card in pile:
            if stone_of(REFERENCE, card) is stone:
                pile.remove(card)
                return card
    raise AssertionError(f"no {stone} is left")


def strange_krystal(position: Position) -> Iterator[str]:
    """Every kind of move with everything that it can name."""
    names = [state.name for state in position.heroes]
    places = [*REFERENCE.neighbours, "nowhere"]
    held = {state.name: [*dict.fromkeys(state.cards), "f1"] for state in position.heroes}
    yield from ("done", "end", "manual", "answer none", "pay energy")
    yield from (f"step {name} {place}" for name, place in product(names, places))
    yield from (f"explore {place}" for place in places)
    yield from (f"explore {place} {people}" for place, people in product(places[:2], People))
    yield from (f"recover {place} {n}" for place, n in product(places, range(8)))
    yield from (f"recover {place} {n},{m}" for place, n, m in product(places, range(8), range(8)))
    spots = {state.spot for state in position.heroes if state.spot} | {"clearing"}
    triples = product(sorted(spots), range(8), range(8), range(8))
    yield from (f"recover {place} {n},{m},{k}" for place, n, m, k in triples)
    yield from (f"draw {name}" for name in names)
    yield from (f"split {n}+{m}" for n, m in product(range(12), range(12)))
    yield from (f"vanish {name} {people}" for name, people in product(names, People))
    yield from (f"attack {one} {other} none" for one, other in product(names, names))
    for name, cards in held.items():
        yield from _with_cards(name, list(dict.fromkeys(cards)), names)
    everything = dict.fromkeys(card for cards in held.values() for card in cards)
    yield from (f"{word} {card}" for word, card in product(("answer", "pay"), everything))
    yield from (f"lead {kind} {card}" for kind, card in product(("force", "magic", "trading"), everything))


def _with_cards(name: str, cards: list[str], names: list[str]) -> Iterator[str]:
    for card in cards:
        yield from (f"{word} {name} {card}" for word in ("discard", "activate", "use", "deposit", "reveal"))
        yield from (f"discard {name} {card} {people}" for people in People)
        yield from (f"use {name} {card} {other}" for other in names)
        yield from (f"give {name} {other} {card}" for other in names)
        yield from (f"swap {name} {card} {other} {back}" for other in names for back in REFERENCE.cards)
        kinds = ("force", "magic", "trading")
        yield from (f"attack {name} {other} {kind} {card}" for other, kind in product(names, kinds))
        yield from (f"agree {name} {other} peace {card}" for other in names)
