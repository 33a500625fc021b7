# SPDX-License-Identifier: Apache-2.0
"""Plays LWC vectors on a compiled core: every word compared, every port stalled at random, every
cycle known.

The bench (`bench/lwc_bench.cpp`) requires, besides the words:

- **DO is stable**: a word that is valid and not yet taken stays valid and unchanged, `do_last`
  included;
- **do_last** is 1 with the status word and with no other, as in GMU's post-processor and test
  bench;
- **nothing follows** the last answer (the bench watches for some cycles);
- **whole segments** come before the status of a message that breaks the protocol, if anything does,
  with headers that mirror those of the message;
- **progress**: a core that moves no word on any port for ``max_idle`` cycles is stuck, which is a
  failure and never a hang.

The first two are left out with ``protocol=False``, for cores that others wrote to earlier versions
of the API. Words that are not valid are driven with noise, and registers without a reset start at
random values.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, chain
from pathlib import Path

from ...design import Design, LwcInterface
from ...errors import CallError
from ...lwc.vectors import Stream, Vectors
from . import program
from .failure import Failure, failure_of
from .vector_file import activations, bench_numbers, expected

MAX_IDLE = 100_000
"""Cycles without a word on any port until a core counts as stuck."""

TAIL = 2_000
"""Cycles that the bench watches after the last word, for words too many."""

PORTS = ("pdi", "sdi", "do")

WAITING = (
    "a word waits on PDI",
    "the core waits for PDI",
    "a word waits on SDI",
    "the core waits for SDI",
    "a word waits on DO",
)
"""What may wait in a cycle, as the bench counts it."""


@dataclass(frozen=True, kw_only=True)
class PlayResult:
    """What a run showed.

    Attributes:
        failure: the first one, or None.
        messages: how many there were.
        completed: how many were answered right, to their last word.
        cycles: clock cycles after reset until the last word.
        first_cycles: for each message, the cycle that accepted its first instruction word (a key
            activation included).
        last_cycles: for each completed message, the cycle that gave its last output word.
        key_cycles: for each key that was offered, the cycle that accepted the first of its words
            on SDI that registers in front of the core cannot hold.
        stall_seed: of the random stalls, or None without.
        waveform: VCD file of the failing message, or None.
        waits: of each long wait, in how many of its cycles the core waited with it.
        held: of each long wait, how many cycles it had.
        asked, hit: how many cycles of the first run were of each kind of `WAITING`, and how many
            of `Resets` came in one.
    """

    failure: Failure | None
    messages: int
    completed: int
    cycles: int
    first_cycles: tuple[int, ...]
    last_cycles: tuple[int, ...]
    key_cycles: tuple[int, ...]
    stall_seed: int | None
    waveform: Path | None = None
    waits: tuple[int, ...] = ()
    held: tuple[int, ...] = ()
    asked: tuple[int, ...] = ()
    hit: tuple[int, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether every message was answered right."""
        return self.failure is None

    @property
    def hung(self) -> bool:
        """Whether the core got stuck."""
        return self.failure is not None and self.failure.kind == "hung"

    @property
    def message_cycles(self) -> tuple[int, ...]:
        """For each completed message, the cycles from its first instruction word to its last output
        word, both included.
        """
        return tuple(last - first + 1 for first, last in zip(self.first_cycles, self.last_cycles))


@dataclass(frozen=True, kw_only=True)
class Resets:
    """Resets in the midst of the messages, each followed by all of them from the beginning.

    Attributes:
        at: the cycles, from 1, each in a run of its own from the first message.
        cycles: how long each lasts.
        zeroise: a cycle of the port of this name in place of each.
    """

    at: range
    cycles: int = 1
    zeroise: bool = False

    def options(self) -> dict[str, int]:
        """For the bench."""
        return {
            "resets": len(self.at),
            "reset-from": self.at.start,
            "reset-step": self.at.step,
            "reset-cycles": self.cycles,
            **({"zeroise": 1} if self.zeroise else {}),
        }


