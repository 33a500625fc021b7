# SPDX-License-Identifier: Apache-2.0
"""Invariants of the pre-processor are proved before they are used, and what differs is never
proved by them.
"""

from dataclasses import replace

import pytest

from cipherfab.imports.designs import build
from cipherfab.verify.equivalence import invariants
from cipherfab.verify.equivalence.agreeing import agree
from cipherfab.verify.equivalence.invariants import inductive
from cipherfab.verify.equivalence.netlist import read_rtl

CUT = (
    "if (message_is_cut) begin\n          if (unsettled & ~settle_due) words__mask",
    "if (1'b0) begin\n          if (unsettled & ~settle_due) words__mask",
)
"""Behind a message that is cut off registers hold other values, which nobody reads."""

MASK = ("(bytes_left[1:0] == 2'h0) | (bytes_left[1:0] > 2'h1)", "(bytes_left[1:0] > 2'h1)")
"""A mask is wrong behind an empty segment, where one word follows that waits; none does."""

WRONG = (
    "if (~header_part & settles) words__mask <= 4'h0;",
    "if (~header_part & settles & unsettled) words__mask <= 4'h0;",
)
"""A word without bytes has some."""


@pytest.fixture(scope="module")
def design():
    return build("ascon-aead128/round", None)


@pytest.fixture(scope="module")
def netlist(design, tmp_path_factory):
    return read_rtl(design, tmp_path_factory.mktemp("original"))


def changed(design, change, directory):
    """The design with the first place of a text replaced by another, and its netlist."""
    (name,) = [name for name, text in design.sources.items() if change[0] in text]
    text = design.sources[name].replace(*change, 1)
    directory.mkdir()
    return read_rtl(replace(design, sources={**design.sources, name: text}), directory)


def test_all_candidates_hold_of_our_core(design, netlist, tmp_path):
    kept = inductive(netlist, design, tmp_path)
    assert {"mask 2", "3 words stored", "one state of the mode"} < kept
    assert len(kept) == 23


def test_a_candidate_that_a_step_breaks_is_not_kept(design, netlist, tmp_path):
    found = inductive(changed(design, MASK, tmp_path / "changed"), design, tmp_path)
    assert found == inductive(netlist, design, tmp_path) - {"mask 2"}


def test_a_false_candidate_is_not_kept(design, netlist, tmp_path, monkeypatch):
    true = invariants.candidates
    monkeypatch.setattr(
        invariants,
        "candidates",
        lambda named: {**true(named), "false": named.bit("settle_due") ^ 1},
    )
    assert "false" not in inductive(netlist, design, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("change, proved", [(CUT, True), (WRONG, False)])
def test_only_what_agrees_wherever_it_is_read_is_proved(design, netlist, tmp_path, change, proved):
    other = changed(design, change, tmp_path / "changed")
    holding = inductive(netlist, design, tmp_path), inductive(other, design, tmp_path)
    assert agree(netlist, other, design, holding, tmp_path, seconds=60) is proved


def test_a_core_that_calls_its_registers_otherwise_has_no_invariants(tmp_path):
    design = build("ascon-p-6", None)
    assert inductive(read_rtl(design, tmp_path), design, tmp_path) == set()
