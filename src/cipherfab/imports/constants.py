# SPDX-License-Identifier: Apache-2.0
"""Constant gates of GHDL's netlist."""

from collections.abc import Callable

from .netlist import Gate


def constant(gate: Gate) -> str | None:
    """Bits of a constant gate, the most significant first, ``x`` where nothing is said; None for
    other gates.
    """
    width, words = gate.outputs[0].width if gate.outputs else 0, gate.parameters
    kinds: dict[str, Callable[[], str]] = {
        "$const_ub32": lambda: f"{words[0]:0{width}b}"[-width:],
        # The word is signed, so its sign is repeated above its 32 bits.
        "$const_sb32": lambda: f"{words[0]:032b}".rjust(width, f"{words[0]:032b}"[0])[-width:],
        "$const_ul32": lambda: _bits(words[0:1], words[1:2], width),
        "$const_bit": lambda: _bits(words, [], width),
        # For each 32 bits a pair of words: the values, and which of the bits are unknown.
        "$const_log": lambda: _bits(words[0::2], words[1::2], width),
        "$const_x": lambda: "x" * width,
        "$const_z": lambda: "x" * width,
        "$const_0": lambda: "0" * width,
        "$const_1": lambda: "1" * width,
    }
    return kinds[gate.kind.lower()]() if gate.kind.lower() in kinds else None


def _bits(values: list[int], unknowns: list[int], width: int) -> str:
    """Words of 32 bits, the least significant first: a bit is 0 or 1, or neither where it is set in
    ``unknowns``.
    """
    value = sum(word << 32 * index for index, word in enumerate(values))
    unknown = sum(word << 32 * index for index, word in enumerate(unknowns))
    return "".join(
        "x" if unknown >> bit & 1 else str(value >> bit & 1) for bit in reversed(range(width))
    )
