# SPDX-License-Identifier: Apache-2.0
"""Two calls of a netlist in all lanes, with faults in each: what the ports see.

All lanes get the same two calls: the first, whose result waits for some cycles before it is taken,
has the faults; the second must be answered as if nothing had been. It comes long after the first,
or right behind it: in the cycle in which the result leaves, and in the next two for a core that is
not ready then. Secrets of a masked core are in shares, its results are summed.
"""

import json
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from ....architectures.protected.gadgets_redundant import AGAIN
from ....design import BareInterface, Design
from ....errors import CallError, DesignError
from ....primitives.in_stages import RANDOM, share_names
from ....primitives.primitive import SCHEDULE, Primitive, software
from ....primitives.transformed import BLOCK, DECRYPT, both_directions
from ....tools.process import run
from ..gatesim import LANES, Drive, GateSimulator, Stimulus
from .places import Fault

BENCH = "faults.cpp"
START, WAITING, BOUND = 1, 3, 300
"""Cycle in which the first call starts (the one before resets), cycles in which its result waits,
the one in which it is taken included, and cycles that a core has for whatever a fault makes it do,
at least. A round counter that ran past its end takes up to 255.
"""

OFFERS = 3
"""Cycles in which a call right behind another is offered, but no more than a call takes: one that
was accepted in the first is not accepted again.
"""

LONGEST = 2000
"""Cycles of a call."""

AT_ONCE = 64
"""Batches of lanes in a run of the program, after which progress is told."""

CONTROL = ("out_valid", "out_ready", "in_valid", "in_ready", "fault", f"{AGAIN}_valid")
"""Ports that say what is offered and taken."""

Lane = Sequence[Fault]
"""The faults of one lane."""


