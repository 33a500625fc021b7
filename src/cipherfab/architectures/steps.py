# SPDX-License-Identifier: Apache-2.0
"""Steps of a primitive as combinational modules: the logic that every architecture places between
its registers.
"""

from collections.abc import Callable, Mapping

from amaranth.hdl import Elaboratable, Module, Signal

from ..primitives.primitive import Primitive, State
from ..words import Word
from ..words.hardware import assign_parts, build


class Function(Elaboratable):
    """One function over words as a module of its own, so that the emitted Verilog keeps the
    structure of the description.

    Args:
        function: from words by name to words by name.
        inputs: width in bits of each input.
        outputs: width in bits of each output.

    Attributes:
        inputs, outputs: signals by name.
    """

    def __init__(
        self,
        function: Callable[[State], State],
        inputs: Mapping[str, int],
        outputs: Mapping[str, int],
    ):
        self.function = function
        self.inputs = {name: Signal(width, name=f"{name}_in") for name, width in inputs.items()}
        self.outputs = {name: Signal(width, name=f"{name}_out") for name, width in outputs.items()}

    def elaborate(self, platform):
        m = Module()
        values = build(m, self.function, self.inputs)
        for name, signal in self.outputs.items():
            # In two parts, since Amaranth would see through a whole assignment and drop the name of
            # the port.
            half = len(signal) // 2
            m.d.comb += assign_parts(
                signal, [values[name][:half], values[name][half:]] if half else [values[name]]
            )
        return m


def apply(
    m: Module,
    name: str,
    function: Callable[[State], State],
    inputs: Mapping,
    outputs: Mapping[str, int],
) -> dict:
    """Add ``function`` as submodule ``name`` and return its output signals by name."""
    block = Function(function, {key: len(value) for key, value in inputs.items()}, outputs)
    m.submodules[name] = block
    m.d.comb += [block.inputs[key].eq(value) for key, value in inputs.items()]
    return block.outputs


def steps(
    m: Module,
    primitive: Primitive,
    state: Mapping,
    count: int,
    *,
    first: int = 0,
    ends: bool = False,
    name: str = "step",
) -> dict:
    """``count`` steps after each other, as submodules ``step0``, ``step1``, …

    Args:
        m: module that gets them.
        primitive: whose steps.
        state: register values before the first.
        count: how many.
        first: number of the first, for the names.
        ends: the last of them is the last step of the primitive.
        name: what the numbers of the submodules follow.
    """
    for number in range(count):
        # Only the step that ends the whole run may differ from the others.
        last = ends and number == count - 1 and primitive.last_step is not None
        function = primitive.last_step if last else primitive.step
        state = apply(m, f"{name}{first + number}", function, state, primitive.layout)
    return state


def predicate(m: Module, name: str, function: Callable[[State], Word], state: Mapping) -> Signal:
    """One bit, from the registers."""
    return apply(m, name, lambda words: {"finished": function(words)}, state, {"finished": 1})[
        "finished"
    ]


def load(m: Module, primitive: Primitive, inputs: Mapping) -> dict:
    """The registers before the first step, from the inputs."""
    return apply(m, "load", primitive.load, inputs, primitive.layout)


def result(m: Module, primitive: Primitive, state: Mapping) -> dict:
    """The outputs, from the registers after the last step."""
    return apply(m, "result", primitive.result, state, primitive.outputs)


def one_of(*chosen: tuple):
    """The word whose condition is 1; 0 if none is. At most one may be: a sum of gated words, one
    gate for all of them.
    """
    total = 0
    for condition, value in chosen:
        total = total | (value & condition.replicate(len(value)))
    return total
