# SPDX-License-Identifier: Apache-2.0
"""Xilinx Virtex-6, after synthesis; counted as `artix7` is."""

from .artix7 import XILINX_FLIP_FLOPS, XILINX_LUTS, XILINX_OTHER
from .platform import FpgaPlatform

PLATFORM = FpgaPlatform(
    name="virtex6",
    synthesis="synth_xilinx -family xc6v -flatten -top {top} -nodsp -nobram -nolutram -nosrl "
    "-noiopad -noclkbuf",
    luts=XILINX_LUTS,
    flip_flops=XILINX_FLIP_FLOPS,
    lut_inputs=6,
    other=XILINX_OTHER,
    models="+/xilinx/cells_sim.v",
)
