"""A second Crystalla, slow and plain, written from the rulebook: it tries everything and asks the engine nothing.

A game is one dictionary of lists and texts that the moves change; hidden cards lie in it openly, the top one last.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from rules.crystalla.stacks import Stacks
from rules.crystalla.table import Table

Naive = dict[str, Any]
LARGE, SMALL = 0, 1


def from_table(table: Table, hidden: Stacks) -> Naive:
    """The same game before a turn or in the set-up, told in plain values."""
    rows, columns = table.grid
    game: Naive = {
        "seats": list(table.colours[: table.players]),
        "turn": table.active,
        "stage": "setup" if table.deck else "pick",
        "deck": [face.text() for face in hidden.deck],
        "swapped": [list(table.swapped)[seat] for seat in range(table.players)],
        "hands": [[face.text() for face in hand] for hand in table.hands],
        "open": [piece.text() for piece in table.open],
        "stacks": {"L": [piece.text() for piece in hidden.large], "S": [piece.text() for piece in hidden.small]},
        "displays": [{} for _ in range(table.players)],
        "piles": {},
        "pawns": {},
    }
    for index in range(rows * columns):
        spot = divmod(index, columns)
        game["piles"][spot] = [face.text() for face in hidden.piles[index]] if hidden.piles else []
        counts = zip(table.colours, table.piles[index].pawns, strict=True)
        game["pawns"][spot] = [colour for colour, count in counts for _ in range(count)]
    for seat, display in enumerate(table.displays):
        for card in display.cards:
            prints = [str(card.large)[0], str(card.small)[0]]
            on_top = [str(piece)[0] if piece else None for piece in (card.piece_on_large, card.piece_on_small)]
            game["displays"][seat][card.cell.row, card.cell.col] = (prints, on_top)
    return game


def moves(game: Naive) -> Iterator[str]:
    """Everything that the rulebook allows now."""
    stage, seat = game["stage"], game["turn"]
    if stage == "setup" and not game["swapped"][seat] and not game["displays"][seat]:
        yield from {f"swap {card}" for card in game["hands"][seat]}
    if stage in ("setup", "lay"):
        yield from set(_lays(game["displays"][seat], game["hands"][seat]))
    if stage == "pick":
        yield from (f"lift {r},{c}" for (r, c), pawns in game["pawns"].items() if game["seats"][seat] in pawns)
    if stage == "walk":
        yield from set(_steps(game))
    if stage == "take":
        yield "take {},{}".format(*game["path"][-1])
    if stage == "refill":
        yield from (f"refill {r},{c}" for (r, c), pile in game["piles"].items() if len(pile) > 3)
    if stage == "give":
        yield from {f"give {piece} {colour}" for piece in game["open"] for colour in game["due"]}
    if stage == "cover":
        yield from _places(game) or ["remove"]


def _lays(display: Naive, hand: list[str]) -> Iterator[str]:
    """Every card, cell and turn, so that nothing below stays free."""
    for card in hand:
        for row in range(3):
            for col in range(4):
                below_full = all((under, col) in display for under in range(row))
                if below_full and (row, col) not in display:
                    yield from (f"lay {card} {row},{col} q{turn}" for turn in range(4))


def _steps(game: Naive) -> Iterator[str]:
    """Every pawn in hand on every pile one step up, down, left or right, except the one before."""
    (row, col), before = game["path"][-1], (game["path"][-2:-1] or [None])[0]
    for spot in game["piles"]:
        distance = abs(spot[0] - row) + abs(spot[1] - col)
        if distance == 1 and spot != before:
            yield from (f"step {colour} {spot[0]},{spot[1]}" for colour in game["fist"])


def _places(game: Naive) -> list[str]:
    """Segments of the receiver that have the piece's shape, another print, and no piece on them."""
    seat, piece = game["gift"]
    shape = LARGE if piece[0] == "L" else SMALL
    name = ("large", "small")[shape]
    return [
        f"cover {row},{col} {name}"
        for (row, col), (prints, on_top) in game["displays"][seat].items()
        if on_top[shape] is None and prints[shape] != piece[1]
    ]


