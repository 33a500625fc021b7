# SPDX-License-Identifier: Apache-2.0
"""Every single probe on the netlist of a masked core with the LWC API, wrapper included, over
messages: the exact check of `rounds`, with the messages of `messages`.

An encryption under a new key, and the decryption of its answer. Every bit of data that comes in is
a secret of its own, in shares that are uniform, be it public or not: key, nonce, associated data,
plaintext, received tag. What is decrypted are the shares that the core has sent itself. Headers and
instructions are constants, and so is all of control then; RDI pauses, and its data is 0 in the
pauses.

The check ends where the comparison opens a function of the tags' difference, by design
(`controllers.parts.opened`): what comes later depends on that. If anything is in the
registers for that before all but the last word of the answers has left, it fails.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from ....design import Design
from ....errors import DesignError
from ..messages import NOTHING, Conversation, Offer
from .domains import OPENED
from .exact import FRESH, LONGEST, ZEROS
from .polynomials import ONE, ZERO, Polynomial
from .rounds import Rounds, checked
from .symbolic import SymbolicNetlist


def check(
    design: Design,
    netlist: SymbolicNetlist,
    conversation: Conversation,
    *,
    seed: int = 1,
    longest: int | None = None,
) -> dict[str, Any]:
    """Check a netlist that was read.

    Args:
        design, netlist: of a masked AEAD.
        conversation: its messages; the one with a wrong tag is left out.
        seed: of nothing that is read here; see `rounds.check`.
        longest: cycles after which the check ends; None: where something is opened.

    Returns:
        As `rounds.check`, and ``words``: those that left; ``opened``: whether it ended since
        something is opened.

    Raises:
        DesignError: handshake or status depend on shares, or the messages have no end.
    """
    found = Whole(design, netlist, seed, ZEROS if conversation.zeros else FRESH, False)
    found.conversation = conversation
    return {
        **checked(found, longest=longest),
        "words": len(found.left),
        "opened": found.has_opened(),
    }


class Whole(Rounds):
    """One run of the check.

    Attributes:
        conversation: the messages.
        left: words that left, bits of all shares each.
    """

    conversation: Conversation

    def __init__(self, *args, **options):
        super().__init__(*args, **options)
        self.left: list[list[Polynomial]] = []
        self._opened = [name for name in self.netlist.registers if OPENED.fullmatch(name)]

    def run(self) -> None:
        """From the reset on, until something is opened."""
        reset = f"{self.design.reset}[0]"
        channels = [_Channel("pdi", self.conversation.pdi), _Channel("sdi", self.conversation.sdi)]
        # DO is always ready, so only RDI makes the core wait.
        given = {**self._zeros(), "do_ready[0]": ONE}
        self._cycle({**given, reset: ONE})
        while not self._is_over() and not self.has_opened():
            self._play(channels, given)
            if self.registers.cycle > LONGEST:
                raise DesignError(f"{self.design.name}: nothing is opened within {LONGEST} cycles.")
        if self.has_opened() and len(self.left) < sum(self.conversation.answers[:2]) - 1:
            self.registers.fault = (
                f"cycle {self.registers.cycle}: something is opened after {len(self.left)} words"
            )

    def _play(self, channels: "list[_Channel]", given: dict[str, Polynomial]) -> None:
        """A cycle; ``given``: what the input ports have, which stays."""
        for channel in channels:
            given |= self._offered(channel)
        given |= self._stream()
        ports = self._cycle(given)
        # After a fault there are no ports to look at.
        if self.registers.fault:
            return
        for channel in channels:
            channel.after(self._is_one(ports, f"{channel.name}_ready"))
        self._take_answer(ports)

    def _is_taken(self, ports: Mapping[str, Polynomial]) -> bool:
        return self._is_one(ports, "rdi_ready")

    def _zeros(self) -> dict[str, Polynomial]:
        return {
            f"{port}[{bit}]": ZERO
            for port in self.netlist.inputs
            for bit in range(len(self.netlist.ports[port]))
        }

    def has_opened(self) -> bool:
        """Whether something is in the registers of what is opened."""
        return any(not self.registers.values[name].is_constant for name in self._opened)

    def _is_one(self, ports: Mapping[str, Polynomial], name: str) -> bool:
        """Whether an output of control is 1. Raises DesignError: it depends on shares."""
        value = ports[f"{name}[0]"]
        if not value.is_constant:
            raise DesignError(
                f"{self.design.name}: {name} depends on shares in cycle {self.registers.cycle}."
            )
        return value.terms == ONE.terms

    def _take_answer(self, ports: Mapping[str, Polynomial]) -> None:
        """A word of DO that leaves, from what the registers held."""
        if self._is_one(ports, "do_valid"):
            self.left.append(
                [
                    # The registers hold the next cycle's values already; the word left with those
                    # before.
                    self.registers.put_in(ports[f"do_data[{bit}]"], self._before)
                    for bit in range(len(self.netlist.ports["do_data"]))
                ]
            )

    def _offered(self, channel: "_Channel") -> dict[str, Polynomial]:
        """What a channel's ports get in a cycle; a word that is not taken stays, and so does the
        data of the last one.
        """
        if channel.shown or not channel.offers(len(self.left)):
            return {f"{channel.name}_valid[0]": ONE if channel.shown else ZERO}
        channel.shown = True
        bits = self._bits_of(channel.words[channel.place], channel)
        return {
            f"{channel.name}_valid[0]": ONE,
            **{f"{channel.name}_data[{bit}]": value for bit, value in enumerate(bits)},
        }

    def _bits_of(self, word: Offer, channel: "_Channel") -> list[Polynomial]:
        """Of the port, share 0 at the top."""
        if word.echo != NOTHING:
            return self.left[word.echo]
        width, shares = self.conversation.width, self.sharings.shares
        if word.plain:
            # Share 0 has what is no secret, and the others are 0.
            plain = [ONE if word.value >> bit & 1 else ZERO for bit in range(width)]
            return [ZERO] * (width * (shares - 1)) + plain
        groups = [
            self.sharings.group(f"{channel.name}[{bit}] of word {channel.place}")
            for bit in range(width)
        ]
        return [
            Polynomial.variable(self.sharings.add(group, share))
            for share in reversed(range(shares))
            for group in groups
        ]

    def _stream(self) -> dict[str, Polynomial]:
        """Random bits that wait until they are taken, and their *valid*."""
        pauses, bits = self.conversation.pauses, len(self.netlist.ports["rdi_data"])
        if self._word is None and not pauses[self.registers.cycle % len(pauses)]:
            self._word = {
                f"rdi_data[{bit}]": ZERO
                if self.random == ZEROS
                else Polynomial.variable(self.sharings.add(-1, None))
                for bit in range(bits)
            }
        given = self._word or {f"rdi_data[{bit}]": ZERO for bit in range(bits)}
        return {**given, "rdi_valid[0]": ONE if self._word else ZERO}

    def _kept(self, values: Iterable[Polynomial]) -> set[int]:
        """What left may come in again."""
        return super()._kept([*values, *(bit for word in self.left for bit in word)])


class _Channel:
    """Words of PDI or SDI, one after the other."""

    def __init__(self, name: str, words):
        self.name, self.words, self.place, self.shown = name, words, 0, False

    def offers(self, left: int) -> bool:
        """Whether a word comes next, if so many have left."""
        return self.place < len(self.words) and left >= self.words[self.place].wait

    def after(self, ready: bool) -> None:
        """A cycle is over."""
        if self.shown and ready:
            self.place, self.shown = self.place + 1, False
