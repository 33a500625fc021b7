# SPDX-License-Identifier: Apache-2.0
"""Power of a netlist by our own computation from the Liberty tables, a whole type of cells at a
time.

For each net: capacitance (pins and wire load) and slews (the worst of all arcs, from ports and
clock with none). For each cell:
- charging: half of C V² for each toggle of an output net;
- internal, inputs: the toggles of a pin times the share of time in which the condition of the entry
  holds (of one without, in which those of the others do not);
- internal, outputs: the toggles of the output times a mean over the entries of its related inputs,
  each weighted with how often that input alone would turn the output (its toggles times the share
  of time in which the function depends on it);
- the clock pin of a flip-flop behind a clock gate: the toggles of the gated clock, which is a net
  like others; one behind none: two toggles in a cycle;
- leakage: each state's, weighted with its share of time. Shares of time are products of those of
the single pins, as if they were independent; state and inverted state of a flip-flop are not, and
are taken together.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product

import numpy

from ..implement.liberty_tables import CellPower, Internal
from ..verify.gates import cells
from .loads import CLOCK_TOGGLES, Loaded


@dataclass(frozen=True, kw_only=True)
class Power:
    """What a netlist takes.

    Attributes:
        internal_pj, switching_pj: energy of a clock cycle inside the cells, and to charge nets and
            pins.
        leakage_uw: power without any activity.
        sequential_pj: the part of ``internal_pj + switching_pj`` that flip-flops take, their clock
            pins included.
    """

    internal_pj: float
    switching_pj: float
    leakage_uw: float
    sequential_pj: float

    @property
    def cycle_pj(self) -> float:
        """Dynamic energy of a clock cycle."""
        return self.internal_pj + self.switching_pj

    def power_uw(self, mhz: float) -> float:
        """At a clock frequency."""
        # pJ in each cycle times MHz are µW.
        return self.cycle_pj * mhz + self.leakage_uw

    def energy_pj(self, cycles: int, mhz: float) -> float:
        """Of so many cycles at a clock frequency, leakage included."""
        # µW over MHz are pJ in a cycle.
        return cycles * (self.cycle_pj + self.leakage_uw / mhz)


class Netlist(Loaded):
    """A netlist on which activities are weighed."""

    def ticking(self, toggles: numpy.ndarray) -> numpy.ndarray:
        """The same toggles, with every clock gate open all the time."""
        found = toggles.copy()
        for nets in self.gated.values():
            # -1 stands for a flip-flop whose clock no gate is in front of.
            found[nets[nets >= 0]] = CLOCK_TOGGLES
        return found

    def weigh(self, toggles: numpy.ndarray, duty: numpy.ndarray) -> Power:
        """Power with so many toggles of each net in a cycle, and these shares of time at 1."""
        internal = switching = leakage = sequential = 0.0
        for name, instances in self.types.items():
            cell = _Weighed(
                self.power[name], self.driven[name], len(instances), self, toggles, duty
            )
            inside, charging = cell.internal(), cell.switching()
            internal, switching, leakage = (
                internal + inside,
                switching + charging,
                leakage + cell.leakage(),
            )
            sequential += inside + charging if self.power[name].clock else 0.0
        return Power(
            internal_pj=internal,
            switching_pj=switching,
            leakage_uw=leakage,
            sequential_pj=sequential,
        )


@cache
def truth(function: str) -> tuple[tuple[str, ...], tuple[tuple[int, ...], ...]]:
    """The pins of a Liberty function, and their values for which it is 1."""
    names = tuple(sorted(cells.names(function)))
    # Only places, brackets and operators: `expression` accepts nothing else.
    code = compile(
        cells.expression(function, lambda pin: f"v[{names.index(pin)}]"), "function", "eval"
    )
    return names, tuple(
        row
        for row in product((0, 1), repeat=len(names))
        if eval(code, {"__builtins__": {}}, {"v": row, "zero": 0}) & 1
    )


class _Weighed:
    """All cells of a type under an activity."""

    def __init__(
        self,
        power: CellPower,
        nets: Mapping[str, numpy.ndarray],
        count: int,
        netlist: Netlist,
        toggles,
        duty,
    ):
        self.cell, self.nets, self.netlist, self.count = power, nets, netlist, count
        # An index of -1 takes the last net, which `where` then replaces.
        self.toggles = {
            pin: numpy.where(places >= 0, toggles[places], 0) for pin, places in nets.items()
        }
        self.duty = {pin: duty[places] for pin, places in nets.items()}
        if power.clock:
            gated = netlist.gated[power.name]
            self.toggles[power.clock] = numpy.where(gated >= 0, toggles[gated], CLOCK_TOGGLES)
            # A clock is 1 half of the time.
            self.duty[power.clock] = numpy.full(count, 0.5)
        self.same, self.inverse = self._states()

    def _states(self) -> tuple[dict[str, str], dict[str, str]]:
        """Pins and names that stand for the state of a flip-flop or for its inverse, by the name
        that has a share of time.
        """
        if not self.cell.states:
            return {}, {}
        state, inverted = self.cell.states
        shown = {function.strip(): pin for pin, function in self.cell.functions.items()}
        ones = shown.get(state) in self.duty
        one = shown[state] if ones else shown.get(inverted, "")
        straight = {state, shown.get(state, state)}
        other = {inverted, shown.get(inverted, inverted)}
        same, inverse = (straight, other) if ones else (other, straight)
        return {name: one for name in same}, {name: one for name in inverse}

    def share(self, function: str) -> numpy.ndarray:
        """Share of time in which a function holds."""

        def one(name: str) -> str:
            return self.same.get(name) or self.inverse.get(name) or name

        names, rows = truth(function)
        total = numpy.zeros(self.count)
        for row in rows:
            known: dict[str, int] = {}
            bits = [(one(name), value ^ (name in self.inverse)) for name, value in zip(names, row)]
            # A state and its inverse never have one value: such a row does not occur.
            if all(known.setdefault(name, value) == value for name, value in bits):
                total += self._together(known)
        return total

    def turns(self, function: str, pin: str) -> numpy.ndarray:
        """Share of time in which a function depends on a pin; a pin that it does not read turns it
        always.
        """
        names, rows = truth(function)
        if pin not in names:
            return numpy.ones(self.count)
        place, true = names.index(pin), set(rows)
        low = {row[:place] + row[place + 1 :] for row in true if not row[place]}
        high = {row[:place] + row[place + 1 :] for row in true if row[place]}
        # It depends on the pin where one of the pin's values makes it 1 and the other does not.
        others = names[:place] + names[place + 1 :]
        return sum(
            # In order, since a sum in floating point depends on it.
            (self._together(dict(zip(others, row))) for row in sorted(low ^ high)),
            numpy.zeros(self.count),
        )

    def _together(self, known: Mapping[str, int]) -> numpy.ndarray:
        """Share of time in which pins have these values, as if they were independent; a half for
        one without a net.
        """
        weight = numpy.ones(self.count)
        for name, value in known.items():
            share = self.duty.get(name, 0.5)
            weight = weight * (share if value else 1 - share)
        return weight

    def slew(self, pin: str) -> numpy.ndarray:
        """The mean of rise and fall at an input; 0 at a clock without a gate."""
        if pin != self.cell.clock and pin not in self.nets:
            return numpy.zeros(self.count)
        nets = self.netlist.gated[self.cell.name] if pin == self.cell.clock else self.nets[pin]
        return numpy.where(nets >= 0, (self.netlist.rise[nets] + self.netlist.fall[nets]) / 2, 0.0)

    def load(self, pin: str) -> numpy.ndarray:
        """pF at an output."""
        if pin not in self.nets:
            return numpy.zeros(self.count)
        return numpy.where(self.nets[pin] >= 0, self.netlist.loads[self.nets[pin]], 0)

    def internal(self) -> float:
        """pJ in a cycle."""
        total, outputs = 0.0, defaultdict(list)
        for entry in self.cell.internal:
            if entry.pin in self.cell.functions:
                outputs[entry.pin].append(entry)
            elif entry.pin in self.toggles:
                held = self._held(entry)
                total += float(
                    (self.toggles[entry.pin] * held * entry.energy(self.slew(entry.pin), 0.0)).sum()
                )
        return total + sum(
            self._output(pin, entries) for pin, entries in outputs.items() if pin in self.toggles
        )

    def _held(self, entry: Internal):
        """Share of time in which the condition of an input's entry holds. What the clock of a clock
        gate costs counts while the gate is shut: else the toggle of its output has all of it.
        """
        gate = self.cell.gate
        if not gate or entry.pin != self.cell.clock:
            return self._holds(entry)
        shut = dict.fromkeys((gate, *truth(self.cell.functions[gate])[0]), 0)
        names, rows = truth(entry.when) if entry.when else ((), ((),))
        possible = any(
            all(shut.get(name, value) == value for name, value in zip(names, row)) for row in rows
        )
        return (1 - self.share(self.cell.functions[gate])) * possible

    def _holds(self, entry: Internal):
        """Share of time in which an entry's condition holds; of one without, that in which none of
        the others of its pin and related pin does.
        """
        if entry.when:
            return self.share(entry.when)
        others = [
            self.share(other.when)
            for other in self.cell.internal
            if other.when and (other.pin, other.related) == (entry.pin, entry.related)
        ]
        return numpy.clip(1 - sum(others), 0, 1) if others else 1.0

    def _output(self, pin: str, entries) -> float:
        weights, energies = [], []
        for entry in entries:
            cause = self.toggles.get(entry.related, numpy.ones(self.count))
            depends = (
                numpy.ones(self.count)
                if self.cell.clock or not entry.related
                else self.turns(self.cell.functions[pin], entry.related)
            )
            weights.append(cause * depends * self._holds(entry))
            energies.append(entry.energy(self.slew(entry.related or ""), self.load(pin)))
        total = numpy.sum(weights, axis=0)
        # Where nothing turns the output, the plain mean; the inner `where` only avoids a division
        # by 0.
        mean = numpy.where(
            total > 0,
            numpy.sum(numpy.multiply(weights, energies), axis=0) / numpy.where(total > 0, total, 1),
            numpy.mean(energies, axis=0),
        )
        return float((self.toggles[pin] * mean).sum())

    def switching(self) -> float:
        """pJ in a cycle."""
        half = 0.5 * self.netlist.volt**2
        return sum(
            half * float((self.toggles[pin] * self.load(pin)).sum())
            for pin in self.cell.functions
            if pin in self.toggles
        )

    def leakage(self) -> float:
        """µW."""
        rest, total = numpy.ones(self.count), 0.0
        for when, value in self.cell.leakage[:-1]:
            held = self.share(when)
            total, rest = total + float((held * value).sum()), rest - held
        return total + float((numpy.clip(rest, 0, 1) * self.cell.leakage[-1][1]).sum())
