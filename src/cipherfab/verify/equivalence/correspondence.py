# SPDX-License-Identifier: Apache-2.0
"""Which registers of a mapped netlist are which registers of the RTL."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field

from .aig import Aig
from .netlist import Netlist, Reader, bit_names

Key = tuple[str, int]
"""A register: its side, ``rtl`` or ``netlist``, and the bit of its output."""

CYCLES, PATTERNS = 64, 128
"""Of the simulation: clock cycles that are looked at, and how many runs with other inputs go side
by side.
"""

SIGNATURE = 1024
"""Random states in which next values are compared."""

WARM_UPS = 32, 896
"""Cycles before them, as many as to overwrite what the registers held at first; more for cores that
take their inputs slowly.
"""


@dataclass(frozen=True)
class Correspondence:
    """Registers that equal, or are the inverse of, another register or a constant.

    Attributes:
        targets: register to ``(other register or None for constant 0, 1 if inverted)``.
        labels: what to call each register in messages.
    """

    targets: dict[Key, tuple[Key | None, int]] = field(default_factory=dict)
    labels: dict[Key, str] = field(default_factory=dict)


def by_name(rtl: Netlist, mapped: Netlist) -> Correspondence:
    """Each register of the netlist to the register of the RTL that has one of its names, or a name
    of its inverse.
    """
    named = {name: register for register in rtl.registers for name in register.names}
    targets, labels = {}, {}
    for register in mapped.registers:
        found = [(name, 0) for name in register.names if name in named]
        found += [(name, 1) for name in register.inverse_names if name in named]
        if found:
            (name, inverted), key = found[0], ("netlist", register.q)
            targets[key] = ("rtl", named[name].q), inverted
            labels[key] = name
    return Correspondence(targets, labels)


@dataclass
class Guesses:
    """Guesses for the registers without a namesake: those that no simulation so far can tell from
    another or from a constant.

    Attributes:
        doubtful: registers without a namesake.
        labels: what to call every register.
    """

    keys: list[Key]
    doubtful: list[Key]
    labels: dict[Key, str]
    _namesakes: set[Key]
    _traces: dict[Key, int]
    _length: int

    def correspondence(self) -> Correspondence:
        """Each doubtful register to the first register, or constant, of the same or the inverse
        trace.
        """
        ones = (1 << self._length) - 1
        known: dict[int, tuple[Key | None, int]] = {0: (None, 0), ones: (None, 1)}
        targets = {}
        for key in [key for key in self.keys if key in self._namesakes] + self.doubtful:
            trace = self._traces[key]
            if key in self._namesakes or trace not in known:
                known.setdefault(trace, (key, 0))
                known.setdefault(trace ^ ones, (key, 1))
            else:
                targets[key] = known[trace]
        return Correspondence(targets, self.labels)

    def refine(self, following: Mapping[Key, int], patterns: int) -> None:
        """Take note of the values of all registers in ``patterns`` more situations, of which one
        refutes a guess.
        """
        self._traces = (
            {key: trace << patterns | following[key] for key, trace in self._traces.items()})
        self._length += patterns


def by_simulation(rtl: Netlist, mapped: Netlist, names: Correspondence,
                  reset: tuple[str, int], seed: int,
                  warm_up: int = WARM_UPS[0]) -> Guesses:
    """First guesses, from random inputs after a reset.

    Args:
        rtl, mapped: the two sides.
        names: what is known from the names.
        reset: input, and its value in the first two cycles; afterwards it has the other value.
        seed: of the random inputs.
        warm_up: cycles that are not looked at.
    """
    sides = (("rtl", rtl), ("netlist", mapped))
    labels = {(side, register.q): f"{side} {register.names[0] if register.names else register.q}"
              for side, netlist in sides for register in netlist.registers}
    namesakes = {target for target, _ in names.targets.values()}
    doubtful = [key for key in labels if key not in names.targets and key not in namesakes]
    traces = (
        _traces(rtl, mapped, names, reset, seed, warm_up) if doubtful else dict.fromkeys(labels, 0))
    return Guesses(list(labels), doubtful, labels, namesakes,
                   traces, PATTERNS * CYCLES if doubtful else 0)


def by_next_value(rtl: Netlist, mapped: Netlist, names: Correspondence,
                  seed: int) -> Correspondence:
    """``names``, and registers whose next values agree whatever the registers hold, as long as
    those that correspond hold the same.

    And those that stay 0 once they are. For registers that are loaded so rarely that no simulation
    from a reset gets there: it needs no reachable state. One that holds its own value for a time is
    not found, nor one of several with the same next value.
    """
    graph, following, ports = _next_values(rtl, mapped)
    dice, targets, left = random.Random(seed), dict(names.targets), {}

    def next_values(zero: bool) -> dict[Key, int]:
        state = {key: 0 if zero and key in left else dice.getrandbits(SIGNATURE)
                 for key in (*following, *ports)}
        simulation = graph.simulate(_tied(state, targets, SIGNATURE), SIGNATURE)
        taken = {*targets, *(target for target, _ in targets.values())}
        return {key: simulation[literal] for key, literal in following.items() if key not in taken}

    while found := _pairs(left := next_values(zero=False)):
        targets |= found
    targets |= {key: (None, 0) for key, value in next_values(zero=True).items() if not value}
    return Correspondence(targets,
                          {key: names.labels.get(key, f"net {key[1]} of the {key[0]}")
                           for key in targets})


def _tied(state: dict[Key, int], targets: Mapping[Key, tuple[Key | None, int]],
          patterns: int) -> dict[Key, int]:
    """The state in which registers hold what they correspond to."""
    ones = (1 << patterns) - 1
    return (
        state | {key: (state[target] if target else 0) ^ ones * inverted
                 for key, (target, inverted) in targets.items()})


def _pairs(values: dict[Key, int]) -> dict[Key, tuple[Key, int]]:
    """Registers of the netlist with the only one of the RTL that has the same value, or the inverse
    one.
    """
    ones, by_value = (1 << SIGNATURE) - 1, {}
    for key, value in values.items():
        by_value.setdefault((key[0], min(value, value ^ ones)), []).append(key)
    pairs = ((by_value.get(("rtl", value), []), keys) for (side, value), keys in by_value.items()
             if side == "netlist")
    single = ((ours[0], theirs[0]) for ours, theirs in pairs if len(ours) == len(theirs) == 1)
    return {theirs: (ours, int(values[ours] != values[theirs])) for ours, theirs in single}


def _next_values(rtl: Netlist, mapped: Netlist) -> tuple[Aig, dict[Key, int], list[str]]:
    """Both netlists in one graph, whose inputs are all registers: the literal of each next value;
    the names of the input bits.
    """
    graph, following = Aig(), {}
    for side, netlist in (("rtl", rtl), ("netlist", mapped)):
        known = {register.q: graph.input((side, register.q)) for register in netlist.registers}
        known |= {bit: graph.input(label) for name, bits in rtl.inputs.items()
                  for label, bit in zip(bit_names(name, len(bits)), netlist.inputs[name])}
        reader = Reader(graph, netlist, known, side, lambda bit: 0)
        following |= {(side, register.q): reader.literal(register.d)
                      for register in netlist.registers}
    return graph, following, [label for name, bits in rtl.inputs.items()
                              for label in bit_names(name, len(bits))]


def _traces(rtl: Netlist, mapped: Netlist, names: Correspondence, reset: tuple[str, int], seed: int,
            warm_up: int) -> dict[Key, int]:
    """The values of every register over all cycles and patterns, after the warm-up, as one integer.
    """
    dice = random.Random(seed)
    graph, following, ports = _next_values(rtl, mapped)
    state = {key: dice.getrandbits(PATTERNS) for key in following}
    state = _tied(state, names.targets, PATTERNS)
    traces = dict.fromkeys(following, 0)
    for cycle in range(warm_up + CYCLES):
        values = state | {label: dice.getrandbits(PATTERNS) for label in ports}
        port, level = reset
        if port in values:
            values[port] = (1 << PATTERNS) - 1 if (cycle < 2) == bool(level) else 0
        simulation = graph.simulate(values, PATTERNS)
        state = {key: simulation[literal] for key, literal in following.items()}
        if cycle >= warm_up:
            traces = {key: traces[key] << PATTERNS | value for key, value in state.items()}
    return traces
