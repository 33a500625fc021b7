# SPDX-License-Identifier: Apache-2.0
"""Timing constraints of a core, for ASIC and FPGA tools, and the waivers of its lint."""

from collections.abc import Iterable

from ..design import Design
from .texts import Port

PERIOD_NS = 5.0
"""Clock period where no frequency was measured: 200 MHz."""

FPGA_PERIOD_NS = 10.0
"""Clock period for a Xilinx FPGA where none was routed on one: 100 MHz."""

WAIVERS = {
    "UNUSEDSIGNAL": "a word of which a part reads some bits only, and an input that this "
    "architecture does not need",
    "VARHIDDEN": "a part with one output has the output's name",
}
"""Warnings of Verilator's ``-Wall`` that are accepted, and why; there are no others."""

OF_FILES = {
    "*_regs_pkg.sv": ("UNUSEDPARAM",),
    "*_regs.sv": ("UNUSEDPARAM", "CMPCONST"),
    "*_axis_2clk.sv": ("PINCONNECTEMPTY",),
    "*_spi.sv": ("PINCONNECTEMPTY",),
}
"""Those accepted of the register blocks that PeakRDL writes: sizes for whom they are of use, and
comparisons with the lowest address, which is 0; and of bridges that do not show all that a core
tells.
"""


def sdc(design: Design, ports: Iterable[Port], period_ns: float) -> str:
    """Synopsys Design Constraints: the clock; a quarter of it outside of the core on each side,
    of the reset as of every input.

    Args:
        ports: all of the core.
    """
    # By name and the clock left out, which gets no delay against itself: what takes a port out of
    # all inputs is called otherwise in every tool.
    inputs = " ".join(
        f"{name}[*]" if bits > 1 else name
        for name, way, bits, _ in ports
        if way == "in" and name != design.clock
    )
    return "".join(
        f"{line}\n"
        for line in (
            f"# {design.name}: {1000 / period_ns:.0f} MHz. Change the period here only.",
            f"set period {period_ns:.3f}",
            "set outside [expr {$period / 4}]",
            f"create_clock -name {design.clock} -period $period [get_ports {design.clock}]",
            f"set_input_delay -clock {design.clock} $outside [get_ports {{{inputs}}}]",
            f"set_output_delay -clock {design.clock} $outside [all_outputs]",
        )
    )


def xdc(design: Design, period_ns: float) -> str:
    """Xilinx Design Constraints: the clock. Ports inside of a design have no delays of their
    own."""
    return "".join(
        f"{line}\n"
        for line in (
            f"# {design.name} within a design of yours: the clock, if nothing above this core "
            f"makes "
            f"one.",
            f"# {1000 / period_ns:.0f} MHz: placed and routed on such a chip, or a start where "
            f"nothing was.",
            f"create_clock -name {design.clock} -period {period_ns:.3f} [get_ports {design.clock}]",
        )
    )


def waivers() -> str:
    """Verilator's control file."""
    rules = [
        line for rule, why in WAIVERS.items() for line in (f"// {why}", f"lint_off -rule {rule}")
    ]
    others = [
        f'lint_off -rule {rule} -file "{files}"'
        for files, names in OF_FILES.items()
        for rule in names
    ]
    return "\n".join(
        [
            "`verilator_config",
            *rules,
            "// register blocks of PeakRDL, and bridges that do not show all that a core tells",
            *others,
            "",
        ]
    )
