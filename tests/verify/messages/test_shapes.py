# SPDX-License-Identifier: Apache-2.0
"""Which shapes of messages are proved."""

from dataclasses import replace

from cipherfab.design import LwcInterface
from cipherfab.lwc.messages import Operation
from cipherfab.verify.messages.shapes import chosen, every

INTERFACE = LwcInterface(width=32, sdi_width=32, aead="ascon-aead128", hash="ascon-hash256")


def test_every_length_of_the_official_files():
    """``--all`` has each of 33 × 33 lengths once in both directions, and 33 of the hash."""
    shapes = every(INTERFACE)
    assert len(set(shapes)) == len(shapes) == 2 * 33 * 33 + 33


def test_the_chosen_ones_lie_around_words_and_blocks():
    """Both directions have nothing, a byte, a block less and more than a byte, two blocks and two
    segments; some shapes have two messages, some stalls.
    """
    shapes = chosen(INTERFACE)
    for way in (Operation.ENCRYPT, Operation.DECRYPT):
        parts = [
            shape.parts[0]
            for shape in shapes
            if shape.parts[0].operation == way and len(shape.parts) == 1
        ]
        assert {(0, 0), (0, 1), (1, 0), (16, 16), (32, 32)} <= {
            (part.ad, part.text) for part in parts
        }
        assert {15, 17} <= {part.text for part in parts} and any(part.text_sizes for part in parts)
    assert any(len(shape.parts) == 2 for shape in shapes)
    assert any(shape.stalls is not None for shape in shapes)
    assert len({shape.name for shape in shapes}) == len(shapes)


def test_a_core_without_hash_or_decryption_is_not_asked_for_it():
    """What a core cannot do is in none of its shapes."""
    interface = LwcInterface(width=32, sdi_width=32, aead="ascon-aead128", decrypts=False)
    assert {
        part.operation for shape in [*chosen(interface), *every(interface)] for part in shape.parts
    } == {Operation.ENCRYPT}


def test_outputs_of_any_length_are_asked_of_each_function():
    """Of a XOF there are lengths of message and output around a block, of a function with a
    customization some of that too, and one behind the other; ``--all`` has each length.
    """
    interface = replace(INTERFACE, xofs=("ascon-xof128", "ascon-cxof128"))
    more = set(chosen(interface)) - set(chosen(INTERFACE))
    for name in interface.xofs:
        parts = [shape.parts[0] for shape in more if shape.parts[0].algorithm == name]
        assert {0, 7, 8, 9} <= {part.text for part in parts}
        assert {1, 7, 8, 9, 32} <= {part.output for part in parts}
        assert any(part.ad for part in parts) == (name == "ascon-cxof128")
        assert any(len(shape.parts) == 2 for shape in more if shape.parts[-1].algorithm == name)
    assert len({shape.name for shape in more}) == len(more)
    assert len(set(every(interface)) - set(every(INTERFACE))) == 33 + 33 * 33
