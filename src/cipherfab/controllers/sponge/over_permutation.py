# SPDX-License-Identifier: Apache-2.0
"""The hardware controller of every mode and hash over one permutation: `modes.sponge`,
`modes.sponge_hash`.

Everything that a block adds to the state is added in the cycle that starts a run, so that a block
costs nothing but the run. While nothing starts, the permutation's input equals its output: see
``feedback`` in `architectures.iterated.iterated`.

Rules that keep the handshake out of the data path, beside those of `sponge.datapath`:

- whether a block is there, and is taken, decides an enable, never the data;
- blocks come in the order of the phases, so none is asked for its own;
- a wrong tag is noticed in several registers, which are joined a cycle later.

What happens in each phase is in `sponge.phases`.
"""

from amaranth.hdl import Const, Module, Mux
from amaranth.lib.wiring import In, Out

from ...modes.sponge import SpongeAead
from ...modes.sponge_hash import SpongeHash, SpongeXof
from ...primitives.primitive import Primitive
from ...words import SoftwareWord
from ...words.hardware import build, told
from ..contract import Controller
from ..parts.phases import Phases
from ..ports import answers, blocks, control, status
from .comparator import APART, TOGETHER
from .comparison_on_shares import OPENED, ComparisonOnShares
from .datapath import SpongeDatapath
from .phases import SpongePhases


def shared_primitive(
    aead: SpongeAead | None, hash_function: SpongeHash | None
) -> tuple[Primitive, frozenset[str]]:
    """The permutation that a core for these needs, with all their round counts, and its loadable
    registers.
    """
    modes = [mode for mode in (aead, hash_function) if mode]
    counts = {count for mode in modes for count in mode.permutation.rounds}
    # In the order that `rounds` numbers them in.
    primitive = modes[0].permutation_for(*sorted(counts, reverse=True))
    return primitive, frozenset().union(*(mode.loadable for mode in modes))


