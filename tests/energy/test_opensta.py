# SPDX-License-Identifier: Apache-2.0
"""How OpenSTA 2.0 weighs the energy of a clock pin: the rules that our comparison with it meets;
and that with these rules the two agree on three libraries.
"""

from pathlib import Path

import numpy
import pytest

from cipherfab.commands.mapping import mapped
from cipherfab.cores.build import build
from cipherfab.design import BareInterface, Design
from cipherfab.energy import opensta
from cipherfab.energy.estimate import Netlist, truth
from cipherfab.implement import liberty
from cipherfab.tools.opensta import run_sta
from cipherfab.verify.gates.gatesim import GateSimulator

IHP = Path("/work/shared/pdk/ihp-sg13g2_typ_1p20V_25C.lib.gz")
"""A library that does not come with the package; without it its case is skipped."""

THRESHOLDS = "".join(
    f"{way}_threshold_pct_{edge} : 50; " for way in ("input", "output") for edge in ("rise", "fall")
) + "".join(
    f"slew_{end}_threshold_pct_{edge} : {level}; "
    for end, level in (("lower", 20), ("upper", 80))
    for edge in ("rise", "fall")
)
SCALARS = " ".join(
    f'{name}(scalar) {{ values("1"); }}'
    for name in ("cell_rise", "cell_fall", "rise_transition", "fall_transition")
)
LIBRARY = f"""library(test) {{
  time_unit : "1ns"; voltage_unit : "1V"; capacitive_load_unit (1, pf); leakage_power_unit : "1uW";
  nom_voltage : 1.0; nom_process : 1; nom_temperature : 25; {THRESHOLDS}
  cell(DFF) {{ area : 4; ff(IQ, IQN) {{ clocked_on : "C"; next_state : "D"; }}
    pin(C) {{ direction : input; capacitance : 1; clock : true; ENTRIES }}
    pin(D) {{ direction : input; capacitance : 1; }}
    pin(Q) {{ direction : output; function : "IQ";
              timing() {{ related_pin : "C"; timing_type : rising_edge; {SCALARS} }} }} }} }}
"""
NETLIST = "module dut(input clk, input d, output q);\n  DFF r (.C(clk), .D(d), .Q(q));\nendmodule\n"
DESIGN = Design(
    name="dut",
    top="dut",
    sources={"dut.v": NETLIST},
    reset="",
    interface=BareInterface(algorithm="", inputs={"d": 1}, outputs={"q": 1}),
)


def clock_energy(directory, conditions: list[str]) -> float:
    """pJ in a cycle of a clock pin with an entry of 1 pJ for rise and for fall in each state."""
    entries = "".join(
        f"internal_power() {{ {f'when : {chr(34)}{when}{chr(34)};' if when else ''} "
        f'rise_power(scalar) {{ values("1"); }} fall_power(scalar) {{ values("1"); }} }} '
        for when in conditions
    )
    (directory / "liberty.lib").write_text(LIBRARY.replace("ENTRIES", entries))
    (directory / "netlist.v").write_text(NETLIST)
    still, _ = opensta.parse(
        run_sta(opensta.script(DESIGN), directory=directory, name="power", timeout=60)
    )
    return still.internal_pj


@pytest.mark.slow
@pytest.mark.parametrize(
    "conditions, toggle",
    [
        (["D"], 2 * 1 / 2),
        (["D & Q"], 2 * 1 / 4),
        (["D & Q & !D"], 2 * 1 / 8),
        (["D & Q", "!D & Q", "D & !Q", "!D & !Q"], 0),
        ([""], 0),
    ],
)
def test_a_toggle_of_a_clock_counts_twice_and_pins_as_independent(tmp_path, conditions, toggle):
    """Rise and fall are added for each of the two toggles, each name in a condition halves it, and
    entries for all states, with conditions or a single one without, are left out.
    """
    assert clock_energy(tmp_path, conditions) == pytest.approx(2 * toggle)


def by_its_rules(netlist: Netlist) -> float:
    """pJ in a cycle of the clock pins of flip-flops as OpenSTA 2.0.17 counts them, see above."""
    total = 0.0
    for name, instances in netlist.types.items():
        power = netlist.power[name]
        entries = [entry for entry in power.internal if entry.pin == power.clock]
        shares = [_share(entry.when) for entry in entries]
        alike = len({bool(entry.when) for entry in entries}) == 1
        if alike and sum(shares) == 1:
            continue
        toggle = sum(
            share * float(entry.rise.at(0, 0) + entry.fall.at(0, 0))
            for entry, share in zip(entries, shares)
        )
        total += 2 * toggle * len(instances)
    return total


def _share(when: str | None) -> float:
    if when is None:
        return 1.0
    names, rows = truth(when)
    return len(rows) / 2 ** len(names)


@pytest.mark.slow
@pytest.mark.parametrize(
    "platform",
    [
        "nangate45",
        "sky130hd",
        pytest.param(
            f"liberty:{IHP}",
            marks=pytest.mark.skipif(not IHP.is_file(), reason="no such library here"),
        ),
    ],
)
def test_what_differs_is_what_opensta_defines_otherwise(platform, tmp_path):
    """Charging agrees if we charge the greater of two capacitances too, clock energy if we follow
    the rules above, leakage as it is: each within a thousandth.
    """
    design = build("skinny-64-64")
    _, library = mapped(design, platform, "area", tmp_path)
    simulator = GateSimulator.build(tmp_path / "netlist.v", library, design.top, tmp_path)
    read = liberty.read(library)
    netlist = Netlist(simulator, read)
    found = opensta.compare(design, netlist, read, tmp_path)
    assert (found.greater, found.leakage) == pytest.approx((1, 1), abs=1e-3)
    ours = netlist.weigh(
        netlist.ticking(numpy.zeros(netlist.count)), numpy.full(netlist.count, opensta.DUTY)
    ).internal_pj
    theirs = ours / found.clock if found.clock else 0.0
    assert by_its_rules(netlist) == pytest.approx(theirs, rel=1e-3)
