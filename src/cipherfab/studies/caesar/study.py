# SPDX-License-Identifier: Apache-2.0
"""The slides' tables beside ours, and what goes on from them, as lines whose keys are the
columns.
"""

from typing import Any

from ...report.numbers import number
from ..benched import Result
from ..common import OTHER_FLOW, kendall
from ..listing import Columns, at, lined
from ..study import Study, Tables
from . import __doc__ as paper
from .by_hand import PLACED, ByHand, compared
from .plots import drawn
from .records import AREA, NO_CORE, TABLE_ALONE, TIMED, pair, run, usual_lines

RATIOS = {"MHz": "fmax_mhz", "Mbit/s": "throughput_mbps", "per area": "per_area"}
"""What is compared with the basic core, in short."""


def tables(result: Result) -> Tables:
    """Every table by its title; those of a platform without a figure are left out."""
    rows, lines = result.rows, lines_of(result)
    places = [place for place in TIMED if any(each[place]["fmax_mhz"] for each in lines)]
    found: dict[str, Any] = {
        "Maximum clock frequency in MHz: published on Virtex-6 | measured": [
            frequency(row, places) for row in rows
        ]
    }
    for place in (place for place in places if place not in TABLE_ALONE):
        found |= {
            f"Throughput and throughput per area on {place}, all k": lined(lines, on(place)),
            f"Over k on {place}, and the best k by throughput per area": over_k(rows, place),
        }
    for place in (place for place in places if place in TABLE_ALONE):
        there = [each for each in lines if each[place]["fmax_mhz"]]
        found[f"Placed and routed on {place}, k = 1 and 2"] = lined(there, on(place))
    candidates = {row["candidate"] for row in rows}
    return found | {
        f"After synthesis for {AREA}, without timing": [
            size(each, row) for row in rows for each in row["lines"] if each[AREA]["luts"]
        ],
        "Where the registers lie": lined((each for each in lines if each["cut"]), cut(places)),
        "Where the slides show a register: by hand | by the search, k = 2": [
            placed(each) for each in PLACED if each.candidate in candidates
        ],
        "Statements": statements(rows, places),
    }


def lines_of(result: Result) -> list[dict[str, Any]]:
    """The lines of all candidates."""
    return [each for row in result.rows for each in row["lines"]]


def frequency(row: dict, places: list[str]) -> dict[str, Any]:
    """A line of the slides' table beside ours at k = 2."""
    published = row["published"]
    printed = published["ratio_as_printed"]
    cells = {
        "candidate": row["candidate"],
        "basic": number(published["basic_mhz"]),
        "pipelined": number(published["pipelined_mhz"]),
        "ratio": _ratio(printed),
    }
    basic, piped = pair(row) or (None, None)
    for place in places:
        ratio = at(piped, f"ratios.{place}.fmax_mhz")
        # Further candidates, of which nothing is printed, are not run on these platforms.
        missing = "failed" if printed or place not in TABLE_ALONE else "not run"
        reached = " ✓" if ratio and printed and ratio >= printed else ""
        cells |= {
            f"basic, {place}": number(at(basic, f"{place}.fmax_mhz")),
            f"pipelined, {place}": number(at(piped, f"{place}.fmax_mhz")),
            f"ratio, {place}": f"{ratio:.2f}{reached}" if ratio else row["note"] or missing,
        }
    return cells


def on(place: str) -> Columns:
    """The columns of a core's figures on a platform, and of their ratios to the basic core."""

    def figure(*names: str):
        # Cells are counted in gate equivalents, FPGAs in look-up tables; a platform has one of
        # both.
        return lambda each: number(next(filter(None, map(each[place].get, names)), None))

    ratios: Columns = {
        f"{text} ratio": lambda each, name=name: _ratio(each["ratios"][place].get(name))
        for text, name in RATIOS.items()
    }
    return {
        "core": "core",
        "area": figure("area_ge", "luts"),
        "flip-flops": figure("flip_flops"),
        "cycles/block": lambda each: number(each["cycles_per_block"]),
        "MHz": figure("fmax_mhz"),
        "Mbit/s": figure("throughput_mbps"),
        "per area": figure("per_area"),
        **ratios,
        "verified": "verified",
    }


