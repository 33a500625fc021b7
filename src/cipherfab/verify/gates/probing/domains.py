# SPDX-License-Identifier: Apache-2.0
"""Of the mapped netlist of a masked core with the LWC API, wrapper included: which cones between
registers have data of more than one share.

Rules, each of them by structure alone, for every net that a register takes in and every output:

- *Data* registers and DO have data of one share only, in all that they are computed from, of
  whatever bit or word, and no random bits but those of the next rule.
- The registers of *gadgets* have data of two shares, from the state's registers alone, and one
  random bit, which no other register of the same domain has.
- The *state's* registers have one random bit each, by which what enters the permutation is shared
  anew: of one share each has another one. It is a bit of no gadget whose register reads that bit of
  the state, and of none that its own register reads: else a probe could see the random bit on RDI
  beside what it hides. No other cone has random bits. (That both shares of a bit have the same one
  is not looked at: the answers would be wrong.)
- *Control* registers and outputs have no data. Of PDI and SDI they may have share 0, in which
  headers and instructions are.
- What is *opened* (`controllers.parts.opened`) goes into registers of its own, one
  for each share, and these are read by the registers of the mismatch alone.

What follows: if every word of RDI is fresh and uniform, a gadget's register in the domain of share
i holds a uniform value that is independent of all others in that domain, and what the state is
shared anew with depends on no secret. So probes that stay within one domain, however many, and over
however many cycles, see values that can be made without the other shares, and learn nothing. What
is left are probes inside gadgets, of which `rounds` judges single ones on the permutation, and what
is opened. That control has no data by structure does not say that it is the same for all secrets:
that handshake and status are is checked in simulation.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from ....design import Design
from .symbolic import SymbolicNetlist

_STATE = re.compile(r"(?:(?:in|out)_x|x\d+|(?:term_)?[ab]\d+)_(\d)(\[\d+\])?")
_GADGET = re.compile(r"cross\d+_(\d)(\d)(\[\d+\])?")
OPENED = re.compile(r"opened_\d(\[\d+\])?")
_MISMATCH = re.compile(r"mismatch(\[\d+\])?")
_STORED = re.compile(r"(?:slot\d+|key|key_register\w*|first|second)(\[\d+\])?")
_BIT = re.compile(r"(.+)\[(\d+)\]")

MODEL = "no cone has data of two shares, but those of the gadgets and of what is opened by design"


@dataclass
class Domains:
    """One run of the check.

    Attributes:
        netlist: what is checked.
        shares: of each word.
        wrong: what breaks a rule, in words.
        counts: cones by kind.
    """

    netlist: SymbolicNetlist
    shares: int
    wrong: list[str] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    _of: dict[str, frozenset[int]] = field(default_factory=dict)
    _blinded: dict[tuple[str, str], str] = field(default_factory=dict)
    _gadgets: dict[str, list[str]] = field(default_factory=dict)

    def __post_init__(self):
        self.cones = {
            name: frozenset().union(*map(self.netlist.cone, flip_flop.inputs))
            for name, flip_flop in self.netlist.registers.items()
        }
        for name in filter(_GADGET.fullmatch, self.cones):
            for bit in _from(self.cones[name], "rdi_data"):
                self._gadgets.setdefault(bit, []).append(name)
        self._of = {name: frozenset() for name in self.cones}
        # Registers read registers, so what they have is passed on until nothing changes.
        changed = True
        while changed:
            following = {name: self._assigned(name) for name in self.cones}
            changed, self._of = following != self._of, following

    def run(self) -> None:
        """Judge every register and every output."""
        for name, cone in self.cones.items():
            self._judge(name, cone)
        for port, nets in self.netlist.ports.items():
            for bit, net in enumerate(nets):
                if port not in self.netlist.inputs:
                    self._output(port, bit, self.netlist.cone(net))

    def _assigned(self, name: str) -> frozenset[int]:
        """The shares that a register has data of."""
        if gadget := _GADGET.fullmatch(name):
            # Its random bit hides the second share, so it has data of its own domain alone. That
            # the bit is there is judged apart.
            return frozenset({int(gadget[1])})
        if not _is_data(name):
            # Control passes nothing on. A control register that has data is reported where it reads
            # it.
            return frozenset()
        return self._data(self.cones[name])

    def _data(self, cone: Iterable[str]) -> frozenset[int]:
        """The shares that a cone has data of."""
        return frozenset().union(*(self._share(source) for source in cone))

    def _share(self, source: str) -> frozenset[int]:
        if source in self._of:
            return self._of[source]
        bit = _BIT.fullmatch(source)
        if bit and bit[1] in ("pdi_data", "sdi_data"):
            return frozenset({self._of_port(bit[1], int(bit[2]))})
        return frozenset()

    def _of_port(self, port: str, bit: int) -> int:
        # Share 0 is at the top of a port.
        return self.shares - 1 - bit * self.shares // len(self.netlist.ports[port])

    def _judge(self, name: str, cone: frozenset[str]) -> None:
        data, random = self._data(cone), _from(cone, "rdi_data")
        if gadget := _GADGET.fullmatch(name):
            self._count("gadget")
            others = [
                source for source in cone if self._share(source) and not _STATE.fullmatch(source)
            ]
            if data != {int(gadget[1]), int(gadget[2])} or len(random) != 1 or others:
                self.wrong.append(
                    f"{name}: a gadget's register with data of shares "
                    f"{_listed(data)}, {len(random)} random bits, {others[:2]}"
                )
            for bit in random:
                # A random bit serves one register in each domain, so it is looked up with the
                # domain.
                if (other := self._blinded.setdefault((gadget[1], bit), name)) != name:
                    self.wrong.append(f"{name}: has {bit}, as {other} of the same domain")
        elif _MISMATCH.fullmatch(name):
            self._count("opened")
            if any(not OPENED.fullmatch(source) for source in cone if self._share(source)):
                self.wrong.append(f"{name}: has data that was not opened")
        elif _is_data(name):
            self._count("data")
            self._one_share(name, cone, data)
        else:
            self._control(name, cone)

    def _enters(self, name: str, cone: frozenset[str], random: str) -> None:
        """Judge the random bit with which a register of the state is shared anew."""
        self._count("refreshed")
        share = _STATE.fullmatch(name)[1]
        # The prefix keeps these apart from the domains of gadgets, which are in the same table.
        if (other := self._blinded.setdefault((f"enters {share}", random), name)) != name:
            self.wrong.append(f"{name}: has {random}, as {other} of the same share")
        for gadget in self._gadgets.get(random, ()):
            if gadget in cone or name in self.cones[gadget]:
                self.wrong.append(
                    f"{name}: has {random}, as {gadget}, which it reads or is read by"
                )

    def _output(self, port: str, bit: int, cone: frozenset[str]) -> None:
        if port != "do_data":
            self._control(f"{port}[{bit}]", cone)
            return
        self._count("data")
        data, name = self._data(cone), f"{port}[{bit}]"
        self._one_share(name, cone, data)
        if not data <= {self._of_port(port, bit)}:
            self.wrong.append(f"{name}: has data of shares {_listed(data)}")

    def _one_share(self, name: str, cone: frozenset[str], data: frozenset[int]) -> None:
        opened = [source for source in cone if OPENED.fullmatch(source)]
        random, is_state = _from(cone, "rdi_data"), bool(_STATE.fullmatch(name))
        # ``is_state`` counts as a number: one random bit in the state, elsewhere none.
        if len(data) > 1 or len(random) != is_state or opened:
            self.wrong.append(
                f"{name}: has data of shares {_listed(data)}, "
                f"{len(random)} random bits, {opened[:2]}"
            )
        elif is_state:
            self._enters(name, cone, random[0])

    def _control(self, name: str, cone: frozenset[str]) -> None:
        self._count("control")
        wrong = [
            source
            for source in cone
            # Headers come in share 0 of the ports, and control reads them.
            if self._share(source) and not (source in _ports(cone) and self._share(source) == {0})
        ]
        if wrong or _from(cone, "rdi_data"):
            self.wrong.append(f"{name}: control that has data: {', '.join(sorted(wrong)[:2])}")

    def _count(self, kind: str) -> None:
        self.counts[kind] = self.counts.get(kind, 0) + 1


def check(design: Design, netlist: SymbolicNetlist) -> dict[str, Any]:
    """Check a netlist of a masked AEAD that was read.

    Returns:
        ``passed``; ``wrong``: what breaks a rule; ``counts``: cones by kind, ``data``, ``gadget``,
        ``opened`` and ``control``; ``model``.
    """
    found = Domains(netlist, design.interface.masking.shares)
    found.run()
    return {"passed": not found.wrong, "wrong": found.wrong, "counts": found.counts, "model": MODEL}


def _is_data(name: str) -> bool:
    """Whether a register is one of data by its name. One that is none has to keep the rules of
    control, so that a wrong name is no way out.
    """
    return any(kind.fullmatch(name) for kind in (_STATE, _GADGET, OPENED, _STORED))


def _from(cone: Iterable[str], port: str) -> list[str]:
    return [source for source in cone if source.startswith(f"{port}[")]


def _ports(cone: Iterable[str]) -> set[str]:
    return {*_from(cone, "pdi_data"), *_from(cone, "sdi_data")}


def _listed(shares: Iterable[int]) -> str:
    return " and ".join(map(str, sorted(shares))) or "none"
