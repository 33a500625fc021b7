# SPDX-License-Identifier: Apache-2.0
"""A feedback mode over a block cipher that is there in this file alone: its events are its model
and its core.
"""

from dataclasses import dataclass
from functools import cache

from cipherfab.controllers import controller_of
from cipherfab.controllers.request import Request
from cipherfab.modes.sponge import Addition, SpongeAead
from cipherfab.primitives.primitive import Primitive
from cipherfab.primitives.transformed import keyed
from cipherfab.words import rol, ror
from cipherfab.words.bits import equals
from controllers.test_every_controller import plays_as_its_model


@cache
def cipher() -> Primitive:
    """Three rounds on blocks and keys of 64 bits, with a key schedule, as a permutation under a
    key.
    """

    def step(state):
        x, key = state["x"], state["key"]
        mixed = x ^ (rol(x, 1) & rol(x, 9)) ^ ror(x, 3) ^ key
        return {"x": mixed, "key": rol(key, 5), "i": state["i"] + 1}

    return keyed(
        Primitive(
            name="short",
            rounds=(3,),
            inputs={"key": 64, "plaintext": 64},
            outputs={"ciphertext": 64},
            layout={"x": 64, "key": 64, "i": 4},
            load=lambda words: {
                "x": words["plaintext"],
                "key": words["key"],
                "i": words["key"].constant(0, 4),
            },
            step=step,
            result=lambda state: {"ciphertext": state["x"]},
            finished=lambda state: equals(state["i"], 3),
        )
    )


@dataclass(frozen=True, kw_only=True)
class Feedback(SpongeAead):
    """Each block is added to the rotated result of the call before; bits say what ends where."""

    key_bytes: int = 8
    nonce_bytes: int = 8
    tag_bytes: int = 8
    block_bytes: int = 8
    mark, loadable = 0x80, frozenset({"x"})

    @property
    def permutation(self):
        return cipher()

    def begin(self, part, words):
        return words["block"]

    def absorb(self, words):
        state = words["state"]
        plain = words["block"] ^ words["padding"] ^ (state & words["replaced"])
        return ror(state, 8) ^ plain

    def additions(self):
        return (
            Addition(name="ends", when=lambda flags: flags["last"],
                     value=lambda words: words["state"].constant(1)),
            Addition(name="text", when=lambda flags: flags["message"],
                     value=lambda words: words["state"].constant(2)))  # fmt: skip

    def text(self, state):
        return state

    def tag(self, part, state):
        return state


def test_a_new_feedback_mode_needs_no_line_of_hardware():
    """A mode that is described by its events has a controller, which computes what its model
    computes at lengths around the block, and flags forged tags.
    """
    module = controller_of(Feedback())
    assert module.__name__.endswith("sponge.general")
    plays_as_its_model(module.make(Request(aead=Feedback())))
