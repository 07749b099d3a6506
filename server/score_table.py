"""Scores as a person reads them in the terminal: a table per photo, doubts in plain words, the players side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from rules.crystalla.position import PlacedCard
from rules.crystalla.scoring import DisplayScore, TableScore
from rules.crystalla.vocabulary import ROWS, Cell, Crystal, Segment
from server.scan import ScanResult, Scored
from vision.crystalla.reading import Doubt

STYLES = {
    Crystal.TOURMALINE: "cyan",
    Crystal.AMETHYST: "magenta",
    Crystal.RUBY: "red",
    Crystal.EMERALD: "green",
    Crystal.CITRINE: "yellow",
    Crystal.DIAMOND: "bold",
    Crystal.HEMATITE: "bright_black",
}
UNITS = {
    Crystal.TOURMALINE: "",
    Crystal.AMETHYST: "pair",
    Crystal.RUBY: "flower",
    Crystal.EMERALD: "flower",
    Crystal.CITRINE: "group",
    Crystal.DIAMOND: "group",
    Crystal.HEMATITE: "",
}


def print_score(result: ScanResult, picture: Path | None) -> None:
    """One photo: the display as read, its score row by row, doubts, and where the annotated picture lies."""
    console = Console(highlight=False)
    console.print(Text(printable(result.photo), style="bold"))
    console.print(_display_table(result.scored))
    console.print(_score_rows(result.scored))
    for line in _remarks(result.scored):
        console.print(line, soft_wrap=True)
    if picture is not None:
        console.print(Text(f"Annotated picture: {printable(str(picture))}"), soft_wrap=True)
    console.print()


def print_players(photos: Sequence[str], table: TableScore) -> None:
    """All players of a table: own points, what the others' hematite gives, and who wins."""
    rows = Table("player", "photo")
    for head in ("own", "from others", "final"):
        rows.add_column(head, justify="right")
    for index, (photo, player) in enumerate(zip(photos, table.players, strict=True)):
        won = index in table.winners
        final = Text(f"{player.final}{' (wins)' if won else ''}", style="bold" if won else "")
        rows.add_row(str(index + 1), printable(photo), str(player.sheet.total), str(player.from_opponents), final)
    console = Console(highlight=False)
    console.print(rows)
    if len(table.winners) > 1:
        console.print("The players with the highest score share the victory.")


def describe_doubt(doubt: Doubt) -> str:
    """A doubt in plain words, counting rows from the player and columns from the left."""
    where = f"row {doubt.cell.row + 1}, column {doubt.cell.col + 1}"
    if doubt.what == "card":
        return f"{where}: is there a card?" if not doubt.candidates else f"{where}: is that a card of the game?"
    what = "the turn of the card" if doubt.what == "rotation" else f"the {doubt.what} segment"
    if not doubt.candidates:
        return f"{where}: {what} cannot be read"
    options = " or ".join(f"{_candidate(doubt.what, value)} ({p:.0%})" for value, p in doubt.candidates[:3])
    return f"{where}: {what} is {options}"


def printable(name: str) -> str:
    """A file name whose odd bytes or control characters do not break the terminal."""
    escaped = name.encode("utf-8", "backslashreplace").decode("utf-8")
    return "".join(sign if sign.isprintable() else "?" for sign in escaped)


def _candidate(what: str, value: str) -> str:
    return f"{int(value) * 90}° clockwise" if what == "rotation" else value


def _display_table(scored: Scored) -> Table:
    doubtful = {(doubt.cell, doubt.what) for doubt in scored.doubts()}
    table = Table(show_header=False, show_lines=True)
    columns = range(1 + max((card.cell.col for card in scored.display.cards), default=0))
    for row in reversed(range(ROWS)):
        cards = [scored.display.at(Cell(row, col)) for col in columns]
        if any(cards):
            table.add_row(*(_card_text(card, doubtful) if card is not None else Text("") for card in cards))
    return table


def _card_text(card: PlacedCard, doubtful: set[tuple[Cell, str]]) -> Text:
    """The large segment's name in capitals above the small one's; a question mark where in doubt."""
    text = Text()
    for segment in Segment:
        crystal = card.effective(segment)
        name = "?" if crystal is None else crystal.value + ("?" if (card.cell, segment.value) in doubtful else "")
        style = STYLES[crystal] if crystal is not None else ""
        text.append(name.upper() if segment is Segment.LARGE else name, style)
        text.append("\n" if segment is Segment.LARGE else "")
    return text


def _score_rows(scored: Scored) -> Table:
    counts = Counter(card.effective(segment) for card in scored.display.cards for segment in Segment)
    table = Table("crystal")
    table.add_column("segments", justify="right")
    table.add_column("makes")
    table.add_column("points", justify="right")
    for crystal in Crystal:
        if crystal is not Crystal.HEMATITE:
            points = scored.sheet.row_total(crystal.value)
            name = Text(crystal.value, STYLES[crystal])
            table.add_row(name, str(counts[crystal]), _makes(crystal, scored.sheet), str(points))
    table.add_section()
    table.add_row(Text("total", "bold"), "", "", Text(str(scored.sheet.total), "bold"))
    given = scored.sheet.gives_each_opponent
    table.add_row(
        Text("hematite", STYLES[Crystal.HEMATITE]), str(counts[Crystal.HEMATITE]), "to each opponent", str(given)
    )
    return table


def _makes(crystal: Crystal, sheet: DisplayScore) -> str:
    """How the points come about: `2 pairs`, `groups of 4 and 2`."""
    sizes = [len(line.slots) for line in sheet.lines if line.row == crystal.value]
    if not sizes or not UNITS[crystal]:
        return ""
    if crystal is Crystal.DIAMOND:
        return f"group{'s' if len(sizes) > 1 else ''} of {_listed(sorted(sizes, reverse=True))}"
    return f"{len(sizes)} {UNITS[crystal]}{'s' if len(sizes) > 1 else ''}"


def _listed(numbers: Sequence[int]) -> str:
    *first, last = (str(number) for number in numbers)
    return f"{', '.join(first)} and {last}" if first else last


def _remarks(scored: Scored) -> list[Text]:
    lines = [Text(f"In doubt: {describe_doubt(doubt)}", style="bold magenta") for doubt in scored.doubts()]
    missing = scored.sheet.missing
    if missing:
        unread = (
            "1 segment could not be read and is" if missing == 1 else f"{missing} segments could not be read and are"
        )
        lines.append(Text(f"{unread} not counted.", style="magenta"))
    if not scored.reading.photo_sure:
        lines.append(Text("The display as a whole is hard to read: please check it.", style="bold magenta"))
    if scored.reading.misfit:
        lines.append(Text("The cards do not look like this copy: its lessons were left aside.", style="bold magenta"))
    if scored.reading.others:
        lines.append(Text(f"Other displays in the photo: {scored.reading.others}; the largest was read."))
    return lines or [Text("Everything was read without doubt.", style="green")]
