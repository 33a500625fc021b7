# SPDX-License-Identifier: Apache-2.0
"""All registers of a component at once to what they are after reset, those without a reset to 0."""

from amaranth.hdl import Const
from amaranth.hdl._ast import Switch
from amaranth.hdl._xfrm import _ControlInserter


class Clearing(_ControlInserter):
    """As Amaranth's ``ResetInserter``, and for registers that have no reset, too: a key, a state
    and blocks are such.

    Memories keep what is in them; their ports have no registers here.
    """

    def _insert_control(self, fragment, domain, lhs_masks):
        """Behind all that is assigned in a domain: what it is after reset, while the control is
        1."""
        cleared = []
        for signal, start, stop in lhs_masks.chunks():
            # Of a register without a reset `init` is 0.
            value = Const(signal.init, signal.shape())
            # Of a signal that is driven in parts only these bits belong to the domain.
            whole = start == 0 and stop is None
            cleared.append(signal.eq(value) if whole else signal[start:stop].eq(value[start:stop]))
        switch = Switch(self.controls[domain], [(1, cleared, None)], src_loc=self.src_loc)
        # In Amaranth the last assignment wins, so this one goes behind all others.
        fragment.add_statements(domain, switch)
