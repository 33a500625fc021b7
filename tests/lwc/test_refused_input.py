# SPDX-License-Identifier: Apache-2.0
"""Keys that are wrong, messages without an end, and what comes behind a failure."""

import random
from dataclasses import replace

import pytest

from cipherfab.cores.build import build
from cipherfab.lwc.messages import Header, Instruction, Message, Violation, decryption, encryption
from cipherfab.lwc.protocol import Opcode, Segment
from cipherfab.lwc.streams import vectors
from cipherfab.lwc.vectors import Block, Item, Vectors
from cipherfab.verify.rtl.simulator import Simulator

AEAD, KEY = "ascon-128a", bytes(range(16))
BUSES = {bus: f"{AEAD}/unrolled=2,bus={bus}" for bus in (32, 8)}


@pytest.fixture(scope="module", params=BUSES)
def core(request, tmp_path_factory) -> Simulator:
    """A core without a hash, compiled, on the widest and on the narrowest bus."""
    return Simulator.build(build(BUSES[request.param]), tmp_path_factory.mktemp("builds"))


def message(length: int = 21, **options) -> Message:
    """A good encryption with ``KEY``."""
    generator = random.Random(length)
    return encryption(
        AEAD,
        key=KEY,
        nonce=generator.randbytes(16),
        ad=generator.randbytes(5),
        plaintext=generator.randbytes(length),
        **options,
    )


def back(good: Message, **changes) -> Message:
    """The decryption of what an encryption gave, with the key in use."""
    return decryption(
        AEAD,
        key=KEY,
        nonce=good.nonce,
        ad=good.ad,
        ciphertext=good.result,
        tag=good.tag,
        new_key=False,
        **changes,
    )


def segment(kind: Segment, length: int, **flags) -> list:
    """A header and as many bytes."""
    return [Header(type=kind, length=length, **flags), bytes(range(length))]


def assert_all_answered(core: Simulator, played: Vectors) -> None:
    """Every message is answered as it must be, with and without stalls, and nothing follows."""
    for seed in (None, 1, 2, 3):
        result = core.play(played, stall_seed=seed, max_idle=2_000)
        assert result.passed, result.failure.text


def with_key_words(played: Vectors, number: int, change) -> Vectors:
    """The vectors with the words of one SDI block changed."""
    blocks = list(played.sdi.blocks)
    words = tuple(change(list(blocks[number].words), played.sdi.width))
    blocks[number] = Block(title="changed", items=(Item(kind="DAT", words=words),))
    return replace(played, sdi=replace(played.sdi, blocks=tuple(blocks)))


def on(core: Simulator, messages: list) -> Vectors:
    """The vectors of the core's width."""
    return vectors(messages, width=core.program.design.interface.width)


ENCRYPT = [
    Instruction(opcode=Opcode.ENCRYPT),
    *segment(Segment.NONCE, 16),
    *segment(Segment.AD, 3),
    *segment(Segment.PLAINTEXT, 20, eoi=True, last=True),
]


@pytest.mark.sample(4)
@pytest.mark.parametrize("length", [0, 1, 8, 15, 17, 24, 32])
def test_key_of_a_wrong_length_fails_and_the_next_one_works(core, length):
    """A key of a wrong length: the message fails, a second one with it too, and a good key puts all
    right.
    """
    activate = Instruction(opcode=Opcode.ACTIVATE_KEY)
    wrong = Violation(
        title=f"key of {length} bytes", pdi=(activate, *ENCRYPT), keys=(bytes(range(length)),)
    )
    again = Violation(title="no key", pdi=tuple(ENCRYPT))
    assert_all_answered(core, on(core, [message(), wrong, again, message(30), back(message(30))]))


def test_segment_of_another_type_in_place_of_a_key_fails(core):
    """A nonce segment on SDI is no key: the message fails, and the next key works."""

    def as_nonce(words, width):
        size = {8: 8, 32: 32}[width]
        words[1] = words[1] & (1 << size - 4) - 1 | Segment.NONCE << size - 4
        return words

    wrong = Violation(
        title="nonce as key", pdi=(Instruction(opcode=Opcode.ACTIVATE_KEY), *ENCRYPT), keys=(KEY,)
    )
    assert_all_answered(
        core, with_key_words(on(core, [message(), wrong, message(30)]), 1, as_nonce)
    )


def test_words_in_front_of_a_key_are_dropped(core):
    """Words on SDI that are no LOAD_KEY do not disturb the key that follows."""

    def preceded(words, width):
        return [opcode << width - 4 for opcode in (0x0, 0x7, 0xC, 0xF)] + words

    assert_all_answered(core, with_key_words(on(core, [message(), message(30)]), 1, preceded))


def test_hash_for_a_core_without_hash_fails_once(core):
    """A hash message to a core that does not hash is swallowed whole, fails once, and the next
    message works, new key or not.
    """
    hashes = [
        Violation(
            title=f"hash of {length} bytes",
            pdi=(
                Instruction(opcode=Opcode.HASH),
                *segment(Segment.HASH_MESSAGE, length, eoi=True, last=True),
            ),
        )
        for length in (0, 8, 21)
    ]
    segments = Violation(
        title="hash in two segments",
        pdi=(
            Instruction(opcode=Opcode.HASH),
            *segment(Segment.HASH_MESSAGE, 16, eot=False),
            *segment(Segment.HASH_MESSAGE, 4, last=True),
        ),
    )
    alone = Violation(title="hash without a message", pdi=(Instruction(opcode=Opcode.HASH),))
    assert_all_answered(
        core,
        on(
            core,
            [
                message(),
                hashes[0],
                message(22),
                hashes[1],
                message(23, new_key=False),
                hashes[2],
                segments,
                message(24),
                alone,
                message(25, new_key=False),
            ],
        ),
    )


@pytest.mark.parametrize("length", [0, 16, 21])
@pytest.mark.parametrize("kind", ["encryption", "decryption", "tag"])
def test_message_without_a_last_flag_fails_when_the_next_begins(core, kind, length):
    """A last segment without its flag: one failure at the next instruction, which is then carried
    out.
    """
    start = [*segment(Segment.NONCE, 16), *segment(Segment.AD, 5)]
    parts = {
        "encryption": [Instruction(opcode=Opcode.ENCRYPT), *start,
                       *segment(Segment.PLAINTEXT, length, eoi=True)],
        "decryption": [Instruction(opcode=Opcode.DECRYPT), *start,
                       *segment(Segment.CIPHERTEXT, length, eoi=True)],
    }  # fmt: skip
    parts["tag"] = [*parts["decryption"], *segment(Segment.TAG, 16)]
    wrong = Violation(title=f"{kind} without a last flag", pdi=tuple(parts[kind]))
    good = message(30, new_key=False)
    assert_all_answered(core, on(core, [message(), wrong, good, wrong, back(good)]))


def test_nothing_follows_a_failure(core):
    """After the failure status of a forged tag or a broken message nothing comes, and the next
    answer is untouched.
    """
    good = message(40)
    forged = decryption(
        AEAD,
        key=KEY,
        nonce=good.nonce,
        ad=good.ad,
        ciphertext=good.result,
        tag=bytes(16),
        new_key=False,
    )
    broken = Violation(
        title="tag too short",
        pdi=(
            Instruction(opcode=Opcode.DECRYPT),
            *segment(Segment.NONCE, 16),
            *segment(Segment.AD, 0),
            *segment(Segment.CIPHERTEXT, 40, eoi=True),
            *segment(Segment.TAG, 15, last=True),
        ),
    )
    assert_all_answered(core, on(core, [good, forged, back(good), broken, back(good), forged]))
