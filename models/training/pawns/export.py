"""Export the trained pawn network to ONNX with its colour names and its hash in `models/manifest.toml`.

python -m models.training.pawns.export --weights out/pawns/net.pt --version 2026-11-30
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch

from models.training.export import FromBytes, write_manifest, write_network
from models.training.pawns.net import CHANNELS, PawnMaps, PawnNet
from models.training.pawns.shades import NAMES
from vision.crystalla.pile_crop import PILE_PX

NAME = "crystalla-pawns"


def export_pawns(weights: Path) -> dict[str, object]:
    """Write `crystalla-pawns.onnx`; returns its manifest entry."""
    net = PawnNet()
    net.load_state_dict(torch.load(weights))
    examples = {"crops": torch.zeros(2, PILE_PX, PILE_PX, 3, dtype=torch.uint8)}
    axes = {"crops": {0: "n", 1: "h", 2: "w"}, "maps": {0: "n", 2: "rows", 3: "cols"}}
    return {
        "file": write_network(NAME, FromBytes(PawnMaps(net)), examples, axes),
        "input": f"crops uint8 (n, h, w, 3) BGR, h and w multiples of 24, piles {PILE_PX}",
        "output": f"maps float32 (n, {CHANNELS}, h/6, w/6): pawn heat, dx, dy, foot dx, dy, colour logits, "
        "hidden by pawn, by others, heats of large and small open pieces, cos, sin, dx, dy",
        "labels": list(NAMES),
    }


def main() -> None:
    """Command line of this module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--version", required=True, help="date of the weights, as 2026-11-30")
    arguments = parser.parse_args()
    write_manifest({NAME: export_pawns(arguments.weights)}, arguments.version)


if __name__ == "__main__":
    main()
