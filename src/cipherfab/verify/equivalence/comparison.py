# SPDX-License-Identifier: Apache-2.0
"""RTL and netlist in one graph, cut at their registers: the points that are compared."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from .aig import FALSE, TRUE, Aig
from .correspondence import Correspondence
from .netlist import Netlist, Reader, bit_names
from .states import Key, Values

OUTPUT, GUESS = "output ", "guess "
"""How the labels of outputs and of guesses begin."""

UNDEFINED = "undefined bit of the RTL"


@dataclass(frozen=True)
class Example:
    """Assignments to the inputs of a graph: bit ``i`` of each value belongs to assignment ``i`` of
    ``patterns``.
    """

    values: dict
    patterns: int

    def pattern(self, index: int) -> dict:
        """One of the assignments."""
        return {key: value >> index & 1 for key, value in self.values.items()}


@dataclass
class Comparison:
    """Both netlists in one graph.

    Attributes:
        pairs: label of each compared point, and its literals in the RTL and in the netlist. A label
            is ``output NAME``, ``register NAME`` or ``guess NAME``.
        undefined: how many undefined bits of the RTL were met.
        next_values: literal of the next value of each register.
        cared: 1 where next values are compared.
        by_state: small registers are taken to hold some values only.
        made_of: the arguments of `compare`.
    """

    graph: Aig
    pairs: dict[str, tuple[int, int]] = field(default_factory=dict)
    undefined: int = 0
    next_values: dict[Key, int] = field(default_factory=dict)
    cared: int = TRUE
    by_state: bool = False
    made_of: tuple = ()

    def differing(self, example: Example, among: Iterable[str] | None = None) -> dict[str, int]:
        """Labels where both sides differ, each with the patterns in which they do."""
        simulation = self.graph.simulate(example.values, example.patterns)
        found = {
            label: simulation[self.pairs[label][0]] ^ simulation[self.pairs[label][1]]
            for label in among or self.pairs
        }
        return {label: patterns for label, patterns in found.items() if patterns}

    def following(self, example: Example) -> dict[Key, int]:
        """The next value of each register; in a pattern that is not cared for, that of another."""
        simulation = self.graph.simulate(example.values, example.patterns)
        cared = simulation[self.cared]
        # The lowest pattern that is cared for stands in for those that are not: they must refute no
        # guess.
        other, aside = (cared & -cared).bit_length() - 1, (1 << example.patterns) - 1 ^ cared
        following = {key: simulation[literal] for key, literal in self.next_values.items()}
        return {
            key: value & cared | (aside if value >> other & 1 else 0)
            for key, value in following.items()
        }


def compare(
    rtl: Netlist,
    mapped: Netlist,
    names: Correspondence,
    guesses: Correspondence,
    *,
    any_undefined: bool = False,
    reset: tuple[str, int] | None = None,
) -> Comparison:
    """Enter both netlists into one graph, corresponding registers as one input.

    Args:
        reset: an input and its value in a reset: registers alone are compared, and in a reset.
        any_undefined: an undefined value of the RTL is an input, called ``(UNDEFINED, bit)``, in
            place of 0.
    """
    graph = Aig()
    comparison = Comparison(graph, made_of=(rtl, mapped, names, guesses))
    literal_of = _register_literals(graph, rtl, mapped, names, guesses)
    readers = {}
    for side, netlist, undriven in (
        ("rtl", rtl, lambda bit: graph.input((UNDEFINED, bit)) if any_undefined else FALSE),
        # A net of the netlist that nothing drives may be anything; the RTL gives no such freedom.
        ("netlist", mapped, lambda bit: graph.input(("undriven net of the netlist", str(bit)))),
    ):
        known = {register.q: literal_of[side, register.q] for register in netlist.registers}
        known |= {
            bit: graph.input(label)
            for name, bits in rtl.inputs.items()
            for label, bit in zip(bit_names(name, len(bits)), netlist.inputs[name])
        }
        readers[side] = Reader(graph, netlist, known, side, undriven)
    for name, bits in rtl.outputs.items():
        for label, a, b in zip(bit_names(name, len(bits)), bits, mapped.outputs[name]):
            comparison.pairs[f"{OUTPUT}{label}"] = (
                readers["rtl"].literal(a),
                readers["netlist"].literal(b),
            )
    following = {
        (side, register.q): readers[side].literal(register.d)
        for side, netlist in (("rtl", rtl), ("netlist", mapped))
        for register in netlist.registers
    }
    for kind, relation in (("register", names), ("guess", guesses)):
        for (side, q), (target, inverted) in relation.targets.items():
            expected = _literal(graph, target, following)
            label = f"{kind} {relation.labels[side, q]}"
            # A register without a name is called by its number, which may be the name of another:
            # each is a point of its own.
            if label in comparison.pairs:
                label += f", net {q} of the {side}"
            comparison.pairs[label] = expected ^ inverted, following[side, q]
    if guesses.states:
        _restrict(comparison, guesses.states, literal_of, following)
    if reset:
        active = graph.input(reset[0]) ^ (not reset[1])
        comparison.pairs = {
            label: (graph.and_(one, active), graph.and_(other, active))
            for label, (one, other) in comparison.pairs.items()
            if not label.startswith(OUTPUT)
        }
    comparison.undefined, comparison.next_values = readers["rtl"].undriven, following
    return comparison


def _literal(graph: Aig, target: Key | Values | None, literals: Mapping[Key, int]) -> int:
    """What a register corresponds to, without its inversion."""
    if target is None:
        return FALSE
    return target.literal(graph, literals) if isinstance(target, Values) else literals[target]


def _restrict(
    comparison: Comparison,
    states: Sequence[Values],
    now: Mapping[Key, int],
    following: Mapping[Key, int],
) -> None:
    """Compare while registers hold ``states``; and one more point for each register: that it does
    in the next cycle too.
    """
    graph, inside = comparison.graph, TRUE
    for one in states:
        inside = graph.and_(inside, one.literal(graph, now))
    comparison.cared, comparison.by_state = inside, True
    for label, pair in comparison.pairs.items():
        comparison.pairs[label] = tuple(graph.and_(literal, inside) for literal in pair)
    for one in states:
        then = graph.and_(one.literal(graph, following), inside)
        comparison.pairs[f"{GUESS}states of {one.word.name}"] = then, inside


def _register_literals(
    graph: Aig, rtl: Netlist, mapped: Netlist, names: Correspondence, guesses: Correspondence
) -> dict:
    """An input for each register that corresponds to no other; for the rest what they correspond
    to.
    """
    targets = names.targets | guesses.targets
    labels = {("rtl", r.q): r.names[0] if r.names else f"net {r.q}" for r in rtl.registers}
    labels |= {
        ("netlist", r.q): r.names[0] if r.names else f"net {r.q} of the netlist"
        for r in mapped.registers
    }

    def literal(key: Key, inverted: int = 0) -> int:
        # A register may correspond to one that corresponds to a further one.
        while key in targets:
            key, more = targets[key]
            inverted ^= more
            if not isinstance(key, tuple):
                bits = {bit: literal(bit) for bit in key.word.bits} if key else {}
                return _literal(graph, key, bits) ^ inverted
        # The label stands last: by it a counterexample names the register.
        return graph.input(("register", *key, labels[key])) ^ inverted

    return {key: literal(key) for key in labels}
