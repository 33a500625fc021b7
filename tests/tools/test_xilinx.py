# SPDX-License-Identifier: Apache-2.0
"""`tools.xilinx`: which program is started, and what is kept of its packages."""

import pytest

from cipherfab import usercache
from cipherfab.errors import ToolError
from cipherfab.tools import debian, nextpnr, xilinx

SAYS = "#!/bin/sh\necho '\"nextpnr-himbaechel-xilinx\" -- of a test (Version 1.2-3)'\n"


@pytest.fixture
def nowhere(tmp_path, monkeypatch):
    """Neither on the PATH nor in the cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/usr/bin:/bin")
    (tmp_path / "bin").mkdir()
    usercache._of_process.cache_clear()
    yield tmp_path
    usercache._of_process.cache_clear()


def fake(path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(SAYS)
    path.chmod(0o755)


def unpacked(packages, into, **_):
    """Stands for `debian.unpack`: the loader is a program that says the version."""
    fake(into / xilinx.LOADER)
    fake(into / "usr" / "bin" / xilinx.PROGRAM)
    (into / "usr" / "share" / "man").mkdir(parents=True)
    (into / "usr" / "share" / "man" / "page").write_text("not needed")
    return packages


@pytest.mark.skipif(bool(xilinx.shutil.which(xilinx.PROGRAM)), reason="it is the system's here")
def test_missing_says_how_to_install(nowhere):
    """Without it the error names the command that installs it."""
    with pytest.raises(ToolError, match="cipherfab tools install xilinx"):
        xilinx.version()
    assert not nextpnr.is_there("xilinx")


def test_the_one_on_the_path_comes_first(nowhere):
    """An installed program is used as it is, without a data base of ours."""
    fake(nowhere / "bin" / xilinx.PROGRAM)
    program = xilinx.program()
    assert program.argv == [str(nowhere / "bin" / xilinx.PROGRAM)]
    assert program.on("xc7a50tfgg484-1") == ["--device", "xc7a50tfgg484-1"]
    assert xilinx.version() == "1.2-3"


def test_installed_into_the_cache(nowhere, monkeypatch):
    """What is installed is started by its own loader, with its own data base, and the rest of the
    packages is gone; a second time nothing is unpacked.
    """
    monkeypatch.setattr(debian, "unpack", unpacked)
    found = xilinx.install()
    assert found["version"] == "1.2-3"
    assert found["packages"] == [vars(one) for one in debian.read(xilinx.PACKAGES.read_text())]
    program = xilinx.program()
    assert program.root and str(program.root / xilinx.LOADER) in program.argv
    assert program.on("xc7a100tcsg324-1")[-1].endswith("chipdb-xc7a100t.bin")
    assert not (program.root / "usr" / "share" / "man").exists()
    monkeypatch.setattr(debian, "unpack", None)
    assert xilinx.install() == found


def test_the_newest_stand_in_for_the_listed(nowhere, monkeypatch):
    """The versions of the day serve where the listed ones cannot be had, and stay when these fail
    again; once the listed ones are there they are the ones that are used.
    """

    def gone(*_, newest=False, **__):
        if not newest:
            raise ToolError("say --newest")
        return unpacked(*_)[:1]

    monkeypatch.setattr(debian, "unpack", gone)
    with pytest.raises(ToolError, match="--newest"):
        xilinx.install()
    assert len(xilinx.install(newest=True)["packages"]) == 1
    with pytest.raises(ToolError, match="--newest"):
        xilinx.install()
    root = xilinx.program().root
    assert root and root.name == xilinx.NEWEST
    monkeypatch.setattr(debian, "unpack", unpacked)
    assert xilinx.install()["folder"] == str(xilinx.program().root) != str(root)


def test_every_package_is_listed_with_version_and_hash():
    """The list is complete: each line has a version and a SHA-256, and the program, its data base
    and the C library are there.
    """
    packages = debian.read(xilinx.PACKAGES.read_text())
    assert {"nextpnr-himbaechel-xilinx", "nextpnr-himbaechel-xilinx-chipdb", "libc6"} <= {
        each.name for each in packages
    }
    assert all(each.version and len(bytes.fromhex(each.sha256)) == 32 for each in packages)
