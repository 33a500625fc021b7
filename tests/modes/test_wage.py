# SPDX-License-Identifier: Apache-2.0
"""What goes where in WAGE's state."""

from cipherfab.modes.wage import WageAead, gathered, rate_places, scattered
from cipherfab.words import SoftwareWord

STATE_BITS = 296


def state_of(stages: dict[int, int]) -> SoftwareWord:
    """A state by its stages."""
    return SoftwareWord(
        STATE_BITS, sum(value << 8 * (36 - stage) for stage, value in stages.items())
    )


def test_a_block_is_scattered_and_gathered():
    """The first bit is the first one of stage 8, the last one the top of stage 36; and back."""
    block = SoftwareWord(64, 0x8000000000000003)
    state = scattered(state_of({}), block, rate_places())
    assert int(state) == int(state_of({8: 0x40, 35: 1, 36: 0x40}))
    assert int(gathered(state, rate_places())) == int(block)


def test_the_halves_last_bits_are_loaded_together():
    """Bits 63 and 127 of the key, then of the nonce, are the first four of stage 18; nothing else
    is there.
    """
    mode = WageAead()
    for place in range(4):
        halves = [SoftwareWord(64, int(place == number)) for number in range(4)]
        key = SoftwareWord(128, int(halves[0]) << 64 | int(halves[1]))
        first = mode.begin(0, {"state": state_of({}), "block": halves[2], "key": key})
        state = mode.begin(1, {"state": first, "block": halves[3], "key": key})
        assert int(state) == int(state_of({18: 0x40 >> place}))


def test_rate_is_made_of_the_right_stages():
    """Stage 8 has the first bits, the top of stage 36 the last one; the rest of stage 36 is
    capacity.
    """
    assert int(WageAead().text(state_of({8: 0x40, 36: 0x7F}))) == 0x8000000000000001
