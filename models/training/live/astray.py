"""Mistakes with pawns and piles: forbidden walks, pawns not set, a card from the wrong pile or none."""

from __future__ import annotations

import random
from dataclasses import replace

from models.training.live.games import Played, random_turn
from models.training.live.mistake import Mistake, lay_somewhere, shuffled, take_card, walked, with_pawns
from models.training.live.tries import Pawns, can_be_tried, fewest
from rules.crystalla.table import Table

TRIES = 60


def no_card(played: Played, rng: random.Random) -> Mistake | None:
    """The pawns were set, no card was taken, and the next player has played (CR-33)."""
    table = walked(played)
    begun = replace(table, walk=None, due=(), active=(table.active + 1) % table.players)
    if len(begun.displays[begun.active].cards) == 12:
        return None
    turn, _ = random_turn(begun, played.hidden, rng)
    return Mistake(("CR-33",), (begun, turn.after))


def other_pile(played: Played, rng: random.Random) -> Mistake | None:
    """A fair walk, but the card of another pile (CR-33)."""
    table = walked(played)
    if table.walk is None or table.due or not can_be_tried(played.before):
        return None
    for pile in shuffled(range(len(table.piles)), rng):
        if pile == table.walk.path[-1] or fewest(played.before, _pawns(table), pile) == {()}:
            continue
        done = _take_and_lay(played, table, pile, rng)
        if done is not None:
            return Mistake(("CR-33",), (done,))
    return None


def diagonal(played: Played, rng: random.Random) -> Mistake | None:
    """One step was diagonal (CR-31)."""
    return _walk_with(played, rng, ("diagonal",), "CR-31", own=True)


def straight_back(played: Played, rng: random.Random) -> Mistake | None:
    """One step went straight back (CR-32)."""
    return _walk_with(played, rng, ("back",), "CR-32", own=True)


def foreign_pile(played: Played, rng: random.Random) -> Mistake | None:
    """The walk began at a pile without an own pawn (CR-25)."""
    return _walk_with(played, rng, ("foreign",), "CR-25", own=False)


def pawns_left(played: Played, rng: random.Random) -> Mistake | None:
    """Some pawns stayed on the picked pile (CR-26)."""
    return _walk_with(played, rng, ("left",), "CR-26", own=True)


def _walk_with(played: Played, rng: random.Random, wrong: tuple[str, ...], rule: str, *, own: bool) -> Mistake | None:
    """A walk whose only explanation with the fewest wrongs is the wanted one, and the card under its last pawn."""
    before = played.before
    if not can_be_tried(before):
        return None
    piles = [index for index, pile in enumerate(before.piles) if any(pile.pawns) and before.has_own(index) is own]
    for _ in range(TRIES if piles else 0):
        picked = rng.choice(piles)
        hand = [colour for colour, count in enumerate(before.piles[picked].pawns) for _ in range(count)]
        if wrong == ("left",) and len(hand) < 2:
            continue
        rng.shuffle(hand)
        stays = hand[: rng.randint(1, len(hand) - 1)] if wrong == ("left",) else []
        steps = hand[len(stays) :]
        path = tuple(rng.randrange(len(before.piles)) for _ in steps)
        now = _set(before, picked, stays, path, steps)
        if fewest(before, now, path[-1]) != {wrong} or _pairs(before, now, picked, stays):
            continue
        if any(() in fewest(before, now, last) for last in range(len(now))):
            continue  # with a fair walk that ends on another pile the card may as well be the wrong one
        done = _take_and_lay(played, with_pawns(before, now), path[-1], rng)
        if done is not None:
            return Mistake((rule,), (done,))
    return None


def _set(before: Table, picked: int, stays: list[int], path: tuple[int, ...], hand: list[int]) -> Pawns:
    now = [list(pile.pawns) for pile in before.piles]
    now[picked] = [stays.count(colour) for colour in range(len(before.colours))]
    for pile, colour in zip(path, hand, strict=True):
        now[pile][colour] += 1
    return tuple(tuple(pile) for pile in now)


def _pairs(before: Table, now: Pawns, picked: int, stays: list[int]) -> bool:
    """Whether pawns were brought together as a pair, so that a piece would be due."""
    kept = [list(pile.pawns) for pile in before.piles]
    kept[picked] = [stays.count(colour) for colour in range(len(before.colours))]
    places = ((pile, colour) for pile in range(len(now)) for colour in range(before.players))
    return any(now[pile][colour] == 2 and kept[pile][colour] < 2 for pile, colour in places)


def pawns_in_hand(played: Played, rng: random.Random) -> Mistake | None:
    """Some pawns were not set although the card was taken (CR-29)."""
    table = walked(played)
    if table.walk is None or len(table.walk.steps) < 2:
        return None
    kept = rng.randint(1, len(table.walk.steps) - 1)
    steps = table.walk.steps[:kept]
    now = _set(played.before, table.walk.picked, [], tuple(pile for pile, _ in steps), [colour for _, colour in steps])
    done = _take_and_lay(played, with_pawns(played.before, now), steps[-1][0], rng)
    return None if done is None else Mistake(("CR-29",), (done,))


def _take_and_lay(played: Played, table: Table, pile: int, rng: random.Random) -> Table | None:
    """Take the card of a pile and lay it by the rules; the next player's turn."""
    taken = take_card(played, table, pile)
    seat = played.before.active
    laid = None if taken is None else lay_somewhere(taken[1], seat, taken[0], rng)
    return None if laid is None else replace(laid, walk=None, due=(), active=(seat + 1) % table.players)


def _pawns(table: Table) -> Pawns:
    return tuple(pile.pawns for pile in table.piles)
