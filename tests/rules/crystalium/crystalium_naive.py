"""A second Crystalium, slow and plain, written from the rulebook: listing moves from texts; it asks the engine nothing.

It reads a position string into dictionaries of texts, and tries every card, subset and neighbour that the sentences of
the rulebook speak of. Cards are their printed text: `R2w1` has value 2, `N3x6w2` asks for 3 cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from typing import Any

Naive = dict[str, Any]
BASE = {"R": 2, "M": 1, "L": 1, "D": 1}
COLUMN = {"current": "R", "river": "M", "discard": "L", "drone": "D"}


def read(text: str) -> Naive:
    """A position string in plain values."""
    words = text.split(" ")
    keys = ("_ phase active second deck current river discard out box added effects queue task center removed solo "
            "ships").split()  # fmt: skip
    game: Naive = dict(zip(keys, words, strict=True))
    for key in ("current", "river", "discard", "out", "box", "center"):
        game[key] = split(game[key])
    game["active"] = int(game["active"])
    game["left"] = int(game["deck"].split("^")[0])
    game["boost"], game["skip"] = int(game["effects"][0]), game["effects"].endswith("x")
    game["queue"] = [read_collector(one) for one in split(game["queue"])]
    ships = [one.split(";") for one in game["ships"].split("|")]
    names = ("parts", "crystalium", "fish", "stations")
    game["ships"] = [dict(zip(names, map(split, one), strict=True)) for one in ships]
    for one in game["ships"]:
        one["parts"] = [part.rstrip("!") for part in one["parts"]]
    game["alone"] = game["solo"] != "-"
    return game


def read_collector(text: str) -> Naive:
    """Who uses a power now."""
    seat, limit, singles, picks = text.split(":")
    return {"seat": int(seat), "limit": int(limit), "singles": split(singles, "+"), "picks": int(picks)}


def split(text: str, between: str = ",") -> list[str]:
    """A list of the position string."""
    return [] if text == "-" else text.split(between)


def value(card: str) -> int:
    """The printed number of a Component, Crystalium or Fish card; a Fish under a ship gives 1."""
    return 1 if card[0] == "F" else int(card[1 : card.index("w")])


def moves(text: str) -> set[str]:
    """Everything that the rulebook allows now."""
    game = read(text)
    if game["task"] != "-":
        return set(_asked(game))
    found = set(_phase(game))
    if game["phase"] not in ("draft", "end"):
        for seat in range(len(game["ships"])):
            if not (game["alone"] and seat == 1):
                found |= {move for fish in game["ships"][seat]["fish"] for move in _fish(game, seat, fish)}
    return found


def _phase(game: Naive) -> Iterator[str]:
    phase, seats = game["phase"], len(game["ships"])
    if phase == "draft":
        first_in_solo = game["alone"] and len(game["center"]) == 3
        yield from ["solo"] if first_in_solo else [f"draft {card}" for card in game["center"]]
    if phase == "solo":
        yield "solo"
    if phase == "order":
        yield from (f"first {(game['active'] + step) % seats}" for step in (1, -1))
    if not game["queue"]:
        return
    head = game["queue"][0]
    if game["alone"] and head["seat"] == 1:
        yield _tornado(game)
        return
    yield from _uses(game, head) if allowed(game, head, head["singles"]) > head["picks"] else ()
    if phase != "current" or head["picks"] or not game["left"]:
        yield from _done(game, head)


def _uses(game: Naive, head: Naive) -> Iterator[str]:
    """One more card for somebody whose power allows one more."""
    phase = game["phase"]
    if phase == "current":
        yield from ["place"] if game["left"] else []
    if phase == "discard":
        yield from (f"discard {card}" for card in game["river"])
    if phase in ("river", "drone"):
        for card in game["river"]:
            for gain, paid in _ways(game["ships"][head["seat"]], card):
                if allowed(game, head, _left(head["singles"], paid)) > head["picks"]:
                    yield f"collect {gain}"


def allowed(game: Naive, head: Naive, singles: list[str]) -> int:
    """How many cards the power allows with these single-use cards."""
    boost = game["boost"] if head["seat"] == game["active"] else 0
    return int(head["limit"] + boost + sum(map(value, singles)))


def _left(singles: list[str], paid: list[str]) -> list[str]:
    rest = list(singles)
    for card in paid:
        if card in rest:
            rest.remove(card)
    return rest


def _done(game: Naive, head: Naive) -> Iterator[str]:
    """Every set of single-use cards that is enough, unless one of its cards could be left out."""
    singles = sorted(head["singles"], key=order)
    for size in range(len(singles) + 1):
        for used in combinations(singles, size):
            enough = allowed(game, head, list(used)) >= head["picks"]
            spare = any(
                allowed(game, head, [*used[:index], *used[index + 1 :]]) >= head["picks"] for index in range(size)
            )
            if enough and not spare:
                yield " ".join(("done", *used))


def order(card: str) -> tuple[str, int, int]:
    """Cards are named by letter, value and waves."""
    return card[0], value(card), int(card[card.index("w") + 1])


def _ways(ship: Naive, card: str) -> Iterator[tuple[str, list[str]]]:
    """How a player can get a card, and what it costs."""
    if card.startswith("F1w"):
        yield from ((f"{card}@{column}", []) for column in "RMLD")
    elif card[0] in "NP":
        need = int(card[1 : card.index("x")])
        for size in range(1, len(ship["parts"]) + 1):
            for paid in combinations(sorted(ship["parts"]), size):
                total = sum(map(value, paid))
                power = total >= need and all(total - value(part) < need for part in paid)
                if power if card[0] == "P" else size == need:
                    yield " ".join((card, *paid)), list(paid)
    else:
        yield card, []


def _tornado(game: Naive) -> str:
    """Highest Crystalium, then a Station it can complete, then any other card, along the arrow."""
    arrow = game["solo"].split(";")[2][-1]
    cards = game["river"] if arrow == "R" else game["river"][::-1]
    crystalium = [card for card in cards if card[0] == "C"]
    if crystalium:
        best = max(value(card) for card in crystalium)
        return f"collect {next(card for card in crystalium if value(card) == best)}"
    for card in cards:
        ways = list(_ways(game["ships"][1], card)) if card[0] in "NP" else []
        if ways:
            return "collect " + min(ways, key=lambda way: (len(way[1]), sum(map(value, way[1]))))[0]
    return f"collect {next(card for card in cards if card[0] not in 'NP')}"


def _asked(game: Naive) -> Iterator[str]:
    """What a played Fish still asks for."""
    kind, _, due = game["task"].split(":")
    if kind == "lose":
        ship = game["ships"][int(due[0])]
        cards = [*ship["parts"], *ship["crystalium"], *ship["fish"], *(one.split("(")[0] for one in ship["stations"])]
        least = min(cards, key=_worth) if game["alone"] else None
        yield from (f"lose {card}" for card in cards if least in (None, card))
    if kind == "give":
        to_tornado = game["alone"] and due[0] == "1"
        for card in game["discard"]:
            if card[0] not in "NP":
                ways = [card] if to_tornado else [gain for gain, _ in _ways({"parts": []}, card)]
                yield from (f"give {gain}" for gain in ways)
    if kind == "keep":
        kept = {f"keep {gain}" for card in game["center"] for gain in _affordable(game, game["active"], card)}
        yield from kept or {"keep -"}


def _worth(card: str) -> tuple[int, int, str]:
    rank = 0 if card[0] in "RMLD" or card.startswith("F1w") else {"F": 1, "C": 2}.get(card[0], 3)
    number = card[card.index("x") + 1 :] if card[0] in "NP" else card[1:]
    return rank, int(number.split("w")[0]), card


def _affordable(game: Naive, seat: int, card: str) -> Iterator[str]:
    """Ways of getting a card by a Fish that do not cost a single-use card which the picks need."""
    for gain, paid in _ways(game["ships"][seat], card):
        if not _needed(game, seat, paid):
            yield gain


def _needed(game: Naive, seat: int, parts: list[str]) -> bool:
    heads = [one for one in game["queue"] if one["seat"] == seat and one["picks"]]
    return bool(parts) and any(allowed(game, one, _left(one["singles"], parts)) < one["picks"] for one in heads)


def _fish(game: Naive, seat: int, fish: str) -> Iterator[str]:
    """Every way of playing a Fish now."""
    number, own, seats = value_of_fish(fish), game["ships"][seat], len(game["ships"])
    if number == 3 and game["phase"] in ("river", "discard", "order", "solo", "drone"):
        neighbours = len({(seat + 1) % seats, (seat - 1) % seats})
        for station in (card for card in game["river"] if card[0] in "NP"):
            yield from (" ".join(("fish", str(seat), fish, station, *given))
                        for given in permutations(own["crystalium"], neighbours))  # fmt: skip
    yield from _own_fish(game, seat, fish) if seat == game["active"] else ()


def _own_fish(game: Naive, seat: int, fish: str) -> Iterator[str]:
    """The Fish that are played in the own turn only."""
    number, own, seats = value_of_fish(fish), game["ships"][seat], len(game["ships"])
    begun = game["phase"] == "drone" and (len(game["queue"]) < 2 or game["queue"][0]["picks"] > 0)
    if number in (6, 7, 8, 9) or (number == 12 and not begun):
        yield f"fish {seat} {fish}"
    if number == 4:
        yield from (f"fish {seat} {fish} {storm}" for storm in game["box"])
    if number in (10, 11):
        pile = game["discard"][-3:] if number == 10 else game["discard"]
        taken = {f"fish {seat} {fish} {gain}" for card in pile for gain in _affordable(game, seat, card)}
        yield from taken or {f"fish {seat} {fish}"}
    if number == 5:
        for part in own["parts"]:
            for other in set(range(seats)) - {seat}:
                backs = {card[card.index("w") + 1] for card in game["ships"][other]["crystalium"]}
                if not _needed(game, seat, [part]):
                    yield from (f"fish {seat} {fish} {part} {other} ^{back}" for back in backs)


def value_of_fish(fish: str) -> int:
    """The number of a Fish."""
    return int(fish[1 : fish.index("w")])


def powers_when_a_phase_begins(text: str) -> list[tuple[int, list[str]]]:
    """Base power and lasting cards, and the single-use cards, of everyone who waits to use a power."""
    game = read(text)
    shown = [one.split(";")[0] for one in text.split(" ")[-1].split("|")]
    found = []
    for head in game["queue"]:
        letter = COLUMN[game["phase"]]
        own = [card for card in split(shown[head["seat"]]) if column_of(card) == letter and not card.endswith("!")]
        single = [card for card in own if "u" in card]
        found.append((BASE[letter] + sum(value(card) for card in own if card not in single), sorted(single)))
    return found


def column_of(card: str) -> str:
    """The column in which a card lies."""
    return card.rstrip("!")[-1] if "@" in card else card[0]
