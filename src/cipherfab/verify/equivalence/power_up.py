# SPDX-License-Identifier: Apache-2.0
"""What registers hold at first: the base of the induction of `proof`.

The step of the induction says that registers which correspond still do a cycle later. This is about
the moment in which it begins, behind a reset. There

- a register that the reset sets holds what the reset puts into it;
- one with an initial value that no reset sets holds that value;
- every other one holds anything. Of the RTL that is a choice: a netlist is right if it does what
  the RTL does from *some* values. Of the netlist it is none: a chip powers up as it likes.

So a correspondence holds at first unless it says of a register of the netlist more than is known of
it: that it holds a certain value, or the same as another one.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from ...design import Design
from .aig import FALSE, TRUE, Aig
from .netlist import Netlist, Reader, bit_names, read_rtl
from .states import Key, Values

Relation = Iterable[tuple[Key, tuple[Key | Values | None, int]]]
"""Registers with what they correspond to, see `correspondence.Correspondence`."""

RESET = 2
"""Cycles of the reset at first, as of the guesses' simulation."""


HAVE_INITIAL = "have initial values that no reset sets"
"""How a remark about registers ends, see `listed`."""


def listed(names: Iterable[str], most: int = 8) -> str:
    """``3 registers (a, b, c)``: bits of one word once."""
    words = list(dict.fromkeys(name.partition("[")[0] for name in names))
    told = ", ".join(words[:most]) + (", …" if len(words) > most else "")
    return f"{len(words)} register{'s' if len(words) != 1 else ''} ({told})"


def set_by_reset(
    side: Netlist, design: Design, cycles: int = 1, *, open_nets: bool = False
) -> dict[int, int]:
    """What a reset of so many cycles puts into registers, whatever they and the inputs hold:
    `FALSE` or `TRUE` by output bit; only of those that it sets.

    Args:
        open_nets: undriven nets are anything, not 0.
    """
    values: dict[int, int] = {}
    # What one cycle sets may set more in the next.
    for _ in range(cycles if design.reset else 0):
        graph = Aig()
        known = {
            register.q: values[register.q] if register.q in values else graph.input(register.q)
            for register in side.registers
        }
        for port, bits in side.inputs.items():
            for name, bit in zip(bit_names(port, len(bits)), bits):
                active = TRUE if design.reset_level else FALSE
                known[bit] = active if port == design.reset else graph.input(("port", name))
        reader = Reader(
            graph,
            side,
            known,
            "reset",
            # As a default: the name is another graph in the next turn.
            lambda bit, graph=graph: graph.input(("undriven", bit)) if open_nets else FALSE,
        )
        following = ((register.q, reader.literal(register.d)) for register in side.registers)
        values = {q: literal for q, literal in following if literal in (FALSE, TRUE)}
    return values


def counted_on(design: Design, directory: Path) -> list[str]:
    """Names of the registers with an initial value that no reset sets.

    Raises:
        DesignError: the registers are not those of `netlist.load`.
        ToolError: Yosys failed.
    """
    rtl = read_rtl(design, directory)
    known = set_by_reset(rtl, design, RESET)
    return sorted(
        register.names[0] if register.names else str(register.q)
        for register in rtl.registers
        if register.initial is not None and register.q not in known
    )


def as_simulated(rtl: Netlist, design: Design) -> Netlist:
    """The RTL with the initial values that its simulation keeps: those of our own cores are left
    out there (`rtl.program`), and here.
    """
    if design.keeps_initial_values:
        return rtl
    return replace(
        rtl, registers=tuple(replace(register, initial=None) for register in rtl.registers)
    )


@dataclass(frozen=True)
class AtFirst:
    """What a correspondence says of the values at first that does not follow from what is known.

    Attributes:
        wrong: registers of which one is known to hold a value and another the other one.
        open: registers of the netlist that may hold anything, and correspond to an initial value of
            the RTL, to a constant, or to one another.
    """

    wrong: tuple[Key, ...] = ()
    open: tuple[Key, ...] = ()


