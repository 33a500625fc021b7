# SPDX-License-Identifier: Apache-2.0
"""Leakage of a masked AEAD over whole messages: it passes, and what is made wrong does not."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from masked_aead import CORE, mapped
from small_cells import synthesize

from cipherfab.commands import leakage
from cipherfab.controllers.parts.opened import OPENED
from cipherfab.controllers.sponge import on_shares
from cipherfab.controllers.sponge.comparison_on_shares import ComparisonOnShares
from cipherfab.cores.build import build
from cipherfab.errors import CallError
from cipherfab.primitives.by_gadgets import by_gadgets
from cipherfab.verify.gates import judges, message_leakage
from cipherfab.verify.gates.leakage import LIBERTY, PLACED
from cipherfab.verify.gates.messages import Conversation, Lengths

TRACES = 4096


def assessed(design, directory, **options):
    """With the netlist in a directory."""
    return message_leakage.assess(
        design,
        directory / "netlist.v",
        directory / "cells.lib",
        directory,
        traces=TRACES,
        seed=1,
        **options,
    )


@pytest.fixture(scope="module")
def netlist(tmp_path_factory):
    """The core as it is."""
    directory = tmp_path_factory.mktemp("masked")
    return mapped(directory), directory


WRAPPER = """module does_not_wait (input clk, input rst,
  input [63:0] pdi_data, input pdi_valid, output pdi_ready,
  input [63:0] sdi_data, input sdi_valid, output sdi_ready,
  output [63:0] do_data, output do_valid, input do_ready, output do_last,
  input [319:0] rdi_data, input rdi_valid, output rdi_ready);
  {top} core (.clk(clk), .rst(rst),
    .pdi_data(pdi_data), .pdi_valid(pdi_valid), .pdi_ready(pdi_ready),
    .sdi_data(sdi_data), .sdi_valid(sdi_valid), .sdi_ready(sdi_ready),
    .do_data(do_data), .do_valid(do_valid), .do_ready(do_ready), .do_last(do_last),
    .rdi_data(rdi_data), .rdi_valid(1'b1), .rdi_ready(rdi_ready));
endmodule
"""


@pytest.mark.slow
def test_a_core_that_does_not_wait_for_rdi_leaks_in_its_pauses(tmp_path):
    """With a word always on RDI nothing is found in a core that takes RDI as it stands, and with
    pauses an event of it leaks; answers are right in both.
    """
    design = build(CORE)
    sources = {**design.sources, "wrapper.v": WRAPPER.format(top=design.top)}
    design = replace(design, top="does_not_wait", sources=sources)
    synthesize("\n".join(sources.values()), tmp_path, top=design.top)
    found = [
        assessed(design, tmp_path, decrypts=False, pausing=pausing, each=True)["leaks"]
        for pausing in (False, True)
    ]
    assert found == [False, True]


@pytest.mark.slow
def test_a_message_does_not_leak(netlist):
    """Answers are right, the handshake is the same in all traces, the toggles do not tell fixed
    secrets from random ones; each round takes a random word, and so does each run where it begins.
    """
    found = assessed(*netlist)
    assert not found["leaks"] and found["uniform"] and found["checked"] == 8
    # Rounds: key and nonce 12, 8 for the associated data and for each block of the text but the
    # last, 12 for the tag; and 12 for each comparison.
    assert found["random_words"] == 3 * (12 + 8 + 8 + 12 + 4) + 2 * (12 + 1)


@pytest.mark.slow
def test_what_is_opened_is_seen_and_not_judged(netlist):
    """At a wrong tag a function of its difference depends on the key, in the clocks that are said,
    and in no others.
    """
    found = assessed(*netlist)
    assert found["opened"]["max_t"] > found["threshold"] > found["max_t"]
    assert len(found["opened"]["cycles"]) == OPENED + 4


@pytest.mark.slow
def test_random_bits_tied_to_0_leak(netlist):
    """The control without random bits, where each change of a net is looked at by itself: the sum
    does not tell with so few traces. The answers are right all the same.
    """
    found = assessed(*netlist, zeros=True, each=True)
    assert found["leaks"] and found["uniform"]


@pytest.mark.slow
def test_shares_that_are_always_opened_leak(monkeypatch, tmp_path):
    """Registers of the comparison that take in the state in all other phases too: the answers are
    right, and shares are added up all the time. By structure nothing is wrong.
    """
    whole = ComparisonOnShares._opens
    monkeypatch.setattr(
        ComparisonOnShares,
        "_opens",
        lambda self: whole(self) | ~(self.phases["VERIFY"] | self.phases["COMPARE"]),
    )
    assert assessed(mapped(tmp_path), tmp_path, each=True)["leaks"]


@pytest.mark.slow
def test_no_net_leaks_when_the_state_is_loaded(netlist):
    """Every change of every net by itself, before something is opened."""
    found = assessed(*netlist, each=True)
    assert found["event"]["max_t"] < found["event"]["threshold"] and not found["leaks"]


@pytest.mark.slow
def test_a_state_that_is_not_shared_anew_leaks(monkeypatch, tmp_path):
    """A product of a share of x1 and the other share of x2 tells the classes apart where a run
    begins with the state that its registers hold, in 4,096 traces; the sum does not.
    """
    monkeypatch.setattr(on_shares, "by_gadgets", lambda *given, **_: by_gadgets(*given))
    found = assessed(mapped(tmp_path), tmp_path, each=True)
    assert found["event"]["max_t"] > 2 * found["event"]["threshold"] and found["event"]["net"]
    assert found["max_t"] < found["threshold"]


def test_the_fixed_secrets_are_not_what_is_public():
    """No word of the fixed key or plaintext is one of nonce, associated data or wrong tag."""
    talk = Conversation(build(CORE), seed=1, lengths=Lengths())
    public = talk.nonce + talk.ad + talk.wrong
    size = talk.width // 8
    words = {public[start : start + size] for start in range(0, len(public), size)}
    fixed = message_leakage.fixed_secrets(talk, 1).values()
    secret = {value.to_bytes(size, order) for value in fixed for order in ("big", "little")}
    assert len(fixed) == 9 and len(words) == 10 and not words & secret


def test_delays_are_those_that_are_asked_for(monkeypatch):
    """Only with delays of the Liberty file or of a placement is the simulator one with times, and
    only without any are there no glitches.
    """
    seen = []

    def played(talk, simulator, directory, test):
        seen.append((simulator, test.delays is not None))
        raise CallError("enough")

    monkeypatch.setattr(message_leakage.GateSimulator, "build", lambda *given: "plain")
    monkeypatch.setattr(message_leakage, "Conversation", lambda *given, **more: None)
    monkeypatch.setattr(message_leakage, "_played", played)
    for delays in (None, "unit", LIBERTY, PLACED):
        with pytest.raises(CallError, match="enough"):
            message_leakage.assess(
                SimpleNamespace(top="top"),
                None,
                None,
                None,
                traces=1,
                seed=1,
                delays=delays,
                timed=lambda simulator: f"{simulator} with times",
            )
    assert seen == [
        ("plain", False),
        ("plain", True),
        ("plain with times", True),
        ("plain with times", True),
    ]


def test_options_of_bare_primitives_are_refused():
    """An AEAD is tested over whole messages; what is for calls of a primitive is said to be so."""
    options = {
        "platform": "nangate45",
        "recipe": "area",
        "traces": 2048,
        "seed": 1,
        "glitches": False,
        "each": False,
        "control": None,
    }
    with pytest.raises(CallError, match="of an AEAD whole messages are tested"):
        leakage.run(CORE, **{**options, "control": 1})
    with pytest.raises(CallError, match="expected a bare primitive"):
        leakage.run("ascon-aead128", **options)


def test_a_core_of_others_needs_shares(monkeypatch):
    """A description of a core without shares on the bus is refused, and one with shares does not
    take what is for calls.
    """
    options = {"platform": "nangate45", "recipe": "area", "seed": 1, "traces": 2048}
    monkeypatch.setattr(leakage, "load", lambda path: build("ascon-aead128"))
    with pytest.raises(CallError, match="core.toml: expected a core with shares on the bus"):
        leakage.run("core.toml", **options)
    with pytest.raises(CallError, match="of an AEAD whole messages are tested"):
        leakage.run("core.toml", **options, control=1)


def test_a_core_of_others_is_never_shown_to_be_secure():
    """Without an exact check the best verdict is that nothing was shown; a leak with RDI's pauses
    alone is one.
    """
    test = {"leaks": False, "uniform": True}
    for paused, verdict in (({}, "not shown to be secure"), ({"leaks": True}, "leaks")):
        found = {"unfollowed": "", "messages": test, "paused": {**test, **paused}}
        assert judges.verdict(found) == verdict
