# SPDX-License-Identifier: Apache-2.0
"""Words of bytes of which a mask says which are valid: padding, turning, counting."""

from amaranth.hdl import Cat, Const, Module, Mux, Signal


def padding(mask, mark: int) -> Cat:
    """``mark`` in the byte after the valid bytes of ``mask``, elsewhere 0; nothing if all are
    valid.
    """
    # In front of the first byte one counts as valid, so that an empty block has its mark there.
    after_valid = [
        ~mask[n] & (mask[n + 1] if n + 1 < len(mask) else Const(1)) for n in range(len(mask))
    ]
    return Cat(Mux(bit, Const(mark, 8), 0) for bit in after_valid)


def turned(m: Module, value, count, *, left: bool, unit: int = 8) -> Signal:
    """A word turned by ``count`` bytes, or by so many times ``unit`` bits, to the left or to the
    right; a signal for each bit of the count.
    """
    for bit in reversed(range(len(count))):
        by, moved = unit << bit, Signal(len(value), name=f"turned_{1 << bit}")
        around = value.rotate_left(by) if left else value.rotate_right(by)
        m.d.comb += moved.eq(Mux(count[bit], around, value))
        value = moved
    return value


def count_bytes(mask) -> Cat:
    """How many bytes are valid by ``mask``; 0 for all of them, too."""
    size = len(mask)
    # One end holds at most: none for no byte and for all of them, which are both 0.
    ends = {count: mask[size - count] & ~mask[size - count - 1] for count in range(1, size)}
    return Cat(
        Cat(end for count, end in ends.items() if count >> bit & 1).any()
        for bit in range((size - 1).bit_length())
    )


def only_if(condition, value):
    """``value``, or 0."""
    return value & condition.replicate(len(value))
