# SPDX-License-Identifier: Apache-2.0
"""PAEF and SAEF whose words enter and leave the registers of blocks, in whole cores over a small
forkcipher, against their models.

Those with ForkSkinny are verified in `tests/cores/test_aead.py`.
"""

import random
from dataclasses import replace
from types import SimpleNamespace

import pytest
from bus import words_of_do
from streams import play, stream
from unlisted import listed

from cipherfab.controllers.fork.over_fork_in_place import forkcipher_in_place
from cipherfab.controllers.ports import Phase
from cipherfab.controllers.request import Request
from cipherfab.errors import CallError
from cipherfab.lwc.core import LwcCore
from cipherfab.lwc.messages import Header, Instruction, Violation, decryption, encryption
from cipherfab.lwc.protocol import Opcode, Segment
from cipherfab.lwc.streams import vectors
from controllers.blocks import give_key
from controllers.small_fork import BEFORE, BRANCH, MODELS, in_place_core

KEY, NONCE, SIZE = b"\x3a\xc5", b"\x96", 4
LENGTHS = [(0, 0), (0, 1), (0, 4), (1, 0), (8, 0), (3, 3), (4, 4), (5, 6), (8, 7), (0, 9)]

modes = pytest.mark.parametrize("mode", MODELS)
shapes = pytest.mark.parametrize(
    "width, parallel, seed", [(8, False, None), (8, True, 3), (16, False, 4), (16, True, None)]
)


@pytest.fixture(autouse=True)
def _algorithms(monkeypatch):
    """The small modes have names."""
    for name, model in MODELS.items():
        listed(monkeypatch, name, model)


def _core(mode: str, width: int, **options) -> LwcCore:
    return LwcCore(
        in_place_core(mode, width, **options), MODELS[mode], None, width=width, inplace=True
    )


def _messages(mode: str) -> list:
    """An encryption of each length, the first one with a new key."""
    generator = random.Random(1)
    return [
        encryption(
            mode,
            key=KEY,
            nonce=NONCE,
            ad=generator.randbytes(ad),
            plaintext=generator.randbytes(length),
            new_key=number == 0,
        )
        for number, (ad, length) in enumerate(LENGTHS)
    ]


def _back(message, *, flip: int | None = None):
    """The decryption; of a tag with a wrong bit, if it is said which."""
    tag = int.from_bytes(message.tag, "big") ^ (0 if flip is None else 1 << flip)
    return decryption(
        message.algorithm,
        key=KEY,
        nonce=NONCE,
        ad=message.ad,
        ciphertext=message.result,
        tag=tag.to_bytes(SIZE, "big"),
        new_key=False,
    )


def _assert_played(core: LwcCore, messages: list, width: int, seed: int | None = None) -> None:
    """What leaves is what is expected, where a bit of it counts."""
    played = vectors(messages, width=width)
    cares = [
        care
        for block in played.do.blocks
        for item in block.items
        for care in (item.cares or [(1 << width) - 1] * len(item.words))
    ]
    left = words_of_do(core, played, seed=seed)
    assert [word & care for (word, _), care in zip(left, cares, strict=True)] == [
        word & care for word, care in zip(played.do.words, cares, strict=True)
    ]


@pytest.mark.sample(3)
@modes
@shapes
def test_core_computes_what_the_model_computes(mode, width, parallel, seed):
    """Ciphertext, tag and plaintext are the model's, for full, short and empty blocks, and a tag
    with any wrong byte fails, whatever stalls.
    """
    messages = []
    for number, message in enumerate(_messages(mode)):
        flips = range(number % 8, 8 * SIZE, 8)
        messages += [message, _back(message), *(_back(message, flip=flip) for flip in flips)]
    _assert_played(_core(mode, width, parallel=parallel), messages, width, seed)


@pytest.mark.sample(2)
@modes
@shapes
def test_encryption_only_computes_the_same(mode, width, parallel, seed):
    """Without decryption the answers to encryptions stay."""
    core = _core(mode, width, parallel=parallel, decrypts=False)
    _assert_played(core, _messages(mode), width, seed)


@pytest.mark.sample(3)
@modes
@pytest.mark.parametrize("width", [8, 16])
@pytest.mark.parametrize("length", [1, 2, 3])
def test_wrong_padding_fails(mode, width, length):
    """A short block that decrypts to another padding than 10* fails, although all bytes of the
    right block fit.
    """
    model = MODELS[mode]

    class Padded(type(model)):
        def pad(self, piece):
            return piece if len(piece) == SIZE else piece + b"\x80\x00\x01"[-(SIZE - len(piece)) :]

    padded = Padded(cipher=model.cipher, key_bytes=2, nonce_bytes=1)
    sealed = padded.encrypt(KEY, NONCE, b"", bytes(length))
    good = encryption(mode, key=KEY, nonce=NONCE, plaintext=b"text!")
    wrong = decryption(
        mode, key=KEY, nonce=NONCE, ciphertext=sealed[:length], tag=sealed[length:], new_key=False
    )
    assert wrong.result is None
    _assert_played(_core(mode, width), [good, wrong, _back(good)], width)


