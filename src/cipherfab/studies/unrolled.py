"""Unrolled ciphers as studies measure them: combinational blocks, verified at RTL and at gate level.

A block has neither clock nor handshake. Its RTL is simulated between registers, with random stalls. Its netlist is evaluated on the
known answers and on random calls (all at once, on the and-inverter graph), and proved equal to the RTL where that ends in time.
"""

import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from ..architectures.iterated.combinational import Combinational
from ..cores.build import verilog
from ..design import BareInterface, Design
from ..primitives.primitive import Primitive, software
from ..verify.chain import RANDOM_CALLS, finding
from ..verify.equivalence.aig import Aig
from ..verify.equivalence.netlist import Netlist, Reader, bit_names, read_mapped, read_rtl
from ..verify.equivalence.proof import prove_netlists
from ..verify.rtl.bare import BareSimulator

Values = Mapping[str, int]
Calls = tuple[Sequence[Values], Sequence[Values]]
"""A value for each input, and for each output, by name: one mapping for each call."""


def design(name: str, primitive: Primitive) -> Design:
    """The combinational block of a primitive; it has no clock, and its interface is that of its registered form."""
    top = "".join(letter if letter.isalnum() else "_" for letter in name)
    interface = BareInterface(algorithm=primitive.name, inputs=dict(primitive.inputs), outputs=dict(primitive.outputs))
    return Design(name=name, top=top, sources={f"{top}.sv": verilog(Combinational(primitive), top)}, interface=interface, clock="",
                  reset="")


def random_calls(primitive: Primitive, seed: int, count: int = RANDOM_CALLS) -> Calls:
    """Random inputs with the outputs of the software model."""
    dice = random.Random(seed)
    inputs = [{name: dice.getrandbits(width) for name, width in primitive.inputs.items()} for _ in range(count)]
    model = software(primitive)
    return inputs, [dict(zip(primitive.outputs, model(*call.values()))) for call in inputs]


def check_rtl(block: Design, calls: Mapping[str, Calls], directory: Path, *, seed: int) -> list[dict]:
    """Simulate the RTL, an output register behind it, with random stalls; ``calls`` by the name of the check.

    Returns:
        Findings as those of `verify.chain`.
    """
    simulator, findings = BareSimulator.build(registered(block), directory), []
    for name, (inputs, outputs) in calls.items():
        start = time.monotonic()
        result = simulator.play(inputs, outputs, stall_seed=seed)
        detail = result.failure and f"first mismatch: {result.failure}" or f"{result.results} calls, random stalls with seed {seed}"
        findings.append(finding("rtl", name, result.passed, detail, time.monotonic() - start, seed=seed))
    return findings


def check_netlist(block: Design, netlist: Path, cells: Path, calls: Mapping[str, Calls], directory: Path, *,
                  proof_seconds: float) -> list[dict]:
    """Evaluate a mapped netlist on ``calls``, and prove that it is the RTL.

    Args:
        proof_seconds: time limit of the proof; 0 leaves it out.

    Returns:
        Findings as those of `verify.chain`; a proof that did not end has ``passed`` None.
    """
    mapped = read_mapped(netlist, cells, block.top, directory)
    findings = [_evaluated(name, mapped, *played) for name, played in calls.items()]
    if proof_seconds:
        start = time.monotonic()
        result = prove_netlists(block, read_rtl(block, directory), mapped, directory, timeout=proof_seconds)
        passed = {"proved": True, "refuted": False}.get(result["verdict"])
        detail = f"{result['verdict']} by {result['method']}, {result['compared']} points compared"
        findings.append(finding("equivalence", "RTL against netlist", passed, detail, time.monotonic() - start))
    return findings


def _evaluated(name: str, netlist: Netlist, inputs: Sequence[Values], outputs: Sequence[Values]) -> dict:
    start = time.monotonic()
    wrong = first_mismatch(netlist, inputs, outputs)
    detail = wrong or f"{len(inputs)} calls evaluated on the netlist's and-inverter graph"
    return finding("gate", name, wrong is None, detail, time.monotonic() - start)


def first_mismatch(netlist: Netlist, inputs: Sequence[Values], outputs: Sequence[Values]) -> str | None:
    """The first call for which a combinational netlist gives another value than expected, in words; None if there is none."""
    graph = Aig()
    known = {bit: graph.input(label) for port, bits in netlist.inputs.items()
             for label, bit in zip(bit_names(port, len(bits)), bits)}
    reader = Reader(graph, netlist, known, "netlist", lambda bit: graph.input(("undriven", bit)))
    literals = {port: [reader.literal(bit) for bit in bits] for port, bits in netlist.outputs.items()}
    simulation = graph.simulate(_columns(netlist, inputs), len(inputs))
    found = {port: [simulation[literal] for literal in bits] for port, bits in literals.items()}
    for number, expected in enumerate(outputs):
        for name, value in expected.items():
            got = sum((bit >> number & 1) << place for place, bit in enumerate(found[f"out_{name}"]))
            if got != value:
                return f"first mismatch: call {number + 1} of {len(outputs)}, {name}: expected {value:X}, got {got:X}"
    return None


def _columns(netlist: Netlist, calls: Sequence[Values]) -> dict[str, int]:
    """For each input bit an integer with its value in call i as bit i."""
    columns = {}
    for port, bits in netlist.inputs.items():
        for place, label in enumerate(bit_names(port, len(bits))):
            columns[label] = sum((call[port.removeprefix("in_")] >> place & 1) << number for number, call in enumerate(calls))
    return columns


def registered(block: Design) -> Design:
    """The block with an output register and the handshake of a bare core, for the simulator."""
    interface, top = block.interface, f"{block.top}_registered"
    ports = [f"input [{width - 1}:0] in_{name}" for name, width in interface.inputs.items()]
    ports += [f"output reg [{width - 1}:0] out_{name}" for name, width in interface.outputs.items()]
    wires = "".join(f"  wire [{width - 1}:0] next_{name};\n" for name, width in interface.outputs.items())
    pins = [f".in_{name}(in_{name})" for name in interface.inputs] + [f".out_{name}(next_{name})" for name in interface.outputs]
    update = "".join(f"      out_{name} <= next_{name};\n" for name in interface.outputs)
    text = (f"module {top}(input clk, input rst, input in_valid, output in_ready, output reg out_valid, input out_ready,\n"
            f"    {', '.join(ports)});\n{wires}  {block.top} block({', '.join(pins)});\n"
            "  assign in_ready = !out_valid | out_ready;\n"
            "  always @(posedge clk) begin\n"
            "    if (in_ready) out_valid <= in_valid;\n"
            f"    if (in_ready & in_valid) begin\n{update}    end\n"
            "    if (rst) out_valid <= 0;\n  end\nendmodule\n")
    return replace(block, top=top, sources={**block.sources, "registered.sv": text}, clock="clk", reset="rst")
