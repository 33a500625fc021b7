# SPDX-License-Identifier: Apache-2.0
"""The datapath of `over_permutation`: what the events of `modes.sponge` do, merged.

What is presented to the permutation depends on registers only: on the phase, on whether a run could
start, on what is known of the block.
"""

from collections.abc import Callable
from dataclasses import replace

from amaranth.hdl import Cat, Const, Module, Mux, Signal

from ...modes.sponge_events import Words, left_aligned
from ...primitives.primitive import SCHEDULE
from ...words.hardware import assign_parts, build, told
from ..ports import share_of
from .changed_bits import changed
from .comparator import differences
from .gated_events import SpongeEvents
from .keys_on_shares import keys_on_shares
from .linear import PUBLIC, of_share
from .merge import Event, bits_read, merge, polynomials
from .rounds import schedule
from .signals import Signals


class SpongeDatapath:
    """Adds the logic between the permutation's output, the block, the key and the permutation's
    input, the answer.

    Args:
        m: gets the logic.
        core: the `over_permutation.OverPermutation`.
        now: its signals.

    Attributes:
        finished: in each share the state from which the tag is read.
        differences: how a received tag differs from the right one, if logic of its own says so.
    """

    def __init__(self, m: Module, core, now: Signals):
        self.core, self.aead, self.hash_function = core, core.aead, core.hash_function
        self.now = now
        self.permutation = core.permutation
        self.ordered: dict[str, Signal] = {}
        # Both follow from lengths alone, so that all shares read the same.
        public = {"padding": self._padding(m), "replaced": self._replaced(m)}
        inputs = [self._inputs(m, share, public) for share in range(core.shares)]
        events = SpongeEvents(m, core, now).all()
        self.finished = self._changes_alone(m, events, inputs[0]) or self._presents(
            m, events, inputs
        )
        if core.aead and "key" in core.aead.permutation.inputs:
            keys = [words["key"] for words in inputs]
            if core.shares > 1:
                keys = keys_on_shares(m, core, now, inputs)
            m.d.comb += [
                getattr(self.permutation, f"in_key{number}").eq(key)
                for number, key in zip(now.numbers, keys)
            ]
        # A permutation with one round count has no such input.
        if SCHEDULE in self.permutation.primitive.inputs:
            m.d.comb += self.permutation.in_schedule.eq(schedule(m, core, now))
        self.differences = self._answer(m, inputs)

    def _presents(self, m: Module, events: list[Event], inputs: list[dict]) -> list:
        """Present the state after the events of a cycle, in each share.

        Returns: the states from which the tag is read: what is presented, so that the key is added
        once; no block is added then.
        """
        presented = [
            merge(
                m,
                [
                    replace(event, function=self._from_words(of_share(event.function, share)))
                    for event in events
                ],
                {name: self._in_words(m, name, word, share) for name, word in words.items()},
                name=f"presented_{share}" if share else "presented",
                # The block, and what is made of it, comes from the bus: it is added last.
                late=words.keys() - {"state", "key", "padding", "replaced"},
                early=self._tag_bits(),
            )
            for share, words in enumerate(inputs)
        ]
        m.d.comb += [
            following.eq(merged.state) for following, merged in zip(self.now.next_state, presented)
        ]
        return [merged.early for merged in presented]

    def _in_words(self, m: Module, name: str, word, share: int):
        """A word with its bytes in the order in which the state has them."""
        if name not in IN_BYTES:
            return word
        # The same in every share, so their bytes are put in order once.
        if name in PUBLIC and share:
            return self.ordered[name]
        mode = self.aead or self.hash_function
        # One bit of each byte says where the byte goes: bytes move as a whole.
        places = [
            min(terms)[1] // 8
            for (terms,) in polynomials(
                lambda words: mode.in_words(words[name]), {name: len(word)}
            )[::8]
        ]
        # The state has them in the order of the string.
        if places == sorted(places):
            self.ordered[name] = word
            return word
        said = "Bytes in the order of the state's words."
        ordered = told(f"{name}_in_words{share or ''}", said, len(word))
        m.d.comb += assign_parts(ordered, [word[8 * place : 8 * place + 8] for place in places])
        self.ordered[name] = ordered
        return ordered

    def _from_words(self, function: Callable) -> Callable:
        """A function of words as a document has them, of such as `_in_words` makes."""
        mode = self.aead or self.hash_function

        def of_words(words: Words):
            return function(
                {
                    name: mode.in_words(word) if name in IN_BYTES else word
                    for name, word in words.items()
                }
            )

        return of_words

    def _changes_alone(self, m: Module, events: list[Event], words: dict) -> list:
        """Present what the events change and nothing else, if the permutation takes that.

        Returns: the state from which the tag is read, one of its own, since what is presented says
        nothing of the rest; none if the permutation does not.
        """
        if not self.permutation.takes_changes:
            return []
        # An event that does not run gives its state to the tag alone, and to no register.
        found = changed(m, [event for event in events if event.runs], words, name="changed")
        if not self.permutation.change("x", found.changes):
            return []
        m.d.comb += self.now.next_state[0].eq(found.state)
        if not self.aead:
            return [words["state"]]
        return [
            build(m, lambda given: {"finished": self.aead.finish(given)}, words, prefix="finish_")[
                "finished"
            ]
        ]

    def _tag_bits(self) -> frozenset[int]:
        """The bits of the state that the tag is made of."""
        if not self.aead:
            return frozenset()
        return frozenset().union(
            *(
                bits_read(
                    lambda state, part=part: self.aead.tag(part, state), len(self.now.state[0])
                )
                for part in range(self.aead.parts["tag"])
            )
        )

    def _inputs(self, m: Module, share: int, public: dict) -> dict:
        """The words that events read, in one share."""
        core = self.core
        words = {
            "state": self.now.state[share],
            "block": share_of(core.block.data, share, core.shares),
            **public,
        }
        if self.aead:
            words["key"] = share_of(core.key, share, core.shares)
        for mode in filter(None, (self.aead, self.hash_function)):
            # Built once, in front of all events that read them: they are dear to make.
            for name, function in mode.derived().items():
                words[name] = build(
                    m,
                    lambda given, function=function, name=name: {name: function(given)},
                    words,
                    prefix=f"{name}_",
                )[name]
        return words

    def _padding(self, m: Module) -> Signal:
        """The mark behind the last byte of a block that is not full."""
        core, size = self.core, self.core.port_bytes
        behind_full = sum(1 << size - short - 1 for short in core.sizes[1:])
        sponge = self.aead or self.hash_function
        there = self.now.mask[:size]
        # A block of the hash function may be shorter: no mark stands behind one that is full.
        excluded = Mux(self.now.full, Const(behind_full, size), 0)
        marked = told("padding_marks", "The byte behind the last one of a block.", size)
        # In front of the first byte one counts as there, so that an empty block has its mark.
        m.d.comb += marked.eq(Cat(there[1:], 1) & ~(there | excluded))
        mark = Const(int.from_bytes([sponge.mark] * size), 8 * size)
        return self._of_bytes(
            m, "padding", "The mark behind the last byte of a block.", marked, mark
        )

    def _replaced(self, m: Module) -> Signal:
        """One bit for each bit of a ciphertext."""
        size = self.core.port_bytes
        replaced = told(
            "replaced_bytes", "The bytes of the state that a ciphertext replaces.", size
        )
        m.d.comb += replaced.eq(Mux(self.now.replaced, self.now.mask, 0))
        return self._of_bytes(
            m, "replaced", "All bits of these bytes.", replaced, ~Const(0, 8 * size)
        )

    def _of_bytes(self, m: Module, name: str, said: str, chosen: Signal, bits) -> Signal:
        """A word with some ``bits`` of the ``chosen`` bytes, the least significant first."""
        word = told(name, said, 8 * len(chosen))
        m.d.comb += word.eq(Cat(bit.replicate(8) for bit in chosen) & bits)
        return word

    def _answer(self, m: Module, inputs: list[dict]) -> Signal | None:
        """Message: key stream and block. Tag: with the received one, to compare. Digest: by
        itself.

        Returns: `differences`.
        """
        for share in range(self.core.shares):
            self._answer_of(m, share)
        if self.core.comparator and self.aead:
            return differences(m, self.core, self.now, inputs[0])
        return None

    def _answer_of(self, m: Module, share: int) -> None:
        """One share of the answer."""
        core, now, aead = self.core, self.now, self.aead
        size = 8 * core.port_bytes
        functions = {}
        if aead:
            functions["text"] = aead.text_of
            for n in range(aead.parts["tag"]):
                functions[f"tag{n}"] = lambda given, n=n: aead.tag(n, given["finished"])
        if self.hash_function:
            functions["digest"] = lambda given: self.hash_function.digest_part(given["state"])
        words = {"state": now.state[share], "finished": self.finished[share]}
        if aead:
            words |= {name: now.flags[name] for name in aead.text_reads}
        stream = build(
            m,
            lambda given: {
                name: left_aligned(of_share(function, share)(given), size)
                for name, function in functions.items()
            },
            words,
            prefix=f"answer_{share}_" if share else "answer_",
        )
        if not aead:
            # A digest is given by itself, and no block is added to it.
            m.d.comb += [
                core.answer.stream.eq(stream["digest"]),
                core.answer.data.eq(stream["digest"]),
            ]
            return
        tag, text = stream["tag0"], stream["text"]
        for part in range(1, aead.parts["tag"]):
            tag = Mux(now.count == part, stream[f"tag{part}"], tag)
        if self.hash_function:
            text = Mux(now.is_hash, stream["digest"], text)
        # While a tag or digest is sent nothing is read from PDI, and the block is 0.
        given, data, held = (
            share_of(word, share, core.shares)
            for word in (core.answer.stream, core.answer.data, core.block.held)
        )
        m.d.comb += [given.eq(Mux(now.tagging, tag, text)), data.eq(given ^ held)]


IN_BYTES = ("block", "padding", "replaced", "key")
"""Words of events that are strings of bytes."""
