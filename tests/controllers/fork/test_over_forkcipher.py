# SPDX-License-Identifier: Apache-2.0
"""The controllers of PAEF and SAEF against their models, block by block, over a small forkcipher.

The cores with ForkSkinny are verified in `test_cores`.
"""

import random

import pytest
from bus import words_of_do
from streams import Stream, play, stream
from unlisted import listed

from cipherfab.controllers.ports import Announcement, Phase
from cipherfab.cores.controller import controller
from cipherfab.cores.names import parse
from cipherfab.lwc.core import LwcCore
from cipherfab.lwc.messages import decryption, encryption
from cipherfab.lwc.streams import vectors
from cipherfab.measure.mode_cycles import mode_cycles
from controllers.blocks import Answer, Sent, blocks, give_key, run
from controllers.small_fork import BEFORE, BRANCH, MODELS, small_core

KEY, SIZE = b"\x3a\xc5", 4
NONCE = b"\x96"
LENGTHS = [(0, 0), (0, 1), (0, 4), (1, 0), (8, 0), (3, 3), (4, 4), (5, 6), (8, 7)]


@pytest.mark.sample(3)
@pytest.mark.parametrize("mode", MODELS)
@pytest.mark.parametrize(
    "parallel, seed, at_home",
    [(False, None, False), (True, 8, False), (False, 9, True), (True, None, True)],
)
def test_controller_computes_what_the_model_computes(mode, parallel, seed, at_home):
    """Ciphertext, tag and plaintext are the model's, for full, short and empty blocks; a tag forged
    in any byte is flagged.
    """
    model, generator, messages, expected = MODELS[mode], random.Random(1), [], []
    for number, (ad_length, length) in enumerate(LENGTHS):
        ad, text = generator.randbytes(ad_length), generator.randbytes(length)
        sealed = model.encrypt(KEY, NONCE, ad, text)
        start = [(Phase.NONCE, NONCE), (Phase.AD, ad)]
        back = [*start, (Phase.MESSAGE, sealed[:length])]
        messages += [
            Sent([*start, (Phase.MESSAGE, text)]),
            Sent([*back, (Phase.TAG, sealed[length:])], decrypt=True),
        ]
        expected += [Answer(sealed, True, [Announcement.TAG]), Answer(text, True, [])]
        forged = bytearray(sealed[length:])
        forged[number % SIZE] ^= 1 << generator.randrange(8)
        assert model.decrypt(KEY, NONCE, ad, sealed[:length] + bytes(forged)) is None
        messages.append(Sent([*back, (Phase.TAG, bytes(forged))], decrypt=True))
    core = small_core(mode, parallel=parallel, at_home=at_home)
    answers = run(core, messages, KEY, seed=seed)
    assert answers[::3] == expected[::2] and answers[1::3] == expected[1::2]
    assert [(len(answer.data), answer.success) for answer in answers[2::3]] == [
        (length, False) for _, length in LENGTHS
    ]


@pytest.mark.parametrize("mode", MODELS)
def test_encryption_only_computes_the_same(mode):
    """Without decryption the answers to encryptions stay."""
    data = [(bytes(range(ad)), bytes(range(100, 100 + length))) for ad, length in LENGTHS]
    messages = [
        Sent([(Phase.NONCE, NONCE), (Phase.AD, ad), (Phase.MESSAGE, text)]) for ad, text in data
    ]
    expected = [
        Answer(MODELS[mode].encrypt(KEY, NONCE, ad, text), True, [Announcement.TAG])
        for ad, text in data
    ]
    for at_home in (False, True):
        core = small_core(mode, decrypts=False, at_home=at_home)
        assert run(core, messages, KEY, seed=2) == expected


@pytest.mark.parametrize("mode", MODELS)
def test_wrong_padding_fails(mode):
    """A short block that decrypts to another padding than 10* fails, although all bytes of the
    right block fit.
    """
    model, messages = MODELS[mode], []

    class Padded(type(model)):
        def pad(self, piece):
            return piece if len(piece) == SIZE else piece + b"\x81\x00\x00"[: SIZE - len(piece)]

    padded = Padded(cipher=model.cipher, key_bytes=2, nonce_bytes=1)
    for length in range(SIZE + 1, 2 * SIZE):
        sealed = padded.encrypt(KEY, NONCE, b"ad!!", bytes(length))
        messages.append(
            Sent(
                [
                    (Phase.NONCE, NONCE),
                    (Phase.AD, b"ad!!"),
                    (Phase.MESSAGE, sealed[:length]),
                    (Phase.TAG, sealed[length:]),
                ],
                decrypt=True,
            )
        )
    assert run(small_core(mode), messages, KEY) == [
        Answer(bytes(length), False, []) for length in range(SIZE + 1, 2 * SIZE)
    ]


@pytest.mark.sample(4)
@pytest.mark.parametrize("mode", MODELS)
@pytest.mark.parametrize("parallel", [False, True])
@pytest.mark.parametrize("ad, message", [(0, 3), (1, 0), (1, 1), (3, 2)])
def test_a_block_costs_its_call(mode, parallel, ad, message):
    """Calls are back to back: a block of associated data costs the rounds of one branch, one of
    message those of both.
    """
    one = BEFORE + BRANCH
    cycles = one * ad + (one if parallel else one + BRANCH) * message
    assert (
        mode_cycles(small_core(mode, parallel=parallel, decrypts=False), SIZE * ad, SIZE * message)
        == cycles
    )


