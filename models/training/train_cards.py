"""Train the card network and the display network together on rendered crops.

python -m models.training.train_cards --data out/train --out out/cards.pt --steps 9000
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from models.training.data import shards
from models.training.dataset import SCENES_PER_DECK
from models.training.nets import CRYSTALS, CardNet, DisplayNet, grown
from models.training.relight import coarser, relit
from models.training.reprint import AS_PRINTED, new_press
from vision.crystalla.crop import CARD_PX, CROP_PX

DECKS = 2
"""In a step, each with all its photos: those of one deck lie beside each other in a shard."""
CARDS = 12
WRONG_COPY = 0.1
"""Share of the photos that are taught by another deck: players mix up their copies."""
RENAMED = 0.35
"""Share of the decks whose lessons call the crystals by each other's names, lest what the network knows of colours keep
it from learning by lessons (Yin et al., Meta-Learning without Memorization, 2020)."""
TELLABLE = 0.4
"""Share of a segment by which a person can tell its crystal."""
READABLE = 0.55
"""Share of a segment that must show for it to count as readable."""


class Reader(nn.Module):
    """Both networks, so that one state holds them."""

    def __init__(self) -> None:
        super().__init__()
        self.card, self.display = CardNet(), DisplayNet()

    def forward(self, crops: Tensor, real: Tensor, labels: Tensor, teachers: Tensor) -> tuple[Tensor, ...]:
        """`crops` (d, k, 3, 80, 80); `real` (d, 12) says which of the first 12 crops are cards.

        `labels` (d, 24, 7): what each display tells as a lesson, one-hot; `teachers` (d, l): the displays that are the
        lessons of each, -1 for none. Gives geometry, rotation, segments without lessons and with them, and masks.
        """
        displays, slots = crops.shape[:2]
        geometry, rotation, masks, features, _ = self.card.alone(crops.flatten(0, 1))
        tokens = self.card.tokens(masks, features)
        own = tokens.unflatten(0, (displays, slots))[:, :CARDS].flatten(1, 2)
        there = real.float().repeat_interleave(2, 1)
        alone = self.display(own, there, torch.zeros_like(labels))
        told = labels[teachers.clamp(0)] * (teachers >= 0).float()[..., None, None]
        photo = told.sum(-1) * torch.arange(2, 2 + teachers.shape[1])[:, None]
        taught = self.display(
            torch.cat([own, own[teachers.clamp(0)].flatten(1, 2)], 1),
            torch.cat([there, photo.flatten(1)], 1),
            torch.cat([torch.zeros_like(labels), told.flatten(1, 2)], 1),
        )[:, : 2 * CARDS]
        geometry, rotation = (one.unflatten(0, (displays, slots)) for one in (geometry, rotation))
        return geometry, rotation, alone, taught, masks


def batch(rng: np.random.Generator, found: list[dict[str, np.ndarray]]) -> dict[str, Tensor]:
    """All photos of random decks, some printed otherwise, each photo in a light of its own."""
    crops, labels, records = [], [], []
    for _ in range(DECKS):
        shard = found[int(rng.integers(len(found)))]
        first = SCENES_PER_DECK * int(rng.integers(len(shard["crops"]) // SCENES_PER_DECK))
        press = None if rng.random() < AS_PRINTED else new_press(rng)
        for index in range(first, first + SCENES_PER_DECK):
            own, record = _own(shard["labels"][index]), shard["records"][index]
            photo = coarser(rng, shard["crops"][index]).astype(np.float32) / 255
            crops.append(relit(rng, photo if press is None else press.printed(photo, own, record)))
            labels.append(own)
            records.append(record)
    crop, label, record = np.clip(np.stack(crops), 0, 1), np.stack(labels), np.stack(records)
    return {
        "crops": torch.from_numpy(crop.transpose(0, 1, 4, 2, 3)),
        "labels": torch.from_numpy(label.astype(np.int64)),
        **{
            name: torch.from_numpy(np.ascontiguousarray(record[name]).astype(_kind(name)))
            for name in record.dtype.names or ()
        },
    }


def teachers(rng: np.random.Generator) -> Tensor:
    """Which displays (d, 2) of a batch are each one's lessons: one or two others of its deck, or one of another."""
    out = np.full((DECKS * SCENES_PER_DECK, 2), -1)
    for index in range(len(out)):
        deck, photo = divmod(index, SCENES_PER_DECK)
        if rng.random() < WRONG_COPY:
            out[index, 0] = (index + SCENES_PER_DECK) % len(out)
            continue
        others = rng.permutation([other for other in range(SCENES_PER_DECK) if other != photo])
        others = others[: int(rng.integers(1, 3))] + deck * SCENES_PER_DECK
        out[index, : len(others)] = others
    return torch.from_numpy(out)


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


def other_deck(lessons: Tensor) -> Tensor:
    """Which displays (d,) of a batch are taught by a deck that is not theirs."""
    return lessons[:, 0] // SCENES_PER_DECK != torch.arange(len(lessons)) // SCENES_PER_DECK


def renaming(rng: np.random.Generator) -> Tensor:
    """What the lessons of each display (d, 7) call each crystal; one deck's displays agree."""
    names = [rng.permutation(CRYSTALS) if rng.random() < RENAMED else np.arange(CRYSTALS) for _ in range(DECKS)]
    return torch.from_numpy(np.repeat(names, SCENES_PER_DECK, axis=0))


