# SPDX-License-Identifier: Apache-2.0
"""Which registers of a mapped netlist are which registers of the RTL."""

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ...design import Design
from . import simulation
from .netlist import Netlist
from .simulation import PATTERNS, Targets, Traces, tied
from .states import Key, Values, Word, explained, words
from .stimulus import Bits, stimulus

CYCLES = 64
"""Clock cycles with random inputs that are looked at."""

PLAYED = 200, 1000
"""Cycles with messages, to warm up and that are looked at at least."""

SIGNATURE = 1024
"""Random states in which next values are compared."""

WARM_UPS = 32, 896
"""Cycles with random inputs before those, as many as to overwrite what the registers held at first;
more for cores that take their inputs slowly.
"""


@dataclass(frozen=True)
class Correspondence:
    """Registers that equal, or are the inverse of, another register, values of one or a constant.

    Attributes:
        targets: register to ``(other register, values of one, or None for constant 0, 1 if
            inverted)``.
        labels: what to call each register in messages.
        states: what small registers of the RTL are taken to hold; those that are not among them may
            hold anything.
    """

    targets: dict[Key, tuple[Key | Values | None, int]] = field(default_factory=dict)
    labels: dict[Key, str] = field(default_factory=dict)
    states: tuple[Values, ...] = ()


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
        machines: registers of the RTL that the netlist has with other codes.
        words: further ones whose values are looked at.
    """

    keys: list[Key]
    doubtful: list[Key]
    labels: dict[Key, str]
    machines: list[Word]
    words: list[Word]
    _namesakes: set[Key]
    _traces: dict[Key, int]
    _length: int

    def correspondence(self) -> Correspondence:
        """Each doubtful register to the values of a machine, to the first register, or constant, of
        the same or the inverse trace, or to values of another word; and the states that were seen.
        The registers of machines stay as they are.
        """
        ones = (1 << self._length) - 1
        machines, others = (
            {word: word.seen(self._traces, ones) for word in words}
            for words in (self.machines, self.words)
        )
        kept = {bit for word in machines for bit in word.bits} | self._namesakes
        known: dict[int, tuple[Key | None, int]] = {0: (None, 0), ones: (None, 1)}
        targets: dict[Key, tuple[Key | Values | None, int]] = {}
        # Namesakes first, so that a doubtful register is compared with one that is not.
        for key in [key for key in self.keys if key in self._namesakes] + self.doubtful:
            trace = self._traces[key]
            if key not in kept and (target := _target(trace, ones, known, machines, others)):
                targets[key] = target
            else:
                # An inverted trace counts too: the two then differ by an inverter.
                known.setdefault(trace, (key, 0))
                known.setdefault(trace ^ ones, (key, 1))
        used = {target.word for target, _ in targets.values() if isinstance(target, Values)}
        states = tuple(
            Values(word, tuple(seen))
            for word, seen in (machines | others).items()
            if seen and (word in machines or word in used)
        )
        return Correspondence(targets, self.labels, states)

    def refine(self, following: Mapping[Key, int], patterns: int) -> None:
        """Take note of the values of all registers in ``patterns`` more situations, of which one
        refutes a guess.
        """
        self._traces = {
            key: trace << patterns | following[key] for key, trace in self._traces.items()
        }
        self._length += patterns


def _target(
    trace: int,
    ones: int,
    known: Mapping[int, tuple[Key | None, int]],
    machines: Mapping[Word, dict],
    others: Mapping[Word, dict],
) -> tuple[Key | Values | None, int] | None:
    """What a register of this trace corresponds to; None if to nothing."""
    # A constant first: the values of a machine explain it too, and more dearly.
    if trace in (0, ones):
        return known[trace]
    if values := explained(trace, machines):
        return values, 0
    if trace in known:
        return known[trace]
    values = explained(trace, others)
    return (values, 0) if values else None


def by_simulation(
    rtl: Netlist,
    mapped: Netlist,
    names: Correspondence,
    reset: tuple[str, int],
    seed: int,
    warm_up: int = WARM_UPS[0],
    first: Mapping[Key, int] | None = None,
    alike: Targets | None = None,
) -> Guesses:
    """First guesses, from random inputs after a reset.

    Args:
        rtl, mapped: the two sides.
        names: what is known from the names.
        reset: input, and its value in the first two cycles; afterwards it has the other value.
        seed: of the random inputs.
        warm_up: cycles that are not looked at.
        first: what registers hold at first, see `staying`.
        alike: registers that hold at first what others hold, see `following_others`.
    """
    labels, dice = _labels(rtl, mapped), random.Random(seed)
    # Every register has a namesake, so there is nothing to guess and nothing to simulate.
    if not _doubtful(names, labels):
        return _guesses(names, labels, Traces(dict.fromkeys(labels, 0), 0))
    player = Bits(rtl, PATTERNS, dice)
    cycles = warm_up, CYCLES
    begin = {**names.targets, **(alike or {})}
    found = simulation.traces(rtl, mapped, begin, reset, dice, player, cycles, first)
    return _guesses(names, labels, found)


def staying(rtl: Netlist, mapped: Netlist, names: Correspondence, seed: int) -> dict[Key, int]:
    """Registers without a namesake that seem to stay 0, or 1, once they are, and which.

    One that is loaded rarely, and always with the same value, shows it in no short simulation that
    begins with anything in it. Left out is what stays whatever it holds.
    """
    both, dice = simulation.next_values(rtl, mapped), random.Random(seed)
    doubtful, player = _doubtful(names, both.following), Bits(rtl, SIGNATURE, dice)
    ones, found = (1 << SIGNATURE) - 1, dict[Key, int]()
    while True:
        now = {key: dice.getrandbits(SIGNATURE) for key in both.following} | player.inputs()
        now |= {key: ones * value for key, value in found.items()}
        now = tied(now, names.targets, SIGNATURE)
        following = both.graph.simulate(now, SIGNATURE)
        leaves = {key: now[key] ^ following[both.following[key]] for key in doubtful}
        # Leaves 0, and never leaves 1; or the other way round.
        more = {
            key: int(not moves & now[key])
            for key, moves in leaves.items()
            if key not in found and bool(moves & now[key]) != bool(moves & ~now[key])
        }
        if not more:
            return found
        found |= more


def following_others(rtl: Netlist, mapped: Netlist, names: Correspondence, seed: int) -> Targets:
    """Registers of the RTL without a namesake that seem to hold what another holds, once they do:
    synthesis made one of both, and the netlist has it by the name of the other.

    Two that are loaded rarely, and always together, show it in no short simulation that begins with
    anything in them. Left out is what never changes, and what has an initial value.
    """
    both, dice = simulation.next_values(rtl, mapped), random.Random(seed)
    now = {key: dice.getrandbits(SIGNATURE) for key in both.following}
    now = tied(now | Bits(rtl, SIGNATURE, dice).inputs(), names.targets, SIGNATURE)
    simulated = both.graph.simulate(now, SIGNATURE)
    after = {key: simulated[literal] for key, literal in both.following.items()}
    free = {("rtl", register.q) for register in rtl.registers if register.initial is None}
    doubtful = free.intersection(_doubtful(names, after))
    named = sorted(free.intersection(target for target, _ in names.targets.values()))
    found = {}
    for key in sorted(doubtful):
        for other in named:
            # What comes next matters only where both hold the same now.
            same = ~(now[key] ^ now[other])
            if not same & (after[key] ^ after[other]) and same & (now[key] ^ after[key]):
                found[key] = other, 0
                break
    return found


def by_state(
    rtl: Netlist, mapped: Netlist, names: Correspondence, design: Design, seed: int
) -> tuple[Correspondence, Guesses]:
    """Like `by_simulation`, from messages where the design takes such, with the values of small
    registers; and ``names`` without those of registers that the netlist has not bit by bit, which
    a machine with other codes may have for its new bits.
    """
    dice, reset = random.Random(seed), (design.reset, design.reset_level)
    player = stimulus(design, rtl, PATTERNS, dice)
    found = simulation.traces(rtl, mapped, names.targets, reset, dice, player, PLAYED)
    kept, ones = _steady(names, found), (1 << found.length) - 1
    small = [word for word in words(rtl) if word.seen(found.values, ones)]
    machines = [word for word in small if not kept.issuperset(word.bits)]
    recoded = {bit for word in machines for bit in word.bits}
    targets = {key: target for key, target in names.targets.items() if target[0] not in recoded}
    left = Correspondence(targets, names.labels)
    others = [word for word in small if word not in machines]
    return left, _guesses(left, _labels(rtl, mapped), found, machines, others)


def _guesses(
    names: Correspondence,
    labels: dict[Key, str],
    found: Traces,
    machines: Iterable[Word] = (),
    others: Iterable[Word] = (),
) -> Guesses:
    namesakes = {target for target, _ in names.targets.values()}
    return Guesses(
        list(labels),
        _doubtful(names, labels),
        labels,
        list(machines),
        list(others),
        namesakes,
        found.values,
        found.length,
    )


def _doubtful(names: Correspondence, labels: Iterable[Key]) -> list[Key]:
    """Registers without a namesake."""
    namesakes = {target for target, _ in names.targets.values()}
    return [key for key in labels if key not in names.targets and key not in namesakes]


def _steady(names: Correspondence, found: Traces) -> set[Key]:
    """Registers of the RTL that do as those of the netlist with their names."""
    ones = (1 << found.length) - 1
    return {
        target
        for key, (target, inverted) in names.targets.items()
        if found.values[key] == found.values[target] ^ ones * inverted
    }


def _labels(rtl: Netlist, mapped: Netlist) -> dict[Key, str]:
    """What to call every register."""
    return {
        (side, register.q): f"{side} {register.names[0] if register.names else register.q}"
        for side, netlist in (("rtl", rtl), ("netlist", mapped))
        for register in netlist.registers
    }


def by_next_value(
    rtl: Netlist, mapped: Netlist, names: Correspondence, seed: int
) -> Correspondence:
    """``names``, and registers whose next values agree whatever the registers hold, as long as
    those that correspond hold the same.

    And those that stay 0 once they are. For registers that are loaded so rarely that no simulation
    from a reset gets there: it needs no reachable state. One that holds its own value for a time is
    not found, nor one of several with the same next value.
    """
    both = simulation.next_values(rtl, mapped)
    dice, targets, left = random.Random(seed), dict(names.targets), {}
    player = Bits(rtl, SIGNATURE, dice)

    def next_values(zero: bool) -> dict[Key, int]:
        state = {
            key: 0 if zero and key in left else dice.getrandbits(SIGNATURE)
            for key in both.following
        } | player.inputs()
        simulation = both.graph.simulate(tied(state, targets, SIGNATURE), SIGNATURE)
        taken = {*targets, *(target for target, _ in targets.values())}
        return {
            key: simulation[literal] for key, literal in both.following.items() if key not in taken
        }

    # What was found is held equal from here on, which may make more next values equal.
    while found := _pairs(left := next_values(zero=False)):
        targets |= found
    targets |= {key: (None, 0) for key, value in next_values(zero=True).items() if not value}
    return Correspondence(
        targets, {key: names.labels.get(key, f"net {key[1]} of the {key[0]}") for key in targets}
    )


def _pairs(values: dict[Key, int]) -> dict[Key, tuple[Key, int]]:
    """Registers of the netlist with the only one of the RTL that has the same value, or the inverse
    one.
    """
    ones, by_value = (1 << SIGNATURE) - 1, {}
    for key, value in values.items():
        # The smaller of both: a value and its inverse meet under one key.
        by_value.setdefault((key[0], min(value, value ^ ones)), []).append(key)
    pairs = (
        (by_value.get(("rtl", value), []), keys)
        for (side, value), keys in by_value.items()
        if side == "netlist"
    )
    single = ((ours[0], theirs[0]) for ours, theirs in pairs if len(ours) == len(theirs) == 1)
    return {theirs: (ours, int(values[ours] != values[theirs])) for ours, theirs in single}
