"""Latency and initiation interval of bare primitives, measured in simulation without stalls."""

from dataclasses import dataclass
from pathlib import Path
from random import Random

from .. import catalog
from ..ciphers.primitive import SCHEDULE, Primitive, software
from ..design import Design
from ..errors import DesignError
from ..verify.bare import BareResult, BareSimulator
from .throughput import Workload

SEED = 1
"""Of the inputs."""

CALLS = 40
"""Calls of each run; more than any pipeline is deep."""


@dataclass(frozen=True, kw_only=True)
class Calls:
    """Timing of a bare primitive.

    Attributes:
        bits: of a call: the width of all outputs.
        latency: cycles from the one that accepts the inputs to the one that gives the result.
        interval: cycles from call to call with inputs always there.
        dependences: what depends on data, a sentence each; empty as it must be.
    """

    bits: int
    latency: int
    interval: int
    dependences: tuple[str, ...]

    @property
    def workload(self) -> Workload:
        """One call after the other, in steady state."""
        return Workload(bits=self.bits, cycles=self.interval)


def measure_calls(design: Design, directory: Path) -> Calls:
    """Measure a bare primitive. With several round counts the largest is measured.

    Args:
        design: with a `BareInterface`.
        directory: for the compiled simulator.

    Raises:
        CallError: the design has another interface.
        DesignError: a result was wrong or did not come.
        ToolError: the design does not compile.
    """
    simulator = BareSimulator.build(design, directory)
    inputs, outputs = _calls(catalog.find(design.interface.algorithm).primitive)
    alone = _passed(design, simulator.play(inputs, outputs, stall_seed=None, spaced=True))
    queued = _passed(design, simulator.play(inputs, outputs, stall_seed=None))
    latencies = [after - before for before, after in zip(alone.in_cycles, alone.out_cycles)]
    half = queued.in_cycles[CALLS // 2:]
    intervals = [after - before for before, after in zip(half, half[1:])]
    return Calls(bits=sum(design.interface.outputs.values()), latency=max(latencies), interval=max(intervals),
                 dependences=(*_differing("latency", latencies), *_differing("interval", intervals)))


def _calls(primitive: Primitive) -> tuple[list[dict[str, int]], list[dict[str, int]]]:
    random, model = Random(SEED), software(primitive)
    inputs = [{name: 0 if name == SCHEDULE else random.getrandbits(width) for name, width in primitive.inputs.items()}
              for _ in range(CALLS)]
    return inputs, [dict(zip(primitive.outputs, model(*call.values()))) for call in inputs]


def _passed(design: Design, result: BareResult) -> BareResult:
    if not result.passed:
        raise DesignError(f"{design.name}: nothing is measured of a primitive whose results are wrong: {result.failure}")
    return result


def _differing(what: str, values: list[int]) -> list[str]:
    return [] if len(set(values)) == 1 else [f"the {what} is between {min(values)} and {max(values)} cycles, depending on the data"]
