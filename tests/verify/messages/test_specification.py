# SPDX-License-Identifier: Apache-2.0
"""The descriptions of modes, run over literals."""

import pytest

from cipherfab import catalog
from cipherfab.ciphers.aes import aes_128
from cipherfab.modes import byte_strings, duplex
from cipherfab.primitives.primitive import software
from cipherfab.verify.messages.bits import bits_of, number, paths
from cipherfab.verify.messages.graph import Graph
from cipherfab.verify.messages.specification import _Symbolic, concrete, free, over

CHEAP = (
    "ascon-aead128",
    "gift-cofb",
    "hyena-v1",
    "mixfeed",
    "tinyjambu-128-v2",
    "xoodyak-r3",
    "romulus-n",
    "elephant-delirium-v2",
)
MORE = ("aes-ocb-128-tag128", "comet-128-aes", "lotus-aead", "skinny-aead-m1", "deoxys-ii-128",
        "saef-forkskinny-128-192", "estate-twegift-128", "schwaemm256-128", "spook-128-512-su",
        "photon-beetle-aead-128", "pyjamask-96-aead", "saturnin-ctr-cascade")  # fmt: skip


@pytest.mark.parametrize(
    "name", [*CHEAP, *(pytest.param(name, marks=pytest.mark.slow) for name in MORE)]
)
def test_a_description_over_bits_is_the_model(name):
    """Encryption and decryption give in an assignment what the model gives of its byte strings."""
    model, graph = catalog.find(name).model, Graph()
    with over(graph):
        given = [
            free(graph, place, length)
            for place, length in (
                ("key", model.key_bytes),
                ("nonce", model.nonce_bytes),
                ("ad", 5),
                ("text", model.block_bytes + 1),
            )
        ]
        ((_, sealed),) = paths(graph, lambda: model.encrypt(*given))
        opened = paths(graph, lambda: model.decrypt(*given[:3], sealed))
    plain = [concrete(graph, value, 1) for value in given]
    assert concrete(graph, sealed, 1) == model.encrypt(*plain)
    held = [result for condition, result in opened if graph.value(condition) >> 1 & 1]
    assert [concrete(graph, result, 1) for result in held] == [plain[3]]


def test_the_modules_are_as_before():
    """Behind it, and behind an error in it, every module computes with integers again."""
    before = dict(vars(byte_strings)), byte_strings.xor.__code__
    with pytest.raises(KeyError), over(Graph()):
        assert vars(byte_strings)["bytes"] is not bytes
        raise KeyError
    assert (dict(vars(byte_strings)), byte_strings.xor.__code__) == before
    assert "int" not in vars(duplex)


def test_the_last_round_of_a_primitive_is_its_own():
    """AES over literals, whose last round has a layer less, is AES."""
    graph, primitive = Graph(), aes_128()
    assert primitive.last_step is not None
    given = [
        number(graph, [graph.input((port, bit)) for bit in range(width)])
        for port, width in primitive.inputs.items()
    ]

    def value(found, width):
        return sum(
            (graph.value(bit) >> 1 & 1) << place for place, bit in enumerate(bits_of(found, width))
        )

    plain = [value(one, width) for one, width in zip(given, primitive.inputs.values())]
    found = _Symbolic(graph).software(primitive)(*given)
    assert [value(one, width) for one, width in zip(found, primitive.outputs.values())] == list(
        software(primitive)(*plain)
    )
