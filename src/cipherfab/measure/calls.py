# SPDX-License-Identifier: Apache-2.0
"""Latency and initiation interval of bare primitives, measured in simulation without stalls."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from .. import catalog
from ..design import Design
from ..errors import DesignError
from ..primitives.primitive import SCHEDULE, Primitive, software
from ..verify.rtl.bare import BareResult, BareSimulator
from ..verify.rtl.calls import longest
from ..verify.rtl.cell_words import words
from .throughput import Workload

SEED = 1
"""Of the inputs."""

CALLS = 80
"""Calls of each run; more than four times as many as any core has in flight."""


@dataclass(frozen=True, kw_only=True)
class Calls:
    """Timing of a bare primitive.

    Attributes:
        bits: of a call: the width of all outputs.
        latency: cycles from the one that accepts the inputs (the first word of them) to the one
            that gives the result (its last).
        interval: cycles from call to call with inputs always there, in the long run: with several
            calls in flight, the mean.
        decryption: `interval` of decryptions, of a core with both directions; `latency` and
            `interval` are those of encryptions.
        new_key: cycles more for a call whose key must be loaded first; 0 for cores that take all
            inputs in each call.
        dependences: what depends on data, a sentence each; empty as it must be.
    """

    bits: int
    latency: int
    interval: int | float
    decryption: int | float | None
    new_key: int
    dependences: tuple[str, ...]

    @property
    def workload(self) -> Workload:
        """One call after the other, in steady state."""
        return Workload(bits=self.bits, cycles=self.interval)


def measure_calls(design: Design, directory: Path) -> Calls:
    """Measure a bare primitive. With several round counts the largest is measured; what a core of
    others loads once, once.

    Args:
        design: with a `BareInterface`.
        directory: for the compiled simulator.

    Raises:
        CallError: the design has another interface.
        DesignError: a result was wrong or did not come.
        ToolError: the design does not compile.
    """
    simulator = BareSimulator.build(design, directory)
    primitive, handshake = (
        catalog.find(design.interface.algorithm).primitive,
        design.interface.handshake,
    )
    loads = handshake.loads if handshake else ()
    inputs, outputs = _words(design, *_calls(primitive, loads))
    # A cell-serial core takes a call in several words.
    group = len(inputs) // CALLS, len(outputs) // CALLS
    alone = _passed(
        design, simulator.play(inputs, outputs, stall_seed=None, spaced=True, group=group)
    )
    # The first call loads what is the same in all of them.
    # It therefore takes longer, and is no latency of a call.
    latencies = _latencies(alone, *group)[bool(loads) :]
    loaded = (
        _latencies(
            _passed(design, simulator.play(*_calls(primitive), stall_seed=None, spaced=True))
        )
        if loads
        else latencies
    )
    intervals = _intervals(design, simulator, inputs, outputs)
    back = (
        _intervals(design, simulator, *_words(design, *_calls(primitive, loads), decrypt=True))
        if _decrypts(design)
        else []
    )
    return Calls(
        bits=sum(design.interface.outputs.values()) * group[1],
        latency=max(latencies),
        interval=_mean(intervals),
        decryption=_mean(back) if back else None,
        new_key=max(loaded) - max(latencies),
        dependences=(
            *_differing("latency", latencies),
            *_irregular("interval", intervals),
            *_irregular("interval of decryptions", back),
            *_differing("latency with a new key", loaded),
        ),
    )


def _decrypts(design: Design) -> bool:
    return "decrypt" in design.interface.inputs


def _intervals(
    design: Design, simulator: BareSimulator, inputs: list[dict], outputs: list[dict]
) -> list[int]:
    """Cycles from call to call in the second half of these calls, one right behind the other."""
    group = len(inputs) // CALLS, len(outputs) // CALLS
    queued = _passed(design, simulator.play(inputs, outputs, stall_seed=None, group=group))
    # In the first half the pipeline fills, and calls are taken at another pace.
    half = queued.in_cycles[:: group[0]][CALLS // 2 :]
    return [after - before for before, after in zip(half, half[1:])]


def _period(intervals: Sequence[int]) -> int:
    """After how many calls the intervals repeat, as those of k calls in flight do; 0 if they do
    not.
    """
    return next(
        (
            period
            # A period must be seen twice.
            for period in range(1, len(intervals) // 2 + 1)
            if all(one == other for one, other in zip(intervals, intervals[period:]))
        ),
        0,
    )


def _mean(intervals: Sequence[int]) -> int | float:
    """The mean over a period; the longest interval if there is none."""
    period = _period(intervals)
    if not period:
        # Without a period the core's pace depends on data, and the longest promises least.
        return max(intervals)
    total = sum(intervals[:period])
    return total // period if total % period == 0 else total / period


def _words(
    design: Design, inputs: list[dict], outputs: list[dict], *, decrypt: bool = False
) -> tuple[list[dict], list[dict]]:
    """What to play for these calls: for a cell-serial core their words."""
    calls = longest(design.interface, inputs, outputs, decrypt=decrypt)
    return words(design.interface, *calls) if design.interface.cell else calls


def _latencies(result: BareResult, given: int = 1, taken: int = 1) -> list[int]:
    """Cycles from the first input of each call to its last output, a call having so many of
    each."""
    return [
        # From the first word in to the last word out.
        after - before
        for before, after in zip(result.in_cycles[::given], result.out_cycles[taken - 1 :: taken])
    ]


def _calls(
    primitive: Primitive, same: Sequence[str] = ()
) -> tuple[list[dict[str, int]], list[dict[str, int]]]:
    """Random inputs and their outputs; the inputs ``same`` have the same value in each call."""
    random, model = Random(SEED), software(primitive)
    inputs = [
        {
            # Number 0 is the largest round count.
            name: 0 if name == SCHEDULE else random.getrandbits(width)
            for name, width in primitive.inputs.items()
        }
        for _ in range(CALLS)
    ]
    # A core that loads an input once has it for all calls.
    inputs = [{**call, **{name: inputs[0][name] for name in same}} for call in inputs]
    return inputs, [dict(zip(primitive.outputs, model(*call.values()))) for call in inputs]


def _passed(design: Design, result: BareResult) -> BareResult:
    if not result.passed:
        raise DesignError(
            f"{design.name}: nothing is measured of a primitive whose results are "
            f"wrong: {result.failure}"
        )
    return result


def _irregular(what: str, intervals: list[int]) -> list[str]:
    return [] if _period(intervals) else _differing(what, intervals)


def _differing(what: str, values: list[int]) -> list[str]:
    return (
        []
        if len(set(values)) <= 1
        else [
            f"the {what} is between {min(values)} and {max(values)} cycles, depending on the data"
        ]
    )
