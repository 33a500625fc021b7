# SPDX-License-Identifier: Apache-2.0
"""The software model of forkciphers, and what is learned of a schedule by running it."""

from collections.abc import Callable, Mapping
from functools import cache
from itertools import accumulate

from ..words.compiled import compile_function
from ..words.native import Quickened, c_function, loaded, size
from ..words.trace import trace
from .forkcipher import BOTH, LEFT, RIGHT, Forkcipher
from .primitive import State

BACKWARDS = 4
"""Bit of what is asked of a model: a decryption; the other bits then say what it is given."""


def jump(cipher: Forkcipher, schedule: State, start: int, stop: int) -> State:
    """`Forkcipher.skip` from one known position to another: registers that do not depend on the
    tweakey are constants there.
    """
    record = trace(lambda words: cipher.load(words["tweakey"]), {"tweakey": cipher.tweakey})
    # Any tweakey will do: what is taken from it below does not depend on it.
    values = dict(zip(cipher.layout, _schedules(cipher, 0)[start]))
    known = {
        name: schedule[name].constant(values[name])
        for name, word in record.outputs.items()
        if word.operation == "constant"
    }
    return cipher.skip({**schedule, **known}, stop - start)


@cache
def stays(cipher: Forkcipher, name: str, position: int) -> bool:
    """Whether one of `Forkcipher.words` is at a position what it was at position 0."""
    place = list(cipher.layout).index(name)
    # The schedule is linear (`Forkcipher.words`): single bits are enough.
    courses = (_schedules(cipher, 1 << bit) for bit in range(cipher.tweakey))
    return all(course[position][place] == course[0][place] for course in courses)


def encrypt(
    cipher: Forkcipher, tweakey: int, block: int, select: int = BOTH
) -> tuple[int | None, int | None]:
    """The software model.

    Args:
        cipher: whose.
        tweakey, block: numbers.
        select: the output switch: `LEFT`, `RIGHT` or `BOTH`.

    Returns:
        The left and the right block; None for one that is not wanted.
    """
    left, right = _model(cipher)(tweakey, block, select)
    return left if select & LEFT else None, right if select & RIGHT else None


def decrypt(cipher: Forkcipher, tweakey: int, block: int, given: int = 0) -> tuple[int, int]:
    """The software model backwards.

    Args:
        cipher: whose.
        tweakey, block: numbers; ``block`` is the left or the right block.
        given: which of them, `LEFT` or `RIGHT`; 0 for the one from which the cipher's modes
            decrypt.

    Returns:
        The plaintext and the other block.
    """
    return _model(cipher)(tweakey, block, BACKWARDS | (given or cipher.given))


@cache
def _model(cipher: Forkcipher) -> Callable[..., tuple[int, int]]:
    """From tweakey, block and what is asked to two blocks: the left one and the right one, 0 if it
    is not wanted; or the plaintext and the other block. It is compiled by the C++ compiler when it
    is called often.
    """

    def model(tweakey: int, block: int, asked: int) -> tuple[int, int]:
        run = _runner(cipher, tweakey)
        if asked & BACKWARDS:
            return _backwards(cipher, run, block, asked & BOTH)
        fork = run(block, 0, cipher.fork)
        left = run(_branched(cipher, fork), cipher.middle, cipher.end) if asked & LEFT else 0
        return left, run(fork, cipher.fork, cipher.middle) if asked & RIGHT else 0

    return Quickened(model, lambda: _native(cipher))


def _backwards(
    cipher: Forkcipher, run: Callable[[int, int, int], int], block: int, given: int
) -> tuple[int, int]:
    """The plaintext and the other block."""
    if given == LEFT:
        fork = _branched(cipher, run(block, cipher.end, cipher.middle))
        other = run(fork, cipher.fork, cipher.middle)
    else:
        fork = run(block, cipher.middle, cipher.fork)
        other = run(_branched(cipher, fork), cipher.middle, cipher.end)
    return run(fork, cipher.fork, 0), other


def _runner(cipher: Forkcipher, tweakey: int) -> Callable[[int, int, int], int]:
    """A function that takes a block from one position to another, forwards or backwards."""
    there, back = (_compiled(cipher, part) for part in ("round", "inverse_round"))
    schedules = _schedules(cipher, tweakey)

    def run(x: int, start: int, stop: int) -> int:
        # Of the two slices one is empty: forwards the second, backwards the first.
        for schedule in schedules[start:stop]:
            (x,) = there(x, *schedule)
        for schedule in reversed(schedules[stop:start]):
            (x,) = back(x, *schedule)
        return x

    return run


