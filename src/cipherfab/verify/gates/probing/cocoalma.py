# SPDX-License-Identifier: Apache-2.0
"""A second judge from outside: circuit, labels and a trace for CocoAlma, and its verdict.

CocoAlma (V. Hadžić, R. Bloem, "COCOALMA: A Versatile Masking Verifier", FMCAD 2021) follows, cycle
by cycle, which sums of shares and random bits each net may be correlated with, along a trace of
what is public, and asks a SAT solver whether one of them is a secret. With ``transient`` a probe
sees glitches and transitions. It over-approximates: "secure" is a proof in its model, "not secure"
need not be a leak.

It gets the circuit in Yosys' own gates, before it is mapped: it takes a sum that is made of ANDs
and ORs, as cells of a library often make it, for whatever such ANDs and ORs may be correlated with.
So its verdict is on the description and its registers, not on a mapped netlist.
"""

import json
import os
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from graphlib import TopologicalSorter
from pathlib import Path
from random import Random
from typing import Any

from ....design import Design
from ....errors import CallError, ToolError
from ....primitives.in_stages import RANDOM, share_names
from ....tools.process import run
from ....tools.yosys import run_yosys

HOME = "COCOALMA"
"""Environment variable: the folder of its ``verify.py``, in which its environment is ``dev``."""

CIRCUIT, LABELS, TRACE, LOG = "circuit.json", "labels.txt", "trace.vcd", "cocoalma.log"

RESET_CYCLES = 2

NAMED = 100
"""Refused views that are named at most, if it is not told otherwise."""

EVALUATED = {
    "$_AND_": lambda a, b: a & b,
    "$_OR_": lambda a, b: a | b,
    "$_NOT_": lambda a: 1 - a,
    "$_XOR_": lambda a, b: a ^ b,
    "$_XNOR_": lambda a, b: 1 - (a ^ b),
    "$_MUX_": lambda a, b, s: b if s else a,
}
"""The gates, from their inputs in alphabetical order."""

REGISTER = "$_DFF_P_"

Net = int | str
"""A number, or a constant ``0``, ``1`` or ``x``."""


@dataclass(frozen=True)
class Circuit:
    """A module of Yosys' gates, and its values.

    Attributes:
        names: nets of each name, the least significant first.
        inputs: names of the input ports.
        gates: what drives a net: type, and the nets that it reads.
        registers: of each net that a flip-flop drives the net that it takes in.
    """

    names: Mapping[str, list[Net]]
    inputs: frozenset[str]
    gates: Mapping[Net, tuple[str, list[Net]]]
    registers: Mapping[Net, Net]

    @classmethod
    def of(cls, module: Mapping[str, Any]) -> "Circuit":
        """From a module as Yosys writes it in JSON."""
        # Pins by alphabet, as `EVALUATED` takes them.
        pins = [
            (cell["type"], {pin: bits[0] for pin, bits in sorted(cell["connections"].items())})
            for cell in module["cells"].values()
        ]
        return cls(
            names={name: net["bits"] for name, net in module["netnames"].items()},
            inputs=frozenset(
                name for name, port in module["ports"].items() if port["direction"] == "input"
            ),
            gates={
                nets["Y"]: (kind, [net for pin, net in nets.items() if pin != "Y"])
                for kind, nets in pins
                if kind != REGISTER
            },
            registers={nets["Q"]: nets["D"] for kind, nets in pins if kind == REGISTER},
        )

    def simulated(self, ports: Iterator[Mapping[str, int]]) -> Iterator[dict[Net, int]]:
        """The value of every net in each cycle; registers begin with 0."""
        return self.evaluated(map(self.bits, ports), EVALUATED)

    def bits(self, ports: Mapping[str, int]) -> dict[Net, int]:
        """The values of the nets of all input ports; what is not given is 0."""
        return {
            net: ports.get(name, 0) >> place & 1
            for name in self.inputs
            for place, net in enumerate(self.names[name])
        }

    def evaluated(
        self, given: Iterable[Mapping[Net, int]], functions: Mapping[str, Callable[..., int]]
    ) -> Iterator[dict[Net, int]]:
        """The same from the nets of the inputs, with other values and their functions."""
        # What a register holds comes from no gate, so a loop through one is none here.
        behind = {
            net: [bit for bit in read if bit in self.gates] for net, (_, read) in self.gates.items()
        }
        sequence = list(TopologicalSorter(behind).static_order())
        state = dict.fromkeys(self.registers, 0)
        for inputs in given:
            values: dict[Net, int] = {"0": 0, "1": 1, "x": 0, **state, **inputs}
            for net in sequence:
                kind, read = self.gates[net]
                values[net] = functions[kind](*(values[bit] for bit in read))
            yield values
            # Registers change at the edge that ends a cycle, so the cycle has shown what they held.
            state = {net: values[taken] for net, taken in self.registers.items()}

    def cone(self, net: Net) -> list[Net]:
        """The registers and input bits that a net is computed from."""
        stack, seen = [net], set()
        while stack:
            top = stack.pop()
            if top not in seen:
                seen.add(top)
                stack += self.gates[top][1] if top in self.gates else ()
        # Of all nets constants alone are texts, and a constant tells nothing.
        return [one for one in seen if one not in self.gates and not isinstance(one, str)]

    def trace(self, ports: Iterator[Mapping[str, int]]) -> Iterator[str]:
        """The lines of a VCD file with every name, two points in time for each cycle."""
        codes = {name: f"i{number}" for number, name in enumerate(self.names)}
        yield "$timescale 1ps $end"
        yield from (
            f"$var wire {len(nets)} {codes[name]} {name} $end" for name, nets in self.names.items()
        )
        yield from ("$enddefinitions $end", "$dumpvars")
        before: dict[str, str] = {}
        for cycle, values in enumerate(self.simulated(ports)):
            for name, nets in self.names.items():
                # VCD writes the most significant bit first.
                text = "".join(str(values.get(net, 0)) for net in reversed(nets))
                # A VCD file has changes alone, so a value that stays is not written again.
                if text != before.get(name):
                    yield f"b{text} {codes[name]}" if len(text) > 1 else f"{text}{codes[name]}"
                before[name] = text
            yield from (f"#{2 * cycle + 1}", f"#{2 * cycle + 2}")


