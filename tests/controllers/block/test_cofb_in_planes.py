# SPDX-License-Identifier: Apache-2.0
"""GIFT-COFB on planes that shift: verified as others, wrong where it is made wrong, and as many
cycles as it says, whatever came before.
"""

from dataclasses import replace
from random import Random

import pytest
from verified import assert_verified

from cipherfab import catalog
from cipherfab.controllers.block import cofb_bits, cofb_in_planes
from cipherfab.cores.build import build
from cipherfab.errors import CallError
from cipherfab.lwc.messages import Header, Instruction, Violation, encryption
from cipherfab.lwc.protocol import Opcode, Segment
from cipherfab.lwc.streams import vectors
from cipherfab.verify.answers import stimulus
from cipherfab.verify.answers.forged import pair
from cipherfab.verify.rtl.plan import Plan
from cipherfab.verify.rtl.simulator import Simulator

CORE = "gift-cofb/serial=4,bus=8"


@pytest.fixture
def remade():
    """Cores are written anew, before and after: what they are made of is changed meanwhile."""
    build.cache_clear()
    yield
    build.cache_clear()


def played(directory, name=CORE, count=25, **options):
    """A run with random stalls."""
    design = build(name)
    messages = stimulus.plan(design.interface.aead, None, seed=1)[:count]
    streams = vectors(messages, **design.interface.streamed)
    return Simulator.build(design, directory).play(streams, **{"stall_seed": 3, **options})


@pytest.mark.slow
@pytest.mark.parametrize("name", [CORE, "gift-cofb/serial=4", "gift-cofb/serial=4,enconly"])
def test_a_core_is_verified(name, tmp_path):
    """Everything that `verify` plays is answered rightly: official answers, stalls, segments,
    forgeries, violations, resets.
    """
    assert_verified(name, tmp_path, seed=5)


@pytest.mark.parametrize("name", [CORE, "gift-cofb/serial=4,bus=16", "gift-cofb/serial=4"])
def test_the_plan_is_answered(name, tmp_path):
    """On each bus, with words of a key as wide as it."""
    assert played(tmp_path, name).passed


@pytest.mark.parametrize("name", [CORE, "gift-cofb/serial=4"])
def test_cycles_do_not_depend_on_what_came_before(name, tmp_path):
    """A message takes as long behind one as behind another, of whatever length; a block takes 12
    turns of 128 clocks, ten of them for the cipher.
    """
    design = build(name)
    plan = Plan(design, 1).core
    pairs = [pair(plan, Random(1), 0, size)[:2] for size in (32, 48, 5, 33, 48)]
    messages = [replace(one, new_key=not number) for number, one in enumerate(sum(pairs, ()))]
    streams = vectors(messages, **design.interface.streamed)
    cycles = (
        Simulator.build(design, tmp_path).play(streams, stall_seed=None, spaced=True).message_cycles
    )
    assert cycles[2:4] == cycles[8:10]
    assert cycles[3] - cycles[1] == 12 * 128


@pytest.mark.parametrize(
    "owner,name,wrong",
    [
        (cofb_bits.CofbBits, "_entering", lambda self: self.core.block.data[0]),
        (cofb_in_planes.CofbInPlanes, "_mask", lambda self, m: None),
        (cofb_in_planes.CofbInPlanes, "_wants", lambda self: 1),
    ],
)
def test_what_is_made_wrong_is_noticed(owner, name, wrong, remade, monkeypatch, tmp_path):
    """Neither padding nor deciphering; a mask that is never brought forward, behind which nothing
    comes; a byte that is not waited for.
    """
    monkeypatch.setattr(owner, name, wrong)
    assert not played(tmp_path, count=5).passed


@pytest.mark.parametrize("name", [CORE, "ascon-128/serial=1,bus=8,bitserial"])
@pytest.mark.parametrize("length", [1, 15, 17])
def test_a_wrong_key_leaves_nothing_behind(name, length, tmp_path):
    """Behind a key of a wrong length the next one is read from its first byte, also if no message
    is refused between them.
    """
    design, key = build(name), bytes(range(1, 17))
    algorithm = design.interface.aead
    assert len(key) == catalog.find(algorithm).model.key_bytes
    load, activate = (Instruction(opcode=code) for code in (Opcode.LOAD_KEY, Opcode.ACTIVATE_KEY))
    wrong, right = (
        Header(type=Segment.KEY, length=size, eoi=True, last=True) for size in (length, len(key))
    )
    keys = Violation(
        title="two keys, and no message",
        pdi=(activate, activate, Instruction(opcode=0xF)),
        sdi=(load, wrong, bytes(length), load, right, key),
    )
    message = encryption(algorithm, key=key, nonce=bytes(16), plaintext=b"text", new_key=False)
    streams = vectors([keys, message], **design.interface.streamed)
    assert Simulator.build(design, tmp_path).play(streams, stall_seed=3).passed


@pytest.mark.parametrize(
    "name,why",
    [
        ("gift-cofb/serial=8", "serial=4"),
        ("gift-cofb/serial=4,inplace", "nothing new"),
        ("gift-cofb/serial=4,registered", "would depend on when it comes"),
    ],
)
def test_other_serial_cores_are_refused(name, why):
    """There is one width; its blocks stay nowhere; and instructions come in one place of a turn."""
    with pytest.raises(CallError, match=why):
        build(name)
