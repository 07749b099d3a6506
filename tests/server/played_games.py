"""Starts games through the API and plays them as a person would: by what the answer says is possible."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any, Protocol

import httpx


class Asks(Protocol):
    """A client of the API, inside this process or of another one."""

    def get(self, path: str) -> httpx.Response:
        """One GET."""
        ...

    def post(self, path: str, *, json: Any = ...) -> httpx.Response:
        """One POST."""
        ...


def begin(client: Asks, game: str, seats: Iterable[tuple[str, str]], **changes: Any) -> dict[str, Any]:
    """A new game with these names and colours."""
    seated = [{"name": name, "colour": colour} for name, colour in seats]
    answer = client.post("/api/games", json={"game": game, "seats": seated, **changes})
    assert answer.status_code == 201, answer.text
    begun: dict[str, Any] = answer.json()
    return begun


def start(client: Asks, players: int = 2, **changes: Any) -> dict[str, Any]:
    """A new game of Crystalla with Anna, Ben, Clara and Dora."""
    seats = (("Anna", "gray"), ("Ben", "blue"), ("Clara", "green"), ("Dora", "orange"))
    return begin(client, "crystalla", seats[:players], **changes)


def as_decider(client: Asks, game: dict[str, Any]) -> dict[str, Any]:
    """The game as the one sees it who decides now."""
    seen: dict[str, Any] = client.get(f"/api/games/{game['id']}?seat={game['turn']['seat']}").json()
    return seen


def says(client: Asks, game: dict[str, Any], *lines: str) -> dict[str, Any]:
    """The game after these lines."""
    for line in lines:
        answer = client.post(f"/api/games/{game['id']}/moves", json={"line": line})
        assert answer.status_code == 200, f"{line}: {answer.text}"
        game = answer.json()
    return game


def options(game: dict[str, Any]) -> list[dict[str, Any]]:
    """Everything that is possible now."""
    return [option for group in game["moves"] for option in group["options"]]


def filled(option: dict[str, Any], rng: random.Random) -> str:
    """The option's line with anything in its gaps."""
    line: str = option["line"]
    for fill in option["fills"]:
        line = line.replace(f"{{{fill['name']}}}", rng.choice(fill["values"])["value"])
    return line


def play(client: Asks, game: dict[str, Any], moves: int, rng: random.Random) -> dict[str, Any]:
    """So many random moves, or to the end."""
    for _ in range(moves):
        possible = options(game)
        if not possible:
            break
        line = {"line": filled(rng.choice(possible), rng), "after": game["events"]}
        answer = client.post(f"/api/games/{game['id']}/moves", json=line)
        assert answer.status_code == 200, answer.text
        game = answer.json()
    return game
