# SPDX-License-Identifier: Apache-2.0
"""Files that a call names, or that others wrote: only files, no devices, pipes or folders, and no
more of them than can be meant.
"""

import errno
import os
import stat
import zlib
from pathlib import Path

from .errors import CallError

TEXT, LIBRARY = 64 << 20, 1 << 30
"""Most bytes of a file of known answers or vectors, and of a Liberty file, unpacked."""


def check(path: Path, most: int, *, what: str = "a file", hint: str = "") -> os.stat_result:
    """What the system says of a file of at most ``most`` bytes.

    Args:
        what: what is expected, for the message.
        hint: behind "no such file", such as the nearest name.

    Raises:
        CallError: it is not there, or is none, or is larger; with what it is.
    """
    try:
        found = os.stat(path)
    except ValueError:  # a NUL in the name
        raise CallError(f"{path}: {_why(OSError(errno.ENOENT, ''), what, hint)}") from None
    except OSError as error:
        raise CallError(f"{path}: {_why(error, what, hint)}") from None
    if stat.S_ISDIR(found.st_mode):
        raise CallError(f"{path}: is a folder; expected {what}")
    if not stat.S_ISREG(found.st_mode):
        raise CallError(f"{path}: is a device or a pipe, which need not end; expected {what}")
    if found.st_size > most:
        raise CallError(f"{path}: expected at most {most} bytes, got {found.st_size}")
    return found


def _why(error: OSError, what: str, hint: str) -> str:
    wanted = "" if what == "a file" else f"; expected {what}"
    if error.errno in (errno.ENOENT, errno.ENOTDIR):
        return f"no such file{hint}{wanted}"
    if error.errno == errno.ELOOP:
        return f"is a link that leads to itself; expected {what}"
    return f"{error.strerror}; expected {what}"


def read(path: Path, most: int = TEXT, *, what: str = "a file", hint: str = "") -> bytes:
    """The bytes of a file.

    Raises:
        CallError: as `check`; or it cannot be read, or has more bytes than the system says.
    """
    check(path, most, what=what, hint=hint)
    try:
        with open(path, "rb") as file:
            # A file may grow, or a system may say too little: one byte more shows it.
            raw = file.read(most + 1)
    except OSError as error:
        raise CallError(f"{path}: cannot be read ({error.strerror})") from None
    if len(raw) > most:
        raise CallError(f"{path}: expected at most {most} bytes, got more")
    return raw


def text(path: Path, what: str, most: int = TEXT) -> str:
    """The text of a file in UTF-8, with or without a byte-order mark.

    Args:
        what: what is expected, for the message.

    Raises:
        CallError: as `read`; or it is no text.
    """
    try:
        found = read(path, most, what=what).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise CallError(f"{path}: expected {what} (not text)") from None
    return found.replace("\r\n", "\n").replace("\r", "\n")


def unpacked(path: Path, raw: bytes, most: int = LIBRARY) -> bytes:
    """Bytes as they are, or, if they are packed by gzip, unpacked.

    Raises:
        CallError: they cannot be, or would be more than ``most``.
    """
    if raw[:2] != b"\x1f\x8b":
        return raw
    pieces, left = [], most
    try:
        while raw:  # one member after the other
            # 31 is zlib's code for a gzip header and the largest window.
            member = zlib.decompressobj(wbits=31)
            pieces.append(member.decompress(raw, left + 1))
            left -= len(pieces[-1])
            if left < 0:
                raise CallError(f"{path}: would be unpacked to more than {most} bytes")
            if not member.eof:
                raise CallError(f"{path}: cannot be decompressed: it ends too early")
            # Zeros may fill up the last block of a tape, and gzip ignores them too.
            raw = member.unused_data.lstrip(b"\0")
    except zlib.error as error:
        raise CallError(f"{path}: cannot be decompressed: {error}") from None
    return b"".join(pieces)
