"""A watched table: legal turns, broken rules, doubts, take-backs, what players say, and a still table with noise."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.crystalla.faces import in_order
from rules.crystalla.seen import Seen, SeenPile, look
from rules.crystalla.table import Table
from rules.crystalla.vocabulary import Cell, Crystal, Rotation
from server.live.corrections import CardSaid, PileSaid
from server.live.hands import PATIENCE_S
from server.live.snapshot import LiveState
from server.refusals import RefusalError
from tests.server.films import Doubts, Film, card_quad, kinds, replaced, states, without_card
from tests.server.played_turns import played, table_after, watched

LEGAL = ("turn", "legal", ())


def begun(turns: int = 0, doubts: Doubts | None = None) -> tuple[Film, list[Seen]]:
    """A film in which the table after so many turns was seen, and the looks after each turn."""
    looks = [look(table) for table, _ in played()]
    film = watched(table_after(turns), doubts)
    assert kinds(film.hold(looks[turns])) == []
    assert film.live.now.state is LiveState.WAITING
    return film, looks


def swapped_tops(table: Table, pile: int) -> Seen:
    """The look with another top on a pile than the turn took."""
    seen = look(table)
    top = seen.piles[pile].top
    assert top is not None
    other = SeenPile(replace(top, large=top.small, small=top.large), seen.piles[pile].pawns)
    return replace(seen, piles=(*seen.piles[:pile], other, *seen.piles[pile + 1 :]))


def test_a_whole_game_is_followed_turn_by_turn() -> None:
    turns = played()
    film, looks = begun()
    for seen in looks[1:]:
        assert kinds(film.turn(seen)) == [LEGAL]
    assert film.live.book.table == turns[-1][0]
    assert film.reader.found == 1, "the table was found once, and read again after that"
    assert [turn.before for turn in film.live.book.turns] == [table for table, _ in turns[:-1]]


def test_states_of_a_turn_in_order() -> None:
    film, looks = begun()
    assert states(film.turn(looks[1])) == ["hand", "reading", "agreed"]
    assert states(film.turn(looks[1])) == ["hand", "reading", "waiting"]


def test_an_event_comes_within_half_a_second_after_the_hand_has_left() -> None:
    film, looks = begun()
    film.reach(looks[1])
    left = film.t
    (event,) = [event for event in film.hold(looks[1]) if event.type == "turn"]
    assert event.t - left < 0.5


def test_nothing_is_told_while_a_hand_is_over_the_table_moving_or_still() -> None:
    film, looks = begun()
    film.reader.shown = looks[1]
    told = film.reach(looks[1], 3.0)[:-1] + film.rest_hand(looks[1], 4.0)
    assert kinds(told) == []
    assert film.live.now.state is LiveState.HAND
    assert film.live.book.turns == ()
    assert kinds(film.hold(looks[1])) == [LEGAL]


def test_a_hand_that_lies_still_for_ten_seconds_keeps_everything_untold() -> None:
    film, looks = begun()
    assert kinds(film.reach(looks[1]) + film.rest_hand(looks[1], 10.0)) == []
    assert film.live.now.state is LiveState.HAND
    assert film.live.now.detail == "covered", "after a while it is said what to do"
    assert kinds(film.hold(looks[1])) == [LEGAL]


def test_a_hand_that_was_there_from_the_first_picture_keeps_everything_untold() -> None:
    looks = [look(table) for table, _ in played()]
    film = watched(table_after(0))
    assert kinds(film.rest_hand(looks[1], 10.0)) == []
    assert film.live.book.turns == ()


def test_a_hand_in_the_first_picture_that_goes_is_not_taken_for_one_that_came() -> None:
    looks = [look(table) for table, _ in played()]
    film = watched(table_after(0))
    film.rest_hand(looks[0], 2.0)
    film.reach(looks[1])
    assert kinds(film.hold(looks[1])) == [LEGAL]


def test_known_cards_that_are_not_seen_lie_under_something() -> None:
    film, looks = begun(4)
    cell = looks[4].displays[0].cards[0].cell
    without = replace(looks[4], displays=(without_card(looks[4], 0, cell), *looks[4].displays[1:]))
    assert kinds(film.turn(without, 4.0)) == []
    assert film.live.now.state is LiveState.HAND
    film.t += PATIENCE_S
    assert kinds(film.hold(without, 1.0)) == [("turn", "illegal", ("CR-60",))], "nothing waits for ever"


def test_an_arm_that_hides_a_card_and_nothing_else_keeps_a_turn_untold() -> None:
    looks = [look(table) for table, _ in played()]
    turns, card = next(
        (turns, cards[0])
        for turns, seen in enumerate(looks[1:-1])
        if len(cards := [card for card in seen.displays[1].cards if card.cell.col == 3]) == 1
    )
    film, _ = begun(turns)
    hidden = replace(
        looks[turns + 1], displays=(looks[turns + 1].displays[0], without_card(looks[turns + 1], 1, card.cell))
    )
    x, y = card_quad(1, card.cell).array().mean(0)
    assert kinds(film.reach(hidden) + film.rest_hand(hidden, 3.0, (x + 20, y))) == []
    assert kinds(film.hold(looks[turns + 1])) == [LEGAL]


def test_a_thing_put_over_the_table_does_not_stop_the_game() -> None:
    film, looks = begun()
    assert kinds(film.rest_hand(looks[1], 1.0)) == []
    film.t += PATIENCE_S
    assert kinds(film.rest_hand(looks[1], 1.0)) == [LEGAL]
    film.rest_hand(looks[1], 1.0)
    assert film.live.now.state is not LiveState.HAND


def test_pawns_that_hide_a_card_do_not_take_it_away() -> None:
    film, looks = begun()
    hidden = next(index for index, pile in enumerate(looks[1].piles) if pile.top == looks[0].piles[index].top)
    piles = [SeenPile(None, pile.pawns) if index == hidden else pile for index, pile in enumerate(looks[1].piles)]
    assert kinds(film.turn(replace(looks[1], piles=tuple(piles)))) == [LEGAL]


def test_open_pieces_that_are_misread_neither_hold_up_a_turn_nor_break_a_rule() -> None:
    film, looks = begun()
    assert looks[0].open == looks[1].open, "the turn gives no piece"
    first, *others = looks[0].open
    crystal = next(each for each in Crystal if each is not first.crystal)
    misread = in_order([replace(first, crystal=crystal), *others])
    assert kinds(film.turn(replace(looks[0], open=misread))) == []
    assert kinds(film.turn(replace(looks[1], open=misread))) == [LEGAL]
    assert film.live.book.table == table_after(1)


def test_ten_minutes_of_a_still_table_with_noise_change_no_label() -> None:
    film, looks = begun(8, Doubts(flicker=0.03))
    shown = film.live.now.seen
    version = film.live.version
    read = film.reader.read
    for minute in range(10):
        film.t = 60.0 * (minute + 1)  # ten stretches of two seconds: the frames between would all be alike
        assert film.hold(looks[8], 2.0) == []
    assert film.live.now.seen == shown
    assert film.live.version == version
    assert film.reader.read - read <= 10


def test_reads_that_flicker_are_fused_before_a_turn_is_told() -> None:
    film, looks = begun(0, Doubts(flicker=0.1))
    for seen in looks[1:9]:
        film.turn(seen, 2.5)
    assert film.live.book.table == table_after(8)
    assert [event.verdict for event in film.events if event.type == "turn"] == ["legal"] * 8


def test_a_rule_that_is_broken_is_told_once_and_put_right() -> None:
    film, looks = begun(4)
    cell = looks[4].displays[0].cards[0].cell
    turned = replaced(looks[4], 0, cell, rotation=_other(looks[4], cell))
    assert kinds(film.turn(turned)) == [("turn", "illegal", ("CR-60",))]
    assert film.live.now.state is LiveState.DIFFERS
    assert kinds(film.turn(turned)) == [], "the same fault is not told again"
    assert kinds(film.turn(looks[4])) == []
    assert film.live.now.state is LiveState.WAITING
    assert kinds(film.turn(turned)) == [("turn", "illegal", ("CR-60",))], "made again, it is told again"


def _other(seen: Seen, cell: Cell) -> Rotation:
    card = seen.displays[0].at(cell)
    assert card is not None and card.rotation is not None
    return Rotation((card.rotation + 1) % 4)


def test_a_turn_in_two_parts_waits_and_is_told_as_a_whole() -> None:
    film, looks = begun()
    seen = looks[1]
    half = replace(looks[0], piles=tuple(
        SeenPile(old.top, new.pawns) for old, new in zip(looks[0].piles, seen.piles, strict=True)
    ))  # fmt: skip
    told = film.turn(half)
    assert kinds(told) == []
    assert [event.rules for event in told if event.verdict == "unsure"] == [("CR-33",)]
    assert kinds(film.turn(seen)) == [LEGAL]


def test_a_take_back_on_the_table_is_followed() -> None:
    film, looks = begun()
    for seen in looks[1:4]:
        film.turn(seen)
    told = film.turn(looks[2])
    assert [(event.move, event.player) for event in told if event.type == "turn"] == [("undo", 0)]
    assert film.live.book.table == table_after(2)
    assert [entry.taken_back for entry in film.live.now.feed] == [False, False, True, False]
    assert kinds(film.turn(looks[3])) == [LEGAL]


def test_undo_by_button_does_not_note_the_same_turn_again() -> None:
    film, looks = begun()
    film.turn(looks[1])
    film.live.undo()
    assert film.live.book.table == table_after(0)
    assert kinds(film.hold(looks[1], 3.0)) == []
    assert film.live.now.state is LiveState.DIFFERS
    film.live.override()
    assert film.live.book.table == table_after(1)


def test_that_was_right_goes_on_from_the_table_as_it_lies() -> None:
    film, looks = begun(4)
    cell = looks[4].displays[0].cards[0].cell
    turned = replaced(looks[4], 0, cell, rotation=_other(looks[4], cell))
    film.turn(turned)
    assert film.live.may_override
    (event, *_) = film.live.override()
    assert (event.move, event.verdict) == ("override", "legal")
    assert look(film.live.book.table).displays == turned.displays
    assert film.live.now.state is LiveState.WAITING
    with pytest.raises(RefusalError) as refused:
        film.live.override()
    assert (refused.value.status, refused.value.code) == (409, "live-changed")


def test_a_misread_card_is_corrected_and_the_correction_holds_until_it_changes() -> None:
    film, looks = begun()
    (card,) = [card for card in looks[1].displays[0].cards if looks[0].displays[0].at(card.cell) is None]
    for segment, right in enumerate((card.large, card.small)):
        wrong = next(crystal for crystal in Crystal if crystal is not right)
        film.reader.doubts.wrong[0, card.cell.row, card.cell.col, segment] = (wrong, 0.999)
    assert kinds(film.turn(looks[1]))[0][1] == "illegal"
    told = film.live.correct(CardSaid(0, card.cell, large=card.large, small=card.small))
    assert [event.verdict for event in told if event.type == "turn"] == ["legal"]
    assert film.live.book.table == table_after(1)
    for _ in range(3):
        assert kinds(film.turn(looks[1])) == [], "the same wrong read changes nothing"
    assert (0, card.cell.row, card.cell.col) in film.live.now.held
    other = replaced(looks[1], 0, card.cell, large=Crystal.HEMATITE, small=Crystal.DIAMOND)
    film.turn(other)
    assert (0, card.cell.row, card.cell.col) not in film.live.now.held


@pytest.mark.parametrize("sure", [0.8, 0.999])
def test_a_wrong_read_of_half_the_card_just_laid_gives_way_to_the_only_legal_turn(sure: float) -> None:
    film, looks = begun()
    (card,) = [card for card in looks[1].displays[0].cards if looks[0].displays[0].at(card.cell) is None]
    wrong = next(crystal for crystal in Crystal if crystal is not card.large)
    film.reader.doubts.wrong[0, card.cell.row, card.cell.col, 0] = (wrong, sure)
    assert kinds(film.turn(looks[1])) == [LEGAL]


def test_pawns_that_cannot_be_counted_on_one_pile_are_those_missing_elsewhere() -> None:
    film, looks = begun(0, Doubts(blind_piles=frozenset({(0, 0)})))
    assert kinds(film.turn(looks[1])) == [LEGAL]


def test_pawns_that_cannot_be_counted_anywhere_stand_where_the_picture_changed() -> None:
    film, looks = begun()
    film.reader.doubts.blind_piles = frozenset({(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)})
    assert kinds(film.turn(looks[1])) == [LEGAL]
    assert film.live.book.table == table_after(1)


def test_what_cannot_be_told_is_asked_by_pulsing_places_and_said_by_tap() -> None:
    blind = frozenset({(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)})
    film, looks = begun(1)
    film.reader.doubts.blind_piles = blind
    assert kinds(film.turn(looks[2], 4.0)) == []
    assert film.live.now.state is LiveState.IN_DOUBT
    table = table_after(2)
    for row, col in sorted(blind)[:5]:
        index = table.pile_index(row, col)
        assert index is not None
        pawns = tuple(zip(table.colours, table.piles[index].pawns, strict=True))
        film.live.correct(PileSaid((row, col), pawns=pawns))
    assert film.live.book.table == table


def test_a_place_that_is_not_on_the_table_is_refused() -> None:
    film, _ = begun()
    for said in (CardSaid(3, Cell(0, 0), large=Crystal.RUBY), PileSaid((2, 2), large=Crystal.RUBY)):
        with pytest.raises(RefusalError) as refused:
            film.live.correct(said)
        assert refused.value.status == 422


def test_a_light_that_dims_from_one_side_changes_nothing() -> None:
    film, looks = begun(6)
    for step in range(20):
        film.gain = 1 - 0.02 * step
        film.hold(looks[6], 0.2)
    assert kinds(film.hold(looks[6], 2.0)) == []
    assert film.live.now.state is LiveState.WAITING
    assert kinds(film.turn(looks[7])) == [LEGAL]


def test_two_cameras_watch_one_table_and_a_hand_before_one_of_them_is_enough() -> None:
    start, after = look(table_after(0)), look(table_after(1))
    film = watched(table_after(0), sources=("one", "two"))
    for _ in range(20):
        for film.source in (0, 1):
            film.hold(start, 1 / 15)
    for step in range(20):
        film.source = 0
        film.reach(after, 1 / 15) if step % 2 else film.rest_hand(after, 1 / 15, (300 + 9.0 * step, 250))
        film.source = 1
        film.hold(after, 1 / 15)
    assert film.live.book.turns == ()
    for _ in range(20):
        for film.source in (0, 1):
            film.hold(after, 1 / 15)
    assert film.live.book.table == table_after(1)
