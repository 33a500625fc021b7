# SPDX-License-Identifier: Apache-2.0
"""TweGIFT-64 and TweGIFT-128: GIFT with a tweak of 4 bits.

Sources: A. Chakraborti, N. Datta, A. Jha, C. Mancillas López, M. Nandi, Y. Sasaki, "ESTATE",
submission to NIST, version 1, 2019, section 2.3.3 (TweGIFT-128); the same authors, "LOTUS-AEAD and
LOCUS-AEAD", submission to NIST, version 1, 2019, section 2.2 (TweGIFT-64).

Differences from the text: the byte strings are those of the two submissions, GIFT's with all bytes
in reverse order: the first byte holds the least significant nibbles. Words of the interface have
the first byte most significant. ``phase`` counts the rounds since the tweak was added.
"""

from functools import cache

from ..primitives.primitive import Primitive, State
from ..primitives.properties import BranchNumber
from ..words import Word, concat, mux
from ..words.bits import equals, swap_bytes
from .gift import gift

TWEAK = 4

PERIOD = {64: 4, 128: 5}
"""By block: the tweak is added after so many rounds, but not after the last."""

TWEAK_PLANE = {64: "s2", 128: "s0"}
"""By block: the bit plane to which the tweak is added."""

PHASE = 3
"""Bits of ``phase``."""


def expand_tweak(tweak: Word, width: int) -> Word:
    """AddTweak, up to the addition: the tweak and, above it, each of its bits plus their sum;
    repeated."""
    total = tweak[0] ^ tweak[1] ^ tweak[2] ^ tweak[3]
    byte = concat(tweak ^ concat(total, total, total, total), tweak)
    return concat(*[byte] * (width // 8))


@cache
def twegift(block: int) -> Primitive:
    """TweGIFT with a block of 64 or 128 bits.

    Inputs ``key`` (128 bits), ``tweak`` (4) and ``plaintext``, output ``ciphertext``.
    """
    return _tweaked(gift(block), block)


def _tweaked(cipher: Primitive, block: int) -> Primitive:
    """GIFT, or its inverse: in both directions the tweak is added behind every so many rounds but
    the last."""
    own = {"tweak": TWEAK, "phase": PHASE}
    plane, period = TWEAK_PLANE[block], PERIOD[block]
    (text, target), key = _ends(cipher), "key"

    def load(inputs: State) -> State:
        reversed_ = {name: swap_bytes(inputs[name]) for name in (key, text)}
        return {
            **cipher.load(reversed_),
            "tweak": inputs["tweak"],
            "phase": inputs["tweak"].constant(0, PHASE),
        }

    def step(state: State) -> State:
        inner = cipher.step({name: state[name] for name in cipher.layout})
        due = equals(state["phase"], period - 1)
        tweaked = inner[plane] ^ expand_tweak(state["tweak"], inner[plane].width)
        # The tweak is added between rounds: not behind the last one.
        added = mux(due & ~cipher.finished(inner), tweaked, inner[plane])
        phase = mux(due, state["phase"].constant(0), state["phase"] + 1)
        return {**inner, plane: added, "tweak": state["tweak"], "phase": phase}

    return Primitive(
        name=f"twe{cipher.name}",
        rounds=cipher.rounds,
        outputs=cipher.outputs,
        layout={**cipher.layout, **own},
        inputs={key: cipher.inputs[key], "tweak": TWEAK, text: block},
        load=load,
        step=step,
        result=lambda state: {target: swap_bytes(cipher.result(state)[target])},
        finished=cipher.finished,
        inverse=cipher.inverse and _tweaked(cipher.inverse, block),
        returns=lambda state: {key: swap_bytes(cipher.returns(state)[key])},
    )


def _ends(cipher: Primitive) -> tuple[str, str]:
    """The names of its text input and of its output."""
    (target,) = cipher.outputs
    return next(name for name in cipher.inputs if name != "key"), target


PROPERTIES = (
    BranchNumber(
        of=lambda tweak: expand_tweak(tweak, 8)[4:], shape=TWEAK, number=4, cell=1, name="AddTweak"
    ),
)
