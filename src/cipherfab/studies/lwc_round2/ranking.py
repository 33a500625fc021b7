# SPDX-License-Identifier: Apache-2.0
"""Which core stands for a candidate, the order of the candidates, and how far it is from the
published one.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import log
from statistics import median
from typing import Any

from ...report.numbers import number
from ..common import kendall, rounded
from . import published

Record = Mapping[str, Any]

AREA = "artix7"
"""The platform whose look-up tables and flip-flops the budgets count."""

BUDGET = published.BUDGETS[0]

FAR = 3
"""Places that a candidate may move without a sentence about it."""

CONTENTS = {"pt": "enc/pt", "ad": "enc/ad", "hash": "hash/msg"}
"""What is processed, and the workload without its size."""


def throughput(row: Record, platform: str, workload: str) -> float | None:
    """Mbit/s of a record on a platform, at its frequency or its pre-route frequency."""
    return row["platforms"].get(platform, {}).get("throughputs", {}).get(workload)


def luts(row: Record, platform: str = AREA) -> int | None:
    """Look-up tables of a record on a platform."""
    return row["platforms"].get(platform, {}).get("luts")


def within(row: Record, budget: tuple[int, int]) -> bool:
    """Whether a record is within look-up tables and flip-flops of `AREA`."""
    found = row["platforms"].get(AREA, {})
    return all(
        found.get(name) is not None and found[name] <= most
        for name, most in zip(("luts", "flip_flops"), budget)
    )


def representatives(
    rows: Iterable[Record],
    platform: str,
    *,
    budget: tuple[int, int] = BUDGET,
    workload: str = "enc/pt/long",
) -> dict[str, Record]:
    """The core of each candidate: of the verified ones within the budget the fastest.

    Where none is within the budget it is the smallest. Candidates without a number are left out.
    """
    found: dict[str, list[Record]] = {}
    for row in rows:
        if row["verified"] and luts(row) and throughput(row, platform, workload):
            found.setdefault(row["candidate"], []).append(row)
    return {name: _chosen(members, platform, budget, workload) for name, members in found.items()}


def _chosen(
    members: Sequence[Record], platform: str, budget: tuple[int, int], workload: str
) -> Record:
    fitting = [row for row in members if within(row, budget)]
    if fitting:
        return max(fitting, key=lambda row: throughput(row, platform, workload))
    return min(members, key=luts)


def rankings(rows: Sequence[Record]) -> list[dict[str, Any]]:
    """For each platform with throughputs and each published size, the order for encryption of
    plaintext.

    Returns:
        records with ``platform``, ``size``, ``order`` (candidates, first to last), ``cores`` and
        ``mbps`` (by candidate), ``tau`` (Kendall's, to the published order of the same candidates;
        None of fewer than two) and ``swapped`` (pairs in reverse order).
    """
    names = list(
        dict.fromkeys(
            place
            for row in rows
            for place, found in row["platforms"].items()
            if found["throughputs"]
        )
    )
    return [_ranking(rows, platform, size) for platform in names for size in published.SIZES]


def rated(ranked: Sequence[Record]) -> list[str]:
    """The platforms of rankings."""
    return list(dict.fromkeys(each["platform"] for each in ranked))


def _ranking(rows: Sequence[Record], platform: str, size: str) -> dict[str, Any]:
    chosen = representatives(rows, platform)
    rates = {name: throughput(row, platform, f"enc/pt/{size}") for name, row in chosen.items()}
    rates = {name: rate for name, rate in rates.items() if rate}
    order = sorted(rates, key=lambda name: (-rates[name], name))
    # A low place is good and so is a high rate: the sign lets both rise together.
    tau, swapped = kendall({name: -place for name, place in published.places(size).items()}, rates)
    return {
        "platform": platform,
        "size": size,
        "order": order,
        "cores": {name: chosen[name]["core"] for name in order},
        "mbps": {name: round(rates[name], 1) for name in order},
        "tau": rounded(tau),
        "swapped": swapped,
    }


def compared(ranked: Record) -> list[dict[str, Any]]:
    """A ranking beside the published one of the same candidates: places, and by how many ours is
    higher (positive).
    """
    order = ranked["order"]
    # Published candidates that were not measured leave gaps, so the others are numbered anew.
    theirs = sorted(order, key=published.places(ranked["size"]).get)
    return [
        {
            "candidate": name,
            "published": theirs.index(name) + 1,
            "measured": place,
            "move": theirs.index(name) + 1 - place,
        }
        for place, name in enumerate(order, 1)
    ]


def moves(rows: Sequence[Record], ranked: Sequence[Record]) -> list[dict[str, Any]]:
    """For each candidate and platform its farthest move over the sizes, if it is more than `FAR`
    places, with a sentence.
    """
    found = []
    for platform in rated(ranked):
        same = [each for each in ranked if each["platform"] == platform]
        lines = [
            (each, line) for each in same for line in compared(each) if abs(line["move"]) > FAR
        ]
        for name in dict.fromkeys(line["candidate"] for _, line in lines):
            each, line = max(
                (pair for pair in lines if pair[1]["candidate"] == name),
                key=lambda pair: abs(pair[1]["move"]),
            )
            found.append(
                {
                    **line,
                    "platform": platform,
                    "size": each["size"],
                    "core": each["cores"][name],
                    "why": _why(rows, each, line),
                }
            )
    return found


def _why(rows: Sequence[Record], ranked: Record, line: Record) -> str:
    """What our figures say of a move: whether bits per cycle or frequency place the candidate
    there.

    The slides' text has neither cycles nor frequencies, so theirs cannot be set beside it.
    """
    by_core, name = {row["core"]: row for row in rows}, line["candidate"]
    members = {each: by_core[core] for each, core in ranked["cores"].items()}
    mhz = {each: frequency(row, ranked["platform"]) for each, row in members.items()}
    bits = {each: ranked["mbps"][each] / mhz[each] for each in members}
    size = "a long input" if ranked["size"] == "long" else f"{ranked['size']} bytes"
    return (
        f"{line['published']} published, {line['measured']} here: {number(bits[name])} bits per "
        f"cycle of {size} are {_beside(bits, name)}, {number(mhz[name])} MHz are "
        f"{_beside(mhz, name)}: {_cause(bits, mhz, name, up=line['move'] > 0)}"
        f"{_over(members[name])}"
    )


def _beside(values: Mapping[str, float], name: str) -> str:
    """A value over the median of all."""
    return f"{number(round(values[name] / median(values.values()), 2))} times the median"


def _cause(bits: Mapping[str, float], mhz: Mapping[str, float], name: str, *, up: bool) -> str:
    """Which of the two factors of a throughput is farther from the median in the direction of the
    move.
    """
    sign = 1 if up else -1
    # Throughput is bits per cycle times frequency: as logarithms, both are shares of the move.
    cycles, clock = (sign * log(of[name] / median(of.values())) for of in (bits, mhz))
    if max(cycles, clock) <= 0:
        return "neither carries it; those around it are where others were"
    if min(cycles, clock) > max(cycles, clock) / 3:
        return "both carry it"
    return "its cycles carry it" if cycles > clock else "its frequency carries it"


def _over(row: Record) -> str:
    if within(row, BUDGET):
        return ""
    return f"; none of its cores is within {BUDGET[0]:,} LUTs and {BUDGET[1]:,} flip-flops"


def frequency(row: Record, platform: str) -> float:
    """MHz that a record's throughputs on a platform are computed with."""
    found = row["platforms"][platform]
    return found["fmax_mhz"] or found["pre_route_fmax_mhz"]


def fastest(
    rows: Sequence[Record], platform: str, content: str, *, most: int = published.FAST_LUTS
) -> list[dict[str, Any]]:
    """The list of the highest throughput for long inputs of fewer than ``most`` LUTs: one core for
    each candidate.
    """
    workload = f"{CONTENTS[content]}/long"
    small = [
        row
        for row in rows
        # A core without a count is not known to be small.
        if row["verified"] and (luts(row) or most) < most and throughput(row, platform, workload)
    ]
    # The slides' lists name no flip-flops; their budgets have two for each look-up table.
    best = representatives(small, platform, budget=(most, most * 2), workload=workload)
    found = [
        {
            "candidate": name,
            "core": row["core"],
            "luts": luts(row),
            "mbps": throughput(row, platform, workload),
        }
        for name, row in best.items()
    ]
    return sorted(found, key=lambda line: -line["mbps"])
