# SPDX-License-Identifier: Apache-2.0
"""The planted bugs: what each does wrong, and when, in the words of ``watcher.sv``."""

from collections.abc import Iterator
from dataclasses import dataclass

EFFECTS = {
    "answer": (
        "a wrong tag or digest, or a right decryption refused",
        "flip_tag = first_tag & ~opening & ({0}); swap_status = accepted & opening & ({0});",
    ),
    "sealed": ("a wrong tag", "flip_tag = first_tag & sealing & ({0});"),
    "opened": ("a right decryption refused", "swap_status = accepted & opening & ({0});"),
    "digest": ("a wrong digest", "flip_tag = first_tag & hashing & ({0});"),
    "text": ("a wrong bit of text", "flip_text = first_text & ({0});"),
    "end": (
        "a wrong end of tag or digest, or a right decryption refused",
        "flip_tag = last_tag & ~opening & ({0}); swap_status = accepted & opening & ({0});",
    ),
    "accept": ("a wrong tag accepted", "swap_status = refused & opening & ended & ({0});"),
    "last": ("do_last is not given", "wrong_last = status & ({0});"),
    "early last": ("do_last too early", "wrong_last = last_tag & ~opening & ({0});"),
    "lose": ("a word of DO is lost", "lose = core_valid & ({0});"),
    "twice": (
        "a word of PDI is taken twice",
        "twice = pdi_valid & core_pdi_ready & place == BODY & ({0});",
    ),
    "unstable": ("a word of DO changes", "flip_waiting = core_valid & ({0});"),
}
"""What goes wrong, and the statement for it with the condition as ``{0}``."""


@dataclass(frozen=True, kw_only=True)
class Bug:
    """One of them.

    Attributes:
        number: from 1.
        kind: of situation.
        title: the situation in a line.
        effect: a key of `EFFECTS`.
        when: condition of the effect.
        event: condition in some cycle; ``seen`` is 1 from the next cycle on until the answer.
        hash: only in a core with a hash function.
        shows: where a proof meets it, see `rare`.
        edits: patterns in the text of the core, and what is put in their place.
        other: what goes wrong of one with ``edits``.
    """

    number: int
    kind: str
    title: str
    effect: str
    when: str
    event: str = ""
    hash: bool = False
    shows: str = ""
    edits: tuple[tuple[str, str], ...] = ()
    other: str = ""

    @property
    def does(self) -> str:
        """What goes wrong."""
        return EFFECTS[self.effect][0] if self.effect else self.other

    @property
    def statement(self) -> str:
        """What the wrapper does wrong; nothing, if it is the core that does."""
        return EFFECTS[self.effect][1].format(self.when) if self.effect else ""


