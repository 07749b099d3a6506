"""The command `tableloupe`: its commands and options; each loads what it needs only when it runs."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from server.cli_common import OK, SOME_FAILED, WRONG_USAGE, complain

app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="Looks at a real game table through a camera, says what lies there and scores it.",
)
ClickException: type[Any] = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")
"""Base of all usage errors; newer typers carry a click of their own, so it is found by way of typer."""

GameArgument = Annotated[str, typer.Argument(metavar="GAME", help="The game: crystalla.", show_default=False)]
EditionOption = Annotated[
    Path | None,
    typer.Option("--edition", metavar="FILE", help="Edition file of your copy (TOML); without it the reference."),
]
CopyOption = Annotated[str | None, typer.Option("--copy", metavar="NAME", help="Your own copy, once taught.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Write JSON for programs.")]


@app.callback(invoke_without_command=True)
def start(context: typer.Context) -> None:
    """Show the help when no command is given."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command(epilog="Example: tableloupe score anna.jpg ben.jpg --together --annotate pictures")
def score(
    photos: Annotated[list[Path], typer.Argument(metavar="PHOTO...", help="Photos: JPEG, PNG, WebP or HEIC.")],
    game: Annotated[str, typer.Option("--game", help="The game on the photos.")] = "crystalla",
    edition: EditionOption = None,
    copy: CopyOption = None,
    as_json: JsonOption = False,
    annotate: Annotated[
        Path | None, typer.Option("--annotate", metavar="DIR", help="Write each photo with what was read drawn on it.")
    ] = None,
    together: Annotated[
        bool, typer.Option("--together", help="One photo per player: hematite crosses over, and who wins.")
    ] = False,
    table: Annotated[
        bool, typer.Option("--table", help="Read every display, the piles with their pawns and the open pieces.")
    ] = False,
) -> None:
    """Score the display on each photo."""
    from server.cli_score import ScoreOptions, score_photos

    if table:
        from server.cli_table import read_tables

        raise typer.Exit(
            read_tables(photos, game, edition, copy, as_json=as_json, alone=annotate is None and not together)
        )
    options = ScoreOptions(game, edition, copy, as_json, annotate, together)
    raise typer.Exit(score_photos(photos, options))


@app.command(epilog="Example: echo '{\"cards\": [...]}' | tableloupe tally crystalla -")
def tally(
    game: GameArgument,
    source: Annotated[str, typer.Argument(metavar="FILE|-", help="JSON lines, or - for standard input.")],
    edition: EditionOption = None,
) -> None:
    """Score displays written as JSON, one line each, without any photo."""
    from server.cli_tally import tally_source

    raise typer.Exit(tally_source(game, source, edition))


@app.command(epilog="Example: tableloupe teach crystalla display.jpg --truth display.json --copy 'Living room'")
def teach(
    game: GameArgument,
    photo: Annotated[Path, typer.Argument(metavar="PHOTO", help="A photo of a display of your own copy.")],
    truth: Annotated[Path, typer.Option("--truth", metavar="FILE", help="What really lies in it (JSON).")],
    copy: Annotated[str, typer.Option("--copy", metavar="NAME", help="The copy, new or taught before.")],
    edition: EditionOption = None,
) -> None:
    """Learn how your own copy looks from one photo; each further photo adds to it."""
    from server.cli_copies import teach_copy

    raise typer.Exit(teach_copy(game, photo, truth, copy, edition))


copies_app = typer.Typer(help="List, share and forget the copies that were taught on this machine.")
app.add_typer(copies_app, name="copies", epilog="Example: tableloupe copies export 'Living room' living-room.copy")
NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="The copy.")]


@copies_app.command(name="list", epilog="Example: tableloupe copies list")
def list_copies() -> None:
    """Show all copies with their lessons."""
    from server import cli_copies

    raise typer.Exit(cli_copies.list_copies())


@copies_app.command(name="export", epilog="Example: tableloupe copies export 'Living room' living-room.copy")
def export_copy(
    name: NameArgument, file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write.")]
) -> None:
    """Write a copy to one small file, for another machine or a friend with the same printing."""
    from server import cli_copies

    raise typer.Exit(cli_copies.export_copy(name, file))


