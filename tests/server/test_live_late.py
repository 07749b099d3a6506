"""What was still to be done when the next player begins."""

from __future__ import annotations

from dataclasses import replace

from rules.crystalla.position import PlacedCard
from rules.crystalla.seen import Seen, SeenPile
from rules.crystalla.vocabulary import Cell, Crystal, Rotation
from tests.server.films import kinds
from tests.server.played_turns import table_after
from tests.server.test_live_session import begun


def only_walked(looks: list[Seen]) -> Seen:
    """The first look with the pawns set as the first turn sets them, and no card taken."""
    both = zip(looks[0].piles, looks[1].piles, strict=True)
    return replace(looks[0], piles=tuple(SeenPile(old.top, new.pawns) for old, new in both))


def with_floating(seen: Seen) -> Seen:
    """The look with a card laid for the next player where none can lie."""
    card = PlacedCard(Cell(2, 3), Rotation.NONE, Crystal.RUBY, Crystal.CITRINE)
    return replace(seen, displays=(seen.displays[0], seen.displays[1].with_card(card)))


def test_what_was_still_to_be_done_is_a_fault_once_the_next_player_begins() -> None:
    film, looks = begun()
    walked = only_walked(looks)
    film.turn(walked)
    base = replace(table_after(0), piles=tuple(
        replace(pile, pawns=view.pawns) for pile, view in zip(table_after(0).piles, walked.piles, strict=True)
    ), active=1)  # fmt: skip
    lifted = next(index for index, pile in enumerate(base.piles) if pile.pawns[1])
    gone = replace(walked, piles=tuple(
        SeenPile(view.top, (0, 0)) if index == lifted else view for index, view in enumerate(walked.piles)
    ))  # fmt: skip
    told = kinds(film.turn(gone))
    assert told in ([("turn", "illegal", ("CR-33",))], [])
    if told:
        film.live.override()
        assert film.live.book.table.active == 1


def test_what_was_still_to_be_done_comes_before_what_the_next_player_did_wrong() -> None:
    film, looks = begun()
    walked = only_walked(looks)
    film.turn(walked)
    assert kinds(film.turn(with_floating(walked))) == [("turn", "illegal", ("CR-33",))]


def test_what_was_begun_and_put_back_is_no_fault_later() -> None:
    film, looks = begun()
    film.turn(only_walked(looks))
    film.turn(looks[0])
    assert kinds(film.turn(with_floating(looks[0]))) == [("turn", "illegal", ("CR-36",))]
