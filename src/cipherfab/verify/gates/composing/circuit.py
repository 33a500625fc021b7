# SPDX-License-Identifier: Apache-2.0
"""A netlist in a clock cycle whose control is known: which registers and inputs each net really
depends on, and which of them are only added to it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from typing import Any

from ..probing.polynomials import ONE, ZERO
from ..probing.symbolic import SymbolicNetlist
from .tables import added, column, essential, places


@dataclass(frozen=True)
class Rest:
    """A gate some of whose inputs are constant.

    Attributes:
        constant: 0 or 1 if nothing is left; else None.
        added, inside: positions of the inputs that are only added, and of the others that matter.
        offset: 1 if a 1 is added.
        monomials: of the algebraic normal form, positions each.
    """

    constant: int | None
    added: tuple[int, ...] = ()
    inside: tuple[int, ...] = ()
    offset: int = 0
    monomials: tuple[tuple[int, ...], ...] = ()


@cache
def rest(table: tuple[int, ...], given: tuple[int | None, ...]) -> Rest:
    """What is left of a gate; ``table``: its value by its inputs, the first one the lowest bit."""
    free = [position for position, value in enumerate(given) if value is None]
    low = sum(value << position for position, value in enumerate(given) if value)
    spread = [
        sum((number >> place & 1) << position for place, position in enumerate(free))
        for number in range(1 << len(free))
    ]
    values = [table[low | number] for number in spread]
    # The Moebius transform makes the algebraic normal form of a truth table, in place.
    for place in range(len(free)):
        for number in range(len(values)):
            if number >> place & 1:
                values[number] ^= values[number ^ 1 << place]
    monomials = tuple(
        tuple(free[place] for place in range(len(free)) if number >> place & 1)
        for number, value in enumerate(values)
        if value
    )
    # Nothing is left, or the empty product alone, which is 1.
    if all(not monomial for monomial in monomials):
        return Rest(len(monomials))
    # What stands in a product matters; what stands alone in the normal form is only added.
    inside = {position for one in monomials if len(one) > 1 for position in one}
    found = {position for one in monomials for position in one}
    return Rest(
        None, tuple(sorted(found - inside)), tuple(sorted(inside)), int(() in monomials), monomials
    )


@dataclass
class Circuit:
    """Gates by number.

    Attributes:
        netlist: what it is made of.
        names: of the sources, registers and input bits; a set of sources has a bit for each.
        seen: by net the sources in its cone.
        refined: what `Settled.refine` found.
        starts: source of each net that is one or its complement, and whether it is that; ``nets``:
            these of each source.
        cones: for what each register takes in, and each output, by a name, the sources that a
            probe there sees with glitches; of equal ones one.
    """

    netlist: SymbolicNetlist
    names: list[str] = field(init=False)
    cones: dict[str, int] = field(init=False)

    def __post_init__(self) -> None:
        netlist = self.netlist
        self.names = [*netlist.registers, *(
            f"{port}[{bit}]"
            for port in sorted(netlist.inputs)
            for bit in range(len(netlist.ports[port]))
        )]  # fmt: skip
        self.place = {name: place for place, name in enumerate(self.names)}
        self._nets: dict[Any, int] = {"0": 0, "1": 1, "x": 0}
        self.starts: dict[int, tuple[int, int]] = {}
        self.nets: list[list[tuple[int, int]]] = [[] for _ in self.names]
        for net, name in netlist.sources.items():
            inverse = name in netlist.registers and net in netlist.registers[name].inverse
            self.starts[self._net(net)] = self.place[name], int(inverse)
            self.nets[self.place[name]].append((self._net(net), int(inverse)))
        self._tables: dict[int, tuple[int, ...]] = {}
        self.gates = [self._gate(*gate) for gate in netlist.gates]
        self.taken = {
            # What a register takes in has no net of its own in the module; this key is none there.
            name: self._gate(("next", name), flip_flop.function, flip_flop.inputs)
            for name, flip_flop in netlist.registers.items()
        }
        self.driver = {gate[0]: gate for gate in [*self.gates, *self.taken.values()]}
        self._size = len(self._nets)
        self.seen = self._seen()
        self.cones = self._cones()
        self.refined: dict[tuple[int, int, int], tuple[int | None, int, int, int]] = {}

    def _net(self, net: Any) -> int:
        return self._nets.setdefault(net, len(self._nets))

    def _gate(self, net: Any, function: Any, inputs: Sequence) -> tuple[int, tuple, tuple]:
        """Net, table and inputs."""
        # Cells of a library share few function objects, and a table takes a call for each row.
        key = id(function)
        if key not in self._tables:
            self._tables[key] = tuple(
                int(function(*(ONE if bit else ZERO for bit in reversed(given))).terms == ONE.terms)
                # `product` changes the last position fastest; reversed, the first input is the
                # lowest bit.
                for given in product((0, 1), repeat=len(inputs))
            )
        return self._net(net), self._tables[key], tuple(map(self._net, inputs))

    def _seen(self) -> list[int]:
        """By net the sources in its cone."""
        seen = [0] * self._size
        for net, (place, _) in self.starts.items():
            seen[net] = 1 << place
        for net, _, inputs in [*self.gates, *self.taken.values()]:
            for one in inputs:
                # Gates come in the order of levels, so that the cones of all inputs are whole.
                seen[net] |= seen[one]
        return seen

    def _cones(self) -> dict[str, int]:
        found = {self.seen[net]: f"what {name} takes in" for name, (net, *_) in self.taken.items()}
        found |= {self.seen[net]: name for name, net in self.outputs()}
        # A cone without sources sees constants alone.
        return {name: cone for cone, name in found.items() if cone}

    def gate(self, net: int) -> tuple[int, tuple, tuple]:
        """What drives a net, or what a register takes in."""
        return self.driver[net]

    def outputs(self) -> Iterator[tuple[str, int]]:
        """Each bit of an output and its net."""
        for port, bits in self.netlist.ports.items():
            if port not in self.netlist.inputs:
                for bit, net in enumerate(bits):
                    yield f"{port}[{bit}]", self._net(net)

    def settle(self, given: Sequence[int | None]) -> "Settled":
        """The nets in a cycle; ``given``: 0 or 1 for each source that is constant, else None."""
        constant: list[int | None] = [None] * self._size
        added, inside, offset = [0] * self._size, [0] * self._size, [0] * self._size
        constant[0], constant[1] = 0, 1
        for net, (place, inverse) in self.starts.items():
            value = given[place]
            if value is None:
                # QN is the source with a 1 added.
                added[net], offset[net] = 1 << place, inverse
            else:
                constant[net] = value ^ inverse
        for net, table, inputs in [*self.gates, *self.taken.values()]:
            left = rest(table, tuple([constant[one] for one in inputs]))
            if left.constant is not None:
                constant[net] = left.constant
                continue
            plus, within, one = 0, 0, left.offset
            for position in left.added:
                read = inputs[position]
                plus ^= added[read]
                within |= inside[read]
                one ^= offset[read]
            for position in left.inside:
                within |= added[inputs[position]] | inside[inputs[position]]
            # What is also inside a product is not only added; what was added twice has fallen out
            # by the XOR.
            plus &= ~within
            # Sources may cancel: the net is public then though its inputs are not.
            if not plus and not within:
                constant[net] = one
            else:
                added[net], inside[net], offset[net] = plus, within, one
        free = sum(1 << place for place, value in enumerate(given) if value is None)
        ones = sum(1 << place for place, value in enumerate(given) if value)
        return Settled(self, constant, added, inside, offset, free, ones)


@dataclass
class Settled:
    """The nets of a `Circuit` in a cycle.

    Attributes:
        circuit: of it.
        constant: by net, its value if control alone says it; else None.
        added, inside: by net the sources that are only added to the rest, and all others that it
            depends on.
        offset: by net whether it is 1 if nothing is in ``inside`` and all that is added is 0.
        open, ones: the sources that are not public, and those that are 1.
    """

    circuit: Circuit
    constant: list[int | None]
    added: list[int]
    inside: list[int]
    offset: list[int]
    open: int
    ones: int

    def matter(self, net: int) -> list[int]:
        """The nets that a gate's output depends on."""
        _, table, inputs = self.circuit.gate(net)
        left = rest(table, tuple([self.constant[one] for one in inputs]))
        return [inputs[position] for position in (*left.added, *left.inside)]

    def refine(self, net: int) -> None:
        """What a net depends on, and how, by trying all values of its sources."""
        cone = self.circuit.seen[net]
        # The result hangs on which sources of the cone are public and on their values, and on
        # nothing else of the cycle.
        key = net, cone & self.open, cone & self.ones
        if key not in self.circuit.refined:
            self.circuit.refined[key] = self._refined(net)
        found = self.circuit.refined[key]
        self.constant[net], self.added[net], self.inside[net], self.offset[net] = found

    def _refined(self, net: int) -> tuple[int | None, int, int, int]:
        support = list(places(self.added[net] | self.inside[net]))
        place = {source: column(number, len(support)) for number, source in enumerate(support)}
        ones = (1 << (1 << len(support))) - 1
        start = {
            one: place[source] ^ (ones if inverse else 0)
            for source in support
            for one, inverse in self.circuit.nets[source]
        }
        left, table = essential(support, self.table(net, start, ones))
        if not left:
            return table, 0, 0, 0
        alone = sum(1 << left[number] for number in added(table, len(left)))
        inside = sum(1 << one for one in left) & ~alone
        return None, alone, inside, 0 if inside else table & 1

    def table(self, net: int, start: Mapping[int, int], ones: int) -> int:
        """A net's truth table from those of nets at which to stop; ``ones``: that of 1."""
        known, stack = dict(start), [net]
        while stack:
            top = stack[-1]
            if top in self.circuit.starts:
                # One that falls out of a sum is in no support, and counts as 0; its inverse is 1.
                known.setdefault(top, ones if self.circuit.starts[top][1] else 0)
            missing = [] if top in known else [one for one in self.matter(top) if one not in known]
            # No recursion: a cone may be deeper than Python's calls may go.
            stack += missing
            if missing:
                continue
            if top not in known:
                known[top] = self._combined(top, known, ones)
            stack.pop()
        return known[net]

    def _combined(self, net: int, known: Mapping[int, int], ones: int) -> int:
        """A gate's truth table from those of its inputs."""
        _, table, inputs = self.circuit.gate(net)
        total = 0
        for monomial in rest(table, tuple([self.constant[one] for one in inputs])).monomials:
            term = ones
            for position in monomial:
                term &= known[inputs[position]]
            total ^= term
        return total
