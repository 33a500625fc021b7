# SPDX-License-Identifier: Apache-2.0
"""How often each net of a mapped netlist changes while the core works: messages on its bus, or
calls of a bare primitive.

The simulator of 512 lanes plays the same form of messages in every lane, with random keys, nonces,
associated data and texts in each. A decryption gets the ciphertext and the tag that the lane itself
has just made, so it is a rightful one. The receiver takes every word at once and the sender never
waits. Toggles are counted twice: *settled* (functional) ones, a value at the end of a cycle against
that of the cycle before, and *all*, glitches included, with every cell answering one unit of time
after its inputs.

A window is the time from the first word of a message until its last answer has left; windows follow
each other without a gap.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy

from ...design import BareInterface, Design
from ...errors import DesignError
from ...tools.process import run
from .gatesim import LANES, Drive, GateSimulator, Stimulus
from .scripts import Calls, Messages, Task, Window

BENCH = "activity.cpp"
LIMIT = 1_000_000
"""Cycles after which messages of one lane must have been answered."""

PATTERNS = ("random", "zeros", "ones", "checkered", "alternating", "striped", "repeated")
"""What is drawn for keys, nonces and texts. ``checkered``: every other bit of a word;
``alternating``: every other word is all ones; ``striped``: checkered, every other word the other
way round; ``repeated``: one random word of each lane again and again. `bench/activity.cpp` has them
in this order.
"""

SIZES = (16, 64, 768, 1536)
"""Bytes of plaintext, ciphertext or message; no associated data. A long message has what 1,536
bytes have more than 768.
"""


@dataclass(frozen=True, kw_only=True)
class Activity:
    """What was counted in a window, on average over all lanes.

    Attributes:
        task: what the core did.
        cycles: of the window.
        settled, all: toggles of each net in a cycle, without and with glitches.
        duty: share of the cycles in which a net is 1 at the end.
    """

    task: Task
    cycles: int
    settled: numpy.ndarray
    all: numpy.ndarray
    duty: numpy.ndarray


@dataclass(frozen=True, kw_only=True)
class Counted:
    """What `measure` found.

    Attributes:
        tasks: an activity for each; the last is ``idle``.
        traces: lanes that were played.
        cpu_seconds: processor time of the simulation.
    """

    tasks: Sequence[Activity]
    traces: int
    cpu_seconds: float


def measure(
    design: Design,
    simulator: GateSimulator,
    directory: Path,
    *,
    sizes: Sequence[int] = SIZES,
    traces: int = LANES,
    seed: int = 1,
    pattern: str = PATTERNS[0],
    glitches: bool = True,
) -> Counted:
    """Count the toggles of a netlist.

    Args:
        design: with our own LWC interface, or a bare primitive with valid and ready, not masked.
        simulator: of its netlist, built with `BENCH`.
        directory: to work in.
        sizes: bytes of a message; those that the core cannot keep are left out.
        traces: rounded up to a multiple of `LANES`.
        seed: of all data.
        pattern: of `PATTERNS`.
        glitches: count them; without, ``all`` is what is settled, in a fraction of the time.

    Raises:
        CallError: another interface.
        DesignError: the core does not answer, or its handshake depends on data.
    """
    script = (
        Calls(design, simulator)
        if isinstance(design.interface, BareInterface)
        else Messages(design, simulator, sizes)
    )
    # The program drives all ports itself, word by word; so the stimulus has no values and its
    # cycles do not matter.
    ports = {name: Drive(kind="held") for name in sorted(simulator.inputs)}
    (directory / "netlist.txt").write_text(simulator.described(Stimulus(ports=ports, cycles=2)))
    (directory / "script.txt").write_text(script.text(list(ports)))
    batches = -(-traces // LANES)
    found = json.loads(
        run(
            [
                simulator.program,
                "netlist.txt",
                "script.txt",
                str(seed),
                str(batches),
                str(LIMIT),
                str(PATTERNS.index(pattern)),
                str(int(glitches)),
            ],
            directory=directory,
            log="activity.log",
            timeout=3600,
        )
    )
    if "error" in found:
        raise DesignError(
            f"{design.name}: its netlist cannot be measured: {found['error']} (cycle "
            f"{found['cycle']})."
        )
    tasks = [
        _activity(window, counts, simulator.gated)
        for window, counts in zip(script.windows, found["windows"])
    ]
    # The first window is the warm-up.
    return Counted(tasks=tasks[1:], traces=batches * LANES, cpu_seconds=found["cpu_seconds"])


def _activity(window: Window, counts: Mapping, gated: Mapping[int, int]) -> Activity:
    total = counts["cycles"] * counts["traces"]
    settled, everything, ones = (
        numpy.array(counts[name]) / total for name in ("settled", "all", "ones")
    )
    # No gate evaluates these nets, so their toggles follow from the enable.
    for clock, enable in gated.items():  # a pulse in each cycle in which the gate is open
        settled[clock], ones[clock] = 2 * ones[enable], ones[enable] / 2
    # Ports are driven from outside and have no glitches; only cells are counted step by step.
    return Activity(
        task=window.task,
        cycles=counts["cycles"],
        settled=settled,
        all=numpy.maximum(settled, everything),
        duty=ones,
    )
