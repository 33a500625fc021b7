# SPDX-License-Identifier: Apache-2.0
"""The tables of docs/results/lwc-round2.md in Markdown, of what
`cipherfab study lwc-round2 -o DIRECTORY` wrote.

    python tools/round2_tables.py DIRECTORY
    python tools/round2_tables.py DIRECTORY --routed    # of --all --on artix7, placed and routed
"""

import json
import sys
from pathlib import Path

from cipherfab.report.markdown import table
from cipherfab.report.numbers import number
from cipherfab.studies.lwc_round2 import published, ranking, tables
from cipherfab.studies.lwc_round2.candidates import CANDIDATES

SIZES, AREA = published.SIZES, ranking.AREA

PUBLISHED = {each.name for each in CANDIDATES}
"""Candidates of the slides."""


def rates(row: dict, place: str) -> str:
    """Throughputs at the published sizes."""
    return " · ".join(number(ranking.throughput(row, place, f"enc/pt/{size}")) for size in SIZES)


def primaries(rows: list[dict]) -> str:
    """The primary core of each candidate on the platform of the budgets, and its throughput for
    long plaintexts on those that are placed and routed.
    """
    routed = [
        place
        for place in tables.platforms_of(rows)
        if tables.stage_of(rows, place) == "placed and routed"
    ]
    columns = ["candidate", "core", "cycles per block", "LUTs", "LUT sites", "FFs",
               "pre-route MHz", f"pre-route Mbit/s, {' · '.join(SIZES)}",
               *(f"{place} LUTs · MHz · Mbit/s" for place in routed)]  # fmt: skip
    return table(
        columns,
        (
            [
                row["candidate"],
                f"`{row['core']}`",
                number(row["cycles_per_block"]),
                *(
                    number(row["platforms"][AREA][of])
                    for of in ("luts", "lut_sites", "flip_flops", "pre_route_fmax_mhz")
                ),
                rates(row, AREA),
                *(_routed(row, place) for place in routed),
            ]
            for row in rows
            if row["primary"]
        ),
    )


def _routed(row: dict, place: str) -> str:
    if not ranking.throughput(row, place, "enc/pt/long"):
        return "–"
    found = row["platforms"][place]
    return " · ".join(
        map(
            number,
            (found["luts"], found["fmax_mhz"], ranking.throughput(row, place, "enc/pt/long")),
        )
    )


def standing(rows: list[dict], place: str) -> str:
    """A line for each candidate: the core that stands for it on a platform, and its figures."""
    mark = tables.mark_of(rows, place)
    columns = [
        "candidate",
        "core",
        "cycles per block",
        "LUTs",
        "FFs",
        f"{mark}MHz",
        f"{mark}Mbit/s, {' · '.join(SIZES)}",
    ]
    chosen = ranking.representatives(rows, place)
    return table(
        columns,
        (
            [
                name,
                f"`{row['core']}`",
                number(row["cycles_per_block"]),
                *(number(row["platforms"][place][of]) for of in ("luts", "flip_flops")),
                number(ranking.frequency(row, place)),
                rates(row, place),
            ]
            for name, row in sorted(chosen.items(), key=lambda pair: pair[0].lower())
        ),
    )


def areas(rows: list[dict], place: str) -> str:
    """Look-up tables and flip-flops of the primary cores on a platform without a delay."""
    return table(
        ["core", "LUTs", "FFs", "LUTs to those of Artix-7"],
        (
            [
                f"`{row['core']}`",
                number(row["platforms"][place]["luts"]),
                number(row["platforms"][place]["flip_flops"]),
                f"{row['platforms'][place]['luts'] / ranking.luts(row):.2f}",
            ]
            for row in rows
            if row["primary"] and place in row["platforms"]
        ),
    )


def places(ranked: list[dict], size: str) -> str:
    """The order of the candidates on every platform, for a size; in parentheses the published
    place, where it is another.
    """
    same = [each for each in ranked if each["size"] == size]
    columns = ["place", *(each["platform"] for each in same)]
    orders = [
        [
            f"{line['candidate']} ({line['published']})" if line["move"] else line["candidate"]
            for line in ranking.compared(each)
        ]
        for each in same
    ]
    return table(
        columns,
        (
            [str(place + 1), *(order[place] if place < len(order) else "" for order in orders)]
            for place in range(max(map(len, orders)))
        ),
    )