# The length in a header has 16 bits, so only several segments have so many bytes together.
TOTALS = (
    ("65,536 bytes of associated data or more, over segments", "answer", "ad_bytes >= 65536"),
    ("65,536 bytes of text or more, over segments", "answer", "text_bytes >= 65536"),
    (
        "65,537 to 65,791 bytes of ciphertext, over segments",
        "opened",
        "text_bytes[31:8] == 256 & text_bytes[7:0] != 0",
    ),
)
LENGTHS = (
    ("37 bytes of associated data", "sealed", "ad_bytes == 37"),
    ("200 bytes of text", "answer", "text_bytes == 200"),
    ("523 bytes of associated data", "answer", "ad_bytes == 523"),
    ("2,560 to 2,815 bytes of text", "sealed", "text_bytes[15:8] == 10"),
    ("1,000 to 1,007 bytes of ciphertext", "opened", "text_bytes[15:3] == 125"),
    ("13 bytes of associated data and 27 of text", "answer", "ad_bytes == 13 & text_bytes == 27"),
    ("9 bytes over 16 of associated data, 6 over 16 of text", "sealed",
     "ad_bytes[3:0] == 9 & text_bytes[3:0] == 6"),
    ("as much associated data as text, 100 bytes or more", "answer",
     "ad_bytes == text_bytes & ad_bytes >= 100"),
    ("128 to 255 bytes of associated data and a text that is empty, decrypted", "opened",
     "ad_bytes[15:7] == 1 & text_bytes == 0"),
    ("16 n bytes of both, 512 or more of each", "answer",
     "ad_bytes >= 512 & text_bytes >= 512 & ad_bytes[3:0] == 0 & text_bytes[3:0] == 0"),
    ("one byte of associated data, 256 of text or more", "opened",
     "ad_bytes == 1 & text_bytes >= 256"),
    ("31 bytes of text, and associated data of 3 over 8", "answer",
     "text_bytes == 31 & ad_bytes[2:0] == 3"),
)  # fmt: skip
SEGMENTS = (
    ("6 segments of text or more", "sealed", "text_segments >= 6"),
    ("12 segments of associated data or more", "opened", "ad_segments >= 12"),
    ("33 segments of text or more", "answer", "text_segments >= 33"),
    ("200 segments of associated data or more", "answer", "ad_segments >= 200"),
    (
        "5 segments of associated data and as many of text, at least",
        "opened",
        "ad_segments >= 5 & text_segments >= 5",
    ),
)
EMPTY = (
    ("4 empty segments of text in a row", "answer", "text_row >= 4"),
    ("9 empty segments of associated data in a row", "sealed", "ad_row >= 9"),
    ("2 empty segments of each type in a row", "opened", "ad_row >= 2 & text_row >= 2"),
)
PARTS = (
    ("two segments of text, 3 bytes over 16 in the last", "answer",
     "text_segments == 2 & text_tail[3:0] == 3"),
    ("three segments of associated data, 11 bytes in the last", "sealed",
     "ad_segments == 3 & ad_tail == 11"),
    ("128 bytes of text or more in a segment that is not the last", "answer", "text_most >= 128"),
    ("1,024 bytes of associated data or more in a segment that is not the last", "opened",
     "ad_most >= 1024"),
    ("256 bytes of text in one segment, then one with less than 16", "sealed",
     "text_segments == 2 & text_most >= 256 & text_tail < 16"),
)  # fmt: skip
SEQUENCES = (
    ("a decryption with a new key behind one that was refused", "text",
     "opening & new_key & past1 == REFUSED"),
    ("an encryption with a new key behind a decryption that was refused", "text",
     "sealing & new_key & past1 == REFUSED"),
    ("a wrong tag with a new key behind a decryption that was refused", "accept",
     "new_key & past1 == REFUSED"),
    ("a wrong tag behind a right one, same key", "accept", "~new_key & past1 == OPENED"),
    ("an encryption behind two decryptions that were refused, new key", "sealed",
     "new_key & past1 == REFUSED & past2 == REFUSED"),
    ("a decryption behind three encryptions", "opened",
     "past1 == SEALED & past2 == SEALED & past3 == SEALED"),
    ("a decryption behind two that were right, same key", "text",
     "opening & ~new_key & past1 == OPENED & past2 == OPENED"),
    ("an encryption behind a right, a refused and a right decryption", "answer",
     "sealing & past1 == OPENED & past2 == REFUSED & past3 == OPENED"),
    ("a wrong tag behind an encryption with a new key", "accept", "new_key & past1 == SEALED"),
)  # fmt: skip
COUNTS = (
    ("300 messages with one key or more", "answer", "with_key >= 300"),
    ("1,000 messages with one key or more", "answer", "with_key >= 1000"),
    ("100 refused in a row, then a wrong tag", "accept", "refused_row >= 100"),
    ("128 refused in a row, then a right decryption", "opened", "refused_row >= 128"),
    ("2,000 messages since the reset", "answer", "messages >= 2000"),
    ("1,000 keys since the reset", "text", "keys >= 1000"),
    ("64 encryptions in a row", "sealed", "same_row >= 64"),
)
TAGS = (
    ("the sums of the words are equal", "accept",
     "wrong & sum_words(tag) == sum_words(right_tag)"),
    ("the XORs of the bytes are equal", "accept", "wrong & xor_bytes(difference) == 0"),
    ("the XORs of the nibbles are equal", "accept", "wrong & xor_nibbles(difference) == 0"),
    ("the sums of the bytes are equal", "accept",
     "wrong & sum_bytes(tag) == sum_bytes(right_tag)"),
    ("all 0", "accept", "tag == 0"),
    ("all 1", "accept", "tag == {TAG_WORDS{32'hffffffff}}"),
    ("the right one of the message before", "accept", "wrong & tag == right_before"),
    ("the last one that was given out, for another nonce", "accept",
     "tag == out_tag & nonce != right_nonce"),
    ("the words rotated by one", "accept", "wrong & tag == rotated(right_tag)"),
    ("the words in reverse order", "accept", "wrong & tag == reversed(right_tag)"),
    ("the bytes of each word in reverse order", "accept", "wrong & tag == swapped(right_tag)"),
    ("one of the words is right", "accept", "wrong & some_zero(difference)"),
    ("all is right but the last word", "accept", "wrong & difference[32*TAG_WORDS-1:32] == 0"),
    ("all is right but the last byte", "accept",
     "wrong & difference[32*TAG_WORDS-1:32] == 0 & difference[31:8] == 0"),
    ("bit 13 of the last word, where the text is empty and associated data is not", "accept",
     "wrong & difference == 32'h2000 & text_bytes == 0 & ad_bytes != 0"),
    ("each bit inverted", "accept", "wrong & tag == ~right_tag"),
    ("all bits that are 1 in the right one", "accept", "wrong & (tag & right_tag) == right_tag"),
    ("the first half, where the last block is not whole", "accept",
     "wrong & difference[32*TAG_WORDS-1:16*TAG_WORDS] == 0 & text_bytes % (4 * BLOCK_WORDS) != 0"),
)  # fmt: skip
VALUES = (
    ("12 bits at the end of a word of text", "answer", "seen",
     "text_word & full & pdi_data[11:0] == 12'ha5c"),
    ("16 bits at the beginning of a word of text", "answer", "seen",
     "text_word & full & pdi_data[31:16] == 16'h7e81"),
    ("20 bits at the beginning of a word of plaintext", "sealed", "seen",
     "text_word & full & sealing & pdi_data[31:12] == 20'h5d0c3"),
    ("20 bits at the end of a word of ciphertext", "opened", "seen",
     "text_word & full & opening & pdi_data[19:0] == 20'h91be4"),
    ("24 bits at the end of a word of text", "answer", "seen",
     "text_word & full & pdi_data[23:0] == 24'h3c91d7"),
    ("24 bits at the beginning of a word of text", "answer", "seen",
     "text_word & full & pdi_data[31:8] == 24'he2684b"),
    ("16 bits at the beginning of a word of associated data", "answer", "seen",
     "ad_word & full & pdi_data[31:16] == 16'hc95a"),
    ("a nonce of all 0", "answer", "nonce == 0"),
    ("a nonce of all 1", "answer", "nonce == {NONCE_WORDS{32'hffffffff}}"),
    ("a key of all 0", "answer", "key == 0"),
    ("a key of all 1", "answer", "key == {KEY_WORDS{32'hffffffff}}"),
    ("the nonce of the encryption before, same key", "sealed",
     "same_nonce & past1 == SEALED & ~new_key"),
    ("a word of associated data of all 1", "answer", "seen",
     "ad_word & full & pdi_data == 32'hffffffff"),
    ("a word of associated data of all 0", "sealed", "seen", "ad_word & full & pdi_data == 0"),
    ("a word of text of all 0", "opened", "seen", "text_word & full & pdi_data == 0"),
    ("a block of text of all 1", "answer", "seen",
     "block_done & block_now == {BLOCK_WORDS{32'hffffffff}}"),
    ("a block of text like the one before", "answer", "seen",
     "block_done & block_now == block_before"),
    ("a word of associated data like the one before", "answer", "seen",
     "ad_word & full & pdi_data == word_before"),
)  # fmt: skip
WAITS = (
    ("text is 300 cycles late", "end", "seen", "text_word & pdi_idle >= 300"),
    ("associated data is 128 cycles late", "end", "seen", "ad_word & pdi_idle >= 128"),
    ("an instruction is 1,000 cycles late", "answer", "seen",
     "pdi_taken & place == START & pdi_idle >= 1000"),
    ("the tag of a decryption is 700 cycles late", "accept", "seen",
     "body & kind == TAG & pdi_idle >= 700"),
    ("DO waits 1,100 cycles", "end", "seen", "do_idle == 1100 & core_valid & ~last_tag"),
    ("DO waits 4,096 cycles", "end", "seen", "do_idle == 4096 & core_valid & ~last_tag"),
    ("DO waits 128 cycles with the first word of text", "end", "seen",
     "do_idle == 128 & first_text"),
    ("a key is 1,000 cycles late", "answer", "seen", "sdi_taken & sdi_idle >= 1000"),
    ("DO and PDI wait 300 cycles at once", "end", "seen", "do_and_pdi_idle == 300"),
    ("PDI and SDI wait 500 cycles at once", "end", "seen", "both_idle == 500"),
    ("a word waits 200 cycles on DO", "unstable", "do_idle >= 200"),
    ("a word waits 600 cycles on DO", "lose", "do_idle == 600"),
    ("a word of PDI is 250 cycles late", "twice", "pdi_idle == 250"),
)  # fmt: skip
TIMES = (
    ("50,000 cycles since the reset", "answer", "cycles[31:4] >= 3125"),
    ("a reset while DO waits", "answer", "reset_do & messages == 1"),
    ("a reset while PDI waits in a message", "answer", "reset_pdi & messages == 1"),
    ("a reset while SDI waits", "text", "reset_sdi & messages == 1"),
)
LAST = (
    ("no do_last behind 300 bytes of text or more", "last", "text_bytes >= 300"),
    (
        "do_last with the tag, where associated data has 7 segments or more",
        "early last",
        "ad_segments >= 7",
    ),
    ("no do_last behind 20 refused in a row", "last", "refused_row >= 20"),
)
HASHES = (
    ("a hash behind a refused decryption", "digest", "past1 == REFUSED"),
    ("an encryption behind a hash, same key", "sealed", "past1 == HASH & ~new_key"),
    ("a wrong tag with a new key behind a hash", "accept", "past1 == HASH & new_key"),
    (
        "a hash behind two others of more than 64 bytes",
        "digest",
        "past1 == HASH & past2 == HASH & text_bytes > 64",
    ),
    ("a hash of 300 bytes, behind a decryption", "digest", "text_bytes == 300 & past1 == OPENED"),
)

