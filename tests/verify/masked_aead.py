# SPDX-License-Identifier: Apache-2.0
"""A masked AEAD, mapped to a library of seven cells."""

from pathlib import Path

from small_cells import synthesize

from cipherfab.cores.build import build
from cipherfab.design import Design

CORE = "ascon-aead128/masked=1"


def mapped(directory: Path, core: str = CORE) -> Design:
    """The design, as it is made now; its netlist and the cells are in ``directory``."""
    build.cache_clear()
    design = build(core)
    build.cache_clear()
    synthesize("\n".join(design.sources.values()), directory, top=design.top)
    return design
