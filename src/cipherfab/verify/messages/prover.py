# SPDX-License-Identifier: Apache-2.0
"""A shape of a core proved, as plain data. Proofs are kept under the hash of what this module
imports: what a shape's proof does not need is not imported here.
"""

from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from ...design import Design
from ...errors import DesignError
from ...lwc import messages as bus
from ...lwc.messages import Message, Operation
from ..equivalence.netlist import read_rtl
from . import prove as proving
from .shapes import Shape
from .unroll import Machine

SECONDS = 120
"""For a shape."""

QUESTIONS = 12
"""With more time for a shape than so many questions need, each has one part of so many."""

DO_LAST = "the words are right, but not do_last"
"""What is said of a core of others that is proved without it."""

STRINGS = ("key", "nonce", "ad", "data", "tag")
"""The byte strings of a message."""


class ShapeProver:
    """Proves shapes of one core; its RTL is read at the first.

    Args:
        design: with the LWC API, not masked.
        directory: existing, for files and logs.
        seconds: for a shape.
    """

    def __init__(self, design: Design, directory: Path, *, seconds: float = SECONDS):
        self._design, self._directory, self._seconds = design, Path(directory), seconds
        self._machine: Machine | None = None
        self._known: set[str] = set()

    def result(self, shape: Shape, *, along: "type[proving.Run] | None" = None) -> dict[str, Any]:
        """What became of a shape, as plain data: see `prove.Found`; messages as in `described`.

        Args:
            along: see `prove.prove`.
        """
        try:
            found = self._prove(shape, along=along)
            if found.verdict == proving.REFUTED and self._design.third_party:
                # As in simulation, a core of others may leave ``do_last`` out.
                eased = self._prove(shape, protocol=False, along=along)
                if eased.verdict == proving.PROVED:
                    found = replace(
                        eased, detail=f"{eased.detail}, but: {found.detail}", caveat=DO_LAST
                    )
        except DesignError as reason:
            found = proving.Found(verdict=proving.OPEN, detail=str(reason))
        return {**asdict(found), "messages": [described(one) for one in found.messages]}

    def _prove(self, shape: Shape, **options) -> proving.Found:
        return proving.prove(
            self._design,
            self.machine(),
            shape,
            self._directory,
            known=self._known,
            timeout=self._seconds,
            ask_seconds=max(proving.ASK_SECONDS, self._seconds / QUESTIONS),
            **options,
        )

    def machine(self) -> Machine:
        """Its RTL."""
        if self._machine is None:
            self._machine = Machine(
                # Sums as software makes them: an addition of both sides is then one node and needs
                # no proof.
                read_rtl(self._design, self._directory, ripple=True),
                self._design,
            )
        return self._machine


def described(message: Message) -> dict[str, Any]:
    """A message as plain data: byte strings in hexadecimal."""
    return {
        "algorithm": message.algorithm,
        "operation": str(message.operation),
        **{name: getattr(message, name).hex() for name in STRINGS},
        "new_key": message.new_key,
        "padded": message.padded,
        "output": len(message.result or b"") if message.operation == Operation.OUTPUT else 0,
        "ad_sizes": message.ad_sizes,
        "data_sizes": message.data_sizes,
    }


def message_from(data: Mapping[str, Any]) -> Message:
    """The inverse of `described`; the software model says what the answer is."""
    raw = {name: bytes.fromhex(data[name]) for name in STRINGS}
    sizes = {name: tuple(data[name]) if data[name] else None for name in ("ad_sizes", "data_sizes")}
    operation, algorithm = Operation(data["operation"]), data["algorithm"]
    if operation == Operation.HASH:
        return bus.hashing(algorithm, message=raw["data"], data_sizes=sizes["data_sizes"])
    if operation == Operation.OUTPUT:
        return bus.output(
            algorithm, message=raw["data"], customization=raw["ad"], size=data["output"]
        )
    given = {
        "key": raw["key"],
        "nonce": raw["nonce"],
        "ad": raw["ad"],
        **sizes,
        "new_key": data["new_key"],
    }
    if operation == Operation.ENCRYPT:
        return bus.encryption(algorithm, plaintext=raw["data"], **given)
    return bus.decryption(
        algorithm, ciphertext=raw["data"], tag=raw["tag"], padded=data["padded"], **given
    )


def shape_of(shape: Shape) -> dict[str, Any]:
    """A shape as plain data: what names a job."""
    return {
        "stalls": shape.stalls,
        "parts": [{**asdict(part), "operation": str(part.operation)} for part in shape.parts],
    }
