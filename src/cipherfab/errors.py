"""The three kinds of failure that a user can meet, and their exit codes."""


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
    """The call is wrong: an unknown core, a missing or malformed file, a refused option (exit code 2)."""

    exit_code = 2


class ToolError(CipherfabError):
    """A tool is missing, failed, or ran out of its time limit (exit code 3)."""

    exit_code = 3
