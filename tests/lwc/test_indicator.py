# SPDX-License-Identifier: Apache-2.0
"""A core says which service ran last, and how it ended."""

from itertools import pairwise
from random import Random

import pytest

from cipherfab.cores.build import build
from cipherfab.cores.names import parse
from cipherfab.errors import CallError
from cipherfab.lwc.indicator import Outcome
from cipherfab.lwc.protocol import Opcode
from cipherfab.lwc.streams import vectors
from cipherfab.verify.rtl.disturbed import broken, few
from cipherfab.verify.rtl.plan import Plan

from .netlists import Running

CORES = [
    "ascon-aead128/round,hash,xof,indicator",
    "ascon-aead128/unrolled=2,bus=16,registered,withheld=64,zeroise,selftest,indicator",
    "ascon-hash256/round,bus=8,indicator",
]
NOTHING = (0, Outcome.NONE)


def played(running: Running, streams, width: int, seed: int):
    """The outputs of each cycle while all words go in, with stalls, until as many came out."""
    dice, places = Random(seed), {"pdi": 0, "sdi": 0}
    words = {"pdi": streams.pdi.words, "sdi": streams.sdi.words}
    left, outputs = len(streams.do.words), {}
    while left:
        given = {"do_ready": dice.random() < 0.8}
        for port, place in places.items():
            if place < len(words[port]) and dice.random() < 0.8:
                given |= {f"{port}_data": words[port][place], f"{port}_valid": 1}
        outputs = running.step(**{name: int(value) for name, value in given.items()})
        for port in places:
            places[port] += bool(given.get(f"{port}_valid") and outputs[f"{port}_ready"])
        passes = bool(given["do_ready"] and outputs["do_valid"])
        left -= passes
        yield {**outputs, "passes": passes}
    yield running.step()
    yield running.step()


@pytest.mark.parametrize("name", CORES[:1])
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_each_message_and_its_status_are_told(name, seed, tmp_path):
    """Of good messages of all functions, forgeries, broken ones and unknown instructions: when the
    status has left, the service is the instruction's and the outcome the status'; before that it
    runs.
    """
    design = build(name)
    plan = Plan(design, seed)
    words = [*broken(plan), *few(plan)]
    streams = vectors(words, **plan.interface.streamed)
    asked = [item.words[0] >> plan.interface.width - 4 for block in streams.pdi.blocks
             for item in block.items if item.kind == "INS"]  # fmt: skip
    asked = [opcode for opcode in asked if opcode != Opcode.ACTIVATE_KEY]
    running, found = Running(design, tmp_path, seed=seed), []
    running.step(rst=1)
    for before, after in pairwise(played(running, streams, plan.interface.width, seed)):
        told = after["service"], after["outcome"]
        if before.get("passes") and before["do_last"]:
            status = before["do_data"] >> plan.interface.width - 4
            good = status == Opcode.SUCCESS
            found.append(told)
            assert told[1] == (Outcome.SUCCESS if good else Outcome.FAILURE)
        elif told != (before["service"], before["outcome"]):
            assert told[1] == Outcome.RUNS and told[0] == asked[len(found)]
    assert [service for service, _ in found] == asked
    assert len({outcome for _, outcome in found}) == 2 and len(set(asked)) > 3


@pytest.mark.parametrize("name", CORES[1:])
def test_it_begins_with_nothing(name, tmp_path):
    """Behind a reset, a self-test, and a zeroisation no service is told; with a register on DO and
    a memory for plaintext the last one is told at the end.
    """
    design = build(name)
    plan = Plan(design, 1)
    running = Running(design, tmp_path, seed=1)
    running.step(rst=1)
    for outputs in running.steps(400):
        assert (outputs["service"], outputs["outcome"]) == NOTHING
    words = few(plan)
    streams = vectors(words, **plan.interface.streamed)
    *_, outputs = played(running, streams, plan.interface.width, 1)
    status = streams.do.words[-1] >> plan.interface.width - 4
    ends = Outcome.SUCCESS if status == Opcode.SUCCESS else Outcome.FAILURE
    assert outputs["outcome"] == ends and outputs["service"]
    if plan.interface.zeroises:
        running.step(zeroise=1)
        running.step()
        told = running.step()
        assert (told["service"], told["outcome"]) == NOTHING


def test_names_with_an_indicator():
    """A masked core has none, nor has a bare primitive."""
    for wrong in ("ascon-aead128/masked=1,indicator", "ascon-p-12/round,indicator"):
        with pytest.raises(CallError, match="indicator"):
            parse(wrong)