@dataclass(frozen=True, kw_only=True)
class Wait:
    """A long wait.

    Attributes:
        port: ``pdi``, ``sdi`` or ``do``.
        position: of the word of that port, from 0, in front of which it comes.
        ports: those that pause.
        cycles: that the core has to wait; one that does not ask for the
            word gets 5,000 more, and has waited then.
    """

    port: str
    position: int
    ports: tuple[str, ...]
    cycles: int

    def numbers(self) -> tuple[int, int, int, int]:
        """For the bench."""
        return (
            PORTS.index(self.port),
            self.position,
            sum(1 << PORTS.index(port) for port in self.ports),
            self.cycles,
        )


@dataclass(frozen=True, kw_only=True)
class Repeats:
    """Messages that are played again and again, without a reset.

    Attributes:
        first, end: numbers of the first one, and of the one behind the last.
        times: so often more than once.
    """

    first: int
    end: int
    times: int

    def options(self, vectors: Vectors) -> dict[str, object]:
        """For the bench: numbers of words on PDI, SDI and DO."""

        def place(message: int) -> str:
            # Keys have no place of their own on PDI: a message's place on SDI is told by the
            # activations before it.
            keys = sum(
                activations(block, vectors.pdi.width) for block in vectors.pdi.blocks[:message]
            )
            return ",".join(
                str(sum(len(block.words) for block in blocks))
                for blocks in (
                    vectors.pdi.blocks[:message],
                    vectors.sdi.blocks[:keys],
                    vectors.do.blocks[:message],
                )
            )

        return (
            {"repeats": self.times, "repeat-from": place(self.first), "repeat-to": place(self.end)}
            if self.times
            else {}
        )


@dataclass(frozen=True, kw_only=True)
class Simulator:
    """A core with the LWC Hardware API, compiled once."""

    program: program.Program

    @classmethod
    def build(
        cls, design: Design, directory: Path, *, trace: bool = False, coverage: bool = False
    ) -> "Simulator":
        """Compile ``design`` below ``directory``, or take the finished build of the same content
        there.

        Args:
            design: with an `LwcInterface`.
            directory: made if missing.
            trace: able to write waveforms; slower.
            coverage: able to count what is reached; slower.

        Raises:
            CallError: the design has another interface.
            ToolError: Verilator or the compiler is missing or refuses the design.
        """
        if not isinstance(design.interface, LwcInterface):
            raise CallError(
                f"{design.name}: expected a core with the LWC Hardware API, got a "
                f"{design.interface.kind} interface"
            )
        return cls(
            program=program.build(
                design, directory, bench="lwc_bench.cpp", headers={}, trace=trace, coverage=coverage
            )
        )

    def play(
        self,
        vectors: Vectors,
        *,
        stall_seed: int | None,
        spaced: bool = False,
        protocol: bool = True,
        power: int | None = None,
        powers: int = 1,
        same_cycles: bool = False,
        first_reset: int | None = None,
        hold: int | None = None,
        resets: Resets | None = None,
        waits: Sequence[Wait] = (),
        repeats: Repeats | None = None,
        max_idle: int = MAX_IDLE,
        tail: int = TAIL,
        waveform: Path | None = None,
    ) -> PlayResult:
        """Play all messages in one run after a reset.

        Args:
            vectors: input and expected output, of the design's bus widths.
            stall_seed: seed of random stalls on PDI, SDI and DO; None for no stalls.
            spaced: a message and its key are offered only after the answer to the one before it, to
                count cycles.
            protocol: check `do_last` and the stability of DO.
            power: seed of what is in the registers at first; None: ``stall_seed``.
            powers: runs, each from another power-up state; every two of them have the same stalls.
                The cycles of the result are those of the last run.
            same_cycles: two of these with the same stalls must give their words in the same cycles,
                whatever was in the registers at first and however long the reset was.
            first_reset: cycles of the reset after power-up, with ``powers`` in every other run;
                None: as many as the bench takes.
            hold: every header of a broken message, and an instruction that ends one, waits so many
                cycles, one more in each further run of ``powers``; None: they do not wait.
            resets: further ones, each followed by all messages again; the cycles of the result are
                those of the last run.
            waits: long ones, beside the stalls.
            repeats: messages to play again and again; the cycles of the result are those of the
                last time.
            max_idle: cycles without a word on any port until the core counts as stuck.
            tail: cycles to watch for words too many.
            waveform: VCD file to write of the failing message, if there is one.

        Raises:
            CallError: there is no message or no bit to compare, widths do not fit, or a waveform
                from a build without trace.
        """
        self._check(vectors, waveform)
        options = {"seed": stall_seed, "power": power, "idle": max_idle,
                   "tail": tail, "protocol": int(protocol),
                   "first-reset": first_reset, "powers": powers, "hold": hold,
                   "same-cycles": int(same_cycles), "width": vectors.do.width,
                   **(resets.options() if resets else {}),
                   **(repeats.options(vectors) if repeats else {}),
                   **_waits(waits)}  # fmt: skip
        played = bench_numbers(vectors, spaced)
        found = self.program.run(played, options)
        result = _result(
            vectors, found, stall_seed, max_idle, self.program.design.interface.sdi_ahead
        )
        if result.passed or waveform is None:
            return result
        # The message that failed may not have begun.
        first = result.first_cycles[result.failure.message :][:1]
        self.program.draw(
            played,
            options,
            waveform,
            run=found["run"],
            first=(first or (0,))[0],
            last=result.failure.cycle,
        )
        return PlayResult(**{**vars(result), "waveform": Path(waveform)})

    def _check(self, vectors: Vectors, waveform: Path | None) -> None:
        interface = self.program.design.interface
        for stream, width in (
            (vectors.pdi, interface.width),
            (vectors.sdi, interface.sdi_width),
            (vectors.do, interface.width),
        ):
            if stream.width != width:
                raise CallError(
                    f"{self.program.design.name}: {stream.port} has {width} bits, the "
                    f"vectors have {stream.width}"
                )
        if not vectors.pdi.blocks or not any(expected(vectors.do)[1]):
            raise CallError(
                f"{self.program.design.name}: expected at least one message with an "
                f"answer to compare, got none; "
                "nothing played is nothing verified"
            )
        self.program.check_waveform(waveform)


