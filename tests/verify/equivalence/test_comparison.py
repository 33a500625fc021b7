# SPDX-License-Identifier: Apache-2.0
"""The points at which RTL and netlist are compared."""

from cipherfab.verify.equivalence.comparison import compare
from cipherfab.verify.equivalence.correspondence import Correspondence, _labels
from cipherfab.verify.equivalence.netlist import Netlist, Register


def test_a_register_without_a_name_is_compared_beside_one_that_is_called_by_its_number():
    """Of two guesses with one label each is a point, and the wrong one shows."""
    inputs = {"clk": [1], "d": [4]}
    rtl = Netlist(inputs, {}, {}, ())
    stays, moves = Register(5, 5, 1, ()), Register(6, 4, 1, ("5",))
    for registers in ((stays, moves), (moves, stays)):
        mapped = Netlist(inputs, {}, {}, registers)
        zeros = {("netlist", one.q): (None, 0) for one in registers}
        found = compare(rtl, mapped, Correspondence(), Correspondence(zeros, _labels(rtl, mapped)))
        assert len(found.pairs) == 2
        assert [a == b for a, b in found.pairs.values()].count(False) == 1
