# SPDX-License-Identifier: Apache-2.0
"""``cipherfab leakage --coco``: CocoAlma on the description of a core, or of its S-box."""

import tempfile
from pathlib import Path
from typing import Any

from ..cores.corename import CoreName
from ..design import Design
from ..plain import say
from ..verify.gates import leakage
from ..verify.gates.gatesim import GateSimulator
from ..verify.gates.probing import cocoalma, exact, refusals
from . import gadgets
from .leakage_verdict import WORDS, of_coco
from .mapping import mapped

PART = "part"
"""Folder of the files of the S-box."""


def judge(
    design: Design,
    directory: Path,
    liberty: Path,
    output: Path,
    *,
    cycles: int | None,
    seed: int,
    named: int = cocoalma.NAMED,
) -> dict[str, Any]:
    """What CocoAlma says of a design before it is mapped; see `cocoalma.judge`. ``cycles`` of a
    call are watched, all if it is None; how many those are is seen on the netlist in ``directory``.
    """
    output.mkdir(parents=True, exist_ok=True)
    watched = cycles or 1 + latency(design, directory / "netlist.v", liberty, directory, seed)
    cocoalma.write(design, output, cycles=watched, seed=seed)
    found = cocoalma.judge(output, design, cycles=watched, named=named)
    return {**found, "refused": refusals.judged(design, output, found["refused"], seed=seed)}


def of_part(
    name: CoreName,
    platform: str,
    recipe: str,
    output: Path,
    *,
    seed: int,
    named: int = cocoalma.NAMED,
) -> dict[str, Any] | None:
    """The same of a whole call of the S-box by itself, made by the same gadgets, of a core by
    gadgets whose algorithm has it by itself; ``part``: its name.
    """
    part = name.algorithm.part
    if not part or name.gadget == gadgets.NONE:
        return None
    design = gadgets.small_design(part, name.factor, name.gadget)
    with tempfile.TemporaryDirectory(prefix="cipherfab-part-") as scratch:
        directory = Path(scratch)
        _, liberty = mapped(design, platform, recipe, directory)
        return {
            "part": part.name,
            **judge(design, directory, liberty, output / PART, cycles=None, seed=seed, named=named),
        }


def latency(design: Design, netlist: Path, liberty: Path, directory: Path, seed: int) -> int:
    """Cycles of a call of a mapped netlist."""
    simulator = GateSimulator.build(netlist, liberty, design.top, directory)
    return leakage.latency(design, simulator, directory, seed=seed)


def show(second: dict[str, Any]) -> None:
    """Print what CocoAlma found, and the exact verdict on what it did not show to be secure."""
    refused = second["refused"]
    more = f" and {len(refused) - 1} more" if len(refused) > 1 else ""
    said = f"not shown to be secure: {second['leak']}{more}" if second["leaks"] else "secure"
    judged = f"{second['part']}, by itself: " if "part" in second else ""
    say(
        f"  {WORDS[of_coco(second, fails(second))]}  {judged}CocoAlma, glitches and transitions, "
        f"on the gates of the description, {second['cycles']} cycles, {second['seconds']:.0f} s: "
        f"{said}"
    )
    if len(refused) >= second["named"]:
        say(f"    it was not asked for more than {second['named']}")
    for verdict, what in (
        (True, "independent of the secrets"),
        (False, "leak"),
        (None, "not decided"),
    ):
        _show_refused(what, [view for view in refused if view["independent"] is verdict])


def _show_refused(what: str, views: list[dict[str, Any]]) -> None:
    """Print the exact verdict on some refused views, and what it tells apart in the first ones."""
    if not views:
        return
    most = max(views, key=lambda view: (view["secrets"], view["masks"]))
    tried = (
        ""
        if views[0]["independent"] is False
        else (
            f" (up to 2^{most['masks']} maskings of each of 2^{most['secrets']} values of secrets)"
        )
    )
    say(
        f"    of these, exactly, over all cycles from the shared input on: {len(views)} "
        f"{what}{tried}"
    )
    for view in views[: exact.NAMED]:
        between = " and ".join(
            ", ".join(f"{name} = {bit}" for name, bit in side.items()) for side in view["pair"]
        )
        if between:
            say(f"      cycle {view['cycle']}, {view['cell']}: tells apart {between}")


def fails(second: dict[str, Any]) -> bool:
    """Whether CocoAlma did not show a core to be secure, and what it refused is not independent of
    the secrets either.
    """
    refused = second["refused"]
    settled = 0 < len(refused) < second["named"] and all(view["independent"] for view in refused)
    return second["leaks"] and not settled
