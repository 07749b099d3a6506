"""What lies in front of a player at the end, as counts: the final scoring without a kept game (CU-88 to CU-106)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rules.crystalium.components import IN_PLAY
from rules.crystalium.edition import Switches
from rules.crystalium.objectives import Objective, objectives_of
from rules.crystalium.scoring import mushroom_points
from rules.crystalium.vocabulary import BASE_POWER, Component, Metric
from rules.crystalium.whirlpools import POWER_METRICS, prizes, solo_prizes


@dataclass(frozen=True, slots=True)
class Holdings:
    """One player's cards: power of each column's cards, counts of cards under the ship, and values of the others."""

    powers: Mapping[Component, int] = field(default_factory=dict)
    component_cards: int = 0
    single_use: int = 0
    strong_current: int = 0
    crystalium: tuple[int, ...] = ()
    stations: tuple[int, ...] = ()
    mushrooms: int = 0

    def measure(self, metric: Metric, *, includes_base: bool) -> int:
        """What a Whirlpool counts (CU-96 to CU-106, R27)."""
        powers = {one: self.powers.get(one, 0) + includes_base * BASE_POWER[one] for one in Component}
        if metric in POWER_METRICS:
            return powers[POWER_METRICS[metric]]
        counts = {
            Metric.TOTAL_POWER: sum(powers.values()),
            Metric.BEST_COMPONENT: max(powers.values()),
            Metric.COMPONENT_CARDS: self.component_cards,
            Metric.SINGLE_USE_CARDS: self.single_use,
            Metric.ONES: self.crystalium.count(1),
            Metric.STATIONS: len(self.stations),
            Metric.STRONG_CURRENTS: self.strong_current,
        }
        return counts[metric]


@dataclass(frozen=True, slots=True)
class Final:
    """One player's rows of the score pad (CU-92)."""

    crystalium: int
    stations: int
    mushrooms: int
    whirlpools: int

    @property
    def total(self) -> int:
        """All rows together."""
        return self.crystalium + self.stations + self.mushrooms + self.whirlpools


@dataclass(frozen=True, slots=True)
class FinalTable:
    """All players' rows, what each Whirlpool counted and gave, who wins, and a solo player's objectives."""

    players: tuple[Final, ...]
    counts: tuple[tuple[int, ...], ...]
    prizes: tuple[tuple[int, ...], ...]
    winners: tuple[int, ...]
    objectives: tuple[Objective, ...]


def score_holdings(
    players: Sequence[Holdings], whirlpools: Sequence[Metric], switches: Switches, *, advanced: int | None = None
) -> FinalTable:
    """Score a table; `advanced` is given for a solo game, in which the second of two players is Tornado."""
    zero = switches.whirlpool_zero_scores
    counts = tuple(
        tuple(one.measure(metric, includes_base=switches.whirlpool_includes_base) for one in players)
        for metric in whirlpools
    )
    given = tuple(prizes(c, zero) if advanced is None else solo_prizes(c[0], c[1], zero) for c in counts)
    finals = tuple(
        Final(sum(one.crystalium), sum(one.stations), mushroom_points(one.mushrooms), sum(p[seat] for p in given))
        for seat, one in enumerate(players)
    )
    ranks = [(final.total, len(one.crystalium)) for final, one in zip(finals, players, strict=True)]
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))
    reached: tuple[Objective, ...] = ()
    if advanced is not None and winners == (0,):
        first = [prize[0] > 0 for prize in given[:IN_PLAY]]
        own = players[0]
        columns = {one for one in Component if own.powers.get(one, 0)}
        reached = objectives_of(finals[0].total, len(first) == IN_PLAY and all(first), bool(own.stations), columns,
                                advanced)  # fmt: skip
    return FinalTable(finals, counts, given, winners, reached)
