# SPDX-License-Identifier: Apache-2.0
"""Commands on machines that are not as one would wish: read-only or full disks, no home directory,
links in place of folders.

``python -m crashes.machines FOLDER MACHINE CALL…`` in a mount namespace (`NAMESPACE`) makes the
machine and then each call on it, in a child of its own; prints JSON: by call the exit code, both
streams and, if something was written where it must not be, what.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from cipherfab.results.home import ENVIRONMENT

from . import small_bench

NAMESPACE = ("unshare", "-rm")

SECONDS = 300

OUTSIDE = "outside"
"""A folder of somebody else beside the machine's, which nothing may change."""


def _mount(*words: object) -> None:
    subprocess.run(["mount", *map(str, words)], check=True)


def _read_only(place: Path) -> None:
    _mount("--bind", place, place)
    _mount("-o", "remount,ro,bind", place)


def _full(place: Path) -> None:
    """A small file system with what is in the folder, and no space for more."""
    copy = place.with_name(f"{place.name}-before")
    shutil.copytree(place, copy, symlinks=True)
    _mount("-t", "tmpfs", "-o", "size=1m", "tmpfs", place)
    shutil.copytree(copy, place, symlinks=True, dirs_exist_ok=True)
    try:
        with open(place / "full", "wb") as file:
            while True:
                file.write(bytes(1024))
                file.flush()
    except OSError:
        pass


def _linked(place: Path, target: str | Path) -> None:
    """A link in place of a folder, which is moved to ``target`` if nothing is there."""
    if place.is_dir() and not Path(target).exists() and Path(target).is_absolute():
        place.rename(target)
    else:
        shutil.rmtree(place)
    place.symlink_to(target)


def read_only_home(folder: Path) -> dict:
    _read_only(folder / "home")
    return {}


def read_only_new_home(folder: Path) -> dict:
    _read_only(folder / "cwd")
    return {ENVIRONMENT: None}


def read_only_places(folder: Path) -> dict:
    shutil.copytree(folder / "home", folder / "cwd" / "home")
    for name in ("/tmp", "/var/tmp", "/dev/shm", folder):
        _read_only(Path(name))
    _mount("-t", "tmpfs", "tmpfs", folder / "home")
    shutil.copytree(folder / "cwd" / "home", folder / "home", dirs_exist_ok=True)
    return {}


def full_places(folder: Path) -> dict:
    _full(folder / "tmp")
    return {}


def read_only_user(folder: Path) -> dict:
    _read_only(folder / "user")
    return {}


def no_user(folder: Path) -> dict:
    _mount("--bind", "/dev/null", "/etc/passwd")
    return {"HOME": None}


def user_elsewhere(folder: Path) -> dict:
    return {"HOME": str(folder / "nowhere" / "user"), "TMPDIR": str(folder / "nowhere")}


def full_user(folder: Path) -> dict:
    _full(folder / "user")
    return {}


def full_home(folder: Path) -> dict:
    _full(folder / "home")
    return {}


def full_new_home(folder: Path) -> dict:
    (folder / "empty").mkdir()
    _full(folder / "empty")
    return {ENVIRONMENT: str(folder / "empty")}


def full_output(folder: Path) -> dict:
    _full(folder / "cwd")
    return {}


def linked(folder: Path) -> dict:
    for name in ("home", "tmp", "user"):
        _linked(folder / name, folder / f"real-{name}")
    return {}


def dangling_home(folder: Path) -> dict:
    _linked(folder / "home", "nowhere")
    return {}


def looping_home(folder: Path) -> dict:
    _linked(folder / "home", "home")
    return {}


def linked_out(folder: Path) -> dict:
    """Links that a stranger planted in the home and in the current folder, where things will be
    written.
    """
    outside, home, cwd = folder / OUTSIDE, folder / "home", folder / "cwd"
    (outside / "folder").mkdir()
    for name in ("x.csv", "x.zip", "x.txt", "README.md"):
        (outside / name).write_text("")
    for name in ("x.csv", "x.zip", "x.txt"):
        (cwd / name).symlink_to(outside / name)
    (cwd / "new.csv").symlink_to(outside / "new.csv")
    (cwd / "out").mkdir()
    (cwd / "out" / "README.md").symlink_to(outside / "README.md")
    (cwd / "out" / "rtl").symlink_to(outside / "folder")
    (cwd / "out" / "index.html").symlink_to(outside / "new.html")
    (cwd / "out" / ".cipherfab.json").symlink_to(outside / "new.json")
    for path in home.glob("cache/*/*/run"):
        (path / "planted").symlink_to(outside / "folder")
    return {}


