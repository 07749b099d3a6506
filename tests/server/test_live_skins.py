"""What looks as it did when the table was known is what it was; what looks otherwise has changed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from rules.crystalla.seen import Seen, SeenPile, look
from rules.crystalla.table import Table
from rules.crystalla.vocabulary import CELLS, Crystal, Segment
from server.live.claims import claims_of, known_claims
from server.live.fuse import OVERLOOKED, Claim, Fusion, Place, What
from server.live.opened import open_claim, recollection
from server.live.pawns import place_pawns
from server.live.skins import Skins, places_of
from tests.server.films import COLOURS, FakeTableReader, paint
from tests.server.played_turns import table_after
from tests.server.test_live_memory import PHOTO, opened, seen
from vision.image import Bgr

TABLE = table_after(3)
PILE = next(index for index, pile in enumerate(TABLE.piles) if any(pile.pawns))


def skins(table: Table, picture: Bgr) -> Skins:
    """Everything on a table that lies as it is known in the picture."""
    reading = FakeTableReader(look(table), table).find(PHOTO)
    assert reading.middle is not None
    recalled = recollection(reading.middle.open, table.open)
    return Skins(picture, table, dict(places_of(reading, range(table.players), table, recalled)))


def noisy(picture: Bgr, seed: int, gain: float = 1.0) -> Bgr:
    noise = np.random.default_rng(seed).normal(0, 3, picture.shape)
    return np.asarray(np.clip(picture * gain + noise, 0, 255), np.uint8)


def with_pawns(table: Table, pile: int, pawns: tuple[int, ...]) -> Seen:
    shown = look(table)
    piles = [*shown.piles]
    piles[pile] = SeenPile(piles[pile].top, pawns)
    return replace(shown, piles=tuple(piles))


def test_noise_and_a_dimmer_lamp_change_no_place() -> None:
    picture = paint(look(TABLE), TABLE)
    known = skins(TABLE, noisy(picture, 1))
    cells = {Place(What.CARD, (seat, cell.row, cell.col)) for seat in range(TABLE.players) for cell in CELLS}
    everything = cells | {Place(What.TOP, (pile,)) for pile in range(len(TABLE.piles))}
    everything |= {Place(What.OPEN, (number,)) for number in range(len(TABLE.open))}
    assert known.unchanged(noisy(picture, 2, 0.9)) == everything


def test_a_pawn_that_goes_changes_its_pile_alone() -> None:
    known = skins(TABLE, noisy(paint(look(TABLE), TABLE), 1))
    gone = paint(with_pawns(TABLE, PILE, (0,) * TABLE.players), TABLE)
    assert known.changed(noisy(gone, 2)) == {Place(What.TOP, (PILE,))}


def test_a_free_cell_on_which_a_shadow_falls_is_free_and_one_with_a_card_is_not() -> None:
    picture = paint(look(TABLE), TABLE)
    known = skins(TABLE, picture)
    free, card = (
        next(cell for cell in CELLS if (TABLE.displays[0].at(cell) is None) is wanted) for wanted in (True, False)
    )
    quads = dict(places_of(FakeTableReader(look(TABLE), TABLE).find(PHOTO), (0, 1), TABLE, ()))
    dim = picture.copy()
    for cell in (free, card):
        x, y = quads[Place(What.CARD, (0, cell.row, cell.col))].mean(0).astype(int)
        dim[y - 4 : y + 5, x - 4 : x + 5] = np.clip(dim[y - 4 : y + 5, x - 4 : x + 5].astype(int) + 24, 0, 255)
    places = [Place(What.CARD, (0, cell.row, cell.col)) for cell in (free, card)]
    assert [place in known.unchanged(dim) for place in places] == [True, False]


def test_a_new_look_for_the_table_leaves_known_what_lies_where_it_was_thought_to_lie() -> None:
    picture = paint(look(TABLE), TABLE)
    known = skins(TABLE, picture)
    reading = FakeTableReader(look(TABLE), TABLE).find(PHOTO)
    assert reading.middle is not None
    found = dict(places_of(reading, range(TABLE.players), TABLE, recollection(reading.middle.open, TABLE.open)))
    before = known.unchanged(picture)
    known.compare_with(found)
    assert known.whole
    assert known.unchanged(picture) == before
    moved = {place: quad + 0.5 * (quad[1] - quad[0]) * (place.what is What.CARD) for place, quad in found.items()}
    known.compare_with(moved)
    assert not known.whole
    assert known.unchanged(picture) == {place for place in before if place.what is not What.CARD}
    assert not any(place.what is What.CARD for place in known.changed(np.zeros_like(picture)))


def test_what_is_known_of_places_that_did_not_change_outweighs_what_is_read() -> None:
    card = TABLE.displays[0].cards[0]
    at = (0, card.cell.row, card.cell.col)
    unchanged = frozenset({Place(What.CARD, at), Place(What.TOP, (PILE,))})
    known = known_claims(TABLE, unchanged)
    wrong: Claim = ((Crystal.RUBY if card.large is not Crystal.RUBY else Crystal.CITRINE, 0.99),)
    fusion = Fusion()
    fusion.add({Place(What.LARGE, at): wrong}, known=known)
    assert fusion.tell(Place(What.LARGE, at), card.effective(Segment.LARGE)) is card.effective(Segment.LARGE)
    counts = [fusion.tell(Place(What.PAWNS, (PILE, colour)), None) for colour in range(TABLE.players)]
    assert counts == list(TABLE.piles[PILE].pawns)
    assert known_claims(None, unchanged) == {}


def test_a_pawn_that_was_overlooked_may_be_gone_once_its_pile_looks_otherwise() -> None:
    place = Place(What.PAWNS, (PILE, 0))
    fusion = Fusion()
    fusion.add({place: ((0, 0.99), (1, 0.01))})
    fusion.remember()
    assert fusion.means(place, 1)[1] > 0.9
    fusion.clear()
    fusion.add({place: ((0, 0.99), (1, 0.01))}, changed=frozenset({Place(What.TOP, (PILE,))}))
    assert fusion.means(place, 1)[1] == pytest.approx(OVERLOOKED, abs=0.02)


def test_a_pawn_that_nobody_reads_stands_on_the_pile_that_looks_otherwise() -> None:
    colour = next(colour for colour, count in enumerate(TABLE.piles[PILE].pawns) if count)
    goal = next(index for index, pile in enumerate(TABLE.piles) if index != PILE and not any(pile.pawns))
    away = tuple(count - (each == colour) for each, count in enumerate(TABLE.piles[PILE].pawns))
    reading = FakeTableReader(with_pawns(TABLE, PILE, away), TABLE).find(PHOTO)
    same = frozenset(Place(What.TOP, (pile,)) for pile in range(len(TABLE.piles)) if pile not in (PILE, goal))
    claims = claims_of(reading, range(TABLE.players), TABLE, COLOURS)
    fusion = Fusion()
    changed = frozenset({Place(What.TOP, (PILE,)), Place(What.TOP, (goal,))})
    fusion.add(claims, known=known_claims(TABLE, same), changed=changed)
    standing = place_pawns(fusion, TABLE)
    assert standing.pawns[PILE] == away
    assert standing.pawns[goal][colour] == 1


def test_a_piece_is_replaced_by_one_of_its_own_shape_as_long_as_there_are_any() -> None:
    known = opened("La Lh Se St")
    read = (
        seen(0, Segment.LARGE, amethyst=0.9), seen(1, Segment.LARGE, hematite=0.9),
        seen(2, Segment.LARGE, ruby=0.6), seen(3, Segment.SMALL, tourmaline=0.9),
    )  # fmt: skip
    other_shape = opened("La Lh Lr St")
    with_both, with_one = (dict(open_claim(read, known, (), stacks=left))[other_shape] for left in ((5, 5), (5, 0)))
    assert with_both < with_one


def test_a_piece_that_lies_still_is_none_of_those_that_were_given() -> None:
    known = opened("La Lh Se St")
    read = (
        seen(0, Segment.LARGE, amethyst=0.9), seen(1, Segment.LARGE, hematite=0.9),
        seen(2, Segment.SMALL, emerald=0.9), seen(3, Segment.SMALL, tourmaline=0.9),
    )  # fmt: skip
    recalled = recollection(read, known)
    misread = (seen(0, Segment.LARGE, ruby=0.99), *read[1:])
    assert open_claim(misread, known, recalled)[0][0] != known
    assert open_claim(misread, known, recalled, frozenset(range(4)))[0] == (known, 1.0)
