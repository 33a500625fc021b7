# SPDX-License-Identifier: Apache-2.0
"""The controller of Grain-128AEAD against its model, block by block, in simulation: numbers of
clocks in a cycle, and lengths of the code of a length. `verify` plays longer ones.
"""

from itertools import pairwise

import pytest

from cipherfab.catalog import find
from cipherfab.controllers.ports import Announcement
from cipherfab.controllers.stream.grain import WORD, GrainCore
from cipherfab.cores.build import build
from cipherfab.cores.controller import controller
from cipherfab.cores.names import parse
from cipherfab.errors import CallError

from ..blocks import Answer, Sent, message_blocks, message_phases, offer, run
from .plays import plays

NAMES = ("grain-128aead", "grain-128aeadv2")
CLOCKS = find(NAMES[0]).model.bits_per_clock
ACCEPTED = [Announcement.TAG]


@pytest.mark.parametrize("name", [pytest.param(NAMES[0], marks=pytest.mark.slow), NAMES[1]])
def test_words_that_end_with_any_byte_compute_what_the_model_computes(name):
    """Ciphertext, tag and plaintext are the model's, under random stalls, and a forged tag is
    flagged; with an odd number of bytes half a cycle's clocks are left.
    """
    plays(GrainCore(find(name).model, clocks=32), [(0, 0), (1, 6), (3, 1), (4, 4)])


@pytest.mark.parametrize("clocks", [pytest.param(n, marks=pytest.mark.slow) for n in CLOCKS[:-1]])
@pytest.mark.parametrize("name", NAMES)
def test_fewer_clocks_in_a_cycle_compute_what_the_model_computes(name, clocks):
    """The same of a message with words that are not whole."""
    plays(GrainCore(find(name).model, clocks=clocks), [(3, 5)])


@pytest.mark.parametrize(
    "length",
    [pytest.param(127, marks=pytest.mark.slow), 128, pytest.param(256, marks=pytest.mark.slow)],
)
def test_codes_of_a_length_are_authenticated(length):
    """Where the code of the length becomes longer."""
    plays(GrainCore(find("grain-128aeadv2").model, clocks=32), [(length, 3)], seed=None)


@pytest.mark.slow
@pytest.mark.parametrize("clocks", [1, 2, 8, 16])
def test_codes_of_a_length_are_authenticated_with_fewer_clocks(clocks):
    """The same: the accumulator moves by fewer bits in a cycle, and parts of the code are due."""
    core = GrainCore(find("grain-128aeadv2").model, clocks=clocks)
    plays(core, [(127, 2), (128, 2), (256, 2)], seed=None)


@pytest.mark.slow
def test_a_code_of_four_bytes_is_authenticated():
    """Of associated data of 65,536 bytes, in one run of blocks."""
    plays(GrainCore(find("grain-128aeadv2").model, clocks=32), [(65_536, 3)], seed=None)


def test_associated_data_that_cannot_be_counted_is_refused():
    """Its length has as many bytes as are counted; of one more byte the status is failure, and an
    encryption gives no tag.
    """
    model = find("grain-128aeadv2").model
    key, nonce, text = (bytes(range(size)) for size in (16, 12, 5))
    sealed = model.encrypt(key, nonce, bytes(256), text)
    ciphertext, tag = sealed[:5], sealed[5:]
    core = GrainCore(model, clocks=32, counted=1)
    messages = [
        Sent(message_phases(nonce, bytes(256), text)),
        Sent(message_phases(nonce, bytes(256), ciphertext, tag), decrypt=True),
        Sent(message_phases(nonce, bytes(255), text)),
    ]
    *refused, accepted = run(core, messages, key)
    assert [(each.success, each.announced) for each in refused] == 2 * [(False, [])]
    assert accepted == Answer(model.encrypt(key, nonce, bytes(255), text), True, ACCEPTED)


@pytest.mark.parametrize("clocks", [8, 16])
def test_a_word_takes_as_many_cycles_as_its_bits_need(clocks):
    """A bit of data needs two clocks of the registers; words follow one another without a pause."""
    name = "grain-128aeadv2" + (f"/bits={clocks}" if clocks != CLOCKS[-1] else "")
    core = controller(parse(name))
    given = message_blocks(WORD, bytes(12), bytes(4), bytes(12))
    taken = offer(core, given, bytes(16), decrypt=False).taken
    assert {after - before for before, after in pairwise(taken[-3:])} == {2 * 8 * WORD // clocks}


@pytest.mark.parametrize("architecture", ["unrolled=2", "full"])
def test_clocks_are_counted_by_bits_alone(architecture):
    """What is a round elsewhere has no meaning here."""
    with pytest.raises(CallError, match="bits=d with d one of 1, 2, 4, 8, 16, 32"):
        build(f"grain-128aead/{architecture}")


def test_an_encryption_core_has_no_comparison():
    """Without decryption there is no phase that compares tags, and encryptions are the same."""
    model = find("grain-128aeadv2").model
    core = GrainCore(model, clocks=32, decrypts=False)
    key, nonce, ad, text = (bytes(range(size)) for size in (16, 12, 3, 9))
    sealed = model.encrypt(key, nonce, ad, text)
    found = run(core, [Sent(message_phases(nonce, ad, text))], key)
    assert found == [Answer(sealed, True, ACCEPTED)]
    assert "VERIFY" not in core.phases.bits
