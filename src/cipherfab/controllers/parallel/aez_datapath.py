# SPDX-License-Identifier: Apache-2.0
"""The datapath of the hardware controller of `modes.aez`: registers, the memory of pairs, what goes
into the cipher and what becomes of a result. When that happens says `aez`.

A row of the memory has a pair of blocks, A || B. A pair has a chain of two calls in the first pass
and of three in the second one, and what comes out of a call goes into its row:

```
  first pass    A ^= E(1, i, B)       B ^= E(0, 0, A)
  second pass   A, B ^= E(2, i, s)    A ^= E(0, 0, B)    B ^= E(1, i, A)
```

So the number of its row is all that travels with a call, and a cycle reads one row: that of the
result which is there, or else that of the call which may start.

The end of a message stands in registers. Its last 16 bytes, which need not be a block, are ``x``,
turned to a block's place, and what is enciphered behind the message (16 zeros, or the received tag)
is ``y``. In a message of less than 16 bytes both are the halves of AEZ-tiny.
"""

from collections.abc import Mapping

from amaranth.hdl import Cat, Const, Module, Mux, Signal
from amaranth.lib.memory import Memory

from ...modes.aez import BLOCK, DATA, EXPANSION, NONCE, PADDING, SIZE, TAU, TINY, Aez
from ...primitives.primitive import SCHEDULE
from ..parts.byte_masks import count_bytes, only_if, padding, turned
from ..parts.declared import During, Flag, Register, Wire
from .masks import double, halved
from .two_calls import TwoCallCore

CYCLE = 3
"""Bits of i that choose a multiple of L; behind so many calls I is doubled."""

OF_J = {"SETUP": TAU, "NONCE": NONCE, "AD": DATA, "MESSAGE": 1, "PAIRS": 2}
"""The j of the calls of a state, where it is not 0."""

OF_L = {"SETUP": 1, "EMPTY": 3, "ROUND": TINY}
OF_L |= dict.fromkeys(("SUM_BLOCK", "SUM_REST", "STREAM_BLOCK", "STREAM_REST"), 4)
"""The i, where it is that of no row and of none of the two ends."""


def _row(core) -> int:
    """Bits of the number of a row; of i a bit more than `CYCLE` at least."""
    return max(CYCLE + 1, (core.rows - 1).bit_length())


