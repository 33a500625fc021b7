# SPDX-License-Identifier: Apache-2.0
"""Power of a netlist by OpenSTA when every net has the same activity: a check of our own
computation.

It is the same activity in both because it is the only one that OpenSTA 2.0.17, the version of
Debian 12, lets a user set for every net: its option for pins calls a procedure that does not exist,
and what is set for the output of a gate is replaced by what it computes from the gate's inputs.
Charging of nets, leakage and the energy at the clock pins of flip-flops follow the same rules there
and here. The internal energy of an output does not: that version adds the energies of rise and fall
for every single toggle and does not weigh the entries of an output against each other, so it comes
to twice ours for gates of up to two inputs and to more for others. Later versions of OpenSTA take
the mean.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy

from ..design import Design
from ..errors import ToolError
from ..implement.liberty import Liberty, unpacked
from ..implement.standard_cells import NETLIST
from ..tools.opensta import run_sta
from .estimate import Netlist, Power

PERIOD_NS = 10.0
"""Period at which power is asked for; energy in a cycle does not depend on it."""

ACTIVITIES = (0.0, 0.5)
"""Toggles of every net in a cycle: with none of them, what is left is the clock's."""

DUTY = 0.5
# A line of `report_power`: internal, switching, leakage and total power of a group.
_GROUP = re.compile(
    r"^(Sequential|Combinational|Macro|Pad)\s+(\S+)\s+(\S+)\s+(\S+)\s+(\S+)", re.MULTILINE
)


@dataclass(frozen=True, kw_only=True)
class Agreement:
    """Our figure divided by OpenSTA's, when all nets have the same activity; None where that is 0.

    OpenSTA 2.0.17 takes no energy for clock pins whose entries have a condition for every state,
    or which have a single entry without one (SKY130), and every clock gate for open. It charges the
    greater of what a net has while its pins rise and while they fall; ``switching`` has the nominal
    one on our side, ``greater`` the same as OpenSTA.
    """

    clock: float | None
    switching: float | None
    greater: float | None
    leakage: float | None


def compare(
    design: Design,
    netlist: Netlist,
    library: Liberty,
    directory: Path,
    *,
    wire_load: bool = True,
    parasitics: str = "",
    timeout: float = 600,
) -> Agreement:
    """Both on ``netlist.v`` in ``directory``.

    Args:
        wire_load: OpenSTA takes the library's, as ``netlist`` does.
        parasitics: SPEF file in ``directory`` with the wires of ``netlist``.
        timeout: seconds.

    Raises:
        ToolError: OpenSTA is missing or failed.
    """
    cells = unpacked(library, wire_load=wire_load)
    # The script names it without a path; an earlier link may lead to the file with other wire
    # loads.
    (directory / "liberty.lib").unlink(missing_ok=True)
    (directory / "liberty.lib").symlink_to(cells)
    log = run_sta(
        script(design, parasitics),
        directory=directory,
        name="power",
        timeout=timeout,
        readable=[cells],
    )
    still, moving = parse(log)
    ours = [
        netlist.weigh(
            netlist.ticking(numpy.full(netlist.count, rate)), numpy.full(netlist.count, DUTY)
        )
        for rate in ACTIVITIES
    ]
    return Agreement(
        clock=_ratio(ours[0].internal_pj, still.internal_pj),
        switching=_ratio(ours[1].switching_pj, moving.switching_pj),
        greater=_ratio(ours[1].switching_pj * _excess(netlist), moving.switching_pj),
        leakage=_ratio(ours[1].leakage_uw, moving.leakage_uw),
    )


def _excess(netlist: Netlist) -> float:
    """All capacitances by OpenSTA's definition over the nominal ones, of nets that cells drive."""
    nominal = netlist.loads[netlist.outputs].sum()
    return float(netlist.greater[netlist.outputs].sum() / nominal) if nominal else 1.0


def _ratio(ours: float, theirs: float) -> float | None:
    return ours / theirs if theirs else None


def script(design: Design, parasitics: str = "") -> str:
    """The Tcl script; ``parasitics``: SPEF file with the wires."""
    clock = f"[get_ports {design.clock}]" if design.clock else ""
    lines = [
        "read_liberty liberty.lib",
        f"read_verilog {NETLIST}",
        f"link_design {design.top}",
        f"create_clock -name clock -period {PERIOD_NS} {clock}",
        # What no clock reaches would have its toggles in a second, not in a cycle.
        "foreach port [all_inputs] {",
        f'  if {{[get_property $port full_name] != "{design.clock}"}} {{ set_input_delay 0 '
        f"-clock clock $port }}",
        "}",
    ]
    if parasitics:
        lines.append(f"read_spef {parasitics}")
    for rate in ACTIVITIES:
        lines += [
            f"set_power_activity -global -activity {rate} -duty {DUTY}",
            f'puts "activity {rate}"',
            "report_power -digits 9",
        ]
    return "".join(f"{line}\n" for line in lines)


def parse(log: str) -> Sequence[Power]:
    """The power at each of `ACTIVITIES`. Raises ToolError: the log is not that of `script`."""
    parts = re.split(r"^activity (\S+)$", log, flags=re.MULTILINE)
    if [float(rate) for rate in parts[1::2]] != list(ACTIVITIES):
        raise ToolError(
            f"sta: expected a power report at each of the activities {ACTIVITIES}, got "
            f"{log[:200]!r}"
        )
    return [_power(text) for text in parts[2::2]]


def _power(text: str) -> Power:
    groups = {
        match[1]: [float(value) for value in match.groups()[1:4]] for match in _GROUP.finditer(text)
    }
    if not {"Sequential", "Combinational"} <= set(groups):
        raise ToolError(
            f"sta: expected lines of sequential and combinational cells in a power "
            f"report, got {text[:200]!r}"
        )
    internal, switching, leakage = (
        sum(values[column] for values in groups.values()) for column in range(3)
    )
    scale = PERIOD_NS * 1e3  # W times ns, in pJ
    return Power(
        internal_pj=internal * scale,
        switching_pj=switching * scale,
        leakage_uw=leakage * 1e6,
        sequential_pj=sum(groups["Sequential"][:2]) * scale,
    )
