# SPDX-License-Identifier: Apache-2.0
"""How long a question to ABC may take."""

import time

import pytest

from cipherfab.verify.messages.graph import Graph
from cipherfab.verify.messages.windows import Windows
from cipherfab.verify.second.matching import Prover


@pytest.mark.parametrize("left, most", [(1000, 30), (10, 10), (-5, 1)])
def test_a_question_ends_with_the_deadline(left, most, tmp_path):
    """A question has its own limit, or what is left until the deadline, whatever is less, and a
    second at least.
    """
    graph = Graph()
    prover = Prover(graph, Windows(graph, tmp_path, set()), 30, time.monotonic() + left)
    assert most - 2 < prover._time() <= most
