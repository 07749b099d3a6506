"""Reading a whole table holds to the memory that a small computer has; a process of its own measures it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
STATUS = Path("/proc/self/status")
LIMIT_MB = 260
"""About 205 MB are needed; networks with an arena each took 330."""
READS = """
import cv2
from pathlib import Path
from rules.crystalla.edition import load_edition
from vision.image import Photo
from vision.pipeline import open_reader, open_table_reader
reader = open_table_reader(open_reader(), load_edition().colours)
picture = cv2.resize(cv2.imread("sample_images/tables/4-players.jpg"), (1920, 1080))
found = [reader.find(Photo.from_array(picture), 4) for _ in range(3)]
assert len(found[-1].displays) == 4
print(Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0])
"""


@pytest.mark.skipif(not STATUS.exists(), reason="the most memory ever held is told by Linux")
def test_a_whole_table_is_read_in_little_memory() -> None:
    done = subprocess.run([sys.executable, "-c", READS], cwd=ROOT, capture_output=True, text=True, check=True)
    assert int(done.stdout) / 1024 < LIMIT_MB
