"""What the page draws of a table of Crystal Hall: squares with tiles, tokens, wizards; what guilds have."""

from __future__ import annotations

from dataclasses import dataclass

from rules.crystal_hall.components import Tile
from rules.crystal_hall.edition import Edition
from rules.crystal_hall.position import Guild, Table
from rules.crystal_hall.vocabulary import SIZE, SQUARE_TEXTS, SQUARES, Back, Square, TileEffect
from server.desks.crystal_hall_words import spell_words, tile_words
from server.desks.desk import Words

SIDE = 60
"""SVG units along one square."""
MARGIN = 24
"""SVG units around the board, for the names of files and ranks."""


SIGNS = {TileEffect.CRYSTAL: "◆", TileEffect.WARP: "◎", TileEffect.CURSE: "✕"}


@dataclass(frozen=True, slots=True)
class SquareView:
    """One square: its corner in SVG units, look, tile in words (None: none face up), wizard and tokens."""

    name: str
    target: str
    attempt: str
    x: int
    y: int
    ground: str
    """`dark`, `light` or the side that starts there."""
    back: str
    tile: Words | None
    face: str
    sign: str
    """What a face-up tile is at a glance: its UMP, a crystal, a warp, a curse."""
    wizard: str
    shielded: bool
    frozen: bool
    cursed: bool
    peeked: Words | None


@dataclass(frozen=True, slots=True)
class GuildView:
    """What lies before a guild; `spells` has a word for each card that the reader may see, else only `count` tells."""

    seat: int
    colour: str
    grey: int
    crystals: tuple[str, ...]
    tiles: tuple[Words, ...]
    spells: tuple[Words, ...]
    count: int
    out: bool


@dataclass(frozen=True, slots=True)
class Board:
    """Everything that the partial draws; `size` is the width and height of the SVG."""

    size: int
    side: int
    squares: tuple[SquareView, ...]
    files: tuple[tuple[str, int], ...]
    ranks: tuple[tuple[str, int], ...]
    guilds: tuple[GuildView, ...]
    ump: int
    staff: bool
    target: int
    deck: int
    discard: Words | None
    discards: int
    used: tuple[Words, ...]
    looked: tuple[Words, ...]
    """Spells in another hand that a Lens has just shown to the reader."""


def board_of(edition: Edition, table: Table, seat: int | None) -> Board:
    """The board; `table` holds no more than the seat may see."""
    shown = [peek for peek in table.peeks if peek.seat == seat and peek.square is None]
    return Board(
        size=SIZE * SIDE + 2 * MARGIN,
        side=SIDE,
        squares=tuple(_square(edition, table, square, seat) for square in SQUARES if edition.board.has(square)),
        files=tuple(("abcdefgh"[col], MARGIN + col * SIDE + SIDE // 2) for col in range(SIZE)),
        ranks=tuple((str(row + 1), MARGIN + (SIZE - 1 - row) * SIDE + SIDE // 2) for row in range(SIZE)),
        guilds=tuple(_guild(edition, other, guild) for other, guild in enumerate(table.guilds)),
        ump=table.ump,
        staff=table.staff,
        target=table.target,
        deck=table.deck,
        discard=spell_words(edition, table.discard[-1]) if table.discard and table.discard[-1] else None,
        discards=len(table.discard),
        used=tuple(tile_words(edition, face) for face in table.used),
        looked=tuple(spell_words(edition, name) for peek in shown for name in peek.names if name),
    )


def _square(edition: Edition, table: Table, square: Square, seat: int | None) -> SquareView:
    name, tile, owner = SQUARE_TEXTS[square], table.tiles[square], table.owner(square)
    shade = edition.board.shades.get(square)
    face = table.face(square)
    names = [peek.names[0] for peek in table.peeks if peek.seat == seat and peek.square == square]
    return SquareView(
        name=name,
        target=f"sq-{name}",
        attempt=_attempt(table, square),
        x=MARGIN + square % SIZE * SIDE,
        y=MARGIN + (SIZE - 1 - square // SIZE) * SIDE,
        ground="start" if shade is None else shade.name.lower(),
        back=tile.name.lower() if isinstance(tile, Back) else "",
        tile=tile_words(edition, face) if face else None,
        face=face or "",
        sign=_sign(edition.tiles[face]) if face else "",
        wizard="" if owner is None else table.guilds[owner].colour.value,
        shielded=square in table.shields,
        frozen=any(place == square for place, _ in table.freezes),
        cursed=square in table.curses,
        peeked=tile_words(edition, names[0]) if names and names[0] else None,
    )


def _sign(tile: Tile) -> str:
    return f"{tile.amount:+d}" if tile.effect is TileEffect.GATHER_UMP else SIGNS.get(tile.effect, "")


def _attempt(table: Table, square: Square) -> str:
    """The line that is tried where nothing is legal, so that the refusal tells why: a move of the first wizard."""
    own = [place for place in table.guild.wizards if place != square]
    return f"move {SQUARE_TEXTS[own[0]]} {SQUARE_TEXTS[square]}" if own else f"shield {SQUARE_TEXTS[square]}"


def _guild(edition: Edition, seat: int, guild: Guild) -> GuildView:
    return GuildView(
        seat=seat,
        colour=guild.colour.value,
        grey=guild.grey,
        crystals=tuple(colour.value for colour in guild.crystals),
        tiles=tuple(tile_words(edition, face) for face in guild.tiles),
        spells=tuple(spell_words(edition, card) for card in guild.hand if card is not None),
        count=len(guild.hand),
        out=guild.out,
    )
