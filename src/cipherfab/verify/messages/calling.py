# SPDX-License-Identifier: Apache-2.0
"""A bare primitive that is stepped through calls, as a core with the LWC API is in `prove`: with
valid and ready on both sides, or with a start and a result that says when it is done.
"""

import time
from collections.abc import Generator, Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from ...design import Design, Port
from ...places import widths
from ..equivalence.aig import TRUE
from ..rtl.handshake import input_ports, output_ports
from .called import Call
from .cases import Case, Expected, Stopped
from .graph import Graph
from .matching import Matcher
from .prove import IDLE_CYCLES, PROVED, REFUTED, TAIL, Found, Run
from .unroll import Machine
from .windows import Windows

MOST_CYCLES = 20_000
"""Of the calls."""


def places_of(places: Mapping[str, Port]) -> dict[str, list[tuple[str, int]]]:
    """Of each value the port and the bit of it where each of its bits lies, the least significant
    first; of one that lies nowhere an empty name.
    """
    found = {}
    for name, place in places.items():
        found[name] = []
        for bit in range(place.bits):
            # A single 1 shows where its bit lies, whatever the description says of words and order.
            laid = {port: value for port, value in place.on_ports(1 << bit).items() if value}
            port, value = next(iter(laid.items()), ("", 1))
            found[name].append((port, value.bit_length() - 1))
    return found


