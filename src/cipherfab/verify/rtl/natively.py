# SPDX-License-Identifier: Apache-2.0
"""A VHDL core as GHDL simulates its sources, on the messages or calls that its exported netlist is
played with too.

GHDL writes faulty netlists of some sources. What is measured is the netlist, so both must give what
the model gives.
"""

import random
import re
from pathlib import Path

from ...catalog import find
from ...design import BareInterface, Design, LwcInterface
from ...imports import native
from ...imports.vhdl import own_name
from ...imports.zeroed import literals
from ...lwc.streams import vectors
from ...lwc.vectors import Vectors
from ...primitives.primitive import software
from ..answers import stimulus
from ..answers.answerable import answerable
from .bare import BareResult, BareSimulator
from .calls import on_ports
from .simulator import PlayResult, Simulator
from .single_segments import single

RECORDS = 200
"""Known answers of each algorithm that are played, beside the test plan."""

CALLS = 60
"""Random inputs of a bare primitive."""

POWERS = (1, 2, 3)
"""Seeds of what is in the registers at first, where the netlist is played once more."""

TOO_MANY = "too many"
"""In a failure: an answer that nobody asked for."""

HIDDEN = re.compile(r"--\s*(?:pragma|synthesis|synopsys)\s+(?:translate|synthesis)_off\b", re.I)
"""Where a region begins that GHDL simulates and does not synthesize."""


def simulate(
    design: Design, *, seed: int, given: Vectors | None = None, whole: bool = False
) -> tuple[bool, str]:
    """Simulate the sources of a VHDL core natively, without stalls.

    Args:
        design: from `imports.third_party.load`, of a VHDL core.
        seed: of the test plan or of the calls.
        given: further vectors to play.
        whole: the test plan has each type in one segment, of a core that takes no more.

    Returns:
        Whether every answer is right, and what was played, the first mismatch, or how the core
        ended the simulation (`native.STOPPED`).

    Raises:
        ToolError: GHDL failed or ran out of time.
    """
    try:
        return _simulate(design, seed, given, whole)
    except native.Stopped as stopped:
        return False, str(stopped)


def _simulate(design: Design, seed: int, given: Vectors | None, whole: bool) -> tuple[bool, str]:
    if isinstance(design.interface, BareInterface):
        return _calls(design, seed)
    played = _streams(design.interface, seed, given, whole=whole)
    for streams in played:
        if difference := native.check(design, streams):
            return False, f"first mismatch: {_message(streams, difference.word)}{difference.text}"
    number = sum(len(streams.do.blocks) for streams in played)
    return True, f"{number} messages, no stalls{', each type in one segment' * whole}"


def _streams(
    interface: LwcInterface, seed: int, given: Vectors | None, *, whole: bool = False
) -> list[Vectors]:
    played, segmented = [given] if given else [], single if whole else iter
    names = [name for name in (interface.aead, interface.hash) if name]
    for messages in [stimulus.official(name)[:RECORDS] for name in names] + (
        [[*segmented(_plan(interface, seed))]] if names else []
    ):
        messages = answerable(interface, messages)
        played.append(vectors(messages, **interface.streamed))
    return played


def misread(
    design: Design, directory: Path, *, seed: int, given: Vectors | None = None, whole: bool = False
) -> bool:
    """Whether the exported netlist of a core fails at what GHDL's own simulation of the sources
    answers rightly: without stalls, and whatever is in the registers at first. Then it is not the
    netlist of these sources.

    Args:
        design, seed, given, whole: as of `simulate`, which passed.
        directory: for the compiled simulator.
    """
    if isinstance(design.interface, BareInterface):
        simulator = BareSimulator.build(design, directory)
        calls = [on_ports(design.interface, *_answers(design, seed))]
        # The native bench makes one call after the other.
        options = {"spaced": True}
    else:
        simulator = Simulator.build(design, directory)
        calls = [(streams,) for streams in _streams(design.interface, seed, given, whole=whole)]
        # The native bench compares words alone, so nothing more is asked of the netlist.
        options = {"protocol": False}
    return any(
        # Wrong whatever is in the registers at first: else the core itself may count on what they
        # hold.
        all(
            _is_wrong(simulator.play(*call, stall_seed=None, power=power, **options))
            for power in POWERS
        )
        for call in calls
    )


def _is_wrong(result: PlayResult | BareResult) -> bool:
    """Whether an answer is wrong or does not come; the native bench does not see one too many."""
    return not result.passed and TOO_MANY not in str(
        getattr(result.failure, "text", result.failure)
    )


def zeroed(design: Design) -> list[str]:
    """See `zeroed.literals`, with the user's names of the files."""
    return literals((own_name(name), text) for name, text in design.third_party.vhdl.items())


def hidden(design: Design) -> list[str]:
    """Where the sources have regions that are simulated and not synthesized."""
    return [
        f"{own_name(name)}:{number}"
        for name, text in design.third_party.vhdl.items()
        for number, line in enumerate(text.splitlines(), 1)
        if HIDDEN.search(line)
    ]


def _plan(interface: LwcInterface, seed: int) -> list:
    return stimulus.plan(interface.aead, interface.hash, seed=seed)


def _message(streams: Vectors, word: int) -> str:
    """Which message an output word belongs to."""
    for number, block in enumerate(streams.do.blocks, 1):
        if word < len(block.words):
            return f"message {number} of {len(streams.do.blocks)} ({block.title}), "
        word -= len(block.words)
    return ""


def _answers(design: Design, seed: int) -> tuple[list[dict], list[dict]]:
    """Random inputs of a bare primitive, and what is expected of them."""
    primitive, generator = find(design.interface.algorithm).primitive, random.Random(seed)
    inputs = [
        {name: generator.getrandbits(width) for name, width in primitive.inputs.items()}
        for _ in range(CALLS)
    ]
    return inputs, [
        dict(zip(primitive.outputs, software(primitive)(*call.values()))) for call in inputs
    ]


def _calls(design: Design, seed: int) -> tuple[bool, str]:
    primitive = find(design.interface.algorithm).primitive
    inputs, outputs = _answers(design, seed)
    found = native.call(design, inputs)
    for number, wanted in enumerate(outputs):
        # Compared as text: what GHDL gives may have U or X, which no number has.
        expected = {name: f"{value:0{primitive.outputs[name]}b}" for name, value in wanted.items()}
        got = found[number] if number < len(found) else {}
        if wrong := [
            f"{name}: expected {wanted[name]:X}, got {_number(got.get(name))}"
            for name in expected
            if got.get(name) != expected[name]
        ]:
            return False, f"first mismatch: output {number + 1} of {CALLS}: {'; '.join(wrong)}"
    return True, f"{CALLS} calls"


def _number(bits: str | None) -> str:
    """Binary text as hexadecimal, or as it is where it has other values than 0 and 1."""
    # GHDL shows std_logic, which has also U, X and Z.
    return "nothing" if bits is None else f"{int(bits, 2):X}" if set(bits) <= {"0", "1"} else bits
