# SPDX-License-Identifier: Apache-2.0
"""Lattice iCE40 HX8K, package CT256: Yosys and nextpnr, pins not constrained."""

from .platform import FpgaPlatform

PLATFORM = FpgaPlatform(
    name="ice40",
    synthesis="synth_ice40 -device hx -abc9 -nobram -top {top}",
    luts={"SB_LUT4": 1},
    flip_flops=("SB_DFF",),
    lut_inputs=4,
    other={"carry_chains": ("SB_CARRY",)},
    # A period that is missed is a result, and no error.
    place_and_route=("--hx8k", "--package", "ct256", "--timing-allow-fail"),
    router="ice40",
    pins=206,
    models="+/ice40/cells_sim.v",
)
