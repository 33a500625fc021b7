# SPDX-License-Identifier: Apache-2.0
"""What the comparison of a tag on shares puts in front of its run."""

import pytest

from cipherfab.catalog import find
from cipherfab.modes.sponge_events import happens

KEY = bytes(range(16))


@pytest.mark.parametrize("name", ["ascon-aead128", "ascon-128"])
def test_the_sum_of_the_tags_and_zeros(name):
    """In front of the run the state is 0 if the tag is right, and the sum of both tags, in as many
    bits, if it is wrong.
    """
    mode, state = find(name).model, int.from_bytes(bytes(range(7, 47)), "big")
    parts, size = mode.parts["tag"], mode.tag_bytes // mode.parts["tag"]
    right = b"".join(
        happens(mode, "tag", state, b"", number=part, key=int.from_bytes(KEY, "big"))[0].to_bytes(
            mode.port_bytes, "big"
        )[:size]
        for part in range(parts)
    )
    for given, bits in (
        (right, 0),
        (bytes([right[0] ^ 0x81]) + right[1:], 2),
        (right[:-1] + bytes([right[-1] ^ 1]), 1),
    ):
        found = state
        for part in range(parts):
            block = given[part * size : (part + 1) * size]
            (found,) = happens(
                mode, "compare", found, block, number=part, key=int.from_bytes(KEY, "big"), full=1
            )
        assert found.bit_count() == bits and found < 1 << 128


def test_public_words_are_said():
    """The initial value in front of the first run, 0 in the words without the sum of the tags."""
    mask, value = find("ascon-aead128").model.plain["begin"]
    assert (mask >> 256, mask & (1 << 256) - 1, value >> 256) == (
        (1 << 64) - 1,
        0,
        0x00001000808C0001,
    )
    assert find("ascon-aead128").model.plain["compare"] == ((1 << 320) - (1 << 128), 0)