def taus(ranked: list[dict]) -> str:
    """Kendall's tau to the published order by platform and size."""
    by_place = {}
    for each in ranked:
        by_place.setdefault(each["platform"], {})[each["size"]] = f"{each['tau']:.2f}"
    return table(
        ["platform", *SIZES],
        ([place, *(of.get(size, "–") for size in SIZES)] for place, of in by_place.items()),
    )


def everyone(rows: list[dict]) -> str:
    """A line for each candidate of round 2: its core placed and routed on Artix-7, with the median
    of the seeds and the largest deviation of one, and encryption by content.
    """
    contents = {"AD, long": "enc/ad/long", "AD + plaintext, long": "enc/ad+pt/long"}
    columns = ["candidate", "core", "cycles per block", "LUTs", "LUT sites", "FFs", "MHz",
               f"plaintext, {' · '.join(SIZES)}", *contents]  # fmt: skip
    return table(
        columns,
        (
            [
                row["candidate"],
                f"`{row['core']}`",
                number(row["cycles_per_block"]),
                *(number(row["platforms"][AREA][of]) for of in ("luts", "lut_sites", "flip_flops")),
                _frequency(row["platforms"][AREA]),
                rates(row, AREA),
                *(number(ranking.throughput(row, AREA, load)) for load in contents.values()),
            ]
            for row in sorted(rows, key=lambda row: row["candidate"].lower())
            if row["primary"]
        ),
    )


def _frequency(found: dict) -> str:
    if not found["fmax_mhz"]:
        return found["note"] or "–"
    low, middle, high = found["spread"]["fmax_mhz"]
    return f"{number(middle)} ±{100 * max(high - middle, middle - low) / middle:.1f} %"


def order(rows: list[dict]) -> str:
    """The order of all candidates at each published size, with Mbit/s."""
    primary = [row for row in rows if row["primary"]]
    columns = []
    for size in SIZES:
        rated = {
            row["candidate"]: rate
            for row in primary
            if (rate := ranking.throughput(row, AREA, f"enc/pt/{size}"))
        }
        best = sorted(rated.items(), key=lambda pair: -pair[1])
        columns.append([f"{name} {number(rate)}" for name, rate in best])
    return table(
        ["place", *SIZES],
        (
            [str(place + 1), *(column[place] if place < len(column) else "–" for column in columns)]
            for place in range(max(map(len, columns)))
        ),
    )


def routed(directory: Path) -> None:
    """Print the tables of a run with all candidates on Artix-7 alone."""
    rows = json.loads((directory / "rows.json").read_text())
    verified = sum(row["verified"] for row in rows)
    print(f"{len(rows)} cores, {verified} verified\n\n{everyone(rows)}\n{order(rows)}")
    ranked = ranking.rankings([row for row in rows if row["candidate"] in PUBLISHED])
    print(taus(ranked))


def main() -> None:
    directory = Path(sys.argv[1])
    if "--routed" in sys.argv[2:]:
        routed(directory)
        return
    rows, ranked, moves = (
        json.loads((directory / f"{name}.json").read_text())
        for name in ("rows", "rankings", "moves")
    )
    rated = list(dict.fromkeys(each["platform"] for each in ranked))
    verified = sum(row["verified"] for row in rows)
    print(f"{len(rows)} cores, {verified} verified\n")
    print(primaries(rows))
    for place in rated:
        print(f"**{place}, {tables.stage_of(rows, place)}**\n\n{standing(rows, place)}")
    for place in tables.platforms_of(rows):
        if place not in rated:
            print(f"**{place}, {tables.stage_of(rows, place)}**\n\n{areas(rows, place)}")
    print(taus(ranked))
    for size in SIZES:
        print(f"**{size}**\n\n{places(ranked, size)}")
    for each in moves:
        print(
            f"- **{each['candidate']}** ({each['platform']}, {each['size']}, "
            f"{each['move']:+d}, `{each['core']}`): {each['why']}."
        )


if __name__ == "__main__":
    main()
