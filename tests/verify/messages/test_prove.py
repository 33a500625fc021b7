# SPDX-License-Identifier: Apache-2.0
"""Shapes of messages proved on a core, and planted faults found."""

import pytest
from planted import planted

from cipherfab.cores.build import build
from cipherfab.design import LwcInterface
from cipherfab.lwc.messages import Operation, encryption
from cipherfab.verify.messages.bits import NotSymbolic
from cipherfab.verify.messages.cases import specified
from cipherfab.verify.messages.check import Prover, check_messages, replayed
from cipherfab.verify.messages.graph import Graph
from cipherfab.verify.messages.likely import assignments
from cipherfab.verify.messages.prove import OPEN, PROVED, REFUTED
from cipherfab.verify.messages.prover import described, message_from
from cipherfab.verify.messages.shapes import Part, Shape

from .conftest import Core

WORD, OTHER = "32'h01234567", "32'h89abcdef"

COUNTED = "seen[31:0] + 32'd1"
"""Words of PDI before this one; the instruction is the second, and associated data the ninth."""


def part(operation=Operation.ENCRYPT, ad=1, text=1, **options):
    """A message of ``ascon-aead128``."""
    return Part(algorithm="ascon-aead128", operation=operation, ad=ad, text=text, **options)


def output():
    """An output of ``ascon-cxof128``."""
    return Part(algorithm="ascon-cxof128", operation=Operation.OUTPUT, ad=9, text=9, output=9)


@pytest.mark.parametrize("operation", [Operation.ENCRYPT, Operation.DECRYPT])
def test_a_message_is_proved(ascon, operation):
    """Encryption, and decryption with its status, are right for all keys, nonces, data and tags."""
    found = ascon.proved(part(operation))
    assert (found.verdict, found.messages) == (PROVED, []), found.detail


def test_stalled_messages_one_behind_the_other_are_proved(ascon):
    """So they are with ports that wait, and with the key of the message before."""
    found = ascon.proved(part(), part(text=0, new_key=False), stalls=7)
    assert found.verdict == PROVED, found.detail


@pytest.mark.parametrize(
    "condition",
    [
        f"pdi_data == {WORD}",
        f"seen[31:0] == {WORD} & pdi_data[31:24] == 8'h9a",
        f"{{seen[31:0], pdi_data}} == {{{WORD}, {OTHER}}}",
    ],
    ids=["32", "40", "64"],
)
def test_a_trigger_on_data_is_found(spoilt, condition):
    """An answer that changes for one value of 32, 40 or 64 bits of data is refuted, with a message
    that has that value.
    """
    found = spoilt(condition).proved(part(text=9))
    assert found.verdict == REFUTED
    (message,) = found.messages
    assert bytes.fromhex("01234567") in message.nonce + message.ad + message.data


def test_a_trigger_on_the_key_is_found(spoilt):
    """So is one on a value of 64 bits of the key."""
    core = spoilt(
        f"{{seen[31:0], sdi_data}} == {{{WORD}, {OTHER}}}",
        takes="sdi_valid & sdi_ready",
        watched="sdi_data",
    )
    found = core.proved(part())
    assert found.verdict == REFUTED
    assert bytes.fromhex("0123456789abcdef") in found.messages[0].key


@pytest.mark.always
def test_a_forgery_is_found(spoilt):
    """A core that accepts any tag for one value of the nonce is refuted, with a message whose tag
    is wrong; encryptions of it are proved.
    """
    core = spoilt(
        f"{{seen[31:0], pdi_data}} == {{{WORD}, {OTHER}}}",
        answer="data & ~{3'd0, hit & do_last, 28'd0}",
    )
    assert core.proved(part()).verdict == PROVED
    found = core.proved(part(Operation.DECRYPT, text=0))
    assert found.verdict == REFUTED
    assert bytes.fromhex("0123456789abcdef") in found.messages[0].nonce
    assert found.messages[0].result is None


def test_what_ends_without_an_answer_is_open(ascon):
    """A limit of time that is over proves nothing."""
    found = ascon.proved(part(), timeout=0)
    assert found.verdict == OPEN and "no answer in time" in found.detail


def test_a_counterexample_is_kept_whole(spoilt):
    """Messages that were written as plain data are the same ones when they are read."""
    found = spoilt(f"pdi_data == {WORD}").proved(part(Operation.DECRYPT))
    assert [message_from(described(one)) for one in found.messages] == found.messages


def test_an_output_of_any_length_is_proved(tmp_path):
    """Customization, message and output of more than a block each are right for all values."""
    core = Core(build("ascon-aead128/round,hash,xof"), tmp_path)
    found = core.proved(output())
    assert found.verdict == PROVED, found.detail


