"""What a display scores, row by row (CR-62 to CR-79), and who wins the table (CR-80, CR-81)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.crystalla.contacts import (
    Link,
    Turns,
    corner_fours,
    cut_links,
    edge_links,
    groups,
    half_flower_edge,
    maximum_matching,
)
from rules.crystalla.edition import Edition, RubyRule, Scale
from rules.crystalla.position import Display, cell_index
from rules.crystalla.vocabulary import CELLS, SLOTS, Crystal, Slot
from rules.scoring import ScoreLine, ScoreSheet

Line = ScoreLine[Slot]
CONTACT_CRYSTALS = (Crystal.RUBY, Crystal.CITRINE, Crystal.DIAMOND)


@dataclass(frozen=True)
class DisplayScore(ScoreSheet[Slot]):
    """One player's lines; what the own hematite gives to every other player stands apart in `given` (CR-79).

    What cannot be told scores nothing: a segment in `missing_slots` counts for no crystal, and a card without a known
    turn counts in tourmaline, amethyst and hematite and along its own cut, but touches no neighbour.
    """

    given: tuple[Line, ...]
    missing_slots: tuple[Slot, ...]

    @property
    def gives_each_opponent(self) -> int:
        """Points that every other player receives (CR-78)."""
        return sum(line.points for line in self.given)

    @property
    def missing(self) -> int:
        """Number of segments whose crystal cannot be told."""
        return len(self.missing_slots)

    def rows(self) -> dict[str, int]:
        """The `score` object of the command line's contract."""
        rows = {crystal.value: 0 for crystal in Crystal if crystal is not Crystal.HEMATITE}
        for line in self.lines:
            rows[line.row] += line.points
        last = {"total": self.total, "gives_each_opponent": self.gives_each_opponent, "missing": self.missing}
        return rows | last


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """One player among others: `final` is the own total and what the others' hematite gives (R27)."""

    sheet: DisplayScore
    from_opponents: int
    final: int


@dataclass(frozen=True, slots=True)
class TableScore:
    """All players in the order given; `winners` are the indices of all who share the highest total (CR-81)."""

    players: tuple[PlayerScore, ...]
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Table:
    """A display as the scoring sees it: nodes by crystal, turns by cell."""

    nodes: dict[Crystal, list[int]]
    turns: Turns
    places: list[int]
    missing: list[int]


def score_display(display: Display, edition: Edition) -> DisplayScore:
    """Score one display; every line names the slots that earn it."""
    table = _read_table(display)
    links = _equal_links(table)
    scale = edition.scale
    lines = [
        *_tourmaline_lines(table.nodes[Crystal.TOURMALINE], scale),
        *_amethyst_lines(table.nodes[Crystal.AMETHYST], scale),
        *_ruby_lines(table, links[Crystal.RUBY], edition),
        *_emerald_lines(table, scale),
        *_citrine_lines(groups(table.nodes[Crystal.CITRINE], links[Crystal.CITRINE]), scale),
        *_diamond_lines(groups(table.nodes[Crystal.DIAMOND], links[Crystal.DIAMOND]), scale),
    ]
    hematite = table.nodes[Crystal.HEMATITE]
    given = (_line("CR-78", Crystal.HEMATITE, hematite, scale.hematite_segment * len(hematite)),) if hematite else ()
    return DisplayScore(tuple(lines), given, _slots(table.missing))


def score_table(displays: Sequence[Display], edition: Edition) -> TableScore:
    """Score all displays of a table; raises ValueError without any."""
    sheets = [score_display(display, edition) for display in displays]
    if not sheets:
        raise ValueError("a table of 0 displays cannot be scored, allowed is at least 1")
    given = sum(sheet.gives_each_opponent for sheet in sheets)
    players = []
    for sheet in sheets:
        received = given - sheet.gives_each_opponent
        players.append(PlayerScore(sheet, received, sheet.total + received))
    best = max(player.final for player in players)
    return TableScore(tuple(players), tuple(i for i, player in enumerate(players) if player.final == best))


