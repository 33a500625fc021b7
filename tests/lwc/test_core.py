# SPDX-License-Identifier: Apache-2.0
"""A whole core with the LWC Hardware API: its handshakes, and what it does with keys and
instructions that are wrong.
"""

import random
from dataclasses import replace

import pytest
from bus import words_of_do
from tinytbc import tiny_theta_cb

from cipherfab import catalog
from cipherfab.architectures.iterated.bidirectional import Bidirectional
from cipherfab.architectures.iterated.iterated import Iterated
from cipherfab.catalog import Algorithm, Kind
from cipherfab.catalog.algorithm import KnownAnswers
from cipherfab.controllers.parallel.thetacb import ThetaCbCore
from cipherfab.cores.aead import lwc_component
from cipherfab.cores.build import build
from cipherfab.cores.names import parse
from cipherfab.cores.verilog import verilog
from cipherfab.design import Design, LwcInterface
from cipherfab.lwc.core import LwcCore
from cipherfab.lwc.messages import (
    Header,
    Instruction,
    Message,
    Violation,
    decryption,
    encryption,
    hashing,
)
from cipherfab.lwc.protocol import Opcode, Segment
from cipherfab.lwc.streams import vectors
from cipherfab.lwc.vectors import Block, Item, Vectors
from cipherfab.verify.answers import stimulus
from cipherfab.verify.answers.answerable import answerable
from cipherfab.verify.answers.violations import violations
from cipherfab.verify.rtl.simulator import Simulator

AEAD = "ascon-128a"
KEY, NONCE = bytes(range(16)), bytes(range(16, 32))
BUSES = {bus: f"{AEAD}/unrolled=2,bus={bus}" for bus in (32, 8)}


def simulated(component: LwcCore, messages: list, **options) -> list[tuple[int, int]]:
    """The words and last flags of DO, from Amaranth's simulator."""
    return words_of_do(component, vectors(messages, width=component.needs.width), **options)


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "options", [{"seed": 1}, {"seed": 2, "patient": True}], ids=["stalls", "ready waits for valid"]
)
@pytest.mark.parametrize("name", ["ascon-128/unrolled=6,hash", "ascon-128a/round,bus=16"])
def test_any_receiver_is_served(name, options):
    """The words of DO are right for a receiver that stalls and for one that raises ready only after
    valid, empty parts included.
    """
    messages = [
        encryption(
            parse(name).algorithm.name,
            key=KEY,
            nonce=NONCE,
            ad=bytes(ad),
            plaintext=bytes(range(length)),
        )
        for ad, length in ((0, 0), (5, 0), (0, 7), (16, 16), (1, 33))
    ]
    messages += [
        decryption(
            m.algorithm,
            key=KEY,
            nonce=NONCE,
            ad=m.ad,
            ciphertext=m.result,
            tag=m.tag,
            new_key=False,
        )
        for m in messages
    ]
    if "hash" in name:
        messages += [hashing("ascon-hash", message=bytes(length)) for length in (0, 8, 11)]
    assert simulated(lwc_component(parse(name)), messages, **options) == expected_words(
        messages, parse(name).bus
    )


def test_the_end_of_no_associated_data_may_be_taken_late():
    """Its word has no byte, though on a narrow bus the header of a plaintext in several segments is
    read before it is taken.
    """
    name = "gift-cofb/round,bus=16"
    message = encryption(
        "gift-cofb", key=KEY, nonce=NONCE, ad=b"", plaintext=bytes(range(32)), data_sizes=(32, 0)
    )
    assert simulated(lwc_component(parse(name)), [message]) == expected_words(
        [message], parse(name).bus
    )


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "name",
    [
        "ascon-128",
        "ascon-128a/round,bus=8",
        *(
            pytest.param(name, marks=pytest.mark.slow)
            for name in ("romulus-n/unrolled=4", "romulus-n3/unrolled=4,bus=16")
        ),
    ],
)
def test_an_empty_end_changes_nothing(name):
    """Whole blocks and then an empty last segment are the message without it; what would be its
    padding is not accepted as data.
    """
    algorithm, width = parse(name).algorithm, parse(name).bus
    step, block = algorithm.model.ad_step, algorithm.model.block_bytes
    sizes = {"ad_sizes": (2 * step, 0), "data_sizes": (2 * block, 0)}
    good = encryption(
        algorithm.name,
        key=KEY,
        nonce=NONCE[: algorithm.model.nonce_bytes],
        ad=bytes(range(2 * step)),
        plaintext=bytes(2 * block),
        **sizes,
    )
    short = encryption(
        algorithm.name, key=KEY, nonce=good.nonce, ad=b"abc", plaintext=b"", new_key=False
    )
    padded = (b"abc\x80" if "ascon" in name else b"abc").ljust(2 * step, b"\0")
    forged = decryption(
        algorithm.name,
        key=KEY,
        nonce=good.nonce,
        tag=short.tag,
        ad=padded,
        ad_sizes=(2 * step, 0),
        new_key=False,
    )
    assert forged.result is None
    messages = [
        good,
        short,
        forged,
        replace(good, operation="decryption", data=good.result, result=good.data, new_key=False),
    ]
    assert simulated(lwc_component(parse(name)), messages) == expected_words(messages, width)


