# SPDX-License-Identifier: Apache-2.0
"""Calls of a primitive on cores with more ports."""

import pytest

from cipherfab import catalog
from cipherfab.design import BareInterface
from cipherfab.primitives.primitive import software
from cipherfab.verify.rtl.calls import longest, on_ports

FORK = "forkskinny-64-192"


def interface(algorithm: str, inputs: tuple[str, ...]) -> BareInterface:
    """The interface of a core with these input ports."""
    return BareInterface(algorithm=algorithm, inputs=dict.fromkeys(inputs, 1), outputs={})


def call(algorithm: str) -> tuple[list[dict], list[dict]]:
    """A call of the catalog's primitive."""
    primitive = catalog.find(algorithm).primitive
    inputs = {name: (1 << width) // 3 for name, width in primitive.inputs.items()}
    return [inputs], [dict(zip(primitive.outputs, software(primitive)(*inputs.values())))]


def test_the_primitives_own_ports_stay_as_they_are():
    """A core with the ports of its primitive gets the calls of the primitive."""
    inputs, outputs = call("skinny-64-192")
    assert on_ports(interface("skinny-64-192", ("tweakey", "plaintext")), inputs, outputs) == (
        inputs,
        outputs,
    )


def test_both_directions_undo_each_other():
    """The second call gives the first one's output and expects its input."""
    inputs, outputs = call("skinny-64-192")
    (there, back), (result, plaintext) = on_ports(
        interface("skinny-64-192", ("tweakey", "block", "decrypt")), inputs, outputs
    )
    assert (
        there["block"] == plaintext["block"] == inputs[0]["plaintext"]
        and there["tweakey"] == back["tweakey"]
    )
    assert back["block"] == result["block"] == outputs[0]["ciphertext"] and (
        there["decrypt"],
        back["decrypt"],
    ) == (0, 1)


@pytest.mark.parametrize("more, count", [((), 3), (("decrypt",), 4)])
def test_a_forkcipher_is_called_with_every_setting(more, count):
    """All settings of the output switch with only the wanted outputs; the tweakey is key and tweak;
    then back from the left.
    """
    inputs, outputs = call(FORK)
    given, taken = on_ports(interface(FORK, ("tweakey", "block", "select", *more)), inputs, outputs)
    assert len(given) == count and all(
        each["tweakey"] == inputs[0]["key"] << 64 | inputs[0]["tweak"] for each in given
    )
    assert {each["select"]: wanted for each, wanted in list(zip(given, taken))[:3]} == {
        3: outputs[0],
        2: {**outputs[0], "left": None},
        1: {**outputs[0], "right": None},
    }
    if more:
        assert given[3]["block"] == outputs[0]["left"]
        assert taken[3] == {"left": inputs[0]["plaintext"], "right": outputs[0]["right"]}


def test_single_blocks_are_called_one_after_the_other():
    """Each block is asked for, and after it the other one again; the longest call alone is that of
    the left block.
    """
    inputs, outputs = call(FORK)
    core = interface(FORK, ("tweakey", "block", "left", "decrypt", "again"))
    given, taken = on_ports(core, inputs, outputs)
    left, right, plaintext = outputs[0]["left"], outputs[0]["right"], inputs[0]["plaintext"]
    assert [each["block"] for each in taken] == [left, right, right, left, plaintext, right]
    assert [each["again"] for each in given] == [0, 1] * 3
    assert longest(core, inputs, outputs) == (given[:1], taken[:1])


@pytest.mark.parametrize("more, count", [((), 1), (("decrypt",), 2)])
def test_a_serial_forkcipher_is_called_for_both_blocks(more, count):
    """One call of a cell-serial core is for both blocks, whether it gives them at once or not; a
    decryption follows if it can.
    """
    inputs, outputs = call(FORK)
    core = BareInterface(
        algorithm=FORK,
        inputs=dict.fromkeys(("tweakey", "block", "left", *more), 1),
        outputs={},
        cell=4,
    )
    given, taken = on_ports(core, inputs, outputs)
    assert len(given) == count and taken[0] == outputs[0] and given[0]["select"] == 3
    if more:
        assert (
            given[1]["block"] == outputs[0]["left"] and taken[1]["left"] == inputs[0]["plaintext"]
        )
