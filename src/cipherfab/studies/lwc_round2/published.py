# SPDX-License-Identifier: Apache-2.0
"""What the slides print as text: devices, budgets, the ranking at four sizes, the lists of the
fastest.

The slides' plots (throughput over area; design-space exploration of Ascon, KNOT and Romulus) are
images without their numbers, so no point of them is here.
"""

SIZES = ("long", "1536", "64", "16")
"""Sizes of the ranking, in bytes of plaintext."""

DEVICES = {
    "Artix-7": ("xc7a12tcsg325-3", 6, 8_000, 16_000),
    "Cyclone 10 LP": ("10CL016-YF484C6", 4, 15_408, 15_408),
    "ECP5": ("LFE5U-25F-6BG381C", 4, 24_000, 24_000),
}
"""Slide "FPGA Platforms and Tools": device, inputs of a LUT, LUTs (logic elements), flip-flops."""

BUDGETS = ((2_000, 4_000), (1_000, 2_000))
"""Slide "Optimization Targets": LUTs and flip-flops of Artix-7 within which throughput is to be
highest.
"""

FAST_LUTS = 2_500
"""Slide "Tentative Conclusions": the lists of the highest throughput are of fewer LUTs than these.
"""

_LONG = """
Subterranean-v1 Xoodyak_XT-v8 Ascon_Graz-v2 Gimli_GT-v2 KNOT-v2 COMET_VT-v1 DryGASCON-v1
Spook-v2-v1 TinyJAMBU_TJT-v3 Romulus-v2 Saturnin-v2 GIFT-COFB-v1 SCHWAEMM-v1
PHOTON-Beetle-v1 Elephant-v2 ISAP-v2 ESTATE-v1 Pyjamask-v2 Oribatida-v1 WAGE-v1 SpoC-v1
LOCUS-v1
""".split()

RANKING = {
    "long": _LONG,
    "1536": _LONG,
    "64": """
    Subterranean-v1 Ascon_Graz-v2 Xoodyak_XT-v8 COMET_VT-v1 DryGASCON-v1 TinyJAMBU_TJT-v3
    KNOT-v2 Gimli_GT-v2 Romulus-v2 Spook-v2-v1 PHOTON-Beetle-v1 GIFT-COFB-v1 Elephant-v2
    SCHWAEMM-v1 Saturnin-v2 ESTATE-v1 Oribatida-v1 ISAP-v2 Pyjamask-v2 SpoC-v1 LOCUS-v1 WAGE-v1
    """.split(),
    "16": """
    COMET_VT-v1 Subterranean-v1 Ascon_Graz-v2 DryGASCON-v1 Xoodyak_XT-v8 TinyJAMBU_TJT-v3
    Romulus-v2 PHOTON-Beetle-v1 KNOT-v2 Gimli_GT-v2 Elephant-v2 GIFT-COFB-v1 ESTATE-v1
    Spook-v2-v1 SCHWAEMM-v1 Oribatida-v1 Saturnin-v2 LOCUS-v1 SpoC-v1 ISAP-v2 Pyjamask-v2
    WAGE-v1
    """.split(),
}
"""Both slides "Dependence of Rankings on the Input Size": variants, first to last; Artix-7,
encryption of plaintext only. Long inputs and those of 1,536 bytes have one order.
"""

FASTEST = {
    "pt": (
        ("Subterranean", "~6 Gbit/s"),
        ("Xoodyak", "2-3 Gbit/s"),
        ("Ascon", ""),
        ("Gimli", "1-2 Gbit/s"),
        ("KNOT", ""),
        ("DryGASCON", ""),
        ("Spook", ""),
    ),
    "ad": (
        ("Subterranean", "~6 Gbit/s"),
        ("Xoodyak", "3-4 Gbit/s"),
        ("Ascon", "2-3 Gbit/s"),
        ("TinyJAMBU", ""),
        ("Gimli", "1-2 Gbit/s"),
        ("KNOT", ""),
        ("Saturnin", ""),
        ("Romulus", ""),
        ("DryGASCON", ""),
        ("Elephant", ""),
        ("Spook", ""),
    ),
}
"""Slide "Tentative Conclusions": plaintext only and AD only, with what the slide prints beside the
line; an empty text means that the line above, or a bracket that the text does not have, holds."""


def candidate(variant: str) -> str:
    """The candidate of a published variant: ``Ascon`` of ``Ascon_Graz-v2``."""
    # Behind the first ``_`` stands the team.
    name = variant.split("_")[0]
    # Some have two versions, that of the algorithm and that of the design: ``Spook-v2-v1``.
    while name.rpartition("-")[2].startswith("v") and name.rpartition("-")[2][1:].isdigit():
        name = name.rpartition("-")[0]
    return name


def places(size: str) -> dict[str, int]:
    """Published place of each candidate at a size, from 1."""
    return {candidate(variant): place for place, variant in enumerate(RANKING[size], 1)}
