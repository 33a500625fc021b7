# SPDX-License-Identifier: Apache-2.0
"""A proposal: forkciphers whose branches go backwards through the tweakey schedule.

Source: the question is that of A. Purnal, E. Andreeva, A. Roy, D. Vizár, "What the Fork:
Implementation Aspects of a Forkcipher", NIST Lightweight Cryptography Workshop 2019, section 6,
future work; the answer is ours. The rounds and the schedule are those of `ciphers.forkskinny`.

**Nobody has analysed it.** It is a question about hardware, not a cipher to use.

Differences from ForkSkinny: each branch takes the same round tweakeys and constants in the opposite
order. The right branch begins with what was its last round's, the left one likewise. So after the
fork an encryption needs, in each cycle, the tweakey of one position p and that of p + r (r rounds
of a branch), p going down; and a decryption from the left block, once it is at the fork, needs that
of p for the way back to the plaintext and that of p + r for the right branch, p going down too. One
register and one function, r steps of the schedule, serve both.
"""

from functools import cache

from ..primitives.forkcipher import Forkcipher
from ..primitives.primitive import SCHEDULE, Primitive, State
from ..words import Word, mux
from ..words.bits import equals
from .forkskinny import constant_at

PERIOD = 127
"""Of the round constants."""


@cache
def mirrored(cipher: Forkcipher, *, decrypts: bool = True) -> Primitive:
    """A member of ForkSkinny with its branches mirrored, both branches at once behind the fork.

    Inputs ``tweakey`` and ``block``, and in both directions the schedule, 1 for an encryption and 0
    for a decryption from the left block. Outputs ``x``, the right block or the plaintext, and
    ``other``, the left block or, of a decryption, the right one.

    Args:
        cipher: the member.
        decrypts: False for encryption alone.
    """
    both, encryption = 2 * cipher.right, cipher.before + cipher.right
    # A decryption has to be the longer run, as round counts are given from the largest on.
    if cipher.left != cipher.right or both <= encryption:
        raise ValueError(f"{cipher.name}: expected branches of one length, longer than the rest")
    flags = ("decrypt", "forked", "whole") if decrypts else ("forked",)
    blocks = dict.fromkeys(("x", "other"), cipher.block)
    return Primitive(
        name=f"{cipher.name}-mirrored",
        rounds=(both, encryption) if decrypts else (encryption,),
        inputs={
            "tweakey": cipher.tweakey,
            "block": cipher.block,
            **({SCHEDULE: 1} if decrypts else {}),
        },
        outputs=blocks,
        layout={**blocks, **dict.fromkeys(flags, 1), **cipher.layout},
        load=lambda inputs: _load(cipher, inputs),
        step=lambda state: _step(cipher, state),
        result=lambda state: {name: state[name] for name in blocks},
        finished=lambda state: _finished(cipher, state),
    )


def _load(cipher: Forkcipher, inputs: State) -> State:
    """A decryption begins with the left branch, whose last round's tweakey is that behind the right
    one.
    """
    block, schedule = inputs["block"], cipher.load(inputs["tweakey"])
    zero = block.constant(0, 1)
    state = {"x": block, "other": block, "forked": zero}
    if SCHEDULE in inputs:
        decrypt = ~inputs[SCHEDULE]
        schedule = _either(decrypt, cipher.skip(schedule, cipher.middle), schedule)
        state |= {"decrypt": decrypt, "whole": zero}
    return state | schedule


def _step(cipher: Forkcipher, state: State) -> State:
    """A round of either branch behind the fork, of one in front of it."""
    decrypt, forked, r = state.get("decrypt"), state["forked"], cipher.right
    now = cipher.schedule(state)
    back, onward = cipher.retreat(now), cipher.advance(now)
    # Behind the fork the schedule goes down, and a round takes what it comes to.
    used = _either(forked, back, now)
    # The other branch is always as many positions further on as a branch has rounds.
    x, other = cipher.round(state["x"], used), cipher.round(state["other"], cipher.skip(back, r))
    forks, jumped = cipher.at(onward, cipher.fork), cipher.skip(onward, r)
    flags = {}
    if decrypt is not None:
        x = mux(decrypt, cipher.inverse_round(state["x"], used), x)
        x = mux(state["whole"], state["x"], x)
        forks = mux(decrypt, cipher.at(onward, cipher.end), forks)
        jumped = _either(decrypt, cipher.skip(onward, cipher.fork - cipher.end), jumped)
        # The way back to the plaintext is shorter than a branch.
        whole = state["whole"] | (forked & decrypt & cipher.at(back, 0))
        flags = {"decrypt": decrypt, "whole": whole}
    forks = forks & ~forked
    branched = cipher.branch(x)
    return {
        "x": x if decrypt is None else mux(forks & decrypt, branched, x),
        "other": mux(forks, branched, other),
        "forked": forked | forks,
        **flags,
        **_either(forked, back, _either(forks, jumped, onward)),
    }


def _finished(cipher: Forkcipher, state: State) -> Word:
    """The branches have gone down by their rounds, from behind the right one or from the fork."""
    last = cipher.at(state, cipher.fork)
    if "decrypt" in state:
        # This position lies below 0; constants repeat with their period.
        below = equals(state["rc"], constant_at((cipher.fork - cipher.right) % PERIOD))
        last = mux(state["decrypt"], below, last)
    return state["forked"] & last


def _either(condition: Word, if_one: State, if_zero: State) -> State:
    return {name: mux(condition, word, if_zero[name]) for name, word in if_one.items()}
