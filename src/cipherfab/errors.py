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


OF_THE_MACHINE = (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.ENOMEM,
                  errno.EMFILE, errno.ENFILE, errno.ESTALE)
"""Errors of the system that are nobody's wrong call: no space, a broken disk, no memory, too many
open files.
"""


def of_the_system(error: OSError) -> CipherfabError:
    """The system's own error as one of ours: `ToolError` if the machine is at its end, `CallError`
    if a path is wrong.
    """
    what = f"{error.filename or 'system'}: {error.strerror or error}."
    if error.filename and error.errno not in OF_THE_MACHINE:
        return CallError(what)
    return ToolError(f"{what} What was finished is stored; the same command goes on from there.")
