# SPDX-License-Identifier: Apache-2.0
"""The datapath of the hardware controller of `modes.aez`: registers, the memory of pairs, what goes
into the cipher and what becomes of a result. When that happens says `aez`.

A row of the memory has a pair of blocks, A || B. A pair has a chain of two calls in the first pass
and of three in the second one, and what comes out of a call goes into its row:

```
  first pass    A ^= E(1, i, B)    B ^= E(0, 0, A)
  second pass   A, B ^= E(2, i, s)    A ^= E(0, 0, B)    B ^= E(1, i, A)
```

So the number of its row is all that travels with a call, and a cycle reads one row: that of the
result which is there, or else that of the call which may start.

The end of a message stands in registers. Its last 16 bytes, which need not be a block, are ``x``,
turned to a block's place, and what is enciphered behind the message (16 zeros, or the received tag)
is ``y``. In a message of less than 16 bytes both are the halves of AEZ-tiny.
"""

from amaranth.hdl import Cat, Const, Module, Mux, Signal
from amaranth.lib.memory import Memory

from ...modes.aez import BLOCK, DATA, EXPANSION, NONCE, PADDING, SIZE, TAU, TINY, Aez  # fmt: skip
from ...primitives.primitive import SCHEDULE
from ..parts.byte_masks import count_bytes, only_if, padding, turned
from ..parts.declared import During, Flag, Register, Wire
from .masks import double, halved
from .two_calls import TwoCallCore

EMPTY = 3
"""The i of the call for an empty message."""

