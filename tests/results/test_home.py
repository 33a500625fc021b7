# SPDX-License-Identifier: Apache-2.0
"""The home directory is the environment's, else one in the current directory."""

from cipherfab.results.home import default_home


def test_environment_decides(monkeypatch, tmp_path):
    """CIPHERFAB_HOME wins over the current directory, and an empty one does not count."""
    monkeypatch.setenv("CIPHERFAB_HOME", str(tmp_path / "elsewhere"))
    assert default_home().database == tmp_path / "elsewhere" / "store.sqlite"
    monkeypatch.setenv("CIPHERFAB_HOME", "")
    monkeypatch.chdir(tmp_path)
    assert default_home().cache == tmp_path / "cipherfab-out" / "cache"
