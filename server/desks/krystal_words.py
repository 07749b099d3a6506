"""Moves of Krystal in words, for the one who makes them."""

from __future__ import annotations

from rules.krystal.edition import Edition
from rules.krystal.moves import (
    Activate,
    Agree,
    Answer,
    Attack,
    Begin,
    Deposit,
    Discard,
    Draw,
    Give,
    Lead,
    Move,
    Pay,
    Recover,
    Reveal,
    Split,
    Step,
    Swap,
    Use,
    Vanish,
)  # fmt: skip
from server.desks.desk import Words
from server.desks.krystal_names import card_words, hero_words, people_words


def move_words(edition: Edition, move: Move) -> Words:
    """A move in words, for the one who makes it."""
    word = move.text().split()[0]
    key = f"krystal.move-{word}"
    match move:
        case Step():
            return Words(key, {"hero": hero_words(move.hero), "place": move.to})
        case Recover():
            return Words(key, {"place": move.spot, "shares": " + ".join(map(str, move.shares))})
        case Begin(spot, pile):
            return Words(f"{key}-pile", {"pile": people_words(pile)}) if pile else Words(key, {"place": spot})
        case Draw() | Vanish():
            return Words(key, {"hero": hero_words(move.hero)} | _pile(move))
        case Split():
            return Words(key, {"energy": move.energy, "cards": move.cards})
        case Attack() | Lead() | Answer() | Pay():
            return _combat_words(edition, key, move)
        case Discard() | Give() | Swap() | Activate() | Use() | Agree() | Deposit() | Reveal():
            return _card_move_words(edition, key, move)
    return Words(key)


def _pile(move: Draw | Vanish) -> dict[str, object]:
    return {"pile": people_words(move.pile)} if isinstance(move, Vanish) else {}


def _combat_words(edition: Edition, key: str, move: Attack | Lead | Answer | Pay) -> Words:
    card = {} if move.card is None else {"card": card_words(edition, move.card)}
    key = key if card else f"{key}-none"
    if isinstance(move, Attack):
        return Words(key, {"hero": hero_words(move.attacker), "other": hero_words(move.defender), **card})
    return Words(key, card)


def _card_move_words(
    edition: Edition, key: str, move: Discard | Give | Swap | Activate | Use | Agree | Deposit | Reveal
) -> Words:
    values: dict[str, object] = {"card": Words("krystal.nothing")}
    if move.card is not None:
        values["card"] = card_words(edition, move.card)
    match move:
        case Give():
            return Words(key, {"hero": hero_words(move.giver), "other": hero_words(move.taker), **values})
        case Swap():
            back = card_words(edition, move.back)
            return Words(key, {"hero": hero_words(move.one), "other": hero_words(move.other), "back": back, **values})
        case Agree():
            heroes = {"hero": hero_words(move.giver), "other": hero_words(move.granter)}
            return Words(f"{key}-{move.pact}", {**heroes, **values})
        case Use() if move.target:
            return Words(f"{key}-on", {"hero": hero_words(move.hero), "other": hero_words(move.target), **values})
        case Discard() if move.pile:
            return Words(f"{key}-pile", {"hero": hero_words(move.hero), "pile": people_words(move.pile), **values})
    return Words(key, {"hero": hero_words(move.hero), **values})
