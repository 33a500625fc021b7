# SPDX-License-Identifier: Apache-2.0
"""The AXI4-Stream bridges of a package pass the package's own tests with cocotbext-axi, and fail if
a byte lane or a pointer is wrong.
"""

import gzip
import re
import shutil

import pytest
from kinds import bridge_files
from played import ends_well, needs

from cipherfab.cores.build import build
from cipherfab.emit.bridges import BRIDGES, wanted
from cipherfab.emit.bridges.two_clocks import crossing_sdc, crossing_xdc
from cipherfab.errors import CallError
from cipherfab.implement import platforms
from cipherfab.tools.opensta import run_sta
from cipherfab.tools.yosys import run_yosys

needs("cocotbext.axi")
CORE = "tinyjambu-128/round"
icarus = pytest.mark.skipif(
    shutil.which("iverilog") is None, reason="Icarus Verilog is not installed"
)


@pytest.mark.slow
@icarus
@pytest.mark.parametrize(
    "changed, passes",
    [(("", "", ""), True), (("axis", "[8*lane+:8] = do_data", "[8*Mirrored+:8] = do_data"), False)],
)
def test_the_bridge_passes_and_can_fail(changed, passes, tmp_path):
    """`FRAMES=60 python test_axis.py` ends with 0; with the bytes of the output in the core's order
    it ends with 1.
    """
    assert (
        ends_well(tmp_path, CORE, "axi4stream", "axis", changed, FRAMES="60", PATIENCE_US="50")
        == passes
    )


@pytest.mark.slow
@icarus
def test_a_wide_core_passes(tmp_path):
    """Its vectors have words of 64 bits."""
    core = "ascon-aead128/unrolled=4,bus=64"
    assert ends_well(
        tmp_path, core, "axi4stream", "axis", ("", "", ""), FRAMES="60", PATIENCE_US="50"
    )


@pytest.mark.slow
@icarus
@pytest.mark.parametrize(
    "changed, passes",
    [
        (("", "", ""), True),
        (("axis", ".zeroised(zeroised)", ".zeroised()"), False),
        (("axis", ".zeroise(zeroise)", ".zeroise(1'b0)"), False),
        (("axis", ".tested(tested)", ".tested(failed)"), False),
    ],
)
def test_what_a_core_tells_is_shown(changed, passes, tmp_path):
    """Self-test, zeroisation and the service that ran are ports of the bridge; a port that is left
    open, a command that does nothing and a wrong one are found.
    """
    core = "ascon-aead128/round,selftest,zeroise,indicator"
    assert ends_well(tmp_path, core, "axi4stream", "axis", changed, FRAMES="6") == passes


@pytest.mark.parametrize("name", sorted(set(BRIDGES) - {"axi4stream", "axi4stream-two-clocks"}))
def test_who_has_no_room_for_a_wide_core_refuses_it(name):
    """Registers and SPI have words of at most 32 bits."""
    design = build("tinyjambu-128/round,bus=64")
    assert wanted(design, ("axi4stream", "axi4stream-two-clocks"))
    with pytest.raises(CallError, match="takes a core with a bus of at most 32 bits"):
        wanted(design, (name,))


@pytest.mark.slow
@icarus
@pytest.mark.parametrize(
    "changed, passes",
    [
        (("", "", ""), True),
        (("async_fifo", "assign in_ready = !full", "assign in_ready = 1'b1"), False),
        (
            ("axis_2clk", "else core_reset <= {core_reset[0], 1'b0};", "else core_reset <= 2'b11;"),
            False,
        ),
    ],
)
def test_two_clocks_pass_and_can_fail(changed, passes, tmp_path):
    """The streams' clock of 10 ns and the core's of 3.7, 10 and 23.9 ns give the test plan's words;
    FIFOs that are never full and a core that stays in reset are found.
    """
    assert (
        ends_well(
            tmp_path,
            CORE,
            "axi4stream-two-clocks",
            "axis_2clk",
            changed,
            FRAMES="25",
            PATIENCE_US="50",
        )
        == passes
    )


@pytest.mark.parametrize("text", [crossing_sdc("x"), crossing_xdc("x")])
def test_both_ways_between_the_clocks_are_bounded(text):
    """Paths from either clock to the other have a limit, and both clocks exist."""
    assert set(re.findall(r"create_clock -name (\w+)", text)) == {"aclk", "core_clk"}
    assert set(
        re.findall(r"set_max_delay .*-from \[get_clocks (\w+)\] -to \[get_clocks (\w+)\]", text)
    ) == {("aclk", "core_clk"), ("core_clk", "aclk")}


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("sta") is None, reason="OpenSTA is not installed")
def test_a_timing_analyser_bounds_the_crossing(tmp_path):
    """OpenSTA takes the emitted constraints of a mapped bridge, and the longest path of either
    direction between the clocks ends at their limit.
    """
    design, library = build(CORE), platforms.find("nangate45").path()
    files = design.sources | bridge_files(design, [], ["axi4stream-two-clocks"])
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "cells.lib").write_bytes(gzip.decompress(library.read_bytes()))
    top = f"{design.top}_axis_2clk"
    sources = " ".join(name for name in files if name.endswith(".sv"))
    run_yosys(
        "\n".join(
            [
                f"read_verilog -sv {sources}",
                f"synth -flatten -top {top}",
                "dfflibmap -liberty cells.lib",
                "abc -liberty cells.lib",
                "hilomap -hicell LOGIC1_X1 Z -locell LOGIC0_X1 Z",
                # Names of functions' variables that nothing reads: OpenSTA does not know `signed`.
                "opt_clean -purge",
                "write_verilog -noattr -noexpr -simple-lhs netlist.v",
                "",
            ]
        ),
        directory=tmp_path,
    )
    begin = [
        "read_liberty cells.lib",
        "read_verilog netlist.v",
        f"link_design {top}",
        f"read_sdc {top}.sdc",
    ]
    for start, end in (("aclk", "core_clk"), ("core_clk", "aclk")):
        said = run_sta(
            "\n".join(
                [
                    *begin,
                    "report_checks -path_delay max "
                    f"-from [get_clocks {start}] -to [get_clocks {end}]",
                    "",
                ]
            ),
            directory=tmp_path,
        )
        assert re.search(rf"clocked by {start}\).*clocked by {end}\).*5\.00 +max_delay", said, re.S)
