# SPDX-License-Identifier: Apache-2.0
"""A message over one permutation from anywhere between its events: the words of PDI and DO from
there on, as the events of `modes.sponge` give them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from ...design import LwcInterface
from ...lwc.messages import Message, Operation
from ...lwc.protocol import Opcode, header_words
from ...lwc.streams import vectors
from ...lwc.vectors import Stream
from ...modes.sponge import SpongeAead
from ...modes.sponge_message import Blocks, SpongeMessage
from .bits import bits_of, number, parts_of
from .cases import Expected
from .graph import PATTERNS, Graph
from .likely import RIGHT
from .specification import free, over

RESET, IN_AD, BEFORE_TEXT, IN_TEXT = "reset", "associated data", "before the text", "text"
"""Where a message may be cut: before everything; behind a block of associated data that is not the
last; behind all of it; behind a block of text that is not the last.
"""

COUNT_BITS = 16
"""Of the length in a header."""

END_OF_INPUT = 26
"""Bit of a header: what comes later hangs on it, so a message that is cut does not know it."""

AHEAD = "ahead"
"""Name of the bytes that are absorbed next, in the segment in which a message was cut."""


@dataclass(frozen=True, kw_only=True)
class Script:
    """What is on the ports from a cut on, and the states that the specification goes through.

    Attributes:
        pdi, sdi: words.
        do: words that must be answered.
        header, text: places of the header and of the first word of the text in ``pdi``.
        do_text: place of the first word of the text in ``do``.
        ad_states: behind each block of associated data; the last is that before the text, if all
            of it is absorbed.
        text_states: behind each block of the text that is not the last.
        turned: the message where the text begins.
    """

    pdi: list[list[int]]
    sdi: list[list[int]]
    do: list[Expected]
    header: int
    text: int
    do_text: int
    ad_states: list[list[int]]
    text_states: list[list[int]]
    turned: SpongeMessage | None


@dataclass(frozen=True, kw_only=True)
class Cut:
    """Where a script begins.

    Attributes:
        where: one of `RESET`, ….
        initial, known: see `SpongeMessage.between`.
    """

    where: str
    initial: int = 0
    known: tuple[tuple[str, int], ...] = (("ad", 0), ("full", 1))


class Events:
    """Makes scripts of one core and one direction in one graph.

    Args:
        graph: with room for `assignments`.
    """

    def __init__(
        self, graph: Graph, interface: LwcInterface, mode: SpongeAead, operation: Operation
    ):
        self.graph, self._interface, self._mode = graph, interface, mode
        self._operation = operation
        self._decrypting = operation == Operation.DECRYPT
        width = mode.permutation.inputs["x"]
        self.key = free(graph, "key0", mode.key_bytes)
        self.state = [graph.input(("state", place)) for place in range(width)]

    def script(
        self,
        cut: Cut,
        ad: int,
        text: int,
        *,
        long_ad: Sequence[int] | None = None,
        long_text: Sequence[int] | None = None,
    ) -> Script:
        """The words from a cut on.

        Args:
            ad, text: bytes; of the segment that is cut with the block in front of the cut. Of one
                that is long, as many as are looked at.
            long_ad, long_text: length of a segment of which only the beginning is looked at.
        """
        mode, graph = self._mode, self.graph
        with over(graph):
            nonce, run = free(graph, "nonce0", mode.nonce_bytes), None
            if cut.where == RESET:
                run = SpongeMessage(mode, self.key, nonce)
            else:
                run = SpongeMessage.between(
                    mode,
                    # Byte 0 of the key is the most significant one of the number.
                    number(graph, [bit for part in reversed(parts_of(self.key)) for bit in part]),
                    number(graph, self.state),
                    initial=cut.initial,
                    known=dict(cut.known),
                )
            ad_bytes = self._ad(cut, ad)
            ad_states = self._absorb_ad(cut, run, ad_bytes, long_ad is None)
            # A copy, since the run goes on with the text.
            turned = SpongeMessage.between(
                mode, run.key, run.state, initial=run.initial, known=run.known
            )
            text_bytes = (
                free(graph, "text", text)
                if cut.where in (RESET, IN_AD)
                else self._behind_a_block(text, mode.block_bytes)
                if cut.where == IN_TEXT
                else free(graph, AHEAD, text)
            )
            # Of a message whose end is not looked at zeros hold the place of the tag.
            output, text_states, tag = b"", [], bytes(mode.tag_bytes)
            if long_ad is None:
                output, text_states = self._absorb_text(cut, run, text_bytes, long_text is None)
                if long_text is None:
                    tag = run.tag()
            return self._words(
                nonce,
                ad_bytes,
                text_bytes,
                output,
                tag,
                long_ad,
                long_text,
                ad_states=ad_states,
                text_states=text_states,
                turned=turned,
            )

    def _ad(self, cut: Cut, length: int):
        if cut.where == IN_AD:
            return self._behind_a_block(length, self._mode.ad_block_bytes)
        return free(self.graph, "ad0", length) if cut.where == RESET else b""

    def _behind_a_block(self, length: int, block: int):
        # The block in front of the cut is in the state already; zeros hold its place, so that
        # lengths are right.
        return bytes(block) + free(self.graph, AHEAD, length - block)

    def _bits(self, state) -> list[int]:
        return bits_of(state, len(self.state))

    def _absorb_ad(self, cut: Cut, run: SpongeMessage, data, ends: bool) -> list[list[int]]:
        if cut.where in (BEFORE_TEXT, IN_TEXT):
            return []
        if cut.where == RESET and ends:
            run.associated_data(data)
            return [self._bits(run.state)]
        if cut.where == RESET:
            run.open()
        states = [
            self._bits(state)
            for _, state in run.absorbed(data, int(cut.where == IN_AD), message=0, ends=ends)
        ]
        run.known["ad"] = 1
        return states

    def _absorb_text(self, cut: Cut, run: SpongeMessage, data, ends: bool):
        """The other text, and the states behind its blocks."""
        if cut.where != IN_TEXT and ends:
            return run.message(data, decrypting=self._decrypting), []
        if cut.where != IN_TEXT:
            run.turn(data)
        first = int(cut.where == IN_TEXT)
        output, states = bytes(first * self._mode.block_bytes), []
        for text, state in run.absorbed(
            data, first, message=1, decrypting=self._decrypting, ends=ends
        ):
            output = output + text
            states.append(self._bits(state))
        if ends:
            run.close()
        return output, states

    def _words(self, nonce, ad, text, output, tag, long_ad, long_text, **states) -> Script:
        graph, interface = self.graph, self._interface
        given = self._tag(tag) if self._decrypting else tag
        # Of a long text only the first answers are looked at; zeros hold the place of the rest.
        output = output + bytes(len(text) - len(output))
        message = Message(
            algorithm=interface.aead,
            operation=self._operation,
            key=self.key,
            nonce=nonce,
            ad=ad,
            data=text,
            result=output,
            tag=given,
            ad_sizes=(len(ad),),
            data_sizes=(len(text),),
        )
        streams = vectors([message], **interface.streamed)
        pdi, places = self._column(streams.pdi, {1: long_ad, 2: long_text})
        do, do_places = self._column(streams.do, {0: long_text})
        status = [False] * (len(do) - 1) + [True]
        if self._decrypting:
            right = graph.all(
                graph.xor(a, b) ^ 1
                for one, two in zip(parts_of(tag), parts_of(given))
                for a, b in zip(one, two)
            )
            width = interface.width
            do[-1] = [
                graph.mux(right, one, zero)
                for one, zero in zip(
                    bits_of(Opcode.SUCCESS << width - 4, width),
                    bits_of(Opcode.FAILURE << width - 4, width),
                )
            ]
        header_size = header_words(interface.width)
        sdi = [bits_of(word, interface.sdi_width) for word in streams.sdi.words]
        return Script(
            pdi=pdi,
            sdi=sdi,
            header=places[2],
            text=places[2] + header_size,
            do_text=do_places[0] + header_size,
            **states,
            do=[
                Expected(
                    bits=bits,
                    cares=[1] * len(bits),
                    hoped=bits,
                    status=ends,
                    comment=f"word {place}",
                )
                for place, (bits, ends) in enumerate(zip(do, status))
            ],
        )

    def _tag(self, right):
        """A received tag: any bits, of which likely ones are the right tag and its neighbours."""
        graph, dice = self.graph, Random(2)
        for place, part in enumerate(parts_of(right)):
            for bit, literal in enumerate(part):
                # In the random assignments the tag is any; in those behind them it is the right
                # one.
                value = graph.value(literal) ^ dice.getrandbits(PATTERNS)
                # One assignment for each bit of the tag in which it alone is wrong, as in `likely`.
                spoilt = PATTERNS + RIGHT + 8 * place + bit
                graph.likely["tag0", place, bit] = value ^ (1 << spoilt)
        return free(graph, "tag0", len(right))

    def _column(self, stream: Stream, lengths: dict) -> tuple[list[list[int]], list[int]]:
        """All words, and the places of the headers; of a header on PDI the flag *end of input* is
        any bit, and the length may be given as literals.
        """
        found, places, width = [], [], self._interface.width
        for item in stream.blocks[0].items:
            words = [bits_of(word, width) for word in item.words]
            if item.kind == "HDR":
                length = lengths.get(len(places))
                changes = {} if length is None else dict(enumerate(length))
                if stream.port == "pdi":
                    changes[END_OF_INPUT] = self.graph.input(("end of input", len(places)))
                places.append(len(found))
                words = changed(words, changes)
            found += words
        return found, places


def changed(words: Sequence[Sequence[int]], changes: Mapping[int, int]) -> list[list[int]]:
    """The words of a header with other literals in some of its bits."""
    # A header in several words has its most significant word first; here bit 0 is the first.
    bits = [bit for word in reversed(words) for bit in word]
    width = len(words[0])
    for place, literal in changes.items():
        bits[place] = literal
    return [bits[low : low + width] for low in range(len(bits) - width, -1, -width)]


def assignments(mode: SpongeAead) -> int:
    """Of a graph, besides random ones."""
    return RIGHT + 8 * mode.tag_bytes


def composed(mode: SpongeAead, ad: int, text: int) -> bool:
    """Whether an encryption and a decryption that are cut behind each block, and go on from there
    as behind the first one, are those of the model, for one message of random bytes.

    Args:
        ad, text: bytes.
    """
    dice = Random(1)
    key, nonce, associated, plain = (
        dice.randbytes(length) for length in (mode.key_bytes, mode.nonce_bytes, ad, text)
    )
    sealed = mode.encrypt(key, nonce, associated, plain)
    body, tag = sealed[:text], sealed[text:]
    if mode.decrypt(key, nonce, associated, sealed) != plain:
        return False
    return all(
        _in_pieces(SpongeMessage(mode, key, nonce), associated, data, decrypting=decrypting)
        == (other, tag)
        for decrypting, data, other in ((False, plain, body), (True, body, plain))
    )


def _in_pieces(
    run: SpongeMessage, ad: bytes, text: bytes, *, decrypting: bool
) -> tuple[bytes, bytes]:
    """The other text of a message, and its tag."""
    mode, output = run.mode, b""
    if ad or mode.absorbs_empty_ad:
        run.open()
        run, _ = _one_by_one(run, ad, mode.ad_block_bytes, message=0)
        run.known["ad"] = int(bool(ad))
    run.turn(text)
    if text or mode.absorbs_empty_message:
        run, output = _one_by_one(run, text, mode.block_bytes, message=1, decrypting=decrypting)
    run.close()
    return output, run.tag()


def _one_by_one(
    run: SpongeMessage, data: bytes, block: int, *, message: int, decrypting: bool = False
) -> tuple[SpongeMessage, bytes]:
    outputs = []
    for number_ in range(len(Blocks(data, (block,), pads_full=run.mode.pads_full))):
        start = block * number_
        before = bytes(block) if number_ else b""
        text, _ = next(
            run.absorbed(
                before + data[start : start + 2 * block],
                int(bool(number_)),
                message=message,
                decrypting=decrypting,
            )
        )
        outputs.append(text)
        run = SpongeMessage.between(
            run.mode, run.key, run.state, initial=run.initial, known=run.known
        )
    return run, b"".join(outputs)
