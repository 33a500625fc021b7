# SPDX-License-Identifier: Apache-2.0
"""``cipherfab leakage-controls``: whether the exact check of `leakage` refuses what is wrong."""

import sys
import tempfile
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from ..cores.bare import masked as described
from ..cores.build import build
from ..cores.names import CoreName, parse
from ..design import Design
from ..errors import CallError
from ..implement.recipes import on_cells
from ..primitives.on_two_shares import NONE
from ..report import tables
from ..verify.gates.leakage import input_words, require_handshake
from ..verify.gates.probing import controls, permuted, rounds
from ..verify.gates.probing.symbolic import SymbolicNetlist
from . import gadgets
from .mapping import bare, mapped

WATCHED_TURNS = 3
"""Of a bit-serial core: one in which a call goes in, the S-box's, and one of the linear layer."""

COLUMNS = ("core", "recipe", "control", "found", "by", "net", "cycle", "seconds")


def run(core: str, *, platform: str, recipes: Sequence[str], seed: int) -> list[dict[str, Any]]:
    """Map a masked core by each recipe and let the exact check judge each control of it.

    Args:
        core: a masked one.
        platform: where it is mapped.
        recipes: how; none: by each that has a name and that the exact check reads, which follows
            no gated clocks.
        seed: of the public inputs.

    Of a core by gadgets the controls are made of its parts (`gadgets.parts`), and judged for as
    many probes as its order says; of a bit-serial one of the whole core, judged for single probes
    in its first `WATCHED_TURNS`; of one without random bits of the whole core.

    Returns:
        For each recipe and control ``core``, ``platform``, ``recipe``, ``seed`` and what
        `controls.refused` returns. The core itself is not judged here: `leakage` does that.

    Raises:
        CallError: the core is not masked, or the platform has no Liberty file.
    """
    name = bare(core)
    if name.architecture != "masked":
        raise CallError(f"'{name}': expected a masked core, of which controls can be made; got "
                        f"'{name.architecture}'. Try '{name.algorithm.name}/masked=1'.")
    return [{"core": str(name), "platform": platform, "recipe": recipe, "seed": seed, **found}
            for recipe in dict.fromkeys(recipes or readable())
            for found in map(_told, _judged(name, platform, recipe, seed))]


def _told(found: dict[str, Any]) -> dict[str, Any]:
    """The same; it was also said on standard error, since all of them take minutes."""
    print(f"{found['control']}: {'found' if found['found'] else 'NOT found'}, "
          f"{found['seconds']:.1f} s", file=sys.stderr, flush=True)
    return found


def readable() -> list[str]:
    """The named recipes whose netlists the exact check reads."""
    return [recipe.name for recipe in on_cells() if not recipe.clock_gates]


def _judged(name: CoreName, platform: str, recipe: str, seed: int) -> Iterator[dict[str, Any]]:
    if name.bitserial:
        design, netlist = _netlist(str(name), platform, recipe)
        judge = partial(rounds.check, longest=WATCHED_TURNS * input_words(design.interface))
        for control in controls.of_columns(netlist):
            yield controls.refused(design, control, seed=seed, judge=judge)
        return
    if name.gadget == NONE:
        design, netlist = _netlist(str(name), platform, recipe)
        for control in controls.of_stages(netlist, described(name).passing):
            yield controls.refused(design, control, seed=seed, judge=permuted.check)
        return
    if not name.threshold:
        for part, design, netlist, _ in gadgets.parts(name, platform, recipe):
            for control in controls.of_gadgets(netlist):
                found = controls.refused_for_tuples(design, control, name.factor, seed=seed)
                yield {**found, "control": f"{part.name}: {found['control']}"}
        return
    design, netlist = _netlist(str(name), platform, recipe)
    for control in controls.controls(netlist, described(name).passing,
                                     shares=design.interface.masking.shares):
        yield controls.refused(design, control, seed=seed)
    plain, unmasked = _netlist(str(parse(f"{name.algorithm.name}/round")), platform, recipe)
    yield controls.refused(plain, controls.Control("unmasked", unmasked), seed=seed)


def _netlist(core: str, platform: str, recipe: str) -> tuple[Design, SymbolicNetlist]:
    design = build(core)
    require_handshake(design)
    with tempfile.TemporaryDirectory(prefix="cipherfab-controls-") as scratch:
        directory = Path(scratch)
        _, liberty = mapped(design, platform, recipe, directory)
        return design, SymbolicNetlist.read(directory / "netlist.v", liberty, design.top, directory)


def show(rows: list[dict[str, Any]]) -> None:
    """Print the table, and how many were found."""
    tables.show(tables.algorithms(rows, COLUMNS))
    missed = [row for row in rows if not row["found"]]
    print(f"{len(rows) - len(missed)} of {len(rows)} controls found")


def exit_code(rows: list[dict[str, Any]]) -> int:
    """1 if one was not found."""
    return int(not all(row["found"] for row in rows))
