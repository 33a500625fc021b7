# SPDX-License-Identifier: Apache-2.0
"""Segments of whole messages, of which others are broken."""

from random import Random

from cipherfab.lwc.protocol import Segment
from cipherfab.verify.answers.segments import good_parts


def test_the_text_ends_the_input_and_the_tag_the_message():
    """EOI stands in the headers of plaintext and ciphertext alone, *last* in those of plaintext and
    tag.
    """
    headers = {kind: header for kind, (header, _) in good_parts("ascon-128", Random(1)).items()}
    assert {kind for kind, header in headers.items() if header.eoi} == {
        Segment.PLAINTEXT,
        Segment.CIPHERTEXT,
    }
    assert {kind for kind, header in headers.items() if header.last} == {
        Segment.PLAINTEXT,
        Segment.TAG,
    }
