"""Writing a component as SystemVerilog."""

import re
import sys
import tempfile
from pathlib import Path

from amaranth.back import rtlil
from amaranth.lib import wiring

from ..tools.yosys import run_yosys

DEPTH = 20_000
"""Calls in each other that Python allows while a core is written: some hundred for each round between two registers."""


def verilog(component: wiring.Component, top: str) -> str:
    """A component and all below it as SystemVerilog with one module for each part, clock ``clk`` and synchronous reset ``rst``."""
    # Amaranth's search for combinational cycles recurses along the longest path, which in a `full` core is all rounds.
    sys.setrecursionlimit(max(sys.getrecursionlimit(), DEPTH))
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        (directory / "design.il").write_text(_plain_ports(rtlil.convert(component, name=top, emit_src=False)))
        # A memory is not reset: what is in it at first must not matter.
        run_yosys("read_rtlil design.il\ndelete */t:$meminit_v2\nproc -nomux -norom\nopt_clean -purge\nrename -unescape\n"
                  "write_verilog -sv -noattr design.v\n", directory=directory)
        return (directory / "design.v").read_text()


def _plain_ports(text: str) -> str:
    """RTLIL without ``$`` in names of ports: `rename -unescape` would rename a port and not its connections."""
    names = set(re.findall(r"(?:input|output) \d+ +\\(\S*\$\S*)", text))
    return re.sub(r"\\(\S+)", lambda found: found[0].replace("$", "_") if found[1] in names else found[0], text)
