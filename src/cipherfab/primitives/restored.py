# SPDX-License-Identifier: Apache-2.0
"""What a primitive must say of itself so that inputs which stay, such as a key, need no register
beside the one that is walked.
"""

from collections.abc import Callable
from dataclasses import dataclass

from .primitive import Primitive, State


@dataclass(frozen=True, kw_only=True, eq=False)
class Restored:
    """A primitive some of whose registers are brought back at the end of a run to what they were at
    its beginning.

    Attributes:
        primitive: has one round count, steps that are all alike, and ``finished``.
        names: the registers that are restored; each is also an input, which the primitive loads as
            it is.
        back: from all registers after so many steps to those in ``names`` before the first step.
        returning: those of ``names`` that hold after the last step what they held before the first.
        inverse: the same of the primitive's inverse, where a run begins and ends with the same
            words in ``names``; None if it has no inverse, or nobody wants it.
    """

    primitive: Primitive
    names: tuple[str, ...]
    back: Callable[[State, int], State]
    returning: frozenset[str] = frozenset()
    inverse: "Restored | None" = None
