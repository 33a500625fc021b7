# SPDX-License-Identifier: Apache-2.0
"""``cipherfab leakage-controls``: whether the exact check of `leakage` refuses what is wrong."""

import tempfile
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from ..cores.bare import masked as described
from ..cores.build import build
from ..cores.corename import CoreName
from ..cores.names import parse
from ..design import Design
from ..errors import CallError
from ..implement.recipes import on_cells as cell_recipes
from ..plain import say
from ..primitives.on_two_shares import NONE
from ..report import printing
from ..report.listing import listing
from ..verify.gates import leakage
from ..verify.gates.gatesim import GateSimulator
from ..verify.gates.leakage import input_words, require_handshake
from ..verify.gates.probing import controls, permuted, rounds
from ..verify.gates.probing.symbolic import SymbolicNetlist
from . import gadgets
from .mapping import bare, by_liberty, on_cells

WATCHED_TURNS = 3
"""Of a bit-serial core: one in which a call goes in, the S-box's, and one of the linear layer."""

COLUMNS = ("core", "recipe", "control", "found", "by", "net", "cycle", "seconds", "detected")


def run(
    core: str,
    *,
    platform: str,
    recipes: Sequence[str],
    seed: int,
    traces: int | None = None,
    delays: str | None = None,
) -> list[dict[str, Any]]:
    """Map a masked core by each recipe and let the exact check judge each control of it.

    Args:
        core: a masked one.
        platform: where it is mapped.
        recipes: how; none: by each that has a name and that the exact check reads, which follows
            no gated clocks.
        seed: of the public inputs, and of the traces.
        traces: of a fixed secret against random ones, by which the toggles of each control are
            tested too; None: none.
        delays: of these, see `leakage.assess`.

    Of a core by gadgets the controls are made of its parts (`gadgets.parts`), and judged for as
    many probes as its order says; of a bit-serial one of the whole core, judged for single probes
    in its first `WATCHED_TURNS`; of one without random bits of the whole core.

    Returns:
        For each recipe and control ``core``, ``platform``, ``recipe``, ``seed`` and what
        `controls.refused` returns; with traces also ``traces``, ``delays``, ``max_t`` and
        ``detected``: at how many |t| was first above the threshold for all looks, or that it was
        not. The core itself is not judged here: `leakage` does that.

    Raises:
        CallError: the core is not masked, or the platform has no Liberty file.
    """
    name = bare(core)
    if name.architecture != "masked":
        raise CallError(
            f"'{name}': expected a masked core, of which controls can be made; got "
            f"'{name.architecture}'. Try '{name.algorithm.name}/masked=1'."
        )
    return [
        {
            "core": str(name),
            "platform": platform,
            "recipe": recipe,
            "seed": seed,
            **_told({**found, **_detected(design, control, platform, traces, delays, seed)}),
        }
        # A recipe that is given twice is run once.
        for recipe in dict.fromkeys(recipes or readable())
        for design, control, found in _judged(name, platform, recipe, seed)
    ]


def _detected(
    design: Design,
    control: controls.Control,
    platform: str,
    traces: int | None,
    delays: str | None,
    seed: int,
) -> dict[str, Any]:
    """What the t-test of the toggles of a control says."""
    if traces is None:
        return {}
    with tempfile.TemporaryDirectory(prefix="cipherfab-controls-") as scratch:
        directory, netlist = Path(scratch), control.netlist
        simulator = GateSimulator.of(
            netlist.module, netlist.library, directory, changes=netlist.changes
        )
        found = leakage.assessed(
            design,
            simulator,
            directory,
            leakage.Test(
                traces=traces,
                seed=seed,
                delays=delays,
                timed=by_liberty(platform),
                random=control.random,
                checked=False,
            ),
        )
    at = found["detected_at"]
    return {
        "traces": found["traces"],
        "delays": delays,
        "max_t": found["max_t"],
        "detected": f"at {at} traces" if at else f"not in {found['traces']:.0f} traces",
    }


def _told(found: dict[str, Any]) -> dict[str, Any]:
    """The same; it was also said on standard error, since all of them take minutes."""
    say(
        f"{found['control']}: {'found' if found['found'] else 'NOT found'}, "
        f"{found['seconds']:.1f} s{told_of_traces(found)}",
        err=True,
    )
    return found


def told_of_traces(found: dict[str, Any]) -> str:
    """What the traces say of a control, if there were any."""
    return (
        f"; toggles: detected {found['detected']}, largest |t| = {found['max_t']:.2f}"
        if "detected" in found
        else ""
    )


def readable() -> list[str]:
    """The named recipes whose netlists the exact check reads."""
    return [recipe.name for recipe in cell_recipes() if not recipe.clock_gates]


def _judged(
    name: CoreName, platform: str, recipe: str, seed: int
) -> Iterator[tuple[Design, controls.Control, dict[str, Any]]]:
    """Each control, the design of which it is one, and what the exact check says of it."""
    if name.bitserial:
        design, netlist = _netlist(str(name), platform, recipe)
        judge = partial(rounds.check, longest=WATCHED_TURNS * input_words(design.interface))
        for control in controls.of_columns(netlist):
            yield design, control, controls.refused(design, control, seed=seed, judge=judge)
        return
    if name.gadget == NONE:
        design, netlist = _netlist(str(name), platform, recipe)
        for control in controls.of_stages(netlist, described(name).passing):
            yield (
                design,
                control,
                controls.refused(design, control, seed=seed, judge=permuted.check),
            )
        return
    if not name.threshold:
        for part, design, netlist in gadgets.parts(name, platform, recipe):
            for control in controls.of_gadgets(netlist):
                found = controls.refused_for_tuples(design, control, name.factor, seed=seed)
                yield design, control, {**found, "control": f"{part.name}: {found['control']}"}
        return
    design, netlist = _netlist(str(name), platform, recipe)
    for control in controls.controls(
        netlist, described(name).passing, shares=design.interface.masking.shares
    ):
        yield design, control, controls.refused(design, control, seed=seed)
    # A core without shares must be refused too.
    plain, unmasked = _netlist(str(parse(f"{name.algorithm.name}/round")), platform, recipe)
    without = controls.Control("unmasked", unmasked)
    yield plain, without, controls.refused(plain, without, seed=seed)


def _netlist(core: str, platform: str, recipe: str) -> tuple[Design, SymbolicNetlist]:
    design = build(core)
    # Before minutes of mapping: the exact check follows valid and ready alone.
    require_handshake(design)
    with on_cells(design, platform, recipe) as made:
        directory = made.directory
        return design, SymbolicNetlist.read(
            directory / "netlist.v", made.liberty, design.top, directory
        )


def show(rows: list[dict[str, Any]]) -> None:
    """Print the table, and how many were found."""
    printing.show(listing(rows, COLUMNS, worded=True))
    if any("detected" in row for row in rows):
        delays = leakage.in_words(next(row["delays"] for row in rows if "detected" in row))
        say(
            f"detected: by the mean of the toggles of a cycle, {delays}, a fixed secret against "
            f"random ones, threshold for all cycles and looks (decides nothing)"
        )
    missed = [row for row in rows if not row["found"]]
    say(f"{len(rows) - len(missed)} of {len(rows)} controls found")


def exit_code(rows: list[dict[str, Any]]) -> int:
    """1 if one was not found, or there was none."""
    return int(not rows or not all(row["found"] for row in rows))
