"""Contacts, flowers and matchings against a second, naive reckoning with points in the plane."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from crystalla_tables import CUT, EDGE, REFERENCE, displays
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.crystalla.contacts import maximum_matching
from rules.crystalla.edition import Edition, RubyRule, Side
from rules.crystalla.position import Display, PlacedCard
from rules.crystalla.scoring import score_display, score_table
from rules.crystalla.vocabulary import Cell, Crystal, Rotation, Segment

Spot = tuple[float, float]
known_turns = displays(turns=tuple(Rotation))
dense_rubies = displays([Crystal.RUBY, Crystal.DIAMOND], tuple(Rotation))

# The canonical card, its middle at (0, 0), y away from the player: the middles of the owned edges, in the order
# clockwise and counter-clockwise of the owned corner, and that corner.
EDGES = {Segment.LARGE: ((-0.5, 0.0), (0.0, -0.5)), Segment.SMALL: ((0.5, 0.0), (0.0, 0.5))}
CORNER = {Segment.LARGE: (-0.5, -0.5), Segment.SMALL: (0.5, 0.5)}


def spot_on_table(card: PlacedCard, spot: Spot) -> Spot:
    x, y = spot
    for _ in range(card.rotation or 0):
        x, y = y, -x
    return card.cell.col + x, card.cell.row + y


def segments(display: Display, crystal: Crystal) -> list[tuple[PlacedCard, Segment]]:
    return [(card, segment) for card in display.cards for segment in Segment if card.effective(segment) is crystal]


def edge_spots(card: PlacedCard, segment: Segment) -> set[Spot]:
    return {spot_on_table(card, spot) for spot in EDGES[segment]}


def touch(one: tuple[PlacedCard, Segment], other: tuple[PlacedCard, Segment]) -> bool:
    return one[0] is other[0] or bool(edge_spots(*one) & edge_spots(*other))


def group_sizes(display: Display, crystal: Crystal) -> list[int]:
    left, sizes = segments(display, crystal), []
    while left:
        group = [left.pop()]
        for member in group:
            near = [other for other in left if touch(member, other)]
            left = [other for other in left if other not in near]
            group += near
        sizes.append(len(group))
    return sizes


def naive_matching(links: list[tuple[int, int]]) -> int:
    """Largest number of links without a common end: every link is either left out or taken."""
    if not links:
        return 0
    (one, other), *rest = links
    free = [link for link in rest if not {one, other} & set(link)]
    return max(naive_matching(rest), 1 + naive_matching(free))


def ruby_flowers(display: Display, edition: Edition) -> int:
    rubies = segments(display, Crystal.RUBY)
    pairs = [(i, j) for i, j in itertools.combinations(range(len(rubies)), 2) if touch(rubies[i], rubies[j])]
    if edition.ruby_rule is RubyRule.PAIRS:
        return naive_matching(pairs)
    if edition.ruby_rule is RubyRule.CUT:
        return sum(rubies[i][0] is rubies[j][0] for i, j in pairs)
    halves = [half_flower(card, segment, edition) for card, segment in rubies]
    return len(halves) - len(set(halves))


def half_flower(card: PlacedCard, segment: Segment, edition: Edition) -> Spot:
    clockwise, counter = EDGES[segment]
    return spot_on_table(card, clockwise if edition.ruby_edge[segment] is Side.CW else counter)


def emerald_flowers(display: Display) -> int:
    corners = [spot_on_table(card, CORNER[segment]) for card, segment in segments(display, Crystal.EMERALD)]
    return sum(corners.count(corner) == 4 for corner in set(corners))


def naive_rows(display: Display, edition: Edition) -> dict[str, int]:
    counts = {crystal: len(segments(display, crystal)) for crystal in Crystal}
    diamond = {1: 0, 2: 1, 3: 2, 4: 5, 5: 25, 6: 30}
    return {
        "tourmaline": {0: 0, 1: 1, 2: 3, 3: 6, 4: 10, 5: 15, 6: 21}.get(counts[Crystal.TOURMALINE], 28),
        "amethyst": counts[Crystal.AMETHYST] // 2 * 7,
        "ruby": 10 * ruby_flowers(display, edition),
        "emerald": 23 * emerald_flowers(display),
        "citrine": 3 * len(group_sizes(display, Crystal.CITRINE)),
        "diamond": sum(diamond.get(size, 35) for size in group_sizes(display, Crystal.DIAMOND)),
    }


@settings(deadline=None)
@given(known_turns, st.sampled_from([REFERENCE, EDGE, CUT]))
def test_every_row_equals_the_naive_reckoning(display: Display, edition: Edition) -> None:
    naive = naive_rows(display, edition)
    sheet = score_display(display, edition)
    assert {name: sheet.row_total(name) for name in naive} == naive
    assert sheet.total == sum(naive.values())
    assert sheet.gives_each_opponent == 2 * len(segments(display, Crystal.HEMATITE))


@settings(deadline=None)
@given(dense_rubies, st.sampled_from([EDGE, CUT]))
def test_dense_rubies_equal_the_naive_reckoning(display: Display, edition: Edition) -> None:
    assert score_display(display, edition).row_total("ruby") == 10 * ruby_flowers(display, edition)


graphs = st.sets(st.tuples(st.integers(0, 8), st.integers(0, 8)).filter(lambda link: link[0] < link[1]), max_size=13)


@given(graphs)
def test_CR_R22_matching_is_maximum_on_any_graph(links: set[tuple[int, int]]) -> None:
    found = maximum_matching(sorted(links))
    assert set(found) <= links
    ends = [node for link in found for node in link]
    assert len(ends) == len(set(ends))
    assert len(found) == naive_matching(sorted(links))


def test_CR_R22_first_choice_is_not_always_right() -> None:
    # (0, 4), (1, 2), (5, 6); to take (0, 2) first, as the numbers suggest, leaves only one more of the other links.
    links = [(0, 2), (0, 4), (1, 2), (1, 5), (1, 6), (2, 4), (2, 5), (5, 6)]
    assert len(maximum_matching(links)) == 3


@pytest.mark.parametrize(
    "text",
    [
        "crystalla1:0dd,2rr,0dr,0dr/0dr,0rr,0rr,1rr/1dr,0rr,0rr,1rr",
        "crystalla1:2dr,3dd,2rr,1rr/2rd,2rr,2rd,1rd/0rr,1rr,1rr,2dr",
    ],
)
def test_CR_R22_displays_that_need_a_second_try(text: str) -> None:
    display = Display.from_text(text)
    assert score_display(display, REFERENCE).row_total("ruby") == 10 * ruby_flowers(display, REFERENCE)


def quarter_turned(display: Display) -> Display:
    """The picture of a display of three columns, turned once clockwise."""
    return Display.of(turned(card, Cell(2 - card.cell.col, card.cell.row), 1) for card in display.cards)


def half_turned(display: Display) -> Display:
    return Display.of(turned(card, Cell(2 - card.cell.row, 3 - card.cell.col), 2) for card in display.cards)


def mirrored(display: Display) -> Display:
    """The picture of a display, left and right swapped: large owns bottom right instead of bottom left, and so on."""
    swap = {0: 3, 3: 0, 1: 2, 2: 1}
    return Display.of(
        replace(
            card,
            cell=Cell(card.cell.row, 3 - card.cell.col),
            rotation=None if card.rotation is None else Rotation(swap[card.rotation]),
        )
        for card in display.cards
    )


def turned(card: PlacedCard, cell: Cell, quarters: int) -> PlacedCard:
    rotation = None if card.rotation is None else Rotation((card.rotation + quarters) % 4)
    return replace(card, cell=cell, rotation=rotation)


@given(displays(columns=3))
def test_a_quarter_turn_of_the_picture_keeps_the_score(display: Display) -> None:
    assert score_display(quarter_turned(display), REFERENCE).rows() == score_display(display, REFERENCE).rows()


@given(displays())
def test_a_half_turn_and_a_mirror_keep_the_score(display: Display) -> None:
    rows = score_display(display, REFERENCE).rows()
    assert score_display(half_turned(display), REFERENCE).rows() == rows
    assert score_display(mirrored(display), REFERENCE).rows() == rows


@given(st.lists(displays(), min_size=1, max_size=4).flatmap(lambda d: st.tuples(st.just(d), st.permutations(d))))
def test_players_in_another_order_keep_their_scores(tables: tuple[list[Display], list[Display]]) -> None:
    one, other = (score_table(displays_, REFERENCE) for displays_ in tables)
    order = [tables[0].index(display) for display in tables[1]]
    assert [player.final for player in other.players] == [one.players[index].final for index in order]
    assert {tables[1][index].text() for index in other.winners} == {tables[0][index].text() for index in one.winners}


@given(displays())
def test_no_line_names_a_slot_twice_and_rows_do_not_overlap(display: Display) -> None:
    sheet = score_display(display, REFERENCE)
    named = [slot for line in (*sheet.lines, *sheet.given) for slot in line.slots] + list(sheet.missing_slots)
    assert len(named) == len(set(named))
    assert all(line.rule.startswith("CR-") and line.slots for line in sheet.lines)
