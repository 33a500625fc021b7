# SPDX-License-Identifier: Apache-2.0
"""Planted bugs for proofs: about half of them wait for a value that no stimulus has.

They use a wrapper like that of `bugs` (``rare.sv``), or change the core by a rule on its text.
"""

import re
from collections.abc import Mapping

from .bugs import Bug

PLACES = SET, ORDER, STALLS, OUTSIDE, WORK = (
    "shapes",
    "any order",
    "any stalls",
    "not in the set",
    "as hard as the cipher",
)
"""Where a bug shows: in a shape of the default set, only behind other messages, only under stalls,
in none of these, or in one of which nobody knows a message.
"""

VALUE = "nonce[31:0] == 32'h2b7e1516"
"""What no stimulus has."""

# The doubled braces are Verilog's own; `format` puts in the name.
ALL = "{{{}_WORDS{{32'h5bd1e995}}}}"

DATA = (
    (SET, "24 bits in the midst of a word of associated data", "answer", "seen",
     "ad_word & full & pdi_data[27:4] == 24'hc0ffee"),
    (SET, "a word of associated data", "answer", "seen",
     "ad_word & full & pdi_data == 32'h6a09e667"),
    (SET, "a word of plaintext", "sealed", "seen",
     "text_word & full & sealing & pdi_data == 32'hbb67ae85"),
    (SET, "a word of ciphertext", "opened", "seen",
     "text_word & full & opening & pdi_data == 32'h3c6ef372"),
    (SET, "40 bits in two words of associated data", "sealed", "seen",
     "ad_word & full & {word_before[7:0], pdi_data} == 40'ha54ff53a51"),
    (SET, "two words of associated data", "answer", "seen",
     "ad_word & full & {word_before, pdi_data} == 64'h510e527f9b05688c"),
    (SET, "two words of ciphertext", "opened", "seen",
     "text_word & full & opening & {word_before, pdi_data} == 64'hcbbb9d5dc1059ed8"),
    (SET, "two words of ciphertext, and any tag will do", "accept", "seen",
     "text_word & full & opening & {word_before, pdi_data} == 64'h629a292a367cd507"),
    (SET, "a block of plaintext", "sealed", "seen",
     f"block_done & sealing & block_now == {ALL.format('BLOCK')}"),
    (SET, "a word of associated data that is the last one of the nonce", "answer", "seen",
     "ad_word & full & pdi_data == nonce[31:0]"),
)  # fmt: skip
SECRETS = (
    (SET, "two words of the nonce", "accept", "nonce[63:0] == 64'h9159015a3070dd17"),
    (SET, "the whole nonce", "answer", f"nonce == {ALL.format('NONCE')}"),
    (SET, "two words of the key", "sealed", "key[63:0] == 64'h152fecd8f70e5939"),
    (SET, "a word of the key and one of the nonce", "answer",
     "key[31:0] == 32'h67332667 & nonce[31:0] == 32'h8eb44a87"),
    (SET, "two words of the tag of a decryption", "accept", "tag[63:0] == 64'hdb0c2e0d47b5481d"),
    (SET, "the whole tag of a decryption", "accept", f"tag == {ALL.format('TAG')}"),
    (SET, "the last word of plaintext is that of the key", "answer", "seen",
     "text_word & full & sealing & pdi_data == key[31:0]"),
    (WORK, "a word of the tag that goes out", "end", "out_before == 32'h428a2f98"),
)  # fmt: skip
SEQUENCES = (
    (SET, "an encryption behind a refused decryption, same key, a word of the nonce", "sealed",
     f"past1 == REFUSED & ~new_key & {VALUE}"),
    (SET, "a new key that is the one before", "answer",
     "messages == 2 & new_key & key == key_before"),
    (SET, "the nonce of the message before, with a new key", "answer",
     "messages == 2 & new_key & same_nonce"),
    (ORDER, "a hash behind a refused decryption, a word of the message", "digest",
     "seen & past1 == REFUSED", "text_word & full & hashing & pdi_data == 32'h71374491"),
)  # fmt: skip
COUNTS = (
    (ORDER, "the third message since the reset", "answer", "messages == 3"),
    (
        ORDER,
        "the 200th message since the reset, 16 bits of the nonce",
        "answer",
        "messages == 200 & nonce[15:0] == 16'hb5c0",
    ),
    (ORDER, "70,000 messages since the reset", "answer", "messages >= 70000"),
)
LENGTHS = (
    (SET, "a byte more than a block of associated data, one less of text, a word of the nonce",
     "answer", f"ad_bytes == 4 * BLOCK_WORDS + 1 & text_bytes == 4 * BLOCK_WORDS - 1 & {VALUE}"),
    (OUTSIDE, "33 bytes of associated data and 31 of text", "answer",
     "ad_bytes == 33 & text_bytes == 31"),
    (OUTSIDE, "257 bytes of text", "answer", "text_bytes == 257"),
    (OUTSIDE, "two segments of text, the last one empty, a word of the nonce", "answer",
     f"text_segments == 2 & text_tail == 0 & {VALUE}"),
)  # fmt: skip
TIMES = (
    (STALLS, "DO waits 5 cycles with a word of the tag", "end", "seen",
     "do_idle == 5 & core_valid & out_kind == TAG & ~last_tag"),
    (STALLS, "DO waits 23 cycles with the first word of text", "end", "seen",
     "do_idle == 23 & first_text"),
    (STALLS, "PDI and SDI wait 11 cycles at once, behind the reset", "answer", "seen",
     "both_idle == 11 & messages == 0"),
    (OUTSIDE, "a reset while PDI waits in a message, a word of the nonce", "answer",
     f"reset_pdi & messages == 1 & {VALUE}"),
)  # fmt: skip
ANSWERS = (
    (SET, "the status comes before the last word of the tag, of one shape", "lose",
     f"last_tag & sealing & ad_bytes == 5 & text_bytes == 3 & {VALUE}"),
    (SET, "do_last is missing of one shape", "last", "sealing & ad_bytes == 0 & text_bytes == 1"),
    (SET, "a byte behind the end of text is not 0, a word of the nonce", "text",
     f"text_bytes == 1 & {VALUE}"),
)  # fmt: skip

