# SPDX-License-Identifier: Apache-2.0
"""What a core is given while its activity is counted: calls of a bare primitive, or messages on its
bus, with what is drawn for each lane.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ... import catalog
from ...design import Design
from ...errors import CallError
from ...lwc.messages import Message, Operation
from ...lwc.streams import vectors
from ..rtl.calls import ENCRYPTION
from .gatesim import GateSimulator

CONST, DRAWN, ANSWERED = 0, 1, 2
"""Where the bits of a word come from that its mask names: nowhere, a word drawn for each lane, a
word that the core sent.
"""


IDLE_CYCLES = 64
"""Of the last window, in which nothing is asked for."""


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
class _Word:
    """A word that is offered; see `bench/activity.cpp`."""

    value: int
    mask: int = 0
    source: int = CONST
    index: int = 0
    wait: int = 0


@dataclass(frozen=True, kw_only=True)
class Window:
    """A task, and where it ends: when ``words`` have left in all, or after ``cycles`` if that is
    None.
    """

    task: Task
    words: int | None
    cycles: int = 0


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
        self.windows: list[Window] = []

    def text(self, inputs: Sequence[str]) -> str:
        """As the program reads it; ``inputs``: names of the input ports in its order."""
        nets, place = self.simulator.ports, {name: number for number, name in enumerate(inputs)}
        valid, ready, data = self.output
        sent = [net for name in data for net in nets[name]]
        numbers = [
            place[self.reset] if self.reset in place else -1,
            nets[valid][0],
            # A core may have no such port; the program then writes none.
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


class Calls(_Script):
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
                # The calls that count begin when the warm-up has ended, and wait for nothing else.
                wait=0 if number < each else each,
            )
            for number in range(each * (1 + self.COUNT))
        ]
        self.streams = [("in_valid", "in_ready", names, words)]
        bits = self.COUNT * each * max(interface.outputs.values())
        self.windows = [
            Window(task=Task(name="warm-up", bits=0), words=each),
            Window(
                task=Task(name="call", bits=bits, messages=self.COUNT),
                words=each * (1 + self.COUNT),
            ),
            Window(task=Task(name="idle", bits=0), words=None, cycles=IDLE_CYCLES),
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


class Messages(_Script):
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
        # A core that answers after it has all of a message takes no longer one than its buffer.
        fitting = [
            size
            for size in sizes
            if interface.buffer_bytes is None or size <= interface.buffer_bytes
        ]
        # The key comes here, where nothing is counted: all windows behind it are of a reused key.
        self._play("warm-up", 16, new_key=True)
        for size in fitting:
            self._play(f"/{size}", size)
        self.windows.append(Window(task=Task(name="idle", bits=0), words=None, cycles=IDLE_CYCLES))

    def _play(self, name: str, size: int, new_key: bool = False) -> None:
        """An encryption, the decryption of its answer, and a hash, as far as the core has them."""
        warm = name == "warm-up"
        if self.interface.aead:
            texts = self._message(
                name if warm else f"enc/pt{name}", Operation.ENCRYPT, size, new_key=new_key
            )
            if self.interface.decrypts and not warm:
                # A decryption follows its encryption, since it gets the words that this sent.
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
        # Made twice: what differs between zeros and ones is data, all else is header (see
        # `_pairs`).
        made = [self._vectors(operation, size, fill, new_key) for fill in (0x00, 0xFF)]
        # All earlier answers leave before: a window then holds one message alone.
        wait, first = self.left, self.left
        for value, mask in _pairs(made, "sdi"):
            self.sdi.append(
                _Word(value=value, mask=mask, source=DRAWN, index=self._draw(), wait=wait)
            )
        given, answers = list(_pairs(made, "pdi")), list(_pairs(made, "do"))
        # A word with a mask has data. With no associated data the order is nonce, then text and
        # tag.
        count = sum(bool(mask) for _, mask in given)
        if of:
            # What goes into a decryption behind the nonce is what the encryption gave: ciphertext
            # and tag.
            nonce = count - len(of.answered)
            sources = [
                *((DRAWN, index) for index in of.drawn[:nonce]),
                *((ANSWERED, index) for index in of.answered),
            ]
            # The plaintext that comes out is what went in, so the program can compare it in each
            # lane.
            shown = [(DRAWN, index) for index in of.drawn[nonce:]]
        else:
            sources = [(DRAWN, self._draw()) for _ in range(count)]
            # The program knows no cipher: of a ciphertext or a digest it can compare the form
            # alone.
            shown = []
        self.pdi += _filled(given, sources, wait)
        self.answers += _filled(answers, shown, 0)
        self.left += len(answers)
        self.windows.append(Window(task=Task(name=name, bits=8 * size), words=self.left))
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
                # Results here only give the form of the answer: which bits of which words are data.
                result=data(model.digest_bytes),
            )
        else:
            sizes = [size, model.ciphertext_bytes(size)]
            # A ciphertext may be longer than its plaintext.
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
        return vectors([message], **interface.streamed)


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
