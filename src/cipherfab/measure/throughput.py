# SPDX-License-Identifier: Apache-2.0
"""Throughput from cycles and frequency, by the method of GMU's benchmarking of the NIST LWC
candidates.

Source: K. Mohajerani et al., "FPGA Benchmarking of Round 2 Candidates in the NIST Lightweight
Cryptography Standardization Process: Methodology, Metrics, Tools, and Results", slides
"Benchmarking Metrics (2)" and "Benchmarking Flow": messages of 16, 64 and 1536 bytes, and long
ones, whose throughput is ``d·block / (time(N + d blocks) − time(N blocks))``; each for associated
data only, plaintext (or ciphertext) only, and both in equal sizes; for encryption, decryption and
hashing. They take N = 4 and d = 1 or 2; here N and d are larger (see `cycles`), which gives the
same where cycles are linear in blocks, as formulas show.

The key: throughputs are those of a reused key (no key is loaded or activated in the time that
counts). The slides leave that open, and for long messages it makes no difference; a new key costs a
constant that `measure` reports.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from .cycles import SIZES, Grid

LONG = "long"


@dataclass(frozen=True, kw_only=True)
class Workload:
    """What a core did in the cycles that count.

    Attributes:
        bits: of associated data and message together; tag, nonce and headers do not count.
        cycles: how long it took.
    """

    bits: int
    cycles: int

    @property
    def bytes_per_cycle(self) -> float:
        """Bytes for each clock cycle."""
        return self.bits / 8 / self.cycles

    def throughput_mbps(self, fmax_mhz: float) -> float:
        """Mbit/s at a frequency in MHz."""
        return self.bits / self.cycles * fmax_mhz


def workloads(grid: Grid) -> dict[str, Workload]:
    """The workloads of one operation by name: ``enc/pt/long``, ``enc/ad+pt/16``, ``hash/msg/1536``,
    …

    A long ``ad+pt`` has N blocks of each, and then N + d of each; the other sizes are bytes of
    each. Sizes that the core does not take are left out; its N and d are `Grid.long`.
    """
    found = {}
    for content, (has_ad, has_message) in _contents(grid).items():
        for size in SIZES:
            # A core with a buffer takes no message beyond it, and the grid has none.
            cycles = grid.points.get((size * has_ad, size * has_message))
            if cycles is not None:
                found[f"{grid.operation}/{content}/{size}"] = Workload(
                    bits=8 * size * (has_ad + has_message), cycles=cycles
                )
        steps = has_ad * grid.ad_block, has_message * grid.block
        long, short = (
            grid.points[blocks * steps[0], blocks * steps[1]]
            for blocks in (sum(grid.long), grid.long[0])
        )
        # The difference leaves out what a message costs once.
        # The bits are those of the blocks more, as the cycles are.
        found[f"{grid.operation}/{content}/{LONG}"] = Workload(
            bits=8 * grid.long[1] * sum(steps), cycles=long - short
        )
    return found


def _contents(grid: Grid) -> dict[str, tuple[int, int]]:
    """Whether there is associated data and whether there is a message, by content."""
    return (
        {"msg": (0, 1)}
        if grid.operation == "hash"
        else {"pt": (0, 1), "ad": (1, 0), "ad+pt": (1, 1)}
    )


def throughputs(work: Mapping[str, Workload], fmax_mhz: float) -> dict[str, float]:
    """Mbit/s of each workload at a frequency in MHz."""
    return {name: load.throughput_mbps(fmax_mhz) for name, load in work.items()}


@dataclass(frozen=True, kw_only=True)
class BusUse:
    """How near a long message comes to the limit of the bus, one word each cycle.

    Attributes:
        cycles_per_block: on long messages.
        words: bus words of a block: the fewest cycles that it can take.
        block: bytes of a block.
        word: bytes of a bus word.
        rounds, rounds_per_cycle: of the computation of a block, if known.
    """

    cycles_per_block: float
    words: int
    block: int
    word: int
    rounds: int | None = None
    rounds_per_cycle: int | None = None

    @property
    def bytes_per_cycle(self) -> float:
        """Bytes of message for each cycle."""
        return self.block / self.cycles_per_block

    @property
    def share(self) -> float:
        """Bytes per cycle over the bus limit; 1 is the limit."""
        return self.bytes_per_cycle / self.word

    @property
    def reason(self) -> str:
        """Why the core comes no closer to the limit, in a sentence."""
        head = (
            f"{self.bytes_per_cycle:.3g} of at most {self.word} bytes per cycle ({self.share:.0%})"
        )
        taken = f"{self.cycles_per_block:g} cycles for a block of {self.block} bytes"
        words = f"{self.words} word{'s' if self.words != 1 else ''} of {8 * self.word} bits"
        compute = self._compute()
        # Exact comparison is right: on long messages both are whole numbers if the bus decides.
        if self.cycles_per_block == self.words:
            return f"{head}: bus bound, {taken}, which is {words}" + (
                f"; the computation ({compute}) is hidden" if compute else ""
            )
        if compute and self._cycles() == self.cycles_per_block:
            return (
                f"{head}: computation bound, {taken}, because {compute}; its {words} are loaded "
                f"meanwhile"
            )
        return f"{head}: {taken}, more than its {words}" + (
            f" and its computation ({compute})"
            # The reason is told only where the rounds are known: a core of others says nothing of
            # them.
            if compute
            else ": the computation or the handshake of the core decides"
        )

    def _cycles(self) -> int:
        return -(-self.rounds // self.rounds_per_cycle)

    def _compute(self) -> str:
        if self.rounds is None or self.rounds_per_cycle is None:
            return ""
        cycles = self._cycles()
        return (
            f"{self.rounds} rounds at {self.rounds_per_cycle} per cycle take {cycles} "
            f"cycle{'s' if cycles != 1 else ''}"
        )


def bus_use(
    grid: Grid,
    *,
    associated_data: bool = False,
    rounds: int | None = None,
    rounds_per_cycle: int | None = None,
) -> BusUse:
    """How near long messages (or long associated data) come to the limit of the bus.

    Args:
        grid: of the operation.
        associated_data: of associated data without message.
        rounds, rounds_per_cycle: of the computation of a block, if known.
    """
    block = grid.ad_block if associated_data else grid.block
    long, short = (
        grid.points[(blocks * block, 0) if associated_data else (0, blocks * block)]
        for blocks in (sum(grid.long), grid.long[0])
    )
    return BusUse(
        cycles_per_block=(long - short) / grid.long[1],
        words=-(-block // grid.word),
        block=block,
        word=grid.word,
        rounds=rounds,
        rounds_per_cycle=rounds_per_cycle,
    )