def test_a_trigger_on_a_customization_is_found(tmp_path):
    """An output that is wrong for one value of 64 bits of the customization is refuted, with that
    value, and simulation shows it.
    """
    condition = f"{{seen[31:0], pdi_data}} == {{{WORD}, {OTHER}}}"
    core = Core(planted("ascon-aead128/round,hash,xof", condition), tmp_path)
    found = core.proved(output())
    assert found.verdict == REFUTED
    (message,) = found.messages
    assert bytes.fromhex("0123456789abcdef") in message.ad + message.data
    assert [message_from(described(message))] == found.messages
    happens, text = replayed(core.design, found.messages, tmp_path / "simulation", None)
    assert happens, text


@pytest.mark.parametrize(
    "given",
    [
        {"condition": "seen[31:0] == 8 & pdi_data[23:0] == 24'hc0ffee", "watched": COUNTED},
        {"condition": "seen[31:0] == 1 & pdi_data[27:0] == 28'h1234567", "watched": COUNTED},
        {"condition": "1'b0", "answer": "do_ready ? data : sdi_data"},
        {"condition": "1'b0", "answer": "do_valid ? data : sdi_data"},
    ],
    ids=["bytes behind the end", "reserved bits", "DO waits", "nothing is on DO"],
)
def test_what_a_proof_does_not_cover(spoilt, given):
    """docs/explanation/claims.md names what is proved all the same: triggers in bits that a core
    should ignore, and what is on DO while it waits or has no word.
    """
    found = spoilt(**given).proved(part(), stalls=7)
    assert found.verdict == PROVED, found.detail


@pytest.mark.slow
def test_a_counterexample_happens_in_simulation(spoilt, tmp_path):
    """The bench of the simulation shows the same wrong word, and writes a waveform of it."""
    core = spoilt(f"{{seen[31:0], pdi_data}} == {{{WORD}, {OTHER}}}")
    found = core.proved(part())
    waveform = tmp_path / "wrong.vcd"
    happens, text = replayed(core.design, found.messages, tmp_path / "simulation", waveform)
    assert happens and "replayed in simulation" in text and "expected" in text
    assert waveform.is_file()


@pytest.mark.parametrize(
    "ways",
    [
        (Operation.ENCRYPT,),
        pytest.param((Operation.ENCRYPT, Operation.DECRYPT), marks=pytest.mark.slow),
    ],
)
def test_shapes_in_any_order(ascon, tmp_path, ways):
    """Messages behind any number of others, with a new key or the one in use, are proved."""
    prover = Prover(ascon.design, tmp_path)
    shapes = [Shape(parts=(part(way),)) for way in ways]
    ends = [prover.result(shape)["ends"] for shape in shapes]
    found = prover.in_any_order(shapes, ends)
    assert found["verdict"] == PROVED, found["detail"]


def test_a_fault_behind_other_messages_is_no_proof(spoilt, tmp_path):
    """A core that answers wrongly once it has seen a word proves no order, though the shapes by
    themselves, which have none, are proved.
    """
    core = spoilt("pdi_data == 32'h20000000", answer="data ^ {31'd0, hit & seen[63:32] == 32'hd}")
    prover, shape = Prover(core.design, tmp_path), Shape(parts=(part(ad=0, text=0),))
    found = prover.in_any_order([shape], [[None] * len(core.machine.registers)])
    assert found["verdict"] == OPEN


@pytest.mark.slow
def test_what_only_the_unrolled_rtl_shows_is_open(ascon, tmp_path, monkeypatch):
    """A shape that is said to be refuted, by messages that the simulation answers right, is neither
    proved nor refuted.
    """
    from cipherfab.verify.messages import check

    right = described(encryption("ascon-aead128", key=bytes(16), nonce=bytes(16)))
    monkeypatch.setattr(check, "shapes_of", lambda design, all_shapes: [Shape(parts=(part(),))])
    wrong = {
        "verdict": REFUTED,
        "detail": "wrong",
        "messages": [right],
        "seconds": 0.0,
        "cycles": 9,
        "caveat": "",
    }
    (finding,) = check_messages(
        ascon.design,
        tmp_path,
        all_shapes=False,
        seconds=1,
        waveform=None,
        say=print,
        kept=lambda shape, prove: wrong,
    )
    assert finding.passed is None and "does not show it" in finding.detail


@pytest.mark.slow
def test_an_answer_that_is_not_settled_is_open():
    """Where any words may come before the status of a forgery, the shape is not served."""
    interface = LwcInterface(width=32, sdi_width=32, aead="aes-copa-v2")
    shape = Shape(parts=(Part(algorithm="aes-copa-v2", operation=Operation.DECRYPT),))
    with pytest.raises(NotSymbolic, match="not served"):
        specified(Graph(assignments(shape.parts[0])), interface, shape)


@pytest.mark.slow
def test_two_decryptions_of_a_mode_with_a_tag_first_are_proved(tmp_path):
    """In each of the four cases of two outcomes, of a core that gives plaintext after its tag was
    found right.
    """
    core = Core(build("estate-tweaes-128"), tmp_path)
    parts = [
        Part(algorithm="estate-tweaes-128", operation=Operation.DECRYPT, ad=size, text=size)
        for size in (1, 2)
    ]
    found = core.proved(*parts, timeout=400)
    assert found.verdict == PROVED, found.detail
