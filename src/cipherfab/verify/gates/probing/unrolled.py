# SPDX-License-Identifier: Apache-2.0
"""Whether values that are seen together depend on secrets, by trying every masking.

The values are functions of uniform masks and of secrets, as they come out of a circuit that was
played for some cycles from its inputs on. Nothing is taken over from one cycle to the next but the
functions themselves: no sharing is assumed, or proved, to be uniform.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from .connected import connected

MASKS, SECRETS = 22, 14
"""Bits of masks and of secrets of values that hang together, of which all are tried."""

SEEN = 62
"""Values that are seen together and hang together, at most."""


class Expressions:
    """Functions over GF(2).

    A *value* is an integer. From 0 on it is a sum of variables: bit 0 is the constant 1, bit n the
    variable n, so 0 and 1 are the constants. Below 0 it is a gate, one for equal ones.

    Attributes:
        gates: operation, ``^`` or ``&``, and operands of value -1, -2 and so on.
    """

    def __init__(self) -> None:
        self.gates: list[tuple[str, int, int]] = []
        self._known: dict[tuple[str, int, int], int] = {}

    def xor(self, a: int, b: int) -> int:
        """The sum."""
        # Sums of variables are added bit by bit, and 0 changes no gate either.
        if a >= 0 and b >= 0 or not a or not b:
            return a ^ b
        return 0 if a == b else self._gate("^", a, b)

    def both(self, a: int, b: int) -> int:
        """The product."""
        if not a or not b:
            return 0
        if a == 1 or b == 1 or a == b:
            return b if a == 1 else a
        # Of two sums that differ in the constant alone, one is 0.
        return 0 if a ^ b == 1 and a > 0 < b else self._gate("&", a, b)

    def choice(self, zero: int, one: int, select: int) -> int:
        """``one`` where ``select`` is 1, else ``zero``."""
        return self.xor(zero, self.both(select, self.xor(zero, one)))

    def functions(self) -> dict[str, Callable[..., int]]:
        """Of Yosys' gates, from their inputs in alphabetical order."""
        return {
            "$_AND_": self.both,
            "$_XOR_": self.xor,
            "$_MUX_": self.choice,
            "$_NOT_": lambda a: self.xor(a, 1),
            "$_XNOR_": lambda a, b: self.xor(1, self.xor(a, b)),
            "$_OR_": lambda a, b: self.xor(self.xor(a, b), self.both(a, b)),
        }

    def _gate(self, operation: str, a: int, b: int) -> int:
        key = (operation, *sorted((a, b)))
        if key not in self._known:
            self.gates.append(key)
            self._known[key] = -len(self.gates)
        return self._known[key]

    def below(self, values: Iterable[int]) -> tuple[list[int], set[int]]:
        """The gates that some values are made of, each behind its operands, and the sums."""
        stack, gates, sums = list(values), set(), set()
        while stack:
            value = stack.pop()
            if value >= 0:
                sums.add(value)
            elif value not in gates:
                gates.add(value)
                stack += self.gates[-1 - value][1:]
        # A gate is made behind its operands, and later ones have lower numbers.
        return sorted(gates, reverse=True), sums

    def tables(self, values: Sequence[int], sums: Mapping[int, int]) -> list[int]:
        """The values as bits of a number each, from those of the sums that they are made of."""
        found = dict(sums)
        for gate in self.below(values)[0]:
            operation, a, b = self.gates[-1 - gate]
            found[gate] = found[a] ^ found[b] if operation == "^" else found[a] & found[b]
        return [found[value] for value in values]


@dataclass(frozen=True)
class Judged:
    """On values that are seen together.

    Attributes:
        independent: of all secrets; None: it was too much to try.
        masks, secrets: bits of those of which all values were tried, where most were; 0 if no
            secret is left when masks are put in the place of sums that are uniform together.
        pair: two values of sums of secrets between which they tell, by the number of the sum as of
            `Expressions`.
    """

    independent: bool | None
    masks: int = 0
    secrets: int = 0
    pair: tuple[dict[int, int], dict[int, int]] | None = None


@dataclass(frozen=True)
class Basis:
    """Sums as sums of others that are uniform together, and of secrets.

    Attributes:
        parts: of each sum the uniform ones and the secret ones that it is the sum of, as two sets
            of bits, and its constant.
        secrets: the secret ones, sums of secrets.
    """

    parts: Mapping[int, tuple[int, int, int]]
    secrets: Sequence[int]

    @classmethod
    def of(cls, sums: Iterable[int], first_mask: int) -> "Basis":
        """Of some sums; variables from ``first_mask`` on are uniform, those before it secrets."""
        uniform: dict[int, tuple[int, int]] = {}
        secret: dict[int, tuple[int, int]] = {}
        parts, secrets = {}, []
        for value in sums:
            # The constant makes no difference to what is uniform.
            rest, masks = _reduced(value & ~1, uniform, first_mask)
            # A mask is left, so it is uniform beside all rows before it.
            if rest >> first_mask:
                number = 1 << len(uniform)
                uniform[rest.bit_length() - 1] = rest, masks ^ number
                parts[value] = number, 0, value & 1
                continue
            left, made = _reduced(rest, secret, 1)
            if left:
                number = 1 << len(secret)
                secret[left.bit_length() - 1] = left, made ^ number
                made = number
                secrets.append(rest)
            parts[value] = masks, made, value & 1
        return cls(parts, secrets)


