"""The figures of issue 4 from the results of watched scenes."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from math import sqrt
from pathlib import Path

Line = dict[str, object]


def report(files: Iterable[Path]) -> str:
    """A table of all figures, and one line for each kind of turn."""
    lines: list[Line] = [json.loads(line) for file in files for line in file.read_text("utf-8").splitlines()]
    legal = [line for line in lines if line["legal"]]
    wrong = [line for line in lines if not line["legal"]]
    alarms = sum(int(line["alarms"]) for line in lines)
    delays = sorted(float(line["delay_s"]) for line in lines if line["right"] and line["delay_s"] is not None)
    reads = sum(int(line["reads"]) for line in lines)
    told = sum("illegal" in line["verdicts"] for line in wrong)
    rows = [
        f"turns with the right verdict     {_interval(sum(map(_judged_right, lines)), len(lines))}",
        f"legal turns accepted as they are {_share(legal, 'right')}",
        f"illegal ones announced           {_interval(told, len(wrong))}",
        f"illegal ones, rule named         {_share(wrong, 'right')}",
        f"illegal ones taken for legal     {sum('legal' in line['verdicts'] for line in wrong)} of {len(wrong)}",
        f"false alarms per 36 turns        {36 * alarms / max(1, len(legal)):.2f} ({alarms} in {len(legal)})",
        f"turns told under a hand          {sum(int(line['under_hand']) for line in lines)}",
    ]
    if delays:
        p50, p95 = delays[len(delays) // 2], delays[int(0.95 * (len(delays) - 1))]
        rows.append(f"event after the hand, source time {p50:.2f} s median, {p95:.2f} s p95, {delays[-1]:.2f} s most")
    if reads:
        rows.append(
            f"reads {reads}, {sum(float(line['read_s']) for line in lines) / reads * 1000:.0f} ms of one core each"
        )
    by_kind: dict[str, list[Line]] = defaultdict(list)
    for line in lines:
        by_kind[str(line["kind"])].append(line)
    rows += [f"  {kind:<16} {_share(found, 'right')}" for kind, found in sorted(by_kind.items())]
    return "\n".join(rows)


def _judged_right(line: Line) -> bool:
    """Whether the verdict is right, whatever else was told of the table."""
    return line["verdicts"] == ["legal"] if line["legal"] else set(line["verdicts"]) == {"illegal"}


def _share(lines: list[Line], key: str) -> str:
    return _interval(sum(bool(line[key]) for line in lines), len(lines))


def _interval(hits: int, count: int) -> str:
    """Share with its 95 % interval (Wilson)."""
    if not count:
        return "none"
    z, share = 1.96, hits / count
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z / (1 + z * z / count) * sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    return f"{hits} of {count}: {100 * share:.1f} % [{100 * max(0.0, middle - half):.1f}, {100 * (middle + half):.1f}]"