@pytest.mark.sample(2)
@modes
@pytest.mark.parametrize("parallel", [False, True])
@pytest.mark.parametrize("width", [8, 16])
def test_a_block_costs_its_words_beside_its_call(mode, parallel, width):
    """A block of n words takes n cycles and those of its call, of associated data those of the
    right block.
    """
    words, both = 8 * SIZE // width, BEFORE + BRANCH * (1 if parallel else 2)

    def cycles(ad: int, length: int) -> int:
        seen = []
        message = encryption(
            mode, key=KEY, nonce=NONCE, ad=bytes(SIZE * ad), plaintext=bytes(SIZE * length)
        )
        words_of_do(
            _core(mode, width, parallel=parallel),
            vectors([message], width=width),
            extra=lambda ctx: seen.append(1),
        )
        return len(seen)

    assert cycles(1, 5) - cycles(1, 3) == 2 * (words + both)
    assert cycles(5, 1) - cycles(3, 1) == 2 * (words + BEFORE + BRANCH)


@pytest.mark.sample(5)
@modes
@pytest.mark.parametrize("parallel", [False, True])
@pytest.mark.parametrize("ad, length", [(1, 0), (5, 0), (0, 4), (5, 4), (5, 5), (0, 6)])
def test_a_message_that_is_given_up_leaves_nothing_behind(mode, parallel, ad, length):
    """An instruction in the place of a header ends a decryption with one failure; the message
    behind it is answered as if it were alone.
    """
    header = {"eot": True, "eoi": False, "partial": False, "last": False}
    cut = Violation(
        title="cut",
        promise="",
        keys=(KEY,),
        pdi=(
            Instruction(opcode=Opcode.ACTIVATE_KEY),
            Instruction(opcode=Opcode.DECRYPT),
            Header(type=Segment.NONCE, length=1),
            NONCE,
            Header(type=Segment.AD, length=ad, **header),
            bytes(ad),
            *(
                [Header(type=Segment.CIPHERTEXT, length=length, **header), bytes(length)]
                if length
                else []
            ),
        ),
    )
    good = encryption(mode, key=KEY, nonce=NONCE, ad=b"adad!", plaintext=b"hello", new_key=False)
    played = vectors([cut, good], width=8)
    expected = vectors([good], width=8).do.words
    # The header and the bytes of a text that was begun go before the failure.
    begun = 4 + length if length else 0
    awaited = SimpleNamespace(
        pdi=played.pdi, sdi=played.sdi, do=SimpleNamespace(words=range(begun + 1 + len(expected)))
    )
    left = [word for word, _ in words_of_do(_core(mode, 8, parallel=parallel), awaited)]
    assert left[begun:] == [Opcode.FAILURE << 4, *expected]


@pytest.mark.parametrize(
    "ad, message, status",
    [(31, 31, Opcode.SUCCESS), (32, 0, Opcode.FAILURE), (0, 32, Opcode.FAILURE)],
)
def test_paef_has_as_many_blocks_as_the_counter_counts(ad, message, status):
    """With one block more than 31 a number would come again, so the status is failure."""
    ad, text = bytes(SIZE * ad), bytes(SIZE * message)
    sent = Violation(
        title="long",
        promise="",
        keys=(KEY,),
        pdi=(
            Instruction(opcode=Opcode.ACTIVATE_KEY),
            Instruction(opcode=Opcode.ENCRYPT),
            Header(type=Segment.NONCE, length=1),
            NONCE,
            Header(type=Segment.AD, length=len(ad), eot=True),
            ad,
            Header(type=Segment.PLAINTEXT, length=len(text), eot=True, last=True),
            text,
        ),
    )
    played, count = vectors([sent], width=16), 2 + len(text) // 2 + 2 + SIZE // 2 + 1
    awaited = SimpleNamespace(
        pdi=played.pdi, sdi=played.sdi, do=SimpleNamespace(words=range(count))
    )
    left = words_of_do(_core("paef", 16, decrypts=False), awaited)
    assert left[-1] == (status << 12, 1)


@modes
@pytest.mark.parametrize("parallel", [False, True])
def test_an_answer_leaves_though_nothing_follows(mode, parallel):
    """All words of a block that is not the last one leave while no word of the next one comes."""
    core, text = in_place_core(mode, 16, parallel=parallel, decrypts=False), b"textmore"
    items = [
        _word(phase, data, start)
        for phase, data in ((Phase.NONCE, NONCE), (Phase.AD, b"ad"), (Phase.MESSAGE, text))
        for start in range(0, len(data), 2)
    ]
    given, answers = stream(core.block, tuple(items[0]), items), stream(core.answer, ("data",))
    given.holds_back = lambda number: number == len(items) - 2 and len(answers.passed) < 2

    def extra(ctx):
        give_key(ctx, core, KEY, given)

    play(core, [given], [answers], until=lambda: len(answers.passed) == 4, extra=extra)
    sealed = MODELS[mode].encrypt(KEY, NONCE, b"ad", text)
    assert b"".join(each["data"].to_bytes(2, "big") for each in answers.values) == sealed[:8]


def _word(phase: Phase, data: bytes, start: int) -> dict[str, int]:
    """Two bytes of the data of a phase, or one."""
    piece = data[start : start + 2]
    return {
        "data": int.from_bytes(piece.ljust(2, b"\0"), "big"),
        "mask": (2, 3)[len(piece) - 1],
        "phase": phase,
        "last": int(start + 2 >= len(data)),
        "open": 0,
    }


def test_a_forkcipher_that_does_not_keep_the_key_is_refused():
    """There is no register for the key beside the schedule."""
    model = MODELS["saef"]
    without = replace(model, cipher=replace(model.cipher, words=()))
    with pytest.raises(CallError, match="whose schedule keeps the key"):
        forkcipher_in_place(Request(aead=without, inplace=True))
