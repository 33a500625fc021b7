# SPDX-License-Identifier: Apache-2.0
# amaranth: UnusedElaboratable=no
"""The controller of ΘCB3 against the model, block by block, in simulation; with what all
controllers share (`block.py`).
"""

import random
from functools import cache

import pytest
from tinytbc import tiny_theta_cb

from cipherfab.architectures.iterated.bidirectional import Bidirectional
from cipherfab.architectures.iterated.iterated import Iterated
from cipherfab.architectures.iterated.restored import BidirectionalRestored, IteratedRestored
from cipherfab.catalog import find
from cipherfab.controllers.parallel.thetacb import REST, ThetaCbCore, parts_of, resting_of
from cipherfab.controllers.ports import Announcement
from cipherfab.cores.controller import controller
from cipherfab.cores.names import parse
from cipherfab.measure.mode_cycles import mode_cycles
from controllers.blocks import Answer, Sent, message_blocks, message_phases, offer, run

KEY, NONCE = bytes(range(16)), bytes(range(50, 62))
ROUNDS = 6
MODEL = tiny_theta_cb(ROUNDS)
RESTING = {decrypts: resting_of(MODEL, decrypts=decrypts) for decrypts in (True, False)}
SHAPES = [(0, 0), (16, 0), (0, 16), (3, 0), (0, 5), (16, 3), (5, 32), (33, 33), (48, 32)]


@cache
def core(unrolled: int = 1, *, decrypts: bool = True, keeps: bool = True) -> ThetaCbCore:
    """The controller with its cipher, which keeps key, nonce and counter if a call takes more than
    one cycle.
    """
    if keeps and unrolled < ROUNDS:
        architecture = BidirectionalRestored if decrypts else IteratedRestored
        cipher = architecture(RESTING[decrypts], unrolled=unrolled, changes=("counter",))
    else:
        cipher = (Bidirectional if decrypts else Iterated)(MODEL.cipher, unrolled=unrolled)
    return ThetaCbCore(MODEL, cipher, decrypts=decrypts)


def message(*parts: bytes) -> list[dict[str, int]]:
    """The blocks of associated data, text and, in a decryption, tag."""
    return message_blocks(16, NONCE, *parts)


@pytest.mark.sample(3)
@pytest.mark.parametrize("decrypts", [True, False])
@pytest.mark.parametrize(
    "unrolled, seed, keeps",
    [
        (1, None, True),
        (1, 6, True),
        pytest.param(4, 7, True, marks=pytest.mark.slow),
        (1, None, False),
        (6, 3, False),
    ],
)
def test_controller_computes_what_the_model_computes(unrolled, seed, keeps, decrypts):
    """Ciphertext, tag and plaintext are the model's, at lengths around the block, and a forged tag
    is flagged; a key that was given once is the key of all messages that follow.
    """
    generator, messages, expected = random.Random(unrolled), [], []
    for ad_length, length in SHAPES:
        nonce, ad, text = map(generator.randbytes, (12, ad_length, length))
        sealed = MODEL.encrypt(KEY, nonce, ad, text)
        messages.append(Sent(message_phases(nonce, ad, text)))
        expected.append(Answer(sealed, True, [Announcement.TAG]))
        for tag, success in tags(sealed[length:], generator) * decrypts:
            messages.append(Sent(message_phases(nonce, ad, sealed[:length], tag), decrypt=True))
            expected.append(Answer(text, success, []))
    assert run(core(unrolled, decrypts=decrypts, keeps=keeps), messages, KEY, seed=seed) == expected


def tags(tag: bytes, generator: random.Random) -> list[tuple[bytes, bool]]:
    """The tag, the same with one bit of its eight bytes flipped, and none of its bits; with whether
    each is right.
    """
    flipped = int.from_bytes(tag, "big") ^ 1 << generator.randrange(64)
    return [(tag, True), (flipped.to_bytes(8, "big"), False), (bytes(8), False)]


