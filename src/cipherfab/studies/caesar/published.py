# SPDX-License-Identifier: Apache-2.0
"""What the slides print: maximum frequencies in MHz on a Virtex-6 (XST and ISE 14.7). Their charts
of throughput have no figures.
"""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Candidate:
    """A line of "Results for All Investigated Candidates", or a family that the slides name as what
    is left to do.

    Attributes:
        name: as in the slides.
        algorithm: ours, by catalog name.
        basic, pipelined: maximum frequency in MHz; None where the slides have none.
        gains_per_lut: whether throughput per look-up table is said to have improved.
        options: what all its cores have, as in their names.
    """

    name: str
    algorithm: str
    basic: int | None = None
    pipelined: int | None = None
    gains_per_lut: bool | None = True
    options: str = ""

    @property
    def ratio(self) -> float | None:
        """Pipelined to basic."""
        return self.pipelined / self.basic if self.pipelined and self.basic else None


CANDIDATES = (
    Candidate(name="SCREAM", algorithm="scream-10", basic=92, pipelined=170),
    Candidate(name="AES-COPA", algorithm="aes-copa-v2", basic=120, pipelined=210),
    Candidate(name="COLM", algorithm="colm0", basic=112, pipelined=180),
    Candidate(name="AES-OTR", algorithm="aes-otr-p-128", basic=150, pipelined=235),
    Candidate(
        name="Minalpher", algorithm="minalpher", basic=168, pipelined=222, gains_per_lut=False
    ),
    Candidate(name="OCB", algorithm="aes-ocb-128-tag128", basic=172, pipelined=221),
    Candidate(name="Deoxys", algorithm="deoxys-i-128", basic=194, pipelined=271),
)
"""In the order of the slides: by the ratio that they print."""

FURTHER = tuple(
    Candidate(name=name, algorithm=algorithm, gains_per_lut=None)
    for name, algorithm in (
        ("ELmD", "elmd-10-0-1"),
        ("Joltik≠", "joltik-neq-64"),
        ("PAEQ", "paeq-128"),
        ("POET", "aes-poet-aes4"),
        ("Deoxys≠", "deoxys-i-256"),
        ("HS1-SIV", "hs1-siv"),
    )
) + (Candidate(name="AEZ", algorithm="aez-v5", gains_per_lut=None, options="buffer=256"),)
"""The slides' last item, "pipelining of remaining parallelizable candidates", by a member each.
AEZ's buffer has eight pairs of blocks; the usual one has none to pipeline.
"""

PRINTED = {
    "SCREAM": 1.84,
    "AES-COPA": 1.75,
    "COLM": 1.60,
    "AES-OTR": 1.56,
    "Minalpher": 1.39,
    "OCB": 1.32,
    "Deoxys": 1.28,
}
"""The ratios as printed. Those of Minalpher, OCB and Deoxys are not the quotients of the printed
frequencies, which are 1.32, 1.28 and 1.40: they stand one line too high or too low.
"""
