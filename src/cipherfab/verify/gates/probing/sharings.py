# SPDX-License-Identifier: Apache-2.0
"""Which values are independent uniform sharings, and which are functions of each other.

A *variable* is a value that stands in a register or comes in: a share of a bit, or a fresh random
bit. The three shares of a bit are a *group*; their sum depends on the secrets only. A new variable
is made when a register takes in a product. Then one of two things is proved, for all values of the
secrets, or the sharing is reported as not uniform:

- a variable that occurs in no other of the new ones is added to it: the new one is uniform instead
  of that one (*peeling*);
- the shares that a block of slices gets, together with the guards that it gives to the next block,
  are a permutation of those that enter it: all are tried.

What a variable replaces is *used up*: it is no longer independent of what replaced it, directly or
over others. ``origin`` of a variable is all that was used up on the way to it. Variables with no
origin are uniform together, and so are any variables of which none is in the origin of another.

What stands in registers may be uniform together, and then has no origin any longer; yet the
environment still holds at the ports what some of it was made of. ``past`` of a variable is all that
came in on the way to it, and stays.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from .polynomials import ZERO, Polynomial, basis, substituted, table
from .unproved import Unproved

SHARES = 3
LARGEST_BLOCK = 18
"""Bits of masks and secrets of a block of which all values are tried."""


@dataclass
class Variable:
    """A value.

    Attributes:
        group: number of its group; -1: a fresh random bit.
        share: its number in the group; None: the value is a secret as a whole.
        origin: groups that were used up on the way to it, as a set of bits.
        past: groups that came in and of which it was made, over others too, as a set of bits.
        definition: over older variables; None of one that came in.
    """

    group: int
    share: int | None
    origin: int = 0
    past: int = 0
    definition: Polynomial | None = None


@dataclass
class Sharings:
    """All variables.

    Attributes:
        shares: of a bit.
        variables: by number.
        labels: of each group, ``word[bit] in cycle t``.
        used: groups that something was made of in their place, as a set of bits.
        touched: groups that some definition reads.
        spent: random bits that some definition reads: what was proved with them holds once.
        loose: groups at the ports that no register holds, as a set of bits.
    """

    shares: int = SHARES
    variables: list[Variable] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    members: list[dict[int, int]] = field(default_factory=list)
    used: int = 0
    touched: int = 0
    spent: set[int] = field(default_factory=set)
    loose: int = 0
    _blocks: dict = field(default_factory=dict)

    def group(self, label: str) -> int:
        """A new group."""
        self.labels.append(label)
        self.members.append({})
        return len(self.labels) - 1

    def add(self, group: int, share: int | None, definition: Polynomial | None = None) -> int:
        """A new variable, its number."""
        self.variables.append(
            Variable(group=group, share=share, definition=definition, past=self._past(definition))
        )
        if group >= 0 and share is not None:
            self.members[group][share] = len(self.variables) - 1
        return len(self.variables) - 1

    def origin(self, numbers: Iterable[int]) -> int:
        """All that was used up on the way to some variables."""
        found = 0
        for number in numbers:
            found |= self.variables[number].origin
        return found

    def _past(self, definition: Polynomial | None) -> int:
        found, came_in = 0, set[int]()
        for number in definition.variables() if definition else ():
            variable = self.variables[number]
            found |= variable.past
            if variable.definition is None:
                came_in.add(number)
        return found | self.groups(came_in)

    def at_ports(self, variable: Variable) -> int:
        """What a variable was made of that stays at the ports: a probe may see it there."""
        return variable.past & self.loose

    def groups(self, numbers: Iterable[int]) -> int:
        """Groups of some variables, as a set of bits."""
        found = 0
        for number in numbers:
            if self.variables[number].group >= 0:
                found |= 1 << self.variables[number].group
        return found

    def in_masks(self, polynomial: Polynomial) -> Polynomial:
        """The last share of each group as the sum of the others and of a secret; that is variable
        -1 - group.
        """
        values = {}
        for number in polynomial.variables():
            variable = self.variables[number] if number >= 0 else None  # below 0: a secret
            if variable is None or variable.group < 0:
                continue
            if variable.share is None:
                values[number] = Polynomial.variable(-1 - variable.group)
            elif variable.share == self.shares - 1:
                others = (self.members[variable.group][share] for share in range(self.shares - 1))
                values[number] = Polynomial([(-1 - variable.group,), *((one,) for one in others)])
        return substituted(polynomial, values) if values else polynomial

    def prove(
        self, new: Mapping[int, Polynomial], live: Iterable[int] = (), alone: Iterable[int] = ()
    ) -> str:
        """That new variables are uniform sharings; sets their origins. Returns what is wrong, or
        nothing.

        Args:
            new: definition of each new variable, over older ones and random bits; whole groups.
            live: older variables that stay in registers; others are rather replaced.
            alone: those that stand in one by themselves; all others are rather replaced.
        """
        groups = {self.variables[number].group for number in new}
        for group in groups:
            total = ZERO
            for number in self.members[group].values():
                total ^= new.get(number, ZERO)
            if len(self.members[group]) != self.shares:
                return f"{self.labels[group]}: a product of shares in a register that is no share"
            # Secrets have numbers below 0, so what is left from 0 on are masks.
            if any(number >= 0 for number in self.in_masks(total).variables()):
                return f"{self.labels[group]}: the sum of its shares depends on the masks"
        random = self._random(new.values())
        if random & self.spent:
            return f"{self.labels[min(groups)]}: made with random bits that were used before"
        # Random bits have no group, so that no origin would say that they hide nothing from who
        # sees them, too.
        if random & set(live):
            return f"{self.labels[min(groups)]}: made with random bits that stay in a register"
        self.spent |= random
        # Peeling adds to `used`; below it is asked what was used before this clock.
        used = self.used
        # The last share follows from the others and the secret.
        left = {
            number: self.in_masks(found)
            for number, found in new.items()
            if self.variables[number].share != self.shares - 1
        }
        replaced, stuck = self._peel_all(left, self.touched | self.groups(live), self.groups(alone))
        if stuck is not None:
            return f"{self.labels[self.variables[stuck].group]}: its sharing is not uniform"
        for group in groups:
            support, origin = self._support(group, new), self._origin_of(group, new)
            alone = self._replaced_alone(group, replaced)
            if alone:
                # Nothing else depends on that group, so the new one is bound to it and to nothing
                # before.
                origin = alone
            elif support & (used | origin):
                return (
                    f"{self.labels[group]}: made of shares of which some are functions of the "
                    f"others"
                )
            else:
                origin |= support & self.used
            for number in self.members[group].values():
                self.variables[number].origin = origin
        # A loop of its own: `_replaced_alone` above asks what was touched before this clock.
        for group in groups:
            self.touched |= self._support(group, new)
        return ""

    def _random(self, definitions: Iterable[Polynomial]) -> set[int]:
        """The random bits in some definitions."""
        return {
            number
            for found in definitions
            for number in found.variables()
            if self.variables[number].group < 0
        }

    def _replaced_alone(self, group: int, replaced: Mapping[int, int]) -> int:
        """The group that this one replaces, as a bit, if nothing that there is depends on it; else
        0.
        """
        found = self.groups(
            replaced[number] for number in self.members[group].values() if number in replaced
        )
        sources = [
            replaced.get(number)
            for number in self.members[group].values()
            if self.variables[number].share != self.shares - 1
        ]
        if (
            # A share that a block took away stands in the place of no single variable.
            None in sources
            or found.bit_count() != 1
            or found & self.touched
            or self.origin(sources)
        ):
            return 0
        return found

    def settle(self, numbers: Iterable[int]) -> bool:
        """From now on count variables, all that stand in registers, as having no origin; False if
        they are not uniform together.
        """
        groups = self.groups(numbers)
        if groups & self.origin(numbers):
            return False
        for number in numbers:
            self.variables[number].origin = 0
        self.used &= ~groups
        self.touched &= ~groups
        return True

    def _support(self, group: int, new: Mapping[int, Polynomial]) -> int:
        return self.groups(
            number for share in self.members[group].values() for number in new[share].variables()
        )

    def _origin_of(self, group: int, new: Mapping[int, Polynomial]) -> int:
        return self.origin(
            number for share in self.members[group].values() for number in new[share].variables()
        )

    def _peel_all(
        self, left: dict[int, Polynomial], avoided: int, alone: int
    ) -> tuple[dict[int, int], int | None]:
        """Take away what is proved: which variable each that was peeled replaces, and one that is
        left, or None.
        """
        system, replaced = Unproved(left), dict[int, int]()
        while system.left:
            while system.waiting:
                number = system.waiting.pop()
                sources = system.private(number) if number in system.left else []
                if sources:
                    source = min(
                        sources,
                        key=lambda one: (
                            # Best is one that no register and no other definition has, and of these
                            # the newest.
                            bool(self.groups([one]) & alone),
                            bool(self.groups([one]) & avoided or self.variables[one].origin),
                            -one,
                        ),
                    )
                    self.used |= self.groups([source])
                    replaced[number] = source
                    system.remove(number)
            if not self._block(system):
                return replaced, next(iter(system.left))
        return replaced, None

    def _block(self, system: Unproved) -> bool:
        """Take away one block whose shares and guards are a permutation of what enters it; True too
        if nothing is left.
        """
        while system.candidates:
            number = system.candidates.pop()
            if number not in system.left:
                continue
            inside = frozenset(self.partners(system.support[number]))
            if len(inside) <= LARGEST_BLOCK and self._take(system, inside):
                return True
        return not system.left

    def partners(self, numbers: Iterable[int]) -> set[int]:
        """With each variable the other masks of its group, and its secret."""
        found: set[int] = set()
        for number in numbers:
            group = self.variables[number].group if number >= 0 else -1 - number
            found |= (
                # The last share is the sum of the others and of the secret, which stands in its
                # place.
                {number}
                if group < 0
                else {
                    -1 - group,
                    *(
                        member
                        for share, member in self.members[group].items()
                        if share != self.shares - 1
                    ),
                }
            )
        return found

    def _take(self, system: Unproved, inside: frozenset[int]) -> bool:
        masks = sorted(number for number in inside if number >= 0)
        readers = sorted(set().union(*(system.readers.get(number, ()) for number in inside)))
        inner = [number for number in readers if system.support[number] <= inside]
        outer: dict[int, frozenset] = {}
        for number in readers:
            if system.support[number] <= inside:
                continue
            within = frozenset(
                term for term in system.left[number].terms if not inside.isdisjoint(term)
            )
            # A product that is inside in part alone cannot be handed on as a guard.
            if any(not inside.issuperset(term) for term in within):
                return False
            outer[number] = within
        guards = basis(outer.values())
        # More bits than masks are never uniform.
        if len(inner) + len(guards) > len(masks):
            return False
        if not self.uniform(
            [system.left[number].terms for number in inner] + [guard for guard, _ in guards],
            masks,
            inside,
        ):
            return False
        # What enters a block that was proved is used up by what leaves it.
        self.used |= self.groups(masks)
        # The next block gets the guards as uniform variables that nothing else has.
        fresh = [self.add(-1, None) for _ in guards]
        for number in inner:
            system.remove(number)
        for position, (number, within) in enumerate(outer.items()):
            terms = system.left[number].terms ^ within
            for guard, (_, rows) in zip(fresh, guards):
                if rows >> position & 1:
                    terms ^= {(guard,)}
            system.remove(number)
            system.add(number, Polynomial(terms))
        return True

    def uniform(
        self, outputs: Sequence[frozenset], masks: list[int], inside: frozenset[int]
    ) -> bool:
        """For each secret, every value of the outputs comes equally often; equal blocks are tried
        once.
        """
        secrets = sorted(number for number in inside if number < 0)
        place = {number: position for position, number in enumerate([*masks, *secrets])}
        key = (
            len(masks),
            len(secrets),
            tuple(
                tuple(sorted(tuple(sorted(place[number] for number in term)) for term in output))
                for output in outputs
            ),
        )
        if key not in self._blocks:
            values = table([[tuple(term) for term in output] for output in key[2]], len(place))
            joined = sum(
                (bit.astype(np.int64) << position for position, bit in enumerate(values)),
                np.zeros(1, dtype=np.int64),
            )
            counts = np.bincount(
                # What lies above the masks are the secrets: a histogram for each of their values.
                (np.arange(1 << len(place)) >> len(masks) << len(outputs)) | joined,
                minlength=1 << len(secrets) + len(outputs),
            )
            self._blocks[key] = bool(counts.min() == counts.max())
        return self._blocks[key]