class AezDatapath(TwoCallCore):
    """A call is the ``first`` of a pair's chain, in the second pass with ``mask``; or its result is
    added to the hash of what is authenticated, to the sum of a pass, to the block in front of the
    last bytes (``block``), to what is left of one (``rest``), to x or to y; or it is a round of
    AEZ-tiny. See `TwoCallCore`.

    Args:
        cipher: component for `modes.aez.rounds`, which reads the key as long as a call is in
            flight.
        buffer_bytes: most bytes of a message, a power of two.

    Attributes:
        rows: of the memory.
    """

    kinds = ("first", "mask", "hash", "sum", "block", "rest", "x", "y", "tiny")
    onward = ("first", "row")
    answers_late = stores_nonce = False
    calls_per_block = 5
    aead: Aez

    delta = Register("The hash of what is authenticated.", SIZE)
    total = Register("The sum of a pass.", SIZE)
    x, y = Register("The last bytes.", SIZE), Register("What stands behind them.", SIZE)
    rest = Register("What is left between the pairs and the last bytes, without a block.", SIZE)
    power = Register("I times a power of 2, for the call that may start.", SIZE)
    row = Register("The row of that call; counts calls elsewhere, too.", _row)
    pairs = Register("How many pairs there are.", _row)
    has_block = Flag("The message has 16 bytes or more.")
    is_even = Register("Its whole blocks are even: one is left beside the last bytes.")
    tail_mask = Register("Valid bytes of its last block, if that is not whole.", BLOCK)
    is_second = Register("This is the second pass.")
    row_ends, row_steps = Wire("The next row is the first one."), Wire("It is the next one.")
    takes_block, takes_pair = Wire("16 bytes or more are stored."), Wire("They end a pair.")
    result_a, result_b = Wire("A of the row with the result.", SIZE), Wire("B.", SIZE)
    around, turn = Wire("What is turned.", SIZE), Wire("By how many half bytes to the left.", 5)
    is_long = During("CROSS STREAM_BLOCK STREAM_REST STREAM_X EMPTY")
    is_row, walks = During("AD MESSAGE PAIRS"), During("AD MESSAGE PAIRS ROUND")
    begins_again = During("START TURN STREAM_X")
    is_data, in_nonce, in_sum = map(During, ("AD", "NONCE", "SUM"))
    of_s, of_rest = During("PAIRS STREAM_BLOCK STREAM_REST"), During("SUM_REST STREAM_REST")
    in_turn, in_load, in_unload, in_back = map(During, ("TURN", "LOAD", "UNLOAD", "BACK"))
    in_round, in_wait, sends, sends_end = map(During, ("ROUND", "WAIT", "SEND", "END"))

    def __init__(self, aead, cipher, *, buffer_bytes: int, decrypts: bool = True, calls: int = 1):
        self.buffer_bytes, self.rows = buffer_bytes, buffer_bytes // aead.block_bytes
        self.short_bytes = (aead.ad_block_bytes,)
        super().__init__(aead, cipher, decrypts=decrypts, calls=calls)

    @property
    def ad_sizes(self) -> tuple[int, ...]:
        return self.short_bytes

    def given(self) -> dict:
        return {**self.kind, "row": self.row, "tag": Const(0, 1)}

    def datapath(self, m: Module) -> None:
        """All but the state machine."""
        self.carry(m)
        m.d.comb += [
            # Behind the masks of a pair a third call follows.
            self.changed["first"].eq(self.ending["mask"]),
            self.under_way.eq(self.flight.some),
            self.short.eq(self.is_data),
        ]
        self.valid, self.padded = (
            self.valid_bits(self.tail_mask),
            self.padding(PADDING, self.tail_mask),
        )
        self.has_tail, self.count = self.tail_mask[-1], count_bytes(self.tail_mask)
        self.half = Cat(_half_bytes(self.valid), Const(-1, SIZE // 2))
        self.adds = {name: self.passes(self.ending[name]) for name in self.kinds}
        self.ends = self.ending["second"] & ~self.ending["first"]
        self._memory(m)
        self._count(m)
        self._inputs(m)
        self._sums(m)
        self._turn(m)
        self._ends(m)
        self._answers(m)

    def _memory(self, m: Module) -> None:
        """Rows of two halves, which are written together or one of them."""
        there, row, bits = self.cipher.out_valid, self.ending["row"], (self.rows - 1).bit_length()
        writes_a = self.adds["first"] | self.adds["block"]
        writes_b = self.adds["mask"] | self.passes(self.ends)
        self.a, self.b = Signal(SIZE, name="row_a"), Signal(SIZE, name="row_b")
        for name, data, given, writes, result in (
            ("a", self.a, self.block.data[SIZE:], writes_a, self.result_a),
            ("b", self.b, self.block.data[:SIZE], writes_b, self.result_b),
        ):
            m.submodules[f"memory_{name}"] = memory = Memory(shape=SIZE, depth=self.rows, init=[])
            write, read = memory.write_port(), memory.read_port(domain="comb")
            m.d.comb += [
                # Never both: no block is taken while a result is there.
                write.en.eq(writes | self.takes_block),
                write.addr.eq(Mux(there, row, self.row + self.takes_pair)[:bits]),
                write.data.eq(Mux(there, result, given)),
                read.addr.eq(Mux(there, row, self.row)[:bits]),
                data.eq(read.data),
                result.eq(read.data ^ self.result),
            ]

    def _count(self, m: Module) -> None:
        """Row and power of I of the next call."""
        walks = self.begins & self.walks
        first, following = double(m, "i_2", self._parts()[0]), double(m, "power_2", self.power)
        with m.If(self.starting | self.row_ends):
            m.d.sync += self.row.eq(0)
        with m.Elif(walks | self.row_steps):
            m.d.sync += self.row.eq(self.row + 1)
        # I times 2 for the first eight indices, doubled for each eight that follow.
        with m.If(self.begins_again | self.row_ends):
            m.d.sync += self.power.eq(first)
        with m.Elif(walks & self.row[:CYCLE].all()):
            m.d.sync += self.power.eq(following)

    def _parts(self) -> tuple:
        """I, J, L."""
        return self.key[2 * SIZE :], self.key[SIZE : 2 * SIZE], self.key[:SIZE]

    def _inputs(self, m: Module) -> None:
        """What goes into the cipher."""
        onward = Mux(self.ending["mask"], self.result_b, self.result_a) ^ self._offset_onward(m)
        begun = self._block() ^ self._offset(m)
        m.d.comb += [
            self.cipher.in_key.eq(self.key),
            # The schedule 1 has four rounds, the schedule 0 ten.
            getattr(self.cipher, f"in_{SCHEDULE}").eq(~self.is_long),
            self.cipher.in_plaintext.eq(Mux(self.continues, onward, begun)),
        ]

    def _block(self):
        """What a call of the state machine works on."""
        during, second = self.during, self.is_second
        # A decryption has the rounds backwards: 7 - j.
        number = self.row[:CYCLE] ^ self.decrypt.replicate(CYCLE)
        data = self.block.data[SIZE:] | padding(self.block.mask[BLOCK:], PADDING)
        of_x = self.of_s | during("CROSS") | (self.in_sum & second)
        of_y = self.of_s | during("STREAM_X") | self.in_round | (self.in_sum & ~second)
        return (
            only_if(of_x, self.x)
            ^ only_if(of_y, self.y)
            ^ only_if(during("ROUND", "EMPTY"), self.delta)
            ^ only_if(self.in_round, _half_bytes(self.padded) ^ number)
            ^ only_if(during("MESSAGE"), self.b)
            ^ only_if(during("SUM_BLOCK"), self.a)
            ^ only_if(during("SUM_REST"), self.rest | self.padded)
            ^ only_if(during("NONCE", "AD"), data)
            # AEZhash: the length of the expansion is the first string.
            ^ only_if(during("SETUP"), Const(8 * EXPANSION, SIZE))
        )

    def _offset(self, m: Module):
        """j J + i L, and for four rounds I times a power of 2: of a call of the state machine."""
        part_i, part_j, part_l = self._parts()
        # AEZhash: a padded block has the index 0, and so the nonce of 12 bytes.
        short = self.in_nonce | (self.is_data & ~self.block.mask[BLOCK])
        other = self.is_second ^ self.decrypt
        number = (
            only_if(self.is_row & ~short, (self.row + 1)[:CYCLE])
            # Of which of the two ends: 1 or 2.
            | only_if(self.during("SUM", "CROSS", "STREAM_X"), Cat(~other, other, Const(0, 1)))
            # AEZcore: the key stream of a fragment has i = 4, and 5 behind a whole block.
            | (self._coded(OF_L) | (self.of_rest & self.is_even))
        )
        return (
            _product(m, "of_j", self._coded(OF_J), part_j)
            ^ _product(m, "of_l", number, part_l)
            ^ only_if(short, part_i)
            ^ only_if(~self.is_long & ~short, self.power)
        )

    def _coded(self, numbers: Mapping[str, int]) -> Cat:
        """The number of the state; a register for each bit."""
        return Cat(
            self.during(*(state for state, number in numbers.items() if number >> bit & 1))
            for bit in range(CYCLE)
        )

    def _offset_onward(self, m: Module):
        """Of a call that goes on with a result: I; of the last one of a chain that of its row."""
        part_i, part_j, part_l = self._parts()
        row = self.ending["row"]
        # Calls in flight are of less than eight rows, so that I was doubled once since, or never.
        later = row[CYCLE] != self.row[CYCLE]
        power = Mux(later, halved(m, "power_before", self.power), self.power)
        own = part_j ^ _product(m, "of_l_onward", (row + 1)[:CYCLE], part_l) ^ power
        return Mux(self.ending["second"], own, part_i)

    def _sums(self, m: Module) -> None:
        """Of what is authenticated, and of a pass."""
        with m.If(self.starting):
            m.d.sync += self.delta.eq(0)
        with m.Elif(self.adds["hash"]):
            m.d.sync += self.delta.eq(self.delta ^ self.result)
        # AEZcore: the first pass sums up the B, the second one the A behind their masks.
        of_pair = Mux(self.is_second, self.adds["mask"], self.passes(self.ends))
        added = Mux(of_pair, Mux(self.is_second, self.result_a, self.result_b), self.result)
        with m.If(self.starting | self.in_wait):
            m.d.sync += self.total.eq(0)
        with m.Elif(of_pair | self.adds["sum"]):
            m.d.sync += self.total.eq(self.total ^ added)

    def _turn(self, m: Module) -> None:
        """To the place of a block and back, by bytes; halves of AEZ-tiny by half bytes."""
        # In half bytes, of which a byte has two.
        twice, left = Cat(Const(0, 1), self.count), ~self.in_back
        joined = (self.rest & ~self.valid) | (self.x & self.valid)
        core = self.in_turn & self.has_block
        of_y = (self.in_turn & ~core) | self.in_load | self.in_back
        m.d.comb += [
            self.around.eq(
                only_if(core, joined)
                | only_if(self.in_unload, self.x)
                | only_if(of_y, self.y)
                | only_if(self.during("JOIN"), self.y & ~self.valid)
            ),
            self.turn.eq(
                Mux(
                    self.in_load | self.in_unload,
                    # A half of AEZ-tiny has 16 half bytes, and one for each byte of the message.
                    16 + Mux(self.in_load, -self.count, self.count),
                    Mux(left & (core | ~self.in_turn), twice, -twice),
                )
            ),
        ]
        self.turned = turned(m, self.around, self.turn, left=True, unit=4)

    def _ends(self, m: Module) -> None:
        """x, y and what is left between the pairs and them; a register is written where the state
        machine says, or by a result.
        """
        adds, result = self.adds, self.result
        with m.If(self.starting):
            m.d.sync += [self.y.eq(0), self.has_block.eq(0), self.is_second.eq(0)]
        for name, register, added in (
            ("x", self.x, result), ("y", self.y, result), ("rest", self.rest, result & self.valid)
        ):  # fmt: skip
            with m.If(adds[name]):
                m.d.sync += register.eq(register ^ added)
        # A round of a Feistel network: the halves change places.
        with m.If(adds["tiny"]):
            m.d.sync += [self.x.eq(self.y), self.y.eq(self.x ^ (result & self.half))]
        with m.If(self.during("VERIFY") & self.tag_leaves):
            m.d.sync += self.y.eq(self.block.data[SIZE:])

    def _answers(self, m: Module) -> None:
        """In an encryption a pair leaves with the last result of its chain; else it is in its
        row.
        """
        leaves, even = self.ends & self.is_second & ~self.decrypt, self.is_even
        left, end = self.rest | (self.y & ~self.valid), self.y & self.valid
        at_end, every = self.sends & (self.row == self.pairs), Const((1 << BLOCK) - 1, BLOCK)
        pair = Cat(self.a, Mux(self.sends, self.b, self.result_b))
        both = Mux(at_end, Mux(even, Cat(left, self.a), Cat(end, left)), pair)
        mask = Mux(at_end & ~even, self.tail_mask, every)
        # Two for each pair, the last one, and perhaps one between.
        blocks = Mux(self.has_block, Cat(Const(1, 1), self.pairs) + even, 0)
        m.d.comb += [
            self.answer.data.eq(Mux(self.sends_end, end << SIZE, both)),
            self.answer.mask.eq(Mux(self.sends_end, self.tail_mask << BLOCK, Cat(mask, every))),
            self.answer.valid.eq((self.cipher.out_valid & leaves) | self.sends | self.sends_end),
            self.status.length.eq(Cat(self.count, blocks)),
            self.status.plaintext.eq(self.decrypt),
            self.tag.eq(self.x),
            self.tag_valid.eq(1),
        ]
        self.take_results(m, answered=leaves, waits=Const(0), goes=())

    def may_announce(self):
        """No call is in flight then."""
        return Const(1)

    def differences(self):
        """A received tag is no sum: it is deciphered with the message, and zeros are expected."""
        return Const(0, len(self.tag))


def _half_bytes(bits) -> Cat:
    """The upper half of each byte."""
    return Cat(bits[low + 4 : low + 8] for low in range(0, len(bits), 8))


def _product(m: Module, name: str, number, block):
    """A block times a polynomial of three bits."""
    total = 0
    for bit in range(len(number)):
        if bit:
            block = double(m, f"{name}_{1 << bit}", block)
        total = total ^ only_if(number[bit], block)
    return total
