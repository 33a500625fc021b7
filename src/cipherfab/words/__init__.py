# SPDX-License-Identifier: Apache-2.0
"""Words: what a cipher is written in.

A cipher is a set of pure functions over words. A word knows its width, ``^ & | ~ +``, rotation,
slicing, concatenation, fixed permutations of its bits, tables and a multiplexer; nothing else. It
comes in kinds that a cipher cannot tell apart:

- `software.SoftwareWord`: a Python integer and a width; every operation is carried out at once;
- `trace.TracedWord`: every operation is recorded. The record is read as straight-line Python
  (`compiled`, the fast software model) and as Amaranth logic (`hardware`).
"""

from .base import Word, concat, mux, rol, ror
from .software import SoftwareWord

__all__ = ["SoftwareWord", "Word", "concat", "mux", "rol", "ror"]
