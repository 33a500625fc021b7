# SPDX-License-Identifier: Apache-2.0
"""Two versions of a design in one graph with latches, whose output says when a user can tell them
apart.

Registers of one name are one latch, whose next values must be equal (*in step*), or, where they
may hold different values at times (*apart*), one for the value of the first version and one for the
difference of the two. *Free* ones hold anything in every cycle. Registers in step and free ones
make the claim stronger: a proof of it holds for the versions themselves, a counterexample need not.
"""

from collections.abc import Collection, Mapping

from ...design import BareInterface, Design
from .aig import FALSE, TRUE, Aig
from .invariants import Named, candidates
from .netlist import Netlist, Reader, Register, bit_names
from .power_up import set_by_reset


def label(register: Register) -> str:
    """A register is known by its first name; empty without one."""
    return register.names[0] if register.names else ""


def group(name: str) -> str:
    """The word or flag that a bit belongs to."""
    return name.partition("[")[0]


def after_reset(side: Netlist, design: Design) -> dict[str, int]:
    """What a cycle of reset puts into registers, `FALSE` or `TRUE` by label; only of those that it
    sets.
    """
    values = set_by_reset(side, design)
    return {
        label(register): values[register.q]
        for register in side.registers
        if label(register) and register.q in values
    }


class Miter:
    """Both versions in one graph.

    Both begin after a cycle of reset: what it sets is set, each of the other registers holds the
    same arbitrary value in both versions.

    Args:
        one, two: of ports and clock of ``design``, with a synchronous reset.
        design: gives the ports and their rules.
        first: of each version what the reset sets, see `after_reset`; nothing of both: they begin
            at power-up.
        apart: groups of registers that may differ; those that do behind the reset may in any case.
        free: groups of registers, of the first version, that hold anything in every cycle.
        resets_first: the first cycle is one of reset, so with ``first`` of nothing all registers
            hold equal arbitrary values in front of it, as at power-up.
        holding: of each version the `invariants` that are proved of it; nothing else is reached
            behind a reset.

    Attributes:
        graph, latches: for `Aig.write`; latches are 0 at first.
        differing: what must never be 1, by name: outputs that a user can tell apart, and next
            values of registers that leave step.
        broken: 1 if the inputs broke their rules in this or an earlier cycle, or a state is none
            that is reached.
        differences: of registers that are apart, by label, whether the versions differ now.
    """

    def __init__(
        self,
        one: Netlist,
        two: Netlist,
        design: Design,
        *,
        first: tuple[Mapping[str, int], Mapping[str, int]],
        apart: Collection[str],
        free: Collection[str],
        resets_first: bool = False,
        holding: tuple[Collection[str], Collection[str]] = ((), ()),
    ):
        self.graph, self.latches, self._inverted = Aig(), {}, set()
        self.design, self._apart, self._free = design, apart, free
        self.sides = {"one": one, "two": two}
        self._holding = dict(zip(self.sides, holding))
        # In front of the first reset anything is possible.
        self._is_reset = not resets_first and any(first)
        self.differences: dict[str, int] = {}
        self._first = dict(zip(self.sides, first))
        labels = [{label(register) for register in side.registers} for side in (one, two)]
        self._common = (labels[0] & labels[1]) - {""}
        self._running = self.graph.input("running")
        self.latches["running"] = TRUE
        self._reset = self.graph.input("reset") if design.reset else FALSE
        if design.reset and resets_first:
            self._reset = self.graph.or_(self._reset, self._running ^ 1)
        self._values = {register.q: self._value("one", register) for register in one.registers}
        self._readers = {"one": self._reader("one", self._values)}
        at = {label(register): self._values[register.q] for register in one.registers}
        others = {register.q: self._other(register, at) for register in two.registers}
        self._now = {"one": self._values, "two": others}
        self._readers["two"] = self._reader("two", others)
        self.differing: dict[object, int] = {}
        self._add_outputs()
        self._close()
        self.broken = self._broken()

    def _key(self, name: str, register: Register):
        return ("register", name, label(register) or register.q)

    def _kept(self, key, first: int) -> int:
        """A latch that holds ``first`` in the first cycle."""
        literal = self.graph.input(key)
        if first == TRUE:
            # AIGER's latches are 0 at first: one that begins with 1 is kept inverted.
            self._inverted.add(key)
            return literal ^ 1
        # A value that is neither 0 nor 1 stands for the latch in the first cycle, before it holds
        # it.
        return literal if first == FALSE else self.graph.mux(self._running, literal, first)

    def _first_value(self, name: str, register: Register) -> int:
        """What a register holds in the first cycle."""
        known, called = self._first[name], label(register)
        if called in known:
            return known[called]
        # One input for both versions: what no reset sets is arbitrary, and the same.
        return self.graph.input(("at first", called or (name, register.q)))

    def _value(self, name: str, register: Register) -> int:
        key = self._key(name, register)
        if name == "one" and group(label(register)) in self._free and label(register):
            return self.graph.input(("free", label(register)))
        return self._kept(key, self._first_value(name, register))

    def _is_apart(self, called: str) -> bool:
        if called not in self._common or group(called) in self._apart:
            return True
        # What the reset sets in one version alone, or to another value, is not in step at first.
        first, second = (known.get(called) for known in self._first.values())
        return first != second

    def _other(self, register: Register, at: Mapping[str, int]) -> int:
        """The second version's value of a register."""
        called = label(register)
        if called not in self._common:
            return self._value("two", register)
        if not self._is_apart(called):
            return at[called]
        known = [first.get(called) for first in self._first.values()]
        arbitrary = self.graph.input(("at first", called)) if None in known else FALSE
        first, second = (arbitrary if value is None else value for value in known)
        # The latch is the difference and not the second value: as long as the two agree it is 0,
        # which is a simple invariant.
        self.differences[called] = self._kept(("difference", called), self.graph.xor(first, second))
        return self.graph.xor(at[called], self.differences[called])

    def _reader(self, name: str, known: dict) -> Reader:
        graph, side, known = self.graph, self.sides[name], dict(known)
        for port, bits in side.inputs.items():
            for called, bit in zip(bit_names(port, len(bits)), bits):
                known[bit] = (
                    graph.input(called)
                    if port != self.design.reset
                    else self._reset ^ (not self.design.reset_level)
                )
        return Reader(graph, side, known, name, lambda bit: FALSE)

    def _close(self) -> None:
        """Give every latch its next value."""
        following = {
            name: {
                label(register): self._readers[name].literal(register.d)
                for register in side.registers
                if label(register)
            }
            for name, side in self.sides.items()
        }
        for name, side in self.sides.items():
            for register in side.registers:
                key, called = self._key(name, register), label(register)
                literal = self._readers[name].literal(register.d)
                if key in self.graph.inputs:
                    self._set(key, literal)
                if name == "two" and called in self._common:
                    differ = self.graph.xor(following["one"][called], literal)
                    if self._is_apart(called):
                        self._set(("difference", called), differ)
                    # Equal by structure alone: nothing is to be asked.
                    elif differ != FALSE:
                        self.differing[called] = differ

    def _set(self, key, literal: int) -> None:
        self.latches[key] = literal ^ (key in self._inverted)

    def _outputs(self, name: str, port: str) -> list[int]:
        return [self._readers[name].literal(bit) for bit in self.sides[name].outputs[port]]

    def bad(self, watched: Collection | None = None) -> int:
        """1 in a cycle in which they differ, if the inputs kept their rules so far.

        Args:
            watched: of ``differing`` those that are asked for; None: all.
        """
        graph, found = self.graph, FALSE
        for name, literal in self.differing.items():
            if watched is None or name in watched:
                found = graph.or_(found, literal)
        return graph.and_(found, self.broken ^ 1)

    def _broken(self) -> int:
        graph, now = self.graph, FALSE
        for valid, ready, data in self._streams():
            now = graph.or_(now, self._changed(valid, ready, data))
        now = graph.or_(now, self._unreached())
        before = graph.input("broken before")
        # Once broken, always broken: what a core does behind a rule that was broken is no
        # difference.
        self.latches["broken before"] = graph.or_(before, now)
        return self.latches["broken before"]

    def _unreached(self) -> int:
        """1 in a state of which it is proved that a version never reaches it."""
        graph, broken = self.graph, []
        for name, kept in self._holding.items():
            if kept:
                holds = candidates(Named(graph, self.sides[name], self._now[name]))
                broken += [holds[called] ^ 1 for called in sorted(kept)]
        found = graph.some(broken)
        return found if self._is_reset else graph.and_(found, self._running)

    def following(self, key) -> int:
        """The next value of a latch, by name, as its own literal has it now."""
        return self.latches[key] ^ (key in self._inverted)

    def values(self, name: str) -> tuple[dict[str, int], dict[str, int]]:
        """Registers of a version by label, now and in the next cycle."""
        registers = {label(each): each for each in self.sides[name].registers if label(each)}
        return (
            {called: self._now[name][each.q] for called, each in registers.items()},
            {called: self._readers[name].literal(each.d) for called, each in registers.items()},
        )

    def _streams(self) -> list[tuple[str, str, list[str]]]:
        """Valid, ready and data ports of the inputs; none of a core that takes them at any time."""
        if isinstance(self.design.interface, BareInterface):
            if "in_ready" not in self.sides["one"].outputs:
                return []
            ports = [
                port
                for port in self.sides["one"].inputs
                if port.startswith("in_") and port != "in_valid"
            ]
            return [("in_valid", "in_ready", ports)]
        names = [name for name in ("pdi", "sdi") if f"{name}_valid" in self.sides["one"].inputs]
        return [(f"{name}_valid", f"{name}_ready", [f"{name}_data"]) for name in names]

    def _changed(self, valid: str, ready: str, data: list[str]) -> int:
        """1 if a word that was valid and not taken is another one now, or gone."""
        graph, inputs = self.graph, self.sides["one"].inputs
        offered, taken = graph.input(valid), self._outputs("one", ready)[0]
        waited, changed = graph.input(("waited", valid)), offered ^ 1
        self.latches["waited", valid] = graph.and_(graph.and_(offered, taken ^ 1), self._reset ^ 1)
        for port in data:
            for called in bit_names(port, len(inputs[port])):
                before = graph.input(("before", called))
                self.latches["before", called] = graph.input(called)
                changed = graph.or_(changed, graph.xor(graph.input(called), before))
        return graph.and_(waited, changed)

    def _add_outputs(self) -> None:
        graph, bare = self.graph, isinstance(self.design.interface, BareInterface)
        valid = self._outputs("one", "out_valid" if bare else "do_valid")[0]
        for port, bits in self.sides["one"].outputs.items():
            # A user looks at results only while they are valid; what a core with the LWC API says
            # of itself, as that it is zeroised or that its self-test failed, at any time.
            control = port.endswith(("_ready", "_valid")) or port == "fault"
            always = control or not bare and not port.startswith("do_")
            asked = graph.and_(self._reset ^ 1, TRUE if always else valid)
            pairs = zip(self._outputs("one", port), self._outputs("two", port))
            for called, (a, b) in zip(bit_names(port, len(bits)), pairs):
                if literal := graph.and_(graph.xor(a, b), asked):
                    self.differing["output", called] = literal
