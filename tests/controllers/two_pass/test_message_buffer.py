# SPDX-License-Identifier: Apache-2.0
"""The memory for a message, against a list."""

import random

import pytest

from cipherfab.controllers.two_pass.message_buffer import MessageBuffer
from cipherfab.measure.component_runs import simulate

BLOCK, BLOCKS = 8, 4


def stepped(steps) -> None:
    """Run ``steps``, a coroutine function of context and component."""
    component = MessageBuffer(block_bytes=BLOCK, blocks=BLOCKS)

    async def bench(ctx):
        await steps(ctx, component)

    simulate(component, bench)


async def pulse(ctx, *signals) -> None:
    """One clock with these at 1."""
    for signal in signals:
        ctx.set(signal, 1)
    await ctx.tick()
    for signal in signals:
        ctx.set(signal, 0)


async def append(ctx, buffer: MessageBuffer, piece: bytes) -> None:
    """Add a block of one byte or more."""
    ctx.set(buffer.block, int.from_bytes(piece.ljust(BLOCK, b"\0"), "big"))
    ctx.set(buffer.mask, (1 << BLOCK) - (1 << BLOCK - len(piece)))
    await pulse(ctx, buffer.append)


async def read(ctx, buffer: MessageBuffer) -> bytes:
    """The valid bytes of all blocks, once around."""
    data = b""
    while True:
        last = ctx.get(buffer.last)
        data += ctx.get(buffer.data).to_bytes(BLOCK, "big")[: ctx.get(buffer.read_mask).bit_count()]
        await pulse(ctx, buffer.advance)
        if last:
            return data


@pytest.mark.parametrize("length", [1, 7, 8, 9, 15, 16, 24, 31, 32])
def test_a_message_comes_back_again_and_again(length):
    """Its bytes, its length and whether it fills the memory are right, twice around, also after it
    was cleared in the middle.
    """
    message = random.Random(length).randbytes(length)

    async def steps(ctx, buffer):
        for _ in range(2):
            assert ctx.get(buffer.empty) and not ctx.get(buffer.full)
            for start in range(0, length, BLOCK):
                await append(ctx, buffer, message[start : start + BLOCK])
            assert ctx.get(buffer.length) == length and ctx.get(buffer.full) == (
                length == BLOCK * BLOCKS
            )
            assert [await read(ctx, buffer), await read(ctx, buffer)] == [message, message]
            await pulse(ctx, buffer.advance)
            await pulse(ctx, buffer.clear)

    stepped(steps)


def test_a_block_is_replaced_while_the_next_is_asked_for():
    """The block that is read gets its new value, the others and the length stay."""

    async def steps(ctx, buffer):
        for piece in (b"12345678", b"abcdefgh", b"ABC"):
            await append(ctx, buffer, piece)
        await pulse(ctx, buffer.advance)
        ctx.set(buffer.replacement, int.from_bytes(b"replaced", "big"))
        await pulse(ctx, buffer.replace, buffer.advance)
        assert await read(ctx, buffer) == b"ABC"
        assert await read(ctx, buffer) == b"12345678replacedABC" and ctx.get(buffer.length) == 19

    stepped(steps)
