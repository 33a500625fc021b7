# SPDX-License-Identifier: Apache-2.0
"""Candidates by energy per bit: their order at four sizes, and beside a published table.

The table is that of M. Khairallah, T. Peyrin, A. Chattopadhyay, "Preliminary Hardware Benchmarking
of a Group of Round 2 NIST Lightweight AEAD Candidates" (``asic-report.pdf`` of the repository
mustafa-khairallah/lwc-aead-rtl), tables 8 to 10: the least energy of an implementation for messages
of 16, 64 and 1,536 bytes, column of plaintext alone, in 65 nm. Cells and layout differ, so only
ratios between candidates are compared.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..common import kendall, rounded
from ..energy import PLATFORM, per_bit
from ..listing import Line
from ..settings import Settings
from ..study import Tables
from . import candidates, published
from .candidates import EVERYONE, candidate_of
from .records import chosen
from .tables import by_place, size_title

PUBLISHED_SIZES = ("1536", "64", "16")

PUBLISHED: dict[str, tuple[float, float, float]] = {
    "drygascon128-k32": (1580.9, 103.3, 55.1),
    "elephant-dumbo-v1": (10169.4, 658.3, 267.4),
    "elephant-dumbo-v1/unrolled=5": (2957.9, 197.0, 83.6),
    "photon-beetle-aead-128": (2230.1, 124.1, 55.5),
    "pyjamask-128-aead": (38113.0, 3298.2, 2162.9),
    "romulus-n1": (1845.7, 101.1, 44.2),
    "romulus-n1/unrolled=2": (1221.8, 70.4, 32.9),
    "romulus-n1/unrolled=4": (686.1, 42.7, 21.8),
    "romulus-n1/unrolled=8": (632.5, 43.6, 24.4),
    "subterranean": (112.1, 16.6, 13.5),
    "tinyjambu-128": (3424.1, 175.8, 69.8),
    "tinyjambu-128/bits=16": (6680.2, 339.6, 132.9),
    "xoodyak-r2": (1075.1, 94.1, 61.9),
    "xoodyak-r2/unrolled=2": (904.2, 78.3, 51.3),
    "xoodyak-r2/unrolled=3": (944.0, 81.4, 53.2),
}
"""pJ of a message by our core of the same architecture, at `PUBLISHED_SIZES`; of Pyjamask's two
implementations the one that takes less.
"""


def cores(settings: Settings) -> list[str]:
    """The cores whose energy is measured: all; quick: the primary ones and those of the published
    table. Raises CallError: an unknown candidate.
    """
    names = chosen(settings)
    return [
        core
        for core in candidates.cores(names, quick=False)
        if not settings.quick or core in PUBLISHED or core in candidates.cores(names, quick=True)
    ]


def tables_of(found: Sequence[Line]) -> Tables:
    """The order at four sizes, the published energies beside ours, and Kendall's tau."""
    if not found:
        return {}
    compared = beside(found)
    return {
        f"Ranking by energy per bit of plaintext, pJ; in parentheses the place by throughput, of "
        f"the same netlists on {PLATFORM}": places(found),
        "Kendall's tau of the two orders": [agreement(found)],
        "Energy of a message over the least one: published (65 nm) and measured": compared,
        "Kendall's tau to the published energies": taus(found) if compared else [],
    }


def least(found: Sequence[Line], size: str) -> dict[str, float]:
    """The least energy per bit of each candidate."""
    return _best({line["core"]: per_bit(line, size) for line in found}, min)


def fastest(found: Sequence[Line], size: str) -> dict[str, float]:
    """The highest throughput of each candidate, Mbit/s."""
    return _best({line["core"]: line["throughputs"].get(f"enc/pt/{size}") for line in found}, max)


def _best(values: Mapping[str, float | None], choose: Callable) -> dict[str, float]:
    """By candidate, of the values of its cores; a core that is none of the study's has none."""
    ours = {core for each in EVERYONE for core in each.cores}
    best: dict[str, float] = {}
    for core, value in values.items():
        if value is not None and core in ours:
            name = candidate_of(core).name
            best[name] = choose(value, best.get(name, value))
    return best


def places(found: Sequence[Line]) -> list[dict[str, Any]]:
    """A line for each place, a column for each size."""
    columns = {}
    for size in published.SIZES:
        best, rates = least(found, size), fastest(found, size)
        # Of equal rates the name decides, so that places hang on no order of the lines.
        speed = sorted(rates, key=lambda name: (-rates[name], name))
        columns[size_title(size)] = [
            f"{name}{f' ({speed.index(name) + 1})' if name in speed else ''} {best[name]:.3g}"
            for name in sorted(best, key=lambda name: (best[name], name))
        ]
    return by_place(columns)


def agreement(found: Sequence[Line]) -> dict[str, Any]:
    """Kendall's tau of the order by energy and that by throughput at each size; 1 if those that
    take least are the fastest.
    """
    taus = {}
    for size in published.SIZES:
        # Low energy and high rate are both good: the sign lets both rise together.
        rates = {name: -rate for name, rate in fastest(found, size).items()}
        taus[size_title(size)] = rounded(kendall(rates, least(found, size))[0])
    return {"candidates": len(least(found, published.SIZES[0])), **taus}


def beside(found: Sequence[Line]) -> list[dict[str, Any]]:
    """For each implementation that both have the energy over the least one, at each size."""
    both = [line for line in found if line["core"] in PUBLISHED]
    lines: list[dict[str, Any]] = [{"core": line["core"]} for line in both]
    for place, size in enumerate(PUBLISHED_SIZES):
        theirs = [PUBLISHED[line["core"]][place] for line in both]
        ours = [per_bit(line, size) for line in both]
        # Both sides are over the least of the same cores, so one without a figure leaves out the
        # size.
        if None not in ours:
            for line, one, other in zip(lines, theirs, ours):
                line |= {
                    f"{size} B published": f"{one / min(theirs):.2f}",
                    f"{size} B measured": f"{other / min(ours):.2f}",
                }
    return lines


def taus(found: Sequence[Line]) -> list[dict[str, Any]]:
    """Over all implementations that both have, and over the least of each candidate."""
    both = {line["core"]: line for line in found if line["core"] in PUBLISHED}
    lines = []
    for what in ("implementations", "candidates"):
        line: dict[str, Any] = {"over": what}
        for place, size in enumerate(PUBLISHED_SIZES):
            ours = {
                core: value
                for core, one in both.items()
                if (value := per_bit(one, size)) is not None
            }
            theirs = {core: PUBLISHED[core][place] for core in ours}
            if what == "candidates":
                ours, theirs = _best(ours, min), _best(theirs, min)
            line |= {"number": len(ours), f"{size} B": rounded(kendall(theirs, ours)[0])}
        lines.append(line)
    return lines
