# SPDX-License-Identifier: Apache-2.0
# amaranth: UnusedElaboratable=no
"""Modes over one permutation that decide a clock ahead (`ahead`)."""

import pytest
from bus import words_of_do

from cipherfab.cores.aead import lwc_component
from cipherfab.cores.controller import controller
from cipherfab.cores.names import parse
from cipherfab.errors import CallError
from cipherfab.lwc.messages import decryption, encryption, hashing
from cipherfab.lwc.streams import vectors
from cipherfab.measure.mode_cycles import mode_cycles

KEY, NONCE = bytes(range(16)), bytes(range(16, 32))
LENGTHS = [(0, 0), (16, 0), (0, 16), (15, 31), (33, 32), (1, 48)]
DIGESTS = {"ascon-aead128": "ascon-hash256", "ascon-128a": "ascon-hasha"}


def messages_of(name: str, *, hashes: bool) -> list:
    """Encryptions, their decryptions, those of no text with a wrong tag too (what leaves before a
    failure is not said), and hashes.
    """
    sealed = [
        encryption(name, key=KEY, nonce=NONCE, ad=bytes(range(ad)), plaintext=bytes(range(size)))
        for ad, size in LENGTHS
    ]
    opened = [
        decryption(
            name,
            key=KEY,
            nonce=NONCE,
            ad=message.ad,
            ciphertext=message.result,
            tag=bytes(byte ^ flipped for byte in message.tag),
            new_key=False,
        )
        for message in sealed
        for flipped in ((0,) if message.result else (0, 1))
    ]
    digests = [hashing(DIGESTS[name], message=bytes(size)) for size in (0, 8, 11)]
    return sealed + opened + (digests if hashes else [])


@pytest.mark.sample(2)
@pytest.mark.parametrize("options", [{}, {"seed": 1}, {"seed": 2, "patient": True}])
@pytest.mark.parametrize(
    "name",
    [
        "ascon-aead128/unrolled=2,ahead,hash",
        "ascon-aead128/round,ahead",
        "ascon-aead128/unrolled=4,ahead,bus=16",
        "ascon-128a/unrolled=2,ahead,hash,bus=8",
        "ascon-aead128/unrolled=2,ahead,enables,hash",
        "ascon-aead128/unrolled=4,ahead,enables,bus=16",
        "ascon-aead128/unrolled=4,ahead,hash,bus=64",
        "ascon-aead128/unrolled=4,ahead,bus=128",
    ],
)
def test_a_core_that_decides_ahead_computes_what_its_model_computes(name, options):
    """The words of DO are the model's for any receiver, in both directions, for wrong tags and for
    digests.
    """
    core = parse(name)
    given = vectors(messages_of(core.algorithm.name, hashes=core.hash), width=core.bus)
    expected = [
        (word, int(item.kind == "STT"))
        for block in given.do.blocks
        for item in block.items
        for word in item.words
    ]
    assert words_of_do(lwc_component(core), given, **options) == expected


@pytest.mark.parametrize("options", ["ahead", "ahead,enables"])
@pytest.mark.parametrize("name, cycles", [("round", 8), ("unrolled=2", 4), ("unrolled=4", 2)])
def test_a_block_costs_its_rounds_and_nothing_else(name, cycles, options):
    """Of associated data as of a message: 8 rounds, so many in a clock."""
    core = controller(parse(f"ascon-aead128/{name},{options}"))
    one, more, ad = (mode_cycles(core, *sizes) for sizes in ((16, 16), (16, 48), (48, 16)))
    assert (more - one, ad - one) == (2 * cycles, 2 * cycles)


@pytest.mark.parametrize(
    "name, message",
    [
        ("ascon-128/round,ahead", "does not fit ascon-128"),
        ("ascon-hash256/round,ahead", "does not fit ascon-hash256"),
        ("gift-cofb/round,ahead", "does not fit gift-cofb"),
        ("ascon-aead128/unrolled=3,ahead", "unrolled=3 is refused"),
        ("ascon-aead128/serial=8,ahead", "ahead goes with"),
        ("ascon-aead128/unrolled=2,ahead,loadcycle", "ahead does not go with"),
        ("ascon-aead128/round,ahead,comparator", "ahead does not go with"),
        ("ascon-aead128/round,ahead,inplace", "ahead does not go with"),
        ("ascon-aead128/round,enables", "enables goes with"),
    ],
)
def test_other_cores_refuse_it(name, message):
    """A nonce in two parts, hashes, other kinds of modes, and options that say when inputs enter,
    where a block waits or what compares a tag.
    """
    with pytest.raises(CallError, match=message):
        controller(parse(name))