def write(design: Design, directory: Path, *, cycles: int, seed: int) -> None:
    """Write the three files that CocoAlma reads: a call whose shares stay at the ports.

    Args:
        design: a masked primitive with valid and ready that takes all shares at once.
        directory: existing, for `CIRCUIT`, `LABELS` and `TRACE`.
        cycles: behind the reset; the call begins in the first one.
        seed: of public inputs, and of the values of secrets in the trace, which decide nothing.

    Raises:
        CallError: the design is not masked.
        ToolError: Yosys failed.
    """
    if not getattr(design.interface, "masking", None):
        raise CallError(
            f"{design.name}: CocoAlma judges shares, and this core has none. Try a "
            f"core of architecture masked=1."
        )
    for name, text in design.sources.items():
        (directory / name).write_text(text)
    # `dffunmap` makes gates of enables and synchronous resets: `REGISTER` alone is known here.
    # `$scopeinfo` cells are what flattening leaves; they compute nothing.
    run_yosys(
        "".join(f'read_verilog -sv "{name}"\n' for name in design.sources)
        + f"synth -flatten -noabc -top {design.top}\ntechmap\ndffunmap\n"
        f"delete t:$scopeinfo\nopt_clean\nwrite_json {CIRCUIT}\n",
        directory=directory,
        name="circuit",
        timeout=600,
    )
    described = json.loads((directory / CIRCUIT).read_text())
    module = described["modules"][design.top]
    # It takes backslashes out of the trace's names, and leaves them in the circuit's.
    module["netnames"] = {name.replace("\\", "/"): net for name, net in module["netnames"].items()}
    (directory / CIRCUIT).write_text(json.dumps(described) + "\n")
    circuit = Circuit.of(module)
    (directory / LABELS).write_text("".join(f"{line}\n" for line in _labels(design)))
    given = ports(design, circuit, cycles, seed)
    with open(directory / TRACE, "w") as file:
        file.writelines(f"{line}\n" for line in circuit.trace(given))


def read(directory: Path, top: str) -> Circuit:
    """The circuit that `write` wrote."""
    return Circuit.of(json.loads((directory / CIRCUIT).read_text())["modules"][top])


def _labels(design: Design) -> Iterator[str]:
    """What each input bit is; what is not named is public."""
    interface, first = design.interface, 0
    for name in interface.masking.inputs:
        width = interface.inputs[name]
        for share in share_names(f"in_{name}", interface.masking.shares):
            # All shares of a word have the same numbers: by these CocoAlma knows what they add up
            # to.
            yield f"{share} [{width - 1}:0] = secret {first + width - 1}:{first}"
        first += width
    if interface.masking.random:
        # The word by which CocoAlma takes these bits for new in each cycle.
        yield f"{RANDOM} [{interface.masking.random - 1}:0] = volatile_random"


def ports(design: Design, circuit: Circuit, cycles: int, seed: int) -> Iterator[dict[str, int]]:
    """Values of the input ports in each cycle."""
    random = Random(seed)
    # A set has no order of its own, and each port must get the same bits in every run.
    stays = {
        name: random.getrandbits(len(circuit.names[name]))
        for name in sorted(circuit.inputs)
        if name.startswith("in_") and name != "in_valid"
    }
    for cycle in range(RESET_CYCLES + cycles):
        yield {
            **stays,
            # A core without random bits has no such port; the text then counts as one net, and no
            # one reads the bit.
            RANDOM: random.getrandbits(len(circuit.names.get(RANDOM, "x"))),
            design.reset: int(cycle < RESET_CYCLES),
            "in_valid": int(cycle == RESET_CYCLES),
        }


