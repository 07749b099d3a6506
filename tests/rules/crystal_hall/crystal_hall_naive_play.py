"""What a line of a record does to the naive game: die rolls and draws come from the line, unknown spells just go."""

from __future__ import annotations

import copy

from crystal_hall_naive import BOARD, WAYS, XY, Game, flipper, homes_free, mine, name, plus, xy

GATHER = {"cauldron": 1, "swamp": -1}


def after(game: Game, line: str) -> Game:
    """The game after a line of a record."""
    game = copy.deepcopy(game)
    move, _, shown = line.partition(" = ")
    word, *rest = move.split(" ")
    ACTS[word](game, rest, shown.split())
    go_on(game)
    return game


def walk(game: Game, rest: list[str], _: list[str]) -> None:
    game["ump"] -= 1
    carry(game, xy(rest[0]), xy(rest[1]))
    game["queue"].insert(0, ("land", xy(rest[1])))


def push(game: Game, rest: list[str], _: list[str]) -> None:
    start, victim = map(xy, rest)
    game["ump"] -= 2
    behind = 2 * victim[0] - start[0], 2 * victim[1] - start[1]
    carry(game, victim, behind)
    game["queue"][:0] = [("land", behind), ("follow", start, victim)]


def squeeze(game: Game, rest: list[str], _: list[str]) -> None:
    (a, b), (c, d) = map(xy, rest)
    game["ump"] -= 2
    strike(game, ((a + c) // 2, (b + d) // 2))


def regenerate(game: Game, rest: list[str], _: list[str]) -> None:
    game["ump"] -= 1 + len(game["who"][game["turn"]]["gems"])
    game["at"][xy(rest[0])] = game["turn"]
    game["queue"].insert(0, ("land", xy(rest[0])))


def shield(game: Game, rest: list[str], _: list[str]) -> None:
    game["ump"] -= 1 + len(game["who"][game["turn"]]["gems"])
    game["shield"].add(xy(rest[0]))


def use(game: Game, rest: list[str], shown: list[str]) -> None:
    tile = rest[0]
    game["who"][game["turn"]]["bag"].remove(tile)
    game["used"] = sorted([*game["used"], tile])
    if tile == "potion":
        game["ump"] += 1
    elif tile == "staff":
        game["staff"] = True
    elif tile == "draw":
        take(game, shown)
    elif tile == "switch":
        game["want"] = f"switch@{rest[1]}"
    elif tile.startswith("compass"):
        start = xy(rest[1])
        end = plus(start, WAYS[tile[-1]])
        carry(game, start, end)
        game["queue"].insert(0, ("land", end))


def cast(game: Game, rest: list[str], shown: list[str]) -> None:
    spell = rest[0]
    game["who"][game["turn"]]["hand"].remove(spell)
    game["pile"] += 1
    if spell == "curse":
        game["cursed"].add(xy(rest[1]))
    elif spell == "dragon-heart":
        game["ump"] += 4
    elif spell == "freeze":
        game["ice"][xy(rest[1])] = game["turn"]
    elif spell == "electric":
        for target in rest[2:]:
            if game["winner"] is None:
                strike(game, xy(target))
    elif spell == "fireball":
        fireball(game, xy(rest[1]), WAYS[rest[2]], int(shown[0]) - 2)
    elif spell == "earthquake":
        die = int(shown[0])
        game["want"] = "direction" if die == 6 else None
        if 1 < die < 6:
            quake(game, list(WAYS.values())[die - 2])


def fireball(game: Game, start: XY, way: XY, length: int) -> None:
    line = [plus(start, way, step + 1) for step in range(length)]
    first = next((place for place in line if place in game["at"]), None)
    if first is not None:
        strike(game, first)


def quake(game: Game, way: XY) -> None:
    held = set(game["shield"])
    while more := {
        place for place in game["at"]
        if place not in held and (plus(place, way) not in BOARD or plus(place, way) in held)
    }:  # fmt: skip
        held |= more
    going = [place for place in game["at"] if place not in held]
    game["at"] = {plus(place, way) if place in going else place: seat for place, seat in game["at"].items()}
    game["ice"] = {plus(place, way) if place in going else place: by for place, by in game["ice"].items()}
    game["shield"] = set()
    came = {plus(place, way) for place in going}
    count = len(game["who"])
    order = [place for step in range(count) for place in mine(game, (game["turn"] + step) % count) if place in came]
    game["queue"][:0] = [("land", place) for place in order]


def choose(game: Game, rest: list[str], _: list[str]) -> None:
    game["want"] = None
    quake(game, WAYS[rest[0]])


def onto(game: Game, rest: list[str], _: list[str]) -> None:
    one, two = xy(game["want"].split("@")[1]), xy(rest[0])
    game["tile"][one], game["tile"][two] = game["tile"][two], game["tile"][one]
    game["want"] = None


def warp(game: Game, rest: list[str], _: list[str]) -> None:
    start, end = xy(game["want"].split("@")[1]), xy(rest[0])
    game["want"] = None
    carry(game, start, end)
    game["queue"].insert(0, ("land", end))


def discard(game: Game, rest: list[str], _: list[str]) -> None:
    game["who"][game["turn"]]["hand"].remove(rest[0])
    game["pile"] += 1
    game["want"] = None
    if game["phase"] == "draw":
        next_turn(game)


def end(game: Game, _rest: list[str], _: list[str]) -> None:
    game["phase"] = "discovery"


def flip(game: Game, rest: list[str], shown: list[str]) -> None:
    place, face = xy(rest[0]), shown[0]
    kind = face.split("-")[0]
    if kind in ("crystal", "cauldron", "swamp", "warp", "curse"):
        game["tile"][place] = face
        if kind in ("warp", "curse"):
            game["queue"].insert(0, ("land", place))
        return
    del game["tile"][place]
    if kind == "blank":
        game["used"] = sorted([*game["used"], face])
    else:
        person = game["who"][game["at"][place]]
        person["bag"] = sorted([*person["bag"], face])


def draw(game: Game, _rest: list[str], shown: list[str]) -> None:
    take(game, shown)
    if not game["want"]:
        next_turn(game)


ACTS = {
    "move": walk, "push": push, "squeeze": squeeze, "regenerate": regenerate, "shield": shield, "use": use,
    "cast": cast, "direction": choose, "onto": onto, "warp": warp, "discard": discard, "end": end, "flip": flip,
    "draw": draw,
}  # fmt: skip


def take(game: Game, shown: list[str]) -> None:
    person = game["who"][game["turn"]]
    for spell in shown:
        if game["deck"] == 0:
            game["deck"], game["pile"] = game["pile"], 0
        game["deck"] -= 1
        person["hand"] = sorted([*person["hand"], spell])
    if len(person["hand"]) > 2:
        game["want"] = "discard"


def carry(game: Game, start: XY, end: XY) -> None:
    """Move one wizard with its tokens."""
    game["at"][end] = game["at"].pop(start)
    if start in game["shield"]:
        game["shield"] = game["shield"] - {start} | {end}
    if start in game["ice"]:
        game["ice"][end] = game["ice"].pop(start)


def strike(game: Game, place: XY) -> None:
    if place in game["shield"]:
        game["shield"].remove(place)
    else:
        kill(game, place)


def kill(game: Game, place: XY) -> None:
    seat = game["at"].pop(place)
    game["shield"].discard(place)
    game["ice"].pop(place, None)
    if mine(game, seat):
        return
    person = game["who"][seat]
    game["pile"] += len(person["hand"])
    game["used"] = sorted([*game["used"], *person["bag"]])
    game["ice"] = {at: by for at, by in game["ice"].items() if by != seat}
    person |= {"gems": set(), "bag": [], "hand": []}
    left = set(game["at"].values())
    if len(left) == 1:
        finish(game, left.pop())


def finish(game: Game, seat: int) -> None:
    game |= {"winner": seat, "phase": "end", "want": None, "queue": []}


def land(game: Game, place: XY) -> None:
    """Whatever lies where a wizard has come to acts at once."""
    if place not in game["at"]:
        return
    tile, person = game["tile"].get(place, ""), game["who"][game["at"][place]]
    if place in game["cursed"] or tile == "curse":
        kill(game, place)
    elif tile.startswith("crystal"):
        gems = person["gems"] | {tile.split("-")[1]}
        if len(gems) >= game["target"]:
            person["gems"] = gems
            finish(game, game["at"][place])
    elif tile.startswith("warp"):
        through(game, place, tile)


def through(game: Game, place: XY, tile: str) -> None:
    partner = next((other for other, face in game["tile"].items() if face == tile and other != place), None)
    if partner is None:
        homes = homes_free(game, game["at"][place])
        if len(homes) == 1:
            carry(game, place, homes[0])
            game["queue"].insert(0, ("land", homes[0]))
        elif homes:
            game["want"] = f"warp@{name(place)}"
    elif partner in game["at"]:
        swap(game, place, partner)
        game["queue"] = [item for item in game["queue"] if item[1] != partner]
    else:
        carry(game, place, partner)


def swap(game: Game, one: XY, two: XY) -> None:
    game["at"][one], game["at"][two] = game["at"][two], game["at"][one]
    other = {one: two, two: one}
    game["shield"] = {other.get(place, place) for place in game["shield"]}
    game["ice"] = {other.get(place, place): by for place, by in game["ice"].items()}


def go_on(game: Game) -> None:
    """Everything that needs no decision."""
    while game["queue"] and not game["want"] and game["winner"] is None:
        kind, place, *more = game["queue"].pop(0)
        if kind == "land":
            land(game, place)
        elif more[0] not in game["at"]:
            carry(game, place, more[0])
            game["queue"].insert(0, ("land", more[0]))
    if game["want"] or game["winner"] is not None:
        return
    gone = not mine(game)
    if game["phase"] == "magic" and gone:
        game["phase"] = "discovery"
    if game["phase"] == "discovery" and flipper(game) is None:
        game["phase"] = "draw"
    if game["phase"] == "draw" and (gone or game["deck"] + game["pile"] == 0):
        next_turn(game)


def next_turn(game: Game) -> None:
    count = len(game["who"])
    game["who"][game["turn"]]["fresh"] = False
    game["turn"] = (game["turn"] + 1) % count
    while not mine(game):
        game["turn"] = (game["turn"] + 1) % count
    seat = game["turn"]
    person, own = game["who"][seat], mine(game)
    game |= {"phase": "magic", "staff": False, "ump": 4}
    game["shield"] -= set(own)
    game["ice"] = {place: by for place, by in game["ice"].items() if by != seat}
    if person["fresh"]:
        return
    tiles = [game["tile"].get(place, "") for place in own]
    game["ump"] = 4 + sum(GATHER.get(tile, 0) for tile in tiles)
    person["gems"] = person["gems"] | {tile.split("-")[1] for tile in tiles if tile.startswith("crystal")}
    if len(person["gems"]) >= game["target"]:
        finish(game, seat)
