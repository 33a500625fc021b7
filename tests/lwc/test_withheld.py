# SPDX-License-Identifier: Apache-2.0
"""A plaintext waits until its tag has been verified, and nothing of one that was refused leaves."""

from dataclasses import replace
from random import Random

import pytest

from cipherfab.catalog import ALGORITHMS, Kind
from cipherfab.controllers import takes
from cipherfab.cores.build import build
from cipherfab.cores.names import parse
from cipherfab.errors import CallError
from cipherfab.lwc.messages import Message, Operation, encryption, hashing
from cipherfab.lwc.protocol import Opcode
from cipherfab.lwc.streams import vectors
from cipherfab.verify.answers import forgeries
from cipherfab.verify.answers.violations import violations
from cipherfab.verify.rtl.simulator import Simulator

SIZE = 64


def both_ways(length: int, seed: int, aead: str = "ascon-aead128", **options) -> list[Message]:
    """An encryption, its decryption, and that with a wrong tag."""
    random, model = Random(seed), ALGORITHMS[aead].model
    sealed = encryption(
        aead,
        key=random.randbytes(model.key_bytes),
        nonce=random.randbytes(model.nonce_bytes),
        ad=random.randbytes(seed % 20),
        plaintext=random.randbytes(length),
        **options,
    )
    back = replace(
        sealed, operation=Operation.DECRYPT, data=sealed.result, result=sealed.data, new_key=False
    )
    wrong = replace(back, tag=bytes(len(back.tag)), result=None)
    return [sealed, back, wrong, back]


@pytest.mark.parametrize("bus", [64, 32, 16, 8])
def test_nothing_leaves_of_what_is_refused(bus, tmp_path):
    """Plaintexts up to the memory's last byte leave whole; of a longer one, of one with a wrong tag
    and of a decryption that breaks the protocol the status *failure* is all that is on DO; other
    messages go through.
    """
    messages = [
        one
        for length in (0, 1, 15, 16, 17, 32, 48, SIZE - 5, SIZE - 4, SIZE - 3, SIZE, 200)
        for segments in (None, 1)
        for one in both_ways(length, length, segment_blocks=segments)
    ]
    messages += [hashing("ascon-hash256", message=bytes(100))]
    messages += forgeries.wrong_fields("ascon-aead128", seed=2)
    broken = violations("ascon-aead128", "ascon-hash256", seed=4)
    # Some of these come before any key.
    played = [*broken, *messages]
    streams = vectors(played, width=bus, withheld_bytes=SIZE)
    failure = Opcode.FAILURE << bus - 4
    alone = [block for block in streams.do.blocks if block.words == [failure]]
    strict = [block for block in alone if not block.anything_before_status]
    assert len(strict) > 60
    design = build(f"ascon-aead128/round,bus={bus},hash,withheld={SIZE}")
    simulator = Simulator.build(design, tmp_path)
    for seed in (None, 7, 8):
        result = simulator.play(streams, stall_seed=seed)
        assert result.passed, result.failure.text


def test_the_check_sees_a_core_that_withholds_nothing(tmp_path):
    """The same words fail on the core without the memory."""
    streams = vectors(both_ways(20, 1), width=32, withheld_bytes=SIZE)
    simulator = Simulator.build(build("ascon-aead128"), tmp_path)
    assert not simulator.play(streams, stall_seed=None).passed


FITS = [
    name
    for name, entry in ALGORITHMS.items()
    if entry.kind is Kind.AEAD and (said := takes(entry.model)) and not said.buffer
]


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", FITS)
def test_it_stands_around_every_core(name, tmp_path):
    """Every AEAD that gives plaintext early is right with it, in both directions."""
    messages = [one for length in (0, 7, 40, 60, 61) for one in both_ways(length, length + 1, name)]
    design = build(f"{name}/round,withheld={SIZE}")
    result = Simulator.build(design, tmp_path).play(
        vectors(messages, width=32, withheld_bytes=SIZE), stall_seed=1
    )
    assert result.passed, result.failure.text


def test_names_that_withhold():
    """A mode of two passes withholds by itself, a masked core has no such memory."""
    for wrong in ("lilliput-ii-128/round,withheld=64", "ascon-aead128/masked=1,withheld=64"):
        with pytest.raises(CallError, match="withheld"):
            parse(wrong)
    assert build("ascon-aead128/round,withheld=64").interface.withheld_bytes == 64
