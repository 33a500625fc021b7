# SPDX-License-Identifier: Apache-2.0
"""The RTL of a core, clock by clock, over the literals of a graph.

Registers hold anything at power-up. What is known of them and of the ports folds into the logic of
a clock, so that of a core whose control is known only the data path is left.
"""

from collections.abc import Mapping, Sequence
from itertools import chain, islice

from ...design import ZEROISE, Design
from ...errors import DesignError
from ..equivalence.netlist import GATES, Netlist, Register
from .folded import AND, COPY, MUX, XOR, Folder, Gate
from .graph import Graph

State = list[int]
"""A literal for each register, in the order of the netlist."""

# fmt: off
_KINDS = {"$_BUF_": (COPY, 0, 0, 0), "$_NOT_": (COPY, 0, 0, 1),
          "$_AND_": (AND, 0, 0, 0), "$_NAND_": (AND, 0, 0, 1), "$_OR_": (AND, 1, 1, 1),
          "$_NOR_": (AND, 1, 1, 0), "$_ANDNOT_": (AND, 0, 1, 0), "$_ORNOT_": (AND, 1, 0, 1),
          "$_XOR_": (XOR, 0, 0, 0), "$_XNOR_": (XOR, 0, 0, 1), "$_MUX_": (MUX, 0, 0, 0)}
# fmt: on
"""Of each gate of Yosys: what it is, and which of its two operands and its result are inverted."""


class Machine:
    """A netlist that can be stepped.

    Args:
        netlist: of `equivalence.netlist.read_rtl`.
        design: whose clock and reset it has.

    Attributes:
        registers: of the netlist.
        widths: bits of each input.

    Raises:
        DesignError: another clock, or a combinational loop.
    """

    def __init__(self, netlist: Netlist, design: Design):
        self.registers: tuple[Register, ...] = netlist.registers
        self._netlist, self._design = netlist, design
        self._quiet = {ZEROISE: 0} if getattr(design.interface, "zeroises", False) else {}
        self.widths = {name: len(bits) for name, bits in netlist.inputs.items()}
        netlist.require_one_clock(design, "RTL", "another clock cannot be unrolled")
        # As `Folder` expects: places 0 and 1 are the constants.
        places = {"0": 0, "1": 1}
        self._inputs = {
            name: [self._place(places, bit) for bit in bits]
            for name, bits in netlist.inputs.items()
        }
        self._state = [self._place(places, register.q) for register in self.registers]
        known = len(places)
        gates = self._ordered(places)
        undriven = [places[bit] for bit in list(places)[known:] if bit not in netlist.gates]
        self._undriven = undriven
        outputs = [places[bit] for bits in netlist.outputs.values() for bit in bits]
        following = [places[register.d] for register in self.registers]
        self._folder = Folder(
            gates,
            leaves=[*chain(*self._inputs.values()), *self._state, *undriven],
            size=len(places),
            results=[*outputs, *following],
        )

    @staticmethod
    def _place(places: dict, bit) -> int:
        return places.setdefault(bit, len(places))

    def _ordered(self, places: dict) -> list[Gate]:
        """The gates that an output or a register needs, operands first."""
        gates, program = self._netlist.gates, []
        roots = [bit for bits in self._netlist.outputs.values() for bit in bits]
        stack, opened = [*(register.d for register in self.registers), *roots], set()
        while stack:
            bit = stack[-1]
            if bit in places:
                stack.pop()
                continue
            kind, operands = gates.get(bit, ("", ()))
            missing = [operand for operand in operands if operand not in places]
            if missing and bit in opened:
                raise DesignError(
                    f"{self._design.name}: combinational loop through net {bit}; it "
                    f"cannot be unrolled."
                )
            opened.add(bit)
            stack += missing
            if not missing:
                place = self._place(places, bit)
                # A net without a gate is undriven: it has a place and no gate, and may be anything
                # in each cycle.
                if kind:
                    given = [places[operand] for operand in operands]
                    what, *inverted = _KINDS[kind]
                    given += [0] * (3 - len(given))
                    program.append(Gate(what, tuple(inverted), place, tuple(given)))
        return program

    def power_up(self, graph: Graph) -> State:
        """Any state."""
        return [graph.input(("register", place)) for place in range(len(self.registers))]

    def begin(self, graph: Graph, start: Sequence) -> State:
        """A state of which something is known: for each register 0, 1, what `said` gives of an
        input, or None for any value.
        """
        inputs = {name: 2 * node for node, name in graph.names.items()}
        state = self.power_up(graph)
        for place, known in enumerate(start):
            if isinstance(known, int):
                state[place] = known
            elif known is not None:
                name, inverted = tuple(known[0]), known[1]
                literal = inputs[name] if name in inputs else graph.input(name)
                state[place] = inputs.setdefault(name, literal) ^ inverted
        return state

    @staticmethod
    def said(graph: Graph, literal: int) -> int | tuple | None:
        """What can be said of a literal: 0, 1, the name of an input and whether it is inverted, or
        None.
        """
        if literal < 2:
            return literal
        name = graph.names.get(literal >> 1)
        # Of inputs only the key outlives a message; nonce and data of the next one are other bits.
        return (name, literal & 1) if name and str(name[0]).startswith("key") else None

    def after_reset(self, cycles: int) -> list[int | None]:
        """What each register holds behind a reset, if that is known."""
        graph, design = Graph(), self._design
        state = self.power_up(graph)
        for _ in range(cycles if design.reset else 0):
            _, state = self.step(graph, state, {design.reset: design.reset_level})
        return [literal if literal < 2 else None for literal in state]

    def rested(self, start: Sequence) -> tuple[list, bool]:
        """What is known of a state one cycle later, in which no word is on PDI and SDI, and whether
        there is none on DO either, whatever ``do_ready`` is.
        """
        graph, design = Graph(), self._design
        inputs = {"pdi_valid": 0, "sdi_valid": 0}
        if design.reset:
            inputs[design.reset] = 1 - design.reset_level
        outputs, following = self.step(graph, self.begin(graph, start), inputs)
        return ([self.said(graph, literal) for literal in following], outputs["do_valid"][0] == 0)

    def step(
        self, graph: Graph, state: State, inputs: Mapping[str, Sequence[int] | int]
    ) -> tuple[dict[str, list[int]], State]:
        """One clock: the outputs in it, and the state after it.

        Args:
            inputs: literals by port, or 0 or 1 for a port of one bit; a port without any is free,
                but that nobody asks for a zeroisation.
        """
        inputs = {**self._quiet, **inputs}
        # In the order of the leaves that `Folder` was made with.
        leaves: list[int] = []
        for name, width in self.widths.items():
            given = inputs.get(name)
            if given is None:
                leaves += [graph.input(("port", name)) for _ in range(width)]
            else:
                leaves += [given] if isinstance(given, int) else given
        leaves += state
        leaves += [graph.input(("undriven", place)) for place in self._undriven]
        results = iter(self._folder.results(graph, leaves))
        outputs = {
            name: list(islice(results, len(bits))) for name, bits in self._netlist.outputs.items()
        }
        return outputs, list(results)


# `equivalence.netlist` refuses other gates; one that it learns must be known here too.
assert set(_KINDS) == set(GATES)
