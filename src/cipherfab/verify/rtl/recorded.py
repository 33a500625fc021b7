# SPDX-License-Identifier: Apache-2.0
"""What the ports of a core with the LWC Hardware API show in each cycle of one message."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any

from vcd.reader import TokenKind, tokenize

from ... import catalog
from ...design import Design, LwcInterface
from ...errors import DesignError
from ...lwc.messages import Message, encryption, hashing
from ...lwc.streams import vectors
from ...lwc.vectors import Vectors, format_stream
from ...modes.model import AeadModel, HashModel
from .simulator import Simulator
from .vector_file import bench_numbers

SEED = 1
"""Of key, nonce and data."""

STREAMS = ("pdi", "sdi", "do")

SIGNALS = (
    *(f"{stream}_{part}" for stream in STREAMS for part in ("data", "valid", "ready")),
    "do_last",
)
"""What is recorded, in the order of a picture."""

AROUND = 4
"""Cycles that are recorded behind the last word."""


@dataclass(frozen=True, kw_only=True)
class Recording:
    """The ports, cycle by cycle.

    Attributes:
        title: the message, in one line.
        words: what is sent and answered, as the text of a vector file, by stream.
        widths: of each signal, its bits.
        signals: of each signal, its value in each cycle, from the one before the first word is
            offered; as they are just before the clock's rising edge, where words are taken.
    """

    title: str
    words: Mapping[str, str]
    widths: Mapping[str, int]
    signals: Mapping[str, Sequence[int]]

    @property
    def cycles(self) -> int:
        """How many there are."""
        return len(next(iter(self.signals.values())))

    def valid(self, name: str, cycle: int) -> bool:
        """Whether the data of a stream means something."""
        return bool(self.signals[f"{name.removesuffix('_data')}_valid"][cycle])

    def taken(self, name: str, cycle: int) -> bool:
        """Whether the data of a stream is taken at the end of a cycle."""
        stream = name.removesuffix("_data")
        return self.valid(name, cycle) and bool(self.signals[f"{stream}_ready"][cycle])

    def moves(self, cycle: int) -> bool:
        """Whether any word is taken at its end."""
        return any(self.taken(f"{stream}_data", cycle) for stream in STREAMS)

    def alike(self, first: int, second: int) -> bool:
        """Whether two cycles show the same, words that are not valid aside."""
        return all(
            values[first] == values[second]
            for name, values in self.signals.items()
            if not name.endswith("_data") or self.valid(name, first)
        )

    @classmethod
    def from_json(cls, said: Mapping[str, Any]) -> "Recording":
        """From what `to_json` gave, kept as a file whose keys have another order."""
        signals = {name: said["signals"][name] for name in SIGNALS}
        words = {stream: said["words"][stream] for stream in STREAMS}
        return cls(title=said["title"], words=words, widths=said["widths"], signals=signals)

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        return asdict(self)


def record(design: Design, directory: Path) -> Recording:
    """One message through a core: an encryption with a new key, of one bus word of associated data
    and of a block and a byte; of a hash core the digest of a block and a byte.

    Args:
        design: with an `LwcInterface`.
        directory: to compile and to run in.

    Raises:
        DesignError: the answer is wrong or does not come.
        ToolError: the design does not compile.
    """
    interface = design.interface
    assert isinstance(interface, LwcInterface)
    message = _message(interface)
    played = vectors([message], **interface.streamed)
    simulator = Simulator.build(design, directory, trace=True)
    result = simulator.play(played, stall_seed=None, spaced=True, protocol=False)
    if result.failure:
        raise DesignError(f"{design.name}: no waveform of a wrong answer: {result.failure.text}")
    dump = directory / "message.vcd"
    # Played again, as only now it is known how many cycles there are to be recorded.
    simulator.program.run(
        bench_numbers(played, True),
        {
            "width": interface.width,
            "protocol": 0,
            "vcd": dump.absolute(),
            "from": 0,
            "to": result.cycles + AROUND,
        },
    )
    return _read(dump, design, message.title, played)


def _message(interface: LwcInterface) -> Message:
    """What is played."""
    random = Random(SEED)
    algorithm = interface.aead or interface.hash
    assert algorithm, "a core with the LWC API has an AEAD or a hash function"
    model = catalog.find(algorithm).model
    if isinstance(model, HashModel):
        return hashing(algorithm, message=random.randbytes(model.block_bytes + 1))
    assert isinstance(model, AeadModel)
    return encryption(
        algorithm,
        key=random.randbytes(model.key_bytes),
        nonce=random.randbytes(model.nonce_bytes),
        ad=random.randbytes(interface.width // 8),
        plaintext=random.randbytes(model.block_bytes + 1),
    )


def _read(dump: Path, design: Design, title: str, played: Vectors) -> Recording:
    """The ports at each rising edge of the clock, from a VCD file: from the cycle before the first
    word that is offered to the one behind the status word.
    """
    widths: dict[str, int] = {}
    rows = list(_edges(dump, design.clock, widths))
    offered = [number for number, row in enumerate(rows) if row["pdi_valid"] or row["sdi_valid"]]
    ends = [number for number, row in enumerate(rows) if row["do_last"] and row["do_ready"]]
    rows = rows[max(0, offered[0] - 1) : ends[-1] + 2]
    return Recording(
        title=f"{design.name}: {title}",
        words={port: format_stream(getattr(played, port)) for port in STREAMS},
        widths={name: widths[name] for name in SIGNALS},
        signals={name: [row[name] for row in rows] for name in SIGNALS},
    )


def _edges(dump: Path, clock: str, widths: dict[str, int]) -> Iterator[dict[str, int]]:
    """Values of `SIGNALS` of the top scope before each rising edge of the clock; ``widths`` is
    filled.
    """
    by_code: dict[str, str] = {}
    now: dict[str, int] = {}
    before: dict[str, int] = {}
    with dump.open("rb") as file:
        for token in tokenize(file):
            if token.kind is TokenKind.VAR and token.var.reference in (*SIGNALS, clock):
                by_code.setdefault(token.var.id_code, token.var.reference)
                widths.setdefault(token.var.reference, token.var.size)
            elif token.kind is TokenKind.CHANGE_TIME:
                # Until every signal has a value there is nothing to tell.
                if now.get(clock) and not before.get(clock) and before.keys() >= set(SIGNALS):
                    # Words are taken at the edge; behind it the ports show those of the next cycle.
                    yield {name: before[name] for name in SIGNALS}
                before = dict(now)
            elif token.kind is TokenKind.CHANGE_SCALAR:
                scalar = token.scalar_change
                # Signals that are not recorded have no name here, and share one entry.
                now[by_code.get(scalar.id_code, "")] = int(scalar.value)
            elif token.kind is TokenKind.CHANGE_VECTOR:
                vector = token.vector_change
                now[by_code.get(vector.id_code, "")] = int(vector.value)
