# SPDX-License-Identifier: Apache-2.0
# amaranth: UnusedElaboratable=no
"""The controller of SCT-2 against the model, block by block, with a cipher of few rounds; the last
test plays whole cores.
"""

import random
from dataclasses import replace

import pytest
from bus import words_of_do
from verified import assert_verified

from cipherfab.architectures.iterated.iterated import Iterated
from cipherfab.architectures.iterated.ring import Ring
from cipherfab.controllers.ports import Announcement
from cipherfab.controllers.two_pass.sct2 import PipelinedSct2Core, Sct2Core
from cipherfab.cores.build import build
from cipherfab.cores.names import parse
from cipherfab.errors import CallError
from cipherfab.lwc.core import LwcCore
from cipherfab.lwc.messages import Header, Instruction, Message, Operation, Violation
from cipherfab.lwc.protocol import Opcode, Segment
from cipherfab.lwc.streams import vectors
from cipherfab.measure.mode_cycles import mode_cycles
from cipherfab.modes.sct2 import Sct2
from cipherfab.words import concat
from controllers.blocks import (
    Answer,
    Sent,
    message_blocks,
    message_phases,
    offer,
    run,
    short_cipher,
)

KEY, ROUNDS, BUFFER = bytes(range(16)), 3, 64
LENGTHS = [(0, 0), (16, 16), (3, 15), (17, 33), (31, 64), (0, 1), (33, 32), (4, 49)]
TAG = Announcement.TAG


def tweakable_cipher(rounds: int):
    """`short_cipher` with key and tweak apart."""
    cipher = short_cipher(rounds, 256)
    return replace(
        cipher,
        inputs={"key": 128, "tweak": 128, "plaintext": 128},
        load=lambda words: cipher.load(
            {"tweakey": concat(words["tweak"], words["key"]), "plaintext": words["plaintext"]}
        ),
    )


MODEL = Sct2(cipher=tweakable_cipher(ROUNDS))


def core(unrolled: int = 1, **options) -> Sct2Core:
    """The controller with its cipher."""
    return Sct2Core(
        MODEL, Iterated(MODEL.cipher, unrolled=unrolled), **{"buffer_bytes": BUFFER, **options}
    )


def pipelined(**options) -> PipelinedSct2Core:
    """With two places for calls and one for a result."""
    ring = Ring(MODEL.cipher, pieces=2)
    return PipelinedSct2Core(
        MODEL, ring, calls=ring.in_flight, **{"buffer_bytes": BUFFER, "decrypts": True, **options}
    )


both = pytest.mark.parametrize("make", [core, pipelined])


