# SPDX-License-Identifier: Apache-2.0
"""What block ciphers share whose state moves by words of its block (`by_round`, `turning`)."""

from collections.abc import Mapping

from amaranth.hdl import Const, Module
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from ...primitives.rotating import RotatingPath
from ...words.hardware import build

BYTE = 8


class ShiftedByWords(wiring.Component):
    """State, key and round constants of a block cipher.

    Args:
        path: what is computed.
        ports: beside ``in_valid``, ``in_ready`` and, where the cipher has one, ``in_domain``.

    Attributes:
        columns: that go through the S-boxes in a clock; of the class that follows.
    """

    def __init__(self, path: RotatingPath, ports: Mapping[str, wiring.Member]):
        self.path, self.primitive = path, path.primitive
        self._chooses = "domain" in path.primitive.inputs
        domain = {"in_domain": In(path.primitive.inputs["domain"])} if self._chooses else {}
        super().__init__({"in_valid": In(1), "in_ready": Out(1), **domain, **ports})

    def first_constants(self, m: Module) -> dict:
        """The registers of the round constants at the start of a call, by name."""
        # A cipher without domains does not look at it.
        chosen = {"domain": self.in_domain if self._chooses else Const(0, 1)}
        return build(m, lambda words: self.path.start(words["domain"]), chosen)


class SerialByWords(wiring.Component):
    """A block cipher by itself, whose key, plaintext and ciphertext are words of four bytes.

    Ports: ``in_valid``, ``in_ready``, ``in_key``, ``in_plaintext``, ``out_valid``, ``out_ready``,
    ``out_ciphertext``.

    Args:
        engine: the cipher.
        beside: a word of key and one of plaintext enter in the same call; else all words of the key
            enter before those of the plaintext, and each input has the words of the other one, too,
            in which it is not looked at.

    Attributes:
        cell: bits of a byte.
        order: the bytes in each word of each port.
    """

    word, cell = 32, BYTE

    def __init__(self, engine: ShiftedByWords, *, beside: bool):
        self.engine = engine
        words, size = engine.path.block // self.word, self.word // BYTE
        used = tuple(tuple(range(size * n, size * n + size)) for n in range(words))
        unused = () if beside else ((None,) * size,) * words
        self.order = {
            "in_key": used + unused,
            "in_plaintext": unused + used,
            "out_ciphertext": used,
        }
        super().__init__({
            "in_valid": In(1), "in_ready": Out(1), "in_key": In(self.word),
            "in_plaintext": In(self.word),
            "out_valid": Out(1), "out_ready": In(1), "out_ciphertext": Out(self.word)})  # fmt: skip