KINDS = {
    "totals over segments": TOTALS, "lengths": LENGTHS, "segments": SEGMENTS,
    "empty segments": EMPTY, "parts of a type": PARTS, "sequences": SEQUENCES, "counts": COUNTS,
    "tags": TAGS, "values": VALUES, "waits": WAITS, "time and resets": TIMES,
    "do_last": LAST, "hashes": HASHES,
}  # fmt: skip
"""Title, effect, condition and perhaps event of each bug, by kind."""


def _numbered() -> Iterator[Bug]:
    number = 0
    for kind, rows in KINDS.items():
        for row in rows:
            number += 1
            # A row with an event has `seen` as its condition.
            title, effect, when, *event = row
            yield Bug(
                number=number,
                kind=kind,
                title=title,
                effect=effect,
                when=when,
                event="".join(event),
                hash=rows is HASHES,
            )


BUGS = tuple(_numbered())
"""All of them, in the order of their numbers."""


def events() -> str:
    """The case of ``watcher.sv`` that says when what a bug waits for is there."""
    return "\n".join(f"      {bug.number}: event_now = {bug.event};" for bug in BUGS if bug.event)


def effects() -> str:
    """The case of ``watcher.sv`` that says what goes wrong."""
    return "\n".join(f"      {bug.number}: begin {bug.statement} end" for bug in BUGS)
