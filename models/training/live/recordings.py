"""Rebuild the recordings: python -m models.training.live.recordings (minutes; what is path-traced already stays)."""

from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import cv2
import numpy as np
import typer

from calibration.sheets.crystalla.faces import tableau_png, write_faces
from models.training.composite.decks import make_deck, reference_edition
from models.training.composite.light import Bytes
from models.training.live.film import Film, Shot
from models.training.live.games import reference_game
from models.training.live.room import draw_room
from models.training.live.stage import Stage, plain_stage
from models.training.live.stills import cut_patches
from models.training.live.stories import Hand, Lamp, Nudge, Rest, Story, stories
from models.training.live.tabletop import Tabletop, after, tabletop_of
from models.training.live.traced import as_view, tell, traced_view
from rules.crystalla.moves import Drawn, Move
from rules.crystalla.table import Table
from rules.record import GameRecord

FPS = 10.0
GRAIN = (0.6, 1.0)
"""A quiet camera, for films must stay small."""
ROOT = Path(__file__).resolve().parents[3]
Json = dict[str, object]


@dataclass(frozen=True, slots=True)
class Shooting:
    """A story with its stage and what lies there at first and after each hand."""

    story: Story
    stage: Stage
    states: tuple[Tabletop, ...]
    scenes: tuple[Json, ...]
    """Each state as the path tracer is told it."""


def prepare(story: Story, seed: int) -> Shooting:
    """Set a story's table up under the path tracer's camera."""
    rng = np.random.default_rng((seed, 3))
    room = draw_room(rng, story.start.players)
    pose, traced = traced_view(room, random.Random(seed))
    deck = make_deck("reference", rng)
    stage = plain_stage(rng, room, as_view(traced, pose.tilt), deck, story.start.colours)
    states = [tabletop_of(story.start, rng)]
    for hand in _hands(story):
        states.append(after(states[-1], hand.table, rng, hand.odd))
    scenes = tuple(tell(stage, state, pose, traced, story.look, seed) for state in states)
    return Shooting(story, stage, tuple(states), scenes)


def _hands(story: Story) -> list[Hand]:
    return [step for step in story.steps if isinstance(step, Hand)]


def shoot(shooting: Shooting, pictures: list[Bytes], seed: int) -> tuple[list[Shot], list[Json]]:
    """The frames of a recording and its truth, events in the form of `watch --json`."""
    film = Film(shooting.stage, pictures[0], np.random.default_rng((seed, 4)), FPS, GRAIN)
    shots: list[Shot] = []
    events: list[Json] = []
    state = 0
    for step in shooting.story.steps:
        if isinstance(step, Hand):
            before, now, picture = shooting.states[state], shooting.states[state + 1], pictures[state + 1]
            shots += film.reach(step.seat, cut_patches(shooting.stage, before, now, picture))
            film.show(picture)
            state += 1
            events.append(_event(step, film.t))
        elif isinstance(step, Rest):
            shots += film.rest(step.seconds)
        elif isinstance(step, Lamp):
            shots += film.light(step.gain, step.seconds)
        else:
            shots += _nudge(film, step, events)
    return shots, events


def _nudge(film: Film, step: Nudge, events: list[Json]) -> Iterator[Shot]:
    if np.hypot(step.right_px, step.down_px) > MOVED_PX:
        events.append({"t": round(film.t, 2), "type": "camera", "text": "the camera is pushed"})
    yield from film.nudge(step.right_px, step.down_px, step.degrees)


MOVED_PX = 30.0
"""From here on a push must be told (issue 4, item 4)."""


def _event(step: Hand, t: float) -> Json:
    if step.verdict is None:
        return {"t": round(t, 2), "type": "state", "player": step.seat, "text": "the hand has left a turn half done"}
    return {
        "t": round(t, 2),
        "type": "turn",
        "player": step.seat,
        "verdict": step.verdict,
        "rules": list(step.rules),
        "move": "; ".join(step.moves) or None,
        "text": "as filmed, when the hand has left",
    }


