"""Two versions of a design compared in the states that they reach, and only where a user can see it.

Both get the same inputs, from power-up with equal arbitrary values in registers of the same name, a reset of one cycle, and any
further resets. What waits on an input port stays as it is until it is taken, as the API asks. They differ if *ready* or *valid*
differ outside of a reset, or what is on an output port while it is valid.
"""

import re
from pathlib import Path

from ...design import BareInterface, Design
from ...errors import ToolError
from ...tools.abc import run_abc
from .aig import FALSE, TRUE, Aig
from .netlist import Netlist, Reader, bit_names

METHOD = "sequential, from reset (ABC scorr, pdr)"


def compare_from_reset(one: Netlist, two: Netlist, design: Design, directory: Path, *, timeout: float = 60) -> dict[str, str]:
    """Prove that nobody can tell two versions apart, or find in which cycle they can.

    Args:
        one, two: of ports and clock of ``design``, with a synchronous reset.
        directory: existing directory for the graph and the log.
        timeout: seconds for ABC.

    Returns:
        ``verdict``: ``proved``, ``refuted`` or ``undecided``; ``detail``: the cycle, or what ABC did not finish.
    """
    miter = _Miter(one, two, design)
    miter.graph.write(Path(directory) / "sequential.aig", [miter.bad()], miter.latches)
    try:
        log = run_abc(f"read_aiger sequential.aig; scorr; dc2; write_aiger reduced.aig; pdr -T {max(1, int(timeout))}",
                      directory=Path(directory), name="sequential", timeout=3 * timeout + 30)
    except ToolError:
        return {"verdict": "undecided", "detail": f"no answer in {timeout:g} s"}
    if found := re.search(r"asserted in frame (\d+)", log):
        return {"verdict": "refuted", "detail": f"differs {found[1]} cycles after power-up"}
    if "Property proved" in log or _never(Path(directory) / "reduced.aig"):
        return {"verdict": "proved", "detail": METHOD}
    return {"verdict": "undecided", "detail": f"no answer in {timeout:g} s"}


def _never(path: Path) -> bool:
    """Whether the only output of a binary AIGER file is the constant 0: after its header and a line for each latch."""
    header, *lines = path.read_bytes().split(b"\n")
    latches = int(header.split()[3])
    return lines[latches].strip() == b"0"


class _Miter:
    """Both versions in one graph with latches."""

    def __init__(self, one: Netlist, two: Netlist, design: Design):
        self.graph, self.latches = Aig(), {}
        self.design, self.sides = design, {"one": one, "two": two}
        self.running = self._latch("running", TRUE)
        inside = self.graph.input("reset") if design.reset_level else self.graph.input("reset") ^ 1
        self.reset = self.graph.or_(inside, self.running ^ 1) if design.reset else self.running ^ 1
        self.readers = {name: self._reader(name, side) for name, side in self.sides.items()}
        for name, side in self.sides.items():
            for register in side.registers:
                self.latches["register", name, register.q] = self.readers[name].literal(register.d)

    def _latch(self, name, following: int) -> int:
        self.latches[name] = following
        return self.graph.input(name)

    def _reader(self, name: str, side: Netlist) -> Reader:
        graph, known = self.graph, {}
        for register in side.registers:
            label = register.names[0] if register.names else (name, register.q)
            kept = graph.input(("register", name, register.q))
            known[register.q] = graph.mux(self.running, kept, graph.input(("at first", label)))
        for port, bits in side.inputs.items():
            for label, bit in zip(bit_names(port, len(bits)), bits):
                known[bit] = graph.input(label) if port != self.design.reset else self.reset ^ (not self.design.reset_level)
        return Reader(graph, side, known, name, lambda bit: FALSE)

    def _outputs(self, name: str, port: str) -> list[int]:
        return [self.readers[name].literal(bit) for bit in self.sides[name].outputs[port]]

    def bad(self) -> int:
        """1 in a cycle in which they differ, if the inputs kept their rules so far."""
        graph, broken = self.graph, FALSE
        for valid, ready, data in self._streams():
            broken = graph.or_(broken, self._changed(valid, ready, data))
        before = self._latch("broken before", FALSE)
        self.latches["broken before"] = graph.or_(before, broken)
        bad = graph.and_(self._differ(), graph.and_(before ^ 1, broken ^ 1))
        return graph.and_(bad, self.reset ^ 1)

    def _streams(self) -> list[tuple[str, str, list[str]]]:
        """Valid, ready and data ports of the inputs."""
        if isinstance(self.design.interface, BareInterface):
            ports = [port for port in self.sides["one"].inputs if port.startswith("in_") and port != "in_valid"]
            return [("in_valid", "in_ready", ports)]
        names = [name for name in ("pdi", "sdi") if f"{name}_valid" in self.sides["one"].inputs]
        return [(f"{name}_valid", f"{name}_ready", [f"{name}_data"]) for name in names]

    def _changed(self, valid: str, ready: str, data: list[str]) -> int:
        """1 if a word that was valid and not taken is another one now, or gone."""
        graph, inputs = self.graph, self.sides["one"].inputs
        offered, taken = graph.input(valid), self._outputs("one", ready)[0]
        waited = self._latch(("waited", valid), graph.and_(graph.and_(offered, taken ^ 1), self.reset ^ 1))
        changed = offered ^ 1
        for port in data:
            for label in bit_names(port, len(inputs[port])):
                changed = graph.or_(changed, graph.xor(graph.input(label), self._latch(("before", label), graph.input(label))))
        return graph.and_(waited, changed)

    def _differ(self) -> int:
        graph, found = self.graph, FALSE
        valid = self._outputs("one", "out_valid" if isinstance(self.design.interface, BareInterface) else "do_valid")[0]
        for port in self.sides["one"].outputs:
            always = port.endswith(("_ready", "_valid")) or port == "fault"
            for a, b in zip(self._outputs("one", port), self._outputs("two", port)):
                found = graph.or_(found, graph.and_(graph.xor(a, b), TRUE if always else valid))
        return found
