# SPDX-License-Identifier: Apache-2.0
"""A proof, for a whole masked netlist, that d probes together see nothing of a secret: a call is
played whose control is known, and every value of every cycle gets a label.

Model: as in `probing.tuples`: d probes on any nets, each seeing all registers and inputs of its
cone in two successive cycles (glitches and transitions). d + 1 shares come in, uniform; each random
bit of the ports is uniform and new in each cycle in which the port has a new word. Handshake and
public inputs are constants, those of the call that is played.

**Labels** (`following`). A value is public (control alone says it); a *share* of one index; or
*hidden*: a known function of few shares and random bits. Random bits that are in one hidden value
form a *group*: those of one pair of shares of one gadget. What is made of shares of one index, and
of hidden values that, seen together, come equally often whatever shares of other indices are
(`values.Groups.hide`, all values are tried), is a share of that index again; it *uses* them. No
name is trusted, and no gadget is known here: DOM, HPC2, HPC3 are what they compute. The idea is
that of share by share annotation with fresh random bits of G. Cassiers, B. Grégoire, I. Levi, F.-X.
Standaert, "Hardware Private Circuits", IEEE TC 2021, and of output isolation over transitions of G.
Cassiers, F.-X. Standaert, "Provably Secure Hardware Masking in the Transition- and Glitch-Robust
Probing Model", TCHES 2021 (O-PINI); rules and proof are of our own.

**Rules** (`views`), for each group g and index i; *known* at i is what shares of i use of g, and
more that is seen beside shares of i and can be made beside it:

1. g has to do with shares of two indices at most, its partners.
2. What shares of i use of g hides those of the partner, all of it seen together; the shares of i
   that are in values of g are there before what is known at i, and none of them stands for a value
   of g.
3. A probe sees shares of one index i at most. Of each group that i is a partner of it sees what is
   known at i (*outer*); or it is *inside* g, and what it sees of g hides the partner's shares. Of
   other groups it sees nothing. All groups that it is inside of have the same partner.
4. A probe inside g sees and asks for shares that were made before anything of g was known; of
   groups that it is inside of it asks for the shares in the values that it sees, no others. What it
   sees directly of other groups may be as old as that, if it is so for no circle of groups.

**Why d probes can be simulated from shares of d indices.** Let I be the indices of the probes.
Where a probe p, of index i, is inside g, and something of g is asked for at i by another probe too,
p costs the partner's index instead of its own. By rule 4 the probes of one index can be put in an
order in which only later ones ask for what earlier ones are inside of. So the last one costs i
alone, and as many indices are paid for as there are probes; those that are inside the same group
have the same partner. All shares of the indices in I are computed from those that came in, cycle by
cycle. Of a group of which both partners are in I all random bits are drawn, and its values are
computed: all shares that they are made of are known. Of a group with one partner in I, only values
known at it are asked for, or those that one probe sees inside of it: by rules 2 and 3 they are
drawn without the other shares. d of d + 1 uniform shares say nothing of a secret.

What is not said: other calls, pauses and public inputs than those played; values of more than two
cycles seen together; coupling; random bits that are not uniform; what others do with the shares
that leave. A rule that is broken is no leak.
"""

from collections.abc import Mapping
from time import monotonic
from typing import Any

from ....design import Design
from ..messages import Conversation
from ..probing.exact import FRESH, Check
from ..probing.polynomials import ONE, UNKNOWN, ZERO, Polynomial
from ..probing.symbolic import SymbolicNetlist
from ..probing.whole import Whole
from .circuit import Circuit, Settled
from .following import Following, Held, Stop
from .values import Value
from .views import Views

MODEL = (
    "{probes}, each seeing all registers and inputs of its cone in two successive cycles (glitches "
    "and transitions)"
)

NAMED = 8
"""Reasons that are named."""

ENOUGH = 200
"""Probes that see shares of several indices, after which the check ends."""


