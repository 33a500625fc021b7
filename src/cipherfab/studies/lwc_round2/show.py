# SPDX-License-Identifier: Apache-2.0
"""The study on the terminal, as files and as one page."""

from pathlib import Path
from typing import Any

from matplotlib.figure import Figure
from rich.table import Table

from ...report.style import save
from ..benched import CONDITIONS, said_once
from ..common import OTHER_FLOW
from ..listing import listing, write_files
from . import everyone, page, plots, ranking, tables
from .study import AREA, Result


def entries(result: Result) -> dict[str, tables.Lines]:
    """Every table by its title; with all candidates those of the slides first, as without."""
    found = tables.every(result.slides, result.ranked, result.moves)
    if result.everyone:
        found |= everyone.every(result.rows)
    lines = said_once(result.rows)
    return found | {CONDITIONS: lines} if lines else found


def all_tables(result: Result) -> list[tuple[str, Table]]:
    """Every table with its title, for the terminal."""
    return [(title, listing(lines)) for title, lines in entries(result).items()]


def all_plots(result: Result) -> dict[str, Figure]:
    """Every plot by the stem of its file; left out are those without a point, and
    explorations of platforms that have only some of the cores.
    """
    rows, rated = result.slides, list(dict.fromkeys(each["platform"] for each in result.ranked))
    drawn: dict[str, Figure | None] = {
        f"throughput-over-area-{content}": plots.throughput_over_area(rows, content, rated)
        for content in tables.LISTS
    }
    drawn |= {f"positions-{place}": plots.positions(result.ranked, place) for place in rated}
    if not result.quick:
        drawn |= {
            f"exploration-{place}": plots.exploration(rows, place)
            for place in rated
            if all(place in row["platforms"] for row in rows)
        }
    return {stem: drawing for stem, drawing in drawn.items() if drawing}


def record(result: Result) -> list[dict[str, Any]]:
    """The rows for ``--json``."""
    return result.rows


def write(result: Result, output: Path) -> list[Path]:
    """Write ``rows.json``, ``rankings.json``, ``moves.json``, ``tables.txt``, the plots, and
    ``index.html`` with all of it.
    """
    records = {"rows": record(result), "rankings": result.ranked, "moves": result.moves}
    paths = write_files(output, records, all_tables(result))
    drawn = {stem: save(drawing, output / stem) for stem, drawing in all_plots(result).items()}
    pictures = {stem: output / f"{stem}.svg" for stem in drawn}
    index = output / "index.html"
    index.write_text(page.render(verdict(result), entries(result), pictures), encoding="utf-8")
    return [*paths, *(path for files in drawn.values() for path in files), index]


def verdict(result: Result) -> str:
    """One line: candidates, cores, what is verified, what is within the budget, and what does not
    fit into a device.
    """
    rows = result.slides
    if not rows:
        return everyone.verdict(result.rows)
    primary = [row for row in rows if row["primary"]]
    verified = sum(row["verified"] for row in rows)
    luts, flip_flops = ranking.BUDGET
    fitting = sum(ranking.within(row, ranking.BUDGET) for row in primary)
    sites = [row["platforms"].get(AREA, {}).get("lut_sites") for row in primary]
    paired = sum(count is not None and count <= luts for count in sites)
    long = [each for each in result.ranked if each["size"] == "long"]
    unfit = "".join(
        f"; {row['core']} {figures['note']}"
        for row in rows
        for figures in row["platforms"].values()
        if figures.get("note")
    )
    further = f"; {everyone.verdict(result.rows)}" if result.everyone else ""
    taus = ", ".join(f"{each['tau']:.2f} ({each['platform']})" for each in long)
    return (
        f"{len(primary)} candidates, {len(rows)} cores, {verified} verified; {fitting} of "
        f"{len(primary)} primary cores within {luts:,} LUTs and {flip_flops:,} flip-flops of "
        f"{AREA}, {paired} if pairs of small LUTs share one; Kendall's tau to the published "
        f"ranking for long inputs, of each candidate its fastest core within the budget: "
        f"{taus or 'not computed'}{unfit}{further}; {OTHER_FLOW}"
    )
