# SPDX-License-Identifier: Apache-2.0
"""Vector files of the LWC Hardware API in GMU's text format: what goes into PDI and SDI, what comes
out of DO.

Source: J.-P. Kaps et al., "Hardware API for Lightweight Cryptography", and the files that GMU's
generator `cryptotvgen` writes.

A file has lines ``INS = `` (instruction: one bus word), ``HDR = `` (segment header: 32 bits, or a
word of a wider bus), ``DAT = `` (data: any number of bus words) and ``STT = `` (status: one bus
word), in hexadecimal, first byte first. ``#`` starts a comment; ``###EOF`` ends the file. In the
expected output a digit ``X`` or ``-`` matches anything, as in GMU's test bench.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from .. import given
from ..errors import CallError
from .protocol import HEADER_BITS, WIDE, WIDTHS, Opcode

KINDS = {"pdi": ("INS", "HDR", "DAT"), "sdi": ("INS", "HDR", "DAT"), "do": ("HDR", "DAT", "STT")}
"""Which lines each port's file may have."""

WORDS_PER_LINE = 8
"""Bus words of data in one line that we write."""


@dataclass(frozen=True, kw_only=True)
class Item:
    """One line of a vector file: an instruction, a header, data or a status.

    Attributes:
        kind: ``INS``, ``HDR``, ``DAT`` or ``STT``.
        words: bus words, first on the bus first.
        cares: for each word the bits that must match, where not all do (output only); empty if all
            do.
        comment: says what it is; one line.
    """

    kind: str
    words: tuple[int, ...]
    cares: tuple[int, ...] = ()
    comment: str = ""


@dataclass(frozen=True, kw_only=True)
class Block:
    """The items of one message on one port.

    Attributes:
        title: what the message is, for reports.
        items: its lines.
        anything_before_status: other words may come before the (only) expected status word: the
            answer to broken input.
        headers_before: of these words the headers, of 32 bits, in order, of which the last ones may
            be missing; None: not known.
    """

    title: str
    items: tuple[Item, ...]
    anything_before_status: bool = False
    headers_before: tuple[int, ...] | None = None

    @property
    def words(self) -> list[int]:
        """All bus words of the message on this port."""
        return list(chain.from_iterable(item.words for item in self.items))


@dataclass(frozen=True, kw_only=True)
class Stream:
    """All messages of one port.

    Attributes:
        port: ``pdi``, ``sdi`` or ``do``.
        width: bits of a bus word.
        blocks: one for each message; on PDI key activations belong to the message that follows, on
            SDI each loaded key is a block.
    """

    port: str
    width: int
    blocks: tuple[Block, ...] = ()

    @property
    def words(self) -> list[int]:
        """All bus words in order."""
        return list(chain.from_iterable(block.words for block in self.blocks))


@dataclass(frozen=True, kw_only=True)
class Vectors:
    """The streams that belong together: message ``i`` of ``pdi`` is answered by block ``i`` of
    ``do``.
    """

    pdi: Stream
    sdi: Stream
    do: Stream


def read_vectors(
    pdi: Path, sdi: Path, do: Path, *, width: int, sdi_width: int | None = None
) -> Vectors:
    """Read the three files of one test.

    Raises:
        CallError: a file is missing or malformed, there is no message, or not one answer for each.
    """
    vectors = Vectors(
        pdi=read(pdi, "pdi", width),
        sdi=read(sdi, "sdi", sdi_width or width),
        do=read(do, "do", width),
    )
    messages, answers = len(vectors.pdi.blocks), len(vectors.do.blocks)
    if not messages:
        raise CallError(
            f"{pdi}: expected at least one message, found none; nothing played is nothing verified"
        )
    if messages != answers:
        raise CallError(
            f"{do}: expected one answer for each of the {messages} messages in {pdi}, "
            f"found {answers}"
        )
    return vectors


def write_vectors(vectors: Vectors, directory: Path) -> None:
    """Write ``pdi.txt``, ``sdi.txt`` and ``do.txt`` into an existing directory."""
    for stream in (vectors.pdi, vectors.sdi, vectors.do):
        (Path(directory) / f"{stream.port}.txt").write_text(format_stream(stream))


def read(path: Path, port: str, width: int) -> Stream:
    """Read one vector file.

    Args:
        path: the file.
        port: ``pdi``, ``sdi`` or ``do``.
        width: bits of a bus word.

    Raises:
        CallError: the file is missing, or a line is not what the format allows; with file and line
            number.
    """
    return parse(given.text(path, "a readable vector file"), port, width, name=str(path))


def parse(text: str, port: str, width: int, *, name: str = "text") -> Stream:
    """Like `read`, of text; ``name`` stands for the file in messages."""
    if width not in (widths := (*WIDTHS, *WIDE)):
        raise (
            CallError(f"{name}: expected a bus of {', '.join(map(str, widths))} bits, got {width}")
        )
    return Stream(port=port, width=width, blocks=tuple(_blocks(text, port, width, name)))