def _read_table(display: Display) -> _Table:
    nodes: dict[Crystal, list[int]] = {crystal: [] for crystal in Crystal}
    turns: list[int | None] = [None] * len(CELLS)
    places: list[int] = []
    missing: list[int] = []
    for card in display.cards:
        place = cell_index(card.cell)
        places.append(place)
        turns[place] = card.rotation
        effective = (card.piece_on_large or card.large, card.piece_on_small or card.small)
        for node, crystal in enumerate(effective, start=2 * place):
            (missing if crystal is None else nodes[crystal]).append(node)
    return _Table(nodes, turns, places, missing)


def _equal_links(table: _Table) -> dict[Crystal, list[Link]]:
    """Contacts between two segments of the same crystal, for the crystals whose contacts matter."""
    kinds: list[Crystal | None] = [None] * len(SLOTS)
    for crystal in CONTACT_CRYSTALS:
        for node in table.nodes[crystal]:
            kinds[node] = crystal
    links: dict[Crystal, list[Link]] = {crystal: [] for crystal in CONTACT_CRYSTALS}
    for one, other in (*cut_links(table.places), *edge_links(table.turns)):
        kind = kinds[one]
        if kind is not None and kind is kinds[other]:
            links[kind].append((one, other))
    return links


def _tourmaline_lines(nodes: list[int], scale: Scale) -> Iterable[Line]:
    if nodes:
        rule = "CR-67" if len(nodes) < len(scale.tourmaline) else "CR-68"
        yield _line(rule, Crystal.TOURMALINE, nodes, _from_table(scale.tourmaline, len(nodes)))


def _amethyst_lines(nodes: list[int], scale: Scale) -> Iterable[Line]:
    for pair in zip(nodes[::2], nodes[1::2], strict=False):
        yield _line("CR-69", Crystal.AMETHYST, pair, scale.amethyst_pair)


def _ruby_lines(table: _Table, links: list[Link], edition: Edition) -> Iterable[Line]:
    for flower in _ruby_flowers(table, links, edition):
        yield _line("CR-70", Crystal.RUBY, flower, edition.scale.ruby_flower)


def _ruby_flowers(table: _Table, links: list[Link], edition: Edition) -> list[Link]:
    """Pairs of nodes that make a flower under the edition's ruby rule (R22)."""
    if edition.ruby_rule is RubyRule.PAIRS:
        return maximum_matching(links)
    if edition.ruby_rule is RubyRule.CUT:
        return [link for link in links if link[0] // 2 == link[1] // 2]
    return [link for link in links if link[0] // 2 != link[1] // 2 and _halves_meet(table, link, edition)]


def _halves_meet(table: _Table, link: Link, edition: Edition) -> bool:
    """Whether both half-flowers lie on the card edge that the two nodes share."""
    one, other = (node // 2 for node in link)
    towards = 1 if other == one + 1 else 0  # east for a neighbour at the side, north for one above
    return _half_edge(table, link[0], edition) == towards and _half_edge(table, link[1], edition) == towards + 2


def _half_edge(table: _Table, node: int, edition: Edition) -> int | None:
    segment = SLOTS[node].segment
    turn = table.turns[node // 2]
    return None if turn is None else half_flower_edge(turn, segment, edition.ruby_edge[segment])


def _emerald_lines(table: _Table, scale: Scale) -> Iterable[Line]:
    emeralds = set(table.nodes[Crystal.EMERALD])
    for four in corner_fours(table.turns) if len(emeralds) >= 4 else ():
        if emeralds.issuperset(four):
            yield _line("CR-72", Crystal.EMERALD, four, scale.emerald_flower)


def _citrine_lines(found: list[list[int]], scale: Scale) -> Iterable[Line]:
    for group in found:
        yield _line("CR-74" if len(group) > 1 else "CR-75", Crystal.CITRINE, group, scale.citrine_group)


def _diamond_lines(found: list[list[int]], scale: Scale) -> Iterable[Line]:
    for group in found:
        rule = "CR-76" if len(group) < len(scale.diamond) else "CR-77"
        yield _line(rule, Crystal.DIAMOND, group, _from_table(scale.diamond, len(group)))


def _from_table(points: tuple[int, ...], count: int) -> int:
    return points[min(count, len(points)) - 1]


def _line(rule: str, crystal: Crystal, nodes: Sequence[int], points: int) -> Line:
    return ScoreLine(rule, crystal.value, _slots(nodes), points)


def _slots(nodes: Sequence[int]) -> tuple[Slot, ...]:
    return tuple([SLOTS[node] for node in nodes])