Made = Callable[[Path], Mapping[str, str | None]]
MACHINES: dict[str, Made] = {
    made.__name__.replace("_", " "): made
    for made in (
        read_only_home,
        read_only_new_home,
        read_only_places,
        full_places,
        read_only_user,
        no_user,
        user_elsewhere,
        full_user,
        full_home,
        full_new_home,
        full_output,
        linked,
        dangling_home,
        looping_home,
        linked_out,
    )
}
"""Each does what is wrong to a folder with ``home`` (which has a finished benchmark), ``cwd``,
``user`` (for HOME), ``tmp`` and `OUTSIDE`; returns variables, None for one that is taken away.
"""

CALLS = {
    "list": ("list",),
    "choose": ("choose", "--max-kge", "12"),
    "kat": ("kat", "gimli", "-o", "x.txt"),
    "emit": ("emit", "ascon-p-6", "--no-cycles", "-o", "out"),
    "cite": ("cite", "@ID@"),
    "bundle": ("bundle", "@ID@", "-o", "x.zip"),
    "report": ("report", "-o", "out"),
    "site": ("site", "out"),
    "export": ("export", "x.csv"),
    "export new": ("export", "new.csv"),
    "package": ("export", "--package", "out"),
    "scrub": ("scrub",),
    "mend": ("scrub", "--mend"),
    "bench": small_bench.ARGUMENTS,
    "reproduce": ("reproduce", "@ID@"),
    "bench more": [word if word != "2" else "3" for word in small_bench.ARGUMENTS],
    "study": ("study", "lilliput", "--quick", "--workers", "0", "-o", "out"),
    "demo": ("demo", "--workers", "0", "-o", "out"),
    "verify": ("verify", "ascon-p-6", "--seed", "1"),
    "leakage": ("leakage", "ascon-p-6/masked=1", "--traces", "1024"),
}


def tree(folder: Path) -> dict[str, str]:
    """All that is in a folder, with what it is."""
    return {
        str(path): os.readlink(path)
        if path.is_symlink()
        else path.read_bytes().hex()
        if path.is_file()
        else ""
        for path in folder.rglob("*")
    }


def in_child(words: list[str]) -> dict:
    """Exit code and streams of a call, made in a process of its own from where we are."""
    reads, writes = os.pipe()
    child = os.fork()
    if not child:
        os.close(reads)
        signal.alarm(SECONDS)
        result = small_bench.call(*words)
        expected = isinstance(result.exception, SystemExit | None)
        _all(
            writes,
            json.dumps(
                {
                    "code": result.exit_code,
                    "out": result.stdout,
                    "err": result.stderr + ("" if expected else f"Traceback: {result.exception!r}"),
                }
            ),
        )
        os._exit(0)
    os.close(writes)
    with open(reads) as file:
        said = file.read()
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status:
        return {"code": status, "out": "", "err": f"Traceback: ended by {status}"}
    return json.loads(said)


def _all(descriptor: int, text: str) -> None:
    with open(descriptor, "w") as file:
        file.write(text)


def main(folder: str, machine: str, *calls: str) -> None:
    """Make the machine and the calls, and print what came of them."""
    place = Path(folder)
    small_bench.prepare()
    from cipherfab.commands import report  # noqa: F401 — what is imported now need not be later

    identifier = next((place / "home" / "cache" / "implement").iterdir()).name
    variables = {
        ENVIRONMENT: str(place / "home"),
        "HOME": str(place / "user"),
        "TMPDIR": str(place / "tmp"),
        "XDG_CACHE_HOME": None,
    }
    variables |= MACHINES[machine](place)
    for name, value in variables.items():
        os.environ.pop(name, None)
        if value is not None:
            os.environ[name] = value
    tempfile.tempdir = None  # it was asked for before TMPDIR was set
    outside = tree(place / OUTSIDE)
    os.chdir(place / "cwd")
    found = {}
    for call in calls:
        words = [word.replace("@ID@", identifier) for word in CALLS[call]]
        found[call] = in_child(words)
        found[call]["outside"] = sorted(set(tree(place / OUTSIDE).items()) ^ set(outside.items()))
    print(json.dumps(found))


def made(folder: Path) -> Path:
    """A folder for `main`, with the home of a finished benchmark."""
    for name in ("home", "cwd", "user", "tmp", OUTSIDE):
        (folder / name).mkdir()
    subprocess.run(
        [sys.executable, "-m", "crashes.small_bench"],
        check=True,
        capture_output=True,
        cwd=Path(__file__).parents[1],
        env=os.environ | {ENVIRONMENT: str(folder / "home")},
    )
    return folder


def tried(folder: Path, machine: str, calls: Iterable[str]) -> dict:
    """What `main` says, in a copy of the folder that `made` gave."""
    place = (
        Path(tempfile.mkdtemp(prefix=f"{machine.replace(' ', '-')}-", dir=folder.parent))
        / folder.name
    )
    shutil.copytree(folder, place, symlinks=True)
    done = subprocess.run(
        [*NAMESPACE, sys.executable, "-m", "crashes.machines", str(place), machine, *calls],
        cwd=Path(__file__).parents[1],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
