# SPDX-License-Identifier: Apache-2.0
# amaranth: UnusedElaboratable=no
"""Saturnin-CTR-Cascade whose words enter and leave the state, in whole cores against its model; in
Amaranth's simulator over a Saturnin of two super-rounds.

All checks of `verify` are played in `tests/cores/test_aead.py`.
"""

from functools import partial
from types import SimpleNamespace

import pytest
from bus import words_of_do
from unlisted import listed

from cipherfab.ciphers.saturnin import saturnin
from cipherfab.controllers.block.saturnin import make
from cipherfab.controllers.request import Request
from cipherfab.cores.build import build
from cipherfab.lwc.core import LwcCore
from cipherfab.lwc.messages import Header, Instruction, Violation, decryption, encryption
from cipherfab.lwc.protocol import Opcode, Segment
from cipherfab.lwc.streams import vectors
from cipherfab.modes.saturnin import SaturninCtrCascade
from cipherfab.verify.rtl.simulator import Simulator

NAME, SHORT, BLOCK = "saturnin-ctr-cascade", "short-saturnin", 32
KEYS, NONCE = (bytes(range(32)), bytes(range(7, 39))), bytes(range(100, 116))
LENGTHS = [(0, 0), (32, 32), (0, 1), (33, 31), (31, 65), (64, 0), (5, 36), (1, 96)]
CORES = {16: f"{NAME}/serial=16", 8: f"{NAME}/serial=8"}


def _encryption(
    ad: int, length: int, key: bytes = KEYS[0], *, name: str = NAME, new_key: bool = False
):
    text = bytes((7 * number + length) % 256 for number in range(ad + length))
    return encryption(
        name, key=key, nonce=NONCE, ad=text[:ad], plaintext=text[ad:], new_key=new_key
    )


def _back(message, *, flip: int | None = None):
    """The decryption; of a tag with a wrong bit, if it is said which."""
    tag = int.from_bytes(message.tag, "big") ^ (0 if flip is None else 1 << flip)
    return decryption(
        NAME,
        key=message.key,
        nonce=NONCE,
        ad=message.ad,
        ciphertext=message.result,
        tag=tag.to_bytes(BLOCK, "big"),
        new_key=False,
    )


@pytest.mark.sample(1)
@pytest.mark.parametrize("columns", CORES)
def test_core_computes_what_the_model_computes(columns, tmp_path):
    """Ciphertext, tag and plaintext are the model's, at lengths around the block, and a tag with
    a wrong bit fails, whatever stalls; the next message has the same key or another.
    """
    messages = []
    for number, lengths in enumerate(LENGTHS):
        message = _encryption(*lengths, KEYS[number % 2], new_key=True)
        messages += [message, _back(message), _back(message, flip=37 * number % 256)]
    simulator = Simulator.build(build(CORES[columns]), tmp_path)
    for seed in (None, 3, 4):
        found = simulator.play(vectors(messages, width=32), stall_seed=seed)
        assert found.passed, found.failure.text


@pytest.mark.sample(1)
@pytest.mark.parametrize("columns, last_sum", [(16, 0), (8, 2)])
def test_a_block_costs_its_words_beside_its_calls(columns, last_sum, tmp_path):
    """A block of eight words takes eight cycles for each call and one that starts it; of associated
    data there is one call, of a message there are two, and a cycle in which it is seen that there
    is a block.
    """
    simulator = Simulator.build(build(CORES[columns]), tmp_path)
    call = 8 + 1 + 20 * 16 // columns + last_sum

    def cycles(ad: int, length: int) -> int:
        sent = _encryption(BLOCK * ad, BLOCK * length, new_key=True)
        return simulator.play(vectors([sent], width=32), stall_seed=None).cycles

    assert cycles(1, 4) - cycles(1, 2) == 2 * (2 * call + 1)
    assert cycles(4, 1) - cycles(2, 1) == 2 * call


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "columns, ad, length",
    [
        (16, None, 0),
        (16, 5, 32),
        (8, 1, 0),
        *(
            pytest.param(columns, *lengths, marks=pytest.mark.slow)
            for columns in (4, 8, 16)
            for lengths in ((None, 0), (32, 0), (64, 0), (0, 64), (1, 0), (5, 32))
        ),
    ],
)
def test_a_message_that_is_given_up_leaves_nothing_behind(columns, ad, length, monkeypatch):
    """An instruction in the place of a header ends a decryption with one failure; the message
    behind it is answered as if it were alone, with the key that there was.
    """
    model = SaturninCtrCascade(cipher=partial(saturnin, 2))
    listed(monkeypatch, SHORT, model)
    header = {"eoi": False, "partial": False, "last": False}
    cut = Violation(
        title="cut",
        promise="",
        keys=(KEYS[0],),
        pdi=(
            Instruction(opcode=Opcode.ACTIVATE_KEY),
            Instruction(opcode=Opcode.DECRYPT),
            Header(type=Segment.NONCE, length=len(NONCE)),
            NONCE,
            *(
                [
                    Header(type=Segment.AD, length=ad, eot=length > 0 or ad % BLOCK > 0, **header),
                    bytes(ad),
                ]
                if ad is not None
                else []
            ),
            *(
                [Header(type=Segment.CIPHERTEXT, length=length, eot=False, **header), bytes(length)]
                if length
                else []
            ),
        ),
    )
    good = _encryption(8, 8, name=SHORT)
    played, expected = vectors([cut, good], width=32), vectors([good], width=32).do.words
    # The header and the words of a text that was begun go before the failure.
    begun = 1 + length // 4 if length else 0
    awaited = SimpleNamespace(
        pdi=played.pdi, sdi=played.sdi, do=SimpleNamespace(words=range(begun + 1 + len(expected)))
    )
    mode = make(Request(aead=model, architecture="serial", factor=columns))
    left = [word for word, _ in words_of_do(LwcCore(mode, model, None, width=32), awaited)]
    assert left[begun:] == [Opcode.FAILURE << 28, *expected]
