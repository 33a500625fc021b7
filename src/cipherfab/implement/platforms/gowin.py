# SPDX-License-Identifier: Apache-2.0
"""Gowin GW2A-18C, speed grade C8/I7: Yosys and nextpnr, out of context.

nextpnr wants every pin of this family constrained, so the netlist is routed without its ports. The
delays are those of Project Apicula; frequencies come out above those of the vendor's tool.

Look-up tables of more than four inputs, which this family makes of several and multiplexers, are
not used: with them Yosys' mapper takes twice the LUTs for a cipher.
"""

from .platform import FpgaPlatform

DEFAULT = "GW2A-18C"

CHIPS = {
    "GW1N-1": ("gw1n", "GW1N-LV1QN48C6/I5"),
    "GW1N-4": ("gw1n", "GW1N-LV4LQ144C6/I5"),
    "GW1N-9": ("gw1n", "GW1N-LV9LQ144C6/I5"),
    "GW1N-9C": ("gw1n", "GW1NR-LV9QN88PC6/I5"),
    "GW1NS-4": ("gw1n", "GW1NSR-LV4CQN48PC7/I6"),
    "GW1NZ-1": ("gw1n", "GW1NZ-LV1QN48C6/I5"),
    "GW2A-18": ("gw2a", "GW2A-LV18PG256C8/I7"),
    DEFAULT: ("gw2a", "GW2A-LV18PG256C8/I7"),
    "GW5A-25A": ("gw5a", "GW5A-LV25MG121NC1/I0"),
    "GW5AST-138C": ("gw5a", "GW5AST-LV138PG484AC1/I0"),
}
"""Of each chip that nextpnr has the data of, Yosys' name of its family, and a part with package and
speed grade; nothing is on the pins, so the package does not matter.
"""


def platform(name: str, chip: str) -> FpgaPlatform:
    """The platform of a chip of `CHIPS`."""
    family, device = CHIPS[chip]
    return FpgaPlatform(
        name=name,
        synthesis=f"synth_gowin -family {family} -top {{top}} -nobram -nolutram -nodsp -noiopads "
        "-nowidelut",
        luts={"LUT1": 1, "LUT2": 1, "LUT3": 1, "LUT4": 1, "ALU": 1},
        flip_flops=("DFF",),
        lut_inputs=4,
        other={"carry_chains": ("ALU",)},
        place_and_route=("--vopt", f"family={chip}", "--timing-allow-fail"),
        router="gowin",
        device=device,
        pads=False,
        models="+/gowin/cells_sim.v",
    )


PLATFORM = platform("gowin", DEFAULT)
