# SPDX-License-Identifier: Apache-2.0
"""The slides' tables, as lines whose keys are the columns."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..listing import lined
from . import published, ranking
from .candidates import CANDIDATES
from .ranking import Record

Lines = list[dict[str, Any]]

OPERATIONS = {"enc": "encryption", "dec": "decryption", "hash": "hashing"}
CONTENTS = {"ad": "AD", "pt": "plaintext", "ad+pt": "AD + plaintext", "msg": "message"}
LISTS = {"pt": "encryption, plaintext only", "ad": "encryption, AD only", "hash": "hashing"}


def platforms_of(rows: Iterable[Record]) -> list[str]:
    """The platforms of the records, in their order."""
    return list(dict.fromkeys(place for row in rows for place in row["platforms"]))


def stage_of(rows: Iterable[Record], platform: str) -> str:
    """How far a platform goes, as the records say."""
    found = (row["platforms"][platform]["stage"] for row in rows if platform in row["platforms"])
    return next(found, "")


def mark_of(rows: Iterable[Record], platform: str) -> str:
    """``pre-route `` in front of what comes from a pre-route delay, else nothing."""
    return "pre-route " if "pre-route" in stage_of(rows, platform) else ""


def every(rows: Sequence[Record]) -> dict[str, Lines]:
    """Every table of the slides' candidates by its title."""
    ranked = ranking.rankings(rows)
    rated = ranking.rated(ranked)
    named = {place: f"{place} ({stage_of(rows, place)})" for place in rated}
    found = {
        "Cores: area, frequency, throughput for long inputs (plaintext, or a hash's)": cores(rows)
    }
    found |= {
        f"Ranking on {named[place]}, encryption of plaintext, Mbit/s; in parentheses the place on "
        "the published Artix-7, where it is another": places(ranked, place)
        for place in rated
    }
    found["Kendall's tau to the published ranking"] = taus(ranked, rated)
    found[f"Candidates that move by more than {ranking.FAR} places, and what places them"] = moved(
        ranking.moves(rows, ranked)
    )
    found |= {
        f"Highest throughput under {published.FAST_LUTS:,} LUTs of Artix-7, {title}, "
        f"{named[place]}": fastest(rows, place, content)
        for place in rated
        for content, title in LISTS.items()
    }
    found |= {
        f"Highest throughput within {luts:,} LUTs and {flip_flops:,} flip-flops of Artix-7, "
        f"{named[place]}": budgeted(rows, place, (luts, flip_flops))
        for luts, flip_flops in published.BUDGETS
        for place in rated
    }
    found |= {
        f"Throughput by size on {named[place]}, {mark_of(rows, place)}Mbit/s, reused key": sizes(
            rows, place
        )
        for place in rated
    }
    found["Cycles: exact formulas of a reused key, and what a new key costs more"] = formulas(rows)
    return found


def cores(rows: Sequence[Record]) -> Lines:
    """A line for each core: on each platform LUTs and flip-flops, and MHz and Mbit/s where it has a
    delay.
    """
    found = []
    for row in rows:
        line = {"candidate": row["candidate"], "core": row["core"]}
        for place in platforms_of(rows):
            line |= _figures(row, place, mark_of(rows, place), stage_of(rows, place))
        line |= {"cycles per block": row["cycles_per_block"], "verified": row["verified"]}
        found.append(line)
    return found


def _figures(row: Record, place: str, mark: str, stage: str) -> dict[str, Any]:
    figures = row["platforms"].get(place, {})
    paired = {f"{place} LUT sites": figures.get("lut_sites")} if place == ranking.AREA else {}
    area = {
        f"{place} LUTs": figures.get("luts"),
        **paired,
        f"{place} FFs": figures.get("flip_flops"),
    }
    # At this stage there is no delay, so the columns of speed would be empty.
    if stage == "after synthesis":
        return area
    mhz = figures.get("fmax_mhz") or figures.get("pre_route_fmax_mhz")
    workloads = ("enc/pt/long", "hash/msg/long")
    rates = (ranking.throughput(row, place, workload) for workload in workloads)
    return {
        **area,
        f"{place} {mark}MHz": mhz,
        f"{place} {mark}Mbit/s": next(filter(None, rates), None),
    }