class Start:
    """What is known of the registers of both sides at first.

    Attributes:
        known: what they hold behind the reset.
        put: those that the reset sets.
        initial: those of the RTL with an initial value that no reset sets.
        only_said: those of both sides.
        reset: its port, and its value in a reset.
    """

    def __init__(self, rtl: Netlist, mapped: Netlist, design: Design):
        self.rtl, self.reset = rtl, (design.reset, design.reset_level)
        self.known: dict[Key, int] = {}
        self._said: dict[Key, int] = {}
        self.put: set[Key] = set()
        for side, netlist in (("rtl", rtl), ("netlist", mapped)):
            said = {
                register.q: register.initial
                for register in netlist.registers
                if register.initial is not None
            }
            # What the reset puts there counts more than an initial value: the induction begins
            # behind it.
            put = set_by_reset(netlist, design, RESET, open_nets=side == "netlist")
            self.known |= {(side, q): value for q, value in (said | put).items()}
            self._said |= {(side, q): value for q, value in said.items()}
            self.put |= {(side, q) for q in put}
        self.initial = {key for key in self._said if key[0] == "rtl"} - self.put
        self.only_said = self._said.keys() - self.put

    def late(self, relation: Relation) -> set[Key]:
        """Registers that correspond behind the reset, and need not do so at power-up."""
        found = self._judged(relation, self._said)
        return {*found.wrong, *found.open}

    def judged(self, relation: Relation) -> AtFirst:
        """What the relation says beyond what is known."""
        return self._judged(relation, self.known)

    def _judged(self, relation: Relation, known: Mapping[Key, int]) -> AtFirst:
        wrong, unknown = [], []
        for members in _classes(self._told(relation, known)):
            values = {
                value ^ inverted: key
                for key, inverted in members.items()
                if (value := 0 if key is None else known.get(key)) is not None
            }
            free = [
                key
                for key in members
                if key is not None and key[0] == "netlist" and key not in known
            ]
            if len(values) > 1:
                wrong += [key for key in members if key is not None]
            # One register of the netlist alone may hold anything: the RTL is then looked at from
            # the same value.
            elif free and (values or len(free) > 1):
                unknown += free
        return AtFirst(tuple(wrong), tuple(unknown))

    def _told(
        self, relation: Relation, values: Mapping[Key, int]
    ) -> Iterable[tuple[Key, Key | None, int]]:
        """Pairs of registers; of the values of a word only where that is known."""
        for key, (target, inverted) in relation:
            if not isinstance(target, Values):
                yield key, target, inverted
            elif all(bit in values for bit in target.word.bits):
                value = sum(values[bit] << place for place, bit in enumerate(target.word.bits))
                yield key, None, inverted ^ (value in target.values)

    def names(self, registers: Iterable[Key]) -> list[str]:
        """Names of those of the registers that have an initial value of the RTL."""
        names = {
            ("rtl", register.q): register.names[0] if register.names else str(register.q)
            for register in self.rtl.registers
        }
        return sorted(names[key] for key in set(registers) & self.initial)

    def missing(self, mapped: Netlist) -> list[str]:
        """Names of the registers with an initial value that the netlist does not have under any of
        their names.
        """
        there = {
            name
            for register in mapped.registers
            for name in (*register.names, *register.inverse_names)
            if ("netlist", register.q) in self.known
        }
        return [name for name in self.names(self.initial) if name not in there]

    def named(self, relation: Relation, registers: Iterable[Key]) -> list[str]:
        """Names of the registers of the RTL whose initial values these registers correspond to."""
        return self.names(self._beside(relation, registers))

    def kept_among(self, relation: Relation, registers: Iterable[Key]) -> set[Key]:
        """Those of these registers that correspond to one which is `kept_for_ever`."""
        kept = self.kept_for_ever()
        return {key for key in registers if self._beside(relation, [key]) & kept}

    def _beside(self, relation: Relation, registers: Iterable[Key]) -> set[Key]:
        """Registers in the classes of these."""
        wanted = set(registers)
        return {
            key
            for members in _classes(self._told(relation, self.known))
            if wanted & members.keys()
            for key in members
            if key is not None
        }

    def outside(self, states: Iterable[Values]) -> list[Key]:
        """Small registers that, by what is known of their bits, hold none of the states they are
        taken to hold.
        """
        found = []
        for one in states:
            graph = Aig()
            held = {
                bit: (TRUE if self.known[bit] else FALSE)
                if bit in self.known
                # One that is not known may hold either value, and a known one rules states out.
                else graph.input(bit)
                for bit in one.word.bits
            }
            if one.literal(graph, held) == FALSE:
                found += one.word.bits
        return found

    def kept_for_ever(self) -> set[Key]:
        """Registers of the RTL with an initial value that no reset and no input ever changes in a
        way of its own: what they hold next depends on such registers alone.
        """
        data = {register.q: register.d for register in self.rtl.registers}
        sources = {q: _sources(self.rtl, data[q], data) for side, q in self.initial}
        kept = set(sources)
        # The largest set that depends on itself alone: what depends on others is taken out until
        # nothing changes.
        while changed := {q for q in kept if not sources[q] <= kept}:
            kept -= changed
        return {("rtl", q) for q in kept}


def _sources(netlist: Netlist, bit, data: Mapping[int, int]) -> set:
    """Registers, inputs and undriven nets on which a bit depends."""
    stack, seen, found = [bit], set(), set()
    while stack:
        one = stack.pop()
        if one in seen or one in ("0", "1"):
            continue
        seen.add(one)
        if one in netlist.gates and one not in data:
            stack += netlist.gates[one][1]
        else:
            found.add(one)
    return found


def _classes(pairs: Iterable[tuple[Key, Key | None, int]]) -> list[dict[Key | None, int]]:
    """Registers that are the same up to inversion, each class with the inversion of its members;
    None is the constant 0.
    """
    parent: dict[Key | None, tuple[Key | None, int]] = {}

    def root(key: Key | None) -> tuple[Key | None, int]:
        inverted = 0
        # Union-find, in which each step up adds its inversion.
        while parent.setdefault(key, (key, 0))[0] != key:
            key, more = parent[key]
            inverted ^= more
        return key, inverted

    for one, other, inverted in pairs:
        (first, a), (second, b) = root(one), root(other)
        if first != second:
            parent[first] = second, a ^ b ^ inverted
    classes: dict[Key | None, dict[Key | None, int]] = {}
    for key in list(parent):
        top, inverted = root(key)
        classes.setdefault(top, {})[key] = inverted
    return list(classes.values())