class Plays:
    """A netlist, and calls to it. Directions are 0 (encryption) and 1; one that there is no choice
    of is the first.

    Args:
        design: of a bare primitive with valid and ready, in one direction or in both, masked or
            not.
        primitive: what it computes.
        netlist, liberty: its mapped netlist, and the cells.
        directory: to work in.
        seed: of the inputs and the bits at the port ``random``, which are others in each run.

    Attributes:
        name, top: of the design and its top module.
        shares: of each secret; 1: it is not masked.
        shape: the primitive with the ports of the design.
        simulator: of the netlist, for single faults in lanes.
        directions: those that it has.
        simulated: lanes with faults, times cycles that were simulated.
        seconds: that the simulator took for these.

    Raises:
        CallError: the design has another interface.
        ToolError: the simulator does not compile.
    """

    def __init__(
        self,
        design: Design,
        primitive: Primitive,
        netlist: Path,
        liberty: Path,
        directory: Path,
        *,
        seed: int,
    ):
        self.shape = shape_of(design, primitive)
        self.simulator = GateSimulator.build(netlist, liberty, design.top, directory, bench=BENCH)
        self.name, self.directions = design.name, range(1 + (DECRYPT in self.shape.inputs))
        self.top = design.top
        self.simulated, self.seconds, self._bound = 0, 0.0, BOUND
        self._design, self._primitive = design, primitive
        masking = design.interface.masking
        self.shares = masking.shares if masking else 1
        self._shared = (*masking.inputs, *masking.outputs) if masking else ()
        self._directory, self._random = Path(directory), Random(seed)
        self._seeds = Random(f"{seed} random bits")

    def latency(self, direction: int) -> int:
        """Cycles from the one that accepts inputs to the one in which the answer is there, without
        a fault.

        Raises:
            DesignError: the netlist gives a wrong answer.
        """
        # How long a call takes is not known yet, so this one has as long as any may take.
        self._bound = LONGEST
        taken = START + LONGEST
        # A lane without faults.
        (found,) = self._play([()], (direction, direction), taken=taken, offers=[taken + 1])
        seen = next(self._lanes(found, 1))
        right = seen["given"] and seen["accepted"] and seen["next_given"]
        # The program says -1 where no answer came.
        if found["first"] < START or not right or seen["wrong"] or seen["next_wrong"]:
            raise DesignError(
                f"{self.name}: the netlist does not answer two calls rightly without a fault."
            )
        latency = found["first"] - START
        self._bound = max(BOUND, 4 * latency)
        return latency

    def seen(
        self, lanes: Sequence[Lane], latency: int, behind: bool, directions: tuple[int, int]
    ) -> Iterator[dict[str, bool]]:
        """What each lane did with new random inputs, the second call far from or right behind the
        first: see `Seen` in ``bench/faults.cpp``.
        """
        taken = START + latency + WAITING - 1
        found = self._play(
            lanes,
            directions,
            taken=taken,
            offers=[taken + n for n in range(min(latency, OFFERS))]
            if behind
            # So late that whatever a fault started is over.
            else [taken + self._bound],
        )
        for number, batch in enumerate(found):
            yield from self._lanes(batch, min(LANES, len(lanes) - number * LANES))

    @staticmethod
    def _lanes(batch: dict[str, Any], count: int) -> Iterator[dict[str, bool]]:
        bits = {name: int(text, 16) for name, text in batch.items() if name != "first"}
        for lane in range(count):
            yield {name: bool(value >> lane & 1) for name, value in bits.items()}

    def _play(
        self, lanes: Sequence[Lane], directions: tuple[int, int], *, taken: int, offers: list[int]
    ) -> list[dict[str, Any]]:
        """Both calls with random inputs: results are taken from cycle ``taken`` on, the second call
        is offered in the cycles ``offers``.
        """
        second, cycles = offers[-1], offers[-1] + self._bound
        # They change in every cycle, so a core that reads them in a wrong one gives a wrong answer.
        inputs = [self._inputs() for _ in range(cycles)]
        for cycle, direction in zip((START, second), directions):
            inputs[cycle].update({DECRYPT: direction} if DECRYPT in self.shape.inputs else {})
        # Whichever of the offers is taken, the call is the same.
        for cycle in offers:
            inputs[cycle] = inputs[second]
        stimulus = self._stimulus(inputs, taken, offers)
        (self._directory / "netlist.txt").write_text(self.simulator.described(stimulus))
        calls = [self._answer(inputs[cycle]) for cycle in (START, second)]
        numbers = [*self._numbers(second, calls), *_listed(lanes)]
        (self._directory / "faults.txt").write_text(" ".join(map(str, numbers)) + "\n")
        command = [
            self.simulator.program,
            self._directory / "netlist.txt",
            self._directory / "faults.txt",
            cycles,
            # With one seed all calls would have the same bits at the port `random`.
            self._seeds.getrandbits(63),
        ]
        since = time.monotonic()
        found = run(
            list(map(str, command)), directory=self._directory, log="faults.log", timeout=3600
        )
        self.simulated, self.seconds = (
            self.simulated + len(lanes) * cycles,
            self.seconds + time.monotonic() - since,
        )
        return json.loads(found)

    def _answer(self, inputs: Mapping[str, int]) -> tuple[int, ...]:
        """What the model of the call's direction gives; the block of a core in both has another
        name there.
        """
        direction = self._primitive.inverse if inputs.get(DECRYPT) else self._primitive
        return software(direction)(
            *(inputs[name if name in inputs else BLOCK] for name in direction.inputs)
        )

    def _inputs(self) -> dict[str, int]:
        """Random values; of a schedule one that there is."""
        most = {SCHEDULE: len(self._primitive.rounds)}
        return {
            name: self._random.randrange(most.get(name, 1 << width))
            for name, width in self.shape.inputs.items()
        }

    def _stimulus(self, inputs: list[dict[str, int]], taken: int, offers: list[int]) -> Stimulus:
        cycles, given = len(inputs), {}
        for name, width in self.shape.inputs.items():
            given |= self._ports(name, width, [values[name] for values in inputs])
        return self.driven(given, cycles, taken, offers)

    def driven(
        self,
        given: Mapping[str, Sequence[int]],
        cycles: int,
        taken: int,
        offers: Sequence[int],
        **others: Drive,
    ) -> Stimulus:
        """Reset, valid and ready for a call at `START` and those of ``offers``, beside the values
        of data ports in each cycle, and other drives.
        """
        values = {
            "in_valid": [int(cycle in (START, *offers)) for cycle in range(cycles)],
            "out_ready": [int(cycle >= taken) for cycle in range(cycles)],
            **given,
        }
        if self._design.reset:
            values[self._design.reset] = [int(cycle < START) for cycle in range(cycles)]
        random = {RANDOM: Drive(kind="fresh")} if RANDOM in self.simulator.inputs else {}
        drives = {name: Drive(kind="given", values=each) for name, each in values.items()}
        return Stimulus(ports={**random, **drives, **others}, cycles=cycles)

    def _ports(self, name: str, width: int, values: list[int]) -> dict[str, list[int]]:
        """What the ports of an input get in each cycle."""
        first, *others = (f"in_{part}" for part in self._parts(name))
        masks = {port: [self._random.getrandbits(width) for _ in values] for port in others}
        # The first share is the value and all masks.
        for each in masks.values():
            values = [value ^ mask for value, mask in zip(values, each)]
        return {first: values, **masks}

    def outputs(self, prefix: str = "out") -> list[list[int]]:
        """For each bit of the outputs the nets whose sum it is."""
        ports, names = self.simulator.ports, self.shape.outputs
        return [
            list(nets)
            for name in names
            for nets in zip(*(ports[f"{prefix}_{part}"] for part in self._parts(name)))
        ]

    def data_ports(self) -> list[str]:
        """The names of the ports of the inputs."""
        return [f"in_{part}" for name in self.shape.inputs for part in self._parts(name)]

    def _parts(self, name: str) -> list[str]:
        """A value's ports, without their prefix."""
        return share_names(name, self.shares) if name in self._shared else [name]

    def port(self, name: str) -> int:
        """The net of a port of one bit; 0 if there is none."""
        # Net 0 is the constant 0, so a port that is missing is never 1.
        return self.simulator.ports[name][0] if name in self.simulator.ports else 0

    def _numbers(self, second: int, calls: list[tuple[int, ...]]) -> Iterable[int]:
        """What the program needs to know of the ports and the answers."""
        expected = [
            [
                value >> bit & 1
                for value, width in zip(call, self.shape.outputs.values())
                for bit in range(width)
            ]
            for call in calls
        ]
        control = [self.port(name) for name in CONTROL]
        again = self.outputs(AGAIN) if self.port(f"{AGAIN}_valid") else []
        # Something is exposed only if it is in all shares, so the program needs the nets share by
        # share.
        by_share = [list(nets) for nets in zip(*self.outputs(), *again)]
        return [
            *control,
            second,
            *groups(self.outputs()),
            # In the order in which `bench/faults.cpp` reads them.
            *groups(again),
            *groups(by_share),
            *(number for values in expected for number in (len(values), *values)),
        ]


def shape_of(design: Design, primitive: Primitive) -> Primitive:
    """The primitive with the ports of the design: as it is, or in both directions.

    Raises:
        CallError: the design is something else.
    """
    shapes, interface = (
        [primitive, *([both_directions(primitive)] if primitive.inverse else [])],
        design.interface,
    )
    if isinstance(interface, BareInterface) and not interface.handshake:
        for shape in shapes:
            if dict(interface.inputs) == dict(shape.inputs):
                return shape
    raise CallError(
        f"{design.name}: expected a bare primitive, in one direction or in both, with "
        f"valid and ready."
    )


def groups(sums: Sequence[Sequence[int]]) -> list[int]:
    """Lists of nets as the programs read them."""
    return [len(sums), *(number for nets in sums for number in (len(nets), *nets))]


def _listed(lanes: Sequence[Lane]) -> Iterator[int]:
    """Number of batches, then of each its faults: lane, cycle, kind and place."""
    batches = [lanes[start : start + LANES] for start in range(0, len(lanes), LANES)]
    yield len(batches)
    for batch in batches:
        yield sum(map(len, batch))
        for number, faults in enumerate(batch):
            for fault in faults:
                yield from (number, fault.cycle, fault.kind, fault.place)