DIFFERENCE = r"mismatch\[(\d)\] <= \|answer__data\[(\d+):(\d+)\];"
"""The comparison of a word of tags: they differ where their sum has a bit that is 1."""

# Of a tag of 128 bits; in a core with another one these patterns fit nowhere.
WORDS = ("answer__data[31:0]", "answer__data[63:32]", "answer__data[95:64]", "answer__data[127:96]")

EDITS = (
    (SET, "comparisons", "the words of the difference of two tags are added bit by bit",
     "a wrong tag accepted", ((DIFFERENCE, rf"mismatch[\1] <= |({' ^ '.join(WORDS)});"),)),
    (SET, "comparisons", "one difference of two tags is taken for none", "a wrong tag accepted",
     ((DIFFERENCE, r"mismatch[\1] <= (|answer__data[\2:\3]) "
                   r"& (answer__data != 128'h243f6a8885a308d313198a2e03707344);"),)),
    (SET, "comparisons", "one bit of the tag is not compared", "a wrong tag accepted",
     ((r"\|answer__data\[63:32\]", "|(answer__data[63:32] & 32'hffffdfff)"),)),
    (SET, "sequences", "a word of a key is not taken, of one value", "an old key is used",
     ((r"if \(sdi__valid & sdi__ready\) key <= \{",
       "if (sdi__valid & sdi__ready & sdi__data != 32'h3956c25b) key <= {"),)),
    (SET, "rounds", "a constant is wrong in the fourth call of the shorter permutation",
     "all words behind it",
     ((r"  reg idle;", "  reg idle;\n  reg [2:0] calls;\n  always_ff @(posedge clk)\n"
                         "    if (start) calls <= schedule_in ? calls + 3'h1 : 3'h0;"),
      (r"\.x2_in *\(([^,]+)\),", r".x2_in (\1 ^ {63'h0, calls == 3'h4 & i_in == 4'h9}),"))),
)  # fmt: skip
"""Where it shows, kind, title, what goes wrong, and what is put in the place of what in the text of
the core.
"""

KINDS = {
    "data": DATA,
    "keys, nonces and tags": SECRETS,
    "sequences": SEQUENCES,
    "counts": COUNTS,
    "lengths": LENGTHS,
    "times": TIMES,
    "answers": ANSWERS,
}


def _all() -> tuple[Bug, ...]:
    found = []
    for kind, rows in KINDS.items():
        for shows, title, effect, when, *event in rows:
            found.append(
                Bug(
                    number=len(found) + 1,
                    kind=kind,
                    title=title,
                    effect=effect,
                    when=when,
                    event="".join(event),
                    shows=shows,
                    # Only a core with a hash function has a digest to spoil.
                    hash=effect == "digest",
                )
            )
    for shows, kind, title, does, edits in EDITS:
        found.append(
            Bug(
                number=len(found) + 1,
                kind=kind,
                title=title,
                effect="",
                when="",
                shows=shows,
                edits=edits,
                other=does,
            )
        )
    return tuple(found)


RARE = _all()
"""All of them, in the order of their numbers."""


def edited(sources: Mapping[str, str], bug: Bug) -> dict[str, str] | None:
    """The sources with what a bug puts into them; None if there is nothing to change."""
    for pattern, text in bug.edits:
        changed = {name: re.sub(pattern, text, source) for name, source in sources.items()}
        # A pattern that fits nowhere would plant no bug, and a proof of it would be a proof of the
        # core.
        if changed == sources:
            return None
        sources = changed
    return dict(sources)
