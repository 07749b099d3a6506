"""Crystal pieces in what a camera sees after a turn: awards found, and every mistake with them named by its rule."""

from __future__ import annotations

from dataclasses import replace

from crystalla_games import run, table, walk
from crystalla_looks import DISPLAY, PLAIN, ROW, after, broken, parameters, pending, with_display, with_open
from crystalla_tables import lay

from rules.crystalla.faces import parse_piece
from rules.crystalla.seen import look
from rules.crystalla.table import Phase

EARNING = table(3, {(0, 0): "01", (0, 1): "1", (1, 1): "0", (2, 0): "12"}, displays=[DISPLAY] * 3)
"""Gray sets blue on (0,1) and gray on (1,1): a pair for both."""
LAID = run(walk(EARNING, "0,0", "blue 0,1", "gray 1,1"), "take 1,1 = ee", "lay td 0,3 q0")
MINE = (*ROW, "c4r1 q0 tourmaline diamond")
GIVEN = run(LAID, "give Lr gray = Le", "cover 0,0 large", "give Sa blue = Sc", "cover 0,0 small")


def test_awards_are_found() -> None:
    assert after(look(GIVEN), EARNING) == GIVEN
    seen = look(GIVEN)
    plain = with_display(seen, 0, lay("c1r1 q0 ruby citrine", *MINE[1:]))
    plain = with_display(plain, 1, lay("c1r1 q0 emerald amethyst", *ROW[1:]))
    assert after(plain, EARNING) == GIVEN, "also where no piece is told from a print"


def test_an_award_on_the_card_just_laid() -> None:
    there = run(LAID, "give Lr gray = Le", "cover 0,3 large", "give Sa blue = Sc", "cover 0,0 small")
    assert after(look(there), EARNING) == there


def test_missing_piece() -> None:
    assert pending(look(LAID), EARNING) == ["CR-40", "CR-40"]
    once = run(LAID, "give Lr gray = Le", "cover 0,0 large")
    assert pending(look(once), EARNING) == ["CR-40"]
    assert parameters(look(once), EARNING) == {"colour": "blue", "seat": 1, "count": 0, "due": 1}


def test_wrong_number_of_pieces() -> None:
    seen = with_display(look(PLAIN), 0, lay("c1r1 q0 emerald+ruby citrine", *ROW[1:], "c4r1 q3 tourmaline hematite"))
    assert broken(with_open(seen, "Le Lt Sa Sd")) == ["CR-40"]
    twice = with_display(look(GIVEN), 1, lay("c1r1 q0 emerald+tourmaline citrine+amethyst", *ROW[1:]))
    assert broken(with_open(twice, "Le Lh Sc Sd"), EARNING) == ["CR-40"]
    assert parameters(with_open(twice, "Le Lh Sc Sd"), EARNING)["count"] == 2


def test_piece_of_the_wrong_shape() -> None:
    seen = with_display(look(GIVEN), 0, lay("c1r1 q0 emerald citrine+tourmaline", *MINE[1:]))
    assert broken(with_open(seen, "Le Lr Sc Sd"), EARNING) == ["CR-51"]


def test_piece_of_the_same_crystal() -> None:
    seen = with_display(
        look(GIVEN), 0, lay(ROW[0], "c2r1 q1 diamond ruby", *ROW[2:], "c4r1 q0 tourmaline+tourmaline diamond")
    )
    assert broken(with_open(seen, "Le Lr Sc Sd"), EARNING) == ["CR-52"]


def test_piece_on_another_piece() -> None:
    covered = lay("c1r1 q0 emerald+hematite citrine", *ROW[1:])
    start = replace(EARNING, displays=(covered, DISPLAY, DISPLAY))
    seen = with_display(look(GIVEN), 0, lay("c1r1 q0 emerald+ruby citrine", *MINE[1:]))
    assert broken(seen, start) == ["CR-53"]


def test_piece_that_did_not_lie_open() -> None:
    start = replace(EARNING, displays=(DISPLAY, DISPLAY, DISPLAY))
    seen = with_display(look(PLAIN_PAIR), 0, lay("c1r1 q0 emerald+hematite citrine", *MINE[1:]))
    assert broken(seen, start) == ["CR-42"]


PLAIN_PAIR = run(walk(EARNING, "0,0", "blue 1,0", "gray 1,1"), "take 1,1 = ee", "lay td 0,3 q0")
"""Only gray has a pair."""


def test_piece_removed_although_it_can_be_placed() -> None:
    assert pending(with_open(look(PLAIN_PAIR), "Le Lt Sa Sd"), EARNING) == ["CR-54"], "it may still be in hand"


def test_piece_removed_because_it_cannot_be_placed() -> None:
    rubies = lay("c1r1 q0 ruby ruby", "c2r1 q0 ruby ruby", "c3r1 q0 ruby ruby")
    start = replace(EARNING, displays=(DISPLAY, rubies, DISPLAY))
    laid = run(walk(start, "0,0", "blue 0,1", "gray 1,1"), "take 1,1 = ee", "lay td 0,3 q0")
    end = run(laid, "give Lt gray = La", "cover 0,0 large", "give Lr blue = Le", "remove")
    assert after(look(end), start) == end


def test_an_award_that_lapses() -> None:
    start = replace(EARNING, open=(parse_piece("Lr"),), stacks=(0, 0))
    laid = run(walk(start, "0,0", "blue 0,1", "gray 1,1"), "take 1,1 = ee", "lay td 0,3 q0")
    end = run(laid, "give Lr blue", "cover 0,0 large")
    assert end.phase is Phase.PICK
    assert after(look(end), start) == end


def test_open_display_not_refilled() -> None:
    once = run(PLAIN_PAIR, "give Lr gray = Le", "cover 0,0 large")
    assert after(look(once), EARNING) == once
    assert pending(with_open(look(once), "Lt Sa Sd"), EARNING) == ["CR-46"]
    assert broken(with_open(look(once), "Lt Sa Sd Sc"), EARNING) == ["CR-46"], "a small one for a large one"
