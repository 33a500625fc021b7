# SPDX-License-Identifier: Apache-2.0
"""A whole core with the LWC Hardware API: its handshakes, and answers that come late."""

from dataclasses import replace

import pytest
from bus import words_of_do
from tinytbc import tiny_theta_cb
from unlisted import listed

from cipherfab.architectures.iterated.bidirectional import Bidirectional
from cipherfab.architectures.iterated.iterated import Iterated
from cipherfab.controllers.parallel.thetacb import ThetaCbCore
from cipherfab.cores.aead import lwc_component
from cipherfab.cores.build import build
from cipherfab.cores.names import parse
from cipherfab.cores.verilog import verilog
from cipherfab.design import Design, LwcInterface
from cipherfab.lwc.core import LwcCore
from cipherfab.lwc.messages import decryption, encryption, hashing
from cipherfab.lwc.streams import vectors
from cipherfab.verify.answers import stimulus
from cipherfab.verify.answers.answerable import answerable
from cipherfab.verify.answers.violations import violations
from cipherfab.verify.rtl.simulator import Simulator

from .test_refused_input import KEY, assert_all_answered, on

NONCE = bytes(range(16, 32))


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
        listed(monkeypatch, LATE, model)
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


@pytest.mark.parametrize("bus", [64, 128])
def test_each_bit_of_a_wide_word_is_compared(bus, tmp_path):
    """An answer that differs at the top or at the bottom of a word is named, all digits of it."""
    design = build(f"ascon-aead128/full,bus={bus}")
    simulator = Simulator.build(design, tmp_path)
    good = encryption("ascon-aead128", key=KEY, nonce=NONCE, plaintext=bytes(16))
    assert simulator.play(vectors([good], width=bus), stall_seed=1).passed
    for place in (0, 15):
        result = bytearray(good.result)
        result[place] ^= 1
        wrong = replace(good, result=bytes(result))
        failure = simulator.play(vectors([wrong], width=bus), stall_seed=1).failure
        assert failure.kind == "word" and len(failure.got) == len(failure.expected) == bus // 4
        assert bytes.fromhex(failure.got) in good.result
