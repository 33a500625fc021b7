# SPDX-License-Identifier: Apache-2.0
"""A primitive of sixteen bits that uses everything the protocol offers, and the same in plain
Python.
"""

from cipherfab.primitives.primitive import SCHEDULE, Primitive
from cipherfab.words import concat, mux, rol

WIDTH, HALF = 16, 8
MOST = 12
"""The counter runs up to this, so that shorter runs begin later."""


def tiny(*rounds: int, last_step: bool = False, finished: bool = True) -> Primitive:
    """Input and output ``x``: 16 bits.

    Args:
        rounds: 1 to 12 each; several make a schedule.
        last_step: the last step leaves the swap of the halves out.
        finished: the registers tell when they are done.
    """

    def load(inputs):
        x = inputs["x"]
        count = x.constant(MOST - rounds[0], 4)
        for index, rounds_chosen in enumerate(rounds[1:], 1):
            # All ones for this index alone; as there are at most two bits, first and last are all
            # of them.
            chosen = inputs[SCHEDULE] ^ (1 << inputs[SCHEDULE].width) - 1 - index
            is_chosen = chosen[0] & chosen[-1]
            count = mux(is_chosen, count.constant(MOST - rounds_chosen), count)
        return {"a": x[HALF:], "b": x[:HALF], "count": count}

    def mixed(state):
        constant = concat(~state["count"], state["count"])
        return (
            rol(state["a"], 3) + state["b"] ^ constant,
            state["b"] ^ rol(state["a"], 1) & state["a"],
            state["count"] + 1,
        )

    def step(state):
        a, b, count = mixed(state)
        return {"a": b, "b": a, "count": count}

    def ending(state):
        a, b, count = mixed(state)
        return {"a": a, "b": b, "count": count}

    schedule = {SCHEDULE: (len(rounds) - 1).bit_length()} if len(rounds) > 1 else {}
    return Primitive(
        name=f"tiny-{'-'.join(map(str, rounds))}",
        inputs={"x": WIDTH, **schedule},
        outputs={"x": WIDTH},
        rounds=rounds,
        layout={"a": HALF, "b": HALF, "count": 4},
        load=load,
        step=step,
        last_step=ending if last_step else None,
        result=lambda state: {"x": concat(state["a"], state["b"])},
        finished=(lambda state: state["count"][2] & state["count"][3]) if finished else None,
    )


def plain(x: int, rounds: int, last_step: bool) -> int:
    """What `tiny` computes, with integers."""
    a, b = x >> HALF, x & 0xFF
    for count in range(MOST - rounds, MOST):
        constant = (15 - count) << 4 | count
        a, b = ((a << 3 | a >> 5) & 0xFF) + b & 0xFF ^ constant, b ^ (a << 1 | a >> 7) & 0xFF & a
        if not (last_step and count == MOST - 1):
            a, b = b, a
    return a << HALF | b


VARIANTS = {
    "plain": tiny(6),
    "without finished": tiny(6, finished=False),
    "last step": tiny(6, last_step=True),
    "last step without finished": tiny(6, last_step=True, finished=False),
    "two round counts": tiny(12, 6),
    "two round counts without finished": tiny(12, 6, finished=False),
    "two round counts and last step": tiny(12, 6, last_step=True),
    "three round counts and last step": tiny(12, 8, 4, last_step=True, finished=False),
    "one round": tiny(1, finished=False),
    "one last step": tiny(1, last_step=True),
}
