"""What can be told to be wrong from the look alone, before any turn is searched."""

from __future__ import annotations

from rules.crystal_hall.edition import Edition
from rules.crystal_hall.goals import flipped, may_switch
from rules.crystal_hall.moves import UNKNOWN
from rules.crystal_hall.position import Table
from rules.crystal_hall.refusing import say
from rules.crystal_hall.seen import Seen
from rules.crystal_hall.vocabulary import SQUARE_TEXTS, TOKENS, WIZARDS, Back, Kind, TileEffect
from rules.engine import Refusal


def surface_trouble(edition: Edition, table: Table, seen: Seen) -> tuple[Refusal, ...]:
    """Every rule that a table after a turn breaks as it lies."""
    found = [*_wizards(table, seen), *_tokens(table, seen), *_under_wizards(edition, table, seen)]
    for square, face in enumerate(seen.tiles):
        if face is None or face == UNKNOWN or isinstance(face, Back):
            continue
        text = SQUARE_TEXTS[square]
        if face not in edition.tiles:
            found.append(say("CH-02", f"{face} on {text} is no tile of the edition", tile=face, square=text))
        elif edition.tiles[face].kind in (Kind.PICK_UP, Kind.BLANK) and not table.over:
            sentence = f"the {face} on {text} lies face up, it should have been picked up or discarded"
            found.append(say("CH-34", sentence, tile=face, square=text))
    return tuple(found)


def _wizards(table: Table, seen: Seen) -> list[Refusal]:
    found = []
    squares = [square for wizards in seen.wizards for square in wizards]
    for square in sorted({square for square in squares if squares.count(square) > 1}):
        text = SQUARE_TEXTS[square]
        found.append(say("CH-69", f"two wizards stand on {text}, there is room for one", square=text))
    for seat, wizards in enumerate(seen.wizards):
        colour = table.guilds[seat].colour
        if len(wizards) > WIZARDS:
            sentence = f"{len(wizards)} wizards of {colour} are on the board, there are {WIZARDS}"
            found.append(say("CH-06", sentence, colour=colour, count=len(wizards)))
        elif seat != table.active and len(wizards) > len(table.guilds[seat].wizards):
            sentence = f"a wizard of {colour} has come back in the turn of {table.guild.colour}"
            found.append(say("CH-53", sentence, colour=colour))
    return found


def _tokens(table: Table, seen: Seen) -> list[Refusal]:
    """CH-05, CH-58, CH-60, R14: tokens lie with wizards, and nobody shields in a foreign turn."""
    found = []
    marks = {"curse": seen.curses, "shield": seen.shields or (), "freeze": seen.freezes or ()}
    occupied = {square for wizards in seen.wizards for square in wizards}
    for name, squares in marks.items():
        if len(squares) > TOKENS:
            sentence = f"there are {len(squares)} {name} tokens on the board, the box has {TOKENS}"
            found.append(say("CH-05", sentence, token=name, count=len(squares)))
        for square in squares if name != "curse" else ():
            if square not in occupied:
                text = SQUARE_TEXTS[square]
                found.append(say("CH-60", f"a {name} token lies on {text} without a wizard", square=text, token=name))
    for seat, wizards in enumerate(seen.wizards):
        shielded, before = (len(set(laid) & set(own)) for laid, own in (
            (seen.shields or (), wizards), (table.shields, table.guilds[seat].wizards),
        ))  # fmt: skip
        colour = table.guilds[seat].colour
        if shielded > 1:
            sentence = f"{shielded} wizards of {colour} are shielded, only one may be"
            found.append(say("CH-58", sentence, colour=colour))
        elif seat != table.active and shielded > before:
            sentence = f"a wizard of {colour} was shielded in the turn of {table.guild.colour}"
            found.append(say("CH-R14", sentence, colour=colour))
    return found


def _under_wizards(edition: Edition, table: Table, seen: Seen) -> list[Refusal]:
    """CH-32: exactly the tiles under wizards are flipped; CH-92: nobody survives a curse."""
    found = []
    for wizards in seen.wizards:
        for square in wizards:
            text, tile = SQUARE_TEXTS[square], seen.tiles[square]
            if isinstance(tile, Back):
                found.append(say("CH-32", f"the tile under the wizard on {text} was not flipped", square=text))
            if square in seen.curses:
                found.append(say("CH-92", f"the wizard on {text} stands on a curse and should be gone", square=text))
            if tile in edition.tiles and edition.tiles[str(tile)].effect is TileEffect.CURSE:
                found.append(say("CH-74", f"the wizard on {text} stands on a curse and should be gone", square=text))
    occupied = {square for wizards in seen.wizards for square in wizards}
    for square in flipped(table, seen):
        tile = seen.tiles[square]
        stays = tile is not None and tile in edition.tiles and edition.tiles[tile].kind is Kind.IMMEDIATE
        if square not in occupied and not stays and not may_switch(edition, table):
            text = SQUARE_TEXTS[square]
            found.append(say("CH-32", f"the tile on {text} was flipped, but no wizard stands there", square=text))
    return found