class OverPermutation(SpongePhases, ComparisonOnShares, Controller):
    """Controls the permutation.

    Args:
        aead: what is computed, or None for a core that only hashes.
        hash_function: the hash that shares the permutation, or None.
        permutation: component with one input and output ``x``, all round counts, and ``feedback``;
            with the ``loadable`` registers of both.
        decrypts: False for a core that only encrypts.
        shares: with more than one the permutation is an `architectures.protected.masked.Masked`
            that ``waits``, with an input and an output ``x_0``, ``x_1`` …; there is no hash.
        comparator: a received tag is compared by logic of its own, see `comparator`.
        xofs: functions with an output of any length, which differ from the hash function in what
            absorbs the first block alone; there are an AEAD and a hash.

    Ports:
        key: the secret key, first byte most significant, if there is an AEAD; its shares side by
            side, share 0 at the top. control, block, answer, status: see `ports`.
        short: number of the size of blocks in ``sizes``.
        random, random_valid, random_ready: on shares, those of the permutation.

    Attributes:
        sizes: bytes of blocks; the first is that of the ports.
    """

    answers_ahead, datapath = True, SpongeDatapath

    def __init__(
        self,
        aead: SpongeAead | None,
        hash_function: SpongeHash | None,
        permutation,
        *,
        decrypts: bool = True,
        shares: int = 1,
        comparator: bool = False,
        xofs: tuple[SpongeXof, ...] = (),
    ):
        self.shares, self.comparator = shares, comparator
        self.xofs, self.outputs = xofs, bool(xofs)
        self.customization_bytes = max((xof.most_customization_bytes for xof in xofs), default=0)
        self.aead, self.hash_function = aead, hash_function
        self.permutation = self.primitive = permutation
        modes = [mode for mode in (aead, hash_function) if mode]
        if len({(mode.pads_full, mode.mark) for mode in modes}) > 1:
            raise ValueError("expected an AEAD and a hash with the same padding")
        self.closes = hash_function is not None and hash_function.closes
        self.decrypts, self.takes_empty_ends = aead is not None and decrypts, modes[0].pads_full
        # The first block of a hash may be longer than those of the AEAD.
        self.port_bytes = max(mode.port_bytes for mode in modes)
        self.sizes = tuple(
            sorted({self.port_bytes, *self._ad_sizes(), *self._data_sizes()}, reverse=True)
        )
        self.short_bytes = self.sizes[1:]
        self.cuts_blocks = any(step % size for sizes, step in self._steps() for size in sizes)
        self.random_bits = len(permutation.random) if shares > 1 else 0
        random = (
            {"random": In(self.random_bits), "random_valid": In(1), "random_ready": Out(1)}
            if shares > 1
            else {}
        )
        # fmt: off
        super().__init__({
            **({"key": In(8 * aead.key_bytes * shares)} if aead else {}),
            "control": In(control(outputs=self.outputs)),
            "block": In(blocks(self.port_bytes, ahead=True, shares=shares)),
            "answer": Out(self._answers()),
            "status": Out(status()), "short": Out(range(max(2, len(self.sizes)))), **random})
        # fmt: on

    def _answers(self):
        return answers(self.port_bytes, ahead=True, shares=self.shares)

    def _ad_sizes(self) -> tuple[int, ...]:
        return self.aead.ad_parts if self.aead else ()

    def _data_sizes(self) -> tuple[int, ...]:
        """Bytes of blocks of a message, and of the first and other blocks of a hash."""
        hashed = (
            (self.hash_function.first_bytes, self.hash_function.block_bytes)
            if self.hash_function
            else ()
        )
        return (*((self.aead.block_bytes,) if self.aead else ()), *hashed)

    def _steps(self) -> list[tuple[tuple[int, ...], int]]:
        """Sizes of blocks, and of what number of bytes their segments are multiples."""
        aead, digest = self.aead, self.hash_function
        of_ad = [(aead.ad_parts, aead.ad_step)] if aead else []
        return of_ad + (
            [((digest.first_bytes, digest.block_bytes), digest.block_bytes)] if digest else []
        )

    def elaborate(self, platform):
        m = Module()
        m.submodules.permutation = self.permutation
        self._declare(m)
        self._sizes(m)
        self._what_is_known(m)
        self.datapath(m, self)
        self._start(m)
        if self.aead:
            if self.aead.decides_late:
                self._open(m)
                self._turn(m)
            if self.aead.rekeys:
                self._rekey(m, "REKEY", lambda: self._enter(m, "AD"))
                self._rekey(m, "CLOSE", lambda: self._to_answer(m))
            if self.aead.joins:
                self._join(m)
            self._associated_data(m)
        self._message(m)
        if self.closes:
            self._end(m)
        self._announce(m)
        self._what_is_there(m)
        if self.aead:
            self._tag(m)
            if self.shares > 1:
                self._verify_on_shares(m)
            else:
                self._verify(m)
        if self.hash_function:
            self._digest(m)
        if self.outputs:
            self._output(m)
        self._status(m)
        if self.given_up:
            self._restart(m)
        return m

    def _status(self, m: Module) -> None:
        """The status is sent: success, unless a tag was wrong."""
        with self.phases.state("STATUS", self._status):
            m.d.comb += [self.status.done.eq(1), self.status.success.eq(~self.mismatch.any())]
            with m.If(self.status.accepted):
                self._enter(m, "START")

    def _phases(self) -> list[str]:
        late = ["OPEN", "TURN"] if self.aead and self.aead.decides_late else []
        late += ["REKEY", "CLOSE"] if self.aead and self.aead.rekeys else []
        late += ["JOIN"] if self.aead and self.aead.joins else []
        late += ["END"] if self.closes else []
        compare = ["COMPARE"] if self.shares > 1 else []
        keyed = ["TAG", "VERIFY", *compare] if self.aead else []
        ends = ["DIGEST"] if self.hash_function else []
        ends += ["OUTPUT"] if self.outputs else []
        ad = ["AD"] if self.aead else []
        return ["START", *late, *ad, "MESSAGE", "ANNOUNCE", *keyed, *ends, "STATUS"]

    def _declare(self, m: Module) -> None:
        self.given_up: list[str] = []
        self.phases = phases = Phases(m, *self._phases())
        self.starting, self.is_message = phases["START"], phases["MESSAGE"]
        self.turning, self.squeezing = phases["TURN"], phases["DIGEST"]
        self.opening, self.rekeying = phases["OPEN"], phases["REKEY"] | phases["CLOSE"]
        self.absorbing = phases["AD"] | phases["MESSAGE"]
        self.tagging = phases["TAG"] | phases["VERIFY"]
        self.initial = told("initial_due", "No block was absorbed since the nonce.")
        self.first = told("first_due", "No block of this type was absorbed.")
        self.padding_due = told("padding_due", "The next block is one of padding alone.")
        self.part = told("second_part", "Of a block of associated data the second part is next.")
        self.prepared = (
            told("prepared", "The last run before the nonce is under way or done.")
            if self.aead and self.aead.prepares
            else Const(1)
        )
        self.had_ad = told("had_ad", "There was associated data.")
        self.ad_was_full = told("ad_was_full", "The last block of associated data was full.")
        self.count = told(
            "count",
            "The part of nonce, tag or digest, or the run, that is next.",
            range(max(2, *self._all_parts())),
        )
        self.mismatch = told(
            "mismatch",
            "Words of a received tag that differ from the computed one; joined a cycle later.",
            APART if self.comparator else TOGETHER,
        )
        rekeys = self.aead.rekeys if self.aead else 0
        self.rekey_number = self.count + Mux(phases["CLOSE"], rekeys, 0)
        self._declare_repeats(m)
        self.start = told("start", "A run of the permutation starts.")
        self.load = told("load", "The state is loaded, and no run starts.")
        self.is_hash = Const(0)
        if self.hash_function:
            self.is_hash = self.control.hash if self.aead else Const(1)
        self.ready = self.permutation.in_ready
        m.d.comb += [self.permutation.out_ready.eq(1), self.permutation.in_valid.eq(self.start)]
        if self.permutation.loadable:
            m.d.comb += self.permutation.in_load.eq(self.load)
        if self.shares > 1:
            m.d.comb += [
                self.permutation.random.eq(self.random),
                self.permutation.random_valid.eq(self.random_valid),
                self.random_ready.eq(self.permutation.random_ready),
            ]
        # The state after a run, in each share.
        self.state, self.next_state = (
            [getattr(self.permutation, f"{way}_x{number}") for number in self._share_numbers()]
            for way in ("out", "in")
        )

    def _share_numbers(self) -> list[str]:
        """What the ports of the permutation for each share are called by."""
        return [""] if self.shares == 1 else [f"_{number}" for number in range(self.shares)]

    def _declare_repeats(self, m: Module) -> None:
        """``again``: the last run before the nonce has to be repeated, which its result tells."""
        self.repeats = (
            bool(self.aead and self.aead.prepares)
            and self.aead.repeats(SoftwareWord(self.permutation.primitive.outputs["x"], 0))
            is not None
        )
        self.again = Const(0)
        if self.repeats:
            found = build(
                m,
                lambda words: {"repeats": self.aead.repeats(words["state"])},
                {"state": self.permutation.out_x},
            )
            self.again = told("again", "The last run before the nonce has to be repeated.")
            m.d.comb += self.again.eq(found["repeats"] & self.prepared & (self.count == 0))

    def _all_parts(self) -> list[int]:
        aead = (
            (*self.aead.parts.values(), self.aead.prepares, self.aead.rekeys, self.aead.joins)
            if self.aead
            else ()
        )
        compared = [OPENED + 1] if self.shares > 1 else []
        return [0, *aead, *compared, *([self._digest_parts()] if self.hash_function else [])]

    def _digest_parts(self) -> int:
        return -(-self.hash_function.digest_bytes // self.hash_function.squeeze_bytes)

    def _sizes(self, m: Module) -> None:
        """Which size the next block has."""
        number = {size: at for at, size in enumerate(self.sizes)}
        chosen = Const(0)
        if self.aead:
            first, *second = (number[size] for size in self.aead.ad_parts)
            of_ad = Mux(self.part, second[0], first) if second else first
            behind_ad = self.is_message | self.turning
            behind_ad = behind_ad | self.phases["JOIN"] if self.aead.joins else behind_ad
            of_data = Mux(behind_ad, number[self.aead.block_bytes], of_ad)
            parts = self.aead.parts
            of_nonce, of_tag = (
                number.get(size // parts[name], 0)
                for name, size in (("nonce", self.aead.nonce_bytes), ("tag", self.aead.tag_bytes))
            )
            chosen = Mux(
                self.starting, of_nonce, Mux(self.tagging | self.phases["CLOSE"], of_tag, of_data)
            )
        if self.hash_function:
            first, others = (
                number[self.hash_function.first_bytes],
                number[self.hash_function.block_bytes],
            )
            of_hash = Mux(self.initial, first, others) if first != others else first
            chosen = Mux(self.is_hash, of_hash, chosen)
        m.d.comb += self.short.eq(chosen)

    def _what_is_known(self, m: Module) -> None:
        """Of the block that is presented; all of it from registers."""
        mask = told(
            "mask",
            "The bytes of the block that are there, the first one at the top.",
            self.port_bytes,
        )
        full = told("block_is_full", "All bytes of the block are there.")
        empty = told("block_is_empty", "The block has no byte.")
        last = told("block_is_last", "No block of this type follows, not one of padding either.")
        replaced = told(
            "replaces", "A ciphertext is absorbed: its bytes take the place of the state's."
        )
        m.d.comb += [
            # While padding is due the next block may be there: nothing of it may show.
            mask.eq(Mux(self.padding_due, 0, self.block.mask)),
            full.eq(self.block.full & ~self.padding_due),
            empty.eq(~mask[-1]),
            # Where padding follows a full block, what is not full is the last one; that is known
            # earlier.
            last.eq(
                self.padding_due | (~self.block.full if self.takes_empty_ends else self.block.last)
            ),
            replaced.eq(self.control.decrypt & self.is_message),
        ]
        self.mask, self.full, self.empty, self.last, self.replaced = (
            mask,
            full,
            empty,
            last,
            replaced,
        )
        self.flags = {
            "message": self.is_message, "initial": self.initial, "first": self.first, "last": last,
            "full": full, "empty": empty, "part": self.part, "ad": self.had_ad}  # fmt: skip
        self.turn_flags = {"message": ~empty, "ad": self.had_ad, "full": self.ad_was_full}
