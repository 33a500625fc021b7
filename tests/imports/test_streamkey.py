# SPDX-License-Identifier: Apache-2.0
"""The key of a core with streams of its own, on each width of bus."""

import pytest
from amaranth.sim import Simulator

from cipherfab.imports.streamkey import StreamKey


def taken(width: int, header: bytes) -> tuple[int, bool, list[int]]:
    """Words of SDI until the key is loaded, whether it is valid, and the words that the core then
    gets; LOAD_KEY and the header come first.
    """
    reader = StreamKey(width=width, key_bytes=8, at_start=True)
    step, key = width // 8, b"\x01\x02\x03\x04\x05\x06\x07\x08"
    stream = b"\x40" + bytes(step - 1) + header + key
    words = [int.from_bytes(stream[start : start + step]) for start in range(0, len(stream), step)]
    simulator, seen = Simulator(reader), {"loaded": 0, "valid": False, "key": []}
    simulator.add_clock(1e-6)

    async def play(ctx):
        ctx.set(reader.load, 1)
        for count, word in enumerate(words, 1):
            ctx.set(reader.sdi.data, word)
            ctx.set(reader.sdi.valid, 1)
            loaded = ctx.get(reader.loaded)
            if ctx.get(reader.waits):
                ctx.set(reader.words.ready, 1)
                seen["key"].append(ctx.get(reader.words.data))
            await ctx.tick()
            if loaded:
                seen["loaded"], seen["valid"] = count, bool(ctx.get(reader.valid))
                ctx.set(reader.load, 0)

    simulator.add_testbench(play)
    simulator.run()
    return seen["loaded"], seen["valid"], seen["key"]


@pytest.mark.parametrize("width", [8, 16, 32])
def test_a_key_is_taken_behind_its_whole_header(width):
    """It is valid behind the last word of the header, and all its words go to the core; with
    another type or length none is valid and nothing goes on.
    """
    head = 1 + 32 // width
    loaded, valid, key = taken(width, b"\xc7\x00\x00\x08")
    assert (loaded, valid) == (head, True)
    assert b"".join(word.to_bytes(width // 8) for word in key) == bytes(range(1, 9))
    for header in (b"\xd7\x00\x00\x08", b"\xc7\x00\x00\x07", b"\xc7\x00\x01\x08"):
        assert taken(width, header) == (head, False, [])
