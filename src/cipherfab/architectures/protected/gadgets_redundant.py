# SPDX-License-Identifier: Apache-2.0
"""By gadgets on shares, with the last k rounds computed twice (`masked=1,redundant=k,gadget=dom`):
a result that a single fault has touched is withheld or has another one beside it. What campaigns
found is in docs/explanation/faults.md.
"""

from collections.abc import Mapping

from amaranth.hdl import Cat, Module, Mux, Signal
from amaranth.lib.wiring import Out

from ...errors import CallError
from ...identifiers import APART
from ...primitives.by_gadgets import ByGadgets
from ...primitives.in_stages import RANDOM, share_names
from ..steps import apply, one_of
from .masked import Masked
from .masked_redundant import MaskedRedundant, refuse_unfit

DIFFERENCE = "difference"
"""Registers of this name, with the word before it and the share behind it, hold the sum of a share
of both results. The sum of all of them is 0 without a fault, and is opened by design.
"""

AGAIN = "again"
"""Ports of this name, with ``valid`` or an output behind it, have the second result."""


class GadgetsRedundant(MaskedRedundant):
    """The stages of `Masked`; the last k rounds are done twice, the second time with new random
    bits.

    At the edge at which the protected rounds begin, ``copy`` takes the same shares as the state,
    from the logic in front of both. After the first computation both change places. The second one
    begins with the shares that the first began with, and ends with others: each round adds its own
    random bits. So results are compared by the *sum of their sums*: a share of one result is added
    to the same share of the other, into registers of their own (`DIFFERENCE`), which are 0 at other
    times; all of these are added up a cycle later, where without a fault there is nothing but 0. No
    random bits are kept.

    What leaves is said twice, since what computes a port can be wrong too: ``again_NAME`` has the
    second result, in its own shares, and ``again_valid`` a second *valid*. **Who takes a result has
    to compare**: it is one if ``out_valid`` and ``again_valid`` are both 1, and the sums of the
    shares of both results are equal. Each share is held at 0 by a gate of its own, with a count of
    its own, so that no one gate shows all shares of what is on its way.

    A call takes k rounds more, and two cycles for the comparison. What is covered is what
    `Redundant` covers, and the gates of the outputs, if the comparison behind the ports is right.
    **One fault or one probe**: a fault together with a probe is not covered. What is opened after a
    fault hangs on data.

    Args:
        staged: what is masked, by gadgets whose operands come from registers.
        repeated: k.

    Raises:
        CallError: k does not fit, or the gadgets do not.
    """

    def __init__(self, staged: ByGadgets, *, repeated: int):
        self._rounds, self.repeated = staged.primitive.rounds[0], repeated
        refuse_unfit(staged.primitive, repeated)
        if not staged.gadget.isolated or staged.shares != 2:
            raise CallError(
                f"{staged.primitive.name}: redundant=k does not go with "
                f"gadget={staged.gadget.name} on {staged.shares} shares; expected gadget=dom "
                f"on 2: registers of other gadgets take in values together with the state."
            )
        self._gadgets = staged
        # Not that of `MaskedRedundant`: no call is resumed here, the second one begins with the
        # copy.
        Masked.__init__(self, staged)

    def more_ports(self) -> dict:
        results = {f"{AGAIN}_{name}": Out(width) for name, width in self.staged.outputs.items()}
        return {**super().more_ports(), f"{AGAIN}_valid": Out(1), **results}

    def _apart(self, m: Module, name: str, port, condition):
        """By a gate that is mapped apart: one inverter of the port for both counts is a place whose
        fault nothing notices.
        """
        words = {"port": port, "condition": condition}
        both = apply(m, f"{APART}{name}", _both, words, {"both": 1})
        return both["both"]

    def _leaving(self, m: Module) -> list:
        """By what each *valid* says, so that no one gate lets a result leave twice."""
        self._given_again = Signal(name="given_again")
        second = self._apart(m, "leaves", self.out_ready, self._given_again)
        self._leaves = [self._given & self.out_ready, second]
        return self._leaves

    def _random(self, m: Module, counts: Mapping) -> None:
        """New ones, always."""
        self._fresh = {RANDOM: getattr(self, RANDOM)}

    def _copied(self, m: Module, state: Mapping, inverted: Mapping) -> dict:
        """The second set of registers, of all but those of gadgets."""
        return {
            name: Signal(width, name=_beside(name, "copy"), reset_less=True)
            for name, width in self._gadgets.registers_of_state.items()
        }

    def _compute(self, m: Module, state: Mapping, copy: Mapping, counts: Mapping) -> None:
        """The copy takes what the state takes where the protected rounds begin and end."""
        super()._compute(m, state, copy, counts)
        inverted = {name: ~each for name, each in self._complements.items()}
        takes = [
            self._ends(inverted, done) for done in (self._rounds - self.repeated, self._rounds)
        ]
        with m.If(Cat(takes).any()):
            m.d.sync += [copy[name].eq(self._following[name]) for name in copy]

    def _written(self, m: Module, state: Mapping, random: Mapping) -> list[dict]:
        found = super()._written(m, state, random)
        self._following = found[self._last]
        return found

    def _compare(
        self, m: Module, state: Mapping, copy: Mapping, counts: Mapping, inverted: Mapping
    ) -> None:
        """Both results, and what is given."""
        result, outputs = self.staged.result_function(), self.primitive.outputs
        first, second = (
            apply(m, name, result, registers, outputs)
            for name, registers in (("result", state), ("result_copy", copy))
        )
        waits = [self._waits(each) for each in (counts, inverted)]
        differ = self._opened(m, waits[0], first, second)
        checked = self._checked(m, waits)
        alarm = Signal(name="alarm")
        lost = self._torn | (alarm & Cat(*counts.values()).any())
        # The checks name a register by the shortest name of its net, so no two have one name here.
        counted = [
            {"there": waits[each], name: checked[each], "differ": differ}
            for each, name in enumerate(("checked", "checked_again"))
        ]
        given = [_passed(each)["passed"] & ~lost for each in counted]
        m.d.comb += [
            self._noticed.eq(lost | (waits[0] & differ)),
            self._given.eq(given[0]),
            self.fault.eq(self._noticed | alarm),
            self.out_valid.eq(self._given),
            self._given_again.eq(given[1]),
            getattr(self, f"{AGAIN}_valid").eq(self._given_again),
        ]
        # An alarm stays until the next call begins.
        m.d.sync += alarm.eq(~(self.in_valid & self.in_ready) & (self._noticed | alarm))
        self._show(m, self._shows(m, counted), first, second)

    def _opened(self, m: Module, waits, first: Mapping, second: Mapping) -> Signal:
        """1 where both results differ, two cycles after they are there."""
        sums = {
            name: Signal(len(value), name=_beside(name, DIFFERENCE), reset_less=True)
            for name, value in first.items()
        }
        # Registers in between: no gate behind them sees both shares of one result.
        m.d.sync += [sums[name].eq(one_of((waits, first[name] ^ second[name]))) for name in sums]
        differ = Signal(name="differ", reset_less=True)
        m.d.sync += differ.eq(self._differ(sums))
        return differ

    def _differ(self, sums: Mapping):  # type: ignore[override]
        """1 where the sums of all shares are not 0."""
        names = [share_names(name, self.staged.shares) for name in self.staged.primitive.outputs]
        return Cat(sums[one] ^ sums[other] for one, other in names).any()

    def _checked(self, m: Module, waits: list) -> list[Signal]:
        """For both counts: a result has been compared. The second register of each pair holds its
        complement, so that tools keep it.
        """
        compared = [Signal(name="compared"), Signal(name="compared_inverted", init=1)]
        checked = [Signal(name="checked"), Signal(name="checked_inverted", init=1)]
        # A result that leaves in this clock is none in the next one.
        stays = [each & ~gone for each, gone in zip(waits, self._leaves)]
        m.d.sync += [
            compared[0].eq(stays[0]),
            compared[1].eq(~stays[1]),
            checked[0].eq(stays[0] & compared[0]),
            checked[1].eq(~(stays[1] & ~compared[1])),
        ]
        return [checked[0], ~checked[1]]

    def _shows(self, m: Module, counted: list) -> dict[str, list]:
        """For both results what shows each share: gates that are mapped apart, or buffers behind
        one of them would show, or withhold, bits of several.
        """
        return {
            result: [
                apply(m, f"{APART}{result}_{share}", _passed, each, {"passed": 1})["passed"]
                for share, each in enumerate(counted)
            ]
            for result in ("out", AGAIN)
        }

    def _show(self, m: Module, shows: Mapping, first: Mapping, second: Mapping) -> None:
        """The results, or 0: each share by its own gate."""
        for result, shares in (("out", first), (AGAIN, second)):
            m.d.comb += [
                # The last character of a name is the number of its share.
                getattr(self, f"{result}_{name}").eq(Mux(shows[result][int(name[-1])], share, 0))
                for name, share in shares.items()
            ]


def _passed(words: Mapping) -> dict:
    """Whether a result is there, has been compared and is the other one, as a count says."""
    there, checked, differ = words.values()
    return {"passed": there & checked & ~differ}


def _both(words: Mapping) -> dict:
    return {"both": words["port"] & words["condition"]}


def _beside(name: str, what: str) -> str:
    """The name of a register beside another one; the number of the share stays last."""
    stem, _, share = name.rpartition("_")
    return f"{stem}_{what}_{share}" if stem and share.isdigit() else f"{name}_{what}"
