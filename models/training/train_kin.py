"""Train the network that tells a printing's cards from other things, on what a trained card network makes of crops.

    python -m models.training.train_kin --data out/train --cards out/cards.pt --out out/kin.pt

The card network stays as it is. It knows its training cards better than it will know others, so how sure it is of each
thing by itself is blurred while the comparison is learned.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from models.training.data import shards
from models.training.nets import CardNet, KinNet
from models.training.train_cards import Reader, batch

BATCHES = 900
"""Of two decks with three photos each."""
STEPS, PHOTOS, RATE = 3000, 16, 2e-3
CERTAINTIES = (0.2, 0.5, 1.0)
"""How much is left of the card network's log odds."""
BLUR = 1.5
"""Largest deviation of what is added to them."""
Photo = tuple[Tensor, Tensor, Tensor]
"""`kin` (s, 4, KIN), log odds (s,), and 1 for a card (s,), of the things in one photo."""


def photos(net: CardNet, data: Path, batches: int, rng: np.random.Generator) -> list[Photo]:
    """What the card network makes of random photos with at least two cards."""
    found = []
    with torch.no_grad():
        for _ in range(batches):
            drawn = batch(rng, shards(data))
            for crops, kind in zip(drawn["crops"], drawn["kind"], strict=True):
                if (kind == 1).sum() >= 2:
                    found.append(_photo(net, crops[kind > 0], (kind[kind > 0] == 1).float()))
    return found


def _photo(net: CardNet, crops: Tensor, cards: Tensor) -> Photo:
    seen = [net.alone(torch.rot90(crops, quarters, (-2, -1)).contiguous()) for quarters in range(4)]
    return torch.stack([one[4] for one in seen], 1), seen[0][0][:, 0], cards


def loss(net: KinNet, photo: Photo, rng: np.random.Generator) -> Tensor:
    """Of one photo whose things are less certain by themselves than the card network was."""
    kin, odds, cards = photo
    blur = torch.from_numpy(rng.normal(0, BLUR * rng.random(), len(odds)).astype(np.float32))
    return F.binary_cross_entropy_with_logits(net(kin, odds * float(rng.choice(CERTAINTIES)) + blur), cards)


def train(data: Path, cards: Path, out: Path, batches: int) -> None:
    """Train with a falling rate and a fixed seed."""
    torch.manual_seed(7)
    torch.set_num_threads(1)
    rng = np.random.default_rng(7)
    reader, net = Reader(), KinNet()
    reader.load_state_dict(torch.load(cards))
    seen = photos(reader.card.eval(), data, batches, rng)
    everything = torch.cat([kin for kin, _, _ in seen])
    net.mean, net.spread = everything.mean((0, 1)), everything.std((0, 1)) + 1e-2
    optimiser = torch.optim.AdamW(net.parameters(), RATE, weight_decay=1e-2)
    falling = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, STEPS)
    mean = 0.0
    for step in range(1, STEPS + 1):
        chosen = rng.integers(len(seen), size=PHOTOS)
        total = torch.stack([loss(net, seen[index], rng) for index in chosen]).mean()
        optimiser.zero_grad()
        total.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimiser.step()
        falling.step()
        mean += 0.02 * (float(total.detach()) - mean)
        if step % 300 == 0:
            print(f"{step} loss {mean:.4f} of {STEPS}", flush=True)
    torch.save(net.state_dict(), out)


def main() -> None:
    """Command line of this module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--cards", type=Path, required=True, help="state of models.training.train_cards")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--batches", type=int, default=BATCHES)
    arguments = parser.parse_args()
    train(arguments.data, arguments.cards, arguments.out, arguments.batches)


if __name__ == "__main__":
    main()
