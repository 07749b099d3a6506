"""Take the committed networks apart again, so that training can go on from them where the states are gone.

    python -m models.training.restore --data out/train --locate out/locate.pt --cards out/cards.pt

An export folds each batch norm into its convolution. Here it is unfolded: pictures of the training set show what the
convolution gives, and the norm is set so that both together give what the folded one gave.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from models.training.data import shards
from models.training.export import MODELS
from models.training.nets import CRYSTALS, TOKEN, Locator
from models.training.train_cards import Reader, batch
from vision.crystalla.common_cut import CUT_PX
from vision.onnx import read_manifest

BATCHES = 12
Weights = tuple[np.ndarray, np.ndarray | None]


def layers_of(path: Path) -> tuple[list[Weights], dict[str, np.ndarray]]:
    """Convolutions and products in the order in which the graph runs them, and what else kept its name."""
    graph = onnx.load(str(path)).graph
    tensors = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    layers: dict[str, Weights] = {}
    for node in graph.node:
        known = [name for name in node.input if name in tensors]
        if node.op_type in ("Conv", "Gemm") and known:
            layers[known[0]] = (tensors[known[0]], tensors[known[1]] if len(known) > 1 else None)
        elif node.op_type == "MatMul" and known:
            layers[known[0]] = (tensors[known[0]].T, None)
    return list(layers.values()), {name.removeprefix("net."): value for name, value in tensors.items()}


def run_order(net: nn.Module, *inputs: Tensor) -> list[nn.Conv2d | nn.Linear]:
    """The network's convolutions and products in the order in which they run first."""
    seen: dict[nn.Module, None] = {}
    parts = [part for part in net.modules() if isinstance(part, nn.Conv2d | nn.Linear)]
    hooks = [part.register_forward_hook(lambda part, *_: seen.setdefault(part)) for part in parts]
    with torch.no_grad():
        net(*inputs)
    for hook in hooks:
        hook.remove()
    return [part for part in seen if isinstance(part, nn.Conv2d | nn.Linear)]


def norms_of(net: nn.Module) -> dict[nn.Module, nn.BatchNorm2d]:
    """The batch norm behind each convolution that has one."""
    rows = [list(part) for part in net.modules() if isinstance(part, nn.Sequential)]
    pairs = (pair for row in rows for pair in pairwise(row))
    return {first: second for first, second in pairs if isinstance(second, nn.BatchNorm2d)}


def load(net: nn.Module, path: Path, *inputs: Tensor) -> None:
    """Fill a network from its export; each batch norm only adds what the folded convolution added.

    Raises ValueError when the export is of another network.
    """
    layers, named = layers_of(path)
    order, norms = run_order(net.eval(), *inputs), norms_of(net)
    if len(layers) != len(order):
        raise ValueError(f"{path.name} has {len(layers)} layers, the network {len(order)}")
    with torch.no_grad():
        for name, value in net.state_dict().items():
            if name in named:
                value.copy_(torch.from_numpy(named[name].copy()))
        for part, (weight, bias) in zip(order, layers, strict=True):
            part.weight.copy_(torch.from_numpy(weight.copy()))
            keeper = norms.get(part, part)
            if bias is not None:
                keeper.bias.copy_(torch.from_numpy(bias.copy()))
            if isinstance(keeper, nn.BatchNorm2d):
                keeper.running_var.fill_(1 - keeper.eps)


def unfold(net: nn.Module, batches: Iterator[tuple[Tensor, ...]]) -> None:
    """Give every batch norm the mean and variance that it meets, and undo them by its weight and bias."""
    norms = list(norms_of(net).values())
    sums = {norm: torch.zeros(3, norm.num_features, dtype=torch.float64) for norm in norms}

    def note(norm: nn.BatchNorm2d, inputs: tuple[Tensor, ...], _: Tensor) -> None:
        values = inputs[0].transpose(0, 1).flatten(1)
        total = sums[norm]
        total[0], total[1], total[2] = (
            total[0] + values.sum(1),
            total[1] + (values**2).sum(1),
            total[2] + len(values[0]),
        )

    hooks = [norm.register_forward_hook(note) for norm in norms]
    with torch.no_grad():
        for inputs in batches:
            net.eval()(*inputs)
    for hook in hooks:
        hook.remove()
    for norm in norms:
        first, second, count = sums[norm]
        mean = (first / count).float()
        variance = (second / count - (first / count) ** 2).clamp(min=1e-5).float()
        norm.bias.data += mean
        norm.weight.data = torch.sqrt(variance + norm.eps)
        norm.running_mean, norm.running_var = mean, variance


def restore_cards(data: Path, out: Path) -> None:
    """Write the state of the card and display networks; how far a lesson reaches begins anew, its export is folded."""
    facts = read_manifest()
    both, rng = Reader(), np.random.default_rng(1)
    load(both.card, MODELS / facts["crystalla-cards"].file, *_alone(torch.zeros(1, 3, 80, 80)))
    some = (torch.zeros(1, 48, TOKEN), torch.ones(1, 48), torch.zeros(1, 48, CRYSTALS))
    load(both.display, MODELS / facts["crystalla-display"].file, *some)
    crops = (batch(rng, shards(data))["crops"].flatten(0, 1).contiguous() for _ in range(BATCHES))
    unfold(both.card, (_alone(crop) for crop in crops))
    torch.save(both.state_dict(), out)


def _alone(crops: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """The card network's inputs for crops whose cut is not known otherwise."""
    return crops, torch.zeros(len(crops), 3, CUT_PX, CUT_PX), torch.zeros(len(crops))


def restore_locator(data: Path, out: Path) -> None:
    """Write the state of the locator."""
    net, rng = Locator(), np.random.default_rng(1)
    load(net, MODELS / read_manifest()["crystalla-locate"].file, torch.zeros(1, 3, 96, 96))
    pictures = (shard["pictures"][rng.choice(len(shard["pictures"]), 8)] for shard in shards(data)[:BATCHES])
    tensors = (torch.from_numpy(picture).permute(0, 3, 1, 2).float() / 255 for picture in pictures)
    unfold(net, ((tensor,) for tensor in tensors))
    torch.save(net.state_dict(), out)


def main() -> None:
    """Command line of this module."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--locate", type=Path)
    parser.add_argument("--cards", type=Path)
    arguments = parser.parse_args()
    if arguments.locate:
        restore_locator(arguments.data, arguments.locate)
    if arguments.cards:
        restore_cards(arguments.data, arguments.cards)


if __name__ == "__main__":
    main()
