# SPDX-License-Identifier: Apache-2.0
"""The words that a shape expects, where they hang on whether the tag is right."""

import pytest

from cipherfab.verify.messages.bits import NotSymbolic
from cipherfab.verify.messages.cases import _behind_anything, _merged
from cipherfab.verify.messages.graph import FALSE, TRUE, Graph


def test_a_status_stands_at_one_place_whatever_the_tag():
    """A word that is a status in one case and data in another one has no shape."""
    graph = Graph()
    said = (TRUE, [TRUE], [TRUE], True, "status")
    given = (FALSE, [FALSE], [TRUE], False, "data")
    with pytest.raises(NotSymbolic, match="another place"):
        _merged(graph, [said, given])
    assert _merged(graph, [said, (FALSE, [FALSE], [TRUE], True, "status")]).status


def test_any_words_before_a_status_are_as_many_as_the_right_ones():
    """Where a tag is wrong each word before the status may have any bits, the status may not, and
    there are as many words as of the right answer; of answers of two lengths nothing is said.
    """
    data = ([TRUE], [TRUE], False, "data")
    success, failure = ([TRUE], [TRUE], True, "success"), ([FALSE], [TRUE], True, "failure")
    words = _behind_anything([failure], {2: [(TRUE, [data, success])]})
    assert words == [([TRUE], [0], False, "data"), failure]
    with pytest.raises(NotSymbolic, match="how many words"):
        _behind_anything([failure], {1: [], 2: []})
