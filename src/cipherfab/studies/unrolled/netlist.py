# SPDX-License-Identifier: Apache-2.0
"""A block's netlist, evaluated and proved."""

import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from ...design import Design
from ...verify.equivalence.aig import Aig
from ...verify.equivalence.netlist import Netlist, Reader, bit_names, read_mapped, read_rtl
from ...verify.equivalence.proof import prove_netlists
from ...verify.finding import Finding
from .calls import Calls, Values


def check_netlist(
    block: Design,
    netlist: Path,
    cells: Path,
    calls: Mapping[str, Calls],
    directory: Path,
    *,
    proof_seconds: float,
) -> list[Finding]:
    """Evaluate a mapped netlist on ``calls``, and prove that it is the RTL.

    Args:
        proof_seconds: time limit of the proof; 0 leaves it out.

    Returns:
        Findings, see `verify.finding`; a proof that did not end has ``passed`` None.
    """
    mapped = read_mapped(netlist, cells, block.top, directory)
    findings = [_evaluated(name, mapped, *played) for name, played in calls.items()]
    if proof_seconds:
        start = time.monotonic()
        result = prove_netlists(
            block, read_rtl(block, directory), mapped, directory, timeout=proof_seconds
        )
        # A proof that ran out of time has neither verdict: it is no evidence, and no failure.
        passed = {"proved": True, "refuted": False}.get(result["verdict"])
        detail = f"{result['verdict']} by {result['method']}, {result['compared']} points compared"
        findings.append(
            Finding("equivalence", "RTL against netlist", passed, detail, time.monotonic() - start)
        )
    return findings


def _evaluated(
    name: str, netlist: Netlist, inputs: Sequence[Values], outputs: Sequence[Values]
) -> dict:
    start = time.monotonic()
    wrong = first_mismatch(netlist, inputs, outputs)
    detail = wrong or f"{len(inputs)} calls evaluated on the netlist's and-inverter graph"
    return Finding("gate", name, wrong is None, detail, time.monotonic() - start)


def first_mismatch(
    netlist: Netlist, inputs: Sequence[Values], outputs: Sequence[Values]
) -> str | None:
    """The first call for which a combinational netlist gives another value than expected, in words;
    None if there is none.
    """
    graph = Aig()
    # Bit i of each integer belongs to call i, so one pass over the graph evaluates all calls.
    known = {
        bit: graph.input(label)
        for port, bits in netlist.inputs.items()
        for label, bit in zip(bit_names(port, len(bits)), bits)
    }
    reader = Reader(graph, netlist, known, "netlist", lambda bit: graph.input(("undriven", bit)))
    literals = {
        port: [reader.literal(bit) for bit in bits] for port, bits in netlist.outputs.items()
    }
    simulation = graph.simulate(_columns(netlist, inputs), len(inputs))
    found = {port: [simulation[literal] for literal in bits] for port, bits in literals.items()}
    for number, expected in enumerate(outputs):
        for name, value in expected.items():
            # A port's bits are listed from the least significant one.
            got = sum(
                (bit >> number & 1) << place for place, bit in enumerate(found[f"out_{name}"])
            )
            if got != value:
                return (
                    f"first mismatch: call {number + 1} of {len(outputs)}, {name}: expected "
                    f"{value:X}, got {got:X}"
                )
    return None


def _columns(netlist: Netlist, calls: Sequence[Values]) -> dict[str, int]:
    """For each input bit an integer with its value in call i as bit i."""
    columns = {}
    for port, bits in netlist.inputs.items():
        for place, label in enumerate(bit_names(port, len(bits))):
            columns[label] = sum(
                (call[port.removeprefix("in_")] >> place & 1) << number
                for number, call in enumerate(calls)
            )
    return columns