CYCLE = 3
"""Bits of i that choose a multiple of L; behind so many calls I is doubled."""


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
    restarts = Wire("The associated data has ended.")
    row_steps = Wire("The next row is sent.")
    takes_block, takes_pair = Wire("16 bytes or more are stored."), Wire("It ends a pair.")
    result_a, result_b = Wire("The row with the result.", SIZE), Wire("Its B.", SIZE)
    around, turn = Wire("What is turned.", SIZE), Wire("By how many half bytes to the left.", 5)
    is_data, in_message, in_pairs = map(During, ("AD", "MESSAGE", "PAIRS"))
    in_setup, in_nonce, in_sum, in_turn = map(During, ("SETUP", "NONCE", "SUM", "TURN"))
    is_long = During("CROSS STREAM_BLOCK STREAM_REST STREAM_X EMPTY")
    walks = During("AD MESSAGE PAIRS ROUND")
    begins_again = During("START TURN STREAM_X")
    of_ends = During("SUM CROSS STREAM_X")
    of_fragment = During("SUM_BLOCK STREAM_BLOCK SUM_REST STREAM_REST")
    of_rest = During("SUM_REST STREAM_REST")
    in_sum_block, in_sum_rest = During("SUM_BLOCK"), During("SUM_REST")
    in_stream_x, in_round, in_empty = map(During, ("STREAM_X", "ROUND", "EMPTY"))
    takes_s = During("PAIRS STREAM_BLOCK STREAM_REST")
    in_cross, in_load, in_unload, in_join = map(During, ("CROSS", "LOAD", "UNLOAD", "JOIN"))
    in_back, in_wait, in_check = map(During, ("BACK", "WAIT", "CHECK"))
    sends, sends_end, receives = map(During, ("SEND", "END", "VERIFY"))

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
        # Behind the masks of a pair a third call follows.
        m.d.comb += [
            self.changed["first"].eq(self.ending["mask"]),
            self.under_way.eq(self.flight.some),
            self.short.eq(self.is_data),
        ]
        self.valid = self.valid_bits(self.tail_mask)
        self.count = count_bytes(self.tail_mask)
        self.padded = padding(self.tail_mask, PADDING)
        self.half = Cat(
            *(self.valid[8 * n + 4 : 8 * n + 8] for n in range(BLOCK)), Const(-1, SIZE // 2)
        )
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
        writes = (
            self.adds["first"] | self.adds["block"],
            self.passes(self.ends) | self.adds["mask"],
        )
        halves = self.block.data[SIZE:], self.block.data[:SIZE]
        results = self.result_a, self.result_b
        reads = []
        for name, enable, half, result in zip(("a", "b"), writes, halves, results):
            memory = Memory(shape=SIZE, depth=self.rows, init=[])
            m.submodules[f"memory_{name}"] = memory
            write, read = memory.write_port(), memory.read_port(domain="comb")
            m.d.comb += [
                # Never both: no block is taken while a result is there.
                write.en.eq(enable | self.takes_block),
                write.addr.eq(Mux(there, row, self.row + self.takes_pair)[:bits]),
                write.data.eq(Mux(there, result, half)),
                read.addr.eq(Mux(there, row, self.row)[:bits]),
                result.eq(read.data ^ self.result),
            ]
            reads.append(read.data)
        self.a, self.b = reads

    def _count(self, m: Module) -> None:
        """Row and power of I of the next call."""
        with m.If(self.starting | self.restarts | self.in_wait):
            m.d.sync += self.row.eq(0)
        with m.Elif(self.in_check & (self.decrypt | ~self.has_block)):
            m.d.sync += self.row.eq(0)
        with m.Elif((self.begins & self.walks) | self.row_steps):
            m.d.sync += self.row.eq(self.row + 1)
        first, following = (
            double(m, name, value)
            for name, value in (("i_2", self._parts()[0]), ("power_2", self.power))
        )
        with m.If(self.begins_again | self.restarts):
            m.d.sync += self.power.eq(first)
        with m.Elif(self.begins & self.walks & self.row[:CYCLE].all()):
            m.d.sync += self.power.eq(following)

    def _parts(self) -> tuple:
        """I, J, L."""
        return self.key[2 * SIZE :], self.key[SIZE : 2 * SIZE], self.key[:SIZE]

    def _inputs(self, m: Module) -> None:
        """What goes into the cipher."""
        onward = Mux(self.ending["mask"], self.result_b, self.result_a) ^ self._offset_onward(m)
        m.d.comb += [
            self.cipher.in_key.eq(self.key),
            getattr(self.cipher, f"in_{SCHEDULE}").eq(~self.is_long),
            self.cipher.in_plaintext.eq(
                Mux(self.continues, onward, self._block() ^ self._offset(m))
            ),
        ]

    def _block(self):
        """What a call of the state machine works on."""
        data = self.block.data[SIZE:] | padding(self.block.mask[BLOCK:], PADDING)
        of_x = self.takes_s | self.in_cross | (self.in_sum & self.is_second)
        of_y = self.takes_s | self.in_stream_x | self.in_round | (self.in_sum & ~self.is_second)
        mark = Cat(self.padded[8 * n + 4 : 8 * n + 8] for n in range(BLOCK))
        number = self.row[:CYCLE] ^ self.decrypt.replicate(CYCLE)
        return (
            only_if(of_x, self.x)
            ^ only_if(of_y, self.y)
            ^ only_if(self.in_round | self.in_empty, self.delta)
            ^ only_if(self.in_round, mark ^ number)
            ^ only_if(self.in_message, self.b)
            ^ only_if(self.in_sum_block, self.a)
            ^ only_if(self.in_sum_rest, self.rest | self.padded)
            ^ only_if(self.in_nonce | self.is_data, data)
            ^ only_if(self.in_setup, Const(8 * EXPANSION, SIZE))
        )

    def _offset(self, m: Module):
        """j J + i L, and for four rounds I times a power of 2: of a call of the state machine."""
        part_i, part_j, part_l = self._parts()
        short_data = self.in_nonce | (self.is_data & ~self.block.mask[BLOCK])
        of_row = (self.is_data & ~short_data) | self.in_message | self.in_pairs
        # Which of the two ends: 1 or 2.
        other = self.is_second ^ self.decrypt
        number = (
            only_if(of_row, (self.row + 1)[:CYCLE])
            | only_if(self.of_ends, Cat(~other, other, Const(0, 1)))
            | only_if(self.of_fragment, Cat(self.of_rest & self.is_even, Const(0b10, 2)))
            | only_if(self.in_setup, Const(1, CYCLE))
            | only_if(self.in_empty, Const(EMPTY, CYCLE))
            | only_if(self.in_round, Const(TINY, CYCLE))
        )
        kind = (
            only_if(self.in_setup, Const(TAU, CYCLE))
            | only_if(self.in_nonce, Const(NONCE, CYCLE))
            | only_if(self.is_data, Const(DATA, CYCLE))
            | only_if(self.in_message, Const(1, CYCLE))
            | only_if(self.in_pairs, Const(2, CYCLE))
        )
        return (
            _product(m, "of_j", kind, part_j)
            ^ _product(m, "of_l", number, part_l)
            ^ only_if(short_data, part_i)
            ^ only_if(~self.is_long & ~short_data, self.power)
        )

    def _offset_onward(self, m: Module):
        """Of a call that goes on with a result: I; of the last one of a chain that of its row."""
        part_i, part_j, part_l = self._parts()
        row, last = self.ending["row"], self.ending["second"]
        # Calls in flight are of less than eight rows, so that I was doubled once since, or never.
        later = row[CYCLE] != self.row[CYCLE]
        power = Mux(later, halved(m, "power_before", self.power), self.power)
        own = part_j ^ _product(m, "of_l_onward", (row + 1)[:CYCLE], part_l) ^ power
        return Mux(last, own, part_i)

    def _sums(self, m: Module) -> None:
        """Of what is authenticated, and of a pass."""
        with m.If(self.starting):
            m.d.sync += self.delta.eq(0)
        with m.Elif(self.adds["hash"]):
            m.d.sync += self.delta.eq(self.delta ^ self.result)
        of_pair = Mux(self.is_second, self.adds["mask"], self.passes(self.ends))
        added = Mux(of_pair, Mux(self.is_second, self.result_a, self.result_b), self.result)
        with m.If(self.starting | self.in_wait):
            m.d.sync += self.total.eq(0)
        with m.Elif(of_pair | self.adds["sum"]):
            m.d.sync += self.total.eq(self.total ^ added)

    def _turn(self, m: Module) -> None:
        """To the place of a block and back, by bytes; halves of AEZ-tiny by half bytes."""
        twice, once = Cat(Const(0, 1), self.count), self.count
        core = self.has_block
        joined = (self.rest & ~self.valid) | (self.x & self.valid)
        m.d.comb += [
            self.around.eq(
                only_if(self.in_turn & core, joined)
                | only_if(self.in_unload, self.x)
                | only_if(self.in_join, self.y & ~self.valid)
                | only_if((self.in_turn & ~core) | self.in_load | self.in_back, self.y)
            ),
            self.turn.eq(
                Mux(
                    self.in_load | self.in_unload,
                    16 + Mux(self.in_load, -once, once),
                    Mux((self.in_turn & ~core) | self.in_back, -twice, twice),
                )
            ),
        ]
        self.turned = turned(m, self.around, self.turn, left=True, unit=4)

    def _ends(self, m: Module) -> None:
        """x, y and what is left between the pairs and them; a register is written where the state
        machine says, or by a result.
        """
        adds, result = self.adds, self.result
        with m.If(adds["rest"]):
            m.d.sync += self.rest.eq(self.rest ^ (result & self.valid))
        with m.If(adds["x"]):
            m.d.sync += self.x.eq(self.x ^ result)
        with m.If(self.starting):
            m.d.sync += [self.y.eq(0), self.has_block.eq(0), self.is_second.eq(0)]
        with m.Elif(self.receives & self.tag_leaves):
            m.d.sync += self.y.eq(self.block.data[SIZE:])
        with m.Elif(adds["y"]):
            m.d.sync += self.y.eq(self.y ^ result)
        with m.If(adds["tiny"]):
            m.d.sync += [self.x.eq(self.y), self.y.eq(self.x ^ (result & self.half))]

    def _answers(self, m: Module) -> None:
        """In an encryption a pair leaves with the last result of its chain; else it is in its
        row.
        """
        leaves = self.ends & self.is_second & ~self.decrypt
        left, end = self.rest | (self.y & ~self.valid), self.y & self.valid
        at_end, even = self.sends & (self.row == self.pairs), self.is_even
        upper = Mux(even, self.a, left)
        sent = Mux(self.sends, self.b, self.result_b)
        every = Const((1 << BLOCK) - 1, BLOCK)
        blocks = Signal(range(2 * self.rows + 1), name="whole_blocks")
        m.d.comb += [
            self.answer.data.eq(
                Cat(
                    Mux(at_end, Mux(even, left, end), self.a),
                    Mux(self.sends_end, end, Mux(at_end, upper, sent)),
                )
            ),
            self.answer.mask.eq(
                Cat(
                    only_if(~self.sends_end, Mux(at_end & ~even, self.tail_mask, every)),
                    Mux(self.sends_end, self.tail_mask, every),
                )
            ),
            self.answer.valid.eq((self.cipher.out_valid & leaves) | self.sends | self.sends_end),
            blocks.eq(Mux(self.has_block, Cat(Const(1, 1), self.pairs) + even, 0)),
            self.status.length.eq(Cat(self.count, blocks)),
            self.status.plaintext.eq(self.decrypt),
            self.tag.eq(self.x),
            self.tag_valid.eq(1),
        ]
        self.take_results(
            m, answered=leaves, free=self.answer.ready, waits=Const(0), goes=(Const(1),)
        )

    def may_announce(self):
        """No call is in flight then."""
        return Const(1)

    def differences(self):
        """A received tag is no sum: it is deciphered with the message, and zeros are expected."""
        return Const(0, len(self.tag))


def _product(m: Module, name: str, number, block):
    """A block times a polynomial of three bits."""
    total = 0
    for bit in range(len(number)):
        if bit:
            block = double(m, f"{name}_{1 << bit}", block)
        total = total ^ only_if(number[bit], block)
    return total
