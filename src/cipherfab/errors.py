# SPDX-License-Identifier: Apache-2.0
"""The three kinds of failure that a user can meet, and their exit codes."""

import errno


class CipherfabError(Exception):
    """Base of all expected failures; shown as one message, never as a traceback.

    Attributes:
        exit_code: what the command line returns.
        details: machine-readable facts for ``--json`` (may be empty).
    """

    exit_code = 1

    def __init__(self, message: str, **details):
        super().__init__(message)
        self.details = details


class DesignError(CipherfabError):
    """The design is wrong: a mismatch with known answers, a failed proof (exit code 1)."""

    exit_code = 1


class CallError(CipherfabError):
    """The call is wrong: an unknown core, a missing or malformed file, a refused option (exit code
    2).
    """

    exit_code = 2


class ToolError(CipherfabError):
    """A tool is missing, failed, or ran out of its time limit (exit code 3)."""

    exit_code = 3


OF_THE_MACHINE = (
    errno.ENOSPC,
    errno.EDQUOT,
    errno.EFBIG,
    errno.EIO,
    errno.ENOMEM,
    errno.EMFILE,
    errno.ENFILE,
    errno.ESTALE,
)
"""Errors of the system that are nobody's wrong call: no space, a broken disk, no memory, too many
open files.
"""


FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
READ_ONLY = (errno.EROFS, errno.EACCES, errno.EPERM)


def of_the_system(error: OSError) -> CipherfabError:
    """The system's own error as one of ours: `ToolError` if the machine is at its end, `CallError`
    if a path is wrong.
    """
    what = f"{error.filename or 'the system'}: {(error.strerror or str(error)).rstrip('.')}."
    if not error.filename and error.errno == errno.ENOENT:  # Python's, of all places it tried
        return ToolError(f"{what} Set TMPDIR to a folder that can be written.")
    if error.filename and error.errno not in OF_THE_MACHINE:
        hint = " Give another place, or let it be written." if error.errno in READ_ONLY else ""
        return CallError(f"{what}{hint}")
    hint = " Make space on the disk, or give another place." if error.errno in FULL else ""
    return ToolError(
        f"{what}{hint} What was finished is stored; the same command goes on from there."
    )
