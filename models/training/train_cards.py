"""Train the card network and the display network together on rendered crops.

python -m models.training.train_cards --data out/train --out out/cards.pt --steps 9000
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from models.training.data import shards
from models.training.nets import TOKEN, CardNet, DisplayNet
from vision.crystalla.crop import CARD_PX, CROP_PX

DISPLAYS = 5
CARDS = 12
READABLE = 0.55
"""Share of a segment that must show for it to count as readable."""
HEAVIEST = 0.92
"""Share of the light in the heaviest reflection through which a person still reads the print."""


class Reader(nn.Module):
    """Both networks, so that one state holds them."""

    def __init__(self) -> None:
        super().__init__()
        self.card, self.display = CardNet(), DisplayNet()

    def forward(self, crops: Tensor, real: Tensor) -> tuple[Tensor, ...]:
        """`crops` (d, k, 3, 80, 80); `real` (d, 12) says which of the first 12 crops are cards."""
        displays, slots = crops.shape[:2]
        geometry, rotation, tokens, masks = self.card(crops.flatten(0, 1))
        together = tokens.reshape(displays, slots, 2, TOKEN)[:, :CARDS].reshape(displays, 2 * CARDS, TOKEN)
        segments = self.display(together, real.float().repeat_interleave(2, 1))
        return geometry.unflatten(0, (displays, slots)), rotation.unflatten(0, (displays, slots)), segments, masks


def batch(rng: np.random.Generator, found: list[dict[str, np.ndarray]]) -> dict[str, Tensor]:
    """Random displays with colour jitter that is one for a whole display, each crop turned or mirrored."""
    crops, labels, records = [], [], []
    for _ in range(DISPLAYS):
        shard = found[int(rng.integers(len(found)))]
        index = int(rng.integers(len(shard["crops"])))
        crops.append(relit(rng, coarser(rng, shard["crops"][index]).astype(np.float32) / 255))
        labels.append(_own(shard["labels"][index]))
        records.append(shard["records"][index])
    crop, label, record = np.clip(np.stack(crops), 0, 1), np.stack(labels), np.stack(records)
    return {
        "crops": torch.from_numpy(crop.transpose(0, 1, 4, 2, 3)),
        "labels": torch.from_numpy(label.astype(np.int64)),
        **{
            name: torch.from_numpy(np.ascontiguousarray(record[name]).astype(_kind(name)))
            for name in record.dtype.names or ()
        },
    }


def coarser(rng: np.random.Generator, crops: np.ndarray) -> np.ndarray:
    """All crops (k, 80, 80, 3) of one display as a camera further off sees them, three displays in ten."""
    if rng.random() < 0.7:
        return crops
    side = int(rng.integers(28, 72))
    small = [cv2.resize(crop, (side, side), interpolation=cv2.INTER_AREA) for crop in crops]
    return np.stack([cv2.resize(crop, (CROP_PX, CROP_PX), interpolation=cv2.INTER_LINEAR) for crop in small])


def relit(rng: np.random.Generator, crops: np.ndarray) -> np.ndarray:
    """All crops (k, 80, 80, 3) of one display in another light: lamp, exposure, haze of a reflecting lamp, tone."""
    if rng.random() < 0.25:
        return crops
    warmth, tint = rng.normal(0.05, 0.25), rng.normal(0, 0.06)
    gains = np.exp([-1.1 * warmth, tint, 0.7 * warmth]) * 2 ** rng.normal(0, 0.3)
    out = np.clip(crops, 0, 1) ** rng.uniform(0.75, 1.35) * gains.astype(np.float32)
    if rng.random() < 0.5:
        share = veil(rng, len(crops))
        lamp = np.exp([-0.5 * warmth, 0.0, 0.3 * warmth]) * rng.uniform(0.6, 1.1)
        out = out * (1 - share) + share * lamp.astype(np.float32)
    grey = out.mean(-1, keepdims=True)
    out = grey + (out - grey) * rng.uniform(0.6, 1.3)
    return np.clip(out, 0, 1).astype(np.float32)


def veil(rng: np.random.Generator, count: int) -> np.ndarray:
    """Share (k, 80, 80, 1) of the light that is a reflection: each card lies a little otherwise and mirrors its own."""
    one = (count, 1, 1, 1)
    haze = rng.uniform(0, 0.55, one) if rng.random() < 0.6 else HEAVIEST * rng.uniform(0, 1, one) ** 0.7
    haze = haze * (rng.random(one) < 0.6)
    ramp = np.linspace(0, 1, CROP_PX)[:, None, None] if rng.random() < 0.5 else 1.0
    share = (haze * ramp * np.ones((1, CROP_PX, CROP_PX, 1))).astype(np.float32)
    return np.maximum(share, spots(rng, count)) if rng.random() < 0.4 else share


def spots(rng: np.random.Generator, count: int) -> np.ndarray:
    """Soft reflections (k, 80, 80, 1) on a few crops, none strong enough to drown the print for a person."""
    y, x = np.mgrid[:CROP_PX, :CROP_PX].astype(np.float32) / CROP_PX
    out = np.zeros((count, CROP_PX, CROP_PX, 1), np.float32)
    for index in np.flatnonzero(rng.random(count) < 0.3):
        (cx, cy), (rx, ry), turn = rng.uniform(0, 1, 2), rng.uniform(0.1, 0.7, 2), rng.uniform(0, np.pi)
        u = (x - cx) * np.cos(turn) + (y - cy) * np.sin(turn)
        v = (y - cy) * np.cos(turn) - (x - cx) * np.sin(turn)
        out[index, :, :, 0] = rng.uniform(0.2, HEAVIEST) * np.exp(-((u / rx) ** 2) - (v / ry) ** 2)
    return out


def _own(label: np.ndarray) -> np.ndarray:
    """The label maps (k, 20, 20) of the cards themselves: what shows of their neighbours is no segment of theirs."""
    own = np.zeros_like(label)
    margin = label.shape[-1] * (CROP_PX - CARD_PX) // (2 * CROP_PX)
    own[:, margin:-margin, margin:-margin] = label[:, margin:-margin, margin:-margin]
    return own


def _kind(name: str) -> type:
    return np.float32 if name.startswith(("seen", "piece", "offset")) else np.int64


def turned(rng: np.random.Generator, data: dict[str, Tensor]) -> dict[str, Tensor]:
    """The whole batch turned by quarters and perhaps mirrored, labels along."""
    turns, mirror = int(rng.integers(4)), rng.random() < 0.5
    out = dict(data)
    if mirror:
        out["crops"], out["labels"] = data["crops"].flip(-1), data["labels"].flip(-1)
        out["rotation"] = (3 - data["rotation"]) % 4
        flipped = data["offset"][:, :, [1, 0, 3, 2]]
        out["offset"] = torch.stack([-flipped[..., 0], flipped[..., 1]], -1)
    out["crops"] = torch.rot90(out["crops"], -turns, (-2, -1))
    out["labels"] = torch.rot90(out["labels"], -turns, (-2, -1))
    out["rotation"] = (out["rotation"] + turns) % 4
    offset = out["offset"]
    for _ in range(turns):
        offset = torch.stack([-offset[..., 1], offset[..., 0]], -1).roll(1, 2)
    out["offset"] = offset
    return out


def losses(outputs: tuple[Tensor, ...], data: dict[str, Tensor]) -> dict[str, Tensor]:
    """Every loss by name; only what can be seen is asked for."""
    geometry, rotation, segments, masks = outputs
    kind = data["kind"]
    real, used = kind == 1, kind > 0
    sight = torch.stack([data["seen_large"], data["seen_small"]], -1)[:, :CARDS].flatten(1)
    cards = real[:, :CARDS].repeat_interleave(2, 1)
    seen = cards & (sight > 0.4)
    crystal = torch.stack([data["large"], data["small"]], -1)[:, :CARDS].flatten(1)
    piece = torch.stack([data["piece_large"], data["piece_small"]], -1)[:, :CARDS].flatten(1)
    turn = real & (data["seen_large"] + data["seen_small"] > 0.7)
    return {
        "crystal": F.cross_entropy(segments[seen][:, :7], crystal[seen]),
        "piece": F.binary_cross_entropy_with_logits(segments[seen][:, 7], piece[seen]),
        "readable": F.binary_cross_entropy_with_logits(segments[cards][:, 8], (sight[cards] > READABLE).float()),
        "rotation": F.cross_entropy(rotation[turn], data["rotation"][turn]),
        "card": F.binary_cross_entropy_with_logits(geometry[used][:, 0], real[used].float()),
        "offset": 8 * F.smooth_l1_loss(geometry[real][:, 1:], data["offset"][real].flatten(1), beta=0.02),
        "masks": F.cross_entropy(masks.unflatten(0, kind.shape)[used], data["labels"][used]),
    }


WEIGHTS = {"crystal": 1.0, "piece": 0.3, "readable": 0.2, "rotation": 1.0, "card": 0.5, "offset": 1.0, "masks": 0.5}


def accuracy(model: Reader, data: Path, limit: int = 120) -> str:
    """Shares right on a folder of validation scenes, for the log."""
    model.eval()
    right, total = np.zeros(3), np.zeros(3)
    with torch.no_grad():
        for shard in shards(data):
            for start in range(0, min(limit, len(shard["crops"])), 10):
                record = shard["records"][start : start + 10]
                crops = torch.from_numpy(shard["crops"][start : start + 10].astype(np.float32) / 255).permute(
                    0, 1, 4, 2, 3
                )
                real = record["kind"] == 1
                geometry, rotation, segments, _ = model(crops, torch.from_numpy(real[:, :CARDS]))
                crystal = segments[..., :7].argmax(-1).reshape(-1, CARDS, 2).numpy()
                truth = np.stack([record["large"], record["small"]], -1)[:, :CARDS]
                sight = np.stack([record["seen_large"], record["seen_small"]], -1)[:, :CARDS]
                mask = (sight > READABLE) & real[:, :CARDS, None]
                right[0] += ((crystal == truth) & mask).sum()
                total[0] += mask.sum()
                right[1] += ((rotation.argmax(-1).numpy() == record["rotation"]) & real).sum()
                total[1] += real.sum()
                used = record["kind"] > 0
                right[2] += (((geometry[..., 0].numpy() > 0) == real) & used).sum()
                total[2] += used.sum()
    model.train()
    return "segments {:.4f} rotations {:.4f} cards {:.4f}".format(*(right / np.maximum(total, 1)))


def train(
    data: Path, checks: list[Path], out: Path, steps: int, threads: int, resume: Path | None, peak: float
) -> None:
    """Train for a number of steps with a falling learning rate; the seed is fixed."""
    torch.manual_seed(7)
    torch.set_num_threads(threads)
    rng = np.random.default_rng(7)
    model = Reader().to(memory_format=torch.channels_last)
    if resume:
        model.load_state_dict(torch.load(resume))
    optimiser = torch.optim.AdamW(model.parameters(), peak, weight_decay=1e-3)
    began, means = time.time(), dict.fromkeys(WEIGHTS, 0.0)
    for step in range(1, steps + 1):
        rate = peak * min(1.0, step / 200 + 0.02) * (0.5 + 0.5 * np.cos(np.pi * step / steps)) + 1e-6
        for group in optimiser.param_groups:
            group["lr"] = rate
        data_batch = turned(rng, batch(rng, shards(data)))
        real = data_batch["kind"][:, :CARDS] == 1
        outputs = model(data_batch["crops"].contiguous(), real)
        parts = losses(outputs, data_batch)
        total = torch.stack([WEIGHTS[name] * value for name, value in parts.items() if torch.isfinite(value)]).sum()
        optimiser.zero_grad()
        total.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 3.0)
        optimiser.step()
        for name, value in parts.items():  # a batch without a single card has nothing to say of crystals
            means[name] += 0.02 * (float(value.detach()) - means[name]) if torch.isfinite(value) else 0.0
        if step % 50 == 0:
            line = " ".join(f"{name} {value:.3f}" for name, value in means.items())
            print(f"{step} {line} {(time.time() - began) / step:.2f} s/step of {steps}", flush=True)
        if step % 500 == 0 or step == 100:
            torch.save(model.state_dict(), out)
            for folder in checks:
                if list(folder.glob("*/done")):
                    print(f"  {folder}: {accuracy(model, folder)}", flush=True)
    torch.save(model.state_dict(), out)


def main() -> None:
    """Command line of this module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--check", type=Path, action="append", default=[])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=9000)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--resume", type=Path)
    parser.add_argument("--rate", type=float, default=2e-3, help="highest learning rate")
    arguments = parser.parse_args()
    train(
        arguments.data,
        arguments.check,
        arguments.out,
        arguments.steps,
        arguments.threads,
        arguments.resume,
        arguments.rate,
    )


if __name__ == "__main__":
    main()
