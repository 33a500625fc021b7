# SPDX-License-Identifier: Apache-2.0
"""Files that ``$readmemh`` and ``$readmemb`` read, in the form that every reader takes alike."""

import re

COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
WORD = re.compile(r"[^ \t\r\n\f]+")
"""What stands between the white space of IEEE 1800-2017, 21.4."""


def plain(text: str) -> str:
    """The same words and addresses, one a line, without comments: behind a word for the last
    place of a memory the front end of Yosys skips the rest of the line, with addresses in it.
    """
    return "".join(f"{word}\n" for word in WORD.findall(COMMENT.sub(" ", text)))
