# SPDX-License-Identifier: Apache-2.0
"""Assignments with tags that are right, or nearly so: random ones hardly ever are, and what a core
does with them would not be seen.
"""

from random import Random

from ... import catalog
from ...lwc.messages import Operation
from .graph import PATTERNS, Graph
from .shapes import Part
from .specification import concrete

RIGHT = 16
"""Assignments with the right tag; behind them come those in which one bit of it is wrong, each bit
once. Of a second decryption some of each are the other way round: see `_outcome`.
"""


def assignments(part: Part) -> int:
    """How many a part needs besides random ones."""
    if part.operation != Operation.DECRYPT:
        return 0
    return RIGHT + 8 * catalog.find(part.algorithm).model.tag_bytes


def likely(graph: Graph, part: Part, place: int, key, *, second: bool) -> dict[object, int]:
    """Values for the inputs of a decryption that is made next.

    Args:
        place: of the part in its shape.
        key: its key, which has values already.
        second: there is a decryption before it.
    """
    model, dice = catalog.find(part.algorithm).model, Random(place)
    found: dict[object, int] = {}
    for pattern in range(graph.patterns):
        nonce, ad, text = (
            dice.randbytes(length) for length in (model.nonce_bytes, part.ad, part.text)
        )
        if pattern < PATTERNS:
            values = {
                "ciphertext": dice.randbytes(model.ciphertext_bytes(part.text)),
                "tag": dice.randbytes(model.tag_bytes),
            }
        else:
            # The tag is right for the key of this very assignment, by the plain model.
            sealed = model.encrypt(concrete(graph, key, pattern), nonce, ad, text)
            ciphertext, tag, _ = model.taken_apart(sealed, part.text)
            values = {
                "ciphertext": ciphertext,
                "tag": spoilt(tag, _outcome(pattern - PATTERNS, second)),
            }
        for name, data in {"nonce": nonce, "ad": ad, **values}.items():
            for number, byte in enumerate(data):
                for bit in range(8):
                    if byte >> bit & 1:
                        entry = (f"{name}{place}", number, bit)
                        found[entry] = found.get(entry, 0) | 1 << pattern
                    else:
                        # A bit that is 0 in all assignments is entered too: the graph would draw
                        # one that is missing.
                        found.setdefault((f"{name}{place}", number, bit), 0)
    return found


def _outcome(number: int, second: bool) -> int:
    """The bit of the tag that is wrong in the assignment of this number, or less than 0.

    With the same outcomes in both decryptions nobody would see a right tag behind a wrong one.
    """
    if second and number < RIGHT:
        return number - RIGHT // 2
    return -1 if second and number % 2 else number - RIGHT


def spoilt(tag: bytes, place: int) -> bytes:
    """A tag with this bit wrong, if it has one of that number."""
    return bytes(byte ^ (place // 8 == number) << place % 8 for number, byte in enumerate(tag))
