# SPDX-License-Identifier: Apache-2.0
"""Forkciphers of eight bits, small enough for every architecture, with branches of any length."""

from cipherfab.primitives.forkcipher import LEFT, Forkcipher
from cipherfab.words import concat, rol, ror

BLOCK, TWEAKEY = 8, 12
CONSTANT = 0x5A


def tiny_fork(before: int, right: int, left: int, given: int = LEFT) -> Forkcipher:
    """A forkcipher: tweakey rotated and counted, block added, multiplied bit by bit and rotated; at
    most 63 rounds.
    """

    def round(x, schedule):
        x = x ^ schedule["key"][:BLOCK] ^ concat(schedule["count"], schedule["count"][:2])
        high, low = x[4:], x[:4]
        return rol(concat(high ^ low & rol(low, 1), low), 3)

    def inverse_round(x, schedule):
        x = ror(x, 3)
        high, low = x[4:], x[:4]
        x = concat(high ^ low & rol(low, 1), low)
        return x ^ schedule["key"][:BLOCK] ^ concat(schedule["count"], schedule["count"][:2])

    def skip(schedule, turns):
        return {"key": rol(schedule["key"], 5 * turns), "count": schedule["count"] + turns % 64}

    def at(schedule, position):
        bits = [
            schedule["count"][bit] if position >> bit & 1 else ~schedule["count"][bit]
            for bit in range(6)
        ]
        return bits[0] & bits[1] & bits[2] & bits[3] & bits[4] & bits[5]

    return Forkcipher(
        name=f"tiny-{before}-{right}-{left}",
        block=BLOCK,
        tweakey=TWEAKEY,
        before=before,
        right=right,
        left=left,
        layout={"key": TWEAKEY, "count": 6},
        load=lambda tweakey: {"key": tweakey, "count": tweakey.constant(0, 6)},
        advance=lambda schedule: skip(schedule, 1),
        retreat=lambda schedule: skip(schedule, -1),
        skip=skip,
        round=round,
        inverse_round=inverse_round,
        branch=lambda x: x ^ CONSTANT,
        at=at,
        given=given,
    )
