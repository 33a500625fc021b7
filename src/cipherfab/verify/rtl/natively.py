# SPDX-License-Identifier: Apache-2.0
"""A VHDL core as GHDL simulates its sources, on the messages or calls that its exported netlist is
played with too.

GHDL writes faulty netlists of some sources. What is measured is the netlist, so both must give what
the model gives.
"""

import random

from ...catalog import find
from ...design import BareInterface, Design
from ...imports import native
from ...lwc.messages import vectors
from ...lwc.vectors import Vectors
from ...primitives.primitive import software
from ..answers import stimulus
from ..answers.answerable import answerable

RECORDS = 200
"""Known answers of each algorithm that are played, beside the test plan."""

CALLS = 60
"""Random inputs of a bare primitive."""


def simulate(design: Design, *, seed: int, given: Vectors | None = None) -> tuple[bool, str]:
    """Simulate the sources of a VHDL core natively, without stalls.

    Args:
        design: from `imports.third_party.load`, of a VHDL core.
        seed: of the test plan or of the calls.
        given: further vectors to play.

    Returns:
        Whether every answer is right, and what was played or the first mismatch.

    Raises:
        ToolError: GHDL failed or ran out of time.
    """
    if isinstance(design.interface, BareInterface):
        return _calls(design, seed)
    interface, played = design.interface, [given] if given else []
    names = [name for name in (interface.aead, interface.hash) if name]
    for messages in [stimulus.official(name)[:RECORDS]
                     for name in names] + ([_plan(interface, seed)] if names else []):
        messages = answerable(interface, messages)
        played.append(vectors(messages, width=interface.width, sdi_width=interface.sdi_width))
    for streams in played:
        if difference := native.check(design, streams):
            return False, f"first mismatch: {_message(streams, difference.word)}{difference.text}"
    return True, f"{sum(len(streams.do.blocks) for streams in played)} messages, no stalls"


def _plan(interface, seed: int) -> list:
    return stimulus.plan(interface.aead, interface.hash, seed=seed)


def _message(streams: Vectors, word: int) -> str:
    """Which message an output word belongs to."""
    for number, block in enumerate(streams.do.blocks, 1):
        if word < len(block.words):
            return f"message {number} of {len(streams.do.blocks)} ({block.title}), "
        word -= len(block.words)
    return ""


def _calls(design: Design, seed: int) -> tuple[bool, str]:
    primitive, generator = find(design.interface.algorithm).primitive, random.Random(seed)
    inputs = [{name: generator.getrandbits(width) for name, width in primitive.inputs.items()}
              for _ in range(CALLS)]
    found = native.call(design, inputs)
    for number, call in enumerate(inputs):
        wanted = dict(zip(primitive.outputs, software(primitive)(*call.values())))
        expected = {name: f"{value:0{primitive.outputs[name]}b}" for name, value in wanted.items()}
        got = found[number] if number < len(found) else {}
        if wrong := [f"{name}: expected {wanted[name]:X}, got {_number(got.get(name))}"
                     for name in expected
                     if got.get(name) != expected[name]]:
            return False, f"first mismatch: output {number + 1} of {CALLS}: {'; '.join(wrong)}"
    return True, f"{CALLS} calls"


def _number(bits: str | None) -> str:
    """Binary text as hexadecimal, or as it is where it has other values than 0 and 1."""
    return "nothing" if bits is None else f"{int(bits, 2):X}" if set(bits) <= {"0", "1"} else bits
