# SPDX-License-Identifier: Apache-2.0
"""Which calls of a bare primitive there are."""

from cipherfab.imports.designs import build
from cipherfab.verify.messages.called import kinds


def test_each_direction_and_number_of_rounds_is_a_kind():
    """What a core computes is told by its ports."""
    design = build("speck-64-128", None)
    assert [kind.times for kind in kinds(design.interface)] == [1, 2]
