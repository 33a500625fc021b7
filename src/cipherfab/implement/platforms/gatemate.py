# SPDX-License-Identifier: Apache-2.0
"""Cologne Chip GateMate CCGM1A1: Yosys and nextpnr, out of context, slowest timing of its fastest
mode.

Half a cell of this family, a CPE, is a tree of LUT2s: four inputs, or with its other half five. Its
mapping knows no ``abc9``, so recipes do not differ in it. The netlist is routed without its ports,
as pins all around the device would pull the core apart, and without bridges (cells as wires), with
which this version of nextpnr does not end on larger netlists.
"""

from .platform import FpgaPlatform

PLATFORM = FpgaPlatform(
    name="gatemate",
    synthesis="synth_gatemate -top {top} -nobram -nomult -luttree -noiopad -noclkbuf",
    luts={
        "CC_LUT1": 1,
        "CC_LUT2": 1,
        "CC_L2T4": 1,
        "CC_L2T5": 2,
        "CC_MX2": 1,
        "CC_MX4": 2,
        "CC_ADDF": 1,
    },
    flip_flops=("CC_DFF",),
    lut_inputs=4,
    other={"wide_multiplexers": ("CC_MX4",), "carry_chains": ("CC_ADDF",)},
    place_and_route=("--vopt", "no-bridges", "--timing-allow-fail"),
    router="gatemate",
    device="CCGM1A1",
    pads=False,
    models="+/gatemate/cells_sim.v",
)
