# SPDX-License-Identifier: Apache-2.0
"""Rules of AXI that the bridges keep: no valid waits for its ready, and the emitted tests find a
bridge that breaks a rule.
"""

import json
import shutil
from pathlib import Path

import pytest
from played import ends_well, needs

from cipherfab.cores.build import build
from cipherfab.emit.bridges import Wanted
from cipherfab.emit.package import write_package
from cipherfab.tools.yosys import run_yosys

needs("cocotbext.axi", "peakrdl_regblock", "peakrdl_cheader", "peakrdl_markdown")
CORE = "tinyjambu-128/round"


def waits(folder: Path, top: str, valid: str, ready: str) -> bool:
    """Whether an output depends on an input within a cycle, whatever the registers and the other
    inputs are: two copies of the module, which differ in that input alone, have another output.

    Args:
        folder: with the package.
        top: the module.
        valid: the output; ``ready``: the input.
    """
    files = sorted(folder.glob("*.sv"), key=lambda file: not file.stem.endswith("_pkg"))
    # Registers become inputs.
    run_yosys(
        f"read_verilog -sv {' '.join(file.name for file in files)}\nhierarchy -top {top}\nproc\n"
        "flatten\nmemory_map\nopt -full\ndffunmap\nexpose -evert-dff\nopt_clean -purge\n"
        "select -assert-none t:*ff* t:*latch* t:$mem*\n"
        f"rename {top} once\nwrite_verilog -noattr once.v\nwrite_json once.json\n",
        directory=folder,
    )
    ports = json.loads((folder / "once.json").read_text())["modules"]["once"]["ports"]
    inputs = {
        name: f"[{len(port['bits']) - 1}:0] i{place}"
        for place, (name, port) in enumerate(ports.items())
        if port["direction"] == "input" and name != ready
    }
    wired = ", ".join(f".\\{name} ({said.split()[-1]})" for name, said in inputs.items())
    copies = "".join(
        f"once copy{value}({wired}, .\\{ready} (1'b{value}), .\\{valid} (valid{value}));\n"
        for value in (0, 1)
    )
    heads = ", ".join(f"input {said}" for said in inputs.values())
    (folder / "twice.v").write_text(
        f"module twice({heads}, output differs);\nwire valid0, valid1;\n{copies}"
        "assign differs = valid0 ^ valid1;\nendmodule\n"
    )
    said = run_yosys(
        "read_verilog once.v twice.v\nhierarchy -top twice\nproc\nflatten\nopt -full\n"
        "select -assert-none t:*ff* t:*latch* t:$mem*\n"
        "sat -prove differs 0\n",
        directory=folder,
        name="proof",
    )
    assert ("SUCCESS!" in said) != ("FAIL!" in said)
    return "FAIL!" in said


@pytest.mark.parametrize("broken", [False, True])
@pytest.mark.parametrize("core", [CORE, "ascon-aead128/round,hash,xof"])
def test_no_stream_waits_for_its_ready(core, broken, tmp_path):
    """Whatever the core's registers hold, TVALID is the same with and without TREADY; a bridge in
    which it is not is found.
    """
    design = build(core)
    write_package(design, tmp_path)
    top = f"{design.top}_axis"
    if broken:
        text = (tmp_path / f"{top}.sv").read_text()
        wrong = text.replace(".do_valid(m_axis_do_tvalid)", ".do_valid(offered)").replace(
            "  wire unused", "  wire offered;\n"
            "  assign m_axis_do_tvalid = offered & m_axis_do_tready;\n  wire unused"
        )  # fmt: skip
        (tmp_path / f"{top}.sv").write_text(wrong)
    assert waits(tmp_path, top, "m_axis_do_tvalid", "m_axis_do_tready") == broken


def test_no_response_waits_for_its_ready(tmp_path):
    """BVALID and RVALID are the same with and without their readies."""
    design = build(CORE)
    write_package(design, tmp_path, wanted=Wanted(names=("axi4lite",)))
    for kind in "br":
        valid, ready = f"s_axil_{kind}valid", f"s_axil_{kind}ready"
        assert not waits(tmp_path, f"{design.top}_axil", valid, ready)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("iverilog") is None, reason="Icarus Verilog is not installed")
@pytest.mark.parametrize(
    "old, new",
    [
        (
            "assign m_axis_do_tkeep = {4{1'b1}};",
            "reg kept;\n  always @(posedge aclk) kept <= ~kept & aresetn;\n"
            "  assign m_axis_do_tkeep = {3'b111, kept};",
        ),
        (
            "assign m_axis_do_tuser =",
            "wire early = m_axis_do_tready;\n  assign m_axis_do_tuser = early ^",
        ),
    ],
)
def test_a_stream_that_changes_while_it_waits_is_found(old, new, tmp_path):
    """What comes with TVALID and changes before TREADY ends the emitted test with 1."""
    changed = ("axis", old, new)
    assert not ends_well(
        tmp_path, CORE, "axi4stream", "axis", changed, FRAMES="20", PATIENCE_US="50"
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "old, new",
    [
        ("if(s_axil_bready) axil_resp_acked = '1;", "axil_resp_acked = '1;"),
        ("s_axil_rdata = axil_resp", "s_axil_rdata = {32{!s_axil_rready}} ^ axil_resp"),
        (
            "if(s_axil_bready) axil_resp_acked = '1;",
            "if(s_axil_bready) axil_resp_acked = axil_resp_rptr[1] | axil_n_in_flight[1];",
        ),
    ],
)
def test_a_response_that_breaks_a_rule_is_found(old, new, tmp_path):
    """A response that is gone before it was taken, data that change meanwhile, and a response that
    comes twice end the emitted test of AXI4-Lite with 1.
    """
    assert not ends_well(tmp_path, CORE, "axi4lite", "axil", ("axil_regs", old, new))
