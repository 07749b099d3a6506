"""Victory and variants, CH-113 to CH-120."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from crystal_hall_tables import GAME, at, do, guild, hall, refused

from rules.crystal_hall.edition import load_edition
from rules.crystal_hall.game import CrystalHall
from rules.crystal_hall.position import Table
from rules.crystal_hall.setup import Seating
from rules.crystal_hall.vocabulary import Colour, parse_square
from rules.engine import apply, legal_moves, parse_record, play
from rules.errors import RuleError

REFERENCE = Path(__file__).parents[3] / "rules" / "crystal_hall" / "editions" / "reference.toml"
PASS = ("end", "draw = ?")


def edition_with(folder: Path, *changes: tuple[str, str]) -> CrystalHall:
    """The game with lines of the reference edition changed."""
    text = REFERENCE.read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    path = folder / "own.toml"
    path.write_text(text)
    return CrystalHall(load_edition(path))


def test_CH_113_one_crystal_of_each_colour_wins() -> None:
    table = do(hall(blue="d3", tiles="d3:crystal-blue", crystals="blue:green,red,yellow"), *PASS)
    assert (table.winner, table.phase) == (1, "end")
    assert list(legal_moves(GAME, table)) == []
    assert refused(table, "end") == "CH-113"


def test_CH_114_the_only_guild_left_wins() -> None:
    table = do(hall("c3 e3", "d3"), "squeeze c3 e3")
    assert (table.winner, table.phase) == (0, "end")


def test_CH_115_two_crystals_may_win() -> None:
    table, _ = GAME.deal(Seating(("red", "blue"), target=2), random.Random(1))
    assert table.target == 2
    assert do(hall(blue="d3", tiles="d3:crystal-blue", crystals="blue:green", target=2), *PASS).winner == 1
    with pytest.raises(RuleError, match="CH-115"):
        GAME.deal(Seating(("red", "blue"), target=1), random.Random(1))


def test_CH_116_three_crystals_may_be_agreed() -> None:
    table, _ = GAME.deal(Seating(("red", "blue"), target=3), random.Random(1))
    assert table.target == 3
    few = hall(blue="d3", tiles="d3:crystal-blue", crystals="blue:green,red", target=3)
    assert do(few, *PASS).winner == 1
    assert do(replace(few, target=4), *PASS).winner is None


def test_CH_117_spell_hands_may_be_open() -> None:
    table = hall(hands="red:curse blue:freeze")
    assert [guild(GAME.view(table, 0), colour).hand for colour in ("red", "blue")] == [("curse",), (None,)]
    shown = GAME.view(replace(table, open_hands=True), 0)
    assert [guild(shown, colour).hand for colour in ("red", "blue")] == [("curse",), ("freeze",)]


def own_table(game: CrystalHall, **things: object) -> Table:
    """A dealt table after the first turns, red with something in hand."""
    table, _ = game.deal(Seating(("red", "blue")), random.Random(1))
    guilds = tuple(replace(guild, fresh=False) for guild in table.guilds)
    table = replace(table, guilds=guilds)
    return table.with_guild(0, replace(table.guild, **things))  # type: ignore[arg-type]


OWN_SPELLS = """
    { name = "zap", status = "own", effect = "eliminate", copies = 1, reach = "adjacent" },
    { name = "wish", status = "own", effect = "draw", copies = 1, amount = 2 },
]
"""


def test_CH_118_blank_spell_cards_may_be_filled_in(tmp_path: Path) -> None:
    last = '    { name = "unknown-9", status = "unknown", effect = "manual" },\n]\n'
    game = edition_with(tmp_path, (last, last.removesuffix("]\n") + OWN_SPELLS))
    assert game.edition.cards == 32
    table = replace(own_table(game, hand=("wish", "zap")), deck=30)
    far = game.refusal(table, game.parse_move("cast zap d8"))
    assert far is not None and far.rule == "CH-118"
    near = table.with_guild(1, replace(table.guilds[1], wizards=(parse_square("d2"), parse_square("d8"))))
    assert at(apply(game, near, parse_record(game, "cast zap d2")), "blue") == "d8"
    drawn = apply(game, table, parse_record(game, "cast wish = curse freeze"))
    assert drawn.guild.hand == ("curse", "freeze", "zap") and drawn.task is not None
    shielded = game.refusal(replace(near, shields=(parse_square("d2"),)), game.parse_move("cast zap d2"))
    assert shielded is not None and shielded.rule == "CH-61"


def test_CH_119_blank_tiles_may_be_filled_in(tmp_path: Path) -> None:
    blank = '{ face = "blank", effect = "blank", backs = "dldl" },'
    two = '{ face = "blank", effect = "blank", backs = "dl" },'
    own = '{ face = "spring", effect = "gather_ump", backs = "d", amount = 2 }, { face = "elixir", effect = "potion", '
    game = edition_with(tmp_path, (blank, two + own + 'backs = "l", amount = 3 },'))
    table = own_table(game, tiles=("elixir",))
    assert apply(game, table, parse_record(game, "use elixir")).ump == 7
    tiles = list(table.tiles)
    tiles[parse_square("d2")] = "spring"
    stand = replace(table, tiles=tuple(tiles)).with_guild(1, replace(table.guilds[1], wizards=(parse_square("d2"),)))
    for line in PASS:
        stand = apply(game, stand, parse_record(game, line))
    assert stand.ump == 6


OWN_TILES = """
    { face = "pit", effect = "curse", backs = "d" }, { face = "bog", effect = "gather_ump", backs = "d", amount = -3 },
    { face = "gate", effect = "warp", backs = "ll", colour = "white" },
