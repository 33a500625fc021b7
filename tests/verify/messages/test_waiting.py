# SPDX-License-Identifier: Apache-2.0
"""What is tried under all stalls behind a shape that is open."""

from cipherfab.lwc.messages import Operation
from cipherfab.verify.messages.prove import OPEN, PROVED
from cipherfab.verify.messages.shapes import Part, Shape
from cipherfab.verify.messages.waiting import under_all

AEAD, HASH = "ascon-aead128", "ascon-hash256"


def shape(operation: Operation, ad: int, text: int) -> Shape:
    """Of one message."""
    algorithm = HASH if operation == Operation.HASH else AEAD
    return Shape(parts=(Part(algorithm=algorithm, operation=operation, ad=ad, text=text),))


def test_behind_an_open_shape_one_of_each_operation_is_tried():
    """The first one with associated data and text, of a hash with a text; no other."""
    first = shape(Operation.ENCRYPT, 0, 0)
    encryption, decryption = (shape(one, 1, 5) for one in (Operation.ENCRYPT, Operation.DECRYPT))
    digest = shape(Operation.HASH, 0, 3)
    shapes = [
        first,
        shape(Operation.ENCRYPT, 1, 0),
        shape(Operation.ENCRYPT, 0, 5),
        encryption,
        shape(Operation.ENCRYPT, 2, 6),
        decryption,
        shape(Operation.HASH, 0, 0),
        digest,
    ]
    asked = []

    def result(one: Shape) -> dict:
        asked.append(one)
        verdict = OPEN if one is first else PROVED
        return {"verdict": verdict, "detail": "late", "seconds": 0.0, "caveat": "", "ends": []}

    found = under_all(shapes, result, lambda text: None)
    assert asked == [first, encryption, decryption, digest]
    assert found["verdict"] == OPEN and found["detail"].startswith("3 of 8 shapes proved, then ")