def _blocks(text: str, port: str, width: int, name: str) -> Iterator[Block]:
    title, items, place = "", [], name
    for place, item_title, item in _items(text, port, width, name):
        # PDI and SDI have no line that ends a message, so the next instruction does.
        if _starts_message(port, item, items, width):
            yield Block(title=title, items=tuple(items))
            items = []
        if not items:
            title = item_title
            if port != "do" and item.kind != "INS":
                raise CallError(f"{place}: expected 'INS = ' first, got '{item.kind} = '")
        items.append(item)
        if item.kind == "STT":
            yield Block(title=title, items=tuple(items))
            items = []
    if items and port == "do":
        raise CallError(f"{place}: expected 'STT = ' after it, found the end of the file")
    if items:
        yield Block(title=title, items=tuple(items))


def _items(text: str, port: str, width: int, name: str) -> Iterator[tuple[str, str, Item]]:
    """Each item with its place, for messages, and the ``####`` comment above it: two lines in GMU's
    files, joined.
    """
    title, title_line = "", 0
    for number, line in enumerate(text.splitlines(), 1):
        # GMU's files end so; behind it there may be anything.
        if line.startswith("###EOF"):
            return
        if line.startswith("####") and line.strip("# "):
            title = (f"{title}, " if number == title_line + 1 else "") + line.strip("# ")
            title_line = number
        elif line.strip() and not line.startswith("#"):
            place = f"{name}, line {number}"
            yield place, title, _item(line, port, width, place)


def _starts_message(port: str, item: Item, items: list[Item], width: int) -> bool:
    """Whether an instruction ends the message before it; an activated key belongs to the message
    that follows.
    """
    if item.kind != "INS" or not items:
        return False
    return port == "sdi" or any(
        before.kind != "INS" or before.words[0] >> width - 4 != Opcode.ACTIVATE_KEY
        for before in items
    )


def _item(line: str, port: str, width: int, place: str) -> Item:
    kind, separator, digits = (part.strip() for part in line.partition("="))
    if kind not in KINDS[port] or not separator:
        raise CallError(
            f"{place}: expected {', '.join(f'{k} = ' for k in KINDS[port])}or #, got "
            f"'{line.strip()[:40]}'"
        )
    # Only what is expected may leave digits open.
    allowed = "0123456789ABCDEFabcdef" + ("Xx-" if port == "do" else "")
    wrong = next((digit for digit in digits if digit not in allowed), None)
    if wrong:
        raise CallError(f"{place}: expected hexadecimal digits, got '{wrong}'")
    # Data may be of any number of words.
    size = {"INS": width, "STT": width, "HDR": max(width, HEADER_BITS)}.get(kind)
    if size and 4 * len(digits) != size:
        raise CallError(
            f"{place}: expected {size // 4} digits ({size} bits) after '{kind} = ', "
            f"got {len(digits)}"
        )
    if not digits or 4 * len(digits) % width:
        raise CallError(
            f"{place}: expected whole words of {width // 4} digits, got {len(digits)} digits"
        )
    parts = [digits[start : start + width // 4] for start in range(0, len(digits), width // 4)]
    # An open digit is read as 0, of which no bit has to match.
    cares = tuple(
        int("".join("0" if digit in "Xx-" else "F" for digit in part), 16) for part in parts
    )
    words = tuple(
        int("".join("0" if digit in "Xx-" else digit for digit in part), 16) for part in parts
    )
    return Item(
        kind=kind,
        words=words,
        cares=cares if any(care != (1 << width) - 1 for care in cares) else (),
    )


def format_stream(stream: Stream) -> str:
    """The text of a vector file."""
    lines = [f"# {stream.port}: bus words of {stream.width} bits"]
    for block in stream.blocks:
        lines += ["", f"#### {block.title}"] if block.title else [""]
        # The format cannot say it, so that who reads the file is told.
        if block.anything_before_status:
            lines.append("# the input breaks the protocol: other words may come before this status")
        for item in block.items:
            lines += [f"# {item.comment}"] if item.comment else []
            lines += _format_item(item, stream.width)
    return "\n".join([*lines, "", "###EOF", ""])


def _format_item(item: Item, width: int) -> list[str]:
    digits = [
        _format_word(word, care, width)
        for word, care in zip(item.words, item.cares or [(1 << width) - 1] * len(item.words))
    ]
    # An instruction, a header or a status is one line.
    per_line = WORDS_PER_LINE if item.kind == "DAT" else max(1, len(digits))
    return [
        f"{item.kind} = {''.join(digits[start : start + per_line])}"
        for start in range(0, len(digits), per_line)
    ]


def _format_word(word: int, care: int, width: int) -> str:
    digits, cares = f"{word:0{width // 4}X}", f"{care:0{width // 4}X}"
    # The format has no bits of a digit: one of which only some count matches anything.
    return "".join(digit if full == "F" else "X" for digit, full in zip(digits, cares))
