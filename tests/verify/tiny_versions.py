# SPDX-License-Identifier: Apache-2.0
"""Two versions of a small design."""

from dataclasses import replace

from tiny_cores import bare_core

from cipherfab.verify.equivalence.netlist import read_rtl

LOAD = "x <= in_x;"


def versions(folder, original: str, changed: str):
    """The incrementer, and its netlists without and with a change."""
    design = bare_core()
    ((name, text),) = design.sources.items()
    assert text.count(original) == 1
    other = replace(design, sources={name: text.replace(original, changed)})
    for place in ("one", "two"):
        (folder / place).mkdir()
    return design, read_rtl(design, folder / "one"), read_rtl(other, folder / "two")
