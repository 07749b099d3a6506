"""Export trained weights to ONNX with labels and hashes in `models/manifest.toml`.

python -m models.training.export --locate out/locate.pt --cards out/cards.pt --kin out/kin.pt
"""

from __future__ import annotations

import argparse
import hashlib
import tomllib
from pathlib import Path

import torch
from torch import Tensor, nn

from models.training.nets import CRYSTALS, KIN, TOKEN, CardNet, DisplayNet, KinNet, Locator
from models.training.train_cards import Reader
from rules.crystalla.vocabulary import Crystal
from vision.crystalla.common_cut import CUT_PX
from vision.crystalla.crop import CROP_PX

MODELS = Path(__file__).resolve().parents[1]
OPSET = 18
CALIBRATION = {
    "crystal_temperature": 1.0,
    "rotation_temperature": 1.0,
    "crystal_sure": 0.9,
    "taught_sure": 0.9,
    "taught_temperature": 1.0,
    "rotation_sure": 0.9,
    "readable_above": 0.3,
    "readable_sure": 0.6,
    "guess_above": 0.3,
}
"""Used until `models.training.calibrate` has chosen better ones on validation data."""


class FromBytes(nn.Module):
    """A network that takes BGR bytes (n, h, w, 3), as OpenCV gives them."""

    def __init__(self, net: nn.Module) -> None:
        super().__init__()
        self.net = net

    def forward(self, picture: Tensor, *further: Tensor) -> Tensor | tuple[Tensor, ...]:
        return self.net(picture.permute(0, 3, 1, 2).float() / 255, *further)


class Heats(nn.Module):
    """The locator with its two heat maps as probabilities."""

    def __init__(self, net: Locator) -> None:
        super().__init__()
        self.net = net

    def forward(self, picture: Tensor) -> Tensor:
        maps = self.net(picture)
        return torch.cat([maps[:, :2].sigmoid(), maps[:, 2:]], 1)


def write_network(name: str, net: nn.Module, examples: dict[str, Tensor], axes: dict[str, dict[int, str]]) -> str:
    """Write `name`.onnx; returns the file's name.

    `examples` are the inputs; `axes` name what varies of the inputs and, in the order in which the network gives them,
    of the outputs.
    """
    path = MODELS / f"{name}.onnx"
    torch.onnx.export(
        net.eval(),
        tuple(examples.values()),
        path,
        dynamo=False,
        input_names=list(examples),
        output_names=[axis for axis in axes if axis not in examples],
        opset_version=OPSET,
        dynamic_axes=axes,
    )
    return path.name


def export_locator(weights: Path) -> dict[str, object]:
    """Write `crystalla-locate.onnx`; returns its manifest entry."""
    net = Locator()
    net.load_state_dict(torch.load(weights))
    examples = {"picture": torch.zeros(1, 384, 512, 3, dtype=torch.uint8)}
    axes = {"picture": {1: "h", 2: "w"}, "maps": {2: "rows", 3: "cols"}}
    return {
        "file": write_network("crystalla-locate", FromBytes(Heats(net)), examples, axes),
        "input": "picture uint8 (1, h, w, 3) BGR, h and w multiples of 32, long side 512",
        "output": "maps float32 (1, 9, h/8, w/8): heat card, heat tableau mark, dx, dy, cos4, sin4, log radius, squash",
    }


def export_cards(weights: Path) -> dict[str, dict[str, object]]:
    """Write `crystalla-cards.onnx` and `crystalla-display.onnx`; returns their manifest entries."""
    both = Reader()
    both.load_state_dict(torch.load(weights))
    return {"crystalla-cards": _export_card(both.card), "crystalla-display": _export_display(both.display)}


