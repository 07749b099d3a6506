"""CR-03 to CR-22: the set-up for 2, 3 and 4 players, from dealing to the built piles."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from crystalla_games import COLOURS, GAME, deal, listed, rule_of, run, set_up
from crystalla_tables import REFERENCE

from rules.crystalla.components import Pile
from rules.crystalla.faces import Face
from rules.crystalla.moves import Lay, Swap
from rules.crystalla.setup import Seating, seat_players, verify_seating
from rules.crystalla.stacks import Stacks
from rules.crystalla.status import TableStatus
from rules.crystalla.table import Phase, Table
from rules.crystalla.turn import build_heights
from rules.engine import legal_moves, play
from rules.errors import MalformedError, RuleError

DECK = Counter(Face(card.large, card.small) for card in REFERENCE.cards)


def pawns_of(position: Table, colour: int) -> list[tuple[Pile, int]]:
    """Where the pawns of a colour stand, and how many."""
    standing = [(position.spot(index), pile.pawns[colour]) for index, pile in enumerate(position.piles)]
    return [(spot, count) for spot, count in standing if count]


def all_cards(position: Table, hidden: Stacks) -> Counter[Face]:
    """Every card of a game whose piles are built: displays and piles with what is hidden in them."""
    laid = (Face(card.large, card.small) for display in position.displays for card in display.cards)
    return Counter(laid) + Counter(face for pile in hidden.piles for face in pile)


def seating_rule(colours: tuple[str, ...], piles: tuple[Pile, ...]) -> str:
    with pytest.raises(RuleError) as refusal:
        verify_seating(Seating(colours, piles), REFERENCE)
    return refusal.value.rule


@pytest.mark.parametrize(("players", "colours"), [(2, 2), (3, 4), (4, 4)])
def test_CR_03_three_pawns_of_each_colour_in_play(players: int, colours: int) -> None:
    position, _ = deal(players)
    standing = [sum(count for _, count in pawns_of(position, colour)) for colour in range(colours)]
    assert standing == [3] * colours == [3] * len(position.colours)
    one_less = replace(position.piles[0], pawns=(2, *position.piles[0].pawns[1:]))
    assert GAME.status(replace(position, piles=(one_less, *position.piles[1:]))) is TableStatus.PAWNS


@pytest.mark.parametrize("players", [0, 1, 5])
def test_CR_05_two_to_four_players(players: int) -> None:
    with pytest.raises(RuleError, match=f"{players} cannot play, only 2 to 4") as refusal:
        seat_players(REFERENCE, players)
    assert refusal.value.rule == "CR-05"
    assert seating_rule(("gray",) * players, ((0, 0),) * players) == "CR-05"


def test_CR_06_every_player_has_a_colour_of_the_box() -> None:
    assert seating_rule(("gray", "gray"), ((0, 0), (1, 2))) == "CR-06"
    assert seating_rule(("gray", "pink"), ((0, 0), (1, 2))) == "CR-06"
    verify_seating(Seating(("orange", "blue"), ((0, 0), (1, 2))), REFERENCE)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_CR_07_only_the_tableaus_of_the_players_stay(players: int) -> None:
    position, _ = deal(players)
    assert position.players == len(position.displays) == len(position.hands) == players


@pytest.mark.parametrize("players", [2, 3, 4])
def test_CR_08_three_random_cards_each(players: int) -> None:
    position, hidden = deal(players, seed=1)
    assert [len(hand) for hand in position.hands] == [3] * players
    assert sum((Counter(hand) for hand in position.hands), Counter(hidden.deck)) == DECK
    assert deal(players, seed=1) == (position, hidden)
    assert deal(players, seed=2)[0].hands != position.hands


def test_CR_09_the_dealt_cards_are_laid_under_the_rules_of_placement() -> None:
    position, _ = deal(2)
    first, second = (face.text() for face in position.hands[0][:2])
    after = run(position, f"lay {first} 0,3 q2")
    assert len(after.displays[0].cards) == 1 and len(after.hands[0]) == 2
    assert rule_of(after, f"lay {second} 2,3 q0") == "CR-57"
    assert rule_of(after, f"lay {second} 0,4 q0") == "CR-56"
    strange = next(face.text() for face in DECK if face not in position.hands[0])
    assert rule_of(position, f"lay {strange} 0,0 q0") == "CR-09"
    assert rule_of(position, "lift 0,0") == "CR-09"


def test_CR_10_one_exchange_of_one_card() -> None:
    position, hidden = deal(2)
    face = position.hands[0][0]
    record, after, left = play(GAME, position, Swap(face), hidden)
    assert record.drawn == (hidden.deck[-1],)
    assert Counter(after.hands[0]) == Counter(position.hands[0]) - Counter([face]) + Counter(record.drawn)
    assert Counter(left.deck) == Counter(hidden.deck) - Counter(record.drawn) + Counter([face])
    assert rule_of(after, f"swap {after.hands[0][0].text()} = ta") == "CR-10"
    assert not any(move.startswith("swap") for move in listed(after))
    other = next(face.text() for face in DECK if face not in position.hands[0])
    assert rule_of(position, f"swap {other} = ta") == "CR-10"
    assert rule_of(position, f"swap {face.text()}") == "CR-10", "a new card must be drawn"


@pytest.mark.parametrize("players", [4, 3, 2])
def test_CR_R17_an_exchange_comes_before_the_first_own_card_and_keeps_the_totals(players: int) -> None:
    position, hidden = deal(players)
    laid = run(position, f"lay {position.hands[0][0].text()} 0,0 q0")
    assert rule_of(laid, f"swap {laid.hands[0][0].text()} = ta") == "CR-R17"
    while position.deck:
        moves = list(legal_moves(GAME, position))
        swap = next((move for move in moves if isinstance(move, Swap)), None)
        lay = next(move for move in moves if isinstance(move, Lay))
        _, position, hidden = play(GAME, position, swap or lay, hidden)
    assert sum(pile.height for pile in position.piles) == {2: 84, 3: 81, 4: 78}[players]
    assert all_cards(position, hidden) == DECK
    assert rule_of(position, "swap ta = ta") == "CR-R17"


def test_CR_11_nine_piles_with_four_players() -> None:
    position, hidden = set_up(4)
    assert position.grid == (3, 3) and len(position.piles) == len(hidden.piles) == 9
    assert [pile.top for pile in position.piles] == [pile[-1] for pile in hidden.piles]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_CR_12_piles_of_roughly_equal_size(players: int) -> None:
    position, hidden = set_up(players)
    heights = [pile.height for pile in position.piles]
    assert heights == [len(pile) for pile in hidden.piles]
    assert max(heights) - min(heights) <= 1


def test_CR_13_four_players_in_four_corners() -> None:
    position, _ = deal(4)
    corners = [(0, 0), (0, 2), (2, 0), (2, 2)]
    assert [pawns_of(position, seat) for seat in range(4)] == [[(corner, 3)] for corner in corners]
    verify_seating(Seating(COLOURS, tuple(reversed(corners))), REFERENCE)
    assert seating_rule(COLOURS, ((0, 0), (0, 0), (2, 0), (2, 2))) == "CR-13"
    assert seating_rule(COLOURS, ((0, 0), (0, 1), (2, 0), (2, 2))) == "CR-13"


def test_CR_14_nine_piles_with_three_players() -> None:
    position, _ = set_up(3)
    assert position.grid == (3, 3) and [pile.height for pile in position.piles] == [9] * 9


def test_CR_15_three_players_on_the_marked_piles() -> None:
    position, _ = deal(3)
    assert [pawns_of(position, seat) for seat in range(3)] == [[((0, 0), 3)], [((0, 2), 3)], [((2, 0), 3)]]
    assert seating_rule(COLOURS[:3], ((0, 0), (0, 2), (2, 2))) == "CR-15"


def test_CR_16_one_neutral_pawn_on_each_start_pile() -> None:
    position, _ = deal(3)
    assert position.neutral == 3 and position.colours[3] == "orange"
    assert pawns_of(position, 3) == [((0, 0), 1), ((0, 2), 1), ((2, 0), 1)]
    assert [sum(pile.pawns) for pile in position.piles] == [4, 0, 4, 0, 0, 0, 4, 0, 0]
    without_gray = Seating(("blue", "orange", "green"), ((0, 0), (0, 2), (2, 0)))
    assert GAME.deal(without_gray, random.Random(0))[0].colours[3] == "gray"


def test_CR_17_six_piles_with_two_players() -> None:
    position, _ = set_up(2)
    assert position.grid == (2, 3) and [pile.height for pile in position.piles] == [14] * 6


def test_CR_18_two_players_in_opposite_corners() -> None:
    position, _ = deal(2)
    assert [pawns_of(position, seat) for seat in range(2)] == [[((0, 0), 3)], [((1, 2), 3)]]
    verify_seating(Seating(COLOURS[:2], ((1, 0), (0, 2))), REFERENCE)
    assert seating_rule(COLOURS[:2], ((0, 0), (0, 2))) == "CR-18"
    assert seating_rule(COLOURS[:2], ((0, 0), (1, 1))) == "CR-18"


def test_CR_19_six_pawns_with_two_players() -> None:
    position, _ = deal(2)
    assert sum(sum(pile.pawns) for pile in position.piles) == 6


def test_CR_R08_with_two_players_nothing_is_neutral() -> None:
    position, _ = GAME.deal(Seating(("green", "orange"), ((0, 0), (1, 2))), random.Random(0))
    assert position.neutral is None and position.colours == ("green", "orange")


def test_CR_21_two_shuffled_stacks_of_crystal_pieces() -> None:
    _, hidden = deal(2, seed=1)
    for shape, stack in (("large", hidden.large), ("small", hidden.small)):
        box = Counter(piece.crystal for piece in REFERENCE.pieces if piece.shape == shape)
        assert Counter(piece.crystal for piece in stack) == box
        assert {piece.shape for piece in stack} == {shape}
    assert hidden.large != deal(2, seed=2)[1].large


def test_CR_22_two_large_and_two_small_pieces_open() -> None:
    position, hidden = set_up(2)
    assert [piece.shape for piece in position.open] == ["large", "large", "small", "small"]
    assert position.stacks == (16, 16) == (len(hidden.large), len(hidden.small))
    dealt, left = deal(2)
    while not (dealt.active == 1 and len(dealt.hands[1]) == 1):
        lay = next(move for move in legal_moves(GAME, dealt) if isinstance(move, Lay))
        _, dealt, left = play(GAME, dealt, lay, left)
    last = next(legal_moves(GAME, dealt)).text()
    assert rule_of(dealt, f"{last} = ta ta ta ta ta ta Lr Lr Lr Sd") == "CR-22"
    assert run(dealt, f"{last} = ta tr te tc td th Lr Le Sr Sd").phase is Phase.PICK


def test_CR_E11_heights_of_the_piles() -> None:
    assert build_heights(90 - 12, 9) == (9, 9, 9, 9, 9, 9, 8, 8, 8)
    assert build_heights(90 - 9, 9) == (9,) * 9
    assert build_heights(90 - 6, 6) == (14,) * 6


def test_CR_R21_uneven_piles_are_told_but_allowed() -> None:
    position, _ = set_up(2)
    assert GAME.status(position) is TableStatus.PLAUSIBLE
    first, second, *others = position.piles
    skewed = replace(position, piles=(replace(first, height=15), replace(second, height=13), *others))
    assert GAME.status(skewed) is TableStatus.UNEVEN_PILES
    assert listed(skewed) == listed(position) == ["lift 0,0"]


def test_the_starter_must_have_a_seat() -> None:
    with pytest.raises(MalformedError, match="seat that starts is 2, allowed: 0 to 1"):
        deal(2, starter=2)