def expected_words(messages: list, width: int) -> list[tuple[int, int]]:
    """The words of DO, each with 1 if it is a status."""
    return [
        (word, int(item.kind == "STT"))
        for block in vectors(messages, width=width).do.blocks
        for item in block.items
        for word in item.words
    ]


LATE = "tiny-theta-cb"
"""A mode whose answers come after a call of its cipher, under this name in the catalog while a test
runs.
"""


@pytest.fixture
def late(monkeypatch):
    """Makes its core for a bus and a cipher of so many rounds, one for each cycle; it may
    decrypt."""

    def make(width: int, rounds: int, decrypts: bool = True) -> LwcCore:
        model = tiny_theta_cb(rounds)
        monkeypatch.setitem(
            catalog.ALGORITHMS,
            LATE,
            Algorithm(
                name=LATE,
                kind=Kind.AEAD,
                title="",
                document="",
                version="",
                model=model,
                known_answers=KnownAnswers(sha256=""),
            ),
        )
        cipher = (Bidirectional if decrypts else Iterated)(model.cipher)
        return LwcCore(ThetaCbCore(model, cipher, decrypts=decrypts), model, None, width=width)

    return make


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    "options", [{"seed": 3}, {"seed": 4, "patient": True}], ids=["stalls", "ready waits for valid"]
)
@pytest.mark.parametrize("width, rounds", [(8, 6), (16, 1), (32, 6), (32, 1)])
def test_late_answers_keep_their_place(late, width, rounds, options):
    """Answers that come after later words were taken leave in front of later headers, tag and
    status, for any receiver.
    """
    core = late(width, rounds)
    messages = [
        encryption(
            LATE,
            key=KEY,
            nonce=bytes(12),
            ad=bytes(ad),
            plaintext=bytes(range(length)),
            segment_blocks=blocks,
        )
        for ad, length, blocks in (
            (0, 0, None),
            (17, 48, 1),
            (16, 7, None),
            (0, 33, 2),
            (32, 16, None),
        )
    ]
    messages += [
        decryption(
            LATE,
            key=KEY,
            nonce=m.nonce,
            ad=m.ad,
            ciphertext=m.result,
            tag=m.tag,
            new_key=False,
            segment_blocks=m.segment_blocks,
        )
        for m in messages
    ]
    assert simulated(core, messages, **options) == expected_words(messages, width)


@pytest.mark.sample(1)
@pytest.mark.parametrize("width, rounds, decrypts", [(32, 1, True), (8, 6, True), (16, 6, False)])
def test_a_late_mode_answers_everything_once(late, tmp_path, width, rounds, decrypts):
    """Lengths, segments, forgeries and violations: each is answered once and rightly; without
    decryption, each one fails.
    """
    interface = LwcInterface(width=width, sdi_width=width, aead=LATE, decrypts=decrypts)
    design = Design(
        name=LATE,
        top="top",
        sources={"top.sv": verilog(late(width, rounds, decrypts), "top")},
        interface=interface,
    )
    core = Simulator.build(design, tmp_path)
    plan = answerable(interface, stimulus.plan(LATE, seed=1))
    wrong = violations(LATE, seed=2, decrypts=decrypts)
    for messages in (plan, wrong):
        assert_all_answered(core, on(core, messages))


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
