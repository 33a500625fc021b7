# SPDX-License-Identifier: Apache-2.0
"""Spaces that Verible's formatter takes away from a line."""

import pytest

from cipherfab.emit.spaces import tight


@pytest.mark.parametrize(
    "given, expected",
    [
        ("m[a ? b : c[2:1]] <= d & e;", "m[a?b : c[2:1]] <= d & e;"),
        ("a = m[b + 1] + 1;", "a = m[b+1] + 1;"),
        ("a = ~(b | {c, d});", "a = ~(b |{c, d});"),
        ("a = ~(b | (c & {2{d}})) ^ {e, f};", "a = ~(b | (c &{2{d}})) ^ {e, f};"),
        ("a = |{b & {c, d}, e};", "a = |{b &{c, d}, e};"),
        ("a = (b | {c, d});", "a = (b | {c, d});"),
        ("a = ~(b == {c, d});", "a = ~(b == {c, d});"),
        ("a = ~b & {c, d};", "a = ~b & {c, d};"),
    ],
)
def test_spaces_go_in_indices_and_in_front_of_braces(given, expected):
    """Around operators within an index, and between an operator that may be one of reduction and a
    brace within the operand of such an operator; nowhere else.
    """
    assert tight(given) == expected
