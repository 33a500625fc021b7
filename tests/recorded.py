# SPDX-License-Identifier: Apache-2.0
"""Records of a toy core, for tests of the store."""

from cipherfab.results.records import Evidence, Measurement

DESIGN = "d" * 64
PASSED = Evidence(
    link="rtl", check="official vectors", passed=True, core="toy/round", design=DESIGN
)
FAILED = Evidence(
    link="rtl",
    check="official vectors",
    passed=False,
    core="toy/round",
    design=DESIGN,
    detail={"vector": 3},
)


def area(value=1234.5, **fields):
    """An area of the toy core."""
    return Measurement(
        **{
            "core": "toy/round",
            "platform": "nangate45",
            "recipe": "area",
            "metric": "area_ge",
            "value": value,
            "design": DESIGN,
            "seed": 1,
            **fields,
        }
    )
