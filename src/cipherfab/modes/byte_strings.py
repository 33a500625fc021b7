"""Byte strings as the modes handle them."""

from ..primitives.primitive import Primitive, software


def split(data: bytes, size: int) -> list[bytes]:
    """Blocks of ``size`` bytes, the last one maybe shorter; none for empty data."""
    return [data[start:start + size] for start in range(0, len(data), size)]


def xor(a: bytes, b: bytes) -> bytes:
    """XOR of as many bytes as the shorter one has."""
    return bytes(x ^ y for x, y in zip(a, b))


def pad(data: bytes, length: int, mark: int) -> bytes:
    """``data``, shorter than ``length``, with the byte ``mark`` and zeros."""
    return (data + bytes([mark])).ljust(length, b"\0")


def permute(permutation: Primitive, state: bytes) -> bytes:
    """One call of a permutation with input and output ``x``, on its state as a byte string."""
    return software(permutation)(int.from_bytes(state, "big"))[0].to_bytes(len(state), "big")
