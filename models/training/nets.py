"""The three small networks: where cards lie, what a card shows, what the whole display says of its colours."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from models.training.targets import CHANNELS

CRYSTALS = 7

TOKEN = 96
KIN = 96 + 64
"""Numbers by which cards of one printing know each other."""
WIDTH = 64
"""Of the display network's attention."""
REACH = 8.0
"""Logits that a segment gets from a taught one that is the same, before training finds a better number."""
HEADS = 4
"""Places that a segment's token looks at in particular."""


class Conv(nn.Sequential):
    """Convolution, batch norm, ReLU."""

    def __init__(self, inputs: int, outputs: int, kernel: int = 3, stride: int = 1) -> None:
        super().__init__(
            nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(True)
        )


class Residual(nn.Module):
    """Two convolutions around a shortcut."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            Conv(channels, channels), nn.Conv2d(channels, channels, 3, 1, 1, bias=False), nn.BatchNorm2d(channels)
        )

    def forward(self, x: Tensor) -> Tensor:
        return F.relu(x + self.body(x))


class Locator(nn.Module):
    """Fully convolutional: picture (n, 3, h, w) in 0..1 to maps (n, 9, h/8, w/8); heat maps are logits."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(Conv(3, 16, 5, 2), Conv(16, 32, 3, 2))
        self.eighth = nn.Sequential(Conv(32, 48, 3, 2), Residual(48))
        self.sixteenth = nn.Sequential(Conv(48, 72, 3, 2), Residual(72))
        self.thirtysecond = nn.Sequential(Conv(72, 96, 3, 2), Residual(96))
        self.up32 = nn.Sequential(nn.Conv2d(96, 72, 1))
        self.merge16 = Conv(72, 48, 1)
        self.merge8 = Residual(48)
        self.head = nn.Sequential(Conv(48, 48), nn.Conv2d(48, CHANNELS, 1))
        nn.init.constant_(self.head[1].bias[:2], -4.0)

    def forward(self, picture: Tensor) -> Tensor:
        eighth = self.eighth(self.stem(picture - 0.5))
        sixteenth = self.sixteenth(eighth)
        deep = self.up32(self.thirtysecond(sixteenth))
        merged = sixteenth + F.interpolate(deep, scale_factor=2.0, mode="bilinear", align_corners=False)
        up = F.interpolate(self.merge16(merged), scale_factor=2.0, mode="bilinear", align_corners=False)
        return self.head(self.merge8(eighth + up))


