# SPDX-License-Identifier: Apache-2.0
"""The second table: all 32 candidates of round 2, each by its primary core, whatever its size.

A candidate without a core has a line with the reason in place of numbers.
"""

from collections.abc import Sequence

from . import published, ranking, tables
from .candidates import EVERYONE, is_on_slides
from .ranking import Record


def primaries(rows: Sequence[Record]) -> list[Record]:
    """The records of the primary cores, and of candidates without a core, in the order of
    `EVERYONE`.
    """
    places = {each.name: place for place, each in enumerate(EVERYONE)}
    return sorted((row for row in rows if row["primary"]), key=lambda row: places[row["candidate"]])


def every(rows: Sequence[Record]) -> dict[str, tables.Lines]:
    """Both tables by title: figures, and the order on each platform that has throughputs."""
    rows = primaries(rows)
    found = {
        f"All candidates of round 2: {len(rows)} of {len(EVERYONE)}, each by its primary core": (
            figures(rows)
        )
    }
    return found | {
        f"All candidates of round 2 on {place} ({tables.stage_of(rows, place)}), primary cores, "
        f"encryption of plaintext, {tables.mark_of(rows, place)}Mbit/s": order(rows, place)
        for place in tables.platforms_of(rows)
    }


def figures(rows: Sequence[Record]) -> tables.Lines:
    """A line for each candidate: whether the slides have it, and its primary core as
    `tables.cores` shows it, or why it has none.
    """
    return [
        {
            # Taken out and put back first, so that the new column stands behind it.
            "candidate": line.pop("candidate"),
            "on the slides": is_on_slides(row["candidate"]),
            **line,
            "no core because": row.get("obstacle", ""),
        }
        for row, line in zip(rows, tables.cores(rows))
    ]


def order(rows: Sequence[Record], platform: str) -> tables.Lines:
    """A line for each place, a column for each size: candidate and throughput, of verified
    cores.
    """
    columns = {}
    for size in published.SIZES:
        rates = {
            row["candidate"]: ranking.throughput(row, platform, f"enc/pt/{size}")
            for row in rows
            if row["verified"]
        }
        # By the negative rate, so that names decide between equal ones in their own order.
        rated = sorted((-rate, name) for name, rate in rates.items() if rate)
        columns[tables.size_title(size)] = [f"{name} {-rate:,.0f}" for rate, name in rated]
    return tables.by_place(columns)


def verdict(rows: Sequence[Record]) -> str:
    """How many candidates there are, have a core, and are verified, in words."""
    rows = primaries(rows)
    without = [row["candidate"] for row in rows if not row["core"]]
    verified = sum(row["verified"] for row in rows)
    lacking = f"; without a core: {', '.join(without)}" if without else ""
    return (
        f"all candidates: {len(rows)} of {len(EVERYONE)}, {len(rows) - len(without)} with a core, "
        f"{verified} verified{lacking}"
    )
