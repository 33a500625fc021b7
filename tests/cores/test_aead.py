# SPDX-License-Identifier: Apache-2.0
"""Cores of AEADs over block ciphers, in RTL: official known answers, test plan and violations, with
random stalls; cycles.
"""

import pytest
from verified import assert_verified

from cipherfab.cores.build import build
from cipherfab.cores.controller import controller
from cipherfab.cores.names import parse
from cipherfab.lwc.messages import decryption, encryption
from cipherfab.lwc.streams import vectors
from cipherfab.measure.mode_cycles import mode_cycles
from cipherfab.verify.rtl.simulator import Simulator

SKINNY_AEAD = [
    *(f"skinny-aead-m{member}" for member in range(1, 7)),
    "skinny-aead-m1/round,bus=8",
    "skinny-aead-m6/round,bus=16",
    "skinny-aead-m2/unrolled=8",
    "skinny-aead-m5/unrolled=24",
    "skinny-aead-m5/full,enconly",
    "skinny-aead-m1/round,enconly",
    "skinny-aead-m6/round,bus=8,enconly",
]


# fmt: off
FORKAE = [*(f"paef-forkskinny-{size}/round{strategy}"
            for size in ("64-192", "128-192", "128-256", "128-288")
            for strategy in ("", ",parallel")),
          *(f"saef-forkskinny-128-{size}/round{strategy}" for size in (192, 256)
            for strategy in ("", ",parallel")),
          "paef-forkskinny-64-192/round,bus=8", "saef-forkskinny-128-256/round,parallel,bus=8",
          "paef-forkskinny-128-288/round,bus=16", "paef-forkskinny-64-192/round,bus=16,enconly",
          "saef-forkskinny-128-192/round,parallel,enconly", "paef-forkskinny-128-192/unrolled=3"]
# fmt: on


LILLIPUT_I = [
    "lilliput-i-128",
    "lilliput-i-192",
    "lilliput-i-256",
    "lilliput-i-128/unrolled=2,bus=8",
    "lilliput-i-192/round,bus=16,enconly",
]


FOLDED = [
    "drygascon128-k32/folded=4",
    "drygascon128-k16/folded=8,hash",
    "schwaemm256-128/folded=6,inplace,hash",
    "drygascon128/folded=4,inplace",
    "photon-beetle-aead-32/folded=9,inplace,hash",
    "xoodyak-r2/folded=5,hash",
]

IN_PLACE = ["tinyjambu-128/round,inplace", "subterranean/round,inplace",
            "isap-k-128a/round,inplace", "elephant-jumbo-v1/round,inplace",
            "saturnin-ctr-cascade/round,inplace", "estate-twegift-128/round,inplace",
            "romulus-n1/round,inplace", "oribatida-256-64/round,inplace,bus=8",
            "gimli/round,inplace,hash,registered", "paef-forkskinny-64-192/round,inplace",
            "paef-forkskinny-128-288/round,parallel,bus=8,inplace",
            "saef-forkskinny-128-192/round,bus=16,inplace,enconly",
            "saef-forkskinny-128-256/round,parallel,inplace,registered"]  # fmt: skip
"""Of controllers of each kind that answers a block while it is there, and of PAEF and SAEF, whose
words enter and leave the cipher.
"""


SERIAL = [
    "saturnin-ctr-cascade/serial=16",
    "saturnin-ctr-cascade/serial=16,bus=16,enconly",
    "saturnin-ctr-cascade/serial=16,bus=8,registered",
    "saturnin-ctr-cascade/serial=8,bus=8",
    "saturnin-ctr-cascade/serial=8,enconly",
    "saturnin-ctr-cascade/serial=4,bus=16",
]


@pytest.mark.slow
@pytest.mark.parametrize("name", SKINNY_AEAD + FORKAE + LILLIPUT_I + FOLDED + IN_PLACE + SERIAL)
def test_core_is_verified(name, tmp_path):
    """Everything that `verify` plays on the RTL is answered rightly, the whole official file among
    it.
    """
    assert_verified(name, tmp_path, seed=11)