def after(game: Naive, move: str) -> Naive:
    """A new game in which the move was made; the last card of the set-up is not to be laid here."""
    game = deepcopy(game)
    word, *rest = move.split()
    {"swap": _swap, "lay": _lay, "lift": _lift, "step": _step, "take": _take,
     "refill": _refill, "give": _give, "cover": _cover, "remove": _remove}[word](game, *rest)  # fmt: skip
    return game


def _spot(text: str) -> tuple[int, int]:
    row, col = text.split(",")
    return int(row), int(col)


def _swap(game: Naive, card: str) -> None:
    seat = game["turn"]
    game["hands"][seat].remove(card)
    game["hands"][seat].append(game["deck"].pop())
    game["deck"].insert(0, card)
    game["swapped"][seat] = True


def _lay(game: Naive, card: str, spot: str, _turn: str) -> None:
    seat = game["turn"]
    game["hands"][seat].remove(card)
    game["displays"][seat][_spot(spot)] = ([card[0], card[1]], [None, None])
    if game["stage"] == "lay":
        _next(game)
    elif not game["hands"][seat]:
        game["turn"] += 1


def _lift(game: Naive, spot: str) -> None:
    game["path"] = [_spot(spot)]
    game["fist"], game["pawns"][_spot(spot)] = game["pawns"][_spot(spot)], []
    game["moved"] = []
    game["stage"] = "walk"


def _step(game: Naive, colour: str, spot: str) -> None:
    game["fist"].remove(colour)
    game["pawns"][_spot(spot)].append(colour)
    game["path"].append(_spot(spot))
    game["moved"].append((colour, _spot(spot)))
    if not game["fist"]:
        game["stage"] = "take"


def _take(game: Naive, spot: str) -> None:
    game["hands"][game["turn"]] = [game["piles"][_spot(spot)].pop()]
    game["due"] = sorted(
        {colour for colour, where in game["moved"] if game["pawns"][where].count(colour) == 2} & set(game["seats"])
    )
    game["stage"] = "lay" if game["piles"][_spot(spot)] else "refill"


def _refill(game: Naive, spot: str) -> None:
    donor = game["piles"][_spot(spot)]
    empty = next(where for where, pile in game["piles"].items() if not pile)
    game["piles"][empty] = donor[:3]
    del donor[:3]
    game["stage"] = "lay"


def _give(game: Naive, piece: str, colour: str) -> None:
    game["open"].remove(piece)
    game["due"].remove(colour)
    same, other = ("L", "S") if piece[0] == "L" else ("S", "L")
    stack = game["stacks"][same] or game["stacks"][other]
    if stack:
        game["open"].append(stack.pop())
    game["gift"] = (game["seats"].index(colour), piece)
    game["stage"] = "cover"


def _cover(game: Naive, spot: str, segment: str) -> None:
    seat, piece = game["gift"]
    game["displays"][seat][_spot(spot)][1][("large", "small").index(segment)] = piece[1]
    _next(game)


def _remove(game: Naive) -> None:
    _next(game)


def _next(game: Naive) -> None:
    if game["due"] and game["open"]:
        game["stage"] = "give"
        return
    game["turn"] = (game["turn"] + 1) % len(game["seats"])
    full = all(len(display) == 12 for display in game["displays"])
    game["stage"] = "end" if full else "pick"


def perft(game: Naive, depth: int) -> int:
    """Number of sequences of `depth` moves."""
    if depth == 0:
        return 1
    return sum(perft(after(game, move), depth - 1) for move in moves(game))


def divide(game: Naive, depth: int) -> dict[str, int]:
    """The same, split by the first move."""
    return {move: perft(after(game, move), depth - 1) for move in moves(game)}