@copies_app.command(name="import", epilog="Example: tableloupe copies import living-room.copy")
def import_copy(file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that export wrote.")]) -> None:
    """Take in a copy that was taught elsewhere."""
    from server import cli_copies

    raise typer.Exit(cli_copies.import_copy(file))


@copies_app.command(name="delete", epilog="Example: tableloupe copies delete 'Living room' --lesson 1f0c93ab")
def delete_copy(
    name: NameArgument,
    lesson: Annotated[
        str | None, typer.Option("--lesson", metavar="ID", help="Take only this lesson back (see `copies list`).")
    ] = None,
) -> None:
    """Forget a copy, or undo one lesson."""
    from server import cli_copies

    raise typer.Exit(cli_copies.delete_copy(name, lesson))


@app.command(name="eval", epilog="Example: tableloupe eval crystalla sample_images/crystalla --confusion mixups.png")
def evaluate(
    game: GameArgument,
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Photos with their truth (NAME.json) beside them.")],
    edition: EditionOption = None,
    copy: CopyOption = None,
    as_json: JsonOption = False,
    confusion: Annotated[
        Path | None, typer.Option("--confusion", metavar="FILE.png", help="Draw which crystals were mixed up.")
    ] = None,
    by: Annotated[
        list[str] | None,
        typer.Option("--by", metavar="FIELD", help="Count apart by a field of the truth: art, difficulty, light."),
    ] = None,
) -> None:
    """Read photos whose truth is known, and say how often the reading is right."""
    from server.cli_eval import EvalOptions, evaluate_folder

    raise typer.Exit(evaluate_folder(folder, EvalOptions(game, edition, copy, as_json, confusion, tuple(by or ()))))


@app.command(name="print", epilog="Example: tableloupe print crystalla --out deck.pdf --paper letter")
def print_sheets(
    game: GameArgument,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE.pdf", help="The PDF to write.")] = None,
    faces: Annotated[
        Path | None, typer.Option("--faces", metavar="DIR", help="Write each card and piece as a PNG instead.")
    ] = None,
    paper: Annotated[str, typer.Option("--paper", help="a4 or letter.")] = "a4",
    edition: EditionOption = None,
    lesson: Annotated[
        bool, typer.Option("--lesson", help="Print how to lay the first lesson of your own copy instead.")
    ] = False,
    language: Annotated[str, typer.Option("--language", help="Of the lesson: en, de or fr.")] = "en",
) -> None:
    """Print the reference copy: cards, pieces, tableaus."""
    from server.cli_print import print_game, print_lesson

    if lesson:
        raise typer.Exit(print_lesson(game, out, paper, edition, language))
    raise typer.Exit(print_game(game, out, faces, paper, edition))


@app.command(epilog="Example: tableloupe replay evening.txt --json")
def replay(
    record: Annotated[Path, typer.Argument(metavar="RECORD", help="A record: a header, then a line for each move.")],
    edition: EditionOption = None,
    as_json: JsonOption = False,
) -> None:
    """Check every line of a game's record against the rules."""
    from server.cli_replay import replay_record

    raise typer.Exit(replay_record(record, edition, as_json=as_json))


SourceArgument = Annotated[
    str,
    typer.Argument(metavar="SOURCE", help="Number or name of a camera, a stream address, a video, a folder of frames."),
]
RecordOption = Annotated[
    Path | None,
    typer.Option("--record", metavar="FILE", help="The record that holds the set-up and grows; an old one goes on."),
]
PlayersOption = Annotated[
    str | None,
    typer.Option("--players", metavar="A:COLOUR,...", help="For a new record: who sits where, clockwise."),
]


@app.command(epilog="Example: tableloupe watch 0 --players Anna:gray,Ben:blue --record evening.txt")
def watch(
    sources: Annotated[
        list[str],
        typer.Argument(
            metavar="SOURCE...", help="Numbers or names of cameras, stream addresses, videos, folders of frames."
        ),
    ],
    game: Annotated[str, typer.Option("--game", help="The game on the table.")] = "crystalla",
    record: RecordOption = None,
    players: PlayersOption = None,
    edition: EditionOption = None,
    as_json: JsonOption = False,
) -> None:
    """Follow a table turn by turn and check every turn against the rules."""
    from server.cli_watch import WatchOptions, watch_sources

    raise typer.Exit(watch_sources(sources, WatchOptions(game, record, players, edition, as_json)))


@app.command(name="record", epilog="Example: tableloupe record 0 --out misread --record evening.txt")
def record_source(
    source: SourceArgument,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder for video, set-up and events.")],
    record: RecordOption = None,
    players: PlayersOption = None,
    seconds: Annotated[
        float | None, typer.Option("--seconds", metavar="N", help="Stop after so long; else with Ctrl+C.")
    ] = None,
    edition: EditionOption = None,
) -> None:
    """Record a table as a test: the video, its set-up, and the events that were seen, for you to put right."""
    from server.cli_record import RecordOptions, record_table

    raise typer.Exit(record_table(source, RecordOptions(out, record, players, edition, seconds)))


@app.command(epilog="Example: tableloupe serve --lan")
def serve(
    port: Annotated[int | None, typer.Option("--port", metavar="N", help="Port to listen on.")] = None,
    lan: Annotated[bool, typer.Option("--lan", help="Let paired phones of your network in.")] = False,
) -> None:
    """Open the web view: for this machine, or with --lan for paired phones of your network."""
    from server.cli_serve import serve_web

    raise typer.Exit(serve_web(port, lan))


@app.command(epilog="Example: tableloupe doctor")
def doctor() -> None:
    """Check this installation: libraries, models, port, cameras."""
    from server.cli_doctor import examine

    raise typer.Exit(examine())


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and end the process; every complaint is one line on stderr."""
    try:
        code = app(arguments, prog_name="tableloupe", standalone_mode=False)
        _flush_output()
    except ClickException as error:
        hint = "; try --help" if error.exit_code == WRONG_USAGE else ""
        complain(f"{error.format_message().rstrip('.')}{hint}")
        code = error.exit_code
    except typer.Abort:
        complain("stopped")
        code = SOME_FAILED
    except BrokenPipeError:
        sys.stderr.close()  # whoever read our output has gone; Python would complain once more at exit
        code = SOME_FAILED
    except OSError as error:
        complain(f"{error.filename or 'standard output'}: cannot be written: {error.strerror}")
        _drop_output()
        code = SOME_FAILED
    sys.exit(code or OK)


def _flush_output() -> None:
    """Write what is still buffered while a failure can still be told."""
    if sys.stdout is not None:
        sys.stdout.flush()


def _drop_output() -> None:
    """Let what could not be written go nowhere; Python would try once more at exit and complain itself."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
