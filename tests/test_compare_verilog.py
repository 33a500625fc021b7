# SPDX-License-Identifier: Apache-2.0
"""`tools/compare_verilog.py`: what differs between two checkouts is named, and nothing else."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CORES = ("ascon-p-6", "gift-64", "ascon-128/round,hash")


def compare(before: Path, after: Path) -> subprocess.CompletedProcess:
    """The tool on `CORES` of two checkouts."""
    return subprocess.run(
        [sys.executable, ROOT / "tools" / "compare_verilog.py", before, after, *CORES],
        text=True,
        stdout=subprocess.PIPE,
    )


@pytest.mark.slow
def test_a_difference_is_noticed(tmp_path):
    """With one rotation of Ascon changed its cores differ, GIFT does not, and the exit code is 1; a
    copy differs nowhere.
    """
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    same = compare(ROOT, tmp_path)
    assert same.returncode == 0 and same.stdout == f"0 of {len(CORES)} cores differ or fail\n"
    cipher = tmp_path / "src" / "cipherfab" / "ciphers" / "ascon.py"
    text = cipher.read_text()
    assert text.count("(19, 28)") == 1
    cipher.write_text(text.replace("(19, 28)", "(19, 27)"))
    changed = compare(ROOT, tmp_path)
    assert changed.returncode == 1 and changed.stdout.endswith(
        f"2 of {len(CORES)} cores differ or fail\n"
    )
    assert [line.partition(":")[0] for line in changed.stdout.splitlines()[:-1]] == [
        "ascon-p-6",
        "ascon-128/round,hash",
    ]
