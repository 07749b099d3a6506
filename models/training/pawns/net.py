"""The pawn network: where pawns stand on a pile and in which colour, what is hidden, where open pieces lie."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from models.training.nets import Conv, Residual
from models.training.pawns.shades import NAMES

COLOURS = len(NAMES)
HEAT = 0
SHIFT = slice(1, 3)
"""From a cell's middle to the middle of the pawn's body, in cells."""
FOOT = slice(3, 5)
"""From a cell's middle to the middle of the pawn's foot, in cells."""
COLOUR = slice(5, 5 + COLOURS)
COVER = slice(5 + COLOURS, 7 + COLOURS)
"""Logits: a pawn is seen here; something else hides what lies here."""
PIECES = slice(7 + COLOURS, 9 + COLOURS)
"""Heats of large and of small open pieces."""
TURN = slice(9 + COLOURS, 11 + COLOURS)
"""Direction of the x axis of an open piece's card square."""
PIECE_SHIFT = slice(11 + COLOURS, 13 + COLOURS)
CHANNELS = 13 + COLOURS


class PawnNet(nn.Module):
    """Fully convolutional: crops (n, 3, h, w) in 0..1 to maps (n, CHANNELS, h/6, w/6); heats are logits."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(Conv(3, 16, 5, 2), Conv(16, 32, 5, 3), Residual(32), Residual(32))
        self.coarse = nn.Sequential(Conv(32, 48, 3, 2), Residual(48), Residual(48))
        self.coarser = nn.Sequential(Conv(48, 64, 3, 2), Residual(64), Residual(64))
        self.whole = nn.Linear(64, 48)
        self.merge_coarser = Conv(64, 48, 1)
        self.merge_coarse = Conv(48, 32, 1)
        self.fine = Residual(32)
        self.head = nn.Sequential(Conv(32, 48), nn.Conv2d(48, CHANNELS, 1))
        bias = self.head[1].bias
        nn.init.constant_(bias[HEAT : HEAT + 1], -4.0)
        nn.init.constant_(bias[PIECES], -4.0)

    def forward(self, crops: Tensor) -> Tensor:
        cells = self.stem(crops - 0.5)
        coarse = self.coarse(cells)
        coarser = self.coarser(coarse)
        # The mean of the whole crop tells the lamp's cast.
        cast = self.whole(coarser.mean((2, 3)))[:, :, None, None]
        up = F.interpolate(self.merge_coarser(coarser), scale_factor=2.0, mode="bilinear", align_corners=False)
        middle = coarse + up + cast
        up = F.interpolate(self.merge_coarse(middle), scale_factor=2.0, mode="bilinear", align_corners=False)
        return self.head(self.fine(cells + up))


class PawnMaps(nn.Module):
    """The network with its heats and covers as probabilities and its turn of unit length."""

    def __init__(self, net: PawnNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, crops: Tensor) -> Tensor:
        maps = self.net(crops)
        parts = [
            maps[:, HEAT : HEAT + 1].sigmoid(),
            maps[:, SHIFT],
            maps[:, FOOT],
            maps[:, COLOUR],
            maps[:, COVER].sigmoid(),
            maps[:, PIECES].sigmoid(),
            maps[:, TURN],
            maps[:, PIECE_SHIFT],
        ]
        return torch.cat(parts, 1)
