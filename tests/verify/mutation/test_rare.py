# SPDX-License-Identifier: Apache-2.0
"""The rare planted bugs: what a proof finds of them, and how they are judged."""

from types import SimpleNamespace

import pytest

from cipherfab.bench import planted as bench
from cipherfab.commands import rare as command
from cipherfab.cores.build import build
from cipherfab.errors import CallError
from cipherfab.lwc.messages import Operation
from cipherfab.runs import pool
from cipherfab.verify.equivalence.netlist import read_rtl
from cipherfab.verify.finding import Finding, to_json
from cipherfab.verify.messages.prove import PROVED, REFUTED, prove
from cipherfab.verify.messages.shapes import Part, Shape
from cipherfab.verify.messages.unroll import Machine
from cipherfab.verify.mutation.messages import judged
from cipherfab.verify.mutation.planted.rare import OUTSIDE, PLACES, RARE, SET, edited
from cipherfab.verify.mutation.planted.wrapped import with_rare, without_rare

CORE = "ascon-aead128/round,hash"


def found_in(core, directory, operation, ad, text):
    """What a proof says of one message of a core."""
    part = Part(algorithm="ascon-aead128", operation=operation, ad=ad, text=text)
    return prove(
        core, Machine(read_rtl(core, directory), core), Shape(parts=(part,)), directory, known=set()
    )


def test_forty_bugs_and_one_of_a_hash():
    """40 for a core without a hash function, each with a number, a title and a place of its own."""
    assert len(with_rare(build("ascon-aead128/round"))) == 40
    assert list(with_rare(build(CORE))) == list(RARE)
    assert len({bug.number for bug in RARE}) == len({bug.title for bug in RARE}) == len(RARE)
    assert {bug.shows for bug in RARE} == set(PLACES)
    assert sum(bug.shows == SET for bug in RARE) >= 25


def test_each_is_a_core_of_its_own():
    """No mark of the template is left, and all sources differ."""
    cores = [*with_rare(build(CORE)).values(), without_rare(build(CORE))]
    assert not any("@" in core.sources["rare.sv"].replace("always @", "") for core in cores)
    assert len({tuple(core.sources.items()) for core in cores}) == len(cores)


def test_what_is_not_in_the_text_of_a_core_is_no_bug_of_it():
    """A rule that finds nothing gives no sources, in place of those of the core."""
    bug = next(bug for bug in RARE if bug.edits)
    assert edited({"a.sv": "module a; endmodule"}, bug) is None
    with pytest.raises(CallError, match="expected a core with the LWC API"):
        with_rare(build("speck-64-128"))


@pytest.mark.parametrize(
    "title, operation, ad, text",
    [
        ("two words of ciphertext", Operation.DECRYPT, 1, 9),
        ("one difference of two tags is taken for none", Operation.DECRYPT, 1, 1),
    ],
)
def test_what_needs_a_tag_of_its_data_is_found(tmp_path, title, operation, ad, text):
    """A right decryption that is refused for some data, and a tag that differs from the right one
    in a chosen way, are found: the tag of a counterexample follows its data.
    """
    core = next(core for bug, core in with_rare(build(CORE)).items() if bug.title == title)
    found = found_in(core, tmp_path, operation, ad, text)
    assert found.verdict == REFUTED, found.detail
    (message,) = found.messages
    if title == "two words of ciphertext":
        assert message.result is not None and bytes.fromhex("cbbb9d5dc1059ed8") in message.data
    else:
        assert message.result is None


@pytest.mark.slow
def test_the_wrapper_alone_is_right(tmp_path):
    """Without a bug a message is proved."""
    found = found_in(without_rare(build(CORE)), tmp_path, Operation.DECRYPT, 1, 1)
    assert found.verdict == PROVED, found.detail


def finding(check, passed, **more):
    """A finding of two seconds."""
    return Finding("rtl", check, passed, f"{check} said so", 2.0, more=more)


def test_the_first_that_fails_finds_it_and_a_remark_counts():
    """A failure comes before a remark; remarks that the core has anyway are none; what is open is
    counted.
    """
    first = judged([finding("a", True, caveat="c"), finding("b", False), finding("d", False)])
    assert (first["check"], first["remark"], first["seconds"]) == ("b", False, 4.0)
    told = judged([finding("a", True, caveat="c"), finding("b", None)])
    assert (told["check"], told["remark"], told["open"], told["why"]) == (
        "a",
        True,
        1,
        "b: b said so",
    )
    assert judged([finding("a", True, caveat="c")], usual=["c"])["check"] is None


def test_each_bug_is_tested_and_proved(monkeypatch, capsys):
    """Every bug has both verdicts; what shows in the set and is not replayed is missed."""

    def answers(jobs, **options):
        found = []
        for job in jobs:
            number = next((bug.number for bug in RARE if job["label"] == bug.title), None)
            passed = {2: True, 3: None}.get(number, False)
            result = (
                {"findings": to_json([finding("a", True)])}
                if number is None
                else {**judged([finding("shape", passed)]), "replayed": number not in (1, 2, 3)}
            )
            found.append(SimpleNamespace(ok=True, result=result))
        return found

    monkeypatch.setattr(pool, "run_all", answers)
    monkeypatch.setattr(bench.jobs, "rtl_job", lambda design, seed: {"label": "rtl"})
    monkeypatch.setattr(
        bench.jobs, "change_proof_job", lambda design, title, seconds: {"label": title}
    )
    result = command.run(CORE, root=None, seed=1, proof_seconds=9, scheduler=None, workers=0)
    assert [bug["number"] for bug in result["bugs"]] == [bug.number for bug in RARE]
    assert result["missed"] == [1, 2, 3] and command.exit_code(result) == 1
    assert (result["found_by_testing"], result["found_by_proof"]) == (0, len(RARE) - 2)
    command.show(result)
    text = capsys.readouterr().out
    assert "NOT replayed" in text and OUTSIDE in text and "open (shape" in text
    assert command.exit_code({"missed": []}) == 0


def test_a_handshake_that_depends_on_data_is_shown(tmp_path):
    """A word that is left out for one value of the nonce is refuted with that value."""
    core = next(
        core
        for bug, core in with_rare(build(CORE)).items()
        if bug.title.startswith("the status comes before")
    )
    found = found_in(core, tmp_path, Operation.ENCRYPT, 5, 3)
    assert found.verdict == REFUTED and "do_valid depends on data" in found.detail
    assert bytes.fromhex("2b7e1516") in found.messages[0].nonce
