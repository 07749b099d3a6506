"""The Whirlpools: how the deck is stacked with them, what they count, and their prizes (CU-06, CU-88 to CU-106)."""

from __future__ import annotations

import random
from collections.abc import Sequence

from rules.crystalium.faces import Face
from rules.crystalium.position import Ship
from rules.crystalium.vocabulary import BASE_POWER, Component, Kind, Metric

FIRST_PRIZE, SECOND_PRIZE = 6, 3
"""CU-88, CU-89."""
PILES = 3
POWER_METRICS = dict(zip((Metric(number) for number in range(1, 5)), Component, strict=True))


def split_sizes(cards: int) -> tuple[int, int, int]:
    """Sizes of the piles A, B, C: equal, the surplus goes to C, then to B (CU-06, R02)."""
    third, more = divmod(cards, PILES)
    return third, third + (more == 2), third + (more >= 1)


def stack_deck(cards: Sequence[Face], whirlpools: Sequence[Face], rng: random.Random) -> tuple[Face, ...]:
    """The deck from the bottom up: A with 2 Whirlpools, B with 1, C (CU-06 to CU-09, CU-85, CU-86)."""
    shuffled, storms = list(cards), list(whirlpools)
    rng.shuffle(shuffled)
    rng.shuffle(storms)
    a, b, _ = split_sizes(len(shuffled))
    pile_a, pile_b, pile_c = shuffled[:a], shuffled[a : a + b], shuffled[a + b :]
    pile_a, pile_b = [*pile_a, *storms[:2]], [*pile_b, *storms[2:]]
    rng.shuffle(pile_a)
    rng.shuffle(pile_b)
    return (*pile_a, *pile_b, *pile_c)


def column_power(ship: Ship, component: Component, includes_base: bool) -> int:
    """Power of one column's cards, with the ship's base power where the edition says so (R27)."""
    return sum(part.power for part in ship.column(component)) + includes_base * BASE_POWER[component]


def measure(ship: Ship, metric: Metric, includes_base: bool) -> int:
    """What a Whirlpool counts for one ship (CU-96 to CU-106)."""
    powers = {component: column_power(ship, component, includes_base) for component in Component}
    if metric in POWER_METRICS:
        return powers[POWER_METRICS[metric]]
    counts = {
        Metric.TOTAL_POWER: sum(powers.values()),
        Metric.BEST_COMPONENT: max(powers.values()),
        Metric.COMPONENT_CARDS: len(ship.parts),
        Metric.SINGLE_USE_CARDS: sum(part.face.single_use for part in ship.parts),
        Metric.ONES: sum(face.kind is Kind.CRYSTALIUM and face.value == 1 for face in ship.crystalium),
        Metric.STATIONS: len(ship.stations),
        Metric.STRONG_CURRENTS: sum(part.face.strong for part in ship.parts),
    }
    return counts[metric]


def prizes(counts: Sequence[int], zero_scores: bool) -> tuple[int, ...]:
    """What each of the players gets for these counts (CU-88 to CU-91, R28, R29)."""
    ranked = sorted(set(counts), reverse=True)
    first = ranked[0]
    second = ranked[1] if len(ranked) > 1 and len(counts) > 2 and counts.count(first) == 1 else None
    rewards = [FIRST_PRIZE if count == first else SECOND_PRIZE if count == second else 0 for count in counts]
    return tuple(reward if count or zero_scores else 0 for reward, count in zip(rewards, counts, strict=True))


def solo_prizes(player: int, tornado: int, zero_scores: bool) -> tuple[int, int]:
    """What the player and Tornado get: the player needs strictly more (CU-110, R30)."""
    if player > tornado:
        return FIRST_PRIZE, 0
    return 0, FIRST_PRIZE if tornado or zero_scores else 0
