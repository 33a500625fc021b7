# SPDX-License-Identifier: Apache-2.0
"""What is compared: an algorithm of the catalog with inputs of known lengths. Its inputs and
outputs are called as in its known-answer file (``cipherfab kat NAME``), and have the bytes of that
file.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from ... import catalog
from ...catalog import Algorithm, Kind
from ...errors import CallError
from ...lwc.messages import Operation
from ...primitives.primitive import SCHEDULE
from ..answers import genkat, kat_fields
from ..equivalence.aig import FALSE, TRUE
from ..messages.bits import BitWord, parts_of, paths, string
from ..messages.graph import AND, INPUT, PATTERNS, Graph
from ..messages.likely import assignments, likely
from ..messages.shapes import Part
from ..messages.specification import concrete, free, over
from ..messages.windows import by_table

Parts = list[tuple[int, ...]]
"""The literals of each byte, bit 0 first."""

MOST_BYTES = 4096
"""Of associated data, of text, and of a message to hash."""


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What a description makes of free inputs.

    Attributes:
        inputs: bytes of each, all free.
        outputs: bytes of each.
        right: literal: there is an answer; else the tag is wrong.
    """

    inputs: Mapping[str, Parts]
    outputs: Mapping[str, Parts]
    right: int


@dataclass(frozen=True, kw_only=True)
class Question:
    """An algorithm, and how long its inputs are.

    Attributes:
        algorithm: catalog name.
        decrypts: of an AEAD, that it decrypts.
        ad, text: of an AEAD bytes of associated data and of plaintext; of a hash ``text`` is its
            message.
    """

    algorithm: str
    decrypts: bool = False
    ad: int = 0
    text: int = 0

    def __post_init__(self):
        entry = self.entry
        if entry.known_answers.mask:
            raise CallError(
                f"{self.algorithm}: bytes of its files have bits that are no part of "
                f"it, which is not served."
            )
        if entry.kind not in (Kind.AEAD, Kind.HASH) and entry.primitive is None:
            raise CallError(
                f"{self.algorithm}: expected an AEAD, a hash or a primitive, it is an algorithm of "
                f"kind '{entry.kind}'."
            )
        if self.decrypts and entry.kind != Kind.AEAD:
            raise CallError(
                f"{self.algorithm}: expected an AEAD to decrypt, it is an algorithm of "
                f"kind '{entry.kind}'."
            )
        if not 0 <= min(self.ad, self.text) <= max(self.ad, self.text) <= MOST_BYTES:
            raise CallError(
                f"{self.algorithm}: expected lengths of 0 to {MOST_BYTES} bytes, got "
                f"{self.ad} and {self.text}."
            )

    @property
    def entry(self) -> Algorithm:
        """What the catalog says of it."""
        return catalog.find(self.algorithm)

    @property
    def name(self) -> str:
        """In a line."""
        kind = self.entry.kind
        if kind == Kind.AEAD:
            way = "decryption" if self.decrypts else "encryption"
            return f"{self.algorithm}, {way} {self.ad} + {self.text} bytes"
        return f"{self.algorithm}, {self.text} bytes" if kind == Kind.HASH else self.algorithm

    @cached_property
    def inputs(self) -> dict[str, int]:
        """Bytes of each input."""
        entry, model = self.entry, self.entry.model
        if entry.kind == Kind.AEAD:
            text = {"CT": model.sealed_bytes(self.text)} if self.decrypts else {"PT": self.text}
            return {"Key": model.key_bytes, "Nonce": model.nonce_bytes, "AD": self.ad, **text}
        if entry.kind == Kind.HASH:
            return {"Msg": self.text}
        return {
            field: -(-entry.primitive.inputs[name] // 8)
            for field, name in self._fields()[0].items()
        }

    @cached_property
    def outputs(self) -> dict[str, int]:
        """Bytes of each output."""
        entry, model = self.entry, self.entry.model
        if entry.kind == Kind.AEAD:
            return {"PT": self.text} if self.decrypts else {"CT": model.sealed_bytes(self.text)}
        if entry.kind == Kind.HASH:
            return {"MD": model.digest_bytes}
        return {
            field: -(-entry.primitive.outputs[name] // 8)
            for field, name in self._fields()[1].items()
        }

    def _fields(self) -> tuple[dict[str, str], dict[str, str]]:
        """Names of a primitive's inputs and outputs by field."""
        primitive, fields = self.entry.primitive, self.entry.known_answers.fields
        count = sum(name != SCHEDULE for name in primitive.inputs)
        return dict(fields[:count]), dict(fields[count:])

    def plain(self, values: Mapping[str, bytes]) -> dict[str, bytes] | None:
        """What the software model gives; None if the tag is wrong."""
        if not self.decrypts:
            # A record has all fields; what stands in the outputs is not read.
            record = kat_fields.Record(
                count=0, fields={**values, **dict.fromkeys(self.outputs, b"")}
            )
            found = genkat.recompute(self.entry, record)
            return {name: found[name] for name in self.outputs}
        text = self.entry.model.decrypt(values["Key"], values["Nonce"], values["AD"], values["CT"])
        return None if text is None else {"PT": text}

    def graph(self) -> Graph:
        """One in which the description can be run: some of its assignments have a right tag."""
        return Graph(assignments(self._part) if self.decrypts else 0)

    @property
    def _part(self) -> Part:
        way = Operation.DECRYPT if self.decrypts else Operation.ENCRYPT
        return Part(algorithm=self.algorithm, operation=way, ad=self.ad, text=self.text)

    def described(self, graph: Graph) -> Answer:
        """The description over free inputs.

        Raises:
            NotSymbolic: it cannot be run so.
        """
        if self.entry.primitive is not None and self.entry.model is None:
            return self._of_primitive(graph)
        model = self.entry.model
        with over(graph):
            if self.entry.kind == Kind.HASH:
                given = {"Msg": free(graph, "message", self.text)}
                found = paths(graph, lambda: model.digest(given["Msg"]))
            elif self.decrypts:
                given = self._sealed(graph)
                found = paths(graph, lambda: model.decrypt(*given.values()))
            else:
                given = {name: free(graph, name, size) for name, size in self.inputs.items()}
                found = paths(graph, lambda: model.encrypt(*given.values()))
        answers = [
            (condition, parts_of(result)) for condition, result in found if result is not None
        ]
        merged = answers[-1][1] if answers else []
        for condition, parts in answers[:-1]:
            merged = [
                tuple(graph.mux(condition, x, y) for x, y in zip(one, other, strict=True))
                for one, other in zip(parts, merged, strict=True)
            ]
        # By De Morgan: there is an answer where any of the conditions holds.
        right = graph.all(condition ^ 1 for condition, _ in answers) ^ 1
        (name,) = self.outputs
        return Answer(
            inputs={name: parts_of(value) for name, value in given.items()},
            outputs={name: merged},
            right=right if self.decrypts else TRUE,
        )

    def _sealed(self, graph: Graph) -> dict:
        """Inputs of a decryption; some assignments have the right tag."""
        model = self.entry.model
        key = free(graph, "key0", model.key_bytes)
        graph.likely |= likely(graph, self._part, 0, key, second=False)
        nonce, ad = free(graph, "nonce0", model.nonce_bytes), free(graph, "ad0", self.ad)
        sealed = model.put_together(
            free(graph, "ciphertext0", model.ciphertext_bytes(self.text)),
            free(graph, "tag0", model.tag_bytes),
            False,
        )
        return {"Key": key, "Nonce": nonce, "AD": ad, "CT": sealed}

    def _of_primitive(self, graph: Graph) -> Answer:
        primitive, (fields, results) = self.entry.primitive, self._fields()
        inputs, words = {}, {}
        for field, name in fields.items():
            width, size = primitive.inputs[name], self.inputs[field]
            literals = [graph.input((field, place)) for place in range(width)]
            literals += [FALSE] * (8 * size - width)
            # Values in a file have their most significant byte first; literals count from bit 0.
            inputs[field] = [tuple(literals[at : at + 8]) for at in range(0, 8 * size, 8)][::-1]
            words[name] = BitWord(graph, literals[:width])
        if SCHEDULE in primitive.inputs:
            width = primitive.inputs[SCHEDULE]
            # Schedule 0, as a file of known answers has it.
            words[SCHEDULE] = BitWord(graph, [FALSE] * width)
        state = primitive.load(words)
        for number in range(primitive.rounds[0]):
            last = number == primitive.rounds[0] - 1
            # A primitive has a last step of its own only where its last round differs.
            state = (last and primitive.last_step or primitive.step)(state)
        found, outputs = primitive.result(state), {}
        for field, name in results.items():
            size = self.outputs[field]
            literals = [*found[name].bits, *[FALSE] * (8 * size - primitive.outputs[name])]
            outputs[field] = [tuple(literals[at : at + 8]) for at in range(0, 8 * size, 8)][::-1]
        return Answer(inputs=inputs, outputs=outputs, right=TRUE)


def swept(graph: Graph, answer: Answer) -> tuple[Graph, Answer]:
    """The same in a new graph, in which what hangs on few inputs is one node where it is equal: a
    key schedule comes back to what it was, and no node says so by itself.
    """
    fresh = Graph(graph.patterns - PATTERNS)
    # The inputs keep their values: those with a right tag are among them.
    fresh.likely = {name: graph.values[node] for node, name in graph.names.items()}
    literals, known = [FALSE], {0: FALSE}
    for node in range(1, len(graph.kinds)):
        if graph.kinds[node] == INPUT:
            literals.append(fresh.input(graph.names[node]))
        else:
            a, b = (
                literals[literal >> 1] ^ literal & 1
                for literal in (graph.left[node], graph.right[node])
            )
            literals.append(fresh.and_(a, b) if graph.kinds[node] == AND else fresh.xor(a, b))
        inverted = fresh.value(literals[-1]) & 1
        course = fresh.value(literals[-1] ^ inverted)
        first = known.setdefault(course, literals[-1] ^ inverted) ^ inverted
        # Equal values are a guess; all values of the inputs are tried before one node stands for
        # the other.
        if first != literals[-1] and by_table(fresh, (first, literals[-1]), ()) == {}:
            literals[-1] = first

    def moved(parts: Parts) -> Parts:
        return [tuple(literals[bit >> 1] ^ bit & 1 for bit in part) for part in parts]

    return fresh, Answer(
        inputs={name: moved(parts) for name, parts in answer.inputs.items()},
        outputs={name: moved(parts) for name, parts in answer.outputs.items()},
        right=literals[answer.right >> 1] ^ answer.right & 1,
    )


def shown(graph: Graph, parts: Mapping[str, Parts], pattern: int) -> dict[str, bytes]:
    """Byte strings under one of the assignments of a graph."""
    return {name: concrete(graph, string(graph, value), pattern) for name, value in parts.items()}
