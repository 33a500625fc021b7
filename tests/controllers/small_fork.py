# SPDX-License-Identifier: Apache-2.0
"""PAEF and SAEF over a forkcipher of 32 bits with few rounds, so that whole messages simulate in a
moment.
"""

from functools import cache

from cipherfab.architectures.forked.fork import Home
from cipherfab.architectures.forked.parallel import ForkParallel
from cipherfab.architectures.forked.round import ForkIterated
from cipherfab.controllers.fork.over_fork_in_place import OverForkInPlace
from cipherfab.controllers.fork.over_forkcipher import OverForkcipher
from cipherfab.controllers.fork.paef import PaefCore, PaefInPlace
from cipherfab.controllers.fork.saef import SaefCore, SaefInPlace
from cipherfab.modes.forkae import ForkAead
from cipherfab.modes.paef import Paef
from cipherfab.modes.saef import Saef
from cipherfab.primitives.forkcipher import Forkcipher
from cipherfab.words import concat, rol

BLOCK, TWEAKEY = 32, 32
BEFORE, BRANCH = 2, 3
CONSTANT = 0x01248136


def small_fork() -> Forkcipher:
    """The forkcipher: a round adds the tweakey, which is rotated for the next one, and mixes the
    halves of the block.
    """

    def mixed(half):
        return (rol(half, 1) & rol(half, 8)) ^ rol(half, 2)

    def round(x, schedule):
        high, low = (x + schedule["key"]).split(BLOCK // 2)
        return concat(low, high ^ mixed(low))

    def inverse_round(x, schedule):
        low, high = x.split(BLOCK // 2)
        return concat(high ^ mixed(low), low) + ~schedule["key"] + 1

    def skip(schedule, turns):
        return {"key": rol(schedule["key"], 7 * turns), "count": schedule["count"] + turns % 16}

    def at(schedule, position):
        bits = [
            schedule["count"][bit] if position >> bit & 1 else ~schedule["count"][bit]
            for bit in range(4)
        ]
        return bits[0] & bits[1] & bits[2] & bits[3]

    return Forkcipher(
        name="small",
        block=BLOCK,
        tweakey=TWEAKEY,
        before=BEFORE,
        right=BRANCH,
        left=BRANCH,
        layout={"key": TWEAKEY, "count": 4},
        load=lambda tweakey: {"key": tweakey, "count": tweakey.constant(0, 4)},
        advance=lambda schedule: skip(schedule, 1),
        retreat=lambda schedule: skip(schedule, -1),
        skip=skip,
        round=round,
        inverse_round=inverse_round,
        branch=lambda x: x ^ CONSTANT,
        at=at,
        words=("key",),
    )


MODELS: dict[str, ForkAead] = {
    "paef": Paef(cipher=small_fork(), key_bytes=2, nonce_bytes=1),
    "saef": Saef(cipher=small_fork(), key_bytes=2, nonce_bytes=1),
}
"""PAEF with a counter of 5 bits, and SAEF."""


@cache
def small_core(
    mode: str, *, parallel: bool = False, decrypts: bool = True, at_home: bool = False
) -> OverForkcipher:
    """The controller of one of `MODELS`; ``at_home``: the cipher keeps the key, and PAEF's
    nonce."""
    model = MODELS[mode]
    home = _home(mode, 8 * model.key_bytes)
    cipher = (ForkParallel if parallel else ForkIterated)(
        model.cipher,
        encdec=decrypts,
        loads=mode == "saef",
        keeps=True,
        turns=decrypts and mode == "saef",
        home=home if at_home else None,
    )
    return (PaefCore if mode == "paef" else SaefCore)(model, cipher, decrypts=decrypts)


def in_place_core(
    mode: str, width: int, *, parallel: bool = False, decrypts: bool = True
) -> OverForkInPlace:
    """The controller of one of `MODELS` whose words of ``width`` bits enter and leave the registers
    of its blocks.
    """
    cipher = (ForkParallel if parallel else ForkIterated)(
        MODELS[mode].cipher, encdec=decrypts, home=_home(mode, width), shifts=width
    )
    kind = PaefInPlace if mode == "paef" else SaefInPlace
    return kind(MODELS[mode], cipher, decrypts=decrypts)


def _home(mode: str, word: int) -> Home:
    """The key, which comes in such words, and PAEF's nonce."""
    model = MODELS[mode]
    return Home(
        key=8 * model.key_bytes, word=word, nonce=8 * model.nonce_bytes if mode == "paef" else 0
    )
