# SPDX-License-Identifier: Apache-2.0
"""Cores without a bus: their test plays official known answers and can fail, and their page names
every port.
"""

import re
import shutil
import subprocess
import sys

import pytest

from cipherfab.cores.build import without_bus
from cipherfab.emit.without_bus import ports, write_without_bus
from cipherfab.errors import CallError

KINDS = ["ascon-aead128/round,hash", "romulus-n", "lilliput-ii-128", "esch256", "gift-cofb"]
"""Blocks of several sizes; a key in words; a message that is kept; only a hash; a block cipher."""


def plays(name: str, directory, change=lambda text: text) -> bool:
    """Whether the test of a core's package passes, with the top module's text changed."""
    design, controller = without_bus(name)
    write_without_bus(design, controller, directory)
    top = directory / f"{design.top}.sv"
    top.write_text(change(top.read_text()))
    ended = subprocess.run(
        [sys.executable, "test_core.py"], cwd=directory, text=True, capture_output=True, timeout=500
    )
    print(ended.stdout[-2000:], ended.stderr[-1000:])
    assert "TESTS=2" in ended.stdout, "no test was run"
    return ended.returncode == 0


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("iverilog") is None, reason="Icarus Verilog is not installed")
@pytest.mark.parametrize("name", KINDS)
def test_known_answers_block_by_block(name, tmp_path):
    """`python test_core.py` ends with 0."""
    pytest.importorskip("cocotb")
    assert plays(name, tmp_path)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("iverilog") is None, reason="Icarus Verilog is not installed")
def test_a_core_without_a_check_of_the_tag_is_found(tmp_path):
    """With success always 1 it ends with another code."""
    pytest.importorskip("cocotb")
    assert not plays(
        "tinyjambu-128",
        tmp_path,
        lambda text: re.sub(
            r"assign status__success = [^;]*;", "assign status__success = 1'b1;", text
        ),
    )


def test_every_port_has_a_meaning(tmp_path):
    """The page has a row for each port of the top module, of the same direction and width."""
    design, controller = without_bus("tinyjambu-128")
    write_without_bus(design, controller, tmp_path)
    rows = re.findall(
        r"^\| `(\w+)` \| (in|out) \| (\d+) \| .+ \|$", (tmp_path / "README.md").read_text(), re.M
    )
    head = (tmp_path / f"{design.top}.sv").read_text().partition(");")[0]
    declared = re.findall(r"^ +(in|out)put +(?:wire|reg) +(?:\[ *(\d+):0\] )?(\w+)", head, re.M)
    assert sorted((name, way, int(width)) for name, way, width in rows) == sorted(
        (name, way, int(high or 0) + 1) for way, high, name in declared
    )
    # Clock and reset are no ports of the controller.
    assert len(ports(controller)) == len(rows) - 2


def test_a_primitive_is_bare_already():
    """The call is refused."""
    with pytest.raises(CallError, match="prince.*bare primitive"):
        without_bus("prince")
