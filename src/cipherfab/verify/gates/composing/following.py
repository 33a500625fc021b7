# SPDX-License-Identifier: Apache-2.0
"""What every register of a composed netlist holds, cycle by cycle: public values as they are, of
all others which share they belong to and which random bits hide them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from .circuit import Circuit, Settled
from .tables import column, essential, places
from .values import Groups, Value

BASES = 10
"""Shares and random bits that a value may have to be followed as hidden by them."""

LEAVES = 20
"""Sources of which all values are tried, to see which of them are only added."""

FEW = 8
"""The same where none of them is hidden: of what a mapper made twice nothing may be left."""

SMALL = 4
"""Sources of a net of one domain that are looked at one by one."""

Held = int | Value
"""0 or 1 if it is public, else a share or a hidden value."""


class Stop(Exception):
    """Why a value cannot be followed: its words are for people."""


class Following:
    """The registers and inputs at work.

    Attributes:
        circuit: of it.
        groups: of the random bits.
        cycle: that comes.
        held: what each source holds.
        masks: of the sources, those of each domain's shares, and last the hidden ones.
    """

    def __init__(self, circuit: Circuit, domains: int):
        self.circuit, self.domains, self.groups = circuit, domains, Groups()
        self.cycle = 0
        # The proof takes for granted that registers hold 0 at power-up.
        self.held: list[Held] = [0] * len(circuit.names)
        self.masks: tuple[int, ...] = ()
        self._count = 0
        self._nets: dict[int, Value] = {}
        self._stood: dict[tuple[int, int], Value] = {}
        self._live: dict[int, list[Value]] = {}
        self._offered: tuple[frozenset[int], frozenset[int]] = frozenset(), frozenset()

    def share(self, domain: int, name: str, born: int | None = None) -> Value:
        """A new share."""
        return self._value(name, self.cycle if born is None else born, domain=domain)

    def fresh(self, name: str) -> Value:
        """A new random bit."""
        found = self._value(name, self.cycle, random=True, table=2)
        found.variables = (found,)
        self.groups.join(found)
        return found

    def _value(self, name: str, born: int, **more) -> Value:
        self._count += 1
        return Value(self._count, born, name, **more)

    def settle(self, given: Mapping[str, Held]) -> Settled:
        """Input bits get what they hold in this cycle; the nets then."""
        for name, value in given.items():
            if name in self.circuit.place:
                self.held[self.circuit.place[name]] = value
        offered = frozenset(one.number for one in given.values() if isinstance(one, Value))
        # A random bit is recent for two cycles, see `_is_recent`.
        self._offered = self._offered[1], offered
        masks = [0] * (self.domains + 1)
        for place, value in enumerate(self.held):
            if isinstance(value, Value):
                kind = self.domains if value.hidden else value.domain
                masks[kind] |= 1 << place  # type: ignore[index]
        self.masks, self._nets, self._stood = tuple(masks), {}, {}
        return self.circuit.settle(
            [None if isinstance(value, Value) else value for value in self.held]
        )

    def clock(self, settled: Settled) -> None:
        """Registers take in what they get; last those in which no new random bit comes, when it is
        known what else there will be of their groups.
        """
        following: dict[int, Held] = {}
        self._live, late = {}, []
        for name, (net, *_) in self.circuit.taken.items():
            value = self._first_look(settled, net, name)
            if value is None:
                late.append((name, net))
            else:
                following[self.circuit.place[name]] = value
                self._lives(value)
        for name, net in late:
            following[self.circuit.place[name]] = self._second_look(settled, net, name)
        # Behind both loops: until then registers read what the others held before the clock.
        for place, value in following.items():
            self.held[place] = value
        self.cycle += 1

    def _lives(self, value: Held) -> None:
        if isinstance(value, Value) and value.hidden:
            self._live.setdefault(self.groups.of(value), []).append(value)

    def made(self, settled: Settled, net: int, name: str) -> Held:
        """What a net is, as a register would hold it from the next cycle on.

        Raises:
            Stop: it is of shares of several domains that nothing hides.
        """
        found = self._first_look(settled, net, name)
        return self._second_look(settled, net, name) if found is None else found

    def _first_look(self, settled: Settled, net: int, name: str) -> Held | None:
        """The same; None where hidden values enter, but no random bits by themselves."""
        constant = settled.constant[net]
        if constant is not None:
            return constant
        added, inside = settled.added[net], settled.inside[net]
        # A plain copy of one source keeps its value, and with it its age and its group.
        if not inside and not added & added - 1 and not settled.offset[net]:
            return self.held[added.bit_length() - 1]
        if inside and (added | inside).bit_count() <= (LEAVES if inside & self.masks[-1] else FEW):
            settled.refine(net)
            if settled.constant[net] is not None:
                return settled.constant[net]
            added, inside = settled.added[net], settled.inside[net]
        hidden = self._hidden_in(added | inside)
        if not hidden:
            return self.share(self._domain(added | inside, name), name, self.cycle + 1)
        bare = {place for place, value in hidden.items() if value.bare}
        if not bare:
            return None
        alone = {place for place in bare if added >> place & 1}
        inner, alone = bare - alone, {place for place in alone if self._is_recent(hidden[place])}
        rest = (added | inside) & ~sum(1 << place for place in alone)
        domain = self._domain_of_rest(rest)
        if not inner and domain is not None:
            if not alone:
                return None
            return self._blinded(settled, net, name, alone, rest, domain)
        kept = {self.groups.of(hidden[place]) for place in bare}
        found = self._exact(settled, net, name, kept)
        return self._absorbed(added | inside, name) if found is None else found

    def _is_recent(self, value: Value) -> bool:
        """Whether a random bit has just come in. One that a gadget gave for a product of zeros is
        no new one: what it is added to is a share.
        """
        return any(value.number in offered for offered in self._offered)

    def _second_look(self, settled: Settled, net: int, name: str) -> Held:
        """A share, if what it is made of hides the other shares, also beside what there will be of
        the same groups; else a value that the random bits of the newest group hide.
        """
        support = settled.added[net] | settled.inside[net]
        hidden = self._hidden_in(support)
        domain = self._domain_of_rest(support)
        if domain is None or not self._hides(hidden.values(), domain):
            newest = max(self.groups.of(value) for value in hidden.values())
            found = self._exact(settled, net, name, {newest})
            if found is not None:
                # Registers that are looked at after this one must hide beside it.
                self._lives(found)
                return found
        return self._absorbed(support, name)

    def _hides(self, values: Iterable[Value], domain: int) -> bool:
        groups: dict[int, list[Value]] = {}
        for value in values:
            groups.setdefault(self.groups.of(value), []).append(value)
        return all(
            self.groups.hide(
                [
                    *found,
                    *self.groups.used(group, domain).values(),
                    *(one for one in self._live.get(group, ()) if one.domain in (domain, None)),
                ],
                domain,
            )
            for group, found in groups.items()
        )

    def _since(self, support: int) -> int:
        """Since when a function of sources asks for nothing newer: a share for what was there when
        it was born, a hidden value for itself.
        """
        held = (self.held[place] for place in places(support))
        return max(value.born + value.hidden for value in held if isinstance(value, Value))

    def _hidden_in(self, support: int) -> dict[int, Value]:
        found = {}
        for place in places(support & self.masks[-1]):
            value = self.held[place]
            assert isinstance(value, Value)
            found[place] = value
        return found

    def _domain(self, support: int, name: str) -> int:
        """The one domain of some shares."""
        found = [domain for domain in range(self.domains) if support & self.masks[domain]]
        if len(found) > 1:
            raise Stop(
                f"{name}: shares {found[0]} and {found[1]} meet in it, of "
                f"{self._first(support & self.masks[found[0]])} and "
                f"{self._first(support & self.masks[found[1]])}"
            )
        return found[0]

    def _first(self, sources: int) -> str:
        return next(self.circuit.names[place] for place in places(sources))

    def _absorbed(self, support: int, name: str, only: int | None = None) -> Value:
        """A share that is made of hidden values, too; ``only``: of this domain."""
        domain = self._domain_of_rest(support) if only is None else only
        if domain is None:
            if support & ~self.masks[-1]:
                self._domain(support & ~self.masks[-1], name)
            raise Stop(f"{name}: made of hidden values of several shares")
        if support & ~self.masks[-1] & ~self.masks[domain]:
            # A sum in which shares of others fall out is looked at in the middle.
            raise Stop(f"{name}: shares of several indices are in a part of it")
        for value in self._hidden_in(support).values():
            self.groups.use(value, domain)
        return self.share(domain, name, self.cycle + 1)

    def _domain_of_rest(self, rest: int) -> int | None:
        """The one domain of shares, or of hidden values if there are no others; -1 if there is
        nothing; None if there are several.
        """
        found = {domain for domain in range(self.domains) if rest & self.masks[domain]}
        if not found:
            of = {value.domain for value in self._hidden_in(rest).values()}
            found = {domain for domain in of if domain is not None}
            if of and not found:
                return None
        if len(found) > 1:
            return None
        return found.pop() if found else -1

    def _blinded(
        self, settled: Settled, net: int, name: str, alone: set[int], rest: int, domain: int
    ) -> Held:
        """Random bits that are added to what is of one domain."""
        terms = [self.held[place] for place in sorted(alone)]
        offset = settled.offset[net] if not settled.inside[net] else 0
        if rest:
            hidden = self._hidden_in(rest)
            if not settled.inside[net] and not hidden and not rest & rest - 1:
                terms.append(self.held[rest.bit_length() - 1])
            else:
                for value in hidden.values():
                    self.groups.use(value, domain)
                terms.append(self.share(domain, f"part of {name}", self._since(rest)))
                offset = 0
        variables = list({one.number: one for value in terms for one in self._of(value)}.values())
        # -1 is a table of ones over any number of variables; `_new` cuts it.
        table = -offset
        for value in terms:
            table ^= self._spread(value, variables)
        return self._new(name, variables, table, domain if rest else None)

    def _of(self, value: Held) -> tuple[Value, ...]:
        assert isinstance(value, Value)
        return value.variables if value.hidden else (value,)

    def _spread(self, value: Held, variables: Sequence[Value]) -> int:
        """A value's truth table over more variables."""
        assert isinstance(value, Value)
        columns = {one.number: column(place, len(variables))
                   for place, one in enumerate(variables)}  # fmt: skip
        if not value.hidden:
            return columns[value.number]
        size, total = 1 << len(variables), 0
        inner = [columns[one.number] for one in value.variables]
        for number in range(1 << len(inner)):
            if value.table >> number & 1:
                term = (1 << size) - 1
                for place, one in enumerate(inner):
                    term &= one if number >> place & 1 else ~one
                total |= term
        return total

    def _new(self, name: str, variables: Sequence[Value], table: int, domain: int | None) -> Held:
        """A hidden value; or what it is if it does not depend on random bits after all."""
        variables, table = essential(variables, table & (1 << (1 << len(variables))) - 1)
        if not variables:
            return table
        own = {one.domain for one in variables}
        if not any(one.random for one in variables):
            if len(own) > 1:
                raise Stop(f"{name}: shares {_listed(own)} meet in it")
            return self.share(variables[0].domain, name, self.cycle + 1)  # type: ignore[arg-type]
        found = self._value(name, self.cycle + 1, domain=domain)
        found.variables, found.table = tuple(variables), table
        self.groups.join(found)
        return found

    def _exact(self, settled: Settled, net: int, name: str, groups: set[int]) -> Held | None:
        """The function itself; hidden values of other groups stand as shares."""
        support = settled.added[net] | settled.inside[net]
        own = {domain for domain in range(self.domains) if support & self.masks[domain]}
        start, direct = {}, set()
        only = next(iter(own)) if len(own) == 1 else None
        for place, stop, inverse in self._stops(settled, net, groups, only):
            value = self._standing(stop, groups, only)
            if value is None or len(start) == BASES:
                return None
            start[place] = value, inverse
            if not value.hidden:
                direct.add(value.domain)
        variables = list(
            {one.number: one for value, _ in start.values() for one in self._of(value)}.values()
        )
        if len(variables) > BASES:
            return None
        ones = (1 << (1 << len(variables))) - 1
        tables = {
            place: self._spread(value, variables) ^ (ones if inverse else 0)
            for place, (value, inverse) in start.items()
        }
        direct = direct or {value.domain for value, _ in start.values()}
        domain = direct.pop() if len(direct) == 1 else None
        return self._new(name, variables, settled.table(net, tables, ones), domain)

    def _standing(self, value: Value, groups: set[int], only: int | None) -> Value | None:
        """A value as a variable of an exact one: of another group as a share, of the one domain of
        the shares beside it, or of its own.
        """
        domain = value.domain if only is None else only
        if not value.hidden or self.groups.of(value) in groups:
            return value
        if domain is None:
            return None
        if (value.number, domain) not in self._stood:
            self.groups.use(value, domain)
            stood = self.share(domain, value.name, value.born + 1)
            stood.hides = value
            self._stood[value.number, domain] = stood
        return self._stood[value.number, domain]

    def _stops(
        self, settled: Settled, net: int, groups: set[int], only: int | None
    ) -> Iterator[tuple[int, Value, int]]:
        """Nets at which a value is taken as it is, and whether they are its complement: sources,
        and what is of one domain alone and of none of some groups.
        """
        support = settled.added[net] | settled.inside[net]
        kept = sum(
            1 << place
            for place, value in self._hidden_in(support).items()
            if self.groups.of(value) in groups
        )
        stack, seen = [net], set()
        while stack:
            top = stack.pop()
            if top in seen:
                continue
            seen.add(top)
            if top in self.circuit.starts:
                place, inverse = self.circuit.starts[top]
                found = self.held[place]
                assert isinstance(found, Value)
                yield top, found, inverse
                continue
            matter = settled.matter(top)
            support = settled.added[top] | settled.inside[top]
            # A net that depends on one other alone is followed to that one.
            if not support & kept and len(matter) > 1 and self._stands_alone(support, only):
                yield top, self._part(top, support, only), 0
                continue
            stack += matter

    def _stands_alone(self, support: int, only: int | None) -> bool:
        """Whether a net is of one domain; small ones are looked into."""
        large = support & self.masks[-1] or support.bit_count() > SMALL
        return bool(large) and (only is not None or self._domain_of_rest(support) is not None)

    def _part(self, net: int, support: int, only: int | None) -> Value:
        if net not in self._nets:
            found = self._absorbed(support, f"net {net}", only)
            found.born = self._since(support)
            self._nets[net] = found
        return self._nets[net]


def _listed(domains: Iterable[int | None]) -> str:
    return " and ".join(sorted(map(str, domains)))