class CardNet(nn.Module):
    """One crop (n, 3, 80, 80) in 0..1 to: geometry, rotation logits, two segment tokens, masks, kin features.

    A segment's token is what attention gathers where its mask lies, so it does not depend on the bow of the cut.
    One printing has one cut, which a display's cards show better together than each alone: `cut` (n, 3, 20, 20) is
    what is known of each crop's masks, `trust` (n) how much it weighs beside what the crop itself shows.
    Outputs: `geometry` (n, 9): logit of being a card, then the eight corner offsets in card sides;
    `rotation` (n, 4) logits; `tokens` (n, 2, TOKEN); `masks` (n, 3, 20, 20) logits, of the crop alone; `kin` (n, KIN)
    what `KinNet` compares.
    """

    def __init__(self) -> None:
        super().__init__()
        self.early = nn.Sequential(Conv(3, 24, 5, 2), Conv(24, 40, 3, 2), Residual(40))
        self.late = nn.Sequential(Conv(40, 80, 3, 2), Residual(80))
        self.down = Conv(80, 40, 1)
        self.masks = nn.Sequential(Conv(80, 24, 3), nn.Conv2d(24, 3, 1))
        self.whole = nn.Sequential(Conv(80, 32, 3, 2), nn.Flatten(), nn.Linear(32 * 25, 96), nn.ReLU(True))
        self.turn = nn.Sequential(nn.Linear(96 + 3 * 100, 64), nn.ReLU(True), nn.Linear(64, 4))
        self.geometry = nn.Linear(96, 9)
        self.salient = nn.Conv2d(80, HEADS, 1)
        gathered = 2 * 80 + 40 + 3 + HEADS * (80 + 3)
        self.token = nn.Sequential(nn.Linear(gathered, 192), nn.ReLU(True), nn.Linear(192, TOKEN))

    def forward(self, crop: Tensor, cut: Tensor, trust: Tensor) -> tuple[Tensor, ...]:
        geometry, rotation, masks, features, kin = self.alone(crop)
        tokens = self.tokens(masks + trust[:, None, None, None] * (cut - masks), features)
        return geometry, rotation, tokens, masks, kin

    def alone(self, crop: Tensor) -> tuple[Tensor, Tensor, Tensor, tuple[Tensor, ...], Tensor]:
        """Geometry, rotation and masks of crops, the features that `tokens` gathers, and those of their kind."""
        fine = self.early(crop - 0.5)
        coarse = self.late(fine)
        joined = torch.cat([fine, F.interpolate(self.down(coarse), scale_factor=2.0, mode="nearest")], 1)
        masks = self.masks(joined)
        whole = self.whole(coarse)
        small_masks = F.avg_pool2d(masks.softmax(1), 2).flatten(1)
        shape = self.turn[1](self.turn[0](torch.cat([whole, small_masks], 1)))
        features = (joined, coarse, F.avg_pool2d(crop, 4), self.salient(joined))
        return self.geometry(whole), self.turn[2](shape), masks, features, torch.cat([whole, shape], 1)

    def tokens(self, masks: Tensor, features: tuple[Tensor, ...]) -> Tensor:
        """What lies under the two segments' masks: (n, 2, TOKEN)."""
        shares = masks.softmax(1)
        return torch.stack([self._segment(shares[:, i : i + 1], *features) for i in (1, 2)], 1)

    def _segment(self, share: Tensor, fine: Tensor, coarse: Tensor, colours: Tensor, salience: Tensor) -> Tensor:
        total = share.sum((2, 3)) + 1e-3
        half = F.avg_pool2d(share, 2)
        # A gem may be a small thing on ground that says nothing: the mean over the segment drowns its colour.
        where = (salience + share.clamp(1e-4, 1).log()).flatten(2).softmax(-1)
        there = where @ torch.cat([fine, colours], 1).flatten(2).transpose(1, 2)
        gathered = [
            (fine[:, :40] * share).sum((2, 3)) / total,
            (colours * share).sum((2, 3)) / total,
            (coarse * half).sum((2, 3)) / (half.sum((2, 3)) + 1e-3),
            (coarse + (half.clamp(1e-4, 1).log())).amax((2, 3)),
            there.flatten(1),
        ]
        return self.token(torch.cat(gathered, 1))


class DisplayNet(nn.Module):
    """All segments of a display together, and those of the lessons that its copy was taught, where it was.

    A cast of light or a printing's palette shows in the set, so each segment attends to its own photo's, then to all;
    what resembles a segment of a lesson is likely to be what that one is. Inputs: `tokens` (n, s, TOKEN); `photo`
    (n, s): 0 for no segment, 1 for the display, from 2 on for its lessons; `labels` (n, s, 7): one-hot what a lesson
    tells, else 0. Output (n, s, 9): seven crystal logits, a logit for a piece on top, a logit for being readable.
    """

    def __init__(self, near: int = 2, far: int = 1) -> None:
        super().__init__()
        self.enter = nn.Linear(TOKEN, WIDTH)
        self.layers = nn.ModuleList(Attention(WIDTH, 4) for _ in range(near))
        self.told = nn.Linear(CRYSTALS, WIDTH, bias=False)
        self.far = nn.ModuleList(Attention(WIDTH, 4) for _ in range(far))
        for layer in self.far:  # lessons change nothing until they have been learned from
            nn.init.zeros_(layer.mix.weight)
            nn.init.zeros_(layer.mlp[-1].weight)
        self.norm = nn.LayerNorm(WIDTH)
        self.alike = nn.Linear(WIDTH + TOKEN, WIDTH)
        self.reach = nn.Parameter(torch.tensor(1.0))
        self.out = nn.Linear(WIDTH + TOKEN, CRYSTALS + 2)

    def forward(self, tokens: Tensor, photo: Tensor, labels: Tensor) -> Tensor:
        there = (photo > 0).float()[:, None, :]
        same = (photo[:, :, None] == photo[:, None, :]).float() * there
        x = self.enter(tokens)
        for layer in self.layers:
            x = layer(x, same)
        x = x + self.told(labels)
        for layer in self.far:
            x = layer(x, there)
        both = torch.cat([self.norm(x), tokens], -1)
        return self.out(both) + F.pad(self._evidence(both, labels), (0, 2))

    def _evidence(self, features: Tensor, labels: Tensor) -> Tensor:
        """What the lessons' segments say (n, s, 7): more for each that is alike, nothing where nothing is."""
        place = self.alike(features)
        square = (place**2).sum(-1)
        apart = square[:, :, None] + square[:, None, :] - 2 * place @ place.transpose(1, 2)
        return torch.log1p((REACH * self.reach - apart * WIDTH**-0.5).exp() @ labels)