"""


@pytest.mark.parametrize("seed", range(4))
def test_CH_119_games_with_tiles_and_spells_of_ones_own_add_up(tmp_path: Path, seed: int) -> None:
    blank = '{ face = "blank", effect = "blank", backs = "dldl" },'
    last = '    { name = "unknown-9", status = "unknown", effect = "manual" },\n]\n'
    game = edition_with(tmp_path, (blank, OWN_TILES), (last, last.removesuffix("]\n") + OWN_SPELLS))
    rng = random.Random(seed)
    table, hidden = game.deal(Seating(("red", "blue"), target=3), rng)
    faces = set(hidden.faces.values())
    assert faces >= {"pit", "bog", "gate"} and "blank" not in faces
    for _ in range(400):
        moves = list(legal_moves(game, table))
        if not moves:
            break
        _, table, hidden = play(game, table, rng.choice(moves), hidden)
        assert not game.status(table), table
        assert table.ump >= 0


def test_CH_120_what_no_rule_answers_is_entered_by_the_table() -> None:
    table = replace(own_table(GAME, hand=("unknown-1",)), deck=29)
    after = replace(table, deck=29, discard=("unknown-1",), ump=9)
    after = after.with_guild(0, replace(table.guild, hand=(), wizards=(2, 3, 4, 18)))
    line = f"cast unknown-1 = {after.text().replace(' ', '~')}"
    assert do(table, line) == after
    crowded = after.with_guild(1, replace(after.guilds[1], wizards=(2, 58)))
    assert refused(table, f"cast unknown-1 = {crowded.text().replace(' ', '~')}") == "CH-120"
    passed = replace(after, active=1)
    assert refused(table, f"cast unknown-1 = {passed.text().replace(' ', '~')}") == "CH-120"
    assert refused(table, "cast unknown-1") == "CH-14"
    rich = after.with_guild(0, replace(after.guild, crystals=tuple(sorted(Colour))))
    won = do(table, f"cast unknown-1 = {rich.text().replace(' ', '~')}")
    assert won.over and won.winner == 0
    off = replace(after, tiles=(*after.tiles[:18], "curse", *after.tiles[19:]))
    assert refused(table, f"cast unknown-1 = {off.text().replace(' ', '~')}") == "CH-120"
