# SPDX-License-Identifier: Apache-2.0
"""CocoAlma, a program of others, on the description of a core and of its S-box; what it does not
show to be secure is tried exactly.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from ....asked import folder, number
from .exact import told_apart
from .judge import Found, Judge, Mapped
from .verdicts import WORDS, of_coco

PART = "part"
"""Folder of the files of the S-box."""

NAMED = 3
"""Views of each verdict that are printed."""

VERDICTS = ((True, "independent of the secrets"), (False, "leak"), (None, "not decided"))


@dataclass(frozen=True, kw_only=True)
class Coco(Judge):
    """See `probing.cocoalma`; ``coco`` and ``coco_of_part`` in the result, None where it is not
    asked.
    """

    outside: ClassVar[bool] = True
    switch: ClassVar[str] = "coco"

    coco: Path | None = folder(
        "Let CocoAlma judge the description too, for as many cycles as --cycles "
        "says; its files go to DIR."
    )
    names: int = number(
        100,
        1,
        10**6,
        "Let CocoAlma name so many views that it refuses, each of which is judged "
        "exactly, and then stop; if there are as many, the core fails.",
    )

    def assess(self, on: Mapped) -> dict[str, Any]:
        """``coco``: of the core, in the cycles that are watched; None of a bit-serial one.
        ``coco_of_part``: of a whole call of the S-box by itself, made by the same gadgets, and its
        name; None where there is none.
        """
        found: dict[str, Any] = {"coco": None, "coco_of_part": None}
        if not self.asked():
            return found
        # The S-box stands behind the product; where there is one part alone, the catalog has no
        # S-box.
        sbox = on.parts[-1] if len(on.parts) > 1 else None
        if sbox:
            with on.mapped(sbox) as small:
                said = self.judged(small, self.coco / PART, cycles=None)
                found["coco_of_part"] = {"part": sbox.name, **said}
        # CocoAlma gets shares that stay at the ports, and a bit-serial core takes them word by
        # word.
        if not on.bitserial:
            found["coco"] = self.judged(on, self.coco, cycles=on.common.cycles)
        return found

    def judged(self, on: Mapped, output: Path, *, cycles: int | None) -> dict[str, Any]:
        """As `cocoalma.judge` of a design before it is mapped; all ``cycles`` of a call if they are
        None; how many those are is seen on the netlist.
        """
        from ..probing import cocoalma, refusals

        output.mkdir(parents=True, exist_ok=True)
        # The description has no latency written down; the netlist, which was made of it, shows it.
        watched = cycles or 1 + latency(on)
        cocoalma.write(on.design, output, cycles=watched, seed=on.seed)
        found = cocoalma.judge(output, on.design, cycles=watched, named=self.names)
        return {
            **found,
            "refused": refusals.judged(on.design, output, found["refused"], seed=on.seed),
        }

    @staticmethod
    def lines(found: Found) -> Iterator[str]:
        """What it found, and the exact verdict on what it did not show to be secure."""
        for second in filter(None, (found["coco"], found["coco_of_part"])):
            yield from coco_lines(second)

    @staticmethod
    def verdicts(found: Found) -> Iterator[str]:
        """Of the core and of the S-box, where they were asked."""
        yield from map(of_coco, filter(None, (found["coco"], found["coco_of_part"])))


def latency(on: Mapped) -> int:
    """Cycles of a call of the netlist."""
    from .. import leakage
    from ..gatesim import GateSimulator

    simulator = GateSimulator.build(on.netlist, on.liberty, on.design.top, on.directory)
    return leakage.latency(on.design, simulator, on.directory, seed=on.seed)


def coco_lines(second: Found) -> Iterator[str]:
    """What CocoAlma says of a core or of a part, and what was said of its refusals."""
    refused = second["refused"]
    more = f" and {len(refused) - 1} more" if len(refused) > 1 else ""
    said = f"not shown to be secure: {second['leak']}{more}" if second["leaks"] else "secure"
    judged = f"{second['part']}, by itself: " if "part" in second else ""
    yield (
        f"  {WORDS[of_coco(second)]}  {judged}CocoAlma, one probe, glitches and "
        f"transitions, on the gates of the description, {second['cycles']} cycles, "
        f"{second['seconds']:.0f} s: {said}"
    )
    if len(refused) >= second["named"]:
        yield f"    it was not asked for more than {second['named']}"
    for verdict, what in VERDICTS:
        yield from _refused(what, [view for view in refused if view["independent"] is verdict])


def _refused(what: str, views: Sequence[Found]) -> Iterator[str]:
    """The exact verdict on some refused views, and what it tells apart in the first ones."""
    if not views:
        return
    # Secrets first: each of their values takes a run over all maskings.
    most = max(views, key=lambda view: (view["secrets"], view["masks"]))
    tried = (
        ""
        if views[0]["independent"] is False
        else (
            f" (up to 2^{most['masks']} maskings of each of 2^{most['secrets']} values of secrets)"
        )
    )
    yield (
        f"    of these, exactly, over all cycles from the shared input on: {len(views)} "
        f"{what}{tried}"
    )
    for view in views[:NAMED]:
        if between := told_apart(view["pair"]):
            yield f"      cycle {view['cycle']}, {view['cell']}: tells apart {between}"
