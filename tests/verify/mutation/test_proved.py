# SPDX-License-Identifier: Apache-2.0
"""What the prover says of a mutant."""

import pytest

from cipherfab.cores.build import build
from cipherfab.verify.mutation import proved
from cipherfab.verify.mutation.mutants import draw

DESIGN = build("ascon-p-8")


@pytest.mark.parametrize(
    "said, verdict", [("proved", "proved"), ("refuted", "different"), ("undecided", "undecided")]
)
def test_each_verdict_of_the_prover_has_its_word(said, verdict, monkeypatch, tmp_path):
    """Equal, different or neither, with the prover's detail, for each mutant by its number."""
    monkeypatch.setattr(proved, "read_rtl", lambda design, place: None)
    monkeypatch.setattr(
        proved, "compare_from_reset", lambda *_, **__: {"verdict": said, "detail": "why"}
    )
    mutants = draw(DESIGN.sources, 2, seed=1)
    assert proved.prove(DESIGN, mutants, tmp_path) == [
        {"number": number, "verdict": verdict, "detail": "why"} for number in (1, 2)
    ]
