# SPDX-License-Identifier: Apache-2.0
"""What stands in the registers of a netlist, clock by clock, over the variables of `sharings`."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from .polynomials import ONE, ZERO, Polynomial, substituted
from .sharings import SHARES, Sharings
from .symbolic import SHARE, SymbolicNetlist


def split_name(name: str, words: frozenset[str]) -> tuple[str, int | None]:
    """Word with bit, and number of the share, of a register or input bit; ``words`` are those in
    shares.
    """
    match = SHARE.fullmatch(name)
    return (
        (match[1] + (match[3] or ""), int(match[2]))
        if match and match[1] in words
        else (name, None)
    )


def words_in_shares(names, shares: int = SHARES) -> frozenset[str]:
    """Words of which all shares are among some names of registers or input bits."""
    stems = {name.partition("[")[0] for name in names}
    words = {match[1] for stem in stems if (match := SHARE.fullmatch(stem))}
    return frozenset(
        word for word in words if {f"{word}_{share}" for share in range(shares)} <= stems
    )


@dataclass
class Registers:
    """The netlist at work.

    Attributes:
        netlist, sharings: of it.
        values: of each register and input bit, over variables, in the cycle that comes.
        cycle: its number.
        fault: why the sharings cannot be followed any longer, if so.
        alike: registers with equal values, or complements, are one, where it is found out what is
            made of them: so the difference of equal results is 0 before its bits come into a
            product.
    """

    netlist: SymbolicNetlist
    sharings: Sharings
    values: dict[str, Polynomial]
    cycle: int = 0
    fault: str = ""
    alike: bool = False
    _atoms: dict[str, Polynomial] = field(default_factory=dict)
    _names: list[str] = field(default_factory=list)

    def __post_init__(self):
        self._names = sorted(self.values)
        self._atoms = {name: Polynomial.variable(number) for number, name in enumerate(self._names)}
        self.words = words_in_shares(self._names, self.sharings.shares)

    def take(self, inputs: Mapping[str, Polynomial]) -> dict[str, Polynomial]:
        """Give input bits their values for this cycle; returns what every port, and every net that
        is constant, is.
        """
        self.values |= inputs
        first: dict[object, Polynomial] = {}
        self._following, nets = self.netlist.evaluate(
            {
                # A constant goes in as it is, since control decides what is chosen. All else is one
                # variable a register, which keeps products small.
                name: value if value.is_constant else self._atom(name, value, first)
                for name, value in self.values.items()
            }
        )
        return self.netlist.port_values(nets)

    def _atom(self, name: str, value: Polynomial, first: dict[object, Polynomial]) -> Polynomial:
        """What stands for a value; `alike`: that of the first register that has it or its
        complement.
        """
        if not self.alike:
            return self._atoms[name]
        offset = ONE if () in value.terms else ZERO
        return first.setdefault(value.terms - {()}, self._atoms[name] ^ offset) ^ offset

    def over(self) -> dict[str, Polynomial]:
        """What every register takes in, over the variables of what it holds; after `take`."""
        # Variables of a cycle are numbered by the place of their register in ``_names``.
        values = {number: self.values[name] for number, name in enumerate(self._names)}
        return {
            name: found if found.is_constant else substituted(found, values)
            for name, found in self._following.items()
        }

    def put_in(self, found: Polynomial, values: Mapping[str, Polynomial]) -> Polynomial:
        """What a port is, as `take` returns it, where registers and inputs have some values."""
        return substituted(
            found,
            {
                number: values[name]
                for number, name in enumerate(self._names)
                if number in found.variables()
            },
        )

    def step(self) -> tuple[dict[str, Polynomial], dict[str, Polynomial], dict[str, Polynomial]]:
        """One clock. Returns the values before it, and those after it twice: over the variables
        before, and with the new ones.
        """
        following = {name: found for name, found in self._following.items()}
        # This renames what registers hold, so the values before the clock are copied after it.
        self._separate(following)
        before, new = dict(self.values), {}
        over, seen = {}, {}
        values = {number: self.values[name] for number, name in enumerate(self._names)}
        after = dict(self.values)
        for name, found in following.items():
            over[name] = after[name] = found if found.is_constant else substituted(found, values)
        mixed = {name.partition("[")[0] for name, found in over.items() if found.nonlinear()}
        products = [
            name
            for name, found in over.items()
            if found.nonlinear()
            or len(following[name].terms - {()}) > 1
            and len(found.terms - {()}) > 1
            and self._gets_a_variable(name, found, mixed)
        ]
        sizes: dict[str, int] = {}
        for name in products:
            word = split_name(name, self.words)[0]
            sizes[word] = max(sizes.get(word, 0), len(over[name].terms))
        # In the same order for all shares of a bit: of two registers that differ by a sum, one gets
        # the variables.
        for name in sorted(products, key=lambda one: (sizes[split_name(one, self.words)[0]], one)):
            found = over[name]
            key = (
                frozenset(
                    term for term in found.terms if len(term) > 1 or self.sharings.origin(term)
                )
                or found.terms
            )
            if key in seen:
                variable, whole = seen[key]
                after[name] = Polynomial.variable(variable) ^ found ^ whole
                continue
            variable = self._variable(name, found)
            seen[key] = variable, found
            after[name], new[variable] = Polynomial.variable(variable), found
        if new and not self.fault:
            live = {number for name in self.netlist.registers for number in after[name].variables()}
            alone = {
                number
                for name in self.netlist.registers
                for number in after[name].variables()
                # The inverse of a variable stands for it as well.
                if len(after[name].terms - {()}) == 1
            }
            self.fault = self.sharings.prove(new, live - set(new), alone - set(new))
        self.values = after
        self.cycle += 1
        return before, {**before, **over}, after

    def _gets_a_variable(self, name: str, value: Polynomial, mixed: set[str]) -> bool:
        """Of a sum: something in it was made in the place of another, or other bits of the register
        take in products.
        """
        return name.partition("[")[0] in mixed or bool(self.sharings.origin(value.variables()))

    def settle(self) -> None:
        """After the probes of a cycle: what stands in the registers is uniform by itself, if it
        is."""
        held = self._numbers(self.netlist.registers)
        shown = self._numbers(name for name in self._names if name not in self.netlist.registers)
        self.sharings.loose = self.sharings.groups(shown) & ~self.sharings.groups(held)
        if not self.fault:
            # If they are not uniform together their origins stay, and views are judged with these.
            self.sharings.settle(held)

    def _numbers(self, names: Iterable[str]) -> set[int]:
        """The variables of what some registers or input bits hold."""
        return {number for name in names for number in self.values[name].variables()}

    def _variable(self, name: str, definition: Polynomial | None) -> int:
        word, share = split_name(name, self.words)
        label = f"{word} in cycle {self.cycle + 1}"
        if label not in self._groups:
            self._groups[label] = self.sharings.group(label)
        return self.sharings.add(self._groups[label], share, definition)

    _groups: dict[str, int] = field(default_factory=dict)

    def _separate(self, following: Mapping[str, Polynomial]) -> None:
        """Sums that products are formed from get variables of their own, in place of one that each
        of them has.
        """
        inside = {
            number
            for found in following.values()
            for term in found.terms
            if len(term) > 1
            for number in term
        }
        read = {
            self._names[number]
            for number in inside
            if len(self.values[self._names[number]].terms - {()}) > 1
        }
        words = {name.partition("[")[0] for name in read}
        sums = {
            name: value
            for name, value in sorted(self.values.items())
            if name.partition("[")[0] in words and len(value.terms - {()}) > 1
        }
        if not sums or self.fault:
            return
        rows = dict(_reduced(sums))
        # A sum without a pivot of its own is the sum of others: it is not uniform beside them.
        if len(rows) < len(sums):
            lost = next(name for name in sums if name not in rows)
            self.fault = f"{lost} in cycle {self.cycle}: a sum of the shares of other registers"
            return
        self._rename(sums, rows)

    def _rename(self, sums: Mapping[str, Polynomial], pivots: Mapping[str, int]) -> None:
        """Put a new variable for each sum; ``pivots`` are the variables that they replace."""
        known, replaced = self.sharings, set(pivots.values())
        others = [
            name
            for name, value in self.values.items()
            if name not in sums and value.variables() & replaced
        ]
        if known.groups(replaced) & known.touched or known.origin(replaced):
            self.fault = (
                f"{next(iter(sums))} in cycle {self.cycle}: a sum of shares that are functions of "
                f"others"
            )
            return
        whole = all(
            set(known.members[known.variables[number].group].values()) <= replaced
            for number in replaced
            if known.variables[number].group >= 0
        )
        if not whole or any(
            number >= 0 for number in known.in_masks(_total(sums, self.words)).variables()
        ):
            self.fault = (
                f"{next(iter(sums))} in cycle {self.cycle}: sums that differ from share to share"
            )
            return
        made = {}
        for name in sums:
            word, share = split_name(name, self.words)
            label = f"{word} in cycle {self.cycle}"
            if label not in self._groups:
                self._groups[label] = known.group(label)
            made[name] = Polynomial.variable(known.add(self._groups[label], share, sums[name]))
        back = {
            # Adding the pivot takes it out of its sum: the pivot is the new variable and the rest.
            pivot: made[name] ^ sums[name] ^ Polynomial.variable(pivot)
            for name, pivot in pivots.items()
        }
        for name in others:
            value = substituted(self.values[name], back)
            if value.variables() & replaced:
                self.fault = (
                    f"{name} in cycle {self.cycle}: shares that are also part of several sums"
                )
            self.values[name] = value
        self.values |= made


def _total(sums: Mapping[str, Polynomial], words: frozenset[str]) -> Polynomial:
    """A polynomial with a mask in it if, for some bit, the sums of its three shares do not add up
    to a secret.

    Each bit's sum is multiplied by a variable of its own, so that none is lost in another.
    """
    tags: dict[str, int] = {}
    total = ZERO
    for name, value in sums.items():
        # A number that no mask and no secret has.
        tag = tags.setdefault(split_name(name, words)[0], -(1 << 40) - len(tags))
        total ^= Polynomial(tuple(sorted((*term, tag))) for term in value.terms)
    return total


def _reduced(sums: Mapping[str, Polynomial]):
    """Name and pivot of each of the sums that are independent: Gaussian elimination, the newest
    variables first.
    """
    columns: dict[int, int] = {}
    for number in sorted({number for value in sums.values() for number in value.variables()}):
        columns[number] = len(columns)
    order = list(columns)
    pivots: dict[int, int] = {}
    # Columns ascend with the numbers, so the highest bit of a row is its newest variable.
    for name, value in sums.items():
        row = sum(1 << columns[number] for number in value.variables())
        while row and row.bit_length() - 1 in pivots:
            row ^= pivots[row.bit_length() - 1]
        if row:
            pivots[row.bit_length() - 1] = row
            yield name, order[row.bit_length() - 1]


__all__ = ["ZERO", "Registers", "split_name", "words_in_shares"]
