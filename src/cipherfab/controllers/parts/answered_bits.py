# SPDX-License-Identifier: Apache-2.0
"""An answer whose bits come one after the other, and leave as bytes."""

from typing import Any

from amaranth.hdl import Cat, Module, Signal, Value

BYTE = 8


def answer_bits(m: Module, core: Any, bit: Value, *, lowest_first: bool = False) -> None:
    """Bits of an answer are collected, and leave as a byte.

    Args:
        m: gets the logic.
        core: whose ``answer`` it is; its ``goes`` and ``answering`` are 1 with a bit, ``byte_ends``
            with the last one of a byte, and ``full`` is 1 while a byte waits.
        bit: the next one.
        lowest_first: the first bit of a byte is its lowest one.
    """
    byte = Signal(BYTE, name="byte", reset_less=True)
    with m.If(core.goes & core.answering):
        m.d.sync += byte.eq(Cat(byte[1:], bit) if lowest_first else Cat(bit, byte[:-1]))
    m.d.sync += core.full.eq((core.byte_ends & core.answering) | (core.full & ~core.answer.ready))
    m.d.comb += [
        core.answer.data.eq(byte),
        core.answer.mask.eq(1),
        core.answer.valid.eq(core.full),
        core.answer.owed.eq(core.full),
    ]
