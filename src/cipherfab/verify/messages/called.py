# SPDX-License-Identifier: Apache-2.0
"""Calls of a bare primitive with free bits, and their results by the primitive's own functions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ... import catalog
from ...design import BareInterface
from ...primitives.primitive import SCHEDULE, software
from ..rtl.calls import on_ports
from .bits import bits_of, number
from .cases import Stopped
from .graph import Graph
from .specification import symbolic


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
        # Values do not matter here: only how many calls the core takes for one, and which inputs
        # are fixed.
        zeros = {name: (schedule or 0) if name == SCHEDULE else 0 for name in primitive.inputs}
        given, _ = on_ports(interface, [zeros], [dict.fromkeys(primitive.outputs, 0)])
        for place, call in enumerate(given):
            fixed = {
                name: value
                for name, value in call.items()
                # A core in both directions calls its data `block`, which varies as an input does.
                if name == SCHEDULE or name not in primitive.inputs and name != "block"
            }
            # Twice, since the first call may leave something behind that spoils the second.
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
        # `on_ports` only moves values about, so it takes those of literals, too.
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


def agree(graph: Graph, interface: BareInterface, kind: Kind, calls: Sequence[Call]) -> None:
    """Compare the results over bits with the plain primitive's in one assignment."""
    _, outputs = concrete(graph, interface, kind, calls, 0)
    for call, plain in zip(calls, outputs, strict=True):
        for name, bits in call.outputs.items():
            if bits is not None and _number(graph, bits, 0) != plain[name]:
                raise Stopped(f"the primitive over bits and the plain one differ in {name}")
