"""Texts back to values: tables, moves and cards. Whatever parses writes the same text again."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import TypeVar

from rules.errors import MalformedError
from rules.krystal import moves
from rules.krystal.moves import Drawn, Move
from rules.krystal.position import EMPTY, VERSION, Divine, Explore, Fight, HeroState, Pact, PileState, Position
from rules.krystal.vocabulary import HEROES, Combat, People

E = TypeVar("E", bound=StrEnum)
FIELDS = 16
_NUMBER = re.compile(r"0|[1-9]\d{0,5}")
_WORD = re.compile(r"[a-z][a-z0-9-]*|\?")
MOVES_ALLOWED = (
    "step HERO PLACE, done, end, recover PLACE N,N, explore PLACE [PILE], draw HERO, attack HERO HERO TYPE CARD, "
    "attack HERO HERO none, lead TYPE CARD, answer CARD, split E+C, pay CARD, discard HERO CARD [PILE], give HERO HERO "
    "CARD, swap HERO CARD HERO CARD, activate HERO CARD, use HERO CARD [HERO], agree HERO HERO PACT [CARD], deposit "
    "HERO CARD, vanish HERO PILE, reveal HERO CARD, or manual [POSITION]"
)


def parse_position(text: str) -> Position:
    """Parse a position string; raises MalformedError."""
    fields = text.split(" ")
    if fields[0] != VERSION or len(fields) != FIELDS:
        raise MalformedError("position string", text, f"{VERSION} and {FIELDS - 1} fields")
    _, peoples, seat, turn, phase, heroes, piles, gates, gone, divine, used, fought, pacts, explore, fight, manual = (
        fields
    )
    seats = tuple(_member("people", people, People) for people in peoples.split(","))
    if not 2 <= len(seats) <= 6 or len(set(seats)) != len(seats):
        raise MalformedError("peoples", peoples, "2 to 6 different peoples")
    position = Position(
        peoples=seats,
        seat=_number("seat on turn", seat, len(seats) - 1),
        turn=_number("turn", turn, 999_999),
        acting=phase == "B",
        heroes=tuple(_hero_state(state, seats) for state in heroes.split("/")),
        piles=_piles(piles),
        gates=tuple(_words(stones) for stones in gates.split("/")),
        gone=_words(gone),
        divine=_divine(divine, len(seats)) if divine != EMPTY else None,
        used=_words(used),
        fought=tuple(_hero(name) for name in _split(fought)),
        pacts=tuple(_pact(pact) for pact in _split(pacts)),
        explore=_explore(explore) if explore != EMPTY else None,
        fight=_fight(fight) if fight != EMPTY else None,
        manual=_optional(manual, _word),
    )
    _check_whole(position, text)
    return position


def _check_whole(position: Position, text: str) -> None:
    if len(position.gates) != len(position.peoples):
        raise MalformedError("gates", text, "stones for each seat")
    names = [state.name for state in position.heroes]
    if len(set(names)) != len(names) or {state.hero.people for state in position.heroes} != set(position.peoples):
        raise MalformedError("heroes", names, "different heroes of exactly the peoples in play")
    fight, explore = position.fight, position.explore
    named = [
        *position.fought,
        *(name for pact in position.pacts for name in pact[:2]),
        *(explore.heroes if explore else ()),
    ]
    named += [name for name in (fight.attacker, fight.defender, fight.loser) if name] if fight else []
    for name in named:
        if name not in names:
            raise MalformedError("hero", name, f"one in play, {', '.join(names)}")
    if position.text() != text:
        raise MalformedError("position string", text, f"the one way of writing it, {position.text()!r}")


def _hero_state(text: str, seats: tuple[People, ...]) -> HeroState:
    parts = text.split(":")
    if len(parts) != 7:
        raise MalformedError("hero", text, "hero, place, energy, cards, active stone, path and flags with : between")
    name, spot, energy, cards, active, path, flags = parts
    hero = HEROES[_hero(name)]
    if hero.people not in seats:
        raise MalformedError("hero", name, f"one of {', '.join(seats)}")
    held = _words(cards)
    if active != EMPTY and active not in held:
        raise MalformedError(f"active stone of {name}", active, f"one of its cards, {cards}")
    return HeroState(
        hero,
        _optional(spot, _word),
        _number("energy", energy, 99),
        held,
        _optional(active, _word),
        tuple(_word(place) for place in path.split(">")) if path != EMPTY else (),
        "b" in flags,
        "r" in flags,
    )


def _piles(text: str) -> tuple[PileState, ...]:
    piles = [pile.partition(":") for pile in text.split("/")]
    if len(piles) != len(People):
        raise MalformedError("piles", text, f"{len(People)} of them")
    return tuple(PileState(_number("draw pile", draw, 120), _words(discard)) for draw, _, discard in piles)


def _divine(text: str, seats: int) -> Divine:
    card, seat, turns = _parts("divine intervention", text, 3)
    return Divine(_word(card), _number("its seat", seat, seats - 1), _number("its turns", turns, 2))


def _pact(text: str) -> tuple[str, str, Pact]:
    giver, granter, pact = _parts("pact", text, 3, ">")
    return _hero(giver), _hero(granter), _member("pact", pact, Pact)


def _explore(text: str) -> Explore:
    heroes, pile, left = _parts("exploration", text, 3)
    return Explore(tuple(map(_hero, heroes.split(","))), _member("pile", pile, People), _number("cards left", left, 99))


def _fight(text: str) -> Fight:
    attacker, defender, creature, combat, first, flags, loss, loser = _parts("fight", text, 8)
    return Fight(
        _optional(attacker, _hero),
        _hero(defender),
        _optional(creature, _word),
        _optional(combat, lambda value: _member("type", value, Combat)),
        _optional(first, _word),
        "l" in flags,
        "r" in flags,
        _optional(loss, lambda value: _number("loss", value, 99)),
        _optional(loser, _hero),
    )


T = TypeVar("T")


def _optional(text: str, parse: Callable[[str], T]) -> T | None:
    return None if text == EMPTY else parse(text)


def _parts(where: str, text: str, count: int, mark: str = ":") -> list[str]:
    parts = text.split(mark)
    if len(parts) != count:
        raise MalformedError(where, text, f"{count} parts with {mark} between")
    return parts


def _split(text: str) -> list[str]:
    return [] if text == EMPTY else text.split(",")


def _words(text: str) -> tuple[str, ...]:
    return tuple(map(_word, _split(text)))


def _word(text: str) -> str:
    if not _WORD.fullmatch(text):
        raise MalformedError("card or place", text, "small letters, digits and -, or ?")
    return text


def _hero(text: str) -> str:
    if text not in HEROES:
        raise MalformedError("hero", text, f"one of {', '.join(HEROES)}")
    return text


def _member(where: str, text: str, kind: type[E]) -> E:
    if text not in list(kind):
        raise MalformedError(where, text, f"one of {', '.join(kind)}")
    return kind(text)


def _number(where: str, text: str, highest: int) -> int:
    if not _NUMBER.fullmatch(text) or int(text) > highest:
        raise MalformedError(where, text, f"a number from 0 to {highest}")
    return int(text)


def _people(text: str) -> People:
    return _member("pile", text, People)


def _combat(text: str) -> Combat:
    return _member("type", text, Combat)


def _pact_word(text: str) -> Pact:
    return _member("pact", text, Pact)


def _shares(text: str) -> tuple[int, ...]:
    return tuple(_number("share", share, 99) for share in text.split(","))


def _maybe_card(text: str) -> str | None:
    return None if text in ("none", "energy") else _word(text)


Parser = Callable[[str], object]
GRAMMAR: Mapping[str, tuple[type[Move], tuple[Parser, ...], int]] = {
    "step": (moves.Step, (_hero, _word), 2),
    "done": (moves.Done, (), 0),
    "end": (moves.End, (), 0),
    "recover": (moves.Recover, (_word, _shares), 2),
    "explore": (moves.Begin, (_word, _people), 1),
    "draw": (moves.Draw, (_hero,), 1),
    "attack": (moves.Attack, (_hero, _hero, _combat, _word), 4),
    "lead": (moves.Lead, (_combat, _word), 2),
    "answer": (moves.Answer, (_maybe_card,), 1),
    "pay": (moves.Pay, (_maybe_card,), 1),
    "discard": (moves.Discard, (_hero, _word, _people), 2),
    "give": (moves.Give, (_hero, _hero, _word), 3),
    "swap": (moves.Swap, (_hero, _word, _hero, _word), 4),
    "activate": (moves.Activate, (_hero, _word), 2),
    "use": (moves.Use, (_hero, _word, _hero), 2),
    "agree": (moves.Agree, (_hero, _hero, _pact_word, _word), 3),
    "deposit": (moves.Deposit, (_hero, _word), 2),
    "vanish": (moves.Vanish, (_hero, _people), 2),
    "reveal": (moves.Reveal, (_hero, _word), 2),
}
"""Each word's move, the parsers of what follows, and how many of those must follow."""


def parse_move(text: str) -> Move:
    """Parse a move; raises MalformedError."""
    move = _parse_move(text)
    if move is None or move.text() != text:
        raise MalformedError("move", text, MOVES_ALLOWED)
    return move


def _parse_move(text: str) -> Move | None:
    word, *rest = text.split(" ")
    if word == "manual":
        return moves.Manual(text.partition(" ")[2] or None)
    if word == "attack" and rest[2:] == ["none"]:
        return moves.Attack(_hero(rest[0]), _hero(rest[1]), None, None)
    if word == "split" and len(rest) == 1:
        energy, cards = _parts("split", rest[0], 2, "+")
        return moves.Split(_number("energy", energy, 99), _number("cards", cards, 99))
    if word not in GRAMMAR:
        return None
    kind, parsers, needed = GRAMMAR[word]
    if not needed <= len(rest) <= len(parsers):
        return None
    return kind(*(parse(value) for parse, value in zip(parsers, rest, strict=False)))  # type: ignore[arg-type]


def parse_drawn(text: str) -> Drawn:
    """Parse a drawn card; raises MalformedError."""
    return Drawn(_word(text))
