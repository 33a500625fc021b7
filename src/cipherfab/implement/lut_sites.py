# SPDX-License-Identifier: Apache-2.0
"""Physical look-up tables of a 7-series netlist if small ones share one, as the vendor's tools
count after packing.

A LUT6 of these families computes two functions (outputs O5 and O6) if both read at most five inputs
together. Yosys leaves such pairs as two cells. Here they are paired greedily: so many pairs exist,
perhaps more; where the cells are placed is not looked at, so a placer may leave some of them apart.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping

SHARED_INPUTS = 5
"""Inputs that two functions in one look-up table may have together."""

WIDE_NET = 400
"""Nets with more readers do not propose partners: they would propose most of the netlist."""

Inputs = dict[str, frozenset]


def sites(cells: Mapping[str, Mapping]) -> int:
    """Look-up tables that the cells of a flat netlist in Yosys' JSON form take when pairs share
    one.
    """
    inputs = _inputs(cells)
    small = {name: read for name, read in inputs.items() if len(read) <= SHARED_INPUTS}
    # Those with common inputs first: they leave room for more of their own.
    paired, left = _related(small)
    return len(inputs) - paired - _unrelated([small[name] for name in left])


def _inputs(cells: Mapping[str, Mapping]) -> Inputs:
    """The nets that each look-up table reads, constants left out."""
    found = {}
    for name, cell in cells.items():
        kind = cell["type"]
        if kind == "INV" or (kind.startswith("LUT") and kind[3:].isdigit()):
            ports = cell["connections"].items()
            # A constant is a text in Yosys' JSON.
            found[name] = frozenset(
                bit for port, bits in ports if port != "O" for bit in bits if isinstance(bit, int)
            )
    return found


def _related(small: Inputs) -> tuple[int, list[str]]:
    """Pairs of look-up tables with a common input, the largest first; how many, and the names of
    those that are left.
    """
    readers = defaultdict(list)
    for name in sorted(small):
        for net in small[name]:
            readers[net].append(name)
    # A dictionary as an ordered set: the order decides which pairs are found.
    free, pairs = dict.fromkeys(sorted(small, key=lambda name: (-len(small[name]), name))), 0
    for name in list(free):
        if name in free:
            partner = _partner(name, small, readers, free)
            if partner:
                del free[name], free[partner]
                pairs += 1
    return pairs, list(free)


def _partner(
    name: str, small: Inputs, readers: Mapping[int, list[str]], free: Mapping[str, None]
) -> str | None:
    """Of the free look-up tables that fit beside one, that with the most inputs, then the most
    common ones, then by name.
    """
    common = Counter(
        other
        for net in small[name]
        if len(readers[net]) <= WIDE_NET
        for other in readers[net]
        if other != name and other in free
    )
    fitting = [
        (len(small[other]), count, other)
        for other, count in common.items()
        if len(small[name] | small[other]) <= SHARED_INPUTS
    ]
    return max(fitting)[2] if fitting else None


def _unrelated(left: list[frozenset]) -> int:
    """Pairs among the rest: the smallest beside the largest that it fits."""
    left = sorted(left, key=len)
    low, high, pairs = 0, len(left) - 1, 0
    while low < high:
        if len(left[low] | left[high]) <= SHARED_INPUTS:
            low, pairs = low + 1, pairs + 1
        # It is paired now, or too large even for the smallest one.
        high -= 1
    return pairs
