# SPDX-License-Identifier: Apache-2.0
"""Homes that are full, locked or read-only: exit code 2 or 3 with a sentence, and afterwards all
goes on.
"""

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from stat import S_ISREG

import pytest

from cipherfab.errors import ToolError
from cipherfab.results import database
from cipherfab.results.cache import Cache
from cipherfab.results.home import Home
from cipherfab.results.store import Store

from . import small_bench

TESTS = Path(__file__).parents[1]
SMALL_BENCH = [sys.executable, "-m", "crashes.small_bench"]
NAMESPACE = ["unshare", "-rm"]


def environment(home: Path) -> dict[str, str]:
    """For a program with this home."""
    return os.environ | {"CIPHERFAB_HOME": str(home)}


def namespaces() -> bool:
    """Whether this user may mount in a namespace of his own."""
    return (
        shutil.which("unshare") is not None
        and not subprocess.run([*NAMESPACE, "true"], capture_output=True).returncode
    )


can_mount = pytest.mark.skipif(not namespaces(), reason="no mount namespaces for this user")


def test_a_locked_store_is_a_tool_failure(tmp_path, monkeypatch):
    """Another process that holds the store for too long: exit code 3 and a word about it; then the
    store works again.
    """
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.2)
    path = tmp_path / "store.sqlite"
    with Store(path):
        pass
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(ToolError, match="locked.*Another process holds it"):
            Store(path)
        other.execute("ROLLBACK")
    with Store(path) as again:
        assert again.count() == 0


@can_mount
@pytest.mark.slow
def test_a_read_only_home_is_a_wrong_call(tmp_path):
    """Exit code 2, the place, and what to do; nothing on standard output."""
    (tmp_path / "home").mkdir()
    command = (
        f'mount -t tmpfs tmpfs {tmp_path}/home && mount -o remount,ro {tmp_path}/home && exec "$@"'
    )
    done = subprocess.run(
        [*NAMESPACE, "sh", "-c", command, "sh", *SMALL_BENCH],
        cwd=TESTS,
        env=environment(tmp_path / "home"),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2 and done.stdout == "" and "Traceback" not in done.stderr
    assert (
        str(tmp_path / "home") in done.stderr
        and "Expected a directory that can be written" in done.stderr
    )


BENCH = [
    sys.executable,
    "-m",
    "cipherfab",
    "bench",
    small_bench.CORE,
    "--periods",
    "1",
    "--seeds",
    "1",
    "--no-netlist",
    "--json",
]
PAGE = 4096
"""Bytes of which a file of a tmpfs takes whole ones."""

FULL = """
mount -t tmpfs -o size={size} tmpfs {home} || exit 99
"$@" > {out}.1 2> {err}.1; echo $? > {out}.code
mount -o remount,size=1g {home}
"$@" > {out}.2 2> {err}.2; echo $? >> {out}.code
cp -r {home} {copy}
"""


@pytest.fixture(scope="module")
def needed(tmp_path_factory) -> int:
    """Bytes that the home of a whole `BENCH` takes on a tmpfs."""
    home = tmp_path_factory.mktemp("whole")
    subprocess.run(BENCH, env=environment(home), check=True, capture_output=True, timeout=500)
    files = {
        stat.st_ino: stat.st_size
        for path in home.rglob("*")
        if S_ISREG((stat := path.lstat()).st_mode)
    }
    return sum(-(-size // PAGE) * PAGE for size in files.values())


@can_mount
@pytest.mark.slow
@pytest.mark.parametrize("share", [0.05, 0.5, 0.95])
def test_a_full_disk_and_then_space(share, needed, tmp_path):
    """A real benchmark with worker processes on a disk of a share of what it needs: exit code 3;
    with space the same command ends well.
    """
    home = tmp_path / "home"
    home.mkdir()
    script = FULL.format(
        size=int(share * needed),
        home=home,
        out=tmp_path / "out",
        err=tmp_path / "err",
        copy=tmp_path / "copy",
    )
    subprocess.run(
        [*NAMESPACE, "sh", "-c", script, "sh", *BENCH],
        env=environment(home),
        check=True,
        timeout=500,
    )
    codes, first = (tmp_path / "out.code").read_text().split(), (tmp_path / "err.1").read_text()
    assert codes == ["3", "0"], first
    assert "Traceback" not in first and "No space left on device" in first or "full" in first
    copy = Home(tmp_path / "copy")
    assert Cache(copy).damages() == {} and small_bench.left_over(copy) == []
