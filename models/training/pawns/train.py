"""Train the pawn network on rendered crops.

python -m models.training.pawns.train --data out/pawns --out out/pawns/net.pt --steps 2000
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor
from torch.nn import functional as F
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from models.training.pawns import net as layout
from models.training.pawns.net import PawnNet
from vision.crystalla.pile_crop import PILE_PX, STRIDE

Array = npt.NDArray[Any]
CELLS = PILE_PX // STRIDE
BATCH = 32
KEPT = 0.996
"""Share of the running mean of the weights that one step leaves; the mean is what is saved."""
HIDDEN, SHOWN = 0.12, 0.4
"""A pawn of which less than the first is seen is none to the network; below the second it may say what it likes."""
PAWN_SIGMA, PIECE_SIGMA = 0.9, 1.5
WEIGHT, PIECE_WEIGHT = layout.CHANNELS, layout.CHANNELS + 1
"""Extra target maps: where regressions count."""
HEAT_WEIGHT = layout.CHANNELS + 2
COLOUR_INDEX = layout.CHANNELS + 3
TARGETS = layout.CHANNELS + 4


def encode(pawns: Array, pieces: Array, cover: Array) -> npt.NDArray[np.float32]:
    """Target maps (TARGETS, CELLS, CELLS) of one crop."""
    out = np.zeros((TARGETS, CELLS, CELLS), np.float32)
    out[HEAT_WEIGHT] = 1.0
    y, x = np.mgrid[:CELLS, :CELLS].astype(np.float32) + 0.5
    nearest = np.full((CELLS, CELLS), np.inf, np.float32)
    for px, py, fx, fy, colour, shown in pawns[pawns[:, 4] >= 0]:
        px, py, fx, fy = (value / STRIDE for value in (px, py, fx, fy))
        distance = np.hypot(x - px, y - py)
        if shown < SHOWN:
            if shown > HIDDEN:
                out[HEAT_WEIGHT][distance < 2.5] = 0.0
            continue
        _heat(out[layout.HEAT], px, py, distance, PAWN_SIGMA)
        near = (distance < 1.6) & (distance < nearest)
        nearest[near] = distance[near]
        values = (px - x[near], py - y[near], fx - x[near], fy - y[near])
        for channel, value in enumerate(values, start=layout.SHIFT.start):
            out[channel][near] = value
        out[COLOUR_INDEX][near], out[WEIGHT][near] = colour, 1.0
    out[HEAT_WEIGHT][out[layout.HEAT] > 0.999] = 1.0
    out[layout.COVER] = cover == 1, cover == 2
    _encode_pieces(out, pieces, x, y)
    return out


def _encode_pieces(out: Array, pieces: Array, x: Array, y: Array) -> None:
    for px, py, segment, cos, sin in pieces[pieces[:, 2] >= 0]:
        px, py = px / STRIDE, py / STRIDE
        distance = np.hypot(x - px, y - py)
        _heat(out[layout.PIECES.start + int(segment)], px, py, distance, PIECE_SIGMA)
        near = distance < 2.5
        out[layout.TURN.start][near], out[layout.TURN.start + 1][near] = cos, sin
        out[layout.PIECE_SHIFT.start][near] = px - x[near]
        out[layout.PIECE_SHIFT.start + 1][near] = py - y[near]
        out[PIECE_WEIGHT][near] = 1.0


def _heat(target: Array, px: float, py: float, distance: Array, sigma: float) -> None:
    np.maximum(target, np.exp(-((distance / sigma) ** 2) / 2), out=target)
    if 0 <= px < CELLS and 0 <= py < CELLS:
        target[int(py), int(px)] = 1.0


def sample(rng: np.random.Generator, data: dict[str, Array]) -> tuple[Array, Array]:
    """One crop (3, PILE_PX, PILE_PX), uint8, as it is or mirrored, and its targets."""
    index = int(rng.integers(len(data["crops"])))
    crop = data["crops"][index]
    pawns, pieces, cover = data["pawns"][index].copy(), data["pieces"][index].copy(), data["covers"][index]
    if rng.random() < 0.5:
        crop, cover = crop[:, ::-1], cover[:, ::-1]
        pawns[:, [0, 2]] = PILE_PX - pawns[:, [0, 2]]
        pieces = _mirrored(pieces)
    return np.ascontiguousarray(crop.transpose(2, 0, 1)), encode(pawns, pieces, cover)


def lit(crops: Tensor) -> Tensor:
    """Crops (n, 3, h, w), uint8, in 0..1 under another lamp each, some of them with noise."""
    count = len(crops)
    gains = (0.88 + 0.24 * torch.rand(count, 3, 1, 1)) * (0.7 + 0.55 * torch.rand(count, 1, 1, 1))
    grain = 0.03 * torch.rand(count, 1, 1, 1) * (torch.rand(count, 1, 1, 1) < 0.25)
    return (crops / 255 * gains + grain * torch.randn(crops.shape)).clamp(0, 1)


def _mirrored(pieces: Array) -> Array:
    """A segment's shape is its own mirror image about the diagonal: the x axis becomes the turned-back y axis.

    Mirrored in the picture, the square's axes (a, b) become (a', b') of the other hand; swapping them along the
    diagonal from bottom left to top right, as (-b', -a'), gives a square of the right hand with the same segment.
    """
    out = pieces.copy()
    cos, sin = pieces[:, 3], pieces[:, 4]
    # b is a turned a quarter clockwise: (-sin, cos); mirrored it is (sin, cos), and the new x axis its opposite.
    out[:, 3], out[:, 4] = -sin, -cos
    out[:, 0] = PILE_PX - out[:, 0]
    out[pieces[:, 2] < 0] = -1
    return out


def loss_of(maps: Tensor, target: Tensor) -> tuple[Tensor, ...]:
    """Heats of pawns, their colours, their places, covers, heats of pieces, their turns and places."""
    weight = target[:, WEIGHT : WEIGHT + 1]
    piece_weight = target[:, PIECE_WEIGHT : PIECE_WEIGHT + 1]
    heat = _focal(maps[:, :1], target[:, :1], target[:, HEAT_WEIGHT : HEAT_WEIGHT + 1])
    colour = F.cross_entropy(maps[:, layout.COLOUR], target[:, COLOUR_INDEX].long(), reduction="none")
    colour = (colour * weight[:, 0]).sum() / weight.sum().clamp(min=1)
    places = slice(layout.SHIFT.start, layout.FOOT.stop)
    place = _regress(maps[:, places], target[:, places], weight)
    cover = F.binary_cross_entropy_with_logits(maps[:, layout.COVER], target[:, layout.COVER])
    pieces = _focal(maps[:, layout.PIECES], target[:, layout.PIECES], torch.ones_like(weight))
    turns = slice(layout.TURN.start, layout.PIECE_SHIFT.stop)
    turn = _regress(maps[:, turns], target[:, turns], piece_weight)
    return heat, colour, place, cover, pieces, turn


def _focal(logits: Tensor, wanted: Tensor, weight: Tensor) -> Tensor:
    """Focal loss of heat maps (Zhou et al., Objects as Points, 2019)."""
    p = logits.sigmoid().clamp(1e-5, 1 - 1e-5)
    peak = (wanted > 0.999).float()
    focal = peak * (1 - p) ** 2 * p.log() + (1 - peak) * (1 - wanted) ** 4 * p**2 * (1 - p).log()
    return -(focal * weight).sum() / peak.sum().clamp(min=1)


def _regress(found: Tensor, wanted: Tensor, weight: Tensor) -> Tensor:
    error = F.smooth_l1_loss(found, wanted, reduction="none", beta=0.2) * weight
    return error.sum() / weight.sum().clamp(min=1)


SHARES = (2.0, 0.7, 0.5, 1.0, 0.7, 0.7)


def load(data: Path) -> dict[str, Array]:
    """All rendered training crops under a folder; raises FileNotFoundError when there are none."""
    files = sorted(data.glob("train-*.npz"))
    if not files:
        raise FileNotFoundError(f"no train-*.npz under {str(data)!r}: run models.training.pawns.dataset first")
    parts = [dict(np.load(file)) for file in files if ".half" not in file.name]
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def train(data: Path, out: Path, steps: int, threads: int, resume: Path | None, peak: float) -> None:
    """Train for a number of steps with a falling learning rate; the seed is fixed."""
    torch.manual_seed(7)
    torch.set_num_threads(threads)
    rng = np.random.default_rng(7 if resume is None else steps)
    crops = load(data)
    net = PawnNet().to(memory_format=torch.channels_last)
    if resume:
        net.load_state_dict(torch.load(resume))
    print("parameters", sum(p.numel() for p in net.parameters()), "crops", len(crops["crops"]), flush=True)
    mean_net = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(KEPT), use_buffers=True)
    optimiser = torch.optim.AdamW(net.parameters(), peak, weight_decay=1e-4)
    began, means = time.time(), np.zeros(len(SHARES))
    for step in range(1, steps + 1):
        rate = peak * min(1.0, step / 100 + 0.02) * (0.5 + 0.5 * np.cos(np.pi * step / steps)) + 1e-6
        for group in optimiser.param_groups:
            group["lr"] = rate
        batch = [sample(rng, crops) for _ in range(BATCH)]
        picture = lit(torch.from_numpy(np.stack([b[0] for b in batch]))).to(memory_format=torch.channels_last)
        with torch.autocast("cpu", torch.bfloat16):
            maps = net(picture)
        losses = loss_of(maps.float(), torch.from_numpy(np.stack([b[1] for b in batch])))
        optimiser.zero_grad()
        torch.stack([share * loss for share, loss in zip(SHARES, losses, strict=True)]).sum().backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        mean_net.update_parameters(net)
        means = means + (np.array([loss.item() for loss in losses]) - means) * max(0.02, 1 / step)
        if step % 50 == 0:
            spent = (time.time() - began) / step
            print(f"{step}/{steps} {np.round(means, 3)} {spent:.2f} s/step", flush=True)
            torch.save(mean_net.module.state_dict(), out)
    torch.save(mean_net.module.state_dict(), out)


def main() -> None:
    """Command line of this module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--resume", type=Path)
    parser.add_argument("--rate", type=float, default=3e-3, help="highest learning rate")
    arguments = parser.parse_args()
    train(arguments.data, arguments.out, arguments.steps, arguments.threads, arguments.resume, arguments.rate)


if __name__ == "__main__":
    main()
