# SPDX-License-Identifier: Apache-2.0
"""Lattice ECP5 LFE5U-25F, package CABGA381, speed grade 6: Yosys and nextpnr, pins not
constrained."""

from .platform import FpgaPlatform

PLATFORM = FpgaPlatform(
    name="ecp5",
    synthesis="synth_ecp5 -top {top} -nobram -nodsp -nolutram",
    luts={"LUT4": 1, "CCU2C": 2},
    flip_flops=("TRELLIS_FF",),
    lut_inputs=4,
    other={"wide_multiplexers": ("PFUMX", "L6MUX21")},
    place_and_route=(
        "--25k",
        "--package",
        "CABGA381",
        "--speed",
        "6",
        "--lpf-allow-unconstrained",
        "--timing-allow-fail",
    ),
    pins=197,
    out_of_context=True,
    models="+/ecp5/cells_sim.v",
)