def _export_card(net: CardNet) -> dict[str, object]:
    examples = {
        "crops": torch.zeros(2, CROP_PX, CROP_PX, 3, dtype=torch.uint8),
        "cut": torch.zeros(2, 3, CUT_PX, CUT_PX),
        "trust": torch.zeros(2),
    }
    axes = {name: {0: "n"} for name in (*examples, "geometry", "rotation", "tokens", "masks", "kin")}
    return {
        "file": write_network("crystalla-cards", FromBytes(net), examples, axes),
        "input": f"crops uint8 (n, {CROP_PX}, {CROP_PX}, 3) BGR, cut float32 (n, 3, {CUT_PX}, {CUT_PX}) logits, "
        "trust float32 (n)",
        "output": f"geometry (n, 9), rotation (n, 4) logits, tokens (n, 2, {TOKEN}), "
        f"masks (n, 3, {CUT_PX}, {CUT_PX}) logits, kin (n, {KIN})",
    }


def _export_display(net: DisplayNet) -> dict[str, object]:
    examples = {
        "tokens": torch.zeros(1, 48, TOKEN),
        "photo": torch.ones(1, 48),
        "labels": torch.zeros(1, 48, CRYSTALS),
    }
    axes = {name: {1: "segments"} for name in (*examples, "segments")}
    return {
        "file": write_network("crystalla-display", net, examples, axes),
        "input": f"tokens float32 (1, n, {TOKEN}), photo float32 (1, n), labels float32 (1, n, {CRYSTALS})",
        "output": "segments float32 (1, n, 9): seven crystal logits, piece logit, readable logit",
        "labels": [crystal.value for crystal in Crystal],
    }


def export_kin(weights: Path) -> dict[str, object]:
    """Write `crystalla-kin.onnx`; returns its manifest entry."""
    net = KinNet()
    net.load_state_dict(torch.load(weights))
    examples = {"kin": torch.zeros(12, 4, KIN), "odds": torch.zeros(12)}
    axes = {name: {0: "n"} for name in (*examples, "together")}
    return {
        "file": write_network("crystalla-kin", net, examples, axes),
        "input": f"kin float32 (n, 4, {KIN}), odds float32 (n) that each is a card by itself",
        "output": "together float32 (n): log odds beside the others",
    }


def write_manifest(entries: dict[str, dict[str, object]], version: str) -> None:
    """Merge entries into `manifest.toml`, their hashes fresh, calibration kept where there is one."""
    path = MODELS / "manifest.toml"
    old = tomllib.loads(path.read_text())["model"] if path.exists() else {}
    merged = {**old, **{name: {**old.get(name, {}), **entry} for name, entry in entries.items()}}
    lines = ["# Written by models.training.export and models.training.calibrate."]
    for name, entry in sorted(merged.items()):
        if name in entries:
            entry["sha256"] = hashlib.sha256((MODELS / str(entry["file"])).read_bytes()).hexdigest()
            entry["version"] = version
        calibration = entry.pop("calibration", CALIBRATION if name == "crystalla-display" else {})
        lines += ["", f"[model.{name}]", *(f"{key} = {_toml(value)}" for key, value in sorted(entry.items()))]
        if calibration:
            lines += [f"[model.{name}.calibration]", *(f"{k} = {_toml(v)}" for k, v in sorted(calibration.items()))]
    path.write_text("\n".join(lines) + "\n")


def _toml(value: object) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(_toml(item) for item in value) + "]"
    return f'"{value}"' if isinstance(value, str) else repr(value)


def main() -> None:
    """Command line of this module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--locate", type=Path)
    parser.add_argument("--cards", type=Path)
    parser.add_argument("--kin", type=Path)
    parser.add_argument("--version", required=True, help="date of the weights, as 2026-11-30")
    arguments = parser.parse_args()
    entries: dict[str, dict[str, object]] = {}
    if arguments.locate:
        entries["crystalla-locate"] = export_locator(arguments.locate)
    if arguments.cards:
        entries.update(export_cards(arguments.cards))
    if arguments.kin:
        entries["crystalla-kin"] = export_kin(arguments.kin)
    write_manifest(entries, arguments.version)


if __name__ == "__main__":
    main()
