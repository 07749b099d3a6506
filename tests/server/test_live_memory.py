"""What is remembered of a table that is known: how its places look, and which open piece is which."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.geometry import UNIT_SQUARE, Quad
from rules.crystalla.faces import parse_piece
from rules.crystalla.placing import CrystalPiece
from rules.crystalla.position import PlacedCard
from rules.crystalla.seen import Seen, look
from rules.crystalla.vocabulary import CELLS, Crystal, Rotation, Segment
from server.live.claims import claims_of
from server.live.fuse import Fusion, Place, What
from server.live.opened import Recollection, open_claim, recollection
from server.live.snapshot import EventType, Verdict
from tests.server.films import COLOURS, FakeTableReader
from tests.server.played_turns import table_after, watched
from vision.crystalla.reading import Ranked
from vision.crystalla.table_reading import OpenPieceReading
from vision.image import Photo

PHOTO = Photo.from_array(np.zeros((540, 960, 3), np.uint8))
SPOT = Place(What.LARGE, (0, 0, 0))
TURN = EventType.TURN


def opened(text: str) -> tuple[CrystalPiece, ...]:
    return tuple(parse_piece(piece) for piece in text.split())


def seen(place: int, segment: Segment, **shares: float) -> OpenPieceReading:
    """A piece at a place, with the shares of crystals by name."""
    quad = Quad.from_array(UNIT_SQUARE * 60 + (100.0 * place, 40.0))
    candidates = sorted(((Crystal(name), share) for name, share in shares.items()), key=lambda each: -each[1])
    return OpenPieceReading(segment, Ranked(tuple(candidates), doubtful=False), quad)


def likeliest(
    read: tuple[OpenPieceReading, ...], known: tuple[CrystalPiece, ...], recalled: Recollection = ()
) -> tuple[CrystalPiece, ...]:
    claim = open_claim(read, known, recalled)
    assert sum(share for _, share in claim) <= 1 + 1e-9
    return claim[0][0]  # type: ignore[return-value]


def fused(*shares: dict[Crystal, float]) -> Fusion:
    fusion = Fusion()
    for each in shares:
        fusion.add({SPOT: tuple(each.items())})
    return fusion


def test_a_place_that_is_always_misread_shows_what_is_known_until_it_looks_otherwise() -> None:
    fusion = fused({Crystal.RUBY: 0.95, Crystal.DIAMOND: 0.05})
    assert fusion.tell(SPOT, Crystal.EMERALD) is Crystal.RUBY
    fusion.remember()
    fusion.clear()
    fusion.add({SPOT: ((Crystal.RUBY, 0.9), (Crystal.DIAMOND, 0.1))})
    assert fusion.tell(SPOT, Crystal.EMERALD) is Crystal.EMERALD
    assert sum(fusion.means(SPOT, Crystal.EMERALD).values()) == pytest.approx(1)
    fusion.clear()
    fusion.add({SPOT: ((Crystal.DIAMOND, 0.9), (Crystal.RUBY, 0.1))})
    assert fusion.tell(SPOT, Crystal.EMERALD) is Crystal.DIAMOND
    fusion.clear()
    fusion.add({SPOT: ((Crystal.RUBY, 0.95), (Crystal.DIAMOND, 0.05))})
    fusion.forget()
    assert fusion.tell(SPOT, Crystal.EMERALD) is Crystal.RUBY


def test_open_pieces_are_the_known_ones_though_one_is_overlooked_or_has_no_crystal() -> None:
    known = opened("La Lh Se St")
    read = (seen(0, Segment.LARGE, amethyst=0.9), seen(1, Segment.LARGE, hematite=0.9), seen(2, Segment.SMALL))
    assert likeliest(read, known) == known
    assert open_claim((), known, ()) == ()


def test_a_piece_that_was_replaced_is_told() -> None:
    read = (
        seen(0, Segment.LARGE, amethyst=0.9), seen(1, Segment.LARGE, hematite=0.9),
        seen(2, Segment.SMALL, ruby=0.95), seen(3, Segment.SMALL, tourmaline=0.9),
    )  # fmt: skip
    assert likeliest(read, opened("La Lh Se St")) == opened("La Lh Sr St")


def test_what_a_piece_turned_out_to_be_it_is_again_where_it_lies() -> None:
    known = opened("La Lh Se St")
    read = (
        seen(0, Segment.LARGE, ruby=0.95), seen(1, Segment.LARGE, hematite=0.9),
        seen(2, Segment.SMALL, emerald=0.9), seen(3, Segment.SMALL, tourmaline=0.9),
    )  # fmt: skip
    recalled = recollection(read, known)
    assert {each.piece for each in recalled} == set(known)
    given = (*read[:2], seen(2, Segment.SMALL, citrine=0.95), read[3])
    assert likeliest(given, known, recalled) == opened("La Lh Sc St")
    elsewhere = (seen(5, Segment.LARGE, ruby=0.95), *read[1:])
    assert likeliest(elsewhere, known, recalled) == opened("Lh Lr Se St")


def test_a_faint_card_stays_where_one_is_known_and_is_none_where_none_is() -> None:
    table = table_after(3)
    shown = look(table)
    reading = FakeTableReader(shown, table).find(PHOTO)
    card, *others = reading.displays[0].cards
    cell = next(cell for cell in CELLS if table.displays[0].at(cell) is None)
    faint = ((card.cell, 0.7), (cell, 0.7))
    display = replace(reading.displays[0], cards=tuple(others), faint=faint)
    found = claims_of(replace(reading, displays=(display, *reading.displays[1:])), range(table.players), table, COLOURS)
    known, new = (dict(found[Place(What.CARD, (0, each.row, each.col))]) for each in (card.cell, cell))
    assert known[True] == pytest.approx(0.7)
    assert new[True] < 0.1


def test_pawns_misread_from_the_first_look_on_blame_nobody() -> None:
    table, shown = table_after(2), look(table_after(2))
    pile = next(index for index, view in enumerate(table.piles) if any(view.pawns))
    fewer = tuple(
        replace(view, pawns=(0,) * len(view.pawns)) if index == pile else view for index, view in enumerate(shown.piles)
    )
    film = watched(table)
    assert [event for event in film.hold(replace(shown, piles=fewer), 3.0) if event.type is TURN] == []
    now = look(table_after(3))
    fewer = tuple(
        replace(view, pawns=fewer[pile].pawns) if index == pile and view.pawns == table.piles[pile].pawns else view
        for index, view in enumerate(now.piles)
    )
    told = [event.verdict for event in film.turn(replace(now, piles=fewer), 3.0) if event.type is TURN]
    assert told == [Verdict.LEGAL]


def with_card(shown: Seen, seat: int, card: PlacedCard) -> Seen:
    displays = (*shown.displays[:seat], shown.displays[seat].with_card(card), *shown.displays[seat + 1 :])
    return replace(shown, displays=displays)


def test_a_pattern_of_the_table_taken_for_a_card_from_the_first_look_on_blames_nobody() -> None:
    table, now = table_after(2), look(table_after(3))
    seat = (table.active + 1) % table.players
    cell = next(cell for cell in reversed(CELLS) if table_after(3).displays[seat].at(cell) is None)
    pattern = PlacedCard(cell, Rotation.HALF, Crystal.HEMATITE, Crystal.HEMATITE)
    film = watched(table)
    assert [event for event in film.hold(with_card(look(table), seat, pattern), 3.0) if event.type is TURN] == []
    told = [event.verdict for event in film.turn(with_card(now, seat, pattern), 3.0) if event.type is TURN]
    assert told == [Verdict.LEGAL]


def test_a_card_laid_where_a_pattern_was_taken_for_one_is_seen() -> None:
    cell, there = Place(What.CARD, (0, 2, 1)), ((True, 0.95), (False, 0.05))
    fusion = Fusion()
    fusion.add({cell: there})
    fusion.remember()
    fusion.clear()
    fusion.add({cell: there})
    assert fusion.there(cell, known=False) is False
    fusion.clear()
    fusion.add({cell: there}, changed=frozenset({cell}))
    assert fusion.there(cell, known=False) is True


def test_a_piece_beside_one_that_lies_still_is_not_that_one_though_their_squares_are_much_the_same() -> None:
    known = opened("Lc Lt Se St")
    read = (
        seen(0, Segment.LARGE, citrine=0.9), seen(1, Segment.LARGE, tourmaline=0.9),
        seen(2, Segment.SMALL, emerald=0.9), seen(3, Segment.SMALL, tourmaline=0.9),
    )  # fmt: skip
    beside = replace(seen(0, Segment.SMALL, amethyst=0.99), quad=read[0].quad)
    still = frozenset({0, 1, 3})
    claim = open_claim((*read[:2], beside, read[3]), known, recollection(read, known), still, (5, 5))
    assert claim[0][0] == opened("Lc Lt Sa St")


def test_pieces_that_lie_still_are_known_though_none_is_read() -> None:
    known = opened("Lc Lt Se St")
    read = tuple(seen(place, piece.shape, **{piece.crystal.value: 0.9}) for place, piece in enumerate(known))
    assert open_claim((), known, recollection(read, known), frozenset(range(4)))[0][0] == known
