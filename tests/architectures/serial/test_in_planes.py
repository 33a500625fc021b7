# SPDX-License-Identifier: Apache-2.0
"""A block cipher on planes that shift: GIFT-128 with the key in a ring that gets back."""

from dataclasses import replace
from random import Random

import pytest
from amaranth.hdl import Module, Mux, Signal
from amaranth.sim import Simulator

from cipherfab.architectures.serial.in_planes import InPlanes
from cipherfab.ciphers.gift_in_planes import gift_planes
from cipherfab.primitives.in_planes import PlanePath
from cipherfab.primitives.primitive import software

PATH = gift_planes()


def ring_of(path: PlanePath, key: int) -> int:
    """The bits of the ring at the beginning of a turn, front first, most significant first."""
    words = [key >> path.size - path.width * (n + 1) & (1 << path.width) - 1
             for n in range(path.planes)]  # fmt: skip
    ring = 0
    for word in path.key_words:
        ring = ring << path.width | words[word]
    return ring


def enciphered(path: PlanePath, key: int, block: int, *, calls: int) -> tuple[list[int], int, int]:
    """What some calls give, each of the result of the one before; the ring and the clocks of a
    call.
    """
    m = Module()
    m.submodules.engine = engine = InPlanes(path)
    loads, bit, key_bit = Signal(), Signal(), Signal()
    m.d.comb += [
        engine.given.eq(Mux(loads, bit, engine.leaves)),
        engine.given_middle.eq(engine.middle),
        engine.key_given.eq(Mux(loads, key_bit, engine.key_front)),
    ]
    results, clocks, found = [], [], []

    async def bench(ctx):
        async def turn(starts=1):
            read = 0
            for place in range(path.size):
                shift = path.size - 1 - place
                ctx.set(bit, block >> shift & 1)
                ctx.set(key_bit, ring_of(path, key) >> shift & 1)
                ctx.set(engine.start, starts * (place == path.size - 1))
                read = read << 1 | ctx.get(engine.leaves)
                await ctx.tick()
            ctx.set(engine.start, 0)
            return read

        ctx.set(loads, 1)
        await turn()
        ctx.set(loads, 0)
        for _ in range(calls):
            count = 0
            while ctx.get(engine.busy):
                await ctx.tick()
                count += 1
            clocks.append(count)
            results.append(await turn(starts=int(len(results) + 1 < calls)))
        found.append(int(f"{ctx.get(engine.key):0{path.size}b}"[::-1], 2))

    simulator = Simulator(m)
    simulator.add_clock(1e-6)
    simulator.add_testbench(bench)
    simulator.run()
    assert len(set(clocks)) == 1
    return results, found[0], clocks[0]


def test_calls_are_those_of_the_cipher_and_leave_the_key():
    """Two calls in a row give what GIFT-128 gives, each in ten turns, and the ring has its bits at
    their first places again.
    """
    random = Random(1)
    key, block = random.getrandbits(128), random.getrandbits(128)
    cipher = software(PATH.primitive)
    (first,) = cipher(key, block)
    results, ring, clocks = enciphered(PATH, key, block, calls=2)
    assert results == [first, *cipher(key, first)]
    assert ring == ring_of(PATH, key) and clocks == 10 * 128


@pytest.mark.parametrize("left_out", range(len(PATH.exchanges)))
def test_no_exchange_is_there_for_nothing(left_out):
    """Without one of the exchanges the result is wrong, and the key does not get back."""
    exchanges = [one for number, one in enumerate(PATH.exchanges) if number != left_out]
    key, block = Random(2).getrandbits(128), 3
    path = replace(PATH, exchanges=tuple(exchanges))
    (result,), ring, _ = enciphered(path, key, block, calls=1)
    assert (result,) != software(PATH.primitive)(key, block) and ring != ring_of(PATH, key)
