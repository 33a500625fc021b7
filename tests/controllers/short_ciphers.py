# SPDX-License-Identifier: Apache-2.0
"""Ciphers of few and simple rounds with the ports of real ones, for tests of controllers: every bit
of the inputs matters.
"""

from dataclasses import replace

from cipherfab.modes.saturnin import SaturninCtrCascade, SaturninHash
from cipherfab.primitives.primitive import Primitive
from cipherfab.words import Word, concat, rol, ror
from cipherfab.words.bits import equals

ROUNDS = 3


def shortened(
    cipher: Primitive, *, returns: bool = False, whitens: bool = False, turns: int = 5
) -> Primitive:
    """A Feistel network with the inputs and outputs of ``cipher``, and with an inverse.

    Args:
        cipher: its inputs are ``plaintext``, ``key`` or ``tweakey``, and others.
        returns: after a call the registers still hold the key.
        turns: bits by which a round rotates the key.
        whitens: the key is added to the block when both are loaded.
    """
    block, others = (
        cipher.inputs["plaintext"],
        {name: n for name, n in cipher.inputs.items() if name != "plaintext"},
    )
    key, rest = next(iter(others)), list(others)[1:]
    width = others[key]

    def mix(half: Word, state) -> Word:
        return (
            (rol(half, 1) & rol(half, 7))
            ^ ror(half, 3)
            ^ _folded(state["k"], block // 2)
            ^ _folded(state["t"], block // 2)
        )

    def load(inputs):
        x = inputs["plaintext"] ^ _folded(inputs[key], block) if whitens else inputs["plaintext"]
        tweaks = concat(*(inputs[name] for name in rest), inputs[key].constant(0, 1))
        return {"x": x, "k": inputs[key], "t": tweaks, "i": x.constant(0, 4)}

    def step(state):
        left, right = state["x"].split(block // 2)
        return {
            **state,
            "x": concat(right ^ mix(left, state), left),
            "k": rol(state["k"], turns),
            "i": state["i"] + 1,
        }

    def inverse_load(inputs):
        given = {**inputs, "plaintext": inputs["ciphertext"]}
        return {**load(given), "k": rol(inputs[key], turns * ROUNDS)}

    def inverse_step(state):
        left, right = state["x"].split(block // 2)
        state = {**state, "k": ror(state["k"], turns)}
        return {**state, "x": concat(right, left ^ mix(right, state)), "i": state["i"] + 1}

    layout = {"x": block, "k": width, "t": sum(others[name] for name in rest) + 1, "i": 4}
    common = {
        "rounds": (ROUNDS,),
        "layout": layout,
        "finished": lambda state: equals(state["i"], ROUNDS),
    }
    inverse = Primitive(
        name="short-inverse",
        inputs={**others, "ciphertext": block},
        outputs={"plaintext": block},
        load=inverse_load,
        step=inverse_step,
        result=lambda state: {"plaintext": state["x"]},
        returns=(lambda state: {key: state["k"]}) if returns else None,
        **common,
    )
    return Primitive(
        name="short",
        inputs=cipher.inputs,
        outputs={"ciphertext": block},
        load=load,
        step=step,
        inverse=inverse,
        result=lambda state: {"ciphertext": state["x"]},
        returns=(lambda state: {key: ror(state["k"], turns * ROUNDS)}) if returns else None,
        **common,
    )


def _folded(word: Word, width: int) -> Word:
    """The sum of the pieces of ``width`` bits, of which the last is filled with zeros."""
    if word.width % width:
        word = concat(word, word.constant(0, width - word.width % width))
    first, *others = word.split(width)
    for other in others:
        first = rol(first, 11) ^ other
    return first


def with_short_cipher(model, **options):
    """A model with a cipher of few rounds."""
    if isinstance(model, (SaturninCtrCascade, SaturninHash)):
        short = shortened(model.cipher(None))
        return replace(
            model, cipher=lambda domain: short if domain is None else _fixed(short, domain)
        )
    return replace(model, cipher=shortened(model.cipher, **options))


def _fixed(cipher: Primitive, domain: int) -> Primitive:
    """The cipher in one domain."""
    inputs = {name: width for name, width in cipher.inputs.items() if name != "domain"}
    return replace(
        cipher,
        inputs=inputs,
        inverse=None,
        load=lambda given: cipher.load({**given, "domain": given["plaintext"].constant(domain, 4)}),
    )
