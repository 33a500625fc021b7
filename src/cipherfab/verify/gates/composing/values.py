# SPDX-License-Identifier: Apache-2.0
"""What registers and inputs hold in a composed netlist: a share, or something that random bits
hide; and whether values hide the shares of others.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

LARGEST = 14
"""Shares and random bits of values of which all are tried."""


@dataclass(eq=False)
class Value:
    """What a register holds from some cycle on.

    Attributes:
        number: of the value; equal ones have one.
        born: the cycle from which on it is there.
        name: of the register or input that had it first.
        domain: index of the shares that it is a function of; of a hidden one that of the shares
            beside the random bits, None if there are none or several.
        variables, table: of a hidden value the shares and random bits that it is a function of, and
            its truth table; of a share empty.
        random: it is a random bit itself.
        hides: of a share that stands for a hidden value, that one.
    """

    number: int
    born: int
    name: str
    domain: int | None = None
    variables: "tuple[Value, ...]" = ()
    table: int = 0
    random: bool = False
    hides: "Value | None" = None

    @property
    def hidden(self) -> bool:
        """Whether it has random bits."""
        return bool(self.variables)

    @property
    def bare(self) -> bool:
        """Whether it has nothing but random bits."""
        return self.hidden and all(one.random for one in self.variables)


@dataclass
class Groups:
    """Random bits that hide something together are one group: those of a gadget's pair of shares.

    Attributes:
        uses: of each group the hidden values that shares are made of, by domain of these.
        members: all hidden values of it that ever were.
    """

    uses: dict[int, dict[int, dict[int, Value]]] = field(default_factory=dict)
    members: dict[int, list[Value]] = field(default_factory=dict)
    _above: dict[int, int] = field(default_factory=dict)
    _tried: dict[tuple, bool] = field(default_factory=dict)

    def count(self) -> int:
        """Groups that hide something."""
        return sum(any(not one.bare for one in found) for found in self.members.values())

    def root(self, number: int) -> int:
        """The group of a random bit."""
        above = self._above.setdefault(number, number)
        # Union-find: groups are only ever joined, and are looked up for each value.
        while above != number:
            number, above = above, self._above.setdefault(above, above)
        return number

    def of(self, value: Value) -> int:
        """The group of a hidden value."""
        return self.root(next(one.number for one in value.variables if one.random))

    def join(self, value: Value) -> None:
        """A new hidden value: its random bits are one group from now on."""
        roots = {self.root(one.number) for one in value.variables if one.random}
        # The oldest random bit names the group, so that the result does not hang on an order of
        # sets.
        into = min(roots)
        for other in roots - {into}:
            self._above[other] = into
            self.members.setdefault(into, []).extend(self.members.pop(other, ()))
            for domain, used in self.uses.pop(other, {}).items():
                self.uses.setdefault(into, {}).setdefault(domain, {}).update(used)
        self.members.setdefault(into, []).append(value)

    def use(self, value: Value, domain: int) -> None:
        """A share of a domain is made of a hidden value."""
        found = self.uses.setdefault(self.of(value), {}).setdefault(domain, {})
        found[value.number] = value

    def used(self, group: int, domain: int) -> dict[int, Value]:
        """The hidden values of a group that shares of a domain are made of."""
        return self.uses.get(group, {}).get(domain, {})

    def bases(self, group: int, domain: int) -> Iterator[Value]:
        """The shares of a domain that are in the values of a group."""
        for member in self.members.get(group, ()):
            for one in member.variables:
                if not one.random and one.domain == domain:
                    yield one

    def domains(self, group: int) -> set[int]:
        """Those that have to do with a group."""
        found = {
            one.domain
            for member in self.members.get(group, ())
            for one in member.variables
            if not one.random and one.domain is not None
        }
        return found | set(self.uses.get(group, ()))

    def hide(self, values: Iterable[Value], domain: int) -> bool:
        """Whether hidden values, seen together, can be made of the shares of a domain alone: for
        all values of these they come equally often whatever the other shares are. False too if that
        is too much to try.
        """
        seen = sorted({one.number: one for one in values}.values(), key=lambda one: one.number)
        order: dict[int, int] = {}
        # Numbers of the values are replaced by kind and order: the same gadget in a later round is
        # not tried again.
        key = tuple((one.table, tuple(_sort(v, domain, order) for v in one.variables))
                    for one in seen)  # fmt: skip
        if key not in self._tried:
            self._tried[key] = _hide(seen, domain)
        return self._tried[key]


def _sort(value: Value, domain: int, order: dict[int, int]) -> tuple[int, int]:
    kind = 0 if value.random else 1 if value.domain == domain else 2
    return kind, order.setdefault(value.number, len(order))


def _hide(values: Sequence[Value], domain: int) -> bool:
    variables = {one.number: one for value in values for one in value.variables}
    parts: tuple[list[int], list[int], list[int]] = ([], [], [])
    for number, one in variables.items():
        parts[0 if one.random else 1 if one.domain == domain else 2].append(number)
    random, own, others = parts
    # Without shares of others there is nothing that could show through.
    if not others:
        return True
    # 2^14 assignments are tried; more would take too long, and a False is safe.
    if len(variables) > LARGEST:
        return False
    # For each value of the own shares, since who simulates knows these.
    for shares in range(1 << len(own)):
        first = None
        for rest in range(1 << len(others)):
            # Sorted: the values are compared as a distribution, each as often as it comes for all
            # random bits.
            found = sorted(
                _together(values, {**_bits(own, shares), **_bits(others, rest),
                                   **_bits(random, bits)})
                for bits in range(1 << len(random))
            )  # fmt: skip
            if first is None:
                first = found
            elif found != first:
                return False
    return True


def _bits(numbers: Sequence[int], value: int) -> dict[int, int]:
    return {number: value >> place & 1 for place, number in enumerate(numbers)}


def _together(values: Sequence[Value], given: dict[int, int]) -> tuple[int, ...]:
    return tuple(
        value.table >> sum(given[one.number] << place for place, one in enumerate(value.variables))
        & 1
        for value in values
    )
