# SPDX-License-Identifier: Apache-2.0
"""The study on the terminal and as files: the slides' tables and charts, and what goes on from
them.
"""

from pathlib import Path
from typing import Any

from rich.table import Table

from ...report.numbers import number
from ...report.style import save
from ..benched import Result, with_conditions
from ..common import OTHER_FLOW, kendall
from ..listing import listing, write_files
from . import plots
from .by_hand import PLACED, ByHand, compared
from .study import AREA, GATES, NO_CORE, ROUTED, pair


def all_tables(result: Result) -> list[tuple[str, Table]]:
    """Every table with its title; those of a platform without a figure are left out."""
    places = [
        place
        for place in (GATES, ROUTED)
        if any(each[place]["fmax_mhz"] for row in result.rows for each in row["lines"])
    ]
    found = [
        (
            "Maximum clock frequency in MHz: published on Virtex-6 | measured",
            listing([frequency(row, places) for row in result.rows]),
        )
    ]
    for place in places:
        found.append(
            (
                f"Throughput and throughput per area on {place}, all k",
                listing([point(each, place) for row in result.rows for each in row["lines"]]),
            )
        )
        found.append(
            (
                f"Over k on {place}, and the best k by throughput per area",
                listing(over_k(result.rows, place)),
            )
        )
    sized = [each for row in result.rows for each in row["lines"] if each[AREA]["luts"]]
    if sized:
        found.append((f"After synthesis for {AREA}, without timing",
                      listing([size(each, row) for row in result.rows for each in row["lines"]
                               if each in sized])))  # fmt: skip
    cuts = [each for row in result.rows for each in row["lines"] if each["cut"]]
    hand = [
        placed(each)
        for each in PLACED
        if each.candidate in [row["candidate"] for row in result.rows]
    ]
    return with_conditions(
        [
            *found,
            ("Where the registers lie", listing([cut(each, places) for each in cuts])),
            *(
                [
                    (
                        "Where the slides show a register: by hand | by the search, k = 2",
                        listing(hand),
                    )
                ]
                if hand
                else []
            ),
            ("Statements", listing(statements(result.rows, places))),
        ],
        result.rows,
    )


def frequency(row: dict, places: list[str]) -> dict[str, Any]:
    """A line of the slides' table beside ours at k = 2."""
    published = row["published"]
    cells = {
        "candidate": row["candidate"],
        "basic": published["basic_mhz"],
        "pipelined": published["pipelined_mhz"],
        "ratio": f"{published['ratio_as_printed']:.2f}",
    }
    for place in places:
        basic, piped = pair(row) or (None, None)
        ratio = piped["ratios"][place].get("fmax_mhz") if piped else None
        reached = " ✓" if ratio and ratio >= published["ratio_as_printed"] else ""
        cells |= {
            f"basic, {place}": _cell(basic and basic[place]["fmax_mhz"]),
            f"pipelined, {place}": _cell(piped and piped[place]["fmax_mhz"]),
            f"ratio, {place}": f"{ratio:.2f}{reached}" if ratio else row["note"] or "failed",
        }
    return cells


def point(each: dict, place: str) -> dict[str, Any]:
    """A core on a platform."""
    figures, ratios = each[place], each["ratios"][place]
    return {"core": each["core"], "area": _cell(figures["area_ge"] or figures["luts"]),
            "flip-flops": _cell(figures["flip_flops"]),
            "cycles/block": _cell(each["cycles_per_block"]), "MHz": _cell(figures["fmax_mhz"]),
            "Mbit/s": _cell(figures["throughput_mbps"]), "per area": _cell(figures["per_area"]),
            **{f"{text} ratio": f"{ratios[name]:.2f}" if name in ratios else "–"
               for text, name in (("MHz", "fmax_mhz"), ("Mbit/s", "throughput_mbps"),
                                  ("per area", "per_area"))},
            "verified": each["verified"]}  # fmt: skip


