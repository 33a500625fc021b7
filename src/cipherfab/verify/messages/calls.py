# SPDX-License-Identifier: Apache-2.0
"""Calls of a bare primitive, proved for all inputs: each output is the primitive's function of the
inputs, whatever these are.

The core is stepped as in `prove`, and its registers are matched with the rounds of the primitive.
"""

import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from ... import catalog
from ...design import BareInterface, Design, Port
from ...errors import CipherfabError, DesignError
from ...places import widths
from ...primitives.primitive import SCHEDULE, software
from ..equivalence.aig import TRUE
from ..finding import Finding
from ..rtl.bare import BareSimulator
from ..rtl.calls import on_ports
from ..rtl.handshake import input_ports, output_ports
from .bits import bits_of, number
from .cases import Case, Expected, Stopped
from .graph import Graph
from .matching import Matcher
from .prove import IDLE_CYCLES, OPEN, PROVED, REFUTED, TAIL, Found, Run
from .specification import symbolic
from .unroll import Machine
from .windows import Windows

MOST_CYCLES = 20_000
"""Of the calls."""


@dataclass(frozen=True, kw_only=True)
class Kind:
    """What is known of calls but their bits.

    Attributes:
        schedule: value of the input that chooses a number of rounds, or None.
        place: which of the calls it is that `rtl.calls.on_ports` makes of one.
        fixed: inputs of the core that are known.
        times: calls one behind the other.
    """

    schedule: int | None
    place: int
    fixed: Mapping[str, int]
    times: int

    @property
    def name(self) -> str:
        """In a line."""
        known = "".join(f", {name} {value}" for name, value in self.fixed.items())
        return f"{'one call' if self.times == 1 else f'{self.times} calls'}{known}"


@dataclass(frozen=True, kw_only=True)
class Call:
    """One with free bits: literals of the inputs of the primitive, of those of the core, and of the
    outputs of the core; None for an output without a meaning.
    """

    free: dict[str, list[int]]
    inputs: dict[str, list[int]]
    outputs: dict[str, list[int] | None]


def refusal(interface: BareInterface) -> str:
    """Why no call of a core can be proved; empty if one can."""
    entry = catalog.find(interface.algorithm)
    if interface.masking or interface.cell or interface.fault:
        return "a core on shares, by cells, or with a check for faults is not served"
    if entry.forkcipher or not entry.primitive:
        return "a forkcipher is not served"
    return ""


def kinds(interface: BareInterface) -> list[Kind]:
    """Every direction and number of rounds: one call, and two one behind the other."""
    primitive = catalog.find(interface.algorithm).primitive
    found = []
    for schedule in range(len(primitive.rounds)) if SCHEDULE in primitive.inputs else (None,):
        zeros = {name: (schedule or 0) if name == SCHEDULE else 0 for name in primitive.inputs}
        given, _ = on_ports(interface, [zeros], [dict.fromkeys(primitive.outputs, 0)])
        for place, call in enumerate(given):
            fixed = {
                name: value
                for name, value in call.items()
                if name == SCHEDULE or name not in primitive.inputs and name != "block"
            }
            found += [
                Kind(schedule=schedule, place=place, fixed=fixed, times=times) for times in (1, 2)
            ]
    return found


def specified(graph: Graph, interface: BareInterface, kind: Kind) -> list[Call]:
    """The calls of a kind with free bits, and their results by the primitive's own functions."""
    primitive = catalog.find(interface.algorithm).primitive
    model, found = symbolic(graph, primitive), []
    for count in range(kind.times):
        free = {
            name: [graph.input((f"{name}{count}", 0, bit)) for bit in range(width)]
            for name, width in primitive.inputs.items()
            if name != SCHEDULE
        }
        values = {
            name: kind.schedule if name == SCHEDULE else number(graph, free[name])
            for name in primitive.inputs
        }
        results = dict(zip(primitive.outputs, model(*values.values())))
        given, taken = (side[kind.place] for side in on_ports(interface, [values], [results]))
        found.append(
            Call(
                free=free,
                inputs={
                    name: bits_of(given[name], width) for name, width in interface.inputs.items()
                },
                outputs={
                    name: None if taken.get(name) is None else bits_of(taken[name], width)
                    for name, width in interface.outputs.items()
                },
            )
        )
    return found


def concrete(
    graph: Graph, interface: BareInterface, kind: Kind, calls: Sequence[Call], pattern: int
) -> tuple[list[dict], list[dict]]:
    """Inputs and outputs of the core in one assignment, computed by the plain primitive."""
    primitive = catalog.find(interface.algorithm).primitive
    inputs, outputs = [], []
    for call in calls:
        values = {
            name: kind.schedule if name == SCHEDULE else _number(graph, call.free[name], pattern)
            for name in primitive.inputs
        }
        results = dict(zip(primitive.outputs, software(primitive)(*values.values())))
        given, taken = on_ports(interface, [values], [results])
        inputs.append(given[kind.place])
        outputs.append(taken[kind.place])
    return inputs, outputs


