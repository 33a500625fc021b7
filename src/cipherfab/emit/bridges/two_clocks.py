# SPDX-License-Identifier: Apache-2.0
"""The bridge from AXI4-Stream on one clock to a core on another, its constraints and its test."""

from collections.abc import Sequence

from ...design import Design, LwcInterface
from ..guards import tied
from ..texts import filled
from .axi_stream import stream_bridge, stream_test

DEPTH_LOG2 = 3
"""Each FIFO has 8 words: the pointers' way to and fro takes about 6 cycles."""

BUS_PERIOD_NS = 5.0
"""Of the streams' clock in the constraints, as nothing is known of the system."""

PERIODS_PS = (3_700, 10_000, 23_900)
"""Of the core's clock in the test, beside 10 ns of the streams': faster, as fast, slower."""

FIFO = """\
  wire [{width}-1:0] {name}_word;
  wire {name}_valid;
  wire {name}_ready;
  {top}_async_fifo #(
      .Width({width}),
      .DepthLog2(DepthLog2),
      .Clears(Clears)
  ) {name}_fifo (
      .in_clk({in_clk}),
      .in_rst({in_rst}),
      .in_data({in_data}),
      .in_valid({in_valid}),
      .in_ready({in_ready}),
      .out_clk({out_clk}),
      .out_rst({out_rst}),
      .out_data({out_data}),
      .out_valid({out_valid}),
      .out_ready({out_ready})
  );
"""
"""One stream between the clocks."""


def two_clocks(design: Design, sources: Sequence[str]) -> dict[str, str]:
    """The bridge, what it is made of, its constraints and its test, by file name."""
    interface = design.interface
    assert isinstance(interface, LwcInterface)
    top, width = design.top, interface.width
    bridge = f"{top}_axis_2clk"
    files = {**stream_bridge(design),
             f"{top}_async_fifo.sv": filled("bridges/async_fifo.v", TOP=top),
             f"{bridge}.sv": filled("bridges/two_clocks.v", TOP=top, WIDTH=width,
                                    BYTES=width // 8, DEPTH=2 ** DEPTH_LOG2,
                                    DEPTH_LOG2=DEPTH_LOG2, FIFOS=_fifos(top, width),
                                    CLEARS=int(interface.zeroises),
                                    GUARDS=tied(interface))}  # fmt: skip
    test = stream_test(
        design,
        [*sources, *files],
        bridge=bridge,
        test="test_axis_2clk",
        periods=f"\n@cocotb.parametrize(core_ps={list(PERIODS_PS)})",
        period=", core_ps",
        core_clock='\n    cocotb.start_soon(Clock(dut.core_clk, core_ps, unit="ps").start())',
    )
    return {
        **files,
        "test_axis_2clk.py": test,
        f"{bridge}.sdc": crossing_sdc(design.name),
        f"{bridge}.xdc": crossing_xdc(design.name),
    }


def _fifos(top: str, width: int) -> str:
    bus, core = ("aclk", "bus_reset[1]"), ("core_clk", "core_reset[1]")
    inputs = [
        _fifo(
            top,
            name,
            # A word with its tkeep.
            width + width // 8,
            bus,
            core,
            (
                f"{{s_axis_{name}_tdata, s_axis_{name}_tkeep}}",
                f"s_axis_{name}_tvalid",
                f"s_axis_{name}_tready",
            ),
            (f"{name}_word", f"{name}_valid", f"{name}_ready"),
        )
        for name in ("pdi", "sdi")
    ]
    output = _fifo(
        top,
        "do",
        # A word with tlast and tuser.
        width + 2,
        core,
        bus,
        ("do_word", "do_valid", "do_ready"),
        (
            "{m_axis_do_tdata, m_axis_do_tlast, m_axis_do_tuser}",
            "m_axis_do_tvalid",
            "m_axis_do_tready",
        ),
    )
    return "\n".join([*inputs, output])


def _fifo(
    top: str,
    name: str,
    width: int,
    before: tuple[str, str],
    after: tuple[str, str],
    taken: tuple[str, str, str],
    given: tuple[str, str, str],
) -> str:
    ends = {
        f"{side}_{what}": wire
        for side, clock, wires in (("in", before, taken), ("out", after, given))
        for what, wire in zip(("clk", "rst", "data", "valid", "ready"), (*clock, *wires))
    }
    return FIFO.format(top=top, name=name, width=width, **ends)


def _clocks(name: str, title: str) -> list[str]:
    return [
        f"# {title}: {name}, two clocks. Change the periods here only.",
        f"set bus_period {BUS_PERIOD_NS:.3f}",
        f"set core_period {BUS_PERIOD_NS:.3f}",
        "create_clock -name aclk -period $bus_period [get_ports aclk]",
        "create_clock -name core_clk -period $core_period [get_ports core_clk]",
        "# A pointer in Gray code arrives within the shorter period, so that no two changes of",
        "# it are seen in another order; the words wait longer than that in the FIFO.",
        "set crossing [expr {min($bus_period, $core_period)}]",
    ]


def crossing_sdc(name: str) -> str:
    """Synopsys Design Constraints of the bridge: both clocks, and every path between them."""
    pairs = (("aclk", "core_clk"), ("core_clk", "aclk"))
    lines = [*_clocks(name, "Synopsys Design Constraints"),
             *(line for start, end in pairs for line in (
                 f"set_max_delay -ignore_clock_latency $crossing -from [get_clocks {start}] "
                 f"-to [get_clocks {end}]",
                 # The edges of the two clocks have no fixed distance, so there is nothing to hold.
                 f"set_false_path -hold -from [get_clocks {start}] -to [get_clocks {end}]")),
             # The reset comes at any time, and each clock takes it through flip-flops of its own.
             "set_false_path -from [get_ports aresetn]"]  # fmt: skip
    return "".join(f"{line}\n" for line in lines)


def crossing_xdc(name: str) -> str:
    """The same for Vivado, within a design that may have the clocks already."""
    pairs = (("aclk", "core_clk"), ("core_clk", "aclk"))
    lines = [
        *_clocks(name, "Xilinx Design Constraints"),
        *(
            # Vivado takes hold away itself where `-datapath_only` is given.
            f"set_max_delay -datapath_only $crossing -from [get_clocks {start}] "
            f"-to [get_clocks {end}]"
            for start, end in pairs
        ),
        "set_false_path -from [get_ports aresetn]",
    ]
    return "".join(f"{line}\n" for line in lines)
