# SPDX-License-Identifier: Apache-2.0
"""Modes with one call for a block and several in flight, against their models, in simulation."""

import random

import pytest
from tinytbc import tiny_theta_cb
from verified import assert_verified

from cipherfab.architectures.iterated.inner import Inner
from cipherfab.catalog import find
from cipherfab.controllers import controller_of
from cipherfab.controllers.parallel.thetacb import ThetaCbCore
from cipherfab.controllers.request import Request
from cipherfab.cores.build import build
from cipherfab.cores.names import parse
from cipherfab.errors import CallError
from cipherfab.lwc.streams import vectors
from cipherfab.measure.mode_cycles import mode_cycles
from cipherfab.verify.answers import stimulus
from cipherfab.verify.answers.violations import violations
from cipherfab.verify.rtl.simulator import Simulator
from controllers.blocks import message_blocks, offer
from controllers.short_ciphers import with_short_cipher
from controllers.test_every_controller import plays_as_its_model

KEY, NONCE = bytes(range(16)), bytes(range(50, 62))
ROUNDS = 6
MODEL = tiny_theta_cb(ROUNDS)
PIPELINED = ["deoxys-i-128/inner=2", "aes-ocb-128-tag128/inner=2", "scream-10/inner=2"]
# fmt: off
MORE = ["deoxys-i-256/inner=3,enconly", "aes-ocb-128-tag64/inner=3,bus=8", "aes-ocb-128-tag96",
        "aes-ocb-256-tag128", "pyjamask-96-aead/inner=2,bus=16", "scream-12/round,bus=8",
        "aes-ocb-128-tag128/round,sbox=table", "skinny-aead-m1/inner=2", "lilliput-i-128/inner=2"]
# fmt: on


def pipelined(pieces: int, *, decrypts: bool = True) -> ThetaCbCore:
    """ΘCB3 with ``pieces`` calls in flight."""
    cipher = Inner(MODEL.cipher, pieces=pieces, encdec=decrypts)
    return ThetaCbCore(MODEL, cipher, decrypts=decrypts, calls=pieces)


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ["deoxys-i-128", "aes-ocb-128-tag64", "scream-10"])
def test_pipelined_controller_computes_what_the_model_computes(name):
    """With two calls of a short cipher in flight, all that a mode answers is its model's."""
    model = with_short_cipher(find(name).model)
    plays_as_its_model(
        controller_of(model).make(Request(aead=model, architecture="inner", factor=2))
    )


@pytest.mark.parametrize("taken", [5])
@pytest.mark.parametrize("decrypt", [False, True])
def test_an_abort_with_calls_in_flight_loses_no_answer(decrypt, taken):
    """After an abort all blocks that were taken are answered, and the next message is untouched."""
    generator = random.Random(taken)
    (ad, text), (next_ad, next_text) = (
        tuple(map(generator.randbytes, sizes)) for sizes in ((32, 48), (20, 37))
    )
    sealed, following = (
        MODEL.encrypt(KEY, NONCE, ad, text),
        MODEL.encrypt(KEY, NONCE, next_ad, next_text),
    )
    given, answer = (sealed[:48], text) if decrypt else (text, sealed[:48])
    second = (next_ad, following[:37], following[37:]) if decrypt else (next_ad, next_text)
    blocks = message_blocks(16, NONCE, ad, given)[:taken] + message_blocks(16, NONCE, *second)
    found = offer(pipelined(2), blocks, KEY, decrypt=decrypt, abort_after=taken).answer
    assert (
        found.data == answer[: 16 * max(0, taken - 3)] + (next_text if decrypt else following)
        and found.success
    )


def test_no_bubble_between_calls():
    """Six blocks more cost as many cycles as calls have rounds: two calls are always in flight."""
    cycles = [mode_cycles(pipelined(2), 0, 16 * blocks) for blocks in (2, 8)]
    assert cycles[1] - cycles[0] == 6 * ROUNDS


def test_a_mode_with_one_call_at_a_time_is_refused():
    """A mode whose calls need each other's results says which AEADs take ``inner=k``."""
    with pytest.raises(CallError, match=r"inner does not fit romulus-n.* AEADs: .*deoxys-i-128"):
        parse("romulus-n/inner=2")


@pytest.mark.slow
@pytest.mark.parametrize("name", PIPELINED)
def test_pipelined_core_answers_rightly(name, tmp_path):
    """The RTL answers split messages and what breaks the protocol, with random stalls."""
    design = build(name)
    simulator = Simulator.build(design, tmp_path)
    for messages in (
        stimulus.splits(design.interface.aead, None, seed=1),
        violations(design.interface.aead, None, seed=1, decrypts=True),
    ):
        for seed in (None, 2):
            result = simulator.play(vectors(messages, width=32), stall_seed=seed)
            assert result.passed, result.failure.text


@pytest.mark.slow
@pytest.mark.parametrize("name", [*PIPELINED, *MORE])
def test_core_is_verified(name, tmp_path):
    """All that `verify` plays on the RTL is answered rightly, the official file among it."""
    assert_verified(name, tmp_path, seed=11)
