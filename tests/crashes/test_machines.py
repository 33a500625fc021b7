# SPDX-License-Identifier: Apache-2.0
"""Commands on machines that are not as one would wish end with one clear message, and nothing is
written where it must not be.
"""

import pytest

from . import machines
from .test_homes import can_mount

FEW = ("emit", "cite", "bundle", "export new", "bench more")
SLOW = ("verify", "leakage", "reproduce", "study", "demo")
ALL = tuple(name for name in machines.CALLS if name not in SLOW)

NEED_OUTPUT = {"kat", "emit", "bundle", "report", "site", "export", "export new", "package"}
NEED_STORE = NEED_OUTPUT - {"kat", "emit", "site"}
LONG = {"study", "demo"}
BENCHES = {"bench", "bench more"}
KEPT = {"cite", "scrub", "mend"} | BENCHES

REFUSED = {
    "read only home": (2, LONG | set(ALL) - {"list", "kat"}),
    "read only new home": (2, LONG | set(ALL) - {"list", "choose"}),
    "read only places": (2, NEED_OUTPUT),
    "full new home": (3, BENCHES),
    "full home": (3, LONG | set(ALL) - {"list", "kat"}),
    "full output": (3, NEED_OUTPUT),
    "dangling home": (2, LONG | NEED_STORE | KEPT),
    "looping home": (2, LONG | NEED_STORE | KEPT),
    "linked out": (2, NEED_OUTPUT - {"package"}),
}
"""The machines on which some calls are refused: exit code, and which; all others end well."""

NO_STORE = {"full new home": NEED_STORE | {"cite"}}
"""Where nothing was stored yet, and what needs it: exit code 2."""

SAID = ("written", "read-only", "space", "disk", "link", "no such", "no store", "no implementation")
"""Of these words each message has one."""


@pytest.fixture(scope="module")
def base(tmp_path_factory):
    """A folder with the home of a finished benchmark."""
    folder = tmp_path_factory.mktemp("machines") / "base"
    folder.mkdir()
    return machines.made(folder)


def judged(machine: str, call: str, found: dict) -> str:
    """What was wrong with the end of a call; empty if nothing."""
    code, refused = REFUSED.get(machine, (0, set()))
    expected = 2 if call in NO_STORE.get(machine, ()) else code if call in refused else 0
    if "Traceback" in found["err"] or found["outside"] or found["code"] != expected:
        return f"expected {expected}: {found}"
    if expected and (
        found["out"]
        or not found["err"].splitlines()[-1].startswith("error: ")
        or not any(word in found["err"].lower() for word in SAID)
    ):
        return f"no clear message: {found}"
    return ""


def wrong(base, machine: str, calls: tuple[str, ...]) -> dict[str, str]:
    """The calls on a machine that did not end as they should."""
    found = machines.tried(base, machine, calls)
    return {call: what for call in calls if (what := judged(machine, call, found[call]))}


@can_mount
@pytest.mark.parametrize("machine", ["read only home", "full output", "linked out", "no user"])
def test_some_calls_on_a_bad_machine(machine, base):
    """A read-only home, no space for what is written, planted links, no user: each call ends well
    or with its exit code, one message and no traceback, and nothing of others is changed.
    """
    assert wrong(base, machine, FEW) == {}


@can_mount
@pytest.mark.slow
@pytest.mark.parametrize("machine", machines.MACHINES)
def test_every_call_on_every_bad_machine(machine, base):
    """The same of all commands that are quick, on each machine."""
    assert wrong(base, machine, ALL) == {}


@can_mount
@pytest.mark.slow
@pytest.mark.parametrize("machine", [name for name, (_, calls) in REFUSED.items() if LONG <= calls])
def test_long_commands_are_refused_before_they_begin(machine, base):
    """A study and the demonstration say at once that nothing can be kept or written."""
    assert wrong(base, machine, tuple(LONG)) == {}


@can_mount
@pytest.mark.slow
@pytest.mark.parametrize(
    "machine",
    [
        "read only user",
        "no user",
        "user elsewhere",
        "full user",
        "linked",
        "full home",
        "read only home",
    ],
)
def test_a_verdict_needs_neither_home_nor_cache(machine, base):
    """A core is verified, and a masked one judged, wherever temporary files can be written."""
    found = machines.tried(base, machine, ("verify", "leakage"))
    assert "ascon-p-6: verified" in found["verify"]["out"], found
    assert {call["code"] for call in found.values()} == {0}, found
