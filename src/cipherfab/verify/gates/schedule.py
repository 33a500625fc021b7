# SPDX-License-Identifier: Apache-2.0
"""In which order `bench/lanes.h` evaluates gates: by levels, in steps of a unit, or with a delay
for each input of each gate.

**With delays** every net has a list of the times, in integer steps behind the edge of the clock, at
which it may change, which follows from those of the nets that its gate reads; a *version* is its
value from one of these times on. The version of a gate's output at time t is made of the versions
that its inputs have at t less the delay of each: transport delays, no pulse is too short. Which
these are hangs on no value, so all versions are numbered beforehand, each is written once, and a
level of gates is evaluated at all its times in one go.
"""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

Gate = tuple[int, int, tuple[int, ...]]
"""Number of the function, net of the output, nets of the inputs."""

Delays = Mapping[int, tuple[int, ...]]
"""Steps from each input of a gate to its output, by the net that it drives; of a net that a
flip-flop drives those from the edge of the clock, alone."""


@dataclass(frozen=True)
class Versions:
    """What the program evaluates with delays.

    Attributes:
        slots: places for values: one for each net, which has its last version in a cycle; one for
            each, what it was before; the versions between.
        levels: gates, whose outputs and inputs are slots.
        seen: three numbers for each change that counts: the slot of a version, that of the one
            before it, and the net.
    """

    slots: int = 0
    levels: Sequence[Sequence[Gate]] = ()
    seen: Sequence[int] = ()

    @property
    def evaluations(self) -> int:
        """Of gates, in a cycle of a trace."""
        return sum(map(len, self.levels))


NO_VERSIONS = Versions()


class _Net:
    """The times at which a net may change, ascending, and the slot from each of them on."""

    def __init__(self, times: Iterable[int], slots: Sequence[int], before: int):
        self.times, self.slots, self.before = tuple(times), slots, before

    def at(self, time: int) -> int:
        """The slot of what the net has at a time."""
        # A change at this very time counts as done: it is what a gate sees that answers a delay
        # later.
        place = bisect_right(self.times, time)
        return self.slots[place - 1] if place else self.before


def versions(
    gates: Sequence[Gate],
    delays: Delays,
    *,
    nets: int,
    counted: Sequence[int],
    silent: Sequence[int] = (),
) -> Versions:
    """Every version of every net.

    Args:
        gates: each behind those that drive its inputs.
        delays: of each gate and flip-flop.
        nets: how many there are; 0 and 1 are constant. What no gate and no flip-flop drives changes
            at time 0.
        counted, silent: nets that flip-flops drive, of which the changes count, or do not.
    """
    # Slots 0 to nets - 1 have what a net is at the end, the next as many what it was before; only a
    # change in between needs a slot more.
    known = {net: _Net([delays[net][0]], [net], nets + net) for net in (*counted, *silent)}
    known |= {net: _Net([], [], net) for net in (0, 1)}
    evaluated, slots = [], 2 * nets
    # A net of a flip-flop changes once in a cycle, at the edge.
    seen = [place for net in counted for place in (net, nets + net, net)]
    # The order of the gates makes sure that the times of all inputs are known.
    for function, output, inputs in gates:
        read = [known.setdefault(net, _Net([0], [net], nets + net)) for net in inputs]
        times = sorted(
            {
                time + delay
                for net, delay in zip(read, delays[output], strict=True)
                for time in net.times
            }
            # A gate of constants alone never changes, yet its value has to be written once.
        ) or [0]
        # The last version is in the net's own slot, so that registers and outputs find it without a
        # table.
        own = [*range(slots, slots + len(times) - 1), output]
        slots += len(times) - 1
        known[output] = _Net(times, own, nets + output)
        evaluated += [
            (
                function,
                slot,
                tuple(net.at(time - delay) for net, delay in zip(read, delays[output])),
            )
            for time, slot in zip(times, own)
        ]
        seen += [
            place
            for before, after in pairwise((nets + output, *own))
            for place in (after, before, output)
        ]
    return Versions(slots, _by_level(evaluated), seen)


def _by_level(gates: Iterable[Gate]) -> list[list[Gate]]:
    """Each behind those that write what it reads."""
    levels: list[list[Gate]] = []
    level_of: dict[int, int] = {}
    for gate in gates:
        # A slot without a level is written before all gates: an input, a register, or a value of
        # the last cycle.
        level = 1 + max((level_of.get(slot, -1) for slot in gate[2]), default=-1)
        level_of[gate[1]] = level
        if level == len(levels):
            levels.append([])
        levels[level].append(gate)
    return levels


def in_place(gates: Sequence[Gate]) -> list[Gate]:
    """The same gates, each before those that drive its inputs, so that values can be written where
    they are read and every gate still sees what was there before; of one function as many as
    possible in a row.
    """
    driver = {gate[1]: gate for gate in gates}
    # A gate is free when all that read its output are placed. In a netlist without loops there
    # always is one, so all gates get a place.
    readers = Counter(net for _, _, inputs in gates for net in inputs if net in driver)
    free: dict[int, list[Gate]] = defaultdict(list)
    for gate in gates:
        if not readers[gate[1]]:
            free[gate[0]].append(gate)
    found: list[Gate] = []
    while free:
        # The largest row first makes long loops; the number of the function breaks ties, so that
        # the file is the same each time.
        chosen = max(free, key=lambda function: (len(free[function]), -function))
        row = free[chosen]
        while row:
            found.append(row.pop())
            for net in found[-1][2]:
                if net in driver:
                    readers[net] -= 1
                    if not readers[net]:
                        free[driver[net][0]].append(driver[net])
        del free[chosen]
    return found


def sequence(parts: Sequence[Sequence[Gate]]) -> list[int]:
    """How many parts there are, and the rows of each."""
    return [len(parts), *(number for part in parts for number in grouped(part))]


def grouped(gates: Sequence[Gate]) -> list[int]:
    """How many rows of gates of one function there are, and each row."""
    rows = [
        (function, [number for _, output, inputs in row for number in (output, *inputs)])
        for function, row in groupby(gates, key=lambda gate: gate[0])
    ]
    return [
        len(rows),
        *(number for function, table in rows for number in (function, len(table), *table)),
    ]


def by_function(gates: Iterable[Gate]) -> list[Gate]:
    """Those of one function in a row."""
    return sorted(gates, key=lambda gate: gate[0])