def _waits(waits: Sequence[Wait]) -> dict[str, str]:
    """Long waits as an option of the bench."""
    numbers = chain.from_iterable(wait.numbers() for wait in waits)
    return {"waits": ",".join(map(str, numbers))} if waits else {}


def _result(
    vectors: Vectors, found: dict, stall_seed: int | None, max_idle: int, sdi_ahead: int
) -> PlayResult:
    pdi_cycles, sdi_cycles, do_cycles = found["pdi_cycles"], found["sdi_cycles"], found["do_cycles"]
    starts = _starts(vectors.pdi)
    ends = list(accumulate(len(block.words) for block in vectors.do.blocks))
    completed = sum(end <= len(do_cycles) for end in ends)
    return PlayResult(
        failure=failure_of(vectors, found, ends, max_idle) if found["failure"] else None,
        messages=len(ends),
        completed=completed,
        stall_seed=stall_seed,
        # The bench counts cycles from 0.
        # In a run that fails, the last word may be one of PDI, and its answer never came.
        cycles=max([0, *(cycle + 1 for cycle in (pdi_cycles[-1:] + do_cycles[-1:]))]),
        # A run that fails may end before some messages begin.
        first_cycles=tuple(pdi_cycles[start] for start in starts if start < len(pdi_cycles)),
        last_cycles=tuple(do_cycles[end - 1] for end in ends[:completed]),
        waits=tuple(found.get("waits", ())),
        held=tuple(found.get("held", ())),
        asked=tuple(found.get("asked", ())),
        hit=tuple(found.get("hit", ())),
        key_cycles=tuple(
            sdi_cycles[start + sdi_ahead]
            for start in _starts(vectors.sdi)
            if start + sdi_ahead < len(sdi_cycles)
        ),
    )


def _starts(stream: Stream) -> list[int]:
    """Place of the first word of each block."""
    return list(accumulate([0, *(len(block.words) for block in stream.blocks)]))[:-1]
