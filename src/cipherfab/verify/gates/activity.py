# SPDX-License-Identifier: Apache-2.0
"""How often each net of a mapped netlist changes while the core works: messages on its bus, or
calls of a bare primitive.

The simulator of 512 lanes plays the same form of messages in every lane, with random keys, nonces,
associated data and texts in each. A decryption gets the ciphertext and the tag that the lane itself
has just made, so it is a rightful one. The receiver takes every word at once and the sender never
waits. Toggles are counted twice: *settled* (functional) ones, a value at the end of a cycle against
that of the cycle before, and *all*, glitches included, with every cell answering one unit of time
after its inputs.

A window is the time from the first word of a message until its last answer has left; windows follow
each other without a gap.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy

from ... import catalog
from ...design import BareInterface, Design
from ...errors import CallError, DesignError
from ...lwc.messages import Message, Operation
from ...lwc.streams import vectors
from ...tools.process import run
from ..rtl.calls import ENCRYPTION
from .gatesim import LANES, Drive, GateSimulator, Stimulus

BENCH = "activity.cpp"
CONST, DRAWN, ANSWERED = 0, 1, 2
"""Where the bits of a word come from that its mask names: nowhere, a word drawn for each lane, a
word that the core sent.
"""

LIMIT = 1_000_000
"""Cycles after which messages of one lane must have been answered."""

PATTERNS = ("random", "zeros", "ones", "checkered", "alternating", "striped", "repeated")
"""What is drawn for keys, nonces and texts. ``checkered``: every other bit of a word;
``alternating``: every other word is all ones; ``striped``: checkered, every other word the other
way round; ``repeated``: one random word of each lane again and again. `bench/activity.cpp` has them
in this order.
"""

IDLE_CYCLES = 64
SIZES = (16, 64, 768, 1536)
"""Bytes of plaintext, ciphertext or message; no associated data. A long message has what 1,536
bytes have more than 768.
"""


@dataclass(frozen=True, kw_only=True)
class Task:
    """What a core is asked for, in a window of its own.

    Attributes:
        name: as `measure.throughput` names workloads: ``enc/pt/64``, ``dec/pt/1536``,
            ``hash/msg/16``; ``call`` for calls of a bare primitive; ``idle``.
        bits: of the message, or of the state of all calls; 0 when idle.
        messages: messages or calls in the window.
    """

    name: str
    bits: int
    messages: int = 1


@dataclass(frozen=True, kw_only=True)
class Activity:
    """What was counted in a window, on average over all lanes.

    Attributes:
        task: what the core did.
        cycles: of the window.
        settled, all: toggles of each net in a cycle, without and with glitches.
        duty: share of the cycles in which a net is 1 at the end.
    """

    task: Task
    cycles: int
    settled: numpy.ndarray
    all: numpy.ndarray
    duty: numpy.ndarray


@dataclass(frozen=True, kw_only=True)
class Counted:
    """What `measure` found.

    Attributes:
        tasks: an activity for each; the last is ``idle``.
        traces: lanes that were played.
        cpu_seconds: processor time of the simulation.
    """

    tasks: Sequence[Activity]
    traces: int
    cpu_seconds: float


@dataclass(frozen=True, kw_only=True)
class _Word:
    """A word that is offered; see `bench/activity.cpp`."""

    value: int
    mask: int = 0
    source: int = CONST
    index: int = 0
    wait: int = 0


@dataclass(frozen=True, kw_only=True)
class _Window:
    """A task, and where it ends: when ``words`` have left in all, or after ``cycles`` if that is
    None.
    """

    task: Task
    words: int | None
    cycles: int = 0


def measure(
    design: Design,
    simulator: GateSimulator,
    directory: Path,
    *,
    sizes: Sequence[int] = SIZES,
    traces: int = LANES,
    seed: int = 1,
    pattern: str = PATTERNS[0],
    glitches: bool = True,
) -> Counted:
    """Count the toggles of a netlist.

    Args:
        design: with our own LWC interface, or a bare primitive with valid and ready, not masked.
        simulator: of its netlist, built with `BENCH`.
        directory: to work in.
        sizes: bytes of a message; those that the core cannot keep are left out.
        traces: rounded up to a multiple of `LANES`.
        seed: of all data.
        pattern: of `PATTERNS`.
        glitches: count them; without, ``all`` is what is settled, in a fraction of the time.

    Raises:
        CallError: another interface.
        DesignError: the core does not answer, or its handshake depends on data.
    """
    script = (
        _Calls(design, simulator)
        if isinstance(design.interface, BareInterface)
        else _Messages(design, simulator, sizes)
    )
    ports = {name: Drive(kind="held") for name in sorted(simulator.inputs)}
    (directory / "netlist.txt").write_text(simulator.described(Stimulus(ports=ports, cycles=2)))
    (directory / "script.txt").write_text(script.text(list(ports)))
    batches = -(-traces // LANES)
    found = json.loads(
        run(
            [
                simulator.program,
                "netlist.txt",
                "script.txt",
                str(seed),
                str(batches),
                str(LIMIT),
                str(PATTERNS.index(pattern)),
                str(int(glitches)),
            ],
            directory=directory,
            log="activity.log",
            timeout=3600,
        )
    )
    if "error" in found:
        raise DesignError(
            f"{design.name}: its netlist cannot be measured: {found['error']} (cycle "
            f"{found['cycle']})."
        )
    tasks = [
        _activity(window, counts, simulator.gated)
        for window, counts in zip(script.windows, found["windows"])
    ]
    return Counted(tasks=tasks[1:], traces=batches * LANES, cpu_seconds=found["cpu_seconds"])


def _activity(window: _Window, counts: Mapping, gated: Mapping[int, int]) -> Activity:
    total = counts["cycles"] * counts["traces"]
    settled, everything, ones = (
        numpy.array(counts[name]) / total for name in ("settled", "all", "ones")
    )
    for clock, enable in gated.items():  # a pulse in each cycle in which the gate is open
        settled[clock], ones[clock] = 2 * ones[enable], ones[enable] / 2
    # Ports are driven from outside and have no glitches; only cells are counted step by step.
    return Activity(
        task=window.task,
        cycles=counts["cycles"],
        settled=settled,
        all=numpy.maximum(settled, everything),
        duty=ones,
    )


class _Script:
    """What the program plays: for each stream of words its ports, and all windows; the first one is
    not counted.
    """

    def __init__(
        self, simulator: GateSimulator, output: tuple[str, str, Sequence[str]], reset: str | None
    ):
        self.simulator, self.output, self.reset = simulator, output, reset
        self.streams: list[tuple[str, str, Sequence[str], list[_Word]]] = []
        self.answers: list[_Word] = []
        self.windows: list[_Window] = []

    def text(self, inputs: Sequence[str]) -> str:
        """As the program reads it; ``inputs``: names of the input ports in its order."""
        nets, place = self.simulator.ports, {name: number for number, name in enumerate(inputs)}
        valid, ready, data = self.output
        sent = [net for name in data for net in nets[name]]
        numbers = [
            place[self.reset] if self.reset in place else -1,
            nets[valid][0],
            place.get(ready, -1),
            *_listed(sent),
            *_words(self.answers, len(sent)),
            len(self.streams),
        ]
        for valid, ready, names, words in self.streams:
            width = sum(len(nets[name]) for name in names)
            numbers += [
                place[valid],
                nets[ready][0],
                *_listed([place[name] for name in names]),
                *_words(words, width),
            ]
        numbers.append(len(self.windows))
        for window in self.windows:
            numbers += [-1 if window.words is None else window.words, window.cycles]
        return " ".join(map(str, numbers)) + "\n"


class _Calls(_Script):
    """Calls of a bare primitive back to back: one to warm up, then `COUNT`. A call of a cell-serial
    core is `CELLS` words.
    """

    COUNT, CELLS = 8, 16

    def __init__(self, design: Design, simulator: GateSimulator):
        interface = design.interface
        if interface.handshake or interface.masking:
            raise CallError(
                f"{design.name}: expected a bare primitive with valid and ready that is not masked."
            )
        names = sorted(name for name in simulator.inputs - {"in_valid", "out_ready", design.reset})
        outputs = sorted(set(simulator.ports) - simulator.inputs - {"in_ready", "out_valid"})
        super().__init__(simulator, ("out_valid", "out_ready", outputs), design.reset)
        each = self.CELLS if interface.cell else 1
        value, mask = self._drawn({name: len(simulator.ports[name]) for name in names})
        words = [
            _Word(
                value=value,
                mask=mask,
                source=DRAWN,
                index=number,
                wait=0 if number < each else each,
            )
            for number in range(each * (1 + self.COUNT))
        ]
        self.streams = [("in_valid", "in_ready", names, words)]
        bits = self.COUNT * each * max(interface.outputs.values())
        self.windows = [
            _Window(task=Task(name="warm-up", bits=0), words=each),
            _Window(
                task=Task(name="call", bits=bits, messages=self.COUNT),
                words=each * (1 + self.COUNT),
            ),
            _Window(task=Task(name="idle", bits=0), words=None, cycles=IDLE_CYCLES),
        ]

    @staticmethod
    def _drawn(widths: Mapping[str, int]) -> tuple[int, int]:
        """Of a word, as wide as these ports in a row: the bits that are not drawn, which say what
        is computed, and a 1 for each that is.
        """
        value = mask = place = 0
        for name, width in widths.items():
            chosen = ENCRYPTION.get(name.removeprefix("in_"))
            if chosen is None:
                mask |= (1 << width) - 1 << place
            else:
                value |= chosen << place
            place += width
        return value, mask


class _Messages(_Script):
    """Messages on the LWC interface under one key: a short one to warm up, then each operation with
    each size.
    """

    def __init__(self, design: Design, simulator: GateSimulator, sizes: Sequence[int]):
        interface = design.interface
        super().__init__(simulator, ("do_valid", "do_ready", ["do_data"]), design.reset)
        self.interface, self.drawn, self.left = interface, 0, 0
        self.pdi: list[_Word] = []
        self.sdi: list[_Word] = []
        self.streams = [
            ("sdi_valid", "sdi_ready", ["sdi_data"], self.sdi),
            ("pdi_valid", "pdi_ready", ["pdi_data"], self.pdi),
        ]
        fitting = [
            size
            for size in sizes
            if interface.buffer_bytes is None or size <= interface.buffer_bytes
        ]
        self._play("warm-up", 16, new_key=True)
        for size in fitting:
            self._play(f"/{size}", size)
        self.windows.append(_Window(task=Task(name="idle", bits=0), words=None, cycles=IDLE_CYCLES))

    def _play(self, name: str, size: int, new_key: bool = False) -> None:
        """An encryption, the decryption of its answer, and a hash, as far as the core has them."""
        warm = name == "warm-up"
        if self.interface.aead:
            texts = self._message(
                name if warm else f"enc/pt{name}", Operation.ENCRYPT, size, new_key=new_key
            )
            if self.interface.decrypts and not warm:
                self._message(f"dec/pt{name}", Operation.DECRYPT, size, of=texts)
        if self.interface.hash and not (warm and self.interface.aead):
            self._message(name if warm else f"hash/msg{name}", Operation.HASH, size)

    def _message(
        self,
        name: str,
        operation: Operation,
        size: int,
        *,
        new_key: bool = False,
        of: "_Texts | None" = None,
    ) -> "_Texts":
        """A message; ``of``: the encryption whose answer is decrypted. Returns where its own words
        with data are.
        """
        made = [self._vectors(operation, size, fill, new_key) for fill in (0x00, 0xFF)]
        wait, first = self.left, self.left
        for value, mask in _pairs(made, "sdi"):
            self.sdi.append(
                _Word(value=value, mask=mask, source=DRAWN, index=self._draw(), wait=wait)
            )
        given, answers = list(_pairs(made, "pdi")), list(_pairs(made, "do"))
        count = sum(bool(mask) for _, mask in given)
        if of:
            nonce = count - len(of.answered)
            sources = [
                *((DRAWN, index) for index in of.drawn[:nonce]),
                *((ANSWERED, index) for index in of.answered),
            ]
            shown = [(DRAWN, index) for index in of.drawn[nonce:]]
        else:
            sources = [(DRAWN, self._draw()) for _ in range(count)]
            shown = []
        self.pdi += _filled(given, sources, wait)
        self.answers += _filled(answers, shown, 0)
        self.left += len(answers)
        self.windows.append(_Window(task=Task(name=name, bits=8 * size), words=self.left))
        return _Texts(
            drawn=[index for _, index in sources],
            answered=[first + place for place, (_, mask) in enumerate(answers) if mask],
        )

    def _draw(self) -> int:
        self.drawn += 1
        return self.drawn - 1

    def _vectors(self, operation: Operation, size: int, fill: int, new_key: bool):
        """The words of a message whose data are all ``fill``."""
        interface = self.interface
        name = interface.hash if operation == Operation.HASH else interface.aead
        model = catalog.find(name).model

        def data(count: int) -> bytes:
            return bytes([fill]) * count

        if operation == Operation.HASH:
            message = Message(
                algorithm=name,
                operation=operation,
                data=data(size),
                result=data(model.digest_bytes),
            )
        else:
            sizes = [size, model.ciphertext_bytes(size)]
            given, answered = reversed(sizes) if operation == Operation.DECRYPT else sizes
            message = Message(
                algorithm=name,
                operation=operation,
                data=data(given),
                result=data(answered),
                tag=data(model.tag_bytes),
                key=data(model.key_bytes),
                nonce=data(model.nonce_bytes),
                new_key=new_key,
            )
        return vectors(
            [message], width=interface.width, sdi_width=interface.sdi_width, **interface.kept
        )


@dataclass(frozen=True, kw_only=True)
class _Texts:
    """Of a message: the numbers of the drawn words that went in (nonce, then text), and of the
    words with data that came out (text, then tag).
    """

    drawn: Sequence[int]
    answered: Sequence[int]


def _filled(
    pairs: Sequence[tuple[int, int]], sources: Sequence[tuple[int, int]], wait: int
) -> list[_Word]:
    """Words of these values and masks; those with data get the sources one after the other, as long
    as there are any.
    """
    left = iter(sources)
    return [
        _Word(value=value, mask=mask, source=source, index=index, wait=wait)
        for value, mask in pairs
        for source, index in [next(left, (CONST, 0)) if mask else (CONST, 0)]
    ]


def _pairs(made, port: str) -> Iterator[tuple[int, int]]:
    """Value and mask of each word: the bits in which data of zeros and data of ones differ are
    data.
    """
    low, high = (getattr(vector, port).words for vector in made)
    return ((value, value ^ other) for value, other in zip(low, high))


def _words(words: Sequence[_Word], width: int) -> list[int]:
    """How many, and each word."""
    numbers = [len(words)]
    for word in words:
        numbers += [
            word.source,
            word.index,
            word.wait,
            *_bits(word.value, width),
            *_bits(word.mask, width),
        ]
    return numbers


def _bits(value: int, width: int) -> list[int]:
    return _listed([value >> n & 1 for n in range(width)])


def _listed(values: Sequence[int]) -> list[int]:
    """How many, and the values."""
    return [len(values), *values]
