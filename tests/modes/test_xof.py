# SPDX-License-Identifier: Apache-2.0
"""What every function with an output of any length promises; their official files are in
`tests/catalog`.
"""

import random

import pytest

from cipherfab.catalog import ALGORITHMS, XOFS
from cipherfab.errors import CallError
from cipherfab.modes.bit_strings import Bits

NAMES = [name for name, entry in ALGORITHMS.items() if entry.kind in XOFS]
CUSTOM = [name for name in NAMES if ALGORITHMS[name].model.most_customization_bytes]


@pytest.mark.parametrize("name", NAMES)
def test_a_shorter_output_is_a_prefix(name):
    """The output does not depend on how much of it is asked for; also not in bits."""
    model, message = ALGORITHMS[name].model, bytes(range(21))
    whole = model.output(message, 100)
    for size in (0, 1, 7, 8, 9, 64):
        assert model.output(message, size) == whole[:size]
    assert model.digest(message) == whole[: model.digest_bytes]
    bits = model.output_of_bits(Bits.of(message), 101, Bits(b"", 0))
    assert bits == Bits.of(whole).first(101)


@pytest.mark.parametrize("name", NAMES)
def test_a_state_gives_outputs_and_goes_on(name):
    """Bytes absorbed in pieces, with outputs taken in between, give what the whole gives."""
    model, message = ALGORITHMS[name].model, random.Random(1).randbytes(40)
    state = model.start()
    for place, byte in enumerate(message):
        assert state.squeeze(20) == model.output(message[:place], 20)
        state.update(bytes([byte]))


@pytest.mark.parametrize("name", NAMES)
def test_strings_of_bits_differ(name):
    """A message with a zero bit more has another output, at each length around a block."""
    model = ALGORITHMS[name].model
    found = {
        model.output_of_bits(Bits(bytes(-(-size // 8)), size), 128, Bits(b"", 0)).data
        for size in range(140)
    }
    assert len(found) == 140


@pytest.mark.parametrize("name", CUSTOM)
def test_customizations_differ_and_have_a_longest(name):
    """Each length in bits and bytes up to the longest has an output of its own; one more is
    refused, with the longest.
    """
    model = ALGORITHMS[name].model
    most = model.most_customization_bytes
    found = {model.output(b"", 16, bytes(size)) for size in range(0, most + 1, 8)}
    found |= {model.output_of_bits(Bits(b"", 0), 128, Bits(b"\0", bits)).data for bits in (1, 7)}
    assert len(found) == most // 8 + 3
    with pytest.raises(CallError, match=rf"at most {8 * most} bits .*got {8 * most + 8} bits"):
        model.start(bytes(most + 1))


@pytest.mark.parametrize("name", [name for name in NAMES if name not in CUSTOM])
def test_a_customization_where_there_is_none_is_refused(name):
    """It is not left out silently."""
    with pytest.raises(CallError, match="customization: expected none, got 8 bits"):
        ALGORITHMS[name].model.start(b"z")
