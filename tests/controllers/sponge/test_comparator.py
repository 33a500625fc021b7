# SPDX-License-Identifier: Apache-2.0
# amaranth: UnusedElaboratable=no
"""A received tag compared by logic of its own (`comparator`)."""

import pytest

from cipherfab.controllers.ports import Phase
from cipherfab.cores.controller import controller
from cipherfab.cores.names import parse
from cipherfab.errors import CallError
from controllers.blocks import Sent, run
from controllers.test_every_controller import ad_sizes, data_sizes, plays_as_its_model

ONE_PART, PARTS = "ascon-aead128/unrolled=4,comparator", "photon-beetle-aead-32/round,comparator"


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", [ONE_PART, "gimli/folded=1,comparator", PARTS])
def test_a_core_with_a_comparator_computes_what_its_model_computes(name):
    """Ciphertext, tag and plaintext are the model's, and a forged tag is flagged, whether the tag
    comes in one part or in several.
    """
    core = controller(parse(name))
    assert core.comparator
    plays_as_its_model(core)


@pytest.mark.parametrize("name", [ONE_PART, pytest.param(PARTS, marks=pytest.mark.slow)])
def test_every_bit_of_a_tag_is_compared(name):
    """A tag that is wrong in a single bit is refused, whichever it is; the right one behind it is
    not.
    """
    core = controller(parse(name))
    model = core.aead
    key, nonce, bits = bytes(model.key_bytes), bytes(model.nonce_bytes), 8 * model.tag_bytes
    sealed = int.from_bytes(model.encrypt(key, nonce, b"", b""), "big")
    tags = [sealed ^ 1 << bit for bit in range(bits)] + [sealed]
    sent = [
        Sent(
            [
                (Phase.NONCE, nonce),
                (Phase.AD, b""),
                (Phase.MESSAGE, b""),
                (Phase.TAG, tag.to_bytes(model.tag_bytes, "big")),
            ],
            decrypt=True,
        )
        for tag in tags
    ]
    answers = run(
        core, sent, key, ad_sizes=ad_sizes(core), data_sizes=data_sizes(core), seed=1, limit=100_000
    )
    assert [answer.success for answer in answers] == [False] * bits + [True]


@pytest.mark.parametrize(
    "name, message",
    [
        ("gift-cofb/round,comparator", "does not fit gift-cofb"),
        ("ascon-hash256/round,comparator", "does not fit ascon-hash256"),
        ("ascon-aead128/masked=1,comparator", "comparator does not go with masked=d"),
    ],
)
def test_other_cores_refuse_it(name, message):
    """Modes over a cipher, hashes and cores on shares have no such comparison."""
    with pytest.raises(CallError, match=message):
        controller(parse(name))
