# SPDX-License-Identifier: Apache-2.0
"""Cycles that a mode's controller needs with its cipher when nothing keeps it waiting: the count
that papers give.

The bus, its headers and its buffers do not count here: blocks are offered at once and answers are
taken at once. What a whole core needs with its bus is in `measure.cycles`. Cycles in which the
primitive rests and something is only sent do not count either: a forkcipher gives the last block of
ciphertext and the tag at once, and they leave one after the other.
"""

from ..controllers.ports import Phase
from ..errors import DesignError
from .component_runs import simulate

LIMIT = 100_000
"""Cycles until a controller counts as stuck."""


def mode_cycles(mode, ad_bytes: int, message_bytes: int) -> int:
    """Cycles of an encryption, from the first start of the primitive to the cycle in which the
    tag's last byte leaves.

    Not counted: that last cycle, and those in which the primitive neither starts nor computes and
    an answer or the announcement of the tag is offered.

    Args:
        mode: a controller (`controllers.sponge.duplex`, `controllers.block.core`).
        ad_bytes, message_bytes: lengths.

    Raises:
        DesignError: no tag within `LIMIT` cycles.
    """
    found: list[int] = []

    async def bench(ctx):
        source, count, sent = _Blocks(mode, ad_bytes, message_bytes), None, 0
        ctx.set(mode.answer.ready, 1)
        for _ in range(LIMIT):
            source.offer(ctx)
            # The header of the tag is taken at once, as by a bus without stalls.
            ctx.set(mode.status.announced, ctx.get(mode.status.announce))
            ready, starts = ctx.get(primitive.in_ready), ctx.get(primitive.in_valid)
            # Loading key and nonce before the first call is no part of the count.
            if count is None and ready and starts:
                count = 0
            if ctx.get(mode.answer.valid):
                sent += ctx.get(mode.answer.mask).bit_count()
            if sent >= mode.aead.ciphertext_bytes(message_bytes) + mode.aead.tag_bytes:
                found.append(count)
                return
            sends = ctx.get(mode.answer.valid) or ctx.get(mode.status.announce)
            # See the head of the file: a paper does not count the cycles in which answers only
            # leave.
            only_sends = bool(ready and not starts and sends)
            if count is not None:
                count += not only_sends
            source.advance(ctx)
            await ctx.tick()

    primitive = mode.primitive
    simulate(mode, bench)
    if not found:
        raise DesignError(
            f"no tag within {LIMIT} cycles for {ad_bytes} bytes of associated data "
            f"and {message_bytes} of message"
        )
    return found[0]


class _Blocks:
    """Offers the blocks of a message whose bytes are 0. How long the next one is, the mode says
    (``short``).
    """

    def __init__(self, mode, ad_bytes: int, message_bytes: int):
        self.mode, self.size = mode, len(mode.block.mask)
        self.left = [
            (Phase.NONCE, mode.aead.nonce_bytes),
            (Phase.AD, ad_bytes),
            (Phase.MESSAGE, message_bytes),
        ]

    def offer(self, ctx) -> None:
        """Drive the block port for this cycle."""
        port = self.mode.block
        ctx.set(port.valid, bool(self.left))
        if self.left:
            phase, left = self.left[0]
            taken = min(left, self._limit(ctx))
            ctx.set(port.phase, phase)
            # The first byte is the top bit.
            ctx.set(port.mask, (1 << self.size) - (1 << self.size - taken))
            ctx.set(port.last, taken == left)
            if self.mode.answers_ahead or self.mode.decides_ahead:
                ctx.set(port.full, taken == self._limit(ctx))

    def advance(self, ctx) -> None:
        """Go on if the block is taken in this cycle."""
        if self.left and ctx.get(self.mode.block.ready):
            # The mode says anew for each block how long it may be.
            phase, left = self.left[0]
            rest = left - min(left, self._limit(ctx))
            self.left = ([(phase, rest)] if rest else []) + self.left[1:]

    def _limit(self, ctx) -> int:
        return (self.size, *self.mode.short_bytes)[ctx.get(self.mode.short)]
