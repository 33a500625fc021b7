# SPDX-License-Identifier: Apache-2.0
"""Masks of a mode in hardware: `modes.galois` and `modes.minalpher.times_y` on signals."""

from amaranth.hdl import Cat, Const, Module, Mux, Signal

from ...modes.galois import REDUCTION
from ...modes.minalpher import REDUCTION as MINALPHER_REDUCTION


def double(m: Module, name: str, value) -> Signal:
    """Times 2; the bits of `modes.galois.double`."""
    return times(m, name, value, 2)


def times(m: Module, name: str, value, factor: int) -> Signal:
    """Times a polynomial, whose bit i is the coefficient of x^i."""
    result = Signal(len(value), name=name)
    total, power = Const(0, len(value)), value
    while factor:
        if factor & 1:
            total = total ^ power
        factor >>= 1
        if factor:
            power = _doubled(m, f"{name}_power", power)
    m.d.comb += result.eq(total)
    return result


def halved(m: Module, name: str, value) -> Signal:
    """Divided by 2."""
    result = Signal(len(value), name=name)
    # An odd value is made even by the reduction polynomial, of which this is the half.
    taps = (1 << len(value) | REDUCTION[len(value)]) >> 1
    above = [*value[1:], Const(0)]
    m.d.comb += result.eq(
        Cat(bit ^ value[0] if taps >> place & 1 else bit for place, bit in enumerate(above))
    )
    return result


def times_y(mask) -> Cat:
    """A mask times y, the bits of `modes.minalpher.times_y`."""
    size = len(mask) // 8
    # The first byte first.
    given = [mask[8 * n : 8 * n + 8] for n in reversed(range(size))]
    top = given[0]
    doubled = (Cat(Const(0, 1), top[:-1]) ^ Mux(top[-1], MINALPHER_REDUCTION & 0xFF, 0))[:8]
    moved = [*given[1:29], given[29] ^ top, given[30] ^ top, given[31], doubled]
    return Cat(reversed(moved))


def _doubled(m: Module, name: str, value) -> Signal:
    result, top = Signal(len(value), name=name), value[-1]
    below = [Const(0), *value[:-1]]
    m.d.comb += result.eq(
        Cat(
            bit ^ top if REDUCTION[len(value)] >> place & 1 else bit
            for place, bit in enumerate(below)
        )
    )
    return result