def check(
    design: Design,
    netlist: SymbolicNetlist,
    *,
    conversation: Conversation | None = None,
    seed: int = 1,
    random: str = FRESH,
    longest: int | None = None,
) -> dict[str, Any]:
    """Check a netlist that was read.

    Args:
        design: masked: a bare primitive with valid and ready, or an AEAD.
        netlist: of it.
        conversation: messages of an AEAD, as of `probing.whole.check`.
        seed, random: see `probing.exact.check`.
        longest: cycles after which the check ends; None: see `probing.exact`, `probing.whole`.

    Returns:
        ``passed``; ``order``: d; ``cycles``; ``probes``: views, each a net in a cycle; ``gadgets``:
        groups of random bits that hide something; ``stops``: what stops the proof, in words, with
        name and cycle, the first `NAMED` ones; ``count`` of them; ``watched``: ``longest``;
        ``model``; ``random``; ``opened``: of an AEAD, whether it ended since something is opened;
        ``seconds``.

    Raises:
        DesignError: no result came, or handshake or status are not public by what control says.
    """
    start = monotonic()
    found: Calls | Messages
    if conversation is None:
        found = Calls(design, netlist, seed, random, False)
    else:
        found = Messages(design, netlist, seed, random, False)
        found.conversation = conversation
    found.longest = longest
    found.run()
    views, groups = found.label.views, found.label.following.groups
    # Behind a value that could not be followed the labels are not whole.
    if not found.registers.fault:
        views.judge(groups)
    stops = [*filter(None, [found.registers.fault]), *views.wrong]
    order = design.interface.masking.order
    return {"passed": not stops, "order": order, "cycles": found.registers.cycle,
            "probes": views.probes, "gadgets": groups.count(), "stops": stops[:NAMED],
            "count": len(stops), "watched": longest,
            "model": MODEL.format(probes=_probes(order)), "random": random,
            "opened": conversation is not None and found.has_opened(),  # type: ignore[union-attr]
            "seconds": monotonic() - start}  # fmt: skip


def _probes(order: int) -> str:
    return "any net, one probe" if order == 1 else f"any nets, {order} probes"


class Labels:
    """A netlist at work, whose values have labels instead of polynomials."""

    def __init__(self, run: Check):
        self.circuit = Circuit(run.netlist)
        self.following = Following(self.circuit, run.sharings.shares)
        self.views, self._run = Views(self.circuit), run
        self._values: dict[int, Held] = {}

    def cycle(self, inputs: Mapping[str, Polynomial]) -> dict[str, Polynomial]:
        """A clock, with all probes; what every bit of an output is."""
        settled = self.following.settle(
            {name: self._held(name, value) for name, value in inputs.items()}
        )
        self.views.look(self.following)
        ports = {name: self._port(settled, name, net) for name, net in self.circuit.outputs()}
        try:
            self.following.clock(settled)
        except Stop as error:
            self._run.registers.fault = f"cycle {self.following.cycle}: {error}"
        # The run counts by its registers, which stand still while labels are followed.
        self._run.registers.cycle = self.following.cycle
        return ports

    def _port(self, settled: Settled, name: str, net: int) -> Polynomial:
        constant = settled.constant[net]
        if constant is None:
            return self.given(settled, name, net)
        return ONE if constant else ZERO

    def given(self, settled: Settled, name: str, net: int) -> Polynomial:
        """What an output is that is not public: that alone is said."""
        return UNKNOWN

    def _held(self, name: str, value: Polynomial) -> Held:
        """The label of an input bit."""
        if value.is_constant:
            return int(value.terms == ONE.terms)
        # Nothing is computed in front of the ports, so an input bit is one variable.
        (number,) = value.variables()
        if number not in self._values:
            variable = self._run.sharings.variables[number]
            # A variable of no sharing is a random bit.
            self._values[number] = (
                self.following.fresh(name)
                if variable.group < 0
                else self.following.share(variable.share, name)  # type: ignore[arg-type]
            )
        return self._values[number]


class Answers(Labels):
    """The same of messages, whose answers may come in again."""

    def given(self, settled: Settled, name: str, net: int) -> Polynomial:
        """A bit of data, as a variable of its own."""
        if not name.startswith("do_data["):
            return UNKNOWN
        try:
            held = self.following.made(settled, net, name)
        except Stop as error:
            self._run.registers.fault = f"cycle {self.following.cycle}: {error}"
            return UNKNOWN
        # It turned out to be public after all, and needs no label.
        if not isinstance(held, Value):
            return ONE if held else ZERO
        sharings = self._run.sharings
        # What leaves may come in again as a ciphertext, and must keep its label then.
        number = sharings.add(sharings.group(name), held.domain)
        self._values[number] = held
        return Polynomial.variable(number)


class Calls(Check):
    """A call whose result waits, and the beginning of the next one."""

    labels: type[Labels] = Labels

    def __init__(self, *args):
        super().__init__(*args)
        self.label = self.labels(self)

    def _watched_cycle(self, inputs: Mapping[str, Polynomial]) -> dict[str, Polynomial]:
        return self.label.cycle(inputs)

    def _is_over(self) -> bool:
        return super()._is_over() or len(self.label.views.wrong) > ENOUGH


class Messages(Calls, Whole):
    """An encryption and a decryption, until something is opened."""

    labels = Answers

    def has_opened(self) -> bool:
        """Whether something is in the registers of what is opened."""
        following = self.label.following
        return any(
            isinstance(following.held[self.label.circuit.place[name]], Value)
            for name in self._opened
        )

    def _take_answer(self, ports: Mapping[str, Polynomial]) -> None:
        if self._is_one(ports, "do_valid"):
            bits = range(len(self.netlist.ports["do_data"]))
            self.left.append([ports[f"do_data[{bit}]"] for bit in bits])
