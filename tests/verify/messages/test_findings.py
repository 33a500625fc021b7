# SPDX-License-Identifier: Apache-2.0
"""The findings of link ``messages`` behind the shapes, with proofs that are stood in for."""

import pytest

from cipherfab.lwc.messages import Operation
from cipherfab.verify.messages import check
from cipherfab.verify.messages.prove import OPEN, PROVED
from cipherfab.verify.messages.prover import DO_LAST
from cipherfab.verify.messages.shapes import Part, Shape

SHAPE = Shape(parts=(Part(algorithm="ascon-aead128", operation=Operation.ENCRYPT),))


def findings(design, directory, monkeypatch, *, all_shapes: bool, **verdicts: str):
    """Each finding's name with whether it passed; verdicts of jobs by a word of theirs."""
    found = all_findings(design, directory, monkeypatch, all_shapes=all_shapes, **verdicts)
    return {one.check: (one.passed, one.detail) for one in found}


def all_findings(
    design, directory, monkeypatch, *, all_shapes: bool, caveat: str = "", **verdicts: str
):
    """The findings; ``caveat``: of each shape."""
    monkeypatch.setattr(check, "shapes_of", lambda design, all_shapes: [SHAPE])

    def kept(job, prove):
        name = (
            "order"
            if "any order of" in job
            else "length"
            if "any length" in job
            else "stalls"
            if job["stalls"]
            else "shape"
        )
        if name == "order" and job.get("stalls"):
            name = "both"
        return {"verdict": verdicts.get(name, PROVED), "detail": name, "seconds": 1.0,
                "cycles": 9, "caveat": caveat * (name == "shape"), "ends": [None],
                "early": name == "both",
                "messages": []}  # fmt: skip

    return check.check_messages(
        design,
        directory,
        all_shapes=all_shapes,
        seconds=1,
        waveform=None,
        say=lambda text: None,
        kept=kept,
    )


def test_all_that_is_proved_is_said_once(ascon, tmp_path, monkeypatch):
    """Stalls have a finding; with all shapes also order under stalls, and each direction."""
    some = findings(ascon.design, tmp_path, monkeypatch, all_shapes=False)
    more = findings(ascon.design, tmp_path, monkeypatch, all_shapes=True)
    assert list(some) == [SHAPE.name, "any order", "any stalls"]
    assert list(more) == [
        *some,
        "any order, any stalls",
        "any length, encryption",
        "any length, decryption",
    ]
    assert all(passed for passed, _ in more.values())
    assert "before the answer" in more["any order, any stalls"][1]
    assert "before the answer" not in more["any order"][1]


@pytest.mark.parametrize(
    "what, name",
    [
        ("stalls", "any stalls"),
        ("order", "any order"),
        ("both", "any order, any stalls"),
        ("length", "any length, decryption"),
    ],
)
def test_what_is_open_is_not_said_to_be_proved(ascon, tmp_path, monkeypatch, what, name):
    """A proof that has no answer leaves its finding open, and no finding that rests on it."""
    found = findings(ascon.design, tmp_path, monkeypatch, all_shapes=True, **{what: OPEN})
    passed, detail = found[name]
    assert passed is None and detail.startswith("open: ")
    assert ("any order, any stalls" in found) == (what != "stalls")


def test_an_order_that_is_proved_without_do_last_says_so(ascon, tmp_path, monkeypatch):
    """Where a shape is right but for ``do_last``, the proofs of all of them do not look at it."""
    given = {"all_shapes": True, "caveat": DO_LAST}
    found = {one.check: one for one in all_findings(ascon.design, tmp_path, monkeypatch, **given)}
    assert found["any order"].passed and found["any order"].caveat == DO_LAST
    assert found["any order, any stalls"].caveat == DO_LAST
    right = all_findings(ascon.design, tmp_path, monkeypatch, all_shapes=True)
    assert not any(one.caveat for one in right)