def _number(graph: Graph, bits: Sequence[int], pattern: int) -> int:
    return sum((graph.value(bit) >> pattern & 1) << place for place, bit in enumerate(bits))


def places_of(places: Mapping[str, Port]) -> dict[str, list[tuple[str, int]]]:
    """Of each value the port and the bit of it where each of its bits lies, the least significant
    first; of one that lies nowhere an empty name.
    """
    found = {}
    for name, place in places.items():
        found[name] = []
        for bit in range(place.bits):
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
            Matcher(graph, len(graph.kinds), windows, 10),
            windows,
            deadline,
            10,
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

    def _until_ready(self, laid: Mapping) -> Iterator[Finding]:
        """Cycles until the core takes a start; one at least."""
        handshake = self._handshake
        outputs = yield {**self._idle(), **laid}
        role = "ready" if handshake.ready else "done" if laid and handshake.done else None
        for _ in range(IDLE_CYCLES):
            if role is None or self._says(role, outputs):
                return
            outputs = yield {**self._idle(), **laid}
        raise Stopped(f"never {role}")


def prove_calls(
    design: Design,
    machine: Machine,
    kind: Kind,
    directory: Path,
    *,
    known: set[str],
    seconds: float,
) -> dict[str, Any]:
    """What became of calls of a kind, as plain data: ``verdict``, ``detail``, ``cycles``,
    ``seconds``; and of refuted ones ``inputs`` and ``outputs`` of each call by name.
    """
    begun, interface, more = time.monotonic(), design.interface, {}
    graph, cycles = Graph(0, begun + seconds), 0
    try:
        calls = specified(graph, interface, kind)
        _agree(graph, interface, kind, calls)
        run = Calls(graph, design, machine, calls, directory, known, begun + seconds)
        found = run.result()
        cycles = run.cycle
        if found.verdict == REFUTED:
            more = dict(
                zip(
                    ("inputs", "outputs"),
                    concrete(graph, interface, kind, calls, found.messages[0]),
                )
            )
    except (DesignError, Stopped) as reason:
        found = Found(verdict=OPEN, detail=str(reason))
    return {
        "verdict": found.verdict,
        "detail": found.detail,
        "cycles": cycles,
        **more,
        "seconds": round(time.monotonic() - begun, 3),
    }


def _agree(graph: Graph, interface: BareInterface, kind: Kind, calls: Sequence[Call]) -> None:
    """Compare the results over bits with the plain primitive's in one assignment."""
    _, outputs = concrete(graph, interface, kind, calls, 0)
    for call, plain in zip(calls, outputs, strict=True):
        for name, bits in call.outputs.items():
            if bits is not None and _number(graph, bits, 0) != plain[name]:
                raise Stopped(f"the primitive over bits and the plain one differ in {name}")


def check_calls(
    design: Design,
    link: str,
    machine: Callable[[], Machine],
    directory: Path,
    *,
    seconds: float,
    say: Callable[[str], None],
    kept: Callable[[dict, Callable[[], dict]], dict],
) -> Iterator[Finding]:
    """Findings of a bare primitive: one for each kind of calls. Arguments: see
    `check.check_messages`; ``machine``: reads the RTL.
    """
    reason = refusal(design.interface)
    if reason:
        yield Finding(link, "calls", None, f"open: {reason}", 0.0)
        return
    known: set[str] = set()
    for kind in kinds(design.interface):
        found = kept(
            {"calls": kind.name},
            lambda kind=kind: prove_calls(
                design, machine(), kind, directory, known=known, seconds=seconds
            ),
        )
        say(f"{design.name}: {kind.name}: {found['verdict']}, {found['seconds']:.1f} s")
        yield _judged(design, link, kind, found, directory)


def _judged(
    design: Design, link: str, kind: Kind, found: Mapping[str, Any], directory: Path
) -> Finding:
    """The finding of what is proved, refuted or open; only a simulation refutes."""
    if found["verdict"] == PROVED:
        return Finding(
            link,
            kind.name,
            True,
            f"for all inputs: {found['detail']} in {found['cycles']} cycles",
            found["seconds"],
        )
    if found["verdict"] == OPEN:
        return Finding(link, kind.name, None, f"open: {found['detail']}", found["seconds"])
    shown = "; then ".join(
        ", ".join(f"{name} {value:x}" for name, value in call.items()) for call in found["inputs"]
    )
    try:
        played = BareSimulator.build(design, directory).play(
            found["inputs"], found["outputs"], stall_seed=None, powers=16
        )
        text = (
            "simulation does not show it"
            if played.passed
            else f"replayed in simulation: {played.failure}"
        )
    except CipherfabError as error:
        played, text = None, f"in simulation: {str(error).splitlines()[0]}"
    wrong = played is not None and not played.passed
    return Finding(
        link,
        kind.name,
        False if wrong else None,
        f"{'' if wrong else 'open: '}{found['detail']}: {shown}; {text}",
        found["seconds"],
        more={"counterexample": found["inputs"]},
    )
