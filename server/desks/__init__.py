"""Games kept at the table without a camera: one desk per game, and how to add one.

To add a game:

1. Write `server/desks/NAME.py` with a frozen dataclass that satisfies `server.desks.desk.Desk` (see `crystalla.py`)
   and a function that opens it with an edition file, or with the reference edition for None. A desk may also be
   `Tunable` (options of the set-up that stand in a record's header), `Aside` (moves of a seat that is not on turn) and
   `Naming` (names for the codes that a refusal speaks of).
2. Name that function in `OPENERS` below. `tableloupe replay`, the JSON API, the store and the pages then know the game.
3. Write the partial that draws the board, `server/web/templates/desks/NAME.html`. It is given `board` (what
   `Desk.board` answers, never more than one seat may see), `view` (`server.games.GameView`) and `t` (the texts). An
   element with `data-target="x"` acts when tapped: it does the one legal option whose `target` is x, asks which when
   there are several, and with none it tries the line in its `data-try`, so that the refusal is told with its rule id.
   Give elements that take focus an `id`, which keeps the focus when the board is drawn anew; what may come after the
   moves on a phone has the class `later`. A style sheet
   `server/web/static/css/desks/NAME.css` is loaded where it exists.
4. Put the words into `server/locales/NAME.en.toml`, `NAME.de.toml` and `NAME.fr.toml`, all below one table `[NAME]`.
   A refusal is worded by `NAME.rule-ID` (`crystalla.rule-CR-25`, given the parameters that are numbers or text);
   where there is none, the engine's own English sentence is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from rules.fields import Readable, Written
from server.desks.crystal_hall import open_crystal_hall
from server.desks.crystalium import open_crystalium
from server.desks.crystalla import open_crystalla
from server.desks.desk import Desk, Settings, Tunable
from server.desks.krystal import open_krystal

AnyDesk = Desk[Any, Any, Any, Any]
OPENERS: Mapping[str, Callable[[Path | None], AnyDesk]] = {
    "crystalla": open_crystalla,
    "crystal_hall": open_crystal_hall,
    "crystalium": open_crystalium,
    "krystal": open_krystal,
}
"""How to open the desk of each game, by its name in code and records."""
FROM_TEXT: Mapping[str, Callable[[Readable | None], AnyDesk]] = {
    "crystalium": open_crystalium,
    "krystal": open_krystal,
}
"""The games that can be kept with the data of one's own copy."""


def open_desks() -> dict[str, AnyDesk]:
    """The desk of every game with its reference edition, by name."""
    return {name: opener(None) for name, opener in OPENERS.items()}


def desk_for(desk: AnyDesk, settings: Settings) -> AnyDesk:
    """The desk of one game: with its own copy's edition and what its table agreed on; raises EditionError.

    `desk` is the game's desk with the reference edition.
    """
    if settings.edition:
        desk = FROM_TEXT[desk.game.name](Written(settings.edition, "copy"))
    return desk.tuned(settings.answers) if isinstance(desk, Tunable) else desk
