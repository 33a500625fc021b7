# SPDX-License-Identifier: Apache-2.0
"""Everything about a design's time that does not depend on where it is implemented, as one
JSON-able dictionary.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .. import catalog
from ..controllers.request import EVERY
from ..cores.corename import CoreName
from ..cores.names import parse
from ..design import BareInterface, Design
from ..errors import CallError
from . import cycles, formula
from .calls import measure_calls
from .cycles import Cycles, Grid
from .throughput import BusUse, Workload, bus_use, workloads

CURVE_BYTES = 256
"""Largest size of the curves for plots."""


def measure_cycles(
    design: Design, directory: Path, *, protocol: bool = True, trace: bool = False
) -> dict[str, Any]:
    """Measure a design: an LWC core or a bare primitive.

    Args:
        design: what to measure; known answers decide whether the result may be published, not this
            function.
        directory: for the compiled simulator.
        protocol: False for cores written to earlier versions of the LWC API, see
            `verify.rtl.simulator`.
        trace: of an LWC core, see `cycles.measure`.

    Returns:
        For every design: ``core``; ``interface`` (``lwc`` or ``bare``); ``data_independent`` and
            ``dependences`` (sentences);
        ``workloads``: by name, ``bits`` and ``cycles``; ``cycles_per_block`` (of a primitive: per
        call) and ``cycles_formula``. For LWC cores also ``bus_bits``, ``block_bytes``,
        ``ad_block_bytes``, ``messages`` and ``compared`` (how many were played, and played again
        with other data); ``formulas``: by grid, text and kind (``closed``, ``piecewise``; None if
        none is exact); ``grids`` and ``checks``: by grid, lists of [AD bytes, message bytes,
        cycles]; ``new_key_cycles``: what a new key costs, by operation, or None if that is no
        constant; ``bus``: by operation and content, see `BusUse`;
        ``curves``: lists of [bytes, cycles] for plots. For primitives also ``bits_per_call``,
        ``latency`` and ``interval`` in cycles, those of an encryption; the formula has the interval
        of decryptions too.

    Raises:
        DesignError: answers are wrong.
        ToolError: the design does not compile.
    """
    if isinstance(design.interface, BareInterface):
        return _bare(design, directory)
    found = cycles.measure(design, directory, protocol=protocol, trace=trace)
    formulas = fit_all(found)
    # Throughputs and block costs are those of a key that stays, see `throughput`.
    reused = [grid for grid in found.grids.values() if not grid.new_key]
    first = reused[0]
    use = _bus_uses(design, reused)
    return {
        "core": design.name, "interface": design.interface.kind, "bus_bits": design.interface.width,
        "block_bytes": first.block, "ad_block_bytes": first.ad_block,
        "messages": found.messages, "compared": found.compared,
        "data_independent": not found.dependences, "dependences": list(found.dependences),
        # The first use is that of the first operation, with message alone.
        "cycles_per_block": next(iter(use.values())).cycles_per_block,
        "cycles_formula": formulas[first.name].text if formulas[first.name] else None,
        "formulas": {name: {"text": value.text, "kind": value.kind}
                     if value else None for name, value in formulas.items()},
        "new_key_cycles": {grid.operation: _constant(grid, found)
                           for grid in reused if grid.operation != "hash"},
        "workloads": {name: vars(load) for grid in reused
                      for name, load in workloads(grid).items()},
        "bus": {name: {"cycles_per_block": one.cycles_per_block,
                       "bytes_per_cycle": one.bytes_per_cycle, "share": one.share,
                       "reason": one.reason} for name, one in use.items()},
        "curves": {name: points for grid in reused
                   for name, points in _curves(grid, formulas[grid.name]).items()},
        "grids": {name: _triples(grid.points) for name, grid in found.grids.items()},
        "checks": {name: _triples(grid.checks) for name, grid in found.grids.items()},
    }  # fmt: skip


def workloads_of(result: Mapping[str, Any]) -> dict[str, Workload]:
    """The workloads of a result of `measure_cycles`, for `throughput.throughputs`."""
    return {name: Workload(**load) for name, load in result["workloads"].items()}


def fit_all(found: Cycles) -> dict[str, formula.Formula | formula.PiecewiseFormula | None]:
    """The formula of each grid; one that differs from the grid of the reused key by a constant has
    the same form.
    """
    fitted: dict = {}
    for name, grid in found.grids.items():
        # The grid of the reused key comes before that of new ones.
        constant, base = _constant(grid, found), fitted.get(grid.operation)
        if grid.new_key and base and constant is not None:
            # The same form is easier to read, and it is exact if the difference is constant.
            fitted[name] = base.shifted(constant)
        else:
            fitted[name] = formula.fit(
                grid.points,
                ad_block=grid.ad_block,
                block=grid.block,
                word=grid.word,
                checks=grid.checks,
                ad_before=grid.ad_before,
            )
    return fitted


def _constant(grid: Grid, found: Cycles) -> int | None:
    """Cycles that a new key costs, if that is a constant."""
    # A hash has no grid of new keys, and then compares with itself.
    reused, new = found.grids[grid.operation], found.grids.get(f"{grid.operation}/new-key", grid)
    pairs = [
        *((new.points[point], count) for point, count in reused.points.items()),
        *((new.checks[point], count) for point, count in reused.checks.items()),
    ]
    differences = {with_key - without for with_key, without in pairs}
    return differences.pop() if len(differences) == 1 else None


def _bare(design: Design, directory: Path) -> dict[str, Any]:
    found = measure_calls(design, directory)
    # Both are absent, or 0, for most cores, and then are not printed.
    others = {"decryption": found.decryption, "new key": found.new_key}
    more = "".join(f", {what} {cycles}" for what, cycles in others.items() if cycles)
    return {
        "core": design.name,
        "interface": design.interface.kind,
        "data_independent": not found.dependences,
        "dependences": list(found.dependences),
        "bits_per_call": found.bits,
        "latency": found.latency,
        "interval": found.interval,
        "cycles_per_block": found.interval,
        "cycles_formula": f"{found.interval} per call, latency {found.latency}{more}",
        "workloads": {"call/state/long": vars(found.workload)},
    }


def _bus_uses(design: Design, grids: list[Grid]) -> dict[str, BusUse]:
    """By operation and content: ``enc/pt``, ``enc/ad``, ``hash/msg``, …"""
    uses = {}
    for grid in grids:
        computation = _computation(design, grid)
        if grid.operation == "hash":
            uses["hash/msg"] = bus_use(grid, **computation)
        else:
            uses[f"{grid.operation}/pt"] = bus_use(grid, **computation)
            uses[f"{grid.operation}/ad"] = bus_use(grid, associated_data=True, **computation)
    return uses


def _computation(design: Design, grid: Grid) -> dict[str, int]:
    """Rounds of a block and rounds in a cycle, of a core that was built here from a name; nothing
    of an architecture whose cycles are no whole number of rounds.
    """
    # How a core of others computes is not known.
    try:
        core = parse(design.name)
    except CallError:
        return {}
    model = catalog.find(
        design.interface.hash if grid.operation == "hash" else design.interface.aead
    ).model
    rounds = getattr(model, "rounds", ())
    if not isinstance(rounds, tuple) or not rounds or core.architecture not in EVERY:
        return {}
    # The smallest count is a block's: larger ones begin and end a message.
    return {"rounds": rounds[-1], "rounds_per_cycle": _rounds_per_cycle(core, rounds[-1])}


def _rounds_per_cycle(core: CoreName, rounds: int) -> int:
    # The factor of ``full`` says nothing of rounds.
    return rounds if core.architecture == "full" else core.factor


def _curves(
    grid: Grid, found: formula.Formula | formula.PiecewiseFormula | None
) -> dict[str, list[list[int]]]:
    """Cycles over bytes, from the formula, or from the grid if there is none."""
    contents = {"msg": (0, 1)} if grid.operation == "hash" else {"pt": (0, 1), "ad": (1, 0)}
    curves = {}
    for content, (has_ad, has_message) in contents.items():
        # A core with a buffer takes no longer message than there is on the grid.
        most = max(point[1] for point in grid.points) if has_message else CURVE_BYTES
        sizes = (
            range(min(CURVE_BYTES, most) + 1)
            if found
            else sorted(
                size
                for size in {max(point) for point in grid.points}
                if (size * has_ad, size * has_message) in grid.points
            )
        )
        points = ((size * has_ad, size * has_message) for size in sizes)
        curves[f"{grid.operation}/{content}"] = [
            [size, found(*point) if found else grid.points[point]]
            for size, point in zip(sizes, points)
        ]
    return curves


def _triples(points: Mapping[tuple[int, int], int]) -> list[list[int]]:
    return [[*point, count] for point, count in points.items()]
