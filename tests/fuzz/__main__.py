# SPDX-License-Identifier: Apache-2.0
"""``cd tests && python -m fuzz [SECONDS] [TARGET…]``: new random inputs for every target until the
time is over; `make fuzz`.

The first input that ends in anything but one of our own errors is shrunk, written into the corpus
and shown.
"""

import hashlib
import sys
import time

from hypothesis import HealthCheck, given, settings

from .edits import changed
from .targets import CORPUS, TARGETS, crash

EXAMPLES = 200
"""Inputs between two looks at the clock."""


def fuzz(name: str, seconds: float) -> int:
    """How many inputs were tried; raises what the first bad one raises."""
    last, count, end = b"", 0, time.monotonic() + seconds

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=False,
        suppress_health_check=list(HealthCheck),
    )
    @given(changed(name))
    def play(content: bytes) -> None:
        nonlocal last, count
        last, count = content, count + 1
        # Hypothesis ends with its examples, not with the clock; those behind it have nothing to do.
        if time.monotonic() < end:
            crash(name, content)

    try:
        while time.monotonic() < end:
            play()
    except Exception:
        # What Hypothesis plays last is the smallest input that it found.
        path = CORPUS / name / f"found-{hashlib.sha256(last).hexdigest()[:8]}"
        path.write_bytes(last)
        print(f"{name}: {path.name} is new in the corpus")
        raise
    return count


if __name__ == "__main__":
    chosen = sys.argv[2:] or list(TARGETS)
    budget = float(sys.argv[1] if sys.argv[1:] else 300) / len(chosen)
    for target in chosen:
        print(
            f"{target}: {fuzz(target, budget)} inputs, none ended in anything but our own errors",
            flush=True,
        )
