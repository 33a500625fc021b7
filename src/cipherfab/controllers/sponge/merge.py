# SPDX-License-Identifier: Apache-2.0
"""One datapath for events that change a state in different ways: what each keeps and what it adds,
merged.

An event is a function over words, linear in the state: each bit of its result is a sum of bits and
of products of two bits of its inputs. At most one event of a group happens at a time. So instead of
a multiplexer over whole results,

- a bit of the state is kept unless an event (or a mask that an event names) clears it;
- a term is added if an event that has it happens; terms of events that exclude each other are
  joined by OR, others by XOR.

Bits with the same form are built together as slices.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from amaranth.hdl import Cat, Const, Module, Signal

from ...words import Word
from ...words.bitgraph import runs_of
from ...words.trace import TracedWord, trace

Term = frozenset
"""A product: names and numbers of bits, (name, bit); the empty product is the constant 1."""

STATE = "state"

SHOWN = 3
"""So many gates name their OR."""


@dataclass(frozen=True, kw_only=True)
class Event:
    """Something that changes the state.

    Attributes:
        gate: 1 when it happens.
        function: from words by name to a word, the state after it.
        exclusive: it excludes every other exclusive event. An event that is not happens with one of
            them, and adds to what that does: its function is what it adds, and reads no state.
        runs: the state that it gives goes somewhere; else only what is read from it counts.
    """

    gate: Signal
    function: Callable[[Mapping[str, Word]], Word]
    exclusive: bool = True
    runs: bool = True


@dataclass(frozen=True)
class Merged:
    """The state after the events of a cycle.

    Attributes:
        state: all of it.
        early: the same without what is added of ``late`` words, in the bits that were asked for.
    """

    state: Signal
    early: Signal


def merge(
    m: Module,
    events: list[Event],
    inputs: Mapping[str, Signal],
    *,
    name: str = "next",
    late: Collection[str] = (),
    early: Collection[int] = (),
    last: Collection[str] = (),
) -> Merged:
    """The state after the events of a cycle; the state itself if none happens.

    Args:
        m: gets the logic.
        events: all that there are.
        inputs: by name; one is `STATE`.
        name: of the result.
        late: names of words that are added last in the bits ``early``.
        early: numbers of bits of the state.
        last: names of words that come late in the cycle, so that sums have them at their end.

    Raises:
        ValueError: a function has a product of more than two bits, or is not linear in the state.
    """
    forms = [
        polynomials(event.function, {key: len(value) for key, value in inputs.items()})
        for event in events
    ]
    merged = Merged(
        *(Signal(len(inputs[STATE]), name=f"{name}{suffix}") for suffix in ("", "_early"))
    )
    gates = Gates(m, events)
    # Without constants longer runs of bits are alike, and a run is one statement.
    bare = [[terms - ONE for terms in form] for form in forms]
    for low, high in runs_of(
        [(shifted(bare, bit), bit in early) for bit in range(len(merged.state))]
    ):
        terms, constants = with_constants(forms, low, high)
        part = Slice(events, {**inputs, **constants}, gates, low, high, last)
        m.d.comb += [
            merged.early[low:high].eq(
                # The tag is read from ``early``, so the block is not in it.
                part.without(terms, late) if low in early else merged.state[low:high]
            ),
            merged.state[low:high].eq(
                part.with_late(merged.early[low:high], terms, late)
                if low in early
                else part.without(terms, ())
            ),
        ]
    return merged


def with_constants(
    forms: list, low: int, high: int
) -> tuple[list[frozenset[Term]], dict[str, Const]]:
    """Of bits that are alike but for constants the terms of the lowest in each event, and the words
    that stand for constants of which some bits are 1.
    """
    terms, words = [], {}
    for number, form in enumerate(forms):
        ones = [bit for bit in range(low, high) if frozenset() in form[bit]]
        own = form[low] - ONE
        if len(ones) == high - low:
            own |= ONE
        elif ones:
            name = f"constant_{number}"
            words[name] = Const(sum(1 << bit for bit in ones), high)
            own |= {frozenset({(name, low)})}
        terms.append(own)
    return terms, words


def bits_read(function: Callable[[Word], Word], width: int) -> frozenset[int]:
    """The numbers of the bits of a word of ``width`` bits that a function of it reads."""
    form = polynomials(lambda words: function(words[STATE]), {STATE: width})
    return frozenset(bit for terms in form for term in terms for _, bit in term)


class Gates:
    """ORs of the gates of several events, each built once, as a signal that begins with
    ``prefix``.
    """

    def __init__(self, m: Module, events: list[Event], prefix: str = ""):
        self.m, self.events, self.prefix, self.known = m, events, prefix, {}

    def any(self, numbers: frozenset[int]):
        if not numbers:
            return Const(0)
        if len(numbers) == 1:
            return self.events[min(numbers)].gate
        if numbers not in self.known:
            gates = [self.events[number].gate for number in sorted(numbers)]
            self.known[numbers] = Signal(name=self.prefix + _either(gates))
            self.m.d.comb += self.known[numbers].eq(Cat(gates).any())
        return self.known[numbers]


def _either(gates: list[Signal]) -> str:
    """What the OR of gates is called: by the first of many."""
    names = [gate.name for gate in gates[:SHOWN]]
    more = [f"{len(gates) - SHOWN}_more"] if len(gates) > SHOWN else []
    return "_or_".join([*names, *more])


def shifted(forms: list, bit: int) -> tuple:
    """The form of a bit in all events, with the numbers of bits relative to its own."""
    # Relative, so that neighbours that read neighbours have the same form.
    return tuple(
        frozenset(frozenset((name, place - bit) for name, place in term) for term in form[bit])
        for form in forms
    )


class Slice:
    """Bits ``low`` to ``high`` - 1, which have the same form. ``terms``: that of the lowest in each
    event; ``last``: see `merge`.
    """

    def __init__(self, events: list[Event], inputs, gates: Gates, low, high, last=()):
        self.events, self.inputs, self.gates, self.last = events, inputs, gates, last
        self.low, self.size = low, high - low

    def without(self, terms: list[frozenset[Term]], late: Collection[str]):
        """What is kept, and all that is added but the terms that read a word that is ``late``."""
        _, users = self._sorted(terms)
        kept, cleared = self.inputs[STATE][self.low : self.low + self.size], self.cleared(terms)
        if cleared:
            kept = kept & ~or_of(cleared)
        return self._added(
            kept, {term: numbers for term, numbers in users.items() if not _reads(term, late)}
        )

    def cleared(self, terms: list[frozenset[Term]]) -> list:
        """Words whose OR is 1 in the bits that are not kept."""
        masks, _ = self._sorted(terms)
        clearing = self._clearing(terms)
        cleared = [_gated(self.gates.any(clearing), None, self.size)] if clearing else []
        return cleared + [self._term(term, numbers) for term, numbers in masks.items()]

    def added(self, terms: list[frozenset[Term]]):
        """What is added to what is kept.

        Raises:
            ValueError: it reads the state.
        """
        _, users = self._sorted(terms)
        if any(_reads(term, (STATE,)) for term in users):
            raise ValueError("expected events that add nothing of the state")
        return self._added(Const(0, self.size), users)

    def with_late(self, early, terms: list[frozenset[Term]], late: Collection[str]):
        """The rest added to `without`; by OR where that is 0 then, which is smaller."""
        _, users = self._sorted(terms)
        added = {term: numbers for term, numbers in users.items() if _reads(term, late)}
        if added and self._is_alone(terms, added):
            return early | or_of([self._term(term, numbers) for term, numbers in added.items()])
        return self._added(early, added)

    def _is_alone(self, terms, added: dict[Term, set[int]]) -> bool:
        """Whether the events that add these terms add nothing else and keep nothing, so that all
        else is 0 then.
        """
        numbers, clearing = set().union(*added.values()), self._clearing(terms)
        others = [form for event, form in zip(self.events, terms) if not event.exclusive]
        return (
            numbers <= clearing
            and not any(others)
            and all(len(terms[number]) == 1 for number in numbers)
        )

    def _clearing(self, terms) -> frozenset[int]:
        """Numbers of the events that do not keep the bit."""
        own = frozenset({(STATE, self.low)})
        return frozenset(
            number
            for number, event in enumerate(self.events)
            if event.exclusive and own not in terms[number]
        )

    def _sorted(self, terms) -> tuple[dict[Term, set[int]], dict[Term, set[int]]]:
        """Masks of the bit, and terms that are added, each with the numbers of their events."""
        own, clearing = (STATE, self.low), self._clearing(terms)
        masks, users = {}, {}
        for number, form in enumerate(terms):
            keeps = self.events[number].exclusive and number not in clearing
            for term in form - {frozenset({own})}:
                # s + s m is s & ~m: an AND in front of the sum, and no XOR.
                if own in term and keeps:
                    masks.setdefault(term - {own}, set()).add(number)
                else:
                    users.setdefault(term, set()).add(number)
        return masks, users

    def touching(self, terms) -> frozenset[int]:
        """Numbers of the events that change the bit."""
        own = frozenset({frozenset({(STATE, self.low)})})
        return frozenset(
            number
            for number, event in enumerate(self.events)
            if terms[number] != (own if event.exclusive else frozenset())
        )

    def changed(self, terms):
        """What the bit is if one of the events that are `touching` it happens."""
        touching, clearing = self.touching(terms), self._clearing(terms)
        if any(not self.events[number].exclusive for number in touching):
            return self.without(terms, ())
        masks, users = self._sorted(terms)
        kept = Const(0, self.size)
        if clearing < touching:
            cleared = [self._term(term, numbers) for term, numbers in masks.items()]
            cleared += [_gated(self.gates.any(clearing), None, self.size)] if clearing else []
            kept = self.inputs[STATE][self.low : self.low + self.size]
            kept = kept & ~or_of(cleared) if cleared else kept
        return self._added(kept, users, always=touching)

    def _added(self, total, users: dict[Term, set[int]], always: Collection[int] = ()):
        """With terms of events; one of ``always`` happens, if there are any."""
        for group in _exclusive_groups(users, self.events, self.last):
            total = total ^ or_of([self._term(term, users[term], always) for term in group])
        return total

    def _term(self, term: Term, numbers: set[int], always: Collection[int] = ()):
        if always and numbers >= set(always):
            return _gated(Const(1), _bits(self.inputs, term, self.size), self.size)
        return _gated(
            self.gates.any(frozenset(numbers)), _bits(self.inputs, term, self.size), self.size
        )


def _reads(term: Term, names: Collection[str]) -> bool:
    return any(name in names for name, _ in term)


def _gated(gate, bits, size: int):
    if bits is None:
        return gate.replicate(size)
    return bits & gate.replicate(size)


def or_of(parts: list):
    total = parts[0]
    for part in parts[1:]:
        total = total | part
    return total


def _bits(inputs, term: Term, size: int):
    """The product of slices that start at a term's bits; None for the constant 1."""
    factors = [inputs[name][place : place + size] for name, place in sorted(term)]
    if not factors:
        return None
    return factors[0] if len(factors) == 1 else factors[0] & factors[1]


