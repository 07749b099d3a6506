"""Train the locator on rendered scenes.

python -m models.training.train_locate --data out/train --out out/locate.pt --steps 5000
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F

from models.training.data import shards
from models.training.nets import Locator
from models.training.targets import CHANNELS, encode

WINDOW = 384
BATCH = 5


def sample(rng: np.random.Generator, shard: dict[str, np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """One augmented window: picture (3, WINDOW, WINDOW) in 0..1 and its target maps."""
    index = int(rng.integers(len(shard["pictures"])))
    x0 = int(rng.integers(shard["pictures"].shape[2] - WINDOW + 1))
    picture = shard["pictures"][index, :, x0 : x0 + WINDOW].astype(np.float32) / 255
    quads = shard["quads"][index] - (x0, 0)
    for _ in range(int(rng.integers(4))):
        picture = np.rot90(picture)
        quads = np.stack([quads[..., 1], WINDOW - quads[..., 0]], -1)
    if rng.random() < 0.5:
        picture = picture[:, ::-1]
        quads = np.stack([WINDOW - quads[..., 0], quads[..., 1]], -1)[:, ::-1]
    picture = np.clip(picture * rng.uniform(0.8, 1.2, 3) ** rng.uniform(0, 1), 0, 1).astype(np.float32)
    kinds = shard["kinds"][index] * (np.abs(quads.mean(1) - WINDOW / 2) < WINDOW / 2 + 8).all(1)
    return picture.transpose(2, 0, 1), encode(quads.astype(np.float32), kinds, WINDOW, WINDOW)


def loss_of(maps: Tensor, target: Tensor) -> tuple[Tensor, Tensor]:
    """Focal loss of the heats (Zhou et al., Objects as Points, 2019) and L1 of the regressions."""
    heat, wanted = maps[:, :2], target[:, :2]
    p = heat.sigmoid().clamp(1e-5, 1 - 1e-5)
    peak = (wanted > 0.999).float()
    focal = -(peak * (1 - p) ** 2 * p.log() + (1 - peak) * (1 - wanted) ** 4 * p**2 * (1 - p).log())
    weight = target[:, CHANNELS : CHANNELS + 1]
    error = F.smooth_l1_loss(maps[:, 2:], target[:, 2:CHANNELS], reduction="none", beta=0.1) * weight
    return focal.sum() / peak.sum().clamp(min=1), error.sum() / weight.sum().clamp(min=1)


def train(data: Path, out: Path, steps: int, threads: int, resume: Path | None, peak: float) -> None:
    """Train for a number of steps with one-cycle learning rate; the seed is fixed."""
    torch.manual_seed(5)
    torch.set_num_threads(threads)
    rng = np.random.default_rng(5)
    net = Locator().to(memory_format=torch.channels_last)
    if resume:
        net.load_state_dict(torch.load(resume))
    print("parameters", sum(p.numel() for p in net.parameters()), flush=True)
    optimiser = torch.optim.AdamW(net.parameters(), peak, weight_decay=1e-4)
    began, means = time.time(), np.zeros(2)
    for step in range(1, steps + 1):
        rate = peak * min(1.0, step / 150 + 0.02) * (0.5 + 0.5 * np.cos(np.pi * step / steps)) + 1e-6
        for group in optimiser.param_groups:
            group["lr"] = rate
        found = shards(data)
        batch = [sample(rng, found[int(rng.integers(len(found)))]) for _ in range(BATCH)]
        picture = torch.from_numpy(np.stack([b[0] for b in batch])).to(memory_format=torch.channels_last)
        heat, error = loss_of(net(picture), torch.from_numpy(np.stack([b[1] for b in batch])))
        optimiser.zero_grad()
        (heat + 2 * error).backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        means = 0.98 * means + 0.02 * np.array([heat.item(), error.item()])
        if step % 50 == 0:
            rate_s = (time.time() - began) / step
            print(f"{step} heat {means[0]:.3f} regress {means[1]:.4f} {rate_s:.2f} s/step of {steps}", flush=True)
            torch.save(net.state_dict(), out)
    torch.save(net.state_dict(), out)


def main() -> None:
    """Command line of this module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=5000)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--resume", type=Path)
    parser.add_argument("--rate", type=float, default=3e-3, help="highest learning rate")
    arguments = parser.parse_args()
    train(arguments.data, arguments.out, arguments.steps, arguments.threads, arguments.resume, arguments.rate)


if __name__ == "__main__":
    main()