def over_k(rows: list[dict], place: str) -> list[dict[str, Any]]:
    """A candidate's ratios to its basic core for each k, and the best k."""
    usual = [[each for each in row["lines"] if "," not in each["core"]] for row in rows]
    most = max((each["k"] for lines in usual for each in lines), default=1)
    found = []
    for row, lines in zip(rows, usual):
        by_k = {each["k"]: each["ratios"][place] for each in lines}
        best = next(
            (each for each in lines if each["core"] == row["best_by_throughput_per_area"][place]),
            None,
        )
        cells = {"candidate": row["candidate"]}
        for text, name in (("MHz", "fmax_mhz"), ("per area", "per_area")):
            cells |= {
                f"{text}, k = {k}": _ratio(by_k.get(k, {}).get(name)) for k in range(2, most + 1)
            }
        found.append(
            {
                **cells,
                "best k": best["k"] if best else "–",
                "per area, best k": _ratio(best and best["ratios"][place].get("per_area")),
            }
        )
    return found


def size(each: dict, row: dict) -> dict[str, Any]:
    """A core's look-up tables and flip-flops on the slides' family, and to those of the basic
    one."""
    basic = next(other for other in row["lines"] if other["core"] == each["basic"])[AREA]["luts"]
    luts = each[AREA]["luts"]
    return {
        "core": each["core"],
        "LUTs": _cell(luts),
        "flip-flops": _cell(each[AREA]["flip_flops"]),
        "LUTs ratio": _ratio(luts / basic if basic else None),
    }


def cut(each: dict, places: list[str]) -> dict[str, Any]:
    """Where a core's registers lie, and how much of the basic core's cycle they divide: what is
    left is 1 / ratio of it, so that (1 - 1 / ratio) k / (k - 1) of it must have been cut into k
    equal parts. It is more than all where the mode's part of the cycle has left it too.
    """
    found, k = each["cut"], each["k"]
    divided = {}
    for place in places:
        ratio = each["ratios"][place].get("fmax_mhz")
        divided[f"cycle divided, {place}"] = (
            f"{(1 - 1 / ratio) * k / (k - 1):.0%}" if ratio else "–"
        )
    return {**_where(each["core"], found), **divided}


def placed(each: ByHand) -> dict[str, Any]:
    """A register placed by hand beside the search's: the length of both pieces, and its bits."""
    found = compared(each)

    def pieces(name: str) -> str:
        return " + ".join(map(str, found[name]))

    # fmt: off
    return {"candidate": each.candidate, "by hand": each.place, "whole step": found["step"],
            "pieces by hand": pieces("by_hand"), "bits by hand": found["bits_by_hand"],
            "pieces by search": pieces("searched"), "bits by search": found["bits_searched"]}
    # fmt: on


def _where(core: str, found: dict) -> dict[str, Any]:
    return {
        "core": core,
        "registers (bits)": found["registers"],
        "whole step": found["step"],
        "pieces": " + ".join(map(str, found["pieces"])),
        "longest": max(found["pieces"]),
        "step / longest": f"{found['step'] / max(found['pieces']):.2f}",
    }