def write_video(path: Path, shots: list[Shot]) -> None:
    """Write frames as MP4; raises OSError where that cannot be done."""
    size = shots[0].bgr.shape[1::-1]
    part = path.with_name(f".part-{path.name}")
    writer = cv2.VideoWriter(str(part), cv2.VideoWriter.fourcc(*"mp4v"), FPS, size)
    if not writer.isOpened():
        raise OSError(f"{path} cannot be written: this OpenCV has no encoder for mp4v")
    for shot in shots:
        writer.write(shot.bgr)
    writer.release()
    part.replace(path)


def write_beside(folder: Path, story: Story, events: list[Json]) -> None:
    """Write the record that holds the set-up, and the truth."""
    record: GameRecord[Table, Move, Drawn] = GameRecord("crystalla", reference_game().edition.name, story.start)
    (folder / f"{story.name}.txt").write_text(record.text(), encoding="utf-8")
    lines = "".join(json.dumps(event) + "\n" for event in events)
    (folder / f"{story.name}.jsonl").write_text(lines, encoding="utf-8")


def main(
    out: Annotated[Path, typer.Option(help="Folder of the recordings.")] = ROOT / "sample_images" / "recordings",
    work: Annotated[Path, typer.Option(help="Folder of the path-traced states.")] = ROOT / "out" / "recordings",
    blender: Annotated[Path, typer.Option(help="The Python that has bpy.")] = ROOT / ".venv-render/bin/python",
    only: Annotated[str, typer.Option(help="Rebuild this one only.")] = "",
) -> None:
    """Path-trace every state once, compose hands, lamps, nudges and noise over them, write MP4 and truth.

    Example: python -m models.training.live.recordings --only too-high
    """
    cv2.setNumThreads(1)
    out.mkdir(parents=True, exist_ok=True)
    faces = _faces(work / "faces")
    for seed, story in enumerate(stories(), start=1):
        if only not in ("", story.name):
            continue
        shooting = prepare(story, seed)
        pictures = _trace(shooting, work / story.name, faces, blender)
        shots, events = shoot(shooting, pictures, seed)
        write_video(out / f"{story.name}.mp4", shots)
        write_beside(out, story, events)
        typer.echo(f"{story.name}: {len(shots)} frames, {len(events)} events")


def _faces(folder: Path) -> Path:
    if not (folder / "tableau-orange.png").exists():
        edition = reference_edition()
        write_faces(folder, edition)
        for colour in edition.colours:
            (folder / f"tableau-{colour}.png").write_bytes(tableau_png(colour))
    return folder


def _trace(shooting: Shooting, folder: Path, faces: Path, blender: Path) -> list[Bytes]:
    """The path-traced picture of each state."""
    folder.mkdir(parents=True, exist_ok=True)
    targets = [folder / f"state-{number}.png" for number in range(len(shooting.scenes))]
    for target, scene in zip(targets, shooting.scenes, strict=True):
        put_scene(target, scene)
    if not all(target.exists() for target in targets):
        command = [str(blender), "-m", "models.training.render.whole_table", str(folder), "--faces", str(faces)]
        subprocess.run(command, check=True, cwd=ROOT)
    pictures = [cv2.imread(str(target), cv2.IMREAD_COLOR) for target in targets]
    return [np.asarray(picture, np.uint8) for picture in pictures if picture is not None]


def put_scene(picture: Path, scene: Json) -> None:
    """Write a scene beside where its picture belongs; a picture of another scene goes, and is path-traced anew."""
    written, told = picture.with_suffix(".json"), json.dumps(scene)
    if not written.exists() or written.read_text(encoding="utf-8") != told:
        picture.unlink(missing_ok=True)
        written.write_text(told, encoding="utf-8")


if __name__ == "__main__":
    typer.run(main)