def _schedules(cipher: Forkcipher, tweakey: int) -> list[tuple[int, ...]]:
    """The schedule at every position."""
    load, advance = (_compiled(cipher, part) for part in ("load", "advance"))
    return list(
        accumulate(range(cipher.end), lambda schedule, _: advance(*schedule), initial=load(tweakey))
    )


def _branched(cipher: Forkcipher, x: int) -> int:
    return _compiled(cipher, "branch")(x)[0]


@cache
def _compiled(cipher: Forkcipher, part: str) -> Callable[..., tuple[int, ...]]:
    """One of the cipher's functions, over integers; schedules in the order of the layout."""
    return compile_function(*_parts(cipher)[part])


def _parts(cipher: Forkcipher) -> dict[str, tuple[Callable[[State], State], Mapping[str, int]]]:
    """The cipher's functions, and the widths of their inputs."""

    def ordered(function: Callable[[State], State]) -> Callable[[State], State]:
        return lambda words: cipher.schedule(function(words))

    def block(function: Callable) -> Callable[[State], State]:
        return lambda words: {"x": function(words["x"], cipher.schedule(words))}

    return {
        "load": (ordered(lambda words: cipher.load(words["tweakey"])), {"tweakey": cipher.tweakey}),
        "advance": (ordered(cipher.advance), cipher.layout),
        "round": (block(cipher.round), cipher.state),
        "inverse_round": (block(cipher.inverse_round), cipher.state),
        "branch": (lambda words: {"x": cipher.branch(words["x"])}, {"x": cipher.block}),
    }


def _native(cipher: Forkcipher) -> Callable[..., tuple[int, int]]:
    """The model in C++: a block and, behind it, the schedule of its position are moved along."""
    functions = [c_function(part, trace(*given)) for part, given in _parts(cipher).items()]
    block, schedule = size({"x": cipher.block}), size(cipher.layout)
    tweakey = size({"tweakey": cipher.tweakey})
    # A step back undoes a round, so it takes the schedule of the position that it leads to.
    return loaded(
        "".join(functions)
        + f"""
typedef limb schedule[{schedule}];

static void walk(const schedule *schedules, limb *x, int from, int to) {{
    limb i[{block + schedule}];
    while (from != to) {{
        const bool on = from < to;
        __builtin_memcpy(i, x, {8 * block});
        __builtin_memcpy(i + {block}, schedules[on ? from : from - 1], {8 * schedule});
        (on ? round : inverse_round)(i, x);
        from += on ? 1 : -1;
    }}
}}

static void branched(limb *x) {{
    limb i[{block}];
    __builtin_memcpy(i, x, sizeof i);
    branch(i, x);
}}

extern "C" void call(const limb *i, limb *o) {{
    const limb asked = i[{tweakey + block}];
    limb *left = o, *right = o + {block}, x[{block}];
    schedule all[{cipher.end + 1}];
    load(i, all[0]);
    for (int at = 0; at < {cipher.end}; at++) advance(all[at], all[at + 1]);
    __builtin_memcpy(x, i + {tweakey}, sizeof x);
    if (asked & {BACKWARDS}) {{
        const bool given_left = asked == {BACKWARDS | LEFT};
        walk(all, x, given_left ? {cipher.end} : {cipher.middle},
             given_left ? {cipher.middle} : {cipher.fork});
        if (given_left) branched(x);
        __builtin_memcpy(right, x, sizeof x);
        if (!given_left) branched(right);
        walk(all, right, given_left ? {cipher.fork} : {cipher.middle},
             given_left ? {cipher.middle} : {cipher.end});
        walk(all, x, {cipher.fork}, 0);
        __builtin_memcpy(left, x, sizeof x);
        return;
    }}
    walk(all, x, 0, {cipher.fork});
    __builtin_memset(o, 0, {16 * block});
    if (asked & {LEFT}) {{
        __builtin_memcpy(left, x, sizeof x);
        branched(left);
        walk(all, left, {cipher.middle}, {cipher.end});
    }}
    if (asked & {RIGHT}) {{
        __builtin_memcpy(right, x, sizeof x);
        walk(all, right, {cipher.fork}, {cipher.middle});
    }}
}}
""",
        {"tweakey": cipher.tweakey, "block": cipher.block, "asked": 3},
        {"first": cipher.block, "second": cipher.block},
    )
