"""Who sits where, and corners by tap: readings of a flat table turned, shifted and tapped beside the mark."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from calibration.geometry import Quad, map_points
from rules.crystalla.position import Display
from rules.crystalla.seen import look
from rules.crystalla.table import Table
from rules.crystalla.vocabulary import Cell, Rotation
from server.live.beginning import table_as_found, unlaid_table
from server.live.corners import measure, middle_at
from server.live.seating import seat
from tests.server.films import COLOURS, FakeTableReader
from tests.server.played_turns import REFERENCE, table_after
from vision.crystalla.table_reading import DisplayLayout, Layout, MiddleLayout, MiddleReading, TableReading
from vision.image import Photo

PHOTO = Photo.from_array(np.zeros((540, 960, 3), np.uint8))
PITCH = 46.0
TURNED = [*((2, quarters) for quarters in (0, 2)), *product((3, 4), range(4))]
"""Players, and how often their piles are turned: six piles are always told as two rows of three."""


def straight(x: float, y: float, quarters: int = 0) -> np.ndarray:
    """A grid of PITCH pixels, turned clockwise in the picture."""
    turn = np.linalg.matrix_power(np.array([[0.0, -1.0], [1.0, 0.0]]), quarters)
    matrix = np.eye(3)
    matrix[:2, :2] = PITCH * turn
    matrix[:2, 2] = (x, y)
    return matrix


def reading_of(table: Table, quarters: int = 0, first: int = 0) -> TableReading:
    """The table read with its piles as they look from another side, and its displays counted from another one."""
    reading = FakeTableReader(look(table), table).find(PHOTO)
    assert reading.middle is not None
    middle = MiddleLayout(*table.grid, straight(380, 180), 0.87)
    turned = middle.turned(quarters)
    places = {tuple(map(round, middle_of(middle, place))): place for place in middle.places}
    now = {places[tuple(map(round, middle_of(turned, place)))]: place for place in turned.places}
    piles = tuple(replace(pile, place=now[pile.place]) for pile in reading.middle.piles)
    sides = [DisplayLayout(straight(400, 700, 0), 0.87), DisplayLayout(straight(100, 300, 1), 0.87),
             DisplayLayout(straight(400, 60, 2), 0.87), DisplayLayout(straight(800, 300, 3), 0.87)]  # fmt: skip
    chosen = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}[table.players]
    order = [*range(first, table.players), *range(first)]
    layout = Layout((960, 540), tuple(sides[chosen[number]] for number in order), turned, ())
    middle_reading = MiddleReading(turned.rows, turned.columns, piles, reading.middle.open)
    return TableReading(tuple(reading.displays[number] for number in order), middle_reading, layout, ())


def middle_of(layout: MiddleLayout, place: tuple[int, int]) -> np.ndarray:
    return np.asarray(layout.quad_at(place).mean(axis=0))


@pytest.mark.parametrize("quarters", range(4))
def test_piles_found_a_row_beside_their_place_are_moved_by_the_cards_that_are_known(quarters: int) -> None:
    table = table_after(5, 4)
    reading = reading_of(table, quarters)
    assert reading.middle is not None
    assert reading.layout.middle is not None
    down = np.array([[1.0, 0, 0], [0, 1.0, 1.0], [0, 0, 1.0]])
    beside = replace(reading.layout.middle, grid_to_photo=reading.layout.middle.grid_to_photo @ down)
    seen = (pile for pile in reading.middle.piles if pile.place[0] > 0)
    piles = tuple(replace(pile, place=(pile.place[0] - 1, pile.place[1])) for pile in seen)
    found = replace(
        reading,
        middle=replace(reading.middle, piles=piles),
        layout=replace(reading.layout, middle=beside),
    )
    seated = seat(found, table, COLOURS).layout.middle
    assert seated is not None
    wanted = MiddleLayout(*table.grid, straight(380, 180), 0.87)
    for place in wanted.places:
        assert middle_of(seated, place) == pytest.approx(middle_of(wanted, place))


@pytest.mark.parametrize(("players", "quarters"), TURNED)
@pytest.mark.parametrize("first", [0, 1])
def test_piles_and_displays_are_turned_until_they_fit_the_known_table(players: int, quarters: int, first: int) -> None:
    table = table_after(5, players)
    seated = seat(reading_of(table, quarters, first), table, COLOURS)
    assert seated.seats == tuple(range(players))
    assert seated.layout.middle is not None
    wanted = MiddleLayout(*table.grid, straight(380, 180), 0.87)
    for place in wanted.places:
        assert middle_of(seated.layout.middle, place) == pytest.approx(middle_of(wanted, place))
    assert seated.layout.displays[0].near() @ np.array([0.0, 1.0]) > 0


def test_a_display_alone_finds_its_seat() -> None:
    table = table_after(9, 4)
    whole = reading_of(table)
    part = TableReading(whole.displays[2:3], None, replace(whole.layout, displays=whole.layout.displays[2:3]), ())
    assert seat(part, table, COLOURS).seats == (2,)


def test_cells_that_were_counted_from_another_corner_are_shifted() -> None:
    table = table_after(0)
    cards = table.displays[0].cards[:3]
    read, known = (
        Display.of(replace(card, cell=Cell(0, col + more)) for col, card in enumerate(cards)) for more in (0, 1)
    )
    whole = reading_of(replace(table, displays=(read, *table.displays[1:])))
    seated = seat(whole, replace(table, displays=(known, *table.displays[1:])), COLOURS)
    before, after = whole.layout.displays[0], seated.layout.displays[0]
    assert after.quad_at(Cell(0, 1)) == pytest.approx(before.quad_at(Cell(0, 0)))


def test_cards_of_the_display_alongside_are_shifted_out_of_a_display() -> None:
    """Two players side by side: the columns of one display were taken for columns of the other."""
    table = table_after(0)
    own = [replace(card, cell=Cell(0, col)) for col, card in enumerate(table.displays[0].cards[:3])]
    read = Display.of([
        *(replace(card, cell=Cell(1, col)) for col, card in enumerate(table.displays[1].cards[:2])),
        *(replace(card, cell=Cell(0, card.cell.col + 2)) for card in own[:2]),
    ])  # fmt: skip
    whole = reading_of(replace(table, displays=(read, *table.displays[1:])))
    seated = seat(whole, replace(table, displays=(Display.of(own), *table.displays[1:])), COLOURS)
    before, after = whole.layout.displays[0], seated.layout.displays[0]
    assert after.quad_at(Cell(0, 0)) == pytest.approx(before.quad_at(Cell(0, 2)))


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_display_read_from_another_side_is_turned_back(quarters: int) -> None:
    """A thing beside it taken for a card made four cards in a row of what are three rows."""
    table = table_after(3)
    cells = (Cell(0, 0), Cell(1, 0), Cell(0, 2), Cell(0, 1))
    own = [replace(card, cell=cell) for card, cell in zip(table.displays[0].cards, cells, strict=False)]
    places = [(card.cell.col, 2 - card.cell.row) for card in own]
    for _ in range(quarters):  # the display as one sees it who sits at its left side, and so on
        places = [(y, -x) for x, y in places]
    left, far = (min(values) for values in zip(*places, strict=True))
    read = Display.of(
        replace(card, cell=Cell(2 - (y - far), x - left), rotation=Rotation(((card.rotation or 0) - quarters) % 4))
        for card, (x, y) in zip(own, places, strict=True)
    )
    whole = reading_of(replace(table, displays=(read, *table.displays[1:])))
    seated = seat(whole, replace(table, displays=(Display.of(own), *table.displays[1:])), COLOURS)
    before, after = whole.layout.displays[0], seated.layout.displays[0]
    for card, (x, y) in zip(own, places, strict=True):
        middle = before.quad_at(Cell(2 - (y - far), x - left)).mean(axis=0)
        assert after.quad_at(card.cell).mean(axis=0) == pytest.approx(middle)
    if quarters % 2:
        assert after.near() @ before.near() == pytest.approx(0, abs=1e-6)


def test_pawns_on_their_start_piles_tell_how_the_piles_are_seen() -> None:
    table = unlaid_table(REFERENCE, COLOURS)
    reading = reading_of(table, 3)
    seated = seat(reading, table, COLOURS)
    assert seated.layout.middle is not None
    wanted = MiddleLayout(*table.grid, straight(380, 180), 0.87)
    assert middle_of(seated.layout.middle, (0, 0)) == pytest.approx(middle_of(wanted, (0, 0)))


def test_tapped_corners_are_measured_mended_and_refused() -> None:
    true = MiddleLayout(3, 3, np.array([[60.0, 4, 300], [-3, 58, 200], [1e-4, 2e-4, 1]]), 0.9)
    table = table_after(2, 4)
    reading = FakeTableReader(look(table), table).find(PHOTO).middle
    assert reading is not None
    piles = tuple(
        replace(pile, top=replace(pile.top, quad=Quad.from_array(true.quad_at(pile.place))))
        for pile in reading.piles
        if pile.top is not None
    )
    read = replace(reading, piles=piles)
    edge = 0.45
    outer = map_points(true.grid_to_photo, [(-edge, -edge), (2 + edge, -edge), (2 + edge, 2 + edge), (-edge, 2 + edge)])
    corners = tuple((float(x), float(y)) for x, y in outer)
    good = measure(middle_at(corners, (3, 3)), read)
    assert good.residual_px is not None and good.residual_px < 3
    assert good.fits
    for place in true.places:
        assert middle_of(good.middle, place) == pytest.approx(middle_of(true, place), abs=0.5)
    off = tuple((x + 22, y) for x, y in corners)
    bad = measure(middle_at(off, (3, 3)), read)
    assert bad.residual_px == pytest.approx(22, abs=3)
    assert not bad.fits
    assert measure(middle_at(corners, (3, 3)), None).residual_px is None


def test_a_table_as_it_is_found_holds_every_card() -> None:
    table = table_after(6, 3)
    found = table_as_found(unlaid_table(REFERENCE, table.colours[:3]), look(table), REFERENCE)
    assert found is not None
    assert look(found) == look(table)
    laid = sum(len(display.cards) for display in found.displays)
    assert sum(pile.height for pile in found.piles) + laid == len(REFERENCE.cards)
    assert table_as_found(table, replace(look(table), displays=(Display(),) * 3), REFERENCE) is None