def losses(outputs: tuple[Tensor, ...], data: dict[str, Tensor], names: Tensor) -> dict[str, Tensor]:
    """Every loss by name; only what can be seen is asked for, of a taught display by its deck's `names` (d, 7)."""
    geometry, rotation, segments, taught, masks = outputs
    kind = data["kind"]
    real, used = kind == 1, kind > 0
    sight = _pairs(data, "seen_large", "seen_small")
    cards = real[:, :CARDS].repeat_interleave(2, 1)
    seen = cards & (sight > TELLABLE)
    crystal, piece = _pairs(data, "large", "small"), _pairs(data, "piece_large", "piece_small")
    named = names.gather(1, crystal % CRYSTALS)
    turn = real & (data["seen_large"] + data["seen_small"] > 0.7)
    return {
        "crystal": F.cross_entropy(segments[seen][:, :7], crystal[seen]),
        "taught": F.cross_entropy(taught[seen][:, :7], named[seen]),
        "piece": F.binary_cross_entropy_with_logits(segments[seen][:, 7], piece[seen]),
        "readable": F.binary_cross_entropy_with_logits(segments[cards][:, 8], (sight[cards] > READABLE).float()),
        "rotation": F.cross_entropy(rotation[turn], data["rotation"][turn]),
        "card": F.binary_cross_entropy_with_logits(geometry[used][:, 0], real[used].float()),
        "offset": 8 * F.smooth_l1_loss(geometry[real][:, 1:], data["offset"][real].flatten(1), beta=0.02),
        "masks": F.cross_entropy(masks.unflatten(0, kind.shape)[used], data["labels"][used]),
    }


def _pairs(data: dict[str, Tensor], large: str, small: str) -> Tensor:
    """Two fields of the cards as one of their segments (d, 24)."""
    return torch.stack([data[large], data[small]], -1)[:, :CARDS].flatten(1)


def tellable(data: dict[str, Tensor]) -> Tensor:
    """One-hot (d, 24, 7) the crystals that a person could tell."""
    seen = (data["kind"][:, :CARDS] == 1).repeat_interleave(2, 1) & (
        _pairs(data, "seen_large", "seen_small") > TELLABLE
    )
    return F.one_hot(_pairs(data, "large", "small") % CRYSTALS, CRYSTALS).float() * seen[..., None]


WEIGHTS = {
    "crystal": 1.0,
    "taught": 1.0,
    "piece": 0.3,
    "readable": 0.2,
    "rotation": 1.0,
    "card": 0.5,
    "offset": 1.0,
    "masks": 0.5,
}


def accuracy(model: Reader, data: Path, limit: int = 120) -> str:
    """Shares right on a folder of validation scenes, for the log: segments by number of lessons, turns, cards."""
    model.eval()
    right, total = np.zeros(5), np.zeros(5)
    with torch.no_grad():
        for shard in shards(data):
            for start in range(0, min(limit, len(shard["crops"]) - SCENES_PER_DECK + 1), SCENES_PER_DECK):
                part = slice(start, start + SCENES_PER_DECK)
                record = shard["records"][part]
                known = {name: torch.from_numpy(record[name].astype(_kind(name))) for name in record.dtype.names or ()}
                crops = torch.from_numpy(shard["crops"][part].astype(np.float32) / 255).permute(0, 1, 4, 2, 3)
                real, used = known["kind"] == 1, known["kind"] > 0
                lessons = torch.tensor([[(index + 1) % SCENES_PER_DECK, -1] for index in range(SCENES_PER_DECK)])
                answers = model(crops, real[:, :CARDS], tellable(known), lessons)
                lessons[:, 1] = (lessons[:, 0] + 1) % SCENES_PER_DECK
                twice = model(crops, real[:, :CARDS], tellable(known), lessons)[3]
                seen = (_pairs(known, "seen_large", "seen_small") > READABLE) & real[:, :CARDS].repeat_interleave(2, 1)
                for index, segments in enumerate((answers[2], answers[3], twice)):
                    hit = segments[..., :CRYSTALS].argmax(-1) == _pairs(known, "large", "small")
                    right[index], total[index] = right[index] + (hit & seen).sum(), total[index] + seen.sum()
                right[3] += ((answers[1].argmax(-1) == known["rotation"]) & real).sum()
                right[4] += (((answers[0][..., 0] > 0) == real) & used).sum()
                total[3:] += (real.sum(), used.sum())
    model.train()
    return "segments {:.4f}, one lesson {:.4f}, two {:.4f}, turns {:.4f} cards {:.4f}".format(
        *(right / np.maximum(total, 1))
    )


def train(
    data: Path, checks: list[Path], out: Path, steps: int, threads: int, resume: Path | None, peak: float
) -> None:
    """Train for a number of steps with a falling learning rate; the seed is fixed."""
    torch.manual_seed(7)
    torch.set_num_threads(threads)
    rng = np.random.default_rng(7)
    model = Reader().to(memory_format=torch.channels_last)
    if resume:
        model.load_state_dict(grown(torch.load(resume), model.state_dict()))
    optimiser = torch.optim.AdamW(model.parameters(), peak, weight_decay=1e-3)
    began, means = time.time(), dict.fromkeys(WEIGHTS, 0.0)
    for step in range(1, steps + 1):
        rate = peak * min(1.0, step / 200 + 0.02) * (0.5 + 0.5 * np.cos(np.pi * step / steps)) + 1e-6
        for group in optimiser.param_groups:
            group["lr"] = rate
        data_batch = turned(rng, batch(rng, shards(data)))
        real = data_batch["kind"][:, :CARDS] == 1
        lessons, names = teachers(rng), renaming(rng)
        labels = tellable(data_batch).gather(2, names.argsort(1)[:, None].expand(-1, 2 * CARDS, -1))
        names[other_deck(lessons)] = torch.arange(CRYSTALS)
        outputs = model(data_batch["crops"].contiguous(), real, labels, lessons)
        parts = losses(outputs, data_batch, names)
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
