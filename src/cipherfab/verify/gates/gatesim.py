# SPDX-License-Identifier: Apache-2.0
"""A mapped netlist simulated on hundreds of independent traces at once, with the toggles of its
cells counted for each.

The program (`bench/lanes.cpp` on `bench/lanes.h`) knows the functions of a library's cells and is
compiled once for each library; a netlist is data. Bit l of a vector of 512 bits is a net's value in
trace l, so one machine operation on such a vector evaluates a gate 512 times (two operations with
AVX2). Cells are sorted by level and, within it, by function, so that the loops have no decision in
them.
"""

import json
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ... import usercache
from ...errors import CallError
from ...tools.compiler import COMPILER, identity
from ...tools.process import run
from . import cells
from .functions import Functions
from .lanes import NONE, Changes, Instance, LevelledNetlist, read_module
from .schedule import Delays

BENCH = Path(__file__).parent / "bench"
EVALUATION, LEAKAGE = "lanes.h", "lanes.cpp"
HEADERS = (EVALUATION, "histogram.h", "faults.h", "messages.h")
# One file is compiled, so GCC's warning that vectors of 512 bits have another calling convention on
# other machines (psabi) does not matter.
FLAGS = ("-std=c++17", "-O2", "-march=native", "-Wno-psabi")
LANES = 512
# The numbers of `enum Kind` in `bench/lanes.h`.
KINDS = {"constant": 0, "random": 1, "fresh": 2, "secret": 3, "share": 4, "given": 5, "held": 6}


@dataclass(frozen=True, kw_only=True)
class Drive:
    """What an input port gets.

    Attributes:
        kind: ``constant`` (``value``), ``random`` for each trace, ``fresh`` random in each cycle;
            ``share``: random for each trace; ``secret``: the sum of the named secret and of all its
            ports of kind ``share``; ``given``: ``values``; ``held``: what the program says.
        value: of a constant.
        values: one for each cycle in which the port is driven.
        secret: name, for ``secret`` and ``share``.
        order: for ``secret`` and ``share`` the bits that the port has in each cycle in which it is
            driven, the least significant first; empty: all of them in each.
        cycles: first cycle and the one after the last in which the port is driven; 0 otherwise.
            None: always.
    """

    kind: str
    value: int = 0
    values: Sequence[int] = ()
    secret: str = ""
    order: Sequence[Sequence[int]] = ()
    cycles: tuple[int, int] | None = None


@dataclass(frozen=True, kw_only=True)
class Stimulus:
    """What all traces have in common.

    Attributes:
        ports: by input port; the clock is left out.
        fixed: width and value of each secret in the traces of the fixed class; in the others it is
            random.
        cycles: of a trace.
        capture: cycle in which the outputs are read.
        control: output ports that must be equal in all traces.
    """

    ports: Mapping[str, Drive]
    cycles: int
    fixed: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    capture: int = 0
    control: Sequence[str] = ()


