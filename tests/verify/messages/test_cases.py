# SPDX-License-Identifier: Apache-2.0
"""The words that a shape expects, where they hang on whether the tag is right."""

import pytest

from cipherfab.verify.messages.bits import NotSymbolic
from cipherfab.verify.messages.cases import _merged
from cipherfab.verify.messages.graph import FALSE, TRUE, Graph


def test_a_status_stands_at_one_place_whatever_the_tag():
    """A word that is a status in one case and data in another one has no shape."""
    graph = Graph()
    said = (TRUE, [TRUE], [TRUE], True, "status")
    given = (FALSE, [FALSE], [TRUE], False, "data")
    with pytest.raises(NotSymbolic, match="another place"):
        _merged(graph, [said, given])
    assert _merged(graph, [said, (FALSE, [FALSE], [TRUE], True, "status")]).status
