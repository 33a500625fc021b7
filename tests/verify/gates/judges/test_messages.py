# SPDX-License-Identifier: Apache-2.0
"""What is asked of the judges of a masked AEAD is not done twice."""

from types import SimpleNamespace

from cipherfab.verify.gates import judges
from cipherfab.verify.gates.judges.messages import Composable
from cipherfab.verify.gates.judges.verdicts import NOT_SHOWN


def test_the_permutation_is_not_judged_by_itself_beside_the_whole_core():
    """With ``--composition`` the whole core is tried, and no permutation is mapped: what is printed
    has no line of it, and the verdict is no better.
    """
    found = Composable(composition=True).assess(SimpleNamespace())
    assert found == {"composable": {}}
    assert judges.judges_of(found) == judges.OF_COMPOSABLE
    lines = list(Composable.lines(found))
    assert not any("permutation" in line for line in lines) and len(lines) == 2
    assert list(Composable.verdicts(found)) == [NOT_SHOWN]