def changed(tag: bytes, bit: int) -> bytes:
    """The tag with one bit flipped."""
    return bytes(byte ^ (0x80 >> bit % 8) * (number == bit // 8) for number, byte in enumerate(tag))


def exchange(lengths, generator: random.Random) -> tuple[list[Sent], list[Answer]]:
    """For each pair of lengths an encryption, the decryption, and one with a wrong tag, with what
    must come of them.
    """
    messages, expected = [], []
    for ad_length, length in lengths:
        nonce, ad, text = map(generator.randbytes, (15, ad_length, length))
        sealed = MODEL.encrypt(KEY, nonce, ad, text)
        ciphertext, tag = sealed[:length], sealed[length:]
        messages += [
            Sent(message_phases(nonce, ad, text)),
            Sent(message_phases(nonce, ad, ciphertext, tag), decrypt=True),
            Sent(
                message_phases(nonce, ad, ciphertext, changed(tag, generator.randrange(128))),
                decrypt=True,
            ),
        ]
        fits = length <= BUFFER
        expected += (
            [Answer(sealed, True, [TAG, TAG]), Answer(text, True, [TAG])]
            if fits
            else [Answer(b"", False, [])] * 2
        )
        expected += [Answer(b"", False, [])]
    return messages, expected


@pytest.mark.parametrize("unrolled, seed", [(1, None), (1, 1), (ROUNDS, None), (ROUNDS, 2)])
def test_controller_computes_what_the_model_computes(unrolled, seed):
    """Ciphertext, tag and plaintext are the model's, each after a header; with a wrong tag nothing
    leaves but the status.
    """
    messages, expected = exchange(LENGTHS, random.Random(1))
    assert run(core(unrolled), messages, KEY, seed=seed) == expected


@pytest.mark.parametrize("seed", [None, 1])
def test_calls_in_flight_compute_the_same(seed):
    """With several calls in flight all answers stay."""
    messages, expected = exchange(LENGTHS, random.Random(1))
    assert run(pipelined(), messages, KEY, seed=seed) == expected


@both
def test_encryption_only_computes_the_same(make):
    """Without decryption the answers to encryptions stay."""
    messages, expected = exchange([(17, 33), (0, 0)], random.Random(2))
    assert run(make(decrypts=False), messages[::3], KEY) == expected[::3]


@both
@pytest.mark.parametrize("seed", [None, 2])
def test_a_message_that_is_longer_than_the_buffer_fails_and_leaves_nothing(seed, make):
    """A byte more than fits, and blocks more: a failure in both directions without a byte or a
    header; the next is right.
    """
    messages, expected = exchange(
        [(5, BUFFER + 1), (16, BUFFER), (0, 3 * BUFFER), (20, 21)], random.Random(3)
    )
    assert run(make(), messages, KEY, seed=seed) == expected
    assert [answer.success for answer in expected] == [False] * 3 + [True, True, False] + [
        False
    ] * 3 + [True, True, False]


def test_calls_in_flight_follow_each_other():
    """Two blocks more of an encryption cost four calls, two at a time."""
    cycles = [mode_cycles(pipelined(buffer_bytes=256), 0, 16 * blocks) for blocks in (8, 10)]
    assert cycles[1] - cycles[0] == 4 * ROUNDS


@pytest.mark.parametrize(
    "ad_length, length, unrolled",
    [
        (0, 0, 1),
        (0, 48, 1),
        (17, 1, 1),
        (40, 32, 1),
        (0, 48, ROUNDS),
        (17, 1, ROUNDS),
        (40, 32, ROUNDS),
    ],
)
def test_calls_are_back_to_back(ad_length, length, unrolled):
    """An encryption of a and m blocks costs a + 2 m + 1 calls and no cycle more."""
    calls = -(-ad_length // 16) + 2 * -(-length // 16) + 1
    assert mode_cycles(core(unrolled), ad_length, length) == calls * ROUNDS // unrolled


@pytest.mark.parametrize("length", [0, 30])
def test_a_decryption_needs_as_many_calls_and_its_time_does_not_tell_where_the_tag_differs(length):
    """The tag is taken when a + 2 m + 1 calls are done, and the status after a wrong one comes in
    the same cycle for any bit.
    """
    sealed = MODEL.encrypt(KEY, bytes(15), bytes(16), bytes(length))
    ciphertext, tag = sealed[:length], sealed[length:]
    taken, ends = set(), set()
    for given_tag in (tag, changed(tag, 0), changed(tag, 77), changed(tag, 127)):
        found = offer(
            core(),
            message_blocks(16, bytes(15), bytes(16), ciphertext, given_tag),
            KEY,
            decrypt=True,
        )
        assert found.answer.success == (given_tag == tag)
        taken.add(found.taken[-1])
        ends |= set() if found.answer.success else {found.end}
    # The nonce in cycle 0; ciphertext is stored while the call for the associated data is under
    # way.
    assert taken == {1 + ROUNDS * (1 + 2 * -(-length // 16) + 1)} and len(ends) == 1


@pytest.mark.sample(10)
@both
@pytest.mark.parametrize("delay, seed", [(0, None), (ROUNDS + 1, 5)])
@pytest.mark.parametrize("decrypt", [False, True])
@pytest.mark.parametrize("taken", range(1, 7))
def test_an_abort_leaves_nothing(decrypt, taken, delay, seed, make):
    """A message that is given up after any block gives no byte, and the next one is untouched."""
    generator = random.Random(taken)
    ad, text, next_ad, next_text = map(generator.randbytes, (32, 48, 20, 37))
    sealed, following = (
        MODEL.encrypt(KEY, bytes(15), *parts) for parts in ((ad, text), (next_ad, next_text))
    )
    first = message_blocks(16, bytes(15), ad, sealed[:48] if decrypt else text)
    second = message_blocks(
        16, bytes(15), next_ad, *((following[:37], following[37:]) if decrypt else (next_text,))
    )
    taken = min(taken, 6 if decrypt else 5)  # after its last block, an encryption cannot go wrong
    answer = offer(
        make(),
        first[:taken] + second,
        KEY,
        decrypt=decrypt,
        abort_after=taken,
        delay=delay,
        seed=seed,
    ).answer
    assert answer.success and answer.data == (next_text if decrypt else following)


@both
@pytest.mark.parametrize("delay", [0, 1, ROUNDS, 3 * ROUNDS])
def test_an_abort_while_the_tag_is_computed_leaves_nothing(delay, make):
    """An empty message to decrypt is given up before its tag comes: the call for the tag does not
    stop the next message.
    """
    following = MODEL.encrypt(KEY, bytes(15), b"abc", b"defg")
    first, second = (
        message_blocks(16, bytes(15), b"", b""),
        message_blocks(16, bytes(15), b"abc", following[:4], following[4:]),
    )
    answer = offer(make(), first + second, KEY, decrypt=True, abort_after=3, delay=delay).answer
    assert answer.success and answer.data == b"defg"


def on_the_bus(
    component: LwcCore, played: list[Message | Violation], width: int, seed: int | None = None
) -> tuple[list, list]:
    """Words of DO as they came and as they are expected."""
    streams = vectors(played, width=width, buffer_bytes=BUFFER)
    return [word for word, _ in words_of_do(component, streams, seed=seed)], list(streams.do.words)


@both
@pytest.mark.parametrize("width, seed", [(32, None), (8, 3)])
def test_what_leaves_is_one_segment(width, seed, make):
    """Whatever segments came in; and after a message that breaks the protocol nothing leaves but
    the failure.
    """
    nonce, ad, text = bytes(range(15)), bytes(20), bytes(range(100, 140))
    sealed = MODEL.encrypt(KEY, nonce, ad, text)
    good = Message(
        algorithm="lilliput-ii-128",
        operation=Operation.ENCRYPT,
        key=KEY,
        nonce=nonce,
        ad=ad,
        data=text,
        result=sealed[:40],
        tag=sealed[40:],
        segment_blocks=1,
    )
    back = replace(
        good,
        operation=Operation.DECRYPT,
        data=sealed[:40],
        result=text,
        new_key=False,
        segment_blocks=2,
    )
    start = (
        Instruction(opcode=Opcode.ENCRYPT),
        Header(type=Segment.NONCE, length=15),
        nonce,
        Header(type=Segment.AD, length=0),
    )
    broken = Violation(
        title="AD after plaintext",
        pdi=(
            *start,
            Header(type=Segment.PLAINTEXT, length=32, eot=False),
            bytes(32),
            Header(type=Segment.AD, length=1, last=True),
            b"x",
        ),
    )
    found, expected = on_the_bus(
        LwcCore(make(), MODEL, None, width=width),
        [good, back, broken, replace(good, new_key=False)],
        width,
        seed,
    )
    assert found == expected


@both
@pytest.mark.parametrize("decrypt", [False, True])
def test_an_empty_block_after_the_others_ends_the_message(decrypt, make):
    """As the bus has it, if the last segment is empty: it is no block of the message."""
    sealed = MODEL.encrypt(KEY, bytes(15), bytes(16), bytes(16))
    sent = message_blocks(
        16, bytes(15), bytes(16), sealed[:16] if decrypt else bytes(16), sealed[16:] * decrypt
    )
    for number in (2, 1):
        sent[number : number + 1] = [
            {**sent[number], "last": 0},
            {**sent[number], "data": 0, "mask": 0},
        ]
    answer = offer(make(), sent, KEY, decrypt=decrypt).answer
    assert answer.success and answer.data == (bytes(16) if decrypt else sealed)


@pytest.mark.parametrize("size", [0, 16, 40, 48, 65_536])
def test_a_buffer_of_a_wrong_size_is_refused(size):
    """It is a power of two, at least two blocks, and no more than a segment."""
    with pytest.raises(ValueError, match="a power of two from 32 to 32768, got"):
        core(buffer_bytes=size)
    with pytest.raises(CallError, match="one of 32, 64, .*, 32768, got"):
        parse(f"lilliput-ii-128/round,buffer={size}")


def test_the_buffer_is_part_of_the_name_if_it_is_another():
    """64 bytes are not told, other sizes are; a mode that keeps no message has no buffer."""
    assert str(parse("lilliput-ii-128/round,buffer=64")) == "lilliput-ii-128"
    assert (
        str(parse("lilliput-ii-192/round,enconly,buffer=128"))
        == "lilliput-ii-192/round,buffer=128,enconly"
    )
    assert build("lilliput-ii-128/round,buffer=32,bus=8").interface.buffer_bytes == 32
    with pytest.raises(CallError, match="two passes"):
        parse("lilliput-i-128/round,buffer=64")


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "lilliput-ii-128",
        "lilliput-ii-192",
        "lilliput-ii-256",
        "lilliput-ii-128/round,bus=8",
        "lilliput-ii-128/round,enconly",
        "deoxys-ii-128/inner=2",
        "deoxys-ii-256/inner=3,bus=8",
        "lilliput-ii-128/inner=2,buffer=128",
        "lilliput-ii-256/unrolled=3,bus=16",
        "lilliput-ii-192/full,buffer=128",
        "lilliput-ii-128/round,buffer=32,bus=8",
    ],
)
def test_core_is_verified(name, tmp_path):
    """The whole official file, in both directions, the test plan and protocol violations pass under
    random stalls.
    """
    assert_verified(name, tmp_path, seed=7)
