# SPDX-License-Identifier: Apache-2.0
"""Lattice Nexus LIFCL-40 (CrossLink-NX), speed grade 9: Yosys and nextpnr, out of context.

nextpnr wants every pin of this family constrained, so the netlist is routed without its ports.
Without them it does not take Yosys' carry chains, which end in look-up tables; the few counters of
a core are in look-up tables.
"""

from .platform import FpgaPlatform

PLATFORM = FpgaPlatform(
    name="nexus",
    synthesis="synth_nexus -family lifcl -abc9 -nobram -nodsp -nolutram -noccu2 -noiopad -top {top}",  # noqa: E501
    luts={"LUT4": 1, "WIDEFN9": 2, "INV": 1},
    flip_flops=("FD1P3",),
    lut_inputs=4,
    # A period that is missed is a result, and no error.
    place_and_route=("--device", "LIFCL-40-9BG400CES", "--timing-allow-fail"),
    router="nexus",
    pads=False,
    models="+/nexus/cells_sim.v",
)