def _reduced(value: int, rows: Mapping[int, tuple[int, int]], lowest: int) -> tuple[int, int]:
    """What is left of a sum beside rows, by their leading bits, and what was taken away."""
    taken = 0
    while value >> lowest and value.bit_length() - 1 in rows:
        row, of = rows[value.bit_length() - 1]
        value, taken = value ^ row, taken ^ of
    return value, taken


def judge(view: Iterable[int], expressions: Expressions, first_mask: int) -> Judged:
    """Whether values that are seen together are independent of all secrets.

    Sums of masks that are independent are uniform together, so each of them takes the place of a
    mask. Values that have none of these in common are independent of each other for every secret;
    of the others all values of masks and secrets are tried.

    Args:
        view: values.
        expressions: of them.
        first_mask: number of the first variable that is a mask; those before it are secrets.
    """
    seen = sorted({value for value in view if value not in (0, 1)}, reverse=True)
    sums = expressions.below(seen)[1]
    # What is seen as a sum comes first: each then is a variable, and not a sum of several.
    basis = Basis.of(
        [*(value for value in seen if value >= 0), *sorted(sums - set(seen))], first_mask
    )
    masks = secrets = 0
    undecided = False
    for part in _parts(seen, expressions, basis):
        found = _tried(part, expressions, basis)
        if found.independent is False:
            return found
        undecided |= found.independent is None
        # Of the largest part; what takes the time are the secrets first.
        masks, secrets = max((secrets, masks), (found.secrets, found.masks))[::-1]
    return Judged(None if undecided else True, masks, secrets)


def _parts(view: Iterable[int], expressions: Expressions, basis: Basis) -> list[list[int]]:
    """Values that have uniform sums in common, directly or over others, together."""
    return connected(view, lambda value: _variables([value], expressions, basis)[0])


def _variables(values: Iterable[int], expressions: Expressions, basis: Basis) -> tuple[int, int]:
    """The uniform sums and the secret ones that some values are made of, as sets of bits."""
    masks = secrets = 0
    for value in expressions.below(values)[1]:
        masks |= basis.parts[value][0]
        secrets |= basis.parts[value][1]
    return masks, secrets


def _tried(view: Sequence[int], expressions: Expressions, basis: Basis) -> Judged:
    """All values of masks, for all of secrets."""
    masks, secrets = (_places(bits) for bits in _variables(view, expressions, basis))
    if not secrets:
        return Judged(True)
    if len(masks) > MASKS or len(secrets) > SECRETS or len(view) > SEEN:
        return Judged(None, len(masks), len(secrets))
    first = None
    for number in range(1 << len(secrets)):
        given = {place: number >> position & 1 for position, place in enumerate(secrets)}
        seen = _distribution(view, expressions, basis, masks, given)
        # All secrets are 0 first; whatever others give is compared with that.
        if first is None:
            first = seen
        elif not np.array_equal(first, seen):
            pair = dict.fromkeys(given, 0), given
            named = [{basis.secrets[place]: bit for place, bit in side.items()} for side in pair]
            return Judged(False, len(masks), len(secrets), (named[0], named[1]))
    return Judged(True, len(masks), len(secrets))


def _distribution(
    view: Sequence[int],
    expressions: Expressions,
    basis: Basis,
    masks: Sequence[int],
    secrets: Mapping[int, int],
) -> np.ndarray:
    """What the values are for every masking, in order; ``secrets`` have these values."""
    size = 1 << len(masks)
    ones = (1 << size) - 1
    columns = {place: _column(position, size) for position, place in enumerate(masks)}
    sums = {}
    for value in expressions.below(view)[1]:
        of_masks, of_secrets, constant = basis.parts[value]
        sums[value] = ones if constant ^ _parity(of_secrets, secrets) else 0
        for place in _places(of_masks):
            sums[value] ^= columns[place]
    # A bit of each value: `SEEN` of them have room in an integer of 64 bits.
    total = np.zeros(size, dtype=np.int64)
    for position, table in enumerate(expressions.tables(view, {0: 0, 1: ones} | sums)):
        # Rounded up: fewer than eight maskings take a byte too, and the rest of it is cut off.
        packed = np.frombuffer(table.to_bytes(size + 7 >> 3, "little"), dtype=np.uint8)
        total |= np.unpackbits(packed, bitorder="little")[:size].astype(np.int64) << position
    # Sorted: it counts how often each value comes, not which masks give it.
    return np.sort(total)


def _column(position: int, size: int) -> int:
    """A bit of all numbers below ``size``, in order, as a number."""
    half = 1 << position
    block, length = (1 << half) - 1 << half, 2 * half
    # Doubling takes as many steps as there are bits, not as there are numbers.
    while length < size:
        block, length = block | block << length, 2 * length
    return block


def _parity(places: int, values: Mapping[int, int]) -> int:
    return sum(values[place] for place in _places(places)) & 1


def _places(bits: int) -> list[int]:
    """The positions of the ones."""
    return [place for place in range(bits.bit_length()) if bits >> place & 1]


__all__ = ["MASKS", "SECRETS", "Basis", "Expressions", "Judged", "judge"]
