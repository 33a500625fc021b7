# SPDX-License-Identifier: Apache-2.0
"""Column-serial (`serial=w`): w columns through w S-boxes per clock, words that shift by w bits,
the linear layer at a round's end.

```
               every clock                                        the last of a round
   word:  ┌──────────────────────────────┐
          │  w new bits │ shifted by w   │ ── y ──> y  ^  (what the linear layer adds, of all words' y) ──> word
          └──────────────────────────────┘
             ^                         │
             └── S-box <── ^ <── the w lowest bits of each word
                           constant
```

A word of n bits has n / w slots in a round, and after them its bits are where they were. The linear
layer takes no clock of its own: it is computed from what the last slot shifts in. So a round takes
n / w cycles, and what a slot does is a step like any other: `primitives.by_column.sliced` makes
a primitive of it, which `Iterated` iterates, with all that the modes' controllers rely on.

The flip-flops, their enable and the linear layer (an XOR of three bits in front of each) stay; what
gets smaller is the S-box, from n columns to w.
"""  # noqa: E501

from collections.abc import Collection
from dataclasses import replace

from ...errors import CallError
from ...primitives.by_column import ColumnPath, sliced
from ..iterated.iterated import Iterated


def allowed_columns(path: ColumnPath) -> list[int]:
    """The w of ``serial=w`` that fit: less than a word, and whole slots. A word's width is a power
    of two.
    """
    return [1 << power for power in range(path.width.bit_length() - 1)]


class ColumnSerial(Iterated):
    """w columns per clock.

    Args:
        path: what is computed.
        columns: w.
        feedback, loadable: see `Iterated`.

    Attributes:
        primitive: as its users see it: ``rounds`` are those of the permutation, each taking several
            steps.

    Raises:
        CallError: w does not fit.
    """

    def __init__(
        self,
        path: ColumnPath,
        columns: int,
        *,
        feedback: bool = False,
        loadable: Collection[str] = (),
    ):
        if columns not in allowed_columns(path):
            raise CallError(
                f"{path.primitive.name}: serial={columns} is refused. A word has "
                f"{path.width} bits, of which a clock "
                f"takes {', '.join(map(str, allowed_columns(path)))}."
            )
        # `Iterated` needs no step count: `finished` tells the end.
        super().__init__(
            replace(sliced(path, columns), rounds=path.primitive.rounds),
            feedback=feedback,
            loadable=loadable,
        )
