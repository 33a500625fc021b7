"""Calls of a primitive on byte strings."""

from ..ciphers.primitive import Primitive, software


def call(primitive: Primitive, **inputs: bytes | int) -> bytes:
    """The only output of a primitive.

    Args:
        primitive: what is called.
        inputs: all its inputs by name, as numbers or as byte strings with the first byte most significant.
    """
    result, = software(primitive)(*(_number(inputs[name]) for name in primitive.inputs))
    width, = primitive.outputs.values()
    return result.to_bytes(-(-width // 8), "big")


def _number(value: bytes | int) -> int:
    return value if isinstance(value, int) else int.from_bytes(value, "big")
