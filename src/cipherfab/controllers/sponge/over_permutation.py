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

The registers are in `sponge.signals`, what happens in each phase in `sponge.phases`.
"""

from amaranth.hdl import Module
from amaranth.lib.wiring import In, Out

from ...modes.sponge import SpongeAead
from ...modes.sponge_hash import SpongeHash, SpongeXof
from ...primitives.primitive import Primitive
from ..contract import Controller
from ..parts.opened import OPENED
from ..parts.random import random_ports
from ..ports import answers, blocks, control, status
from .comparison_on_shares import ComparisonOnShares
from .datapath import SpongeDatapath
from .phases import SpongePhases
from .signals import Signals, presented, registers, runs


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


PHASES = (
    "START", "OPEN", "TURN", "REKEY", "CLOSE", "JOIN", "END", "AD", "MESSAGE", "ANNOUNCE", "TAG",
    "VERIFY", "COMPARE", "DIGEST", "OUTPUT", "STATUS",
)  # fmt: skip
"""All that a controller may have, as the registers stand in its text."""


class OverPermutation(Controller):
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
        tag_bytes: the first so many bytes of the tag are sent and compared, of an AEAD whose tag is
            one part; 0: all.
        xofs: functions with an output of any length, which differ from the hash function in what
            absorbs the first block alone; there are an AEAD and a hash.

    Ports:
        key: the secret key, first byte most significant, if there is an AEAD; its shares side by
            side, share 0 at the top. control, block, answer, status: see `ports`.
        short: number of the size of blocks in ``sizes``.
        random, random_valid, random_ready: on shares, those of the permutation.

    Attributes:
        sizes: bytes of blocks; the first is that of the ports.
        tag_bytes, truncates: how many bytes of a tag there are; they are not all.
        datapath, sequence: what adds the logic between permutation and ports, and the phases.
    """

    answers_ahead, datapath, sequence = True, SpongeDatapath, SpongePhases

    def __init__(
        self,
        aead: SpongeAead | None,
        hash_function: SpongeHash | None,
        permutation,
        *,
        decrypts: bool = True,
        shares: int = 1,
        comparator: bool = False,
        tag_bytes: int = 0,
        xofs: tuple[SpongeXof, ...] = (),
    ):
        self.shares, self.comparator = shares, comparator
        self.xofs, self.outputs = xofs, bool(xofs)
        self.customization_bytes = max((xof.most_customization_bytes for xof in xofs), default=0)
        self.aead, self.hash_function = aead, hash_function
        whole_tag = aead.tag_bytes if aead else 0
        self.tag_bytes = tag_bytes or whole_tag
        self.truncates = self.tag_bytes != whole_tag
        self.permutation = self.primitive = permutation
        modes = [mode for mode in (aead, hash_function) if mode]
        # Both share the logic that pads a block.
        if len({(mode.pads_full, mode.mark) for mode in modes}) > 1:
            raise ValueError("expected an AEAD and a hash with the same padding")
        self.closes = hash_function is not None and hash_function.closes
        self.decrypts, self.takes_empty_ends = aead is not None and decrypts, modes[0].pads_full
        # The first block of a hash may be longer than those of the AEAD.
        self.port_bytes = max(mode.port_bytes for mode in modes)
        # The largest first: the ports have it, and ``short`` numbers the others.
        self.sizes = tuple(
            sorted({self.port_bytes, *self._ad_sizes(), *self._data_sizes()}, reverse=True)
        )
        self.short_bytes = self.sizes[1:]
        # A segment whose bytes are no multiple of a block's may end within one.
        self.cuts_blocks = any(step % size for sizes, step in self._steps() for size in sizes)
        self.random_bits = len(permutation.random) if shares > 1 else 0
        # fmt: off
        super().__init__({
            **({"key": In(8 * aead.key_bytes * shares)} if aead else {}),
            "control": In(control(outputs=self.outputs)),
            "block": In(blocks(self.port_bytes, ahead=True, shares=shares)),
            "answer": Out(self._answers()),
            "status": Out(status()), "short": Out(range(max(2, len(self.sizes)))),
            **random_ports(self.random_bits)})
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
        now = self.signals(m)
        datapath = self.datapath(m, self, now)
        sequence = ComparisonOnShares if self.shares > 1 else self.sequence
        sequence(self, now, datapath.differences).add(m)
        return m

    def signals(self, m: Module) -> Signals:
        """The registers, and what follows from them."""
        now = registers(m, self)
        permuted = runs(m, self, now)
        block = presented(m, self, now, permuted.is_hash)
        return Signals(**vars(now), **vars(permuted), **vars(block))

    def phase_names(self) -> list[str]:
        """The phases that there are, the one after reset first."""
        there = {"START", "MESSAGE", "ANNOUNCE", "STATUS"}
        if self.aead:
            there |= {step.phase for step in self.aead.steps} | {"TAG", "VERIFY"}
        if self.hash_function:
            there.add("DIGEST")
        also = {"END": self.closes, "COMPARE": self.shares > 1, "OUTPUT": self.outputs}
        there |= {name for name, is_there in also.items() if is_there}
        return [name for name in PHASES if name in there]

    def counted(self) -> list[int]:
        """How many there are of everything that is counted."""
        aead = (
            (*self.aead.parts.values(), self.aead.prepares, self.aead.rekeys, self.aead.joins)
            if self.aead
            else ()
        )
        # One clock more than parts, see `comparison_on_shares`.
        compared = [OPENED + 1] if self.shares > 1 else []
        return [0, *aead, *compared, *([self.digest_parts] if self.hash_function else [])]

    @property
    def digest_parts(self) -> int:
        """Of how many parts the digest consists."""
        return -(-self.hash_function.digest_bytes // self.hash_function.squeeze_bytes)
