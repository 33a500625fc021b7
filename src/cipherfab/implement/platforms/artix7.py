# SPDX-License-Identifier: Apache-2.0
"""Xilinx Artix-7, after synthesis, with a pre-route delay.

Without DSP, block RAM or LUTs as memory, as the benchmarking of the LWC finalists asked.
"""

from .platform import FpgaPlatform

XILINX_LUTS = {"INV": 1, **{f"LUT{inputs}": 1 for inputs in range(1, 7)}}
"""Every look-up table takes one physical LUT6. Yosys leaves an inverter that no other logic could
take in as INV: one LUT, too.
"""

XILINX_FLIP_FLOPS = ("FDRE", "FDSE", "FDCE", "FDPE")

XILINX_OTHER = {"wide_multiplexers": ("MUXF7", "MUXF8", "MUXF9"), "carry_chains": ("CARRY4",)}

PLATFORM = FpgaPlatform(
    name="artix7",
    synthesis="synth_xilinx -family xc7 -flatten -top {top} -nodsp -nobram -nolutram -nosrl "
    "-noiopad -noclkbuf",
    luts=XILINX_LUTS,
    flip_flops=XILINX_FLIP_FLOPS,
    lut_inputs=6,
    other=XILINX_OTHER,
    models="+/xilinx/cells_sim.v",
    timed=True,
)