def places(ranked: Sequence[Mapping], platform: str) -> Lines:
    """The order at four sizes, each candidate with its published place and its throughput."""
    return by_place(
        {
            size_title(each["size"]): [_place(line, each) for line in ranking.compared(each)]
            for each in ranked
            if each["platform"] == platform
        }
    )


def by_place(columns: Mapping[str, Sequence[str]]) -> Lines:
    """A line for each place of the orders in the columns; an order may be shorter than others, as a
    core whose buffer a size does not fit into has no place at that size.
    """
    most = max(map(len, columns.values()), default=0)
    return [
        {
            "place": place + 1,
            **{title: "".join(order[place : place + 1]) for title, order in columns.items()},
        }
        for place in range(most)
    ]


def _place(line: Mapping, ranked: Mapping) -> str:
    theirs = f" ({line['published']})" if line["move"] else ""
    return f"{line['candidate']}{theirs} {ranked['mbps'][line['candidate']]:,.0f}"


def size_title(size: str) -> str:
    """A size as the slides write it."""
    return "long" if size == "long" else f"{size} B"


def taus(ranked: Sequence[Mapping], platforms: Sequence[str]) -> Lines:
    """A line for each platform, a column for each size."""
    found = []
    for place in platforms:
        same = [each for each in ranked if each["platform"] == place]
        line = {"platform": place, "candidates": max(len(each["order"]) for each in same)}
        found.append(line | {size_title(each["size"]): each["tau"] for each in same})
    return found


def moved(moves: Sequence[Mapping]) -> Lines:
    """A sentence for each candidate and platform."""
    return lined(
        moves,
        {
            "candidate": "candidate",
            "platform": "platform",
            "size": lambda each: size_title(each["size"]),
            "core": "core",
            "moves": lambda each: f"{each['move']:+d}",
            "why": "why",
        },
    )


def fastest(rows: Sequence[Record], platform: str, content: str) -> Lines:
    """The list of the fastest, beside the slides'."""
    theirs = [" ".join(line).strip() for line in published.FASTEST.get(content, ())]
    found = ranking.fastest(rows, platform, content)
    # Padded, because `zip` ends with the shorter list and the slides' may be that.
    theirs += [""] * len(found)
    return [
        {
            "place": place,
            "candidate": line["candidate"],
            "core": line["core"],
            "LUTs of Artix-7": line["luts"],
            f"{mark_of(rows, platform)}Mbit/s": line["mbps"],
            "published": text,
        }
        for place, (line, text) in enumerate(zip(found, theirs), 1)
    ]


def budgeted(rows: Sequence[Record], platform: str, budget: tuple[int, int]) -> Lines:
    """For each candidate the fastest core within a budget; where there is none, the smallest one
    and its LUTs.
    """
    chosen = ranking.representatives(rows, platform, budget=budget)
    rate = f"{mark_of(rows, platform)}Mbit/s"
    found = []
    for name in (each.name for each in CANDIDATES if each.name in chosen):
        row = chosen[name]
        fits = ranking.within(row, budget)
        mbps = ranking.throughput(row, platform, "enc/pt/long") if fits else None
        core = row["core"] if fits else f"none; the smallest is {row['core']}"
        found.append({"candidate": name, "core": core, "LUTs": ranking.luts(row), rate: mbps})
    return found


def sizes(rows: Sequence[Record], platform: str) -> Lines:
    """Every operation, content and size of every core."""
    found = []
    for row in rows:
        rates = row["platforms"].get(platform, {}).get("throughputs", {})
        for kind in dict.fromkeys(name.rpartition("/")[0] for name in rates):
            operation, content = kind.split("/")
            line = {
                "core": row["core"],
                "operation": OPERATIONS[operation],
                "of": CONTENTS[content],
            }
            each = {size_title(size): rates.get(f"{kind}/{size}") for size in published.SIZES}
            found.append(line | each)
    return found


def formulas(rows: Sequence[Record]) -> Lines:
    """A line for each core and operation."""
    return [
        {
            "core": row["core"],
            "operation": OPERATIONS[name],
            "cycles": text,
            "new key": "no key"
            if name == "hash"
            else row["new_key_cycles"].get(name, "no constant"),
        }
        for row in rows
        for name, text in row["formulas"].items()
        if name in OPERATIONS
    ]
