# SPDX-License-Identifier: Apache-2.0
"""ForkSkinny with mirrored branches: what is proposed, in both directions, and its hardware."""

import random
from dataclasses import replace

import pytest
from amaranth.sim import Simulator

from cipherfab.architectures.iterated.iterated import Iterated
from cipherfab.ciphers.forkskinny import MEMBERS, forkskinny
from cipherfab.ciphers.forkskinny_mirrored import mirrored
from cipherfab.primitives.primitive import software
from cipherfab.words import SoftwareWord

ENCRYPT, DECRYPT = 1, 0
CIPHERS = [forkskinny(member.block, member.tweakey) for member in MEMBERS]
NAMES = [cipher.name for cipher in CIPHERS]


def by_lists(cipher, tweakey: int, block: int) -> tuple[int, int]:
    """Right and left block, from a list of ForkSkinny's schedules in order."""
    schedules = [cipher.load(SoftwareWord(cipher.tweakey, tweakey))]
    for _ in range(cipher.end):
        schedules.append(cipher.advance(schedules[-1]))
    x = SoftwareWord(cipher.block, block)
    for schedule in schedules[: cipher.fork]:
        x = cipher.round(x, schedule)
    right, left = x, cipher.branch(x)
    for schedule in reversed(schedules[cipher.fork : cipher.middle]):
        right = cipher.round(right, schedule)
    for schedule in reversed(schedules[cipher.middle : cipher.end]):
        left = cipher.round(left, schedule)
    return int(right), int(left)


@pytest.mark.parametrize("cipher", CIPHERS, ids=NAMES)
def test_branches_take_forkskinnys_round_tweakeys_in_the_opposite_order(cipher):
    """And a decryption from the left block gives the plaintext and the right block."""
    draw, call = random.Random(1), software(mirrored(cipher))
    for _ in range(3):
        tweakey, block = draw.getrandbits(cipher.tweakey), draw.getrandbits(cipher.block)
        right, left = by_lists(cipher, tweakey, block)
        assert call(tweakey, block, ENCRYPT) == (right, left)
        assert call(tweakey, left, DECRYPT) == (block, right)
        assert software(mirrored(cipher, decrypts=False))(tweakey, block) == (right, left)


@pytest.mark.parametrize("cipher", CIPHERS[:1], ids=NAMES[:1])
def test_hardware_computes_it_in_as_many_cycles_as_a_branch_and_what_is_beside_it(cipher):
    """Calls in turn, back to back: rounds to the fork and a branch, or two branches."""
    primitive, draw, found = mirrored(cipher), random.Random(2), []
    core = Iterated(primitive)
    calls = [
        (draw.getrandbits(cipher.tweakey), draw.getrandbits(cipher.block), n % 2) for n in range(4)
    ]

    async def play(ctx):
        ctx.set(core.out_ready, 1)
        for tweakey, block, schedule in calls:
            ctx.set(core.in_tweakey, tweakey)
            ctx.set(core.in_block, block)
            ctx.set(core.in_schedule, schedule)
            ctx.set(core.in_valid, 1)
            await ctx.tick()
            ctx.set(core.in_valid, 0)
            cycles = 1
            while not ctx.get(core.out_valid):
                await ctx.tick()
                cycles += 1
            found.append((cycles, (ctx.get(core.out_x), ctx.get(core.out_other))))

    simulator = Simulator(core)
    simulator.add_clock(1e-6)
    simulator.add_testbench(play)
    simulator.run()
    call = software(primitive)
    assert found == [(primitive.rounds[each[2]], call(*each)) for each in calls]


def test_branches_shorter_than_the_rest_are_refused():
    """Then the way back to the plaintext would be the longer one."""
    cipher = replace(CIPHERS[0], before=40)
    with pytest.raises(ValueError, match="branches of one length"):
        mirrored(cipher)