@pytest.mark.sample(3)
@pytest.mark.parametrize("unrolled", [1, 3])
@pytest.mark.parametrize("ad_length, length", [(0, 0), (3, 0), (0, 16), (16, 3), (33, 33)])
def test_calls_are_back_to_back(unrolled, ad_length, length):
    """A message costs one call for each block that has a byte and one for the tag, and no cycle
    more; a decryption too.
    """
    calls = -(-ad_length // 16) + -(-length // 16) + 1
    assert mode_cycles(core(unrolled), ad_length, length) == calls * ROUNDS // unrolled
    sealed = MODEL.encrypt(KEY, NONCE, bytes(ad_length), bytes(length))
    decrypted = offer(
        core(unrolled),
        message(bytes(ad_length), sealed[:length], sealed[length:]),
        KEY,
        decrypt=True,
    )
    # The nonce in cycle 0; the end of empty associated data costs a cycle in which there is nothing
    # to compute.
    assert decrypted.taken[-1] == (1 if ad_length else 2) + calls * ROUNDS // unrolled


@pytest.mark.parametrize(
    "name, rounds",
    [("skinny-aead-m1", 56), pytest.param("skinny-aead-m6", 48, marks=pytest.mark.slow)],
)
def test_cycles_of_skinny_aead(name, rounds):
    """56 (a + m + 1) cycles with SKINNY-128-384 and 48 (a + m + 1) with SKINNY-128-256, as the
    forkcipher paper has it.
    """
    assert mode_cycles(controller(parse(name)), 16, 17) == rounds * 4


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    "delay, seed",
    [
        pytest.param(0, 4, marks=pytest.mark.slow),
        (ROUNDS + 1, 5),
        pytest.param(2 * ROUNDS + 2, None, marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("decrypt", [False, True])
@pytest.mark.parametrize("taken", range(1, 7))
def test_an_abort_loses_no_answer_and_leaves_nothing(decrypt, taken, delay, seed):
    """After an abort, the answers to the blocks that were taken still come, and the next message is
    untouched.
    """
    generator = random.Random(taken)
    (ad, text), (next_ad, next_text) = (
        tuple(map(generator.randbytes, sizes)) for sizes in ((32, 48), (20, 37))
    )
    sealed, following = (
        MODEL.encrypt(KEY, NONCE, ad, text),
        MODEL.encrypt(KEY, NONCE, next_ad, next_text),
    )
    given, answer = (sealed[:48], text) if decrypt else (text, sealed[:48])
    second = (
        message(next_ad, following[:37], following[37:]) if decrypt else message(next_ad, next_text)
    )
    taken = min(taken, 6 if decrypt else 5)  # after its last block, an encryption cannot go wrong
    blocks = message(ad, given)[:taken] + second
    found = offer(
        core(), blocks, KEY, decrypt=decrypt, abort_after=taken, delay=delay, seed=seed
    ).answer
    assert (
        found.data == answer[: 16 * max(0, taken - 3)] + (next_text if decrypt else following)
        and found.success
    )


def test_what_the_schedules_keep():
    """Key and counter, and the nonce where every tweakey has it; no counter where the plaintext is
    had from it, and nothing of LILLIPUT-TBC, whose matrices are too dear to be taken back.
    """

    def kept(name: str, decrypts: bool) -> tuple[str, ...]:
        resting = resting_of(find(name).model, decrypts=decrypts)
        return resting.names if resting else ()

    assert kept("skinny-aead-m2", True) == ("key", "nonce", "counter")
    assert kept("deoxys-i-128", False) == ("key", "counter")
    assert kept("deoxys-i-128", True) == ("key",)
    assert kept("lilliput-i-128", True) == ()
    model = find("skinny-aead-m6").model
    assert len(parts_of(model)[REST]) == 8
    assert resting_of(model, decrypts=True).returning == {"nonce", "counter"}
