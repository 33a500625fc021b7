# SPDX-License-Identifier: Apache-2.0
"""What DO gives of a core that keeps a plaintext until its tag is verified, see `withheld`."""

from dataclasses import replace

from .protocol import Opcode
from .vectors import Block


def withholding(answer: Block, *, width: int, size: int) -> Block:
    """The answer to a decryption, from that of the same core without a memory for plaintext.

    Args:
        answer: on DO, whose last item is the status.
        width: bits of a word.
        size: bytes of the memory, for headers and for words.
    """
    *kept, status = answer.items
    failure = Opcode.FAILURE << width - 4
    words = sum(len(item.words) for item in kept)
    # What does not fit into the memory fails although its tag is right.
    if status.words != (failure,) and words <= 8 * size // width:
        return answer
    alone = replace(status, words=(failure,), comment="Status: failure")
    return Block(title=answer.title, items=(alone,))
