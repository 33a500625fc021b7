# SPDX-License-Identifier: Apache-2.0
"""``zeroise`` clears every register of a core, and what comes behind it needs a new key."""

from dataclasses import replace

import pytest

from cipherfab.catalog import ALGORITHMS
from cipherfab.controllers import takes
from cipherfab.cores.build import build
from cipherfab.cores.names import parse
from cipherfab.cores.options import LWC_KINDS
from cipherfab.errors import CallError
from cipherfab.lwc.messages import encryption
from cipherfab.lwc.streams import vectors
from cipherfab.verify.equivalence.netlist import read_rtl
from cipherfab.verify.rtl import disturbed
from cipherfab.verify.rtl.plan import Plan
from cipherfab.verify.rtl.simulator import Simulator
from cipherfab.verify.tags.cleared import zeroised

from .netlists import Running, with_text

CORE = "ascon-aead128/round,hash,zeroise"
KEY, NONCE = b"\xff" * 16, b"\xa5" * 16


def started(running: Running, cycles: int) -> None:
    """An encryption under way, with its key."""
    message = encryption("ascon-aead128", key=KEY, nonce=NONCE, ad=b"a" * 40, plaintext=b"b" * 40)
    streams = vectors([message], width=32)
    left = {"pdi": streams.pdi.words, "sdi": streams.sdi.words}
    for _ in range(cycles):
        inputs = {f"{port}_valid": int(bool(words)) for port, words in left.items()}
        inputs |= {f"{port}_data": words[0] for port, words in left.items() if words}
        outputs = running.step(**inputs, do_ready=1)
        for port, words in left.items():
            if words and outputs[f"{port}_ready"]:
                words.pop(0)


def test_every_register_reads_zero(tmp_path):
    """In the midst of a message key, state and blocks are there; two cycles later nothing is but
    what steers, as behind a reset, and ``zeroised`` says it until a word gets in.
    """
    running = Running(build(CORE), tmp_path, seed=2)
    running.step()
    fresh = running.registers()
    started(running, 60)
    before = running.registers()
    of_key = [name for name in before if ".keyreader.key[" in name]
    assert len(of_key) == 128 and all(before[name] for name in of_key)
    assert sum(before.values()) > 250
    assert not running.step(zeroise=1)["zeroised"]
    assert not running.step()["zeroised"]
    after = running.registers()
    assert running.step()["zeroised"]
    assert {name for name, bit in after.items() if bit} <= {
        name for name, bit in fresh.items() if bit
    } | {"zeroised"}
    assert sum(after.values()) < 6
    outputs = running.step(pdi_valid=1, pdi_data=0x70000000)
    assert outputs["pdi_ready"] and outputs["zeroised"]
    assert not running.step()["zeroised"]


LEFT_OUT = {"core.keyreader.key": "key <= 128'h0;", "core.buffer.slot0": "slot0 <= 32'h0;"}


@pytest.mark.parametrize("what", LEFT_OUT)
def test_a_register_that_is_left_out_is_found(what, tmp_path):
    """The proof names a register that is not cleared."""
    design = build(CORE)
    changed = with_text(design, f" {LEFT_OUT[what]}", "")
    passed, detail = zeroised(changed, read_rtl(changed, tmp_path))
    assert not passed and what.partition(".")[0] in detail, detail


FITS = [
    name
    for name, entry in ALGORITHMS.items()
    if entry.kind in LWC_KINDS and (said := takes(entry.model)) and not said.buffer
]


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", FITS)
def test_all_registers_of_every_core_are_cleared(name, tmp_path):
    """For all that they may hold, proved on the RTL."""
    design = build(f"{name}/round,zeroise")
    passed, detail = zeroised(design, read_rtl(design, tmp_path))
    assert passed, detail


@pytest.mark.parametrize("options", ["hash,xof,withheld=64,selftest,zeroise"])
def test_a_memory_and_a_test_beside_it(options, tmp_path):
    """A row of the memory is cleared in each cycle; the words of the test are counted on."""
    design = build(f"ascon-aead128/round,{options}")
    assert design.interface.zeroise_cycles == 2 + 16
    passed, detail = zeroised(design, read_rtl(design, tmp_path))
    assert passed, detail


def test_the_old_key_is_of_no_use(tmp_path):
    """Zeroised in the midst of messages, a core refuses the next one without a key, and answers
    those with one; a core that keeps its registers, or gives a word as it is cleared, is noticed.
    """
    design = build("ascon-aead128/unrolled=2,zeroise")
    plan = Plan(design, 1)
    play = disturbed.resets(plan, everywhere=False, zeroise=True)
    found = play(Simulator.build(design, tmp_path), None)
    assert found.passed and "zeroisations" in found.detail, found.detail
    ((name, text),) = design.sources.items()
    for what, other in (
        ("clears <= asked;", "clears <= 1'b0;"),
        ("do__valid = core_do__valid & ~clears;", "do__valid = core_do__valid;"),
    ):
        assert text.count(what) == 1
        wrong = replace(design, sources={name: text.replace(what, other)})
        assert not play(Simulator.build(wrong, tmp_path), None).passed, what


def test_names_that_zeroise():
    """A mode of two passes has a memory that is not cleared, and a masked core is refused."""
    for wrong in ("lilliput-ii-128/round,zeroise", "ascon-aead128/masked=1,zeroise"):
        with pytest.raises(CallError, match="zeroise"):
            parse(wrong)
