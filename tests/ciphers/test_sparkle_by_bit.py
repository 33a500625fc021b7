# SPDX-License-Identifier: Apache-2.0
"""SPARKLE with its sums bit by bit computes what SPARKLE computes, and adds on shares."""

from random import Random

import pytest
from called import called

from cipherfab.ciphers.sparkle import ROTATIONS, STEPS, WORD, sparkle_steps
from cipherfab.ciphers.sparkle_by_bit import CARRIES, added, by_bit
from cipherfab.cores.build import build
from cipherfab.errors import CallError
from cipherfab.primitives.by_gadgets import by_gadgets
from cipherfab.primitives.primitive import Primitive, software
from cipherfab.words import SoftwareWord, ror
from cipherfab.words.gadgets import GADGETS

BRANCHES = 2
NAMES = [f"{part}{n}" for n in range(BRANCHES) for part in "xy"]


def adder(number: int) -> Primitive:
    """The addition with this number of an ARX-box, on two branches, a bit in a step."""

    def step(state):
        like = state["x0"]
        turn = [like.constant(int(each == number), 1) for each in range(len(ROTATIONS))]
        branches = [(state[f"x{n}"], state[f"y{n}"]) for n in range(BRANCHES)]
        branches, carries = added(branches, turn, state[CARRIES])
        return dict(zip(NAMES, (word for pair in branches for word in pair))) | {CARRIES: carries}

    return Primitive(
        name="adder",
        rounds=(WORD,),
        inputs=dict.fromkeys(NAMES, WORD),
        outputs=dict.fromkeys(NAMES, WORD),
        layout=dict.fromkeys(NAMES, WORD) | {CARRIES: BRANCHES},
        load=lambda inputs: inputs | {CARRIES: inputs["x0"].constant(0, BRANCHES)},
        step=step,
        result=lambda state: {name: state[name] for name in NAMES},
    )


def numbers(random: Random) -> list[int]:
    """Words, among them those whose carries run through all places."""
    return [random.choice((0, 1, 2**WORD - 1, random.getrandbits(WORD))) for _ in NAMES]


def sums(given: list[int], number: int) -> tuple[int, ...]:
    """Each x, with y turned, added by Python; each y as it is."""
    found = []
    for x, y in zip(given[::2], given[1::2]):
        turned = int(ror(SoftwareWord(WORD, y), ROTATIONS[number][0]))
        found += [(x + turned) % 2**WORD, y]
    return tuple(found)


@pytest.mark.parametrize("number", range(len(ROTATIONS)))
def test_an_addition_is_the_sum(number):
    """In 32 steps each branch has the sum modulo 2^32 of its x and its turned y, which is back at
    its place.
    """
    random, model = Random(number), software(adder(number))
    for _ in range(200):
        given = numbers(random)
        assert model(*given) == sums(given, number)


@pytest.mark.parametrize("order", [1, 2, 3])
@pytest.mark.parametrize("gadget", GADGETS)
def test_an_addition_on_shares_is_the_sum(gadget, order):
    """The sum of all shares of the result is the sum of the words, of any order and gadget."""
    random, number = Random(order), order % len(ROTATIONS)
    masked = by_gadgets(adder(number), order, gadget)
    for _ in range(5):
        given = numbers(random)
        assert called(masked, dict(zip(NAMES, given)), random) == sums(given, number)


def test_rounds_done_twice_are_refused():
    """Its rounds are no steps of a core on shares, so none is called twice."""
    with pytest.raises(CallError, match="redundant does not go with masked=d of sparkle-256-slim"):
        build("sparkle-256-slim/masked=1,gadget=dom,redundant=2")


@pytest.mark.parametrize("width", STEPS)
def test_all_steps_are_those_of_sparkle(width):
    """A call computes the permutation, with either number of steps."""
    whole, random = sparkle_steps(width, *sorted(STEPS[width].values(), reverse=True)), Random(1)
    for schedule in range(2):
        x = random.getrandbits(width)
        assert software(by_bit(whole))(x, schedule) == software(whole)(x, schedule)
