# SPDX-License-Identifier: Apache-2.0
"""The slides' five result tables as data, and what they say of them."""

from dataclasses import dataclass

PIPELINED, SERIAL, SERIAL_ASCON, UNFOLDED, THRESHOLD, REDUNDANT, STRAIGHTFORWARD = (
    "pipelined", "serial", "serial against Ascon", "unfolded",
    "threshold", "redundant", "straightforward")  # fmt: skip
"""The tables; the last two are ours: the rounds that the slides advise to protect, and the cores
that masking is set beside.
"""

SMALL, FAST = "area", "speed"
"""Recipes for what the slides optimise for area, and for timing (the unfolded cores)."""

VARIANTS = [f"lilliput-tbc-{mode}-{key}" for mode in ("i", "ii") for key in (128, 192, 256)]
"""The six members, in the order of the slides' columns."""


@dataclass(frozen=True, kw_only=True)
class Line:
    """A column of a table: what was published of a core, and which core of ours stands beside it.

    Attributes:
        table: one of the names above.
        name: the column's heading.
        core: our core.
        recipe: how ours is synthesized for its area; frequencies are those of `FAST`, see
            `study.recipe_on`.
        luts, slices, registers, fmax_mhz, throughput_mbps: published; None for a core that is only
            ours.
        remark: where ours is not the same thing.
    """

    table: str
    name: str
    core: str
    recipe: str = SMALL
    luts: int | None = None
    slices: int | None = None
    registers: int | None = None
    fmax_mhz: float | None = None
    throughput_mbps: float | None = None
    remark: str = ""

    @property
    def published(self) -> dict[str, float | None]:
        """The slides' figures as the study's records name them."""
        return {
            "luts": self.luts,
            "slices": self.slices,
            "flip_flops": self.registers,
            "fmax_mhz": self.fmax_mhz,
            "throughput_mbps": self.throughput_mbps,
        }


def _columns(
    table: str, names: list[str], cores: list[str], figures: list[tuple], recipe: str = SMALL
) -> list[Line]:
    """A published table: its headings, our cores, and its five rows."""
    return [
        Line(
            table=table,
            name=name,
            core=core,
            recipe=recipe,
            luts=luts,
            slices=slices,
            registers=registers,
            fmax_mhz=mhz,
            throughput_mbps=mbps,
            remark=next((text for part, text in REMARKS.items() if part in core), ""),
        )
        for name, core, luts, slices, registers, mhz, mbps in zip(names, cores, *figures)
    ]


REMARKS = {
    "ascon": "ours has the LWC API, a key register, a block buffer and both directions",
    "masked": "ours takes six cycles for a round, theirs one",
}
"""Where our core is not the same thing as the published one, by a part of its name."""

HEADINGS = ["I-128", "I-192", "I-256", "II-128", "II-192", "II-256"]

LINES = [
    *_columns(PIPELINED, ["ASCON128", "ASCON128A", "TBC-I-128", "TBC-II-128", "AES"],
              ["ascon-128", "ascon-128a", "lilliput-tbc-i-128/inner=2,encdec",
               "lilliput-tbc-ii-128/inner=2", "aes-128"],
              [(1318, 1422, 1304, 946, 1615), (357, 387, 373, 289, 437), (933, 997, 1114, 975, 661),
               (372, 357, 289, 367, 170), (3402, 5084, 1088, 1349, 2181)]),
    *_columns(SERIAL, HEADINGS,
              [f"{name}/serial=8" + ",encdec" * ("-i-" in name) for name in VARIANTS],
              [(1391, 1633, 1828, 1101, 1340, 1496), (398, 471, 505, 311, 349, 397),
               (1135, 1263, 1395, 995, 1127, 1255),
               (316, 308, 314, 342, 346, 335), (157, 135, 119, 170, 153, 126)]),
    *_columns(SERIAL_ASCON, ["ASCON128", "ASCON128A", "TBC-I-128", "TBC-II-128"],
              ["ascon-128/serial=8", "ascon-128a/serial=8",
               "lilliput-tbc-i-128/serial=8,encdec", "lilliput-tbc-ii-128/serial=8"],
              [(1532, 1737, 1391, 1101), (434, 477, 398, 311),
               (944, 1007, 1135, 995), (309, 326, 316, 346),
               (360, 572, 157, 170)]),
    *_columns(UNFOLDED, ["TBC-II-128", "TBC-II-128 ×2", "TBC-II-128 ×4", "TBC-II-128 ×8"],
              ["lilliput-tbc-ii-128", *(f"lilliput-tbc-ii-128/unrolled={k}" for k in (2, 4, 8))],
              [(1128, 1487, 2142, 3983), (336, 463, 645, 1125),
               (975, 1043, 1167, 1428), (405, 242, 143, 68),
               (1526, 1722, 1839, 1466)], FAST),
    *_columns(UNFOLDED, ["ASCON128", "ASCON128 ×2", "ASCON128 ×3", "ASCON128 ×6"],
              ["ascon-128", *(f"ascon-128/unrolled={k}" for k in (2, 3, 6))],
              [(1370, 2122, 2709, 4611), (392, 603, 768, 1304),
               (933, 931, 933, 928), (432, 246, 161, 72),
               (3951, 3945, 4127, 3110)], FAST),
    *(Line(table=UNFOLDED, name=f"TBC-I-128 ×{k}" if k > 1 else "TBC-I-128", recipe=FAST,
           core=f"lilliput-tbc-i-128/unrolled={k},encdec" if k > 1
           else "lilliput-tbc-i-128/round,encdec") for k in (1, 2, 4)),
    *_columns(THRESHOLD, HEADINGS,
              [f"{name}/masked=1,gadget=ti" + ",encdec" * ("-i-" in name) for name in VARIANTS],
              [(2899, 3291, 3703, 2257, 2542, 2804), (879, 966, 1013, 645, 777, 951),
               (1941, 2197, 2457, 1808, 2068, 2324),
               (191, 190, 191, 219, 214, 211), (721, 642, 556, 825, 722, 614)]),
    *(Line(table=STRAIGHTFORWARD, name=heading, core=name)
      for heading, name in zip(HEADINGS, VARIANTS)),
    *(Line(table=STRAIGHTFORWARD, name=f"{heading}, both directions", core=f"{name}/round,encdec")
      for heading, name in zip(HEADINGS, VARIANTS[:3])),
    Line(table=REDUNDANT, name="II-128, 7 rounds twice",
         core="lilliput-tbc-ii-128/round,redundant=7"),
    Line(table=REDUNDANT, name="I-128, 7 rounds twice, both directions",
         core="lilliput-tbc-i-128/round,redundant=7,encdec"),
]  # fmt: skip
"""Every line of every table."""
