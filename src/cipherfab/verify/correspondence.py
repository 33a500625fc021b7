"""Which registers of a mapped netlist are which registers of the RTL."""

import random
from collections.abc import Iterable
from dataclasses import dataclass, field

from .aig import Aig
from .netlist import Netlist, Reader, bit_names

Key = tuple[str, int]
"""A register: its side, ``rtl`` or ``netlist``, and the bit of its output."""

CYCLES, WARM_UP, PATTERNS = 96, 32, 128
"""Of the simulation: clock cycles, those that are not looked at, and how many runs with other inputs go side by side."""


@dataclass(frozen=True)
class Correspondence:
    """Registers that equal, or are the inverse of, another register or a constant.

    Attributes:
        targets: register to ``(other register or None for constant 0, 1 if inverted)``.
        labels: what to call each register in messages.
    """

    targets: dict[Key, tuple[Key | None, int]] = field(default_factory=dict)
    labels: dict[Key, str] = field(default_factory=dict)

    def without(self, labels: Iterable[str]) -> "Correspondence":
        """The same without the guesses of these labels (``guess NAME``)."""
        dropped = set(labels)
        return Correspondence({key: target for key, target in self.targets.items() if f"guess {self.labels[key]}" not in dropped},
                              self.labels)

    def unmatched(self, mapped: Netlist, guesses: "Correspondence") -> list[str]:
        """Names of the registers of the netlist that neither this nor ``guesses`` explains."""
        keys = (("netlist", register.q) for register in mapped.registers)
        return [guesses.labels[key] for key in keys if key not in self.targets and key not in guesses.targets]


def by_name(rtl: Netlist, mapped: Netlist) -> Correspondence:
    """Each register of the netlist to the register of the RTL that has one of its names."""
    named = {name: register for register in rtl.registers for name in register.names}
    targets, labels = {}, {}
    for register in mapped.registers:
        if found := [name for name in register.names if name in named]:
            key = "netlist", register.q
            targets[key] = ("rtl", named[found[0]].q), 0
            labels[key] = found[0]
    return Correspondence(targets, labels)


def by_simulation(rtl: Netlist, mapped: Netlist, names: Correspondence, reset: str, seed: int) -> Correspondence:
    """Guesses for the registers without a namesake: those that a random simulation cannot tell from another or a constant.

    Args:
        rtl, mapped: the two sides.
        names: what is known from the names.
        reset: input that is 1 in the first two cycles and then 0.
        seed: of the random inputs.
    """
    keys = [(side, register.q) for side, netlist in (("rtl", rtl), ("netlist", mapped)) for register in netlist.registers]
    labels = {(side, register.q): f"{side} {register.names[0] if register.names else register.q}"
              for side, netlist in (("rtl", rtl), ("netlist", mapped)) for register in netlist.registers}
    namesakes = {target for target, _ in names.targets.values()}
    doubtful = [key for key in keys if key not in names.targets and key not in namesakes]
    if not doubtful:
        return Correspondence({}, labels)
    traces = _traces(rtl, mapped, names, reset, seed)
    ones = (1 << PATTERNS * (CYCLES - WARM_UP)) - 1
    known: dict[int, tuple[Key | None, int]] = {0: (None, 0), ones: (None, 1)}
    for key in (key for key in keys if key in namesakes):
        known.setdefault(traces[key], (key, 0))
        known.setdefault(traces[key] ^ ones, (key, 1))
    targets = {}
    for key in doubtful:
        if traces[key] in known:
            targets[key] = known[traces[key]]
        else:
            known[traces[key]], known[traces[key] ^ ones] = (key, 0), (key, 1)
    return Correspondence(targets, labels)


def _traces(rtl: Netlist, mapped: Netlist, names: Correspondence, reset: str, seed: int) -> dict[Key, int]:
    """The values of every register over all cycles and patterns, after the warm-up, as one integer."""
    graph, dice = Aig(), random.Random(seed)
    following = {}
    for side, netlist in (("rtl", rtl), ("netlist", mapped)):
        known = {register.q: graph.input((side, register.q)) for register in netlist.registers}
        known |= {bit: graph.input(label) for name, bits in rtl.inputs.items()
                  for label, bit in zip(bit_names(name, len(bits)), netlist.inputs[name])}
        reader = Reader(graph, netlist, known, side, lambda bit: 0)
        following |= {(side, register.q): reader.literal(register.d) for register in netlist.registers}
    ports = [label for name, bits in rtl.inputs.items() for label in bit_names(name, len(bits))]
    state = {key: dice.getrandbits(PATTERNS) for key in following}
    state |= {key: state[target] for key, (target, _) in names.targets.items()}
    traces = dict.fromkeys(following, 0)
    for cycle in range(CYCLES):
        values = state | {label: dice.getrandbits(PATTERNS) for label in ports}
        if reset in values:
            values[reset] = (1 << PATTERNS) - 1 if cycle < 2 else 0
        simulation = graph.simulate(values, PATTERNS)
        state = {key: simulation[literal] for key, literal in following.items()}
        if cycle >= WARM_UP:
            traces = {key: traces[key] << PATTERNS | value for key, value in state.items()}
    return traces