def _exclusive_groups(
    users: dict[Term, set[int]], events: list[Event], last: Collection[str]
) -> list[list[Term]]:
    """Terms in groups of which at most one counts at a time; those of ``last`` words at the end."""

    def clash(one: Term, other: Term) -> bool:
        # Where both may be added at once an OR would be wrong: one event has both, or two happen.
        return any(
            a == b or not (events[a].exclusive and events[b].exclusive)
            for a in users[one]
            for b in users[other]
        )

    groups: list[list[Term]] = []
    # Sorted: sets of strings have another order in each run, and Verilog must not.
    for term in sorted(users, key=lambda term: (_reads(term, last), sorted(term))):
        free = next(
            (group for group in groups if not any(clash(term, other) for other in group)), None
        )
        if free is None:
            groups.append([term])
        else:
            free.append(term)
    return groups


def polynomials(function, widths: Mapping[str, int]) -> list[frozenset[Term]]:
    """For each bit of the result its terms."""
    record = trace(lambda words: {"out": function(words)}, widths)
    bits: dict[int, list[frozenset[Term]]] = {}
    for name, node in record.inputs.items():
        bits[id(node)] = [frozenset({frozenset({(name, bit)})}) for bit in range(node.width)]
    for node in record.nodes:
        bits[id(node)] = _read(node, [bits[id(operand)] for operand in node.operands])
    result = bits[id(record.outputs["out"])]
    for term in (term for bit in result for term in bit):
        if len(term) > 2 or sum(name == STATE for name, _ in term) > 1:
            raise ValueError(
                f"expected sums of products of at most two bits, one of the state; "
                f"got {sorted(term)}"
            )
    return result


