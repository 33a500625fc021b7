# SPDX-License-Identifier: Apache-2.0
"""The level *proved messages*: what a whole set of shapes says of a core."""

import pytest

from cipherfab.verify.finding import Finding
from cipherfab.verify.messages.check import ANY_ORDER, LINK
from cipherfab.verify.messages.level import level


def found(*passed, order=None, **more):
    """Findings of shapes, and of their order if that was tried."""
    shapes = [
        Finding(LINK, f"shape {number}", one, "said", 1.5, more=more)
        for number, one in enumerate(passed)
    ]
    return shapes + ([Finding(LINK, ANY_ORDER, order, "said", 2.0)] if order is not None else [])


@pytest.mark.parametrize(
    "passed, expected",
    [
        ((True, True), True),
        ((True, None), None),
        ((None,), None),
        ((True, False), False),
        ((None, False), False),
        ((), None),
    ],
)
def test_no_set_with_an_open_shape_is_proved(passed, expected):
    """It passes only if every shape is proved, and fails as soon as one is refuted."""
    assert level(found(*passed)).passed is expected


def test_what_was_proved_is_told():
    """Shapes, whether in any order, seconds, and what is wrong all the same."""
    said = level(found(True, True, order=True, caveat="not do_last"))
    assert said.more["shapes"] == ["shape 0", "shape 1"]
    assert said.more["beyond"] == [ANY_ORDER]
    assert said.seconds == 5.0
    assert said.caveat == "not do_last"


def test_an_order_that_is_open_is_told():
    """Shapes that are proved one by one are not called proved in any order."""
    said = level([*found(True), Finding(LINK, ANY_ORDER, None, "open", 1.0)])
    assert said.passed is True
    assert said.more["beyond"] == []
    assert said.detail.endswith("not proved: any order")


def test_what_is_refuted_beyond_the_shapes_fails():
    """Shapes that are proved do not hide that stalls break them."""
    assert level(found(True, order=False)).passed is False
