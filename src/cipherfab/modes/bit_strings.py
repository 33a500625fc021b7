# SPDX-License-Identifier: Apache-2.0
"""Strings of bits in bytes, as NIST SP 800-232 has them (section 2.1 and appendix A)."""

from dataclasses import dataclass

from ..errors import CallError


@dataclass(frozen=True)
class Bits:
    """A string of bits: the first is the least significant bit of the first byte.

    Attributes:
        data: the fewest bytes that hold it; the bits of the last one that are no part of it are 0.
        size: how many bits.
    """

    data: bytes
    size: int

    def __post_init__(self):
        expected = -(-self.size // 8)
        if self.size < 0 or len(self.data) != expected:
            raise CallError(
                f"expected {expected} bytes for a string of {self.size} bits, got {len(self.data)}"
            )
        # Else one string had several values, which would not be equal.
        if self.rest and self.data[-1] >> self.rest:
            raise CallError(
                f"expected only the {self.rest} least significant bits of the last byte of a "
                f"string of {self.size} bits, got {self.data[-1]:02X}"
            )

    @classmethod
    def of(cls, data: bytes) -> "Bits":
        """All bits of bytes."""
        return cls(data, 8 * len(data))

    @property
    def rest(self) -> int:
        """Bits in a last byte that is not whole; 0 if all are."""
        return self.size % 8

    def first(self, size: int) -> "Bits":
        """So many bits from the start, at most all."""
        data, rest = bytearray(self.data[: -(-size // 8)]), size % 8
        if rest:
            data[-1] &= (1 << rest) - 1
        return Bits(bytes(data), size)