class KinNet(nn.Module):
    """Which of the things in a photo are cards, when all cards of a display are of one printing.

    Inputs: `kin` (s, 4, KIN) of each thing turned by no, one, two and three quarters; `odds` (s,): log odds that it is
    a card by itself. Output (s,): log odds once each has been compared with those that are likely to be cards.
    """

    def __init__(self, width: int = 48, rounds: int = 3) -> None:
        super().__init__()
        self.rounds = rounds
        self.mean, self.spread = nn.Buffer(torch.zeros(KIN)), nn.Buffer(torch.ones(KIN))
        self.place = nn.Sequential(
            nn.Dropout(0.1), nn.Linear(KIN, 128), nn.GELU(), nn.Dropout(0.1), nn.Linear(128, width)
        )
        self.itself, self.alike, self.bias = (nn.Parameter(torch.tensor(value)) for value in (1.0, 0.7, 1.5))

    def forward(self, kin: Tensor, odds: Tensor) -> Tensor:
        likeness = self.likeness(kin)
        now = odds
        for _ in range(self.rounds):
            cards = now.sigmoid()
            among = cards.sum() - cards
            seen = ((likeness @ cards - cards).clamp(min=0) + 1e-4) / (among + 0.1)  # itself is no witness
            now = self.itself * odds + self.alike * seen.log() + self.bias
        return now

    def likeness(self, kin: Tensor) -> Tensor:
        """(s, s): 1 for the same, towards 0 for others, in the turn that is most alike."""
        place = self.place((kin - self.mean) / self.spread)
        turned = torch.stack([place.roll(quarters, 1) for quarters in range(4)]).flatten(2)
        flat = place.flatten(1)
        apart = (flat**2).sum(1)[None, :, None] + (turned**2).sum(2)[:, None, :] - 2 * flat @ turned.transpose(1, 2)
        return (-apart.amin(0) / (4 * place.shape[-1] ** 0.5)).exp()


class Attention(nn.Module):
    """Pre-norm self-attention over a set, then a two-layer perceptron; `seen` (n, 1 or s, s): 1 where one sees one."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.norm, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv = nn.Linear(width, 3 * width)
        self.mix = nn.Linear(width, width)
        self.mlp = nn.Sequential(nn.Linear(width, 2 * width), nn.GELU(), nn.Linear(2 * width, width))

    def forward(self, x: Tensor, seen: Tensor) -> Tensor:
        n, length, width = x.shape
        q, k, v = self.qkv(self.norm(x)).reshape(n, length, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4)
        scores = q @ k.transpose(-1, -2) * (width // self.heads) ** -0.5
        scores = scores + (seen[:, None] - 1) * 1e4
        x = x + self.mix((scores.softmax(-1) @ v).transpose(1, 2).reshape(n, length, width))
        return x + self.mlp(self.norm2(x))


def grown(old: dict[str, Tensor], new: dict[str, Tensor]) -> dict[str, Tensor]:
    """The state of a larger network, `new` as it was made, that does what the smaller one of state `old` did.

    Old outputs get nothing from new inputs; new outputs keep what they were given, and nothing hears them yet.
    """
    out = {name: value.clone() for name, value in new.items()}
    for name, value in old.items():
        target = out[name]
        if value.dim() > 1 and value.shape != target.shape:
            target[: value.shape[0], value.shape[1] :] = 0
        target[tuple(slice(size) for size in value.shape)] = value
    return out