def _ratio(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def statements(rows: list[dict], places: list[str]) -> list[dict[str, Any]]:
    """What the slides conclude, and what the figures here say of it."""
    found = [statement for place in places for statement in _of_place(rows, place)]
    longest = {row["candidate"]: pair(row)[1]["cut"]["step"] for row in rows if pair(row)}
    if longest:
        text = ", ".join(
            f"{name} {length}"
            for name, length in sorted(longest.items(), key=lambda item: -item[1])
        )
        found.append(
            _said("longest step of a cipher, in ANDs: what a cut divides", "–", text, "estimate")
        )
    return [*found, *(said for place in places for said in _order(rows, longest, place))]


def _order(rows: list[dict], longest: dict[str, float], place: str) -> list[dict[str, str]]:
    """Whether those with a longer step gain more."""
    gains = {
        row["candidate"]: pair(row)[1]["ratios"][place].get("fmax_mhz") for row in rows if pair(row)
    }
    measured = {name: ratio for name, ratio in gains.items() if ratio}
    if len(measured) < 2:
        return []
    tau, swapped = kendall(longest, measured)
    pairs = ", ".join(f"{one} and {other}" for one, other in swapped) or "none"
    return [
        _said(
            "gain in frequency, k = 2, against the length of a step: Kendall's tau, pairs "
            "the other way round",
            "–",
            f"{tau:.2f}; {pairs}",
            place,
        )
    ]


def _of_place(rows: list[dict], place: str) -> list[dict[str, Any]]:
    gains = {row["candidate"]: pair(row)[1]["ratios"][place] for row in rows if pair(row)}
    mhz = {name: ratio["fmax_mhz"] for name, ratio in gains.items() if "fmax_mhz" in ratio}
    per_area = {name: ratio["per_area"] for name, ratio in gains.items() if "per_area" in ratio}
    if not mhz or not per_area:
        return []
    slow = {
        row["candidate"]: row["lines"][0][place]["fmax_mhz"]
        for row in rows
        if row["candidate"] in mhz
    }
    best = [
        max(
            (
                each["ratios"][place].get("per_area", 0)
                for each in row["lines"]
                if each["k"] > 1 and "," not in each["core"]
            ),
            default=0,
        )
        for row in rows
    ]

    def share(values, least: float) -> str:
        return f"{sum(value >= least for value in values)} of {len(per_area)}"

    return [
        _said("the slowest basic core", "SCREAM", min(slow, key=slow.get), place),
        _said("the largest gain in frequency", "SCREAM", max(mhz, key=mhz.get), place),
        _said("throughput per area improved, k = 2", "6 of 7", share(per_area.values(), 1), place),
        _said("throughput per area improved, best k", "not published", share(best, 1), place),
        _said(
            "frequency gained 1.5 times or more, k = 2", "4 of 7", share(mhz.values(), 1.5), place
        ),
        _said(
            "throughput per area 1.5 times or more, best k",
            "not published",
            share(best, 1.5),
            place,
        ),
    ]


def _said(statement: str, published: str, measured: str, place: str) -> dict[str, str]:
    return {"statement": statement, "published": published, "here": measured, "platform": place}


def _cell(value: float | None) -> str:
    return "–" if value is None else number(value)


def record(result: Result) -> list[dict[str, Any]]:
    """The rows for ``--json``."""
    return result.rows


def write(result: Result, output: Path) -> list[Path]:
    """Write ``rows.json``, ``tables.txt`` and the charts of each platform, with k > 2 one over k
    too; returns the paths.
    """
    paths = write_files(output, {"rows": record(result)}, all_tables(result))
    for place in (GATES, ROUTED):
        for metric in plots.CHARTS:
            if any(each[place][metric] for row in result.rows for each in row["lines"]):
                paths += save(plots.bars(result.rows, metric, place), output / f"{metric}-{place}")
        if any(
            each["k"] > 2 and each[place]["fmax_mhz"]
            for row in result.rows
            for each in row["lines"]
        ):
            paths += save(plots.over_k(result.rows, place), output / f"over_k-{place}")
    return paths


def verdict(result: Result) -> str:
    """One line: how many ratios were reached, of those that were measured."""
    found = [(row, _best_ratio(pair(row)[1])) for row in result.rows if pair(row)]
    measured = [(row, ratio) for row, ratio in found if ratio]
    reached = sum(ratio >= row["published"]["ratio_as_printed"] for row, ratio in measured)
    verified = sum(each["verified"] for row in result.rows for each in row["lines"])
    total = sum(len(row["lines"]) for row in result.rows)
    missing = sum(row["note"] == NO_CORE for row in result.rows)
    return (
        f"{total} cores, {verified} verified; "
        + (
            f"frequency ratio at or above the published one, the best of the platforms: "
            f"{reached} of {len(measured)}"
            if measured
            else "no frequency ratio was measured"
        )
        + (f"; {missing} candidates have no core yet" if missing else "")
        + f"; {OTHER_FLOW}"
    )


def _best_ratio(pipelined: dict) -> float:
    """Of frequency, on any platform; 0 where none has timing."""
    return max(ratios.get("fmax_mhz", 0) for ratios in pipelined["ratios"].values())
