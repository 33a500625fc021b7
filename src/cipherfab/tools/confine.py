# SPDX-License-Identifier: Apache-2.0
"""Become a program that may touch few files, by Landlock.

``confine.py --read=PATH … --list=DIRECTORY … --write=DIRECTORY … -- PROGRAM ARGUMENT …``

Run as a file, so that nothing but `landlockpy` is imported. What is not named can be neither read
nor written nor run; TCP is refused, and so are signals and abstract sockets to processes outside,
where the kernel can (interface 6 or later).
"""

import ctypes
import os
import signal
import sys

from landlockpy import AccessFS, Ruleset, Scope, abi_version, net_for_abi

LEAST = 4
"""The interface that refuses TCP, of Linux 6.7."""

DIE_WITH_PARENT = 1
"""``PR_SET_PDEATHSIG``: whoever started this is waiting for it, and nobody would end it after him.
"""

READ = AccessFS.EXECUTE | AccessFS.READ_FILE | AccessFS.READ_DIR
FILE = AccessFS.EXECUTE | AccessFS.READ_FILE
DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
PROCESS = ("/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/sys/kernel", "/proc/sys/vm")


def confine(read: list[str], names: list[str], write: list[str]) -> None:
    """Give up everything else, for this process and all that come of it.

    Args:
        read: files and folders; those that do not exist are left out.
        names: folders whose entries may be listed and not read, for Python looks for its packages
            there.
        write: folders.
    """
    with Ruleset(
        handled_net=net_for_abi(abi_version()), scoped=Scope.ABSTRACT_UNIX_SOCKET | Scope.SIGNAL
    ) as rules:
        everything = rules.handled_fs
        # The kernel refuses a rule that gives a file the right to be listed as a folder.
        for path in filter(os.path.exists, [*read, *PROCESS]):
            rules.allow_path(path, READ if os.path.isdir(path) else FILE)
        for path in filter(os.path.exists, DEVICES):
            rules.allow_path(path, AccessFS.READ_FILE | AccessFS.WRITE_FILE)
        for path in filter(os.path.isdir, names):
            rules.allow_path(path, AccessFS.READ_DIR)
        for path in write:
            rules.allow_path(path, everything)
        rules.restrict()
    ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGKILL)


def _main(arguments: list[str]) -> None:
    end = arguments.index("--")
    given = [argument.partition("=") for argument in arguments[:end]]
    confine(
        *(
            [path for flag, _, path in given if flag == wanted]
            for wanted in ("--read", "--list", "--write")
        )
    )
    # What the kernel refuses this process it refuses whatever takes its place.
    os.execvp(arguments[end + 1], arguments[end + 1 :])


if __name__ == "__main__":
    _main(sys.argv[1:])
