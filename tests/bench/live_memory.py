"""Memory of `tableloupe serve` that watches a table of four at 1080p (design §8): python -m tests.bench.live_memory."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import cv2
import numpy as np

from tests.server.server_process import client_of, running

SERVE = "from server import serving; serving.serve(0, lan=False)"
TABLE = Path(__file__).parents[2] / "sample_images" / "tables" / "4-players.jpg"
SIZE = (1920, 1080)
FPS, SECONDS = 15, 12
MUST_MB, AIM_MB = 400, 250
SEATS = [{"name": "", "colour": colour} for colour in ("gray", "blue", "green", "orange")]


def film(path: Path) -> None:
    """The sample table at rest before a camera with noise."""
    picture = cv2.resize(cv2.imread(str(TABLE)), SIZE)
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), FPS, SIZE)
    noise = np.random.default_rng(1).normal(0, 2.5, (SIZE[1] + FPS, SIZE[0], 3)).astype(np.int16)
    for number in range(FPS * SECONDS):
        first = number % FPS
        writer.write(cv2.add(picture, noise[first : first + SIZE[1]], dtype=cv2.CV_8U))
    writer.release()


def peak_mb(folder: Path) -> float:
    """The most memory that the server ever held while it watched, its pictures looked at all the time."""
    video = folder / "table.mp4"
    film(video)
    with running(SERVE, folder) as (process, _, address), client_of(address) as client:
        game = client.post("/api/games", json={"game": "crystalla", "seats": SEATS, "dealing": "table"}).json()["id"]
        begun = client.post("/api/live", json={"game": game, "sources": [str(video)]})
        begun.raise_for_status()
        ends = time.monotonic() + SECONDS
        while time.monotonic() < ends:
            client.get("/api/live/picture.jpg").raise_for_status()
            time.sleep(0.3)
        status = Path(f"/proc/{process.pid}/status").read_text(encoding="utf-8")
    return int(status.split("VmHWM:")[1].split()[0]) / 1024


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        peak = peak_mb(Path(folder))
    verdict = "aim met" if peak <= AIM_MB else "must met" if peak <= MUST_MB else "MISSED"
    print(f"{'memory of serve, live at 1080p':<48} {peak:7.0f} MB (must {MUST_MB}, aim {AIM_MB}): {verdict}")


if __name__ == "__main__":
    main()
