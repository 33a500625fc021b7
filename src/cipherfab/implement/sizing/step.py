# SPDX-License-Identifier: Apache-2.0
"""The last step of a recipe that aims at frequency: a mapped netlist gets other cells where static
timing says that its longest paths, or its area, gain by it.

Cells of other drives take the place of cells (`search`), then slow gates in what is still longest
become small fast ones (`rewrite`), and sizes are looked for once more; a rewriting that does not
gain enough for its area is dropped. The delays are ours (`arrivals`), as OpenSTA takes seconds for
what is needed some hundred times; OpenSTA's own delays, before and after, are what counts: see
`flow`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import numpy

from ...design import Design
from ...verify.gates.lanes import read_module
from .. import liberty_tables as tables
from .. import standard_cells
from ..liberty import Liberty
from ..platforms.platform import LibertyPlatform
from ..recipes import Recipe
from ..standard_cells import NETLIST
from .families import Family, families
from .gradient import gradient
from .graph import Graph
from .netlist import Netlist
from .rewrite import Rewriter
from .search import TAU, Search

WORTH_FIRST, WORTH = 2.5, 1.0
"""Percent of delay that a percent of area must buy, before slow gates are rewritten and from then
on; below 1, throughput per area would fall.
"""

REWRITINGS = ((("and", "or", "nand", "nor"), 1e-4), (("mux",), 3e-3), (("mux",), 3e-4))
"""Kinds of gates that become small ones, one after the other, and the part of the near-critical
paths that must go through a gate.
"""


@dataclass(frozen=True)
class _State:
    netlist: Netlist
    search: Search

    @property
    def area(self) -> float:
        return float(self.search.areas(self.search.member).sum())

    @property
    def delay(self) -> float:
        return self.search.now.worst


MAPPED = "netlist_mapped.v"
"""The netlist before it was sized; `standard_cells.NETLIST` is the one after."""


def run(
    design: Design,
    platform: LibertyPlatform,
    library: Liberty,
    recipe: Recipe,
    *,
    period_ps: int,
    directory: Path,
    area: Mapping[str, Any],
    delay: Mapping[str, Any],
    analyse: Callable[[], dict],
) -> tuple[dict, dict]:
    """Size ``netlist.v`` in ``directory`` for a period, unless it meets it.

    Args:
        area, delay: what `standard_cells.areas` and `timing.analyse` found before.
        analyse: `timing.analyse` once more, on what is then ``netlist.v``.

    Returns:
        Both as they are afterwards. That of the area has ``sizing`` too: ``tries``, ``sized``
        (cells that have another size), ``rewritten`` (cells that became several), ``kept``, and
        before it ``area_um2`` and ``delay_ns``. A netlist that OpenSTA finds no faster is not kept.

    Raises:
        ToolError: Yosys or OpenSTA failed.
    """
    path, before = directory / NETLIST, {
        "area_um2": area["area_um2"], "delay_ns": delay["delay_ns"]}  # fmt: skip
    nothing = {"tries": 0, "sized": 0, "rewritten": 0, "kept": False, "before": before}
    shorter = period_ps / 1000 / delay["delay_ns"] if delay["delay_ns"] else 1.0
    # Who meets the period gains nothing that was asked for.
    if shorter >= 1:
        return {**area, "sizing": nothing}, dict(delay)
    mapped = path.read_text()
    (directory / MAPPED).write_text(mapped)
    text, found = size(
        path,
        design.top,
        library,
        dont_use=(*platform.dont_use, *recipe.dont_use),
        shorter=shorter,
        tries=recipe.sizing_tries,
        rewriting=recipe.sizing_rewrites,
        directory=directory / "sizing",
    )
    path.write_text(text)
    after = analyse()
    if after["delay_ns"] >= delay["delay_ns"]:
        # Timed once more, so that the reports in the folder are of the netlist that stays.
        path.write_text(mapped)
        return {**area, "sizing": {**nothing, "tries": found["tries"]}}, analyse()
    areas = standard_cells.areas(text, library, platform.gate_equivalent, apart=recipe.keep_wrapper)
    return {**areas, "sizing": {**found, "kept": True, "before": before}}, after


def size(
    path: Path,
    top: str,
    library: Liberty,
    *,
    dont_use: Sequence[str],
    shorter: float,
    tries: int,
    rewriting: bool,
    directory: Path,
) -> tuple[str, dict]:
    """Look for a faster netlist; ``path`` itself stays as it is.

    Args:
        path: of the netlist, Verilog as `standard_cells.synthesize` writes it.
        top: its module.
        library: of its cells.
        dont_use: cells that take no place (patterns with ``*``).
        shorter: the longest path that is wanted, as a part of the present one; below 1.
        tries: at most so many timings of the whole netlist.
        rewriting: slow gates may become small ones.
        directory: for what Yosys reads of the netlist.

    Returns:
        The text of the new netlist, and ``tries``, ``sized`` (cells that have another size) and
        ``rewritten`` (cells that became several).

    Raises:
        ToolError: Yosys failed. DesignError: a loop of gates.
    """
    directory.mkdir(exist_ok=True)
    module = read_module(path, library.path, top, directory)
    work = _Work(path.read_text(), module, library, dont_use, tries)
    state = work.sized(Netlist(work.text, module), shorter=shorter, worth=WORTH_FIRST)
    if rewriting:
        for kinds, share in REWRITINGS:
            state = work.rewritten(state, kinds, share)
    state = work.sized(state.netlist, worth=WORTH)
    return state.netlist.write(), {"tries": tries - work.tries, **_counts(state.netlist, module)}


def _counts(netlist: Netlist, before: dict) -> dict[str, int]:
    cells, old = netlist.module["cells"], before["cells"]
    kept = cells.keys() & old.keys()
    return {
        "sized": sum(cells[name]["type"] != old[name]["type"] for name in kept),
        "rewritten": len(old) - len(kept),
    }


class _Work:
    """What all parts of the search share; ``tries``: how many are left."""

    def __init__(
        self, text: str, module: dict, library: Liberty, dont_use: Sequence[str], tries: int
    ):
        self.text, self.tries, self.period = text, tries, 0.0
        self.rewriter = Rewriter(
            library, lambda name: any(fnmatchcase(name, pattern) for pattern in dont_use)
        )
        used = {cell["type"] for cell in module["cells"].values()} | set(self.rewriter.cells)
        self.families: list[Family] = families(library, used, dont_use)
        self.wires = tables.head(library).wires

    def sized(self, netlist: Netlist, *, worth: float, shorter: float = 0.0) -> _State:
        """The netlist, changed, with the best sizes that are found."""
        graph = Graph(netlist.module, self.families, self.wires)
        search = Search(graph, self.period, worth, self.tries)
        if shorter:
            # Our delays are not OpenSTA's, so the target is the same part of the longest of ours.
            search.period = self.period = shorter * search.now.worst
        search.run()
        self.tries = search.tries
        for name, family, member in zip(graph.names, graph.family, search.member):
            netlist.module["cells"][name]["type"] = self.families[family].members[member]
        return _State(netlist, search)

    def rewritten(self, state: _State, kinds: Sequence[str], least: float) -> _State:
        """With small gates for those of some kinds, where that is worth its area."""
        if state.delay <= self.period or self.tries <= 0:
            return state
        # A copy, since a rewriting that does not pay is dropped.
        search, netlist = state.search, state.netlist.copy()
        inverted: dict[int, int] = {}
        graph, now = search.graph, search.now
        by = gradient(graph, search.member, now, TAU * now.worst)
        share = numpy.bincount(graph.arc_cell, by.arcs, len(graph.names))
        # A net has two arrivals, of its rising and of its falling edge.
        late = {bit: now.arrival[2 * net : 2 * net + 2].max() for bit, net in graph.nets.items()}
        found = 0
        # Stable, so that gates with equal shares come in the same order everywhere.
        for cell in numpy.argsort(-share, kind="stable"):
            kind = self.rewriter.kinds.get(netlist.module["cells"][graph.names[cell]]["type"], "")
            if share[cell] > least and kind.startswith(tuple(kinds)):
                self.rewriter.replace(netlist, graph.names[cell], late, inverted)
                found += 1
        if not found:
            return state
        other = self.sized(netlist, worth=WORTH_FIRST)
        gain, price = 1 - other.delay / state.delay, other.area / state.area - 1
        return other if gain > 0 and gain > WORTH * price else state
