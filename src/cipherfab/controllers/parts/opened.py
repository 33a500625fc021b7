# SPDX-License-Identifier: Apache-2.0
"""The end of a comparison of tags on shares: bits that say whether they differ are added up, a part
of them in a clock, from registers of their own.
"""

from collections.abc import Sequence

from amaranth.hdl import Const, Module, Mux, Signal, Value

OPENED = 4
"""Parts of the bits, one in a clock."""


def opened(
    m: Module, shares: Sequence[Value], size: int, *, expected: int, number: Value, opens: Value
) -> list[Signal]:
    """Registers: of a part of a word the share, 0 but in the clock behind one that ``opens``.

    Args:
        m: gets them.
        shares: of the word, of which the ``size`` least significant bits are opened.
        size: a multiple of `OPENED`.
        expected: what these bits are if the tag is right; it is public.
        number: of the part.
        opens: 1 in the clocks whose parts are opened.
    """
    step = size // OPENED
    registers = [
        Signal(step, name=f"opened_{share}", reset_less=True) for share in range(len(shares))
    ]
    may_open = Signal(name="opens_part")
    m.d.comb += may_open.eq(opens)
    for share, register in enumerate(registers):
        words = [
            shares[share][step * n : step * (n + 1)]
            # Public, so that share 0 alone has it.
            ^ (0 if share else Const(expected >> step * n & (1 << step) - 1, step))
            for n in range(OPENED)
        ]
        chosen = words[0]
        for place, word in enumerate(words[1:], 1):
            chosen = Mux(number == place, word, chosen)
        # 0 in all other clocks: `added_up` adds up the shares whatever they are.
        m.d.sync += register.eq(Mux(may_open, chosen, 0))
    return registers


def added_up(registers: Sequence[Signal]) -> Value:
    """The sum of the shares of what is opened: 0 where that is as expected, or nothing is."""
    total, *others = registers
    for share in others:
        total = total ^ share
    return total
