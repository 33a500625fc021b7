# SPDX-License-Identifier: Apache-2.0
"""The hardware controller of `modes.colm`, on `two_layers`: COLM_0.

The last block of ciphertext is always whole. Of a message whose last block has l bytes, l of them
are ciphertext; the others come first in the tag. So a decryption keeps a last block that is not
full until the tag has come.
"""

from amaranth.hdl import Cat, Const, Module, Mux, Signal

from ...modes.colm import ColmWithoutTags
from ..contract import Takes
from ..parts.byte_masks import count_bytes, padding, turned
from ..parts.declared import During, Flag, Register, Wire, block_bits
from .masks import double, times
from .two_layers import TwoLayerCore


class ColmCore(TwoLayerCore):
    """Masks double from block to block; that of the last one is times 7, and once more if it is not
    full; see `TwoLayerCore`.
    """

    aead: ColmWithoutTags
    after_setup = "FIRST"
    # A block in the cipher, and the last one that waits for the tag.
    owes = 2

    is_held, is_nonce = map(During, ("LAST", "FIRST"))
    held = Register("The last block of ciphertext.", block_bits)
    turned = Wire("Tag and last block with their bytes changed round.", block_bits)
    owes_last = Flag("A last block of ciphertext was taken that waits for the tag.")

    def walk_front(self, m: Module) -> None:
        # The last block waits for the tag only if it is not full.
        full = Mux(self.is_held, Const(0), self.full)
        self._walk(
            m,
            self.front_next,
            self.front,
            last=self.of_last,
            full=full,
            padded=self.kind["ad"] & ~self.is_nonce & ~self.full,
        )

    def walk_back(self, m: Module) -> None:
        self._walk(
            m,
            self.back_next,
            self.back,
            last=self.ending["last"],
            full=self.last_mask[0],
            padded=Const(0),
        )

    @staticmethod
    def _walk(m: Module, following: Signal, mask: Signal, *, last, full, padded) -> None:
        """Times 2, 7 or 49."""
        name = following.name
        seven = times(m, f"{name}_7", mask, 7)
        again = times(m, f"{name}_49", seven, 7)
        m.d.comb += following.eq(
            Mux(last & ~full, again, Mux(last | padded, seven, double(m, f"{name}_2", mask)))
        )

    def mix(self, m: Module, *, inverse) -> tuple:
        """(X, W) to (X + 3 W, X + 2 W), or (Y, W) to (Y + 3 W, Y + W)."""
        twofold = double(m, "state_2", self.between)
        second, state = self.result ^ self.between ^ twofold, Mux(inverse, self.between, twofold)
        return second, self.result ^ state

    def opened(self, padded):
        """Of the last block and of the tag, the checksum."""
        of_total = self.of_tag | (self.of_last & ~self.decrypt)
        block = Mux(self.is_held, self.held, Mux(of_total, self.checksum_next, padded))
        return Mux(self.is_nonce, self._first_data(), block)

    def _first_data(self):
        """Nonce || parameters of COLM_0, which are zeros."""
        return Cat(Const(0, len(self.block.data) - len(self.nonce)), self.nonce)

    def own_registers(self, m: Module) -> None:
        # The next message waits for an answer that is owed, too.
        m.d.comb += self.under_way.eq(self.flight.some | self.owes_last)

    def results(self, m: Module) -> None:
        """Results of the second layer: into the checksum of a decryption; the last one is kept."""
        ending = self.ending
        text_leaves = self.add_up(m, Mux(ending["last"], 0, self.checksum))
        with m.If(text_leaves & ending["last"]):
            m.d.sync += self.held.eq(self.mixed)
            # Behind a plaintext that is not full its padding must come out.
            with m.If(self.decrypt):
                wrong = self.mixed ^ self.checksum ^ padding(self.last_mask, 0x80)
                self.collect(m, wrong & ~self.valid_bits(self.last_mask))

    def answers(self, m: Module) -> None:
        """A result leaves when the answer to it does. After an abort a last block that waited for
        the tag is answered with anything.
        """
        ending, there = self.ending, self.cipher.out_valid
        is_text, is_tag = ending["second"] & ~ending["tag"], ending["second"] & ending["tag"]
        given_up = self.starting & self.owes_last & ~self.flight.some
        answered = is_text & ~(ending["last"] & ~self.last_mask[-1])
        total = Mux(self.decrypt & ending["last"], self.checksum, 0)
        m.d.comb += [
            self.answer.data.eq(self.mixed ^ total),
            self.answer.mask.eq(Mux(ending["last"] | given_up, self.last_mask, -1)),
            self.answer.valid.eq((there & answered) | given_up),
            self.tag_valid.eq(there & is_tag),
        ]
        self.take_results(m, answered=answered, waits=is_tag)
        with m.If(given_up & self.answer.ready):
            m.d.sync += self.owes_last.eq(0)

    def keep_last(self, m: Module) -> None:
        """In an encryption the last block and the tag, to what is sent as the tag; in a decryption
        what is received as the tag, back to where its bytes belong.
        """
        size, valid = len(self.block.data), self.valid_bits(self.last_mask)
        turn = Signal(range(size // 8), name="turn", reset_less=True)
        value = Mux(self.decrypt, self.block.data, (self.mixed & valid) | (self.held & ~valid))
        value = turned(m, value, turn, left=True)
        m.d.comb += [self.turned.eq(value), self.tag.eq(value)]
        count = count_bytes(self.block.mask)
        with m.If(self.takes_last):
            m.d.sync += [
                self.last_mask.eq(self.block.mask),
                # What is received is turned back by as many bytes as it was turned.
                turn.eq(Mux(self.decrypt, (-count)[: len(turn)], count)),
            ]

    def differences(self):
        """Of the bytes that are the tag's own."""
        return (self.turned ^ self.mixed) & self.valid_bits(self.last_mask)

    def associated_data(self, m: Module) -> None:
        """Calls; their sum is where the text's chain begins."""
        with m.If(self.take_data(m)):
            m.d.comb += self.restarts.eq(1)
            self.enter(m, "MESSAGE")

    def message(self, m: Module) -> None:
        """A first call for each block."""
        waits = self.decrypt & self.block.last & ~self.full
        m.d.comb += [
            self.kind["first"].eq(1),
            self.of_last.eq(self.block.last),
            self.wants.eq(self.block.valid & ~waits),
            self.block.ready.eq(self.may_begin | waits),
            self.takes_last.eq(self.block.valid & self.block.ready & self.block.last),
        ]
        with m.If(self.takes_last & waits):
            # Nobody waits for the answer to a block without bytes.
            m.d.sync += [self.held.eq(self.block.data), self.owes_last.eq(~self.empty)]
            self.enter(m, "TAIL")
        with m.Elif(self.takes_last):
            self.enter(m, "CHECK")

    def states(self) -> dict:
        """Also what is authenticated before the associated data, and the last block of a message
        that is not full.
        """
        first = self.one_call("ad", "AD")
        return super().states() | {"FIRST": first, "TAIL": self._tail, "LAST": self._last}

    def _tail(self, m: Module) -> None:
        """The rest of the last block of ciphertext has come with the tag."""
        valid = self.valid_bits(self.last_mask)
        with m.If(self.block.valid):
            m.d.sync += self.held.eq((self.held & valid) | (self.turned & ~valid))
            self.enter(m, "LAST")

    def _last(self, m: Module) -> None:
        """The call for it."""
        m.d.comb += [self.kind["first"].eq(1), self.of_last.eq(1), self.wants.eq(1)]
        with m.If(self.begins):
            m.d.sync += self.owes_last.eq(0)
            self.enter(m, "CHECK")


MODELS = (ColmWithoutTags,)
TAKES = Takes(architectures=("inner",), folds=True)
make = ColmCore.of
