# SPDX-License-Identifier: Apache-2.0
"""RTL and mapped netlist simulated side by side, each with registers of its own."""

import random
from collections.abc import Mapping
from dataclasses import dataclass

from .aig import Aig
from .netlist import Netlist, Reader, bit_names
from .states import Key
from .stimulus import Bits

PATTERNS = 128
"""So many runs with other inputs go side by side."""

RESET = 2
"""Cycles of reset at first."""

LONGEST = 10_000
"""Cycles at most."""

Targets = Mapping[Key, tuple[Key | None, int]]
"""What registers correspond to: another one, or None for the constant 0, and 1 if inverted."""


@dataclass(frozen=True)
class Both:
    """Both netlists in one graph, whose inputs are all registers.

    Attributes:
        following: literal of each next value.
        outputs: literal of each bit of an output of the RTL, by its label.
    """

    graph: Aig
    following: dict[Key, int]
    outputs: dict[str, int]


def next_values(rtl: Netlist, mapped: Netlist) -> Both:
    """Enter RTL and netlist into one graph."""
    graph, following, readers = Aig(), {}, {}
    for side, netlist in (("rtl", rtl), ("netlist", mapped)):
        known = {register.q: graph.input((side, register.q)) for register in netlist.registers}
        known |= {
            # Inputs of both sides by one label, so that they are one node.
            bit: graph.input(label)
            for name, bits in rtl.inputs.items()
            for label, bit in zip(bit_names(name, len(bits)), netlist.inputs[name])
        }
        readers[side] = Reader(graph, netlist, known, side, lambda bit: 0)
        following |= {
            (side, register.q): readers[side].literal(register.d) for register in netlist.registers
        }
    outputs = {
        label: readers["rtl"].literal(bit)
        for name, bits in rtl.outputs.items()
        for label, bit in zip(bit_names(name, len(bits)), bits)
    }
    return Both(graph, following, outputs)


@dataclass(frozen=True)
class Traces:
    """What registers held, in many moments: the same bit of each value is the same moment.

    Attributes:
        values: by register.
        length: bits of each.
    """

    values: dict[Key, int]
    length: int


def traces(
    rtl: Netlist,
    mapped: Netlist,
    names: Targets,
    reset: tuple[str, int],
    dice: random.Random,
    player: Bits,
    cycles: tuple[int, int],
    first: Mapping[Key, int] | None = None,
) -> Traces:
    """The values of every register over cycles and patterns, after the warm-up.

    Args:
        names: what registers correspond to by their names; these hold the same at first: the
            initial value of the RTL, if it has one.
        reset: input (empty: none), and its value in a reset.
        player: what is on the inputs; it is played to its end, for `LONGEST` cycles at most.
        cycles: of the warm-up, and behind it, at least.
        first: 0 or 1 for registers that hold it at first; others hold an initial value, or
            anything.
    """
    both, ones = next_values(rtl, mapped), (1 << PATTERNS) - 1
    state = {key: dice.getrandbits(PATTERNS) for key in both.following}
    state |= {
        ("rtl", register.q): ones * register.initial
        for register in rtl.registers
        if register.initial is not None
    }
    # Behind the initial values: these count more.
    state |= {key: ones * value for key, value in (first or {}).items()}
    # Namesakes begin alike, as the proof takes them to be.
    state, moments, stride = tied(state, names, PATTERNS), [], 1
    for cycle in range(LONGEST):
        values = state | player.inputs()
        port, level = reset
        if port in values:
            values[port] = ones if (cycle < RESET) == bool(level) else 0
        simulation = both.graph.simulate(values, PATTERNS)
        state = {key: simulation[literal] for key, literal in both.following.items()}
        if cycle >= cycles[0] and (cycle - cycles[0]) % stride == 0:
            moments.append(state)
        if len(moments) == 2 * cycles[1]:  # of a longer play every second cycle, and so on
            moments, stride = moments[::2], 2 * stride
        if cycle < RESET:
            state = _tied_again(state, names)
        else:
            player.taken({label: simulation[literal] for label, literal in both.outputs.items()})
        if cycle + 1 >= sum(cycles) and player.ended:
            break
    return Traces(
        {key: _joined([moment[key] for moment in moments]) for key in state},
        PATTERNS * len(moments),
    )


def _joined(values: list[int]) -> int:
    """Values of `PATTERNS` bits side by side, the first at the top."""
    return int.from_bytes(b"".join(value.to_bytes(PATTERNS // 8, "big") for value in values), "big")


def tied(state: dict[Key, int], targets: Targets, patterns: int) -> dict[Key, int]:
    """The state in which registers hold what they correspond to."""
    ones = (1 << patterns) - 1
    return state | {
        key: (state[target] if target else 0) ^ ones * inverted
        for key, (target, inverted) in targets.items()
    }


def _tied_again(state: dict[Key, int], targets: Targets) -> dict[Key, int]:
    """In a reset: registers of the netlist that it does not set hold what those with their names
    hold, which a state machine with other codes may have changed.
    """
    open_ones = {
        key: target for key, target in targets.items() if state[key] not in (0, (1 << PATTERNS) - 1)
    }
    return tied(state, open_ones, PATTERNS)
