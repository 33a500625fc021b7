# SPDX-License-Identifier: Apache-2.0
"""Tweakable block ciphers that are quick to simulate and a mode over one, for tests of what is
built around them.
"""

from dataclasses import replace
from functools import cache, reduce

from cipherfab.modes.thetacb import ThetaCb3, Tweaks
from cipherfab.primitives.primitive import Primitive, State
from cipherfab.words import Word, concat, rol, ror
from cipherfab.words.bits import equals


def _mixed(half: Word, key: Word, count: Word) -> Word:
    """The Feistel function: nonlinear, with all of the tweakey and the number of the step."""
    pieces = reduce(lambda a, b: a ^ b, key.split(half.width))
    return (
        rol(half, 1) & rol(half, 8)
        ^ rol(half, 2)
        ^ pieces
        ^ concat(half.constant(0, half.width - 4), count)
    )


@cache
def tiny_tbc(block: int, tweakey: int, rounds: int, *, finished: bool = True) -> Primitive:
    """Ports as SKINNY's: ``tweakey``, ``plaintext``, ``ciphertext``, and an inverse on the same
    registers.

    Args:
        block: bits, even.
        tweakey: bits, a multiple of half a block.
        rounds: 1 to 14.
        finished: the registers tell when they are done.
    """
    half, layout = block // 2, {"x": block, "k": tweakey, "count": 4}

    def step(state: State) -> State:
        a, b = state["x"].split(half)
        return {
            "x": concat(b ^ _mixed(a, state["k"], state["count"]), a),
            "k": rol(state["k"], 11),
            "count": state["count"] + 1,
        }

    def inverse_step(state: State) -> State:
        b, a = state["x"].split(half)
        return {
            "x": concat(a, b ^ _mixed(a, state["k"], state["count"])),
            "k": ror(state["k"], 11),
            # One less in four bits, so that it is 15 behind the last step.
            "count": state["count"] + 15,
        }

    def load(inputs: State) -> State:
        return {
            "x": inputs["plaintext"],
            "k": inputs["tweakey"],
            "count": inputs["tweakey"].constant(0, 4),
        }

    def inverse_load(inputs: State) -> State:
        key = rol(inputs["tweakey"], 11 * (rounds - 1))
        return {"x": inputs["ciphertext"], "k": key, "count": key.constant(rounds - 1, 4)}

    def ends(count: int):
        return (lambda state: equals(state["count"], count)) if finished else None

    inverse = Primitive(
        name=f"tiny-tbc-{rounds}-inverse",
        rounds=(rounds,),
        inputs={"tweakey": tweakey, "ciphertext": block},
        outputs={"plaintext": block},
        layout=layout,
        load=inverse_load,
        step=inverse_step,
        result=lambda state: {"plaintext": state["x"]},
        finished=ends(15),
    )
    return Primitive(
        name=f"tiny-tbc-{rounds}",
        rounds=(rounds,),
        inputs={"tweakey": tweakey, "plaintext": block},
        outputs={"ciphertext": block},
        layout=layout,
        load=load,
        step=step,
        result=lambda state: {"ciphertext": state["x"]},
        finished=ends(rounds),
        inverse=inverse,
    )


def lopsided(rounds: int, *, longer_inverse: bool = True) -> Primitive:
    """A cipher of which one direction does nothing in every second step, and so takes twice as
    many; no ``finished``.
    """
    layout, shared = {"x": 8, "k": 8, "idle": 1}, {"tweakey": 8}

    def slowly(step):
        def half(state):
            done = step(state)["x"]
            return {
                "x": (done ^ state["x"]) & state["idle"].permute([0] * 8) ^ state["x"],
                "k": state["k"],
                "idle": ~state["idle"],
            }

        return half

    def direction(given, taken, step, slow):
        return Primitive(
            name=f"lopsided-{given}",
            inputs={**shared, given: 8},
            outputs={taken: 8},
            layout=layout,
            rounds=(rounds * (1 + slow),),
            load=lambda inputs: {
                "x": inputs[given],
                "k": inputs["tweakey"],
                "idle": inputs[given].constant(0, 1),
            },
            step=slowly(step) if slow else step,
            result=lambda state: {taken: state["x"]},
        )

    def step(state):
        return {**state, "x": rol(state["x"], 3) + state["k"]}

    def inverse_step(state):
        return {**state, "x": ror(state["x"] + ~state["k"] + 1, 3)}

    inverse = direction("ciphertext", "plaintext", inverse_step, longer_inverse)
    return replace(direction("plaintext", "ciphertext", step, not longer_inverse), inverse=inverse)


def _tweakey(words: State) -> State:
    """A layout unlike SKINNY-AEAD's: kind of call, nonce, counter as a number, key."""
    call, counter = words["call"], words["counter"]
    return {"tweakey": concat(call, counter.constant(0, 1), words["nonce"], counter, words["key"])}


def tiny_theta_cb(rounds: int = 6) -> ThetaCb3:
    """ΘCB3 over `tiny_tbc`: a nonce of 12 and a tag of 8 bytes, blocks counted from 0."""
    tweaks = Tweaks(
        counter_bits=28, first=0, following=lambda counter: counter + 1, tweakey=_tweakey
    )
    return ThetaCb3(cipher=tiny_tbc(128, 256, rounds), tweaks=tweaks, nonce_bytes=12, tag_bytes=8)
