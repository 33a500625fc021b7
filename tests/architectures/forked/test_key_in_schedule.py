# SPDX-License-Identifier: Apache-2.0
# amaranth: UnusedElaboratable=no
"""Key and nonce that the schedule keeps between calls, of any forkcipher."""

from dataclasses import replace

import pytest
from streams import Stream, play

from cipherfab.architectures.forked.fork import Home
from cipherfab.architectures.forked.key_in_schedule import places
from cipherfab.architectures.forked.parallel import ForkParallel
from cipherfab.architectures.forked.round import ForkIterated
from cipherfab.primitives.forkcipher import LEFT, RIGHT

from .test_forked import CALLS, calls, directions, expected
from .tiny_fork import tiny_fork

TWEAKEYS, WORD = (0x9C5, 0x3A7), 4
HOMES = [
    Home(key=12, word=WORD),
    Home(key=4, word=WORD),
    Home(key=8, word=WORD, nonce=2),
    Home(key=4, word=WORD, nonce=8),
]
"""Of a tweakey of 12 bits: all of it, or some of its first bits, at home."""


@pytest.mark.sample(6)
@directions
@pytest.mark.parametrize("architecture", [ForkIterated, ForkParallel])
@pytest.mark.parametrize(
    "given, k, home",
    [
        (LEFT, 1, HOMES[0]),
        (LEFT, 3, HOMES[1]),
        (LEFT, 1, HOMES[2]),
        (RIGHT, 2, HOMES[3]),
        (RIGHT, 1, HOMES[2]),
    ],
)
def test_key_and_nonce_stay_in_the_schedule(architecture, given, k, home, encdec):
    """Calls of every kind, in any order and with waits, find key and nonce where the call before
    left them; new ones come while no call is under way.
    """
    cipher = replace(tiny_fork(4, 5, 5, given), words=("key",))
    component = architecture(cipher, unrolled=k, encdec=encdec, home=home)
    inputs = [
        {**call, "tweakey": TWEAKEYS[number >= CALLS // 2]}
        for number, call in enumerate(calls(cipher, encdec))
    ]
    for call, values in zip(inputs, _from_home(component, inputs).values, strict=True):
        wanted = expected(cipher, call)
        assert {name: values[name] for name in wanted} == wanted, call


def _written(home: Home) -> list[dict[str, int]]:
    """What is written to the ports of a home for one tweakey after the other: its key, word by
    word, and its nonce.
    """
    found = []
    for tweakey in TWEAKEYS:
        high = range(12 - WORD, 12 - home.key - 1, -WORD)
        found += [{"key": tweakey >> low & (1 << WORD) - 1} for low in high]
        if home.nonce:
            found.append({"nonce": tweakey >> 12 - home.bits & (1 << home.nonce) - 1})
    return found


def _from_home(component, inputs: list[dict[str, int]]) -> Stream:
    """The results of calls, with what is at home written before the first one, and anew in the
    middle.
    """
    home, half = component.home, CALLS // 2
    items = [{**call, "tweakey": call["tweakey"] & (1 << 12 - home.bits) - 1} for call in inputs]
    given = Stream(
        valid=component.in_valid,
        ready=component.in_ready,
        items=items,
        payload={
            name: getattr(component, f"in_{name}")
            for name in inputs[0]
            if len(getattr(component, f"in_{name}"))
        },
    )
    taken = Stream(
        valid=component.out_valid,
        ready=component.out_ready,
        payload={"left": component.out_left, "right": component.out_right},
    )
    waiting = _written(home)
    each, written = len(waiting) // 2, []

    def due() -> int:
        """How many writes belong before the next call."""
        return each if len(given.passed) < half else 2 * each if len(taken.passed) >= half else 0

    given.holds_back = lambda number: len(written) < (2 * each if number >= half else each)

    def extra(ctx):
        now = waiting[len(written)] if len(written) < due() else {}
        for name in ("key", *(["nonce"] if home.nonce else [])):
            ctx.set(getattr(component, f"in_{name}_write"), name in now)
            ctx.set(getattr(component, f"in_{name}"), now.get(name, 0))
        written.extend(now)

    play(
        component,
        [given],
        [taken],
        until=lambda: len(taken.passed) == len(inputs),
        extra=extra,
        seed=1,
    )
    return taken


def test_more_bits_than_the_schedule_has_are_refused():
    """A home has at most the bits of the words that are loaded as they are."""
    cipher = replace(tiny_fork(4, 5, 5), words=("key",))
    with pytest.raises(ValueError, match="at most 12 bits"):
        list(places(cipher, Home(key=8, word=4, nonce=5)))
