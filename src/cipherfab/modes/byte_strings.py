# SPDX-License-Identifier: Apache-2.0
"""Byte strings as the modes handle them."""

from ..primitives.primitive import Primitive, software


def split(data: bytes, size: int) -> list[bytes]:
    """Blocks of ``size`` bytes, the last one maybe shorter; none for empty data."""
    return [data[start : start + size] for start in range(0, len(data), size)]


def xor(a: bytes, b: bytes) -> bytes:
    """XOR of as many bytes as the shorter one has."""
    return bytes(x ^ y for x, y in zip(a, b))


def pad(data: bytes, length: int, mark: int) -> bytes:
    """``data``, shorter than ``length``, with the byte ``mark`` and zeros."""
    return (data + bytes([mark])).ljust(length, b"\0")


def filled(block: bytes, size: int, mark: int) -> bytes:
    """A block of ``size`` bytes as it is, a shorter one by `pad`."""
    return block if len(block) == size else pad(block, size, mark)


def permute(permutation: Primitive, state: bytes) -> bytes:
    """One call of a permutation with input and output ``x``, on its state as a byte string."""
    return software(permutation)(int.from_bytes(state, "big"))[0].to_bytes(len(state), "big")


def call(primitive: Primitive, **inputs: bytes | int) -> bytes:
    """The only output of a primitive.

    Args:
        primitive: what is called.
        inputs: all its inputs by name, as numbers or as byte strings with the first byte most
            significant.
    """
    # A compiled primitive takes its inputs by place, in the order in which it declares them.
    (result,) = software(primitive)(*(_number(inputs[name]) for name in primitive.inputs))
    (width,) = primitive.outputs.values()
    return result.to_bytes(-(-width // 8), "big")


def _number(value: bytes | int) -> int:
    return value if isinstance(value, int) else int.from_bytes(value, "big")


def as_number(block: bytes) -> int:
    """A block as a number, its first byte most significant."""
    return int.from_bytes(block, "big")


def as_block(number: int) -> bytes:
    """The inverse of `as_number` for blocks of 16 bytes."""
    return number.to_bytes(16, "big")


def padded_blocks(data: bytes, size: int, mark: int) -> list[bytes]:
    """Blocks of ``size`` bytes of the data, the byte ``mark`` and zeros, which may be a block of
    their own.
    """
    *blocks, last = split(data + bytes([mark]), size)
    return [*blocks, last.ljust(size, b"\0")]


def unpad(data: bytes, mark: int) -> bytes | None:
    """What `pad` was given; None if no ``mark`` stands before the zeros at the end."""
    # Zeros alone may follow the mark, so it must be the last byte that is not 0.
    kept = data.rstrip(b"\0")
    return kept[:-1] if kept.endswith(bytes([mark])) else None
