"""Film turns that nothing was tuned on, watch them, print the figures: python -m tests.live --scenes 25."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import cv2

sys.path.insert(0, str(Path(__file__).parent))

from report import report
from scenes import make_scene
from watch import Watcher, as_line

from vision.crystalla.reader import CrystallaReader
from vision.crystalla.table import TableReader


def main() -> None:
    """Watch the scenes whose results are not there yet, then report on all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=25, help="how many scenes (default: 25, about 200 turns)")
    parser.add_argument("--first", type=int, default=500, help="number of the first (default: 500)")
    parser.add_argument("--out", type=Path, default=Path("out/live/turns"), help="folder of the results")
    parser.add_argument("--told", default="nothing", choices=("nothing", "pawns", "all"), help="what need not be read")
    parser.add_argument("--photos", default="eval", choices=("eval", "train"), help="photographs that serve as tables")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    options.out.mkdir(parents=True, exist_ok=True)
    reader = None if options.told == "all" else _open_reader()
    for number in range(options.first, options.first + options.scenes):
        target = options.out / f"{number}.jsonl"
        if not target.exists():
            scene = make_scene(number, options.photos)
            lines = [
                json.dumps(as_line(told)) for told in Watcher(scene, reader, told_pawns=options.told == "pawns").acts()
            ]
            target.write_text("\n".join(lines) + "\n", encoding="utf-8")
            print(f"scene {number}: {len(lines)} turns", flush=True)
    print(report(sorted(options.out.glob("*.jsonl"))))


def _open_reader() -> TableReader:
    return TableReader(CrystallaReader())


if __name__ == "__main__":
    main()
