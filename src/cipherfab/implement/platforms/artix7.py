# SPDX-License-Identifier: Apache-2.0
"""Xilinx Artix-7: Yosys and nextpnr; where nextpnr's program for it is missing, after synthesis,
with a pre-route delay.

The part is an XC7A50T; the delays are those of Project X-Ray, one class of them, without speed
grades. The netlist is routed without its ports: nextpnr wants a pin for every pad, and pins all
around the device pull the core apart. Without DSP, block RAM or LUTs as memory, as the benchmarking
of the LWC finalists asked.
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
    # A period that is missed is a result, and no error.
    place_and_route=("--router", "router2", "--timing-allow-fail"),
    router="xilinx",
    device="xc7a50tfgg484-1",
    optional=True,
    slices=True,
    pads=False,
    models="+/xilinx/cells_sim.v",
    timed=True,
)
