# SPDX-License-Identifier: Apache-2.0
"""Modes whose state is the result of a call of the cipher: it is added to a block of the message,
and it is the tag.
"""

from ..parts.byte_masks import only_if
from ..parts.declared import During
from .core import BlockCore


class FeedbackAnswers(BlockCore):
    """The answers of such a mode; see `BlockCore`."""

    answers_late = False
    answers_ahead = answers_tag = compares_answer = True

    is_message: During
    is_tag: During

    def answers(self, state) -> list:
        """Answer and tag, both driven with the state."""
        return [
            self.tag.eq(state),
            self.tag_valid.eq(self.ready),
            self.answer.stream.eq(state),
            self.answer.of_block.eq(self.is_message),
            self.answer.there.eq(self.ready & (self.is_message | self.is_tag)),
            # ``held``: the bus adds the first word itself, to ``stream`` (`ports.answers`).
            self.answer.data.eq(state ^ only_if(~self.is_tag, self.block.held)),
            self.answer.mask.eq(self.block.mask),
        ]
