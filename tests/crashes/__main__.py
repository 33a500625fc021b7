"""``cd tests && python -m crashes [MODE…]``: every point of a small benchmark; prints the table of docs/trust.md."""

import sys

from . import layer

found = layer.tried(1, sys.argv[1:] or layer.MODES)
print(layer.table(found))
for mode, points in found["wrong"].items():
    for point, what in points.items():
        print(f"{mode} at {point}: {what}")
sys.exit(any(found["wrong"].values()))
