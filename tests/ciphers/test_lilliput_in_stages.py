"""Tests of `cipherfab.ciphers.lilliput_in_stages`."""

from dataclasses import replace
from random import Random

import pytest

from cipherfab.ciphers.lilliput import lilliput_tbc
from cipherfab.ciphers.lilliput_in_stages import EXTRA, staged_lilliput_tbc
from cipherfab.errors import CallError
from cipherfab.primitives.in_stages import masked
from cipherfab.primitives.primitive import software
from cipherfab.verify.gates import masking
from cipherfab.words import SoftwareWord
from cipherfab.words.shares import SharedWord

STAGED = staged_lilliput_tbc(2, 128)


@pytest.mark.parametrize("mode, key, fixed", [
    (1, 256, {}), (2, 128, {}), (1, 128, {"backwards": 0}), (1, 192, {"backwards": 1, "round": 30}),
    (2, 256, {"backwards": 1, "round": 70})])
def test_the_stages_make_a_round(mode, key, fixed):
    """One after the other, on words without shares, they do to the registers what a step does: forwards, back, and before that."""
    staged, draw = staged_lilliput_tbc(mode, key, encdec="backwards" in fixed), Random(key)
    state = {name: SoftwareWord(width, fixed.get(name, draw.getrandbits(width))) for name, width in staged.primitive.layout.items()}
    expected, found = staged.primitive.step(state), dict(state)
    for name, width in EXTRA.items():
        found[name] = SoftwareWord(width, draw.getrandbits(width))
    for stage in staged.stages:
        found |= stage(found)
    assert {name: int(found[name]) for name in expected} == {name: int(word) for name, word in expected.items()}


@pytest.mark.parametrize("without", range(6))
def test_shares_give_the_right_answer(without):
    """The masked cipher on shares of key and block: the shares of the ciphertext add up, whichever register is left out."""
    draw, primitive = Random(1), masked(STAGED, without=without)
    values = {name: draw.getrandbits(128) for name in ("key", "tweak", "plaintext")}
    given = []
    for name in primitive.inputs:
        secret, _, share = name.rpartition("_")
        given.append(draw.getrandbits(128) if share in ("0", "1") else values[secret or name])
    by_name = dict(zip(primitive.inputs, given))
    for secret in ("key", "plaintext"):
        by_name[f"{secret}_2"] ^= by_name[f"{secret}_0"] ^ by_name[f"{secret}_1"]
    first, second, third = software(primitive)(*by_name.values())
    expected, = software(lilliput_tbc(2, 128))(values["key"], values["tweak"], values["plaintext"])
    assert first ^ second ^ third == expected and primitive.rounds == ((5 if without else 6) * 32 + 1,)


def test_a_register_between_rounds_is_not_left_out():
    """The register after the last stage of six, and those that do not exist, are refused with those that can be left out."""
    with pytest.raises(CallError, match="after stage 6 cannot be left out; expected 1 to 5"):
        masked(STAGED, without=6)


@pytest.mark.parametrize("encdec", [False, True])
def test_masking_passes_without_fresh_randomness(encdec):
    """All boxes are correct, non-complete and uniform; no component of a step reads all shares of a word."""
    findings = masking.check(staged_lilliput_tbc(2, 128, encdec=encdec))
    assert len(findings) == 3 * 6 + 1 and all(found["passed"] for found in findings), findings
    assert STAGED.random_bits_per_call == 0


def test_two_halves_in_one_stage_are_refused():
    """Each function of a Feistel round has degree 3: without the register ``t`` its second product is a product of a product."""
    def both(state):
        return STAGED.stages[1]({**state, **STAGED.stages[0](state)})
    with pytest.raises(ValueError, match="a stage ends before"):
        masking.incomplete(replace(STAGED, stages=(both, *STAGED.stages[2:])))


def test_the_tweak_is_public():
    """The registers of tweak and round number have no shares, and no stage makes them secret."""
    layout = masked(STAGED).layout
    assert {"tweak", "round", "key_0", "x_2", "t_1"} <= set(layout) and "tweak_0" not in layout
    word = SoftwareWord(128, 0)
    state = {name: SharedWord((SoftwareWord(width, 0),) * 3) for name, width in STAGED.layout.items()}
    state |= {"tweak": SharedWord.public(word), "round": SharedWord.public(word[:7])}
    assert all(STAGED.stages[5](state)[name].degree == 0 for name in ("tweak", "round"))
