# SPDX-License-Identifier: Apache-2.0
"""Messages on shares for a netlist of a masked core with the LWC API, as `bench/messages.h` plays
them: an encryption under a new key, the decryption of its answer, and of the same with a wrong tag;
or the encryption alone.

Secrets are key and plaintext. Nonce, associated data and the wrong tag are the same in all traces,
in other shares in each; headers are in share 0. What is decrypted are the shares that the core has
sent itself. RDI pauses, and its data is 0 then; a word that is not taken stays.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import cast

from ... import catalog
from ...design import Design, LwcInterface
from ...errors import CallError
from ...lwc.messages import Message, Operation
from ...lwc.protocol import HEADER_BITS, Segment
from ...lwc.streams import vectors
from ...lwc.vectors import Item
from ...modes.model import AeadModel
from .gatesim import Drive, Stimulus

NOTHING = -1
STREAMS = ("pdi_data", "pdi_valid", "sdi_data", "sdi_valid", "rdi_data", "rdi_valid")
"""Input ports of which the words are said cycle by cycle; in this order they are the first."""

CONTROL = ("pdi_ready", "sdi_ready", "rdi_ready", "do_valid", "do_last")
"""Outputs that are the same in all traces."""

PAUSES = 61
"""Cycles after which the pauses of RDI repeat; in each of them no word comes with probability one
half.
"""


@dataclass(frozen=True, kw_only=True)
class Lengths:
    """Bytes of associated data and of plaintext, whole words of the bus."""

    ad: int = 8
    data: int = 20


@dataclass(frozen=True, kw_only=True)
class Offer:
    """A word that is offered: ``value``, with a secret or a word that the core has sent added;
    ``plain``: an instruction or a header; ``wait``: so many words have left before.
    """

    value: int
    secret: int = NOTHING
    echo: int = NOTHING
    plain: bool = False
    wait: int = 0


class Conversation:
    """Three messages, or the encryption alone.

    Args:
        design: with an `LwcInterface` that has a `Masking`.
        seed: of what is public, and of the pauses.
        lengths: of the messages.
        zeros: the random bits of RDI are all 0: a control.
        decrypts: with both decryptions.
        pausing: RDI pauses; else a word is always there.

    Attributes:
        algorithm, masking, model: of the design.
        control: outputs that are the same in all traces.
        secrets: names of the words that are secret, in the order of the messages.
        answers: how many words each message is answered with.
        pdi, sdi: the words that are offered, in order.
        pauses: of RDI, repeated: 1 where no word comes.

    Raises:
        CallError: another interface, a bus of more than 32 bits, or an SDI of other bits.
    """

    def __init__(
        self,
        design: Design,
        *,
        seed: int,
        lengths: Lengths,
        zeros: bool = False,
        decrypts: bool = True,
        pausing: bool = True,
    ):
        interface = design.interface
        if not isinstance(interface, LwcInterface) or not (interface.aead and interface.masking):
            raise CallError(f"{design.name}: expected a masked AEAD with the LWC API.")
        if interface.width > HEADER_BITS:
            raise CallError(
                f"{design.name}: leakage is judged on a bus of at most {HEADER_BITS} bits, and "
                f"this one has {interface.width}. Give bus=32 or less."
            )
        # One width tells how the shares of every word lie.
        if interface.sdi_width != interface.width:
            raise CallError(
                f"{design.name}: leakage is judged with SDI as wide as PDI, and they have "
                f"{interface.sdi_width} and {interface.width} bits."
            )
        self.design, self.zeros = design, zeros
        self.width, self._random = interface.width, Random(seed)
        self._streamed = interface.streamed
        self.algorithm, self.masking = interface.aead, interface.masking
        self.model, self.lengths = cast(AeadModel, catalog.find(interface.aead).model), lengths
        self.control = tuple(name for name in CONTROL if name != "do_last" or interface.do_last)
        self.nonce, self.ad, self.wrong = (
            self._random.randbytes(size)
            for size in (self.model.nonce_bytes, lengths.ad, self.model.tag_bytes)
        )
        self.secrets: list[str] = []
        self.answers: list[int] = []
        self.pdi: list[Offer] = []
        self.sdi: list[Offer] = []
        self._answered: list[int] = []
        self._encryption()
        # The wrong tag comes last, so that events can be counted up to what it opens.
        for right in (True, False) if decrypts else ():
            self._decryption(right)
        self.pauses = [self._random.getrandbits(1) if pausing else 0 for _ in range(PAUSES)]

    def stimulus(self, cycles: int, values: Mapping[str, int]) -> Stimulus:
        """Of so many cycles; ``values``: of each of `secrets` in the fixed class."""
        ports = {name: Drive(kind="held") for name in STREAMS}
        ports["do_ready"] = Drive(kind="constant", value=1)
        if self.design.reset:
            ports[self.design.reset] = Drive(kind="constant", value=1, cycles=(0, 1))
        return Stimulus(
            ports=ports,
            cycles=cycles,
            fixed={name: (self.width, values[name]) for name in self.secrets},
            control=self.control,
        )

    def text(self, nets: Mapping[str, Sequence[int]]) -> str:
        """As the program reads it; ``nets``: of each port, as of `GateSimulator`."""
        order = {name: place for place, name in enumerate(STREAMS)}
        # 2 streams follow, PDI and SDI; RDI stands at the end, since its words are random and not
        # listed.
        numbers = [self.masking.shares, 2]
        for name, words in (("pdi", self.pdi), ("sdi", self.sdi)):
            numbers += [
                order[f"{name}_valid"],
                nets[f"{name}_ready"][0],
                order[f"{name}_data"],
                len(words),
            ]
            for word in words:
                numbers += [
                    word.secret,
                    word.echo,
                    # A header has no shares to draw: it stands in share 0, and the others are 0.
                    int(word.plain),
                    word.wait,
                    self.width,
                    # The lowest bit first, as the nets of a port are.
                    *(word.value >> bit & 1 for bit in range(self.width)),
                ]
        numbers += [nets["do_valid"][0], len(nets["do_data"]), *nets["do_data"],
                    order["rdi_valid"], nets["rdi_ready"][0], order["rdi_data"], int(self.zeros),
                    PAUSES, *self.pauses]  # fmt: skip
        return " ".join(map(str, numbers)) + "\n"

    def expected(self, values: Mapping[str, int]) -> list[list[tuple[int, int]]]:
        """Words of each answer with the bits of them to compare, if the secrets are ``values``."""
        words = [values[name].to_bytes(self.width // 8, "big") for name in self.secrets]
        key, text = (
            b"".join(word for word, name in zip(words, self.secrets) if name.startswith(kind))
            for kind in ("key", "text")
        )
        sealed = self.model.encrypt(key, self.nonce, self.ad, text)
        body, tag = sealed[: -self.model.tag_bytes], sealed[-self.model.tag_bytes :]
        found = []
        # Without decryptions only the first of these is asked for.
        for operation, data, result, given in (
            (Operation.ENCRYPT, text, body, tag),
            (Operation.DECRYPT, body, text, tag),
            (Operation.DECRYPT, body, None, self.wrong),
        )[: len(self.answers)]:
            do = self._vectors(operation, data, result, given, key).do
            full = (1 << self.width) - 1
            found.append(
                [
                    pair
                    for item in do.blocks[0].items
                    for pair in zip(item.words, item.cares or [full] * len(item.words))
                ]
            )
        return found

    def _vectors(
        self, operation: Operation, data: bytes, result: bytes | None, tag: bytes, key: bytes
    ):
        message = Message(
            algorithm=self.algorithm,
            operation=operation,
            data=data,
            result=result,
            tag=tag,
            key=key,
            nonce=self.nonce,
            ad=self.ad,
            new_key=operation == Operation.ENCRYPT,
        )
        return vectors([message], **self._streamed)

    def _encryption(self) -> None:
        # Zeros give the form of the words; what is secret in them is added by the program.
        zeros = bytes(self.lengths.data)
        made = self._vectors(
            Operation.ENCRYPT,
            zeros,
            zeros,
            bytes(self.model.tag_bytes),
            bytes(self.model.key_bytes),
        )
        for item in made.sdi.blocks[0].items:
            self.sdi += self._offers(item, "key", 0)
        for kind, item in _typed(made.pdi.blocks[0].items, self.width):
            self.pdi += self._offers(item, "text" if kind == Segment.PLAINTEXT else "", 0)
        place = 0
        for item in made.do.blocks[0].items:
            if item.kind == "DAT":
                self._answered += range(place, place + len(item.words))
            place += len(item.words)
        self.answers.append(place)

    def _decryption(self, right: bool) -> None:
        data = bytes(self.lengths.data)
        made = self._vectors(
            Operation.DECRYPT,
            data,
            data if right else None,
            self.wrong,
            bytes(self.model.key_bytes),
        )
        # Nothing is offered before its words are there: they are played back in their shares.
        wait, echoes = sum(self.answers), iter(self._answered)
        for kind, item in _typed(made.pdi.blocks[0].items, self.width):
            # The wrong tag is public: whoever forges knows it.
            echoed = kind == Segment.CIPHERTEXT or kind == Segment.TAG and right
            if item.kind == "DAT" and echoed:
                self.pdi += [Offer(value=0, echo=next(echoes), wait=wait) for _ in item.words]
            else:
                self.pdi += self._offers(item, "", wait)
        self.answers.append(sum(len(item.words) for item in made.do.blocks[0].items))

    def _offers(self, item: Item, secret: str, wait: int) -> Iterator[Offer]:
        """The words of an item; of data that is secret each word is a secret of its own."""
        for word in item.words:
            if item.kind != "DAT" or not secret:
                yield Offer(value=word, plain=item.kind != "DAT", wait=wait)
                continue
            yield Offer(value=0, secret=len(self.secrets), wait=wait)
            self.secrets.append(f"{secret}{len(self.secrets)}")


def _typed(items: Sequence[Item], width: int) -> Iterator[tuple[int, Item]]:
    """Items with the type of the segment that they are in."""
    kind = 0
    for item in items:
        if item.kind == "HDR":
            # The type stands in the topmost 4 bits of a header.
            kind = item.words[0] >> width - 4
        yield kind, item
