# SPDX-License-Identifier: Apache-2.0
"""A masked primitive whose random bits are a stream."""

from random import Random

import pytest

from cipherfab.architectures.protected.masked import Masked
from cipherfab.ciphers.ascon import ascon_p
from cipherfab.errors import CallError
from cipherfab.measure.component_runs import simulate
from cipherfab.primitives.by_gadgets import by_gadgets
from cipherfab.primitives.primitive import software

ROUNDS = 3


def run(
    pauses: float, seed: int, *, gadget: str = "dom", refreshed: bool = False
) -> tuple[int, int, int]:
    """Of a call with a stream that pauses: the result, cycles, and words that were taken."""
    core = Masked(by_gadgets(ascon_p(ROUNDS), 1, gadget, refreshed=refreshed), waits=True)
    random, found = Random(seed), {}
    value, mask = 0x1234 << 200 | 7, random.getrandbits(320)

    async def bench(ctx):
        ctx.set(core.in_x_0, value ^ mask)
        ctx.set(core.in_x_1, mask)
        ctx.set(core.in_valid, 1)
        taken = cycles = 0
        while not ctx.get(core.out_valid):
            valid = random.random() >= pauses
            ctx.set(core.random, random.getrandbits(320) if valid else 0)
            ctx.set(core.random_valid, valid)
            taken += valid and ctx.get(core.random_ready)
            starts = ctx.get(core.in_ready) and ctx.get(core.in_valid)
            await ctx.tick()
            if starts:
                ctx.set(core.in_valid, 0)
            cycles += 1
        found["result"] = ctx.get(core.out_x_0) ^ ctx.get(core.out_x_1), cycles, taken

    simulate(core, bench)
    assert found["result"][0] == software(ascon_p(ROUNDS))(value)[0]
    return found["result"]


def test_it_waits_for_random_words():
    """The answer is right with pauses and without; a word is taken for each round, and pauses cost
    cycles.
    """
    _, fast, taken = run(0, 1)
    _, slow, also = run(0.6, 2)
    assert fast == 1 + 2 * ROUNDS < slow and taken == also == ROUNDS


def test_what_enters_is_shared_anew_with_a_word_of_its_own():
    """A word more for a call, no cycle more without pauses; with pauses it waits for that one
    too."""
    _, fast, taken = run(0, 1, refreshed=True)
    _, slow, also = run(0.6, 2, refreshed=True)
    assert fast == 1 + 2 * ROUNDS < slow and taken == also == ROUNDS + 1


def test_more_than_two_shares_are_not_shared_anew():
    """One random bit is enough for two shares only."""
    with pytest.raises(CallError, match="shared anew, got masked=2"):
        by_gadgets(ascon_p(ROUNDS), 2, "dom", refreshed=True)


def test_products_are_kept_where_the_clock_that_reads_them_waits():
    """HPC2 begins together with the state, so the end of a round takes random bits, too, and reads
    the products of that round: with pauses the answer is as right as without.
    """
    _, fast, taken = run(0, 1, gadget="hpc2")
    _, slow, also = run(0.6, 2, gadget="hpc2")
    assert fast == 1 + 2 * ROUNDS < slow and taken == also == ROUNDS + 1
