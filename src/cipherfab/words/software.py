# SPDX-License-Identifier: Apache-2.0
"""Software words: a Python integer and a width. The reference reading of a cipher."""

from .base import Word


class SoftwareWord(Word):
    """A word with a value; immutable.

    Attributes:
        width: number of bits.
        value: integer from 0 to 2**width - 1.
    """

    __slots__ = ("value",)

    def __init__(self, width: int, value: int):
        if width < 1 or not 0 <= value < 1 << width:
            raise ValueError(f"expected a value of {width} bits, got {value:#x}")
        self.width, self.value = width, value

    def _apply(self, operation, width, operands, parameter=None):
        values = [operand.value for operand in operands]
        return SoftwareWord(width, OPERATIONS[operation](width, operands, values, parameter))

    def __int__(self):
        return self.value

    def __eq__(self, other):
        return (
            (self.width, self.value) == (other.width, other.value)
            if isinstance(other, SoftwareWord)
            else NotImplemented
        )

    def __hash__(self):
        return hash((self.width, self.value))

    def __repr__(self):
        return f"SoftwareWord({self.width}, {self.value:#0{self.width // 4 + 2}x})"


def _concat(width, operands, values, parameter):
    result = 0
    for operand, value in zip(operands, values):
        result = result << operand.width | value
    return result


def _ror(width, operands, values, amount):
    return values[0] >> amount | values[0] << width - amount & (1 << width) - 1


OPERATIONS = {
    "constant": lambda width, operands, values, value: value,
    "xor": lambda width, operands, values, _: values[0] ^ values[1],
    "and": lambda width, operands, values, _: values[0] & values[1],
    "or": lambda width, operands, values, _: values[0] | values[1],
    "add": lambda width, operands, values, _: values[0] + values[1] & (1 << width) - 1,
    "not": lambda width, operands, values, _: values[0] ^ (1 << width) - 1,
    "slice": lambda width, operands, values, low: values[0] >> low & (1 << width) - 1,
    "ror": _ror,
    "concat": _concat,
    "permute": lambda width, operands, values, source: sum(
        (values[0] >> bit & 1) << i for i, bit in enumerate(source)
    ),
    "table": lambda width, operands, values, entries: entries[values[0]],
    "mux": lambda width, operands, values, _: values[1] if values[0] else values[2],
}
"""What each operation of `base.Word` computes: (width, operands, their values, parameter) to value.
"""
