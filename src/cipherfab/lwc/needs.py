# SPDX-License-Identifier: Apache-2.0
"""What a mode needs of what surrounds it, as one record: pre-processor, post-processor and buffer
take it whole.
"""

from dataclasses import dataclass, fields

from .narrow import inner_width
from .protocol import WIDTHS, header_words


@dataclass(frozen=True, kw_only=True)
class Needs:
    """Facts of a controller and lengths of what it computes.

    Attributes:
        width: bits of a bus word.
        nonce_bytes, tag_bytes: lengths of nonce and tag; 0 without an AEAD.
        block_bytes: a segment of a message that is not the last must be a multiple of it.
        ad_step: the same for associated data, see `modes.model.AeadModel.ad_step`; None:
            ``block_bytes``.
        hash_block_bytes: the same for a hash message, or None if the core does not hash.
        digest_bytes: length of a digest, or None.
        encrypts: False for a core that only hashes: it has no key, and an encryption is swallowed
            and fails.
        pads_always: of a mode that ``announces_last``: a whole block is followed by one of padding.
        marks_padding: of such a mode: the flag *partial* of a ciphertext is kept.
        inplace: a block stays in its registers until its answer has left.
        port_bytes: of a block of the mode's ports.
        key_limit: n: a key is for some 2^n bytes, see `core.LwcCore`; 0: for any number.
        outputs, customization_bytes: as of `controllers.contract.Controller`.

    The other attributes are those of `controllers.contract.Controller` with the same names.
    """

    width: int
    nonce_bytes: int = 0
    tag_bytes: int = 0
    block_bytes: int = 1
    ad_step: int | None = None
    hash_block_bytes: int | None = None
    digest_bytes: int | None = None
    encrypts: bool = True
    pads_always: bool = False
    marks_padding: bool = False
    inplace: bool = False
    port_bytes: int = 0
    key_limit: int = 0
    outputs: bool = False
    customization_bytes: int = 0
    decrypts: bool = True
    answers_late: bool = False
    keeps_answers: bool = False
    by_word: bool = False
    answer_cycles: int = 0
    answers_ahead: bool = False
    decides_ahead: bool = False
    takes_empty_ends: bool = False
    holds_open: bool = False
    short_bytes: tuple[int, ...] = ()
    cuts_blocks: bool = False
    buffer_bytes: int | None = None
    announces_last: bool = False
    calls: int = 1
    turn_cycles: int = 1
    owes: int = 1
    shares: int = 1

    @classmethod
    def of(
        cls, mode, aead, hash_function, *, width: int, inplace: bool = False, key_limit: int = 0
    ) -> "Needs":
        """What a core needs.

        Args:
            mode: a `controllers.contract.Controller`.
            aead, hash_function: software models, of which one may be None.
            width, inplace, key_limit: as of the attributes.
        """
        # What a controller says of itself has the same name here.
        names = [field.name for field in fields(cls) if hasattr(type(mode), field.name)]
        found = {name: getattr(mode, name) for name in names}
        if aead:
            found |= {
                name: getattr(aead, name)
                for name in ("nonce_bytes", "tag_bytes", "block_bytes", "ad_step")
            }
        # A whole block becomes two: one of padding follows.
        longer = aead and aead.ciphertext_bytes(aead.block_bytes) > aead.block_bytes
        return cls(**{
            **found, "width": width, "inplace": inplace, "key_limit": key_limit,
            "encrypts": aead is not None,
            "port_bytes": len(mode.block.mask),
            "pads_always": bool(mode.announces_last and longer),
            "marks_padding": bool(mode.announces_last and aead.marks_padding),
            "hash_block_bytes": hash_function.block_bytes if hash_function else None,
            "digest_bytes": hash_function.digest_bytes if hash_function else None})  # fmt: skip

    @property
    def word_bytes(self) -> int:
        """Bytes of a bus word."""
        return self.width // 8

    @property
    def header_words(self) -> int:
        """Bus words of a segment header."""
        return header_words(self.width)

    @property
    def passes_headers(self) -> bool:
        """Headers of a message go to DO. Else the mode itself announces what leaves."""
        return self.buffer_bytes is None

    @property
    def announces_text(self) -> bool:
        """The mode asks for headers of ciphertext and plaintext."""
        return self.announces_last or not self.passes_headers

    @property
    def settles_ends(self) -> bool:
        """The words of a segment that may be the last of its type, or not, are marked ``open``, and
        the next header settles it. Else the mode takes an empty block after whole ones as what it
        is.
        """
        return not self.takes_empty_ends

    @property
    def headers_first(self) -> bool:
        """Data waits until a header that goes to DO has left, a cycle more for each of them; then
        what DO does is not in front of the data.
        """
        return self.calls > 1 and self.passes_headers

    @property
    def keeps_open(self) -> bool:
        """The buffer has a place for the last word of a block too."""
        return not (self.takes_empty_ends or self.holds_open)

    @property
    def _alone(self) -> int | None:
        """Bytes of a hash's block that is a part of a word. On a wide bus words of the other blocks
        are parts, too.
        """
        sized = self.hash_block_bytes in self.short_bytes and self.encrypts
        sized = sized and self.width in WIDTHS
        return self.hash_block_bytes if sized and self.hash_block_bytes < self.width // 8 else None

    @property
    def inner(self) -> int:
        """Bits of the words in the buffer."""
        sizes = (self.port_bytes, *self.short_bytes)
        return inner_width(self.width, [size for size in sizes if size != self._alone])

    @property
    def part(self) -> int:
        """Bits of the parts of them that a hash takes one by one; all of a word if it takes it."""
        return 8 * self._alone if self._alone else self.inner
