# SPDX-License-Identifier: Apache-2.0
"""The words that a shape expects, where they hang on whether the tag is right."""

from types import SimpleNamespace

import pytest

from cipherfab import catalog
from cipherfab.lwc.messages import Operation
from cipherfab.verify.messages.bits import NotSymbolic
from cipherfab.verify.messages.cases import Case, _behind_anything, _merged, message_of
from cipherfab.verify.messages.graph import FALSE, TRUE, Graph
from cipherfab.verify.messages.shapes import Part


def test_a_status_stands_at_one_place_whatever_the_tag():
    """A word that is a status in one case and data in another one has no shape."""
    graph = Graph()
    said = (TRUE, [TRUE], [TRUE], True, "status")
    given = (FALSE, [FALSE], [TRUE], False, "data")
    with pytest.raises(NotSymbolic, match="another place"):
        _merged(graph, [said, given])
    assert _merged(graph, [said, (FALSE, [FALSE], [TRUE], True, "status")]).status


def test_any_words_before_a_status_are_as_many_as_the_right_ones():
    """Where a tag is wrong each word before the status may have any bits, the status may not, and
    there are as many words as of the right answer; of answers of two lengths nothing is said.
    """
    data = ([TRUE], [TRUE], False, "data")
    success, failure = ([TRUE], [TRUE], True, "success"), ([FALSE], [TRUE], True, "failure")
    words = _behind_anything([failure], {2: [(TRUE, [data, success])]})
    assert words == [([TRUE], [0], False, "data"), failure]
    with pytest.raises(NotSymbolic, match="depends on the padding"):
        _behind_anything([failure], {1: [], 2: []})


@pytest.mark.parametrize("text", [0, 1, 16, 17, 32])
def test_a_decryption_has_the_mark_of_padding_of_its_length(text):
    """What a mode encrypts of each length is a message of that shape, and its answer is the text:
    a padded block is never one of whole bytes.
    """
    algorithm = "aes-copa-v2"
    model, given = catalog.find(algorithm).model, bytes(range(1, 1 + text))
    strings = {"key": bytes(16), "nonce": bytes(model.nonce_bytes), "ad": b""}
    sealed = model.encrypt(*strings.values(), given)
    ciphertext, tag, padded = model.taken_apart(sealed, text)
    found = message_of(
        Part(algorithm=algorithm, operation=Operation.DECRYPT, text=text),
        {**strings, "ciphertext": ciphertext, "tag": tag},
    )
    assert found.padded is padded and found.result == given


def test_an_answer_hangs_on_no_later_message():
    """Each word has what is assumed of its own message and of those before it, and not what says
    that nothing is.
    """
    answers = [SimpleNamespace(do=[f"{name}{word}" for word in range(2)]) for name in "abc"]
    words = Case(conditions=[4, TRUE, 6], answered=answers).words()
    assert words == [
        ("a0", [4]), ("a1", [4]), ("b0", [4]), ("b1", [4]), ("c0", [4, 6]), ("c1", [4, 6])
    ]  # fmt: skip