FIGURE_7 = {
    "paef-forkskinny-64-192": (8, 40, 63),
    "saef-forkskinny-128-192": (16, 48, 75),
    "saef-forkskinny-128-256": (16, 48, 75),
    "paef-forkskinny-128-192": (16, 48, 75),
    "paef-forkskinny-128-256": (16, 48, 75),
    "paef-forkskinny-128-288": (16, 56, 87),
}
"""Purnal et al., "What the Fork", figure 7: bytes of a block, cycles for one of associated data and
for one of message.
"""


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "algorithm",
    [
        name if name == "paef-forkskinny-64-192" else pytest.param(name, marks=pytest.mark.slow)
        for name in FIGURE_7
    ],
)
@pytest.mark.parametrize("strategy", ["", ",parallel"])
def test_cycles_are_those_of_figure_7(algorithm, strategy):
    """One block of associated data and two of message, as the paper has it; parallel branches cost
    as much as one.
    """
    size, one, both = FIGURE_7[algorithm]
    core = controller(parse(f"{algorithm}/round{strategy},enconly"))
    assert mode_cycles(core, size, 2 * size) == one + 2 * (one if strategy else both)


@pytest.mark.parametrize("mode", MODELS)
@pytest.mark.parametrize("used", range(1, SIZE))
def test_a_short_block_costs_a_cycle_per_byte(mode, used):
    """The tag of a short block is turned by a byte per cycle, and one cycle sees that it is
    there."""
    assert mode_cycles(small_core(mode, decrypts=False), 0, used) == BEFORE + 2 * BRANCH + used + 1


@pytest.mark.sample(4)
@pytest.mark.parametrize("mode", MODELS)
@pytest.mark.parametrize("at_home", [False, True])
@pytest.mark.parametrize("taken, answered", [(2, []), (3, []), (4, [4]), (5, [4, 1])])
def test_abort(mode, taken, answered, at_home):
    """A message that is given up, at any time, answers as many bytes as it took, and the next one
    is decrypted as if it were alone.

    Behind the fifth block the core waits for the tag, to decrypt a short block.
    """
    sealed = MODELS[mode].encrypt(KEY, NONCE, b"adad!", b"hello")
    phases = [
        (Phase.NONCE, NONCE),
        (Phase.AD, b"adad!"),
        (Phase.MESSAGE, sealed[:5]),
        (Phase.TAG, sealed[5:]),
    ]
    good = [block for phase, data in phases for block in blocks(phase, data, SIZE)]
    for wait in (1, 6):
        core = small_core(mode, at_home=at_home)
        answers, success = _answers_around_abort(core, good[:taken], good, wait)
        assert [values["mask"].bit_count() for values in answers] == [*answered, 4, 1] and success
        assert (
            b"".join(values["data"].to_bytes(SIZE, "big") for values in answers[len(answered) :])[
                :5
            ]
            == b"hello"
        )


def _answers_around_abort(core, cut: list, whole: list, wait: int) -> tuple[list, int]:
    """What a core answers to a message that is given up some cycles after these blocks and to a
    whole one, and the last status.
    """
    given = stream(core.block, ("data", "mask", "phase", "last"), [*cut, *whole])
    # As behind a bus, the next message begins after the abort.
    given.holds_back = lambda number: number == len(cut) and sum(since) < wait
    answers, since = stream(core.answer, ("data", "mask")), []
    done = Stream(
        valid=core.status.done, ready=core.status.accepted, payload={"success": core.status.success}
    )

    def extra(ctx):
        give_key(ctx, core, KEY, given)
        ctx.set(core.control.decrypt, 1)
        since.append(len(given.passed) >= len(cut))
        ctx.set(core.control.abort, sum(since) == wait)

    play(core, [given], [answers, done], until=lambda: bool(done.passed), extra=extra)
    return answers.values, done.values[0]["success"]


@pytest.mark.sample(2)
@pytest.mark.parametrize("mode", MODELS)
@pytest.mark.parametrize("width, options", [(8, {"seed": 3}), (16, {"seed": 4, "patient": True})])
def test_answers_and_tags_keep_their_place_on_the_bus(mode, width, options, monkeypatch):
    """Short blocks whose plaintext waits for the tag, and empty parts, go through a whole core; its
    receiver may wait for valid.
    """
    model = MODELS[mode]
    listed(monkeypatch, mode, model)
    messages = [
        encryption(
            mode,
            key=KEY,
            nonce=NONCE,
            ad=bytes(ad),
            plaintext=bytes(range(length)),
            new_key=ad == 0,
        )
        for ad, length in ((0, 0), (5, 0), (4, 7), (0, 8), (8, 1))
    ]
    messages += [
        decryption(
            mode, key=KEY, nonce=NONCE, ad=m.ad, ciphertext=m.result, tag=m.tag, new_key=False
        )
        for m in messages
    ]
    core = LwcCore(small_core(mode), model, None, width=width)
    played = vectors(messages, width=width)
    assert [word for word, _ in words_of_do(core, played, **options)] == list(played.do.words)
