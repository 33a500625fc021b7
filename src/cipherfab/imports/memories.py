# SPDX-License-Identifier: Apache-2.0
"""Memories of GHDL's netlist as RTLIL: a gate for the contents, and one for each port behind it."""

from ..errors import DesignError
from .cells import Cells
from .netlist import Gate

MEMORIES = ("$memory", "$memory_init")
MEMORY_PORTS = ("$mem_rd", "$mem_rd_sync", "$mem_wr_sync")


def memory(cells: Cells, gate: Gate) -> None:
    """A memory and its chain of ports, in the order in which they act; a later write wins."""
    ports, net = [], gate.outputs[0]
    # Each link of the chain is read by one gate, which is found by its first input.
    sinks = {
        other.inputs[0].number: other
        for other in cells.module.gates
        if other.kind in (*MEMORIES, *MEMORY_PORTS) and other.inputs and other.inputs[0]
    }
    # The chain is a ring: what the last port gives is the input of the memory itself.
    while (port := sinks[net.number]) is not gate:
        ports.append(port)
        net = port.outputs[0]
    if not ports:
        return
    # The memory's own gate has no width of a word; the data of a port tell it.
    width = (
        ports[0].inputs[4].width if ports[0].kind == "$mem_wr_sync" else ports[0].outputs[1].width
    )
    words, name = gate.outputs[0].width // width, f"\\memory{gate.number}"
    cells.wires.append(f"  memory width {width} size {words} {name}")
    if gate.kind == "$memory_init":
        _contents(cells, gate, name, width, words)
    writes = 0
    for port in ports:
        _port(cells, port, name, width, writes)
        writes += port.kind == "$mem_wr_sync"


def _contents(cells: Cells, gate: Gate, name: str, width: int, words: int) -> None:
    """The initial contents: word i at bits i * width and up."""
    bits = cells.settled(gate.inputs[1])
    if bits is None:
        raise DesignError(
            f"the initial contents of {gate.name} in {cells.module.name} are not constant"
        )
    cells.cell(
        "$meminit_v2",
        {
            "ADDR": "32'" + "0" * 32,
            "DATA": f"{width * words}'{bits}",
            "EN": f"{width}'{'1' * width}",
        },
        {"MEMID": f'"\\{name}"', "ABITS": 32, "WIDTH": width, "WORDS": words, "PRIORITY": 0},
    )


def _port(cells: Cells, port: Gate, name: str, width: int, writes: int) -> None:
    """One port, after ``writes`` ports that write."""
    address = port.inputs[1]
    base: dict[str, int | str] = {"MEMID": f'"\\{name}"', "ABITS": address.width, "WIDTH": width}
    clock, rising = cells.clock(port.inputs[2]) if port.kind != "$mem_rd" else ("1'x", 1)
    if port.kind == "$mem_wr_sync":
        enable = cells.net(port.inputs[3])
        cells.cell(
            "$memwr_v2",
            {
                "CLK": clock,
                # GHDL enables a word, Yosys each bit of it.
                "EN": f"{{ {' '.join([enable] * width)} }}",
                "ADDR": cells.net(address),
                "DATA": cells.net(port.inputs[4]),
            },
            {
                **base,
                "CLK_ENABLE": 1,
                "CLK_POLARITY": rising,
                "PORTID": writes,
                # A write wins over all before it. A constant of RTLIL has at least one bit.
                "PRIORITY_MASK": f"{max(writes, 1)}'{'1' * writes or '0'}",
            },
        )
        return
    clocked = port.kind == "$mem_rd_sync"
    if clocked and writes:
        raise DesignError(
            f"{name} in {cells.module.name} is read in the clock cycle after it "
            f"was written in the same process"
        )
    cells.cell(
        "$memrd_v2",
        {
            "CLK": clock,
            "EN": cells.net(port.inputs[3]) if clocked else "1'1",
            "ADDR": cells.net(address),
            "DATA": cells.net(port.outputs[1]),
            "SRST": "1'0",
            "ARST": "1'0",
        },
        {
            **base,
            "CLK_ENABLE": int(clocked),
            "CLK_POLARITY": rising,
            "TRANSPARENCY_MASK": 0,
            "COLLISION_X_MASK": 0,
            "CE_OVER_SRST": 0,
            **{f"{kind}_VALUE": f"{width}'{'x' * width}" for kind in ("ARST", "SRST", "INIT")},
        },
    )
