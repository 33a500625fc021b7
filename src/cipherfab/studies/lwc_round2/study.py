# SPDX-License-Identifier: Apache-2.0
"""The study as a whole."""

from typing import Any

from matplotlib.figure import Figure

from ..benched import Result
from ..common import OTHER_FLOW
from ..study import Study, Tables
from . import __doc__ as paper
from . import energy, everyone, page, plots, ranking, tables
from .candidates import is_on_slides
from .records import AREA, run


def slides(result: Result) -> list[dict[str, Any]]:
    """The rows of the slides' candidates: those of others stand beside them."""
    return [row for row in result.rows if is_on_slides(row["candidate"])]


def ranked(result: Result) -> list[dict[str, Any]]:
    """By platform and size the order of the slides' candidates."""
    return ranking.rankings(slides(result))


def moves(result: Result) -> list[dict[str, Any]]:
    """The slides' candidates that move by more than `ranking.FAR` places."""
    return ranking.moves(slides(result), ranked(result))


def all_tables(result: Result) -> Tables:
    """Every table by its title; with all candidates those of the slides first, as without."""
    further = everyone.every(result.rows) if result.settings.everyone else {}
    return {**tables.every(slides(result)), **further}


def drawn(result: Result) -> dict[str, Figure | None]:
    """Every plot by the stem of its file; left out are explorations of platforms that have only
    some of the cores.
    """
    rows, orders = slides(result), ranked(result)
    rated = ranking.rated(orders)
    found: dict[str, Figure | None] = {
        f"throughput-over-area-{content}": plots.throughput_over_area(rows, content, rated)
        for content in tables.LISTS
    }
    found |= {f"positions-{place}": plots.positions(orders, place) for place in rated}
    if not result.settings.quick:
        found |= {
            f"exploration-{place}": plots.exploration(rows, place)
            for place in rated
            if all(place in row["platforms"] for row in rows)
        }
    return found


def verdict(result: Result) -> str:
    """One line: candidates, cores, what is verified, what is within the budget, and what does not
    fit into a device.
    """
    rows = slides(result)
    if not rows:
        return everyone.verdict(result.rows)
    primary = [row for row in rows if row["primary"]]
    verified = sum(row["verified"] for row in rows)
    luts, flip_flops = ranking.BUDGET
    fitting = sum(ranking.within(row, ranking.BUDGET) for row in primary)
    sites = [row["platforms"].get(AREA, {}).get("lut_sites") for row in primary]
    paired = sum(count is not None and count <= luts for count in sites)
    long = [each for each in ranked(result) if each["size"] == "long"]
    unfit = "".join(
        f"; {row['core']} {figures['note']}"
        for row in rows
        for figures in row["platforms"].values()
        if figures.get("note")
    )
    further = f"; {everyone.verdict(result.rows)}" if result.settings.everyone else ""
    taus = ", ".join(
        f"{each['tau']:.2f} ({each['platform']})" for each in long if each["tau"] is not None
    )
    return (
        f"{len(primary)} candidates, {len(rows)} cores, {verified} verified; {fitting} of "
        f"{len(primary)} primary cores within {luts:,} LUTs and {flip_flops:,} flip-flops of "
        f"{AREA}, {paired} if pairs of small LUTs share one; Kendall's tau to the published "
        f"ranking for long inputs, of each candidate its fastest core within the budget: "
        f"{taus or 'not computed'}{unfit}{further}; {OTHER_FLOW}"
    )


STUDY = Study(
    name="lwc-round2",
    paper=str(paper),
    options=("platforms", "seeds", "everywhere", "everyone"),
    run=run,
    tables=all_tables,
    verdict=verdict,
    files={"rankings": ranked, "moves": moves},
    plots=drawn,
    page=page.render,
    cores=energy.cores,
    energies=energy.tables_of,
)