def judge(
    directory: Path,
    design: Design,
    *,
    cycles: int,
    home: str | None = None,
    timeout: float = 7200,
    named: int = NAMED,
) -> dict[str, Any]:
    """Run CocoAlma on what `write` wrote.

    Args:
        directory: of the three files.
        design, cycles: as of `write`.
        home: folder of its ``verify.py``; None: that of the environment variable `HOME`.
        timeout: seconds.
        named: refused views that it names at most, and then it stops: if there are as many, there
            may be more.

    Returns:
        ``leaks``: it did not say "secure"; ``cycles``, ``named``; ``leak``: what it says of the
        first one, or empty; ``refused``: of each one ``cell``, ``net`` and ``cycle``;
        ``seconds``.

    Raises:
        CallError: it is not installed.
        ToolError: it failed, or gave no verdict.
    """
    where = home or os.environ.get(HOME, "")
    folder = Path(where).absolute()
    python, program = folder / "dev" / "bin" / "python", folder / "verify.py"
    if not where or not program.is_file() or not python.exists():
        raise CallError(
            f"CocoAlma is not there: expected {HOME} to name a folder with verify.py "
            f"and an environment dev. docs/explanation/masking-judges.md says how to get it; the "
            f"files for it are in {directory}."
        )
    start = time.monotonic()
    # Graphs of an earlier run would be read as those of this one.
    for old in [*directory.glob("dbg-circuit-*.dot"), *directory.glob("dbg-label-trace-*.txt")]:
        old.unlink()
    said = _said(
        [
            python,
            program,
            "--json",
            CIRCUIT,
            "--label",
            LABELS,
            "--vcd",
            TRACE,
            "--top-module",
            design.top,
            "--cycles",
            cycles,
            "--mode",
            "transient",
            "--checking-mode",
            "per-location",
            "--rst-name",
            design.reset,
            "--rst-cycles",
            RESET_CYCLES,
            "--dbg-output-dir",
            ".",
            "--num-leaks",
            named,
        ],
        Path(directory),
        folder,
        timeout,
    )
    return {
        "leaks": INSECURE in said,
        "cycles": cycles,
        "named": named,
        "leak": next(iter(re.findall(r"^leak 0: (.*?)\s*$", said, re.MULTILINE)), ""),
        "refused": _refused(Path(directory), named) if INSECURE in said else [],
        "seconds": time.monotonic() - start,
    }


SECURE, INSECURE = "The execution is secure", "The execution is not secure"


def _drawn(number: int) -> tuple[str, str]:
    """Names of the files with a graph of a refused view and with the labels in it."""
    return f"dbg-circuit-{number}.dot", f"dbg-label-trace-{number}.txt"


def _is_there(directory: Path, files: Iterable[str]) -> bool:
    return any((directory / name).is_file() for name in files)


def _refused(directory: Path, named: int) -> list[dict[str, Any]]:
    """What it drew of each: the net is filled with red, and the last label is in its cycle. Of what
    it prints, more than one leak makes it fail after the first.

    Raises:
        ToolError: there is none that could be read.
    """
    found, drawn = [], [files for files in map(_drawn, range(named)) if _is_there(directory, files)]
    # A gap, or a view with one of both files, would be a refusal that nobody judges.
    if drawn != list(map(_drawn, range(len(drawn)))):
        raise ToolError(
            f"CocoAlma's drawings in {directory} name no net for some of the views that it refuses."
        )
    for graph, labels in drawn:
        if not (directory / graph).is_file() or not (directory / labels).is_file():
            raise ToolError(f"CocoAlma's {graph} and {labels} name nothing: one is not there.")
        node = re.search(
            r'^(\d+) \[label="(.*?)";.*fillcolor=red', (directory / graph).read_text(), re.MULTILINE
        )
        last = re.match(r" *(\d+) ", (directory / labels).read_text().rstrip().rpartition("\n")[2])
        if not node or not last:
            raise ToolError(
                f"CocoAlma's {graph} and {labels} in {directory} name no net or no cycle."
            )
        found.append({"cell": node[2], "net": int(node[1]), "cycle": int(last[1])})
    if not found:
        raise ToolError(f"CocoAlma names nothing that it refuses in {directory}.")
    return found


def _said(argv: list, directory: Path, folder: Path, timeout: float) -> str:
    """What it printed; its exit code is not 0 if it finds a leak."""
    # A log that an earlier run left would otherwise give the verdict of this one.
    (directory / LOG).unlink(missing_ok=True)
    try:
        # The sandbox shows the program nothing but its run directory and what is named here.
        said = run(argv, directory=directory, log=LOG, timeout=timeout, readable=[folder])
    except ToolError:
        said = (directory / LOG).read_text() if (directory / LOG).is_file() else ""
        # The exit code is the same for a leak and for a crash; only the text tells them apart.
        if INSECURE not in said:
            raise
    if SECURE not in said and INSECURE not in said:
        raise ToolError(f"CocoAlma gave no verdict; its output is in {directory / LOG}.")
    return said


__all__ = [
    "CIRCUIT",
    "EVALUATED",
    "HOME",
    "LABELS",
    "LOG",
    "NAMED",
    "TRACE",
    "Circuit",
    "judge",
    "ports",
    "read",
    "write",
]