@dataclass(frozen=True, kw_only=True)
class GateSimulator:
    """A netlist made ready.

    Attributes:
        program: compiled for the library.
        ports: bits of each port by name, least significant first; negative where an output is
            constant.
        text: the netlist as the program reads it.
        registers: name of each flip-flop, in the order in which the program has them.
        cells: every cell, with its connections.
        depth: for each net that a gate drives, the most gates from registers and inputs.
        gated: for each net that a clock gate drives, the net that opens it.
        drivers: for each net that a gate drives, the nets that it reads.
        following: for each flip-flop, the nets that its next state reads.
        states: for each flip-flop, the nets that say what it holds (``q`` and ``~q``).
        names: of each net that a designer or a cell named.
        gates: evaluations in a settled cycle for one trace.
        stepped: the same with glitches: a gate is evaluated in each step in which an input may
            change.
        levelled: the netlist as it was read.
    """

    program: Path
    ports: Mapping[str, Sequence[int]]
    inputs: frozenset[str]
    text: str
    registers: Sequence[str]
    cells: Sequence[Instance]
    depth: Mapping[int, int]
    gated: Mapping[int, int]
    drivers: Mapping[int, Sequence[int]]
    following: Sequence[Sequence[int]]
    states: Sequence[Mapping[str, int]]
    names: Mapping[int, str]
    gates: int
    stepped: int
    levelled: LevelledNetlist

    @classmethod
    def build(
        cls, netlist: Path, liberty: Path, top: str, directory: Path, *, bench: str = LEAKAGE
    ) -> "GateSimulator":
        """Read a mapped netlist.

        Args:
            netlist: Verilog of cells with one clock.
            liberty: their library.
            top: top module.
            directory: for the netlist as JSON and the program.
            bench: source of the program beside `EVALUATION`.

        Raises:
            DesignError: a cell without a known function (a latch), or a combinational loop.
            ToolError: Yosys or the compiler failed.
        """
        return cls.of(
            read_module(Path(netlist), Path(liberty), top, Path(directory)),
            cells.read(Path(liberty)),
            Path(directory),
            bench=bench,
        )

    @classmethod
    def of(
        cls,
        module: Mapping[str, Any],
        library: Mapping[str, cells.Cell],
        directory: Path,
        *,
        bench: str = LEAKAGE,
        changes: Changes = NONE,
    ) -> "GateSimulator":
        """The same from a module as `read_module` returns it; ``changes``: made in it before."""
        functions = Functions(library)
        net = LevelledNetlist(module, library, functions, changes)
        return cls(
            program=_compile(functions.header(), Path(directory), bench),
            ports=net.ports,
            inputs=net.inputs,
            text=net.text(),
            registers=net.registers,
            cells=net.cells,
            depth=net.depth,
            gated=net.gated,
            drivers=net.drivers,
            following=net.following,
            states=net.states,
            names=net.names,
            gates=net.count,
            stepped=net.stepped,
            levelled=net,
        )

    def delayed(self, delays: Delays) -> "GateSimulator":
        """The same with a delay for each input of each cell, in steps, where glitches are
        counted."""
        return replace(
            self,
            text=self.levelled.text(delays),
            stepped=self.levelled.versions(delays).evaluations,
        )

    def play(
        self,
        stimulus: Stimulus,
        *,
        traces: int,
        seed: int,
        directory: Path,
        glitches: bool = False,
        each: bool = False,
        toggles: bool = True,
        messages: str = "",
        timeout: float = 3600,
    ) -> dict[str, Any]:
        """Simulate at least ``traces`` traces.

        Args:
            stimulus: of every trace.
            traces: rounded up to a multiple of `LANES`.
            seed: of all random values.
            directory: to work in.
            glitches: every cell answers one step after its inputs, or those of `delayed`, and each
                change counts; else only settled values do.
            each: test every event (a net's change, with ``glitches`` in a step) by itself too.
            toggles: count them; without, only the values are computed, and there are no statistics.
            messages: words for ports of kind ``held``, as `bench/messages.h` reads them.

        Returns:
            ``traces``, ``seconds``, ``cpu_seconds``, ``evaluations`` (gates of the netlist times
            cycles times traces); ``t``: Welch's t of the toggles in each cycle, fixed against
            random class, and ``t_of_variance``; ``curve``: list of [traces, largest |t|, its cycle,
            largest |t| of an event, largest |t| of a variance, its cycle]; ``event``: that of the
            largest |t| and the ``count`` of all; ``mean_toggles`` by cycle;
            ``uniform``: the control outputs were equal in all traces; ``secrets`` and ``outputs``:
            values by name of the first traces of the last batch. With ``messages`` also ``words``:
            those that left in these traces, ``word_cycles``; ``handshake``: it was the same in all
            traces; ``taken``: random words of a trace.

        Raises:
            CallError: a port is missing or unknown.
        """
        path = Path(directory) / "netlist.txt"
        path.write_text(self.described(stimulus))
        # Rounded up: a lane that is not played would have to be masked out of every count.
        batches = -(-traces // LANES)
        options = [
            path,
            seed,
            batches,
            stimulus.cycles,
            int(glitches),
            stimulus.capture,
            # One number for both: 0 counts nothing, 1 the sum of a cycle, 2 every event too.
            int(toggles) + int(each),
        ]
        if messages:
            (Path(directory) / "messages.txt").write_text(messages)
            options.append("messages.txt")
        found = json.loads(
            run(
                [self.program, *map(str, options)],
                directory=Path(directory),
                log="lanes.log",
                timeout=timeout,
            )
        )
        # The gates of the settled netlist, with glitches too: so rates of all ways compare the same
        # work.
        steps = self.gates * batches * LANES * stimulus.cycles
        # Sorted as in the text for the program, which gives values without names.
        outputs = sorted(set(self.ports) - self.inputs)
        return {
            **found,
            "evaluations": steps,
            "secrets": dict(zip(stimulus.fixed, _numbers(found["secrets"]))),
            "outputs": dict(zip(outputs, _numbers(found["outputs"]))),
            **({"words": _numbers(found["words"])} if messages else {}),
        }

    def described(self, stimulus: Stimulus) -> str:
        """Netlist and stimulus as the program reads them. Raises CallError: a port is missing or
        unknown.
        """
        return self.text + self._stimulus(stimulus)

    def _stimulus(self, stimulus: Stimulus) -> str:
        if set(stimulus.ports) != self.inputs:
            raise CallError(
                f"expected a drive for each of the input ports {sorted(self.inputs)}, "
                f"got {sorted(stimulus.ports)}"
            )
        secrets, numbers = list(stimulus.fixed), [len(self.inputs)]
        # What is left of a secret goes to its port of kind `secret`: shares come first.
        for name, drive in sorted(
            stimulus.ports.items(), key=lambda item: item[1].kind == "secret"
        ):
            # Outside of these cycles the program drives 0; it has no undefined value.
            first, after = drive.cycles or (0, stimulus.cycles)
            nets = self.ports[name]
            numbers += [KINDS[drive.kind], first, after,
                        secrets.index(drive.secret) if drive.secret else 0,
                        len(nets), *nets, *_driven(drive, len(nets))]  # fmt: skip
        numbers.append(len(secrets))
        for width, value in stimulus.fixed.values():
            numbers += [width, *(value >> n & 1 for n in range(width))]
        outputs = sorted(set(self.ports) - self.inputs)
        text = [*map(str, numbers), str(len(outputs))]
        for name in outputs:
            text += [name, *map(str, [len(self.ports[name]), *self.ports[name]])]
        control = [bit for name in stimulus.control for bit in self.ports[name]]
        return " ".join([*text, *map(str, [len(control), *control])]) + "\n"


def _driven(drive: Drive, width: int) -> list[int]:
    """What a port gets, as the program reads it: a count, then values or places in a secret."""
    if drive.kind in ("share", "secret"):
        places = [place for bits in drive.order for place in bits]
        return [len(places), *places]
    return _bits(drive.values or [drive.value], width)


def _bits(values: Sequence[int], width: int) -> list[int]:
    """How many bits, and the bits of each value, least significant first."""
    return [len(values) * width, *(value >> n & 1 for value in values for n in range(width))]


def _numbers(values: Sequence[Sequence[str]]) -> list[list[int]]:
    """Bits, least significant first, as numbers."""
    # A port of no bits gives an empty text, which `int` does not take.
    return [[int(text[::-1] or "0", 2) for text in lanes] for lanes in values]


def _compile(header: str, directory: Path, bench: str) -> Path:
    """The program for a library, kept in the user's cache."""
    sources = [(BENCH / name).read_text() for name in (*HEADERS, bench)]
    # `-march=native` makes the program one of this machine, so the machine is a part of its key.
    key = (header, *sources, *FLAGS, identity(), usercache.machine())

    def make(scratch: Path) -> None:
        with tempfile.TemporaryDirectory(dir=directory) as name:
            place = Path(name)
            (place / "cells.h").write_text(header)
            for name in (*HEADERS, bench):
                shutil.copy(BENCH / name, place / name)
            run(
                [COMPILER, *FLAGS, bench, "-o", "lanes"],
                directory=place,
                log="compile.log",
                timeout=300,
            )
            shutil.copy(place / "lanes", scratch / "lanes")

    return usercache.folder(usercache.name_of("lanes", *key), make) / "lanes"
