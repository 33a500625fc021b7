# SPDX-License-Identifier: Apache-2.0
"""Shapes under all stalls, and faults that only stalls show."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from cipherfab.lwc.messages import Operation
from cipherfab.verify.messages.cases import Stopped
from cipherfab.verify.messages.check import Prover
from cipherfab.verify.messages.prove import OPEN, PROVED, REFUTED
from cipherfab.verify.messages.shapes import Part, Shape
from cipherfab.verify.messages.stalls import AnyStalls, At, Choice
from cipherfab.verify.messages.waiting import under_all

EMPTY = Part(algorithm="ascon-aead128", operation=Operation.ENCRYPT, ad=0, text=0)
OFFERED = ("pdi_valid", "sdi_valid")
FORGED = Part(algorithm="ascon-aead128", operation=Operation.DECRYPT, ad=1, text=0)


def test_a_shape_is_proved_under_all_stalls(ascon):
    """Whatever cycles the ports wait in, a decryption is right; a message behind it may be offered
    at any time.
    """
    found = ascon.proved(FORGED, along=AnyStalls)
    assert found.verdict == PROVED and found.early, found.detail


def test_a_fault_that_one_stall_shows_is_found(spoilt):
    """A core that answers wrongly once DO waited with a word while PDI offered none is proved
    without stalls, and refuted under all.
    """
    core = spoilt("do_valid & !do_ready & !pdi_valid", takes="1'b1")
    assert core.proved(EMPTY).verdict == PROVED
    found = core.proved(EMPTY, along=AnyStalls)
    assert found.verdict == REFUTED and "waits of" in found.detail and "DO in" in found.detail
    assert any(port == "do" for port, _, _ in found.waits)


@pytest.mark.slow
def test_a_core_that_a_wait_stops_is_found(spoilt):
    """A core that never gives an answer once DO waited five cycles on end is stuck."""
    core = spoilt("&seen[4:0]", takes="1'b1", watched="{seen[30:0], do_valid & !do_ready}")
    source = core.design.sources["planted.sv"].replace(
        ".do_ready(do_ready)", ".do_ready(do_ready & !hit)"
    )
    core = type(core)(
        replace(core.design, sources={**core.design.sources, "planted.sv": source}), core.directory
    )
    assert core.proved(EMPTY).verdict == PROVED
    found = core.proved(EMPTY, along=AnyStalls)
    assert found.verdict in (OPEN, REFUTED), found.detail


@pytest.mark.slow
def test_what_looks_at_a_word_too_early_is_not_early(spoilt):
    """A core that changes because the next message is offered before its answer was taken is not
    said to leave it alone.
    """
    core = spoilt("pdi_valid & do_valid & do_last", takes="1'b1", watched="32'd0")
    found = core.proved(EMPTY, along=AnyStalls)
    assert found.verdict == PROVED and not found.early


def test_what_the_next_key_changes_on_do_is_not_early(spoilt):
    """Nor is a core said so whose answer is another one while the next key is offered, though no
    register tells that it was.
    """
    core = spoilt("1'b0", answer="data ^ {31'd0, sdi_valid & do_valid & !do_last}")
    found = core.proved(EMPTY, along=AnyStalls)
    assert found.verdict == PROVED and not found.early


def test_an_open_shape_leaves_the_finding_open(ascon, tmp_path):
    """One shape that does not end in time leaves all stalls open, and no other is tried."""
    prover, asked = Prover(ascon.design, tmp_path, seconds=0), []

    def result(shape):
        asked.append(shape)
        return prover.result(shape, along=AnyStalls)

    found = under_all([Shape(parts=(EMPTY,)), Shape(parts=(FORGED,))], result, lambda text: None)
    assert (found["verdict"], len(asked)) == (OPEN, 1)
    assert "0 of 2 shapes proved" in found["detail"]


@pytest.mark.parametrize("taken, ends", [(2, True), (1, False)])
def test_the_last_word_of_input_may_pass_with_the_last_one_of_do(taken, ends):
    """Then all input was taken; a core that answers before that has no verdict."""
    core = object.__new__(AnyStalls)
    ready = {"pdi_ready": [1], "sdi_ready": [1], "do_valid": [1]}
    core._machine = SimpleNamespace(step=lambda *_: (ready, []))
    core._ports, core._noise = SimpleNamespace(idle=lambda: dict.fromkeys(OFFERED, 0)), {}
    core._graph, core._words, core._expected, core.early = None, ([[0]] * 3, []), [None], False
    core._compare = lambda outputs: setattr(core, "_place", core._place + 1)
    core._settled = tuple
    at = At((), (taken, 0, 0), (False, False))
    if ends:
        assert core._stepped(at, Choice(True, True, True)) == ((), (1, 0, 1))
    else:
        with pytest.raises(Stopped, match="before all input"):
            core._stepped(at, Choice(True, True, True))
