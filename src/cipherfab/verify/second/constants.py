# SPDX-License-Identifier: Apache-2.0
"""Numbers, characters and texts as C writes them."""

from .machine import refuse
from .types import Int

ESCAPES = {
    "n": 10,
    "t": 9,
    "r": 13,
    "0": 0,
    "a": 7,
    "b": 8,
    "f": 12,
    "v": 11,
    "\\": 92,
    "'": 39,
    '"': 34,
    "?": 63,
}
"""What stands behind a backslash."""


def characters(node) -> bytes:
    """The bytes of a text or character between its quotes."""
    text, found, place = node.value, bytearray(), 1
    if text[0] not in "\"'":
        raise refuse(node, f"{text[:20]} has characters of more than 8 bits")
    while place < len(text) - 1:
        if text[place] != "\\":
            found += text[place].encode()
            place += 1
            continue
        end = place + 2
        if text[place + 1] == "x" or text[place + 1] in "01234567":
            base = 16 if text[place + 1] == "x" else 8
            start = place + 2 if base == 16 else place + 1
            end = start
            while (
                end < len(text) - 1
                and text[end].lower() in "0123456789abcdef"[:base]
                # C: an octal number has three digits at most, a hexadecimal one any number.
                and (base == 16 or end < start + 3)
            ):
                end += 1
            found.append(int(text[start:end], base) & 0xFF)
        elif text[place + 1] in ESCAPES:
            found.append(ESCAPES[text[place + 1]])
        else:
            raise refuse(node, f"the character {text[place : place + 2]} is not known")
        place = end
    return bytes(found)


def integer(node) -> tuple[int, Int]:
    """Value and type of an integer as it is written."""
    text = node.value.lower()
    digits = text.rstrip("ul")
    suffix = text[len(digits) :]
    decimal = digits[0] != "0" or digits == "0"
    octal = digits[0] == "0" and digits.isdecimal()
    number = int(digits, 8) if octal else int(digits, 0)
    # The first of these that fits, as C has it: only octal and hexadecimal numbers become unsigned
    # by themselves.
    kinds = [
        Int(width, sign)
        for width in (32, 64)
        for sign in (True, False)
        if (width == 64 or "l" not in suffix)
        and (not sign if "u" in suffix else sign or not decimal)
    ]
    for kind in kinds:
        if number < 1 << kind.width - kind.signed:
            return number, kind
    raise refuse(node, f"{node.value} has more than 64 bits")