ONE = frozenset({frozenset()})


def _read(node: TracedWord, operands: list[list]) -> list[frozenset[Term]]:
    match node.operation:
        case "constant":
            return [ONE if node.parameter >> bit & 1 else frozenset() for bit in range(node.width)]
        case "xor":
            # Modulo 2: a term that occurs twice vanishes, as in a symmetric difference.
            return [a ^ b for a, b in zip(*operands)]
        case "not":
            return [a ^ ONE for a in operands[0]]
        case "and":
            return [_product(a, b) for a, b in zip(*operands)]
        case "or":
            return [a ^ b ^ _product(a, b) for a, b in zip(*operands)]
        case "mux":
            return [b ^ _product(operands[0][0], a ^ b) for a, b in zip(operands[1], operands[2])]
        case "slice":
            return operands[0][node.parameter : node.parameter + node.width]
        case "ror":
            return [operands[0][(bit + node.parameter) % node.width] for bit in range(node.width)]
        case "permute":
            return [operands[0][source] for source in node.parameter]
        case "concat":
            return [bit for operand in reversed(operands) for bit in operand]
    raise ValueError(f"an event is made of sums and products, got {node.operation}")


def _product(a: frozenset[Term], b: frozenset[Term]) -> frozenset[Term]:
    total: frozenset[Term] = frozenset()
    for one in a:
        for other in b:
            total ^= frozenset({one | other})
    return total
