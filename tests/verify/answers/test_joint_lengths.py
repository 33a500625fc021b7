# SPDX-License-Identifier: Apache-2.0
"""Which pairs of lengths a decryption accepted."""

from cipherfab.verify.answers.events import ACCEPTED, ENCRYPTION, REFUSED, Event
from cipherfab.verify.answers.joint_lengths import _opened


def event(outcome: str, text: tuple[int, ...], answer: tuple[int, ...], size: int) -> Event:
    """A message with one segment of each type, of so many bytes of text."""
    return Event(
        outcome=outcome,
        keys=0,
        key=(),
        nonce=(1,),
        ad=(2,),
        text=text,
        ad_sizes=(3,),
        text_sizes=(size,),
        tag=(),
        answer=answer,
        word_bytes=4,
    )


def test_lengths_are_those_of_the_encryption_that_gave_the_ciphertext():
    """A ciphertext that was accepted counts with the lengths of its encryption; one that only the
    answer of a decryption has counts with none.
    """
    accepted = event(ACCEPTED, (7, 8), (5,), 8)
    assert _opened([event(ENCRYPTION, (5,), (7, 8), 4), accepted]) == {(3, 4)}
    assert _opened([event(REFUSED, (6,), (7, 8), 4), accepted]) == set()