@pytest.mark.parametrize(
    "name, key, nonce",
    [pytest.param("skinny-aead-m6", 16, 12, marks=pytest.mark.slow), ("lilliput-i-192", 24, 15)],
)
def test_known_answers_of_all_lengths(name, key, nonce, tmp_path):
    """Records of the official file in which each length of associated data and of plaintext occurs,
    and back.
    """
    counted, messages = bytes(range(33)), []
    for number in range(33):
        sealed = encryption(
            name,
            key=counted[:key],
            nonce=counted[:nonce],
            ad=counted[:number],
            plaintext=counted[: 32 - number],
        )
        messages += [sealed, decryption(name, key=sealed.key,
                                        nonce=sealed.nonce, ad=sealed.ad, ciphertext=sealed.result,
                                        tag=sealed.tag, new_key=False)]  # fmt: skip
    simulator = Simulator.build(build(name), tmp_path)
    for seed in (None, 3):
        result = simulator.play(vectors(messages, width=32), stall_seed=seed)
        assert result.passed, result.failure.text


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "name, decrypts, cycles",
    [
        ("skinny-aead-m5", True, 48),
        ("skinny-aead-m5/round,enconly", False, 48),
        ("skinny-aead-m1/unrolled=4,enconly", False, 14),
    ],
)
def test_options_choose_the_cipher(name, decrypts, cycles):
    """``enconly`` leaves the other direction out, and ``unrolled`` is rounds for each cycle: an
    empty message is one call.
    """
    mode = controller(parse(name))
    assert mode.decrypts == decrypts == hasattr(mode.cipher, "in_decrypt")
    assert mode_cycles(mode, 0, 0) == cycles


@pytest.mark.parametrize(
    "name, rounds, slots",
    [
        ("ascon-128/serial=8", 6, 8),
        ("ascon-128a/serial=32,bus=8", 8, 2),
        ("ascon-aead128/serial=16,hash", 8, 4),
    ],
)
def test_a_serial_round_takes_its_slots(name, rounds, slots):
    """Ascon takes 64 / w cycles for each round and none beside: 24 rounds for an empty message,
    those of p^b for a block more.
    """
    cycles = [
        mode_cycles(controller(parse(name)), 0, blocks * parse(name).algorithm.model.block_bytes)
        for blocks in (0, 1)
    ]
    assert cycles == [24 * slots, (24 + rounds) * slots]


def test_lilliput_ii_keeps_a_message(tmp_path):
    """Records of the official file and back, segments, a wrong tag, a full buffer, and a byte more
    in both directions.
    """
    counted, messages = bytes(range(65)), []
    sizes = (
        (0, 0, None),
        (32, 32, None),
        (5, 16, 1),
        (16, 33, 1),
        (1, 64, 2),
        (0, 65, None),
        (7, 9, None),
    )
    for ad_length, length, segments in sizes:
        sealed = encryption(
            "lilliput-ii-128",
            key=counted[:16],
            nonce=counted[:15],
            ad=counted[:ad_length],
            plaintext=counted[:length],
            segment_blocks=segments,
        )
        back, forged = (
            decryption(
                "lilliput-ii-128",
                key=sealed.key,
                nonce=sealed.nonce,
                ad=sealed.ad,
                ciphertext=sealed.result,
                tag=tag,
                new_key=False,
                segment_blocks=segments,
            )
            for tag in (sealed.tag, bytes(16))
        )
        messages += [sealed, back, forged]
    design = build("lilliput-ii-128")
    simulator = Simulator.build(design, tmp_path)
    for seed in (None, 3):
        result = simulator.play(
            vectors(messages, width=32, buffer_bytes=design.interface.buffer_bytes), stall_seed=seed
        )
        assert result.passed, result.failure.text
