# SPDX-License-Identifier: Apache-2.0
"""Cores that compute an AEAD, its hash and functions with an output of any length, chosen by the
instruction.
"""

import pytest
from verified import assert_verified

from cipherfab.cores.build import build
from cipherfab.errors import CallError
from cipherfab.modes.duplex import DuplexXof
from cipherfab.verify.answers import outputs
from cipherfab.verify.rtl.check import simulators_of
from cipherfab.verify.rtl.plan import Plan

CORE = "ascon-aead128/round,hash,xof"


def played(name, directory, messages, **options):
    """A run with random stalls unless the options say otherwise."""
    design = build(name)
    play = Plan(design, 1).messages(messages)
    return play(simulators_of(design).build(design, directory), None, **options)


@pytest.mark.parametrize(
    "options",
    [
        "round",
        "unrolled=2,bus=16",
        "round,bus=8",
        "round,inplace",
        "full",
        "unrolled=4,registered",
        "unrolled=4,bus=64",
        "unrolled=2,bus=128",
        "round,ahead,bus=8",
        "unrolled=4,ahead,bus=64",
        "unrolled=4,ahead,enables,bus=128",
    ],
)
def test_outputs_are_those_of_the_models(options, tmp_path):
    """Every length around blocks, with an AEAD and a hash in between, on every bus."""
    name = f"ascon-aead128/{options},hash,xof"
    messages = outputs.plan(build(name).interface, seed=2)
    found = played(name, tmp_path, messages)
    assert found.passed, found.detail
    assert found.messages == len(messages) > 800


@pytest.mark.slow
@pytest.mark.parametrize("name", [CORE, "ascon-aead128/unrolled=2,bus=8,hash,xof",
                                  "ascon-aead128/serial=1,hash,xof"])  # fmt: skip
def test_such_a_core_is_verified(name, tmp_path):
    """Official answers of all four functions, violations, resets, power-up states."""
    assert_verified(name, tmp_path, seed=5)


def test_a_wrong_length_block_is_found(monkeypatch, tmp_path):
    """Control: a core that says the length of the customization in bytes is wrong at once."""
    from cipherfab.lwc import customsize

    monkeypatch.setattr(customsize, "BITS", 0)
    build.cache_clear()
    messages = outputs.plan(build(CORE).interface, seed=2)
    found = played(CORE, tmp_path, messages)
    build.cache_clear()
    assert not found.passed and "ascon-cxof128" in found.detail


def test_a_wrong_initial_value_is_found(monkeypatch, tmp_path):
    """Control: a core with another initial value of its XOFs is wrong at once."""
    original = DuplexXof.initial_state.fget
    interface = build(CORE).interface
    messages = outputs.plan(interface, seed=2)
    monkeypatch.setattr(DuplexXof, "initial_state", property(lambda self: original(self) ^ 1))
    build.cache_clear()
    found = played(CORE, tmp_path, messages)
    build.cache_clear()
    assert not found.passed and "output of any length" in found.detail


@pytest.mark.parametrize("name", ["ascon-xof128", "ascon-cxof128/round"])
def test_a_core_of_its_own_is_refused(name):
    """The message says which core has the function."""
    with pytest.raises(
        CallError, match="no core of its own. It is in ascon-aead128/round,hash,xof"
    ):
        build(name)