class Calls(Run):
    """A bare primitive that is stepped through calls. Arguments: see `prove.Run`."""

    def __init__(
        self,
        graph: Graph,
        design: Design,
        machine: Machine,
        calls: Sequence[Call],
        directory: Path,
        known: set[str],
        deadline: float,
    ):
        windows, expected = Windows(graph, directory, known), []
        for call in calls:
            bits = [bit for one in call.outputs.values() for bit in one or ()]
            expected.append(
                Expected(
                    bits=bits,
                    cares=[1] * len(bits),
                    hoped=bits,
                    status=False,
                    comment=", ".join(call.outputs),
                )
            )
        answered: Any = SimpleNamespace(do=expected)
        case = Case(answered=[answered], conditions=[TRUE])
        super().__init__(
            graph,
            design,
            machine,
            case,
            # All nodes so far are of the specification; later ones are the core's.
            Matcher(graph, len(graph.kinds), windows, 10),
            windows,
            deadline,
            10,
            # `Run` takes from the ports of a bus what is idle alone; words are put on by
            # `_streamed` and `_started`.
            SimpleNamespace(idle=self._idle),
            last=False,
        )
        self._calls = calls
        interface = design.interface
        self._handshake = interface.handshake
        self._widths = widths(input_ports(interface))
        self._ins = places_of(input_ports(interface))
        self._outs = places_of(output_ports(interface))

    def result(self, start: Sequence | None = None) -> Found:
        """Of the calls, from power-up and a reset."""
        state = self._reset()
        driver = self._started() if self._handshake else self._streamed()
        inputs = next(driver)
        while True:
            if time.monotonic() > self._deadline:
                raise Stopped(f"no answer in time: cycle {self.cycle}")
            if self.cycle > MOST_CYCLES:
                return self._refuted(f"stuck in cycle {self.cycle}", self._pattern())
            outputs, following = self._machine.step(self._graph, state, inputs)
            ended = False
            try:
                inputs = driver.send(outputs)
            except StopIteration:
                ended = True
            if self._wrong:
                return self._refuted(*self._wrong[0])
            if ended:
                return Found(verdict=PROVED, detail=f"{len(self._calls)} results")
            state = self._replaced(following)
            self.cycle += 1

    def _called(self, place: int) -> str:
        return f"result {place + 1} ({self._expected[place].comment}), cycle {self.cycle}"

    def _refuted(self, detail: str, pattern: int) -> Found:
        # There are no messages: the number of the assignment says which inputs they are.
        return Found(verdict=REFUTED, detail=detail, messages=[pattern])

    def _idle(self) -> dict:
        """The inputs of a cycle in which nothing is asked for."""
        found = {self._design.reset: 1 - self._design.reset_level} if self._design.reset else {}
        if self._handshake:
            for role in ("start", "load"):
                found |= self._role(role, on=False)
            for port, value in self._handshake.constants.items():
                found[port] = self._bits(port, value)
        else:
            found |= {
                port: value
                for port, value in {"in_valid": 0, "out_ready": 1}.items()
                if port in self._machine.widths
            }
        return found

    def _bits(self, port: str, value: int) -> list[int]:
        return [value >> bit & 1 for bit in range(self._machine.widths[port])]

    def _role(self, role: str, *, on: bool) -> dict:
        port, control = getattr(self._handshake, role), self._handshake.control(role)
        return {port: self._bits(port, control.value if on else control.idle)} if port else {}

    def _says(self, role: str, outputs: Mapping[str, Sequence[int]]) -> bool:
        """Whether the port of a role says so."""
        port, value = getattr(self._handshake, role), self._handshake.control(role).value
        return all(
            self._constant(bit, port) == value >> place & 1
            for place, bit in enumerate(outputs[port])
        )

    def _laid(self, call: Call) -> dict:
        """The inputs of a call on their ports; bits that nothing lies on are 0."""
        found = {port: [0] * width for port, width in self._widths.items()}
        for name, places in self._ins.items():
            for bit, (port, place) in zip(call.inputs[name], places, strict=True):
                if port:
                    found[port][place] = bit
        return found

    def _given(self, outputs: Mapping[str, Sequence[int]]) -> None:
        """Compare the results of the next call."""
        place, call = self._place, self._calls[self._place]
        self._place += 1
        self._check(
            [
                (outputs[port][at] if port else 0, want, 1, want)
                for name, bits in call.outputs.items()
                if bits is not None
                for want, (port, at) in zip(bits, self._outs[name], strict=True)
            ],
            place,
        )

    def _streamed(self) -> Generator[dict, dict, None]:
        """Valid and ready on both sides: the inputs of each cycle, for its outputs."""
        sent, silent, count = 0, 0, len(self._calls)
        # The first of these cycles is that of the last result.
        while silent <= TAIL:
            more = {"in_valid": 1, **self._laid(self._calls[sent])} if sent < count else {}
            outputs = yield {**self._idle(), **more}
            if more and self._constant(outputs["in_ready"][0], "in_ready"):
                sent += 1
            if self._constant(outputs["out_valid"][0], "out_valid"):
                if self._place == count:
                    self._wrong.append(
                        (f"a result too many in cycle {self.cycle}", self._pattern())
                    )
                    continue
                self._given(outputs)
            silent = silent + 1 if self._place == count else 0

    def _started(self) -> Generator[dict, dict, None]:
        """A start, and results when ``done`` says so or so many cycles later."""
        handshake = self._handshake
        for call in self._calls:
            laid = self._laid(call)
            yield from self._until_ready({})
            if handshake.load:
                yield {**self._idle(), **laid, **self._role("load", on=True)}
                yield from self._until_ready(laid)
            outputs = yield {**self._idle(), **laid, **self._role("start", on=True)}
            for cycle in range(MOST_CYCLES):
                if (
                    handshake.latency == cycle
                    if handshake.latency is not None
                    # In the cycle of the start ``done`` may still be that of the call before.
                    else cycle and self._says("done", outputs)
                ):
                    break
                outputs = yield {
                    **self._idle(),
                    **(laid if handshake.hold else {}),
                    **self._role("start", on=handshake.start_held),
                }
            self._given(outputs)
            yield self._idle()

    def _until_ready(self, laid: Mapping) -> Generator[dict, dict, None]:
        """Cycles until the core takes a start; one at least."""
        handshake = self._handshake
        outputs = yield {**self._idle(), **laid}
        # Behind a load ``done`` says that it is over, where there is no ``ready``.
        role = "ready" if handshake.ready else "done" if laid and handshake.done else None
        for _ in range(IDLE_CYCLES):
            if role is None or self._says(role, outputs):
                return
            outputs = yield {**self._idle(), **laid}
        raise Stopped(f"never {role}")
