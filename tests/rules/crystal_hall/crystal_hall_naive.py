"""A second, naive Crystal Hall, written from the rulebook with plain dictionaries: slow, literal, shares no code.

A game is a dictionary; `moves` lists the texts of the legal moves. It knows the reference board. What a line does to a
game is in `crystal_hall_naive_play`.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

Game = dict[str, Any]
XY = tuple[int, int]
WAYS = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
SLANTS = {"ne": (1, 1), "se": (1, -1), "sw": (-1, -1), "nw": (-1, 1)}
HOME = {
    "S": [(3, 1), (4, 1), (5, 1), (6, 1)],
    "N": [(3, 8), (4, 8), (5, 8), (6, 8)],
    "W": [(1, 3), (1, 4), (1, 5), (1, 6)],
    "E": [(8, 3), (8, 4), (8, 5), (8, 6)],
}
INNER = [(x, y) for x in range(2, 8) for y in range(2, 8)]
BOARD = set(INNER) | {home for homes in HOME.values() for home in homes}


def xy(text: str) -> XY:
    return "abcdefgh".index(text[0]) + 1, int(text[1])


def name(place: XY) -> str:
    return "abcdefgh"[place[0] - 1] + str(place[1])


def split(text: str) -> list[str]:
    return [] if text == "-" else text.split(",")


def read(text: str) -> Game:
    """The game of a position string."""
    _, phase, turn, _, ump, target, people, rows, curses, shields, ice, deck, pile, used, queue, task, _, winner = (
        text.split(" ")
    )
    game: Game = {
        "phase": phase, "turn": int(turn), "ump": int(ump.strip("x")), "staff": "x" in ump,
        "target": int(target.strip("o")), "who": [], "at": {}, "tile": {},
        "cursed": {xy(place) for place in split(curses)}, "shield": {xy(place) for place in split(shields)},
        "ice": {xy(item.split(".")[0]): int(item.split(".")[1]) for item in split(ice)},
        "deck": int(deck), "pile": len(split(pile)), "used": sorted(split(used)),
        "want": None if task == "-" else task, "winner": None if winner == "-" else int(winner), "queue": [],
    }  # fmt: skip
    assert queue == "-" or task != "-"
    for item in split(queue):
        start, _, end = item.partition(">")
        game["queue"].append(("follow", xy(start), xy(end)) if end else ("land", xy(start)))
    for seat, person in enumerate(people.split("|")):
        colour, side, wizards, gems, bag, hand = person.rstrip("*").split(":")
        game["at"] |= {xy(place): seat for place in split(wizards)}
        game["who"].append({
            "colour": colour, "side": side, "gems": set(split(gems)), "bag": sorted(split(bag)),
            "hand": sorted(split(hand)), "fresh": person.endswith("*"),
        })  # fmt: skip
    for back, row in enumerate(rows.split("/")):
        for column, sign in enumerate(row.split(",")):
            if sign != "-":
                game["tile"][column + 1, 8 - back] = sign
    return game


def mine(game: Game, seat: int | None = None) -> list[XY]:
    seat = game["turn"] if seat is None else seat
    return sorted((place for place, owner in game["at"].items() if owner == seat), key=lambda place: place[::-1])


def plus(place: XY, way: XY, times: int = 1) -> XY:
    return place[0] + way[0] * times, place[1] + way[1] * times


def can_act(game: Game, place: XY) -> bool:
    return place not in game["ice"] or place in game["shield"]


def down(game: Game, place: XY) -> bool:
    return game["tile"].get(place) in ("d", "l")


def moves(game: Game) -> list[str]:
    """Texts of all legal moves."""
    if game["winner"] is not None:
        return []
    if game["want"]:
        return wanted(game)
    if game["phase"] == "draw":
        return ["draw"]
    if game["phase"] == "discovery":
        return [f"flip {name(place)}" for place in mine(game, flipper(game)) if down(game, place)]
    found = ["end", *walks(game)]
    if not game["who"][game["turn"]]["fresh"]:
        found += [*fights(game), *purchases(game), *tools(game), *charms(game)]
    return found


def wanted(game: Game) -> list[str]:
    word, _, at = game["want"].partition("@")
    if word == "direction":
        return [f"direction {way}" for way in WAYS]
    if word == "discard":
        return [f"discard {spell}" for spell in set(game["who"][game["turn"]]["hand"])]
    if word == "switch":
        return [f"onto {name(place)}" for place in loose(game) if place != xy(at)]
    return [f"warp {name(home)}" for home in homes_free(game, game["at"][xy(at)])]


def homes_free(game: Game, seat: int) -> list[XY]:
    return [home for home in HOME[game["who"][seat]["side"]] if home not in game["at"]]


def loose(game: Game) -> list[XY]:
    """Tiles that may be swapped."""
    return [place for place, tile in game["tile"].items() if place not in game["at"] and not tile.startswith("crystal")]


def flipper(game: Game) -> int | None:
    count = len(game["who"])
    for step in range(count):
        seat = (game["turn"] + step) % count
        if any(down(game, place) for place in mine(game, seat)):
            return int(seat)
    return None


def ways(game: Game) -> list[XY]:
    return [*WAYS.values(), *(SLANTS.values() if game["staff"] else ())]


def walks(game: Game) -> list[str]:
    if game["ump"] < 1:
        return []
    return [
        f"move {name(place)} {name(plus(place, way))}"
        for place in mine(game)
        for way in ways(game)
        if can_act(game, place) and plus(place, way) in BOARD and plus(place, way) not in game["at"]
    ]


def fights(game: Game) -> list[str]:
    if game["ump"] < 2:
        return []
    found = []
    for victim, owner in game["at"].items():
        for way in ways(game):
            before, behind = plus(victim, way, -1), plus(victim, way)
            attacks = before in mine(game) and can_act(game, before)
            if attacks and victim not in game["shield"] and behind in BOARD and behind not in game["at"]:
                found.append(f"push {name(before)} {name(victim)}")
            both = attacks and behind in mine(game) and can_act(game, behind)
            if both and owner != game["turn"] and before[::-1] < behind[::-1]:
                found.append(f"squeeze {name(before)} {name(behind)}")
    return found


def purchases(game: Game) -> list[str]:
    person, own = game["who"][game["turn"]], mine(game)
    if game["ump"] < 1 + len(person["gems"]):
        return []
    born = [f"regenerate {name(home)}" for home in homes_free(game, game["turn"]) if len(own) < 4]
    safe = [f"shield {name(place)}" for place in own if not game["shield"] & set(own)]
    return born + safe


def tools(game: Game) -> list[str]:
    found = set()
    for tile in game["who"][game["turn"]]["bag"]:
        if (
            tile == "potion"
            or (tile == "staff" and not game["staff"])
            or (tile == "draw" and game["deck"] + game["pile"])
        ):
            found.add(f"use {tile}")
        if tile == "lens":
            found |= {f"use lens {name(place)}" for place in INNER if down(game, place)}
            others = [person for seat, person in enumerate(game["who"]) if seat != game["turn"]]
            found |= {f"use lens {person['colour']}" for person in others if person["hand"]}
        if tile == "switch" and len(loose(game)) > 1:
            found |= {f"use switch {name(place)}" for place in loose(game)}
        if tile.startswith("compass"):
            way = WAYS[tile[-1]]
            free = [place for place in mine(game) if plus(place, way) in BOARD and plus(place, way) not in game["at"]]
            found |= {f"use {tile} {name(place)}" for place in free if can_act(game, place)}
    return sorted(found)


def charms(game: Game) -> list[str]:
    found = []
    own = [place for place in mine(game) if can_act(game, place)]
    foes = [place for place, seat in game["at"].items() if seat != game["turn"]]
    for spell in sorted(set(game["who"][game["turn"]]["hand"])):
        if spell == "curse":
            bare = [place for place in BOARD if place not in game["at"] and place not in game["tile"]]
            if len(game["cursed"]) < 4:
                found += [f"cast curse {name(place)}" for place in bare if place not in game["cursed"]]
        elif spell == "freeze":
            open_to_it = [foe for foe in foes if foe not in game["shield"] and foe not in game["ice"]]
            found += [f"cast freeze {name(foe)}" for foe in open_to_it if len(game["ice"]) < 4]
        elif spell == "fireball":
            found += [f"cast fireball {name(place)} {way}" for place in own for way in WAYS]
        elif spell == "electric":
            found += [f"cast electric current {name(foe)}" for foe in foes if between(own, foe)]
            caught = sorted((foe for foe in foes if in_net(own, foe)), key=lambda place: place[::-1])
            for count in (1, 2, 3):
                found += [f"cast electric net {' '.join(map(name, some))}" for some in combinations(caught, count)]
        else:
            found.append(f"cast {spell}")
    return found


def between(own: list[XY], foe: XY) -> bool:
    for one, two in combinations(own, 2):
        if one[0] == two[0] == foe[0] and min(one[1], two[1]) < foe[1] < max(one[1], two[1]):
            return True
        if one[1] == two[1] == foe[1] and min(one[0], two[0]) < foe[0] < max(one[0], two[0]):
            return True
    return False


def in_net(own: list[XY], foe: XY) -> bool:
    xs, ys = sorted({place[0] for place in own}), sorted({place[1] for place in own})
    corners = {(x, y) for x in xs for y in ys}
    if len(own) != 4 or len(xs) != 2 or len(ys) != 2 or corners != set(own):
        return False
    return xs[0] <= foe[0] <= xs[1] and ys[0] <= foe[1] <= ys[1]
