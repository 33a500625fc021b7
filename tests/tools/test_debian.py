# SPDX-License-Identifier: Apache-2.0
"""`tools.debian`: packages of a suite, from a mirror that the test makes in a folder."""

import hashlib
import shutil
import subprocess
from dataclasses import replace

import pytest

from cipherfab.errors import ToolError
from cipherfab.tools import debian

MISSING = [name for name in (*debian.PROGRAMS, "apt-get") if shutil.which(name) is None]
pytestmark = pytest.mark.skipif(bool(MISSING), reason=f"not on this system: {MISSING}")

RELEASE = "Origin: Debian\nSuite: testing\nComponents: main\nArchitectures: amd64\n"


def package(folder, name: str, version: str, text: str) -> str:
    """Build a package with one file, ``/usr/share/NAME``; its paragraph in the mirror's list."""
    root = folder / "made" / name
    (root / "DEBIAN").mkdir(parents=True)
    (root / "usr" / "share").mkdir(parents=True)
    (root / "usr" / "share" / name).write_text(text)
    control = f"Package: {name}\nVersion: {version}\nArchitecture: amd64\n"
    (root / "DEBIAN" / "control").write_text(f"{control}Maintainer: a test\nDescription: one\n")
    file = folder / "pool" / f"{name}_{version.replace(':', '%3a')}_amd64.deb"
    subprocess.run(["dpkg-deb", "--build", root, file], check=True, capture_output=True)
    sha256 = hashlib.sha256(file.read_bytes()).hexdigest()
    return f"{control}Filename: pool/{file.name}\nSize: {file.stat().st_size}\nSHA256: {sha256}\n"


@pytest.fixture
def mirror(tmp_path):
    """A mirror with two packages: its source, and the list of them."""
    folder = tmp_path / "debian"
    lists = folder / "dists" / "testing" / "main" / "binary-amd64"
    lists.mkdir(parents=True)
    (folder / "pool").mkdir()
    paragraphs = [package(folder, "one", "1:2.0-1", "first"), package(folder, "two", "3", "second")]
    text = "\n".join(paragraphs).encode()
    (lists / "Packages").write_bytes(text)
    sums = f"SHA256:\n {hashlib.sha256(text).hexdigest()} {len(text)} main/binary-amd64/Packages\n"
    (folder / "dists" / "testing" / "Release").write_text(RELEASE + sums)
    source = debian.Source(suite="testing", uri=f"file:{folder}", options="trusted=yes")
    fields = [dict(line.split(": ") for line in one.splitlines()) for one in paragraphs]
    return source, [debian.Package(one["Package"], one["Version"], one["SHA256"]) for one in fields]


def test_a_list_is_read_as_it_was_written(mirror):
    """Reading what was written gives the same packages, and comments are none."""
    _, packages = mirror
    assert debian.read(f"# a comment\n\n{debian.write(packages)}") == packages


def test_packages_are_unpacked(mirror, tmp_path):
    """The listed packages' files are in the folder, and nothing of the system's is asked."""
    source, packages = mirror
    into = tmp_path / "root"
    into.mkdir()
    assert debian.unpack(packages, into, source=source) == packages
    assert (into / "usr" / "share" / "one").read_text() == "first"
    assert (into / "usr" / "share" / "two").read_text() == "second"


def test_another_hash_is_refused(mirror, tmp_path):
    """A file with another hash than the listed one is not unpacked; expected, given and what to do
    are said.
    """
    source, packages = mirror
    wrong = replace(packages[0], sha256="0" * 64)
    with pytest.raises(ToolError, match=f"expected .*{'0' * 64}, got .*{packages[0].sha256}(?s:.*)"
                       "--newest"):  # fmt: skip
        debian.unpack([packages[1], wrong], tmp_path, source=source)
    assert not (tmp_path / "usr").exists()


def test_another_version_is_refused_unless_the_newest_is_asked_for(mirror, tmp_path):
    """A version that the suite no longer has is an error that names --newest, and with that the
    version of today is taken and said.
    """
    source, packages = mirror
    old = replace(packages[0], version="1:1.0-1")
    with pytest.raises(ToolError, match="--newest"):
        debian.unpack([old], tmp_path, source=source)
    assert debian.unpack([old], tmp_path, source=source, newest=True) == packages[:1]


def test_a_mirror_that_is_not_there(tmp_path):
    """Without its lists the packages are not found, and the message asks for the network."""
    source = debian.Source(suite="testing", uri=f"file:{tmp_path}/none", options="trusted=yes")
    with pytest.raises(ToolError, match="Is the network there"):
        debian.unpack([debian.Package("one", "1", "")], tmp_path, source=source)


def test_without_apt(mirror, tmp_path, monkeypatch):
    """Without apt the message names the programs that are missing."""
    source, packages = mirror
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ToolError, match="apt-get, dpkg-deb not found"):
        debian.unpack(packages, tmp_path, source=source)


def test_sources_without_debian_ask_for_a_mirror(tmp_path, monkeypatch):
    """Where apt's sources name no mirror of Debian, the message says how to give one."""
    fake = tmp_path / "apt-get"
    fake.write_text("#!/bin/sh\necho 'http://mirror.invalid/ubuntu/|noble|main'\n")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    with pytest.raises(ToolError, match="--mirror URL"):
        debian.mirror()
    fake.write_text("#!/bin/sh\necho 'http://mirror.invalid/debian/|trixie|main'\n")
    assert debian.mirror() == "http://mirror.invalid/debian/"