def over_k(rows: list[dict], place: str) -> list[dict[str, Any]]:
    """A candidate's ratios to its basic core for each k, and the best k."""
    usual = {row["candidate"]: usual_lines(row["lines"]) for row in rows}
    most = max((each["k"] for lines in usual.values() for each in lines), default=1)
    found = []
    for row in rows:
        lines = usual[row["candidate"]]
        by_k = {each["k"]: each["ratios"][place] for each in lines}
        name = row["best_by_throughput_per_area"][place]
        best = next((each for each in lines if each["core"] == name), None)
        found.append(
            {"candidate": row["candidate"]}
            | {
                f"{text}, k = {k}": _ratio(by_k.get(k, {}).get(RATIOS[text]))
                for text in ("MHz", "per area")
                for k in range(2, most + 1)
            }
            | {
                "best k": best["k"] if best else "–",
                "per area, best k": _ratio(at(best, f"ratios.{place}.per_area")),
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
        "LUTs": number(luts),
        "flip-flops": number(each[AREA]["flip_flops"]),
        "LUTs ratio": _ratio(luts / basic if basic else None),
    }


def cut(places: list[str]) -> Columns:
    """Where a core's registers lie, and how much of the basic core's cycle they divide: what is
    left is 1 / ratio of it, so that (1 - 1 / ratio) k / (k - 1) of it must have been cut into k
    equal parts. It is more than all where the mode's part of the cycle has left it too.
    """

    def divided(each: dict, place: str) -> str:
        ratio, k = each["ratios"][place].get("fmax_mhz"), each["k"]
        return f"{(1 - 1 / ratio) * k / (k - 1):.0%}" if ratio else "–"

    return {
        "core": "core",
        "registers (bits)": "cut.registers",
        "whole step": "cut.step",
        "pieces": lambda each: _sum(each["cut"]["pieces"]),
        "longest": lambda each: max(each["cut"]["pieces"]),
        "step / longest": lambda each: _ratio(each["cut"]["step"] / max(each["cut"]["pieces"])),
        **{
            f"cycle divided, {place}": lambda each, place=place: divided(each, place)
            for place in places
        },
    }


def placed(each: ByHand) -> dict[str, Any]:
    """A register placed by hand beside the search's: the length of both pieces, and its bits."""
    found = compared(each)
    return {
        "candidate": each.candidate,
        "by hand": each.place,
        "whole step": found["step"],
        "pieces by hand": _sum(found["by_hand"]),
        "bits by hand": found["bits_by_hand"],
        "pieces by search": _sum(found["searched"]),
        "bits by search": found["bits_searched"],
    }


def _sum(pieces: list[int]) -> str:
    return " + ".join(map(str, pieces))


def _ratio(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def statements(rows: list[dict], places: list[str]) -> list[dict[str, Any]]:
    """What the slides conclude, and what the figures here say of it, of the slides' candidates."""
    # A ratio is printed of the slides' own candidates only, so this leaves out the others.
    rows = [row for row in rows if row["published"]["ratio_as_printed"]]
    pipelined = {row["candidate"]: piped for row in rows if (piped := (pair(row) or ("", ""))[1])}
    longest = {name: each["cut"]["step"] for name, each in pipelined.items()}
    found = [said for place in places for said in _of_place(rows, pipelined, place)]
    if longest:
        order = sorted(longest.items(), key=lambda item: -item[1])
        text = ", ".join(f"{name} {length}" for name, length in order)
        found.append(
            _said("longest step of a cipher, in ANDs: what a cut divides", "–", text, "estimate")
        )
    return [*found, *(said for place in places for said in _order(pipelined, longest, place))]


def _order(pipelined: dict, longest: dict[str, float], place: str) -> list[dict[str, str]]:
    """Whether those with a longer step gain more."""
    measured = _gains(pipelined, place, "fmax_mhz")
    tau, swapped = kendall(longest, measured)
    if tau is None:
        return []
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


def _gains(pipelined: dict, place: str, name: str) -> dict[str, float]:
    """The ratios that there are, by candidate."""
    found = {one: each["ratios"][place].get(name) for one, each in pipelined.items()}
    return {one: ratio for one, ratio in found.items() if ratio}


def _of_place(rows: list[dict], pipelined: dict, place: str) -> list[dict[str, Any]]:
    mhz, per_area = (_gains(pipelined, place, name) for name in ("fmax_mhz", "per_area"))
    if not mhz or not per_area:
        return []
    slow = {
        row["candidate"]: row["lines"][0][place]["fmax_mhz"]
        for row in rows
        if row["candidate"] in mhz
    }
    best = [
        max(
            # The first line is the basic core, which the others are compared with.
            (each["ratios"][place].get("per_area", 0) for each in usual_lines(row["lines"])[1:]),
            default=0,
        )
        for row in rows
    ]

    def share(values, least: float) -> str:
        return f"{sum(value >= least for value in values)} of {len(per_area)}"

    said = {
        "the slowest basic core": ("SCREAM", min(slow, key=slow.get)),
        "the largest gain in frequency": ("SCREAM", max(mhz, key=mhz.get)),
        "throughput per area improved, k = 2": ("6 of 7", share(per_area.values(), 1)),
        "frequency gained 1.5 times or more, k = 2": ("4 of 7", share(mhz.values(), 1.5)),
    }
    if place not in TABLE_ALONE:
        said |= {
            "throughput per area improved, best k": ("not published", share(best, 1)),
            "throughput per area 1.5 times or more, best k": ("not published", share(best, 1.5)),
        }
    return [_said(statement, *sides, place) for statement, sides in said.items()]


def _said(statement: str, published: str, measured: str, place: str) -> dict[str, str]:
    return {"statement": statement, "published": published, "here": measured, "platform": place}


def verdict(result: Result) -> str:
    """One line: how many ratios were reached, of those that were measured."""
    lines = lines_of(result)
    found = [(row, _best_ratio(pair(row)[1])) for row in result.rows if pair(row)]
    ratios = [(row["published"]["ratio_as_printed"], ratio) for row, ratio in found if ratio]
    measured = [(printed, ratio) for printed, ratio in ratios if printed]
    reached = sum(ratio >= printed for printed, ratio in measured)
    verified = sum(each["verified"] for each in lines)
    missing = sum(row["note"] == NO_CORE for row in result.rows)
    return (
        f"{len(lines)} cores, {verified} verified; "
        + (
            f"frequency ratio at or above the published one, the best of the platforms: "
            f"{reached} of {len(measured)}"
            if measured
            else "no frequency ratio is published of what was measured"
            if ratios
            else "no frequency ratio was measured"
        )
        + (f"; {missing} candidates have no core yet" if missing else "")
        + f"; {OTHER_FLOW}"
    )


def _best_ratio(pipelined: dict) -> float:
    """Of frequency, on any platform; 0 where none has timing."""
    return max(ratios.get("fmax_mhz", 0) for ratios in pipelined["ratios"].values())


STUDY = Study(
    name="caesar",
    paper=str(paper),
    options=("platforms", "pieces", "seeds"),
    run=run,
    tables=tables,
    verdict=verdict,
    plots=drawn,
)
