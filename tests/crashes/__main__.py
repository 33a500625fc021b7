# SPDX-License-Identifier: Apache-2.0
"""``cd tests && python -m crashes [STEP] [MODE…]``: every point of a small benchmark, or every
STEP-th; prints the table of docs/explanation/robustness.md.
"""

import sys

from . import layer

steps = [int(word) for word in sys.argv[1:2] if word.isdecimal()]
found = layer.tried(*(steps or [1]), sys.argv[1 + len(steps) :] or layer.MODES)
print(layer.table(found))
print(f"{found['calls']} calls; two benchmarks at once: {found['together']}")
for mode, points in found["wrong"].items():
    for point, what in points.items():
        print(f"{mode} at {point}: {what}")
sys.exit(any(found["wrong"].values()) or found["together"] != "identical")
