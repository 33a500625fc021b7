# SPDX-License-Identifier: Apache-2.0
"""The bytes under a key are counted, and past the limit every message is refused until the next
key.
"""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from cipherfab.cores.build import build
from cipherfab.cores.controller import aead, controller, hash_function
from cipherfab.cores.names import parse
from cipherfab.cores.verilog import verilog
from cipherfab.design import Design
from cipherfab.errors import CallError
from cipherfab.lwc.core import LwcCore
from cipherfab.lwc.messages import Header, Message, Operation, Violation, encryption, hashing
from cipherfab.lwc.parts import parts_of
from cipherfab.lwc.protocol import Segment
from cipherfab.lwc.streams import vectors
from cipherfab.verify.rtl.simulator import Simulator

LIMIT = 8


def limited(name: str, limit: int) -> Design:
    """A core with a limit less than names allow."""
    core, design = parse(name), build(name)
    component = LwcCore(
        controller(core), aead(core), hash_function(core), width=core.bus, key_limit=limit
    )
    return replace(design, sources={f"{design.top}.sv": verilog(component, design.top)})


def judged(messages: list[Message], limit: int) -> Iterator[Message | Violation]:
    """The messages, those past the limit as what is refused: a second count, from the document."""
    used = 0
    for message in messages:
        if message.operation == Operation.HASH:
            yield message
            continue
        used = 0 if message.new_key else used
        refused = False
        for part in parts_of(message):
            if isinstance(part, Header) and part.type != Segment.TAG:
                refused = refused or used >= 1 << limit
                used += 0 if refused else part.length
        yield (
            Violation(
                title=f"past the limit: {message.title}",
                pdi=tuple(parts_of(message)),
                keys=(message.key,) if message.new_key else (),
            )
            if refused
            else message
        )


def drawn(seed: int) -> list[Message]:
    """Encryptions, decryptions and hashes under few keys, in several segments."""
    random, messages, key = Random(seed), [], b""
    for number in range(120):
        new = number % 17 == 0
        key = random.randbytes(16) if new else key
        sealed = encryption(
            "ascon-aead128",
            key=key,
            nonce=random.randbytes(16),
            ad=random.randbytes(random.randrange(40)),
            plaintext=random.randbytes(random.randrange(40)),
            segment_blocks=random.choice([None, 1, 2]),
            new_key=new,
        )
        back = replace(sealed, operation=Operation.DECRYPT, data=sealed.result, result=sealed.data)
        messages += [random.choice([sealed, back])]
        if number % 5 == 0:
            messages.append(hashing("ascon-hash256", message=random.randbytes(20)))
    return messages


@pytest.mark.parametrize("bus", [32, 8])
def test_a_key_is_refused_when_its_bytes_are_used_up(bus, tmp_path):
    """With random messages each is answered, or refused as the count says, and hashes go on."""
    played = list(judged(drawn(3), LIMIT))
    refused = [one for one in played if isinstance(one, Violation)]
    within = [one for one in refused if len(one.pdi) > 3]
    assert len(refused) > 20 and within
    simulator = Simulator.build(limited(f"ascon-aead128/round,bus={bus},hash", LIMIT), tmp_path)
    for seed in (None, 5):
        result = simulator.play(vectors(played, width=bus), stall_seed=seed)
        assert result.passed, result.failure.text
    others = list(judged(drawn(3), LIMIT + 1))
    assert not simulator.play(vectors(others, width=bus), stall_seed=None).passed


def test_limits_that_verify_would_meet_are_no_names():
    """A name takes limits above what `verify` plays under one key, and of an AEAD alone."""
    with pytest.raises(CallError, match="keylimit"):
        parse("ascon-aead128/round,keylimit=25")
    with pytest.raises(CallError, match="does not fit"):
        parse("ascon-hash256/round,keylimit=30")
    assert build("ascon-aead128/round,keylimit=53").interface.key_limit == 53
