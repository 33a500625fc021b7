# SPDX-License-Identifier: Apache-2.0
"""Which nets of a netlist, of any size, depend on all shares of a bit: a first necessary condition.

Nothing is said of what registers that are functions of shares give away, of transitions or of
several probes: see `exact` and `tuples`.
"""

import re
from collections.abc import Iterable

from .exact import watched
from .symbolic import SymbolicNetlist

_SHARE = re.compile(r"(.+)_(\d)(\[\d+\])?")


def complete(netlist: SymbolicNetlist, shares: int, *, opened: str = "") -> tuple[list[str], int]:
    """Names of nets whose cone has all shares of a bit of an input or of a register, and how many
    cones there are; every net is inside one of these.

    Args:
        netlist: whose shares are called ``WORD_NUMBER``.
        shares: of each bit.
        opened: words whose names end so are no secrets: their shares may be added up.
    """
    cones = watched(netlist)
    return [
        name
        for name, cone in cones.items()
        # Asked whether it is there first, since every word ends with an empty text.
        if any(not (opened and word.endswith(opened)) for word, _ in shares_by_bit(cone, shares))
    ], len(cones)


def shares_by_bit(names: Iterable[str], shares: int) -> dict[tuple[str, str | None], list[str]]:
    """Of some registers and input bits those of which all shares are there: their names, by word
    and bit.
    """
    found: dict[tuple, dict[str, str]] = {}
    for match in filter(None, map(_SHARE.fullmatch, names)):
        found.setdefault((match[1], match[3]), {})[match[2]] = match[0]
    return {
        bit: [by_share[share] for share in sorted(by_share)]
        for bit, by_share in found.items()
        if len(by_share) == shares
    }
