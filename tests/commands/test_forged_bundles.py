# SPDX-License-Identifier: Apache-2.0
"""A bundle that somebody changed, with all hashes made new where he could: none is run and called
reproduced.
"""

import json
import os
import zipfile

import pytest
from click.testing import CliRunner

from cipherfab import cli
from cipherfab.commands import bundle as command
from cipherfab.implement import flow
from cipherfab.results.bundle import CRATE, MANIFEST, _crate, _text
from cipherfab.results.digest import digest, digest_text


class Forger:
    """The files of a bundle, to be changed: ``files`` by name, ``twice`` in addition."""

    def __init__(self, path):
        with zipfile.ZipFile(path) as archive:
            self.files = {name: archive.read(name) for name in archive.namelist()}
        self.twice = []
        self.method = zipfile.ZIP_DEFLATED

    @property
    def manifest(self):
        """As an object."""
        return json.loads(self.files[MANIFEST])

    def sealed(self, manifest):
        """Put a manifest in its place with a right hash, and the crate that belongs to it."""
        manifest.pop("sha256", None)
        manifest["sha256"] = digest(manifest)
        self.files[MANIFEST], self.files[CRATE] = _text(manifest), _text(_crate(manifest))

    def changed(self, **values):
        """Some fields of the manifest are other ones."""
        self.sealed(self.manifest | values)

    def recorded(self, number=0, *, keep=False, **values):
        """Fields of a record are other ones, and its id is that of what it now says."""
        records = self.manifest["records"]
        row = records[number] | values
        row.pop("id")
        row = {"id": digest(row), **row}
        self.changed(records=[*records, row] if keep else [*records[:number], row,
                                                           *records[number + 1:]])  # fmt: skip

    def add(self, name, content=b"x"):
        """A file more, in the manifest too."""
        self.files[name] = content
        manifest = self.manifest
        manifest["files"][name] = digest_text(content.decode())
        self.sealed(manifest)

    def write(self, path):
        """The archive."""
        with zipfile.ZipFile(path, "w", self.method) as archive:
            for name, content in [*self.files.items(), *self.twice]:
                archive.writestr(name, content)
        return path


def with_text(name, old, new):
    """A change of a text, without any hash."""

    def change(it):
        assert old in it.files[name]
        it.files[name] = it.files[name].replace(old, new, 1)

    return change


def moved(old, new):
    """A file under another name."""

    def change(it):
        it.files[new] = it.files.pop(old)

    return change


def provenance(**values):
    """Another origin of a record."""
    return lambda it: it.recorded(provenance={**it.manifest["records"][0]["provenance"], **values})


FORGED = {
    "two of a key in the manifest": with_text(MANIFEST, b"{", b'{"records": [],'),
    "another spelling of the manifest": with_text(MANIFEST, b"\n", b"\n "),
    "NaN in the manifest": with_text(MANIFEST, b'"cipherfab": ', b'"more": NaN, "cipherfab": '),
    "Infinity for a number": lambda it: it.files.update(
        {MANIFEST: it.files[MANIFEST].replace(b'"seed": 0', b'"seed": Infinity', 1)}),
    "a manifest that is cut": lambda it: it.files.update({MANIFEST: it.files[MANIFEST][:-9]}),
    "a manifest of brackets": lambda it: it.files.update({MANIFEST: b"[" * 100_000}),
    "a manifest that is a list": lambda it: it.files.update({MANIFEST: b"[]"}),
    "no crate": lambda it: it.files.pop(CRATE),
    "a crate that says more": with_text(CRATE, b"not checked", b"checked: gate"),
    "a file more, named nowhere": lambda it: it.files.update({"VERIFIED.md": b"# verified"}),
    "a file more in the run": lambda it: it.add("run/proof.json"),
    "a file more beside the run": lambda it: it.add("README.txt"),
    "a file twice": lambda it: it.twice.append(("run/result.json", it.files["run/result.json"])),
    "another file under the name of one": lambda it: it.twice.append(("run/result.json", b"{}")),
    "two spellings of a name": lambda it: it.add("./entry.json", it.files["entry.json"]),
    "a name with an empty part": lambda it: it.add("run//x"),
    "a name that leads out": lambda it: it.add("../../out"),
    "a name from the root": lambda it: it.add("/tmp/out"),
    "a name with a line break": lambda it: it.add("run/a\nverified"),
    "a name of 5,000 letters": lambda it: it.add("run/" + "a" * 5_000),
    "a file below a file": lambda it: it.add("entry.json/x"),
    "another case of a name": moved("entry.json", "ENTRY.json"),
    "no page": lambda it: it.files.pop("README.md"),
    "an id in capitals": lambda it: it.changed(id=it.manifest["id"].upper()),
    "an id in a folder": lambda it: it.changed(id="a/" + it.manifest["id"]),
    "another id": lambda it: it.changed(id="0" * 64),
    "a kind that leads out": lambda it: it.changed(kind="../implement"),
    "another kind": lambda it: it.changed(kind="Implement"),
    "another format": lambda it: it.changed(format="cipherfab bundle 2"),
    "a number as a text": lambda it: it.recorded(
        value=str(it.manifest["records"][0]["value"])),
    "true for a number": lambda it: it.recorded(value=True),
    "another unit": lambda it: it.recorded(unit="kGE"),
    "another metric of the same number": lambda it: it.recorded(metric="watts"),
    "another seed": lambda it: it.recorded(seed=7),
    "another period": lambda it: it.recorded(period_ps=500),
    "another platform": lambda it: it.recorded(platform="sky130hd"),
    "another recipe": lambda it: it.recorded(recipe="speed"),
    "another core": lambda it: it.recorded(core="ascon-128"),
    "another design": lambda it: it.recorded(design="0" * 64),
    "another version of a tool": provenance(versions={"yosys": "0.99"}),
    "another run": provenance(directory="cache/implement/" + "0" * 64),
    "an id that is not its record's": lambda it: it.changed(
        records=[it.manifest["records"][0] | {"id": "0" * 64}]),
    "a second record of a number": lambda it: it.recorded(keep=True, value=1.0),
    "records that are none": lambda it: it.changed(records=[[]]),
    "records that are no list": lambda it: it.changed(records=7),
    "evidence that its id does not name": lambda it: it.changed(
        evidence=[it.manifest["evidence"][0] | {"check": "all"}]),
    "evidence without an outcome": lambda it: it.changed(evidence=[{"passed": "yes"}]),
}  # fmt: skip


@pytest.fixture(scope="module")
def bundled(run, tmp_path_factory):
    """A bundle of the run."""
    before = os.environ.get("CIPHERFAB_HOME")
    os.environ["CIPHERFAB_HOME"] = str(run[0].root)
    try:
        path = tmp_path_factory.mktemp("bundle") / "run.zip"
        command.bundle(run[1][:12], path)
    finally:
        os.environ.pop("CIPHERFAB_HOME")
        if before is not None:
            os.environ["CIPHERFAB_HOME"] = before
    return path


@pytest.mark.parametrize("case", FORGED)
def test_a_forged_bundle_is_refused(case, bundled, tmp_path, monkeypatch):
    """It ends with a code and a sentence, nothing runs, and nothing is written outside."""
    monkeypatch.setattr(flow, "run_job", lambda *_: pytest.fail("it ran"))
    forger = Forger(bundled)
    FORGED[case](forger)
    path = forger.write(tmp_path / "forged.zip")
    result = CliRunner().invoke(cli.main, ["reproduce", str(path)])
    assert isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == 2 and "forged.zip" in result.stderr and not result.stdout
    assert [each.name for each in tmp_path.iterdir()] == ["forged.zip"]


class Ran(Exception):
    """A run of what nobody changed but for what no reader looks at, such as a time."""


def _ran(*_):
    raise Ran


@pytest.mark.parametrize("method", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
@pytest.mark.parametrize("seed", range(12))
def test_damaged_bytes_end_in_a_sentence(seed, method, bundled, tmp_path, monkeypatch):
    """Whatever bytes of an archive are other ones, or missing: refused, or as if nothing was."""
    monkeypatch.setattr(flow, "run_job", _ran)
    forger = Forger(bundled)
    forger.method = method
    content = bytearray(forger.write(tmp_path / "a.zip").read_bytes())
    place = (seed * 7919 + 13) % len(content) if seed % 3 else len(content) - 1 - 3 * seed
    content[place] ^= 1 << seed % 8 | 0x40
    cut = len(content) - 37 * seed if seed % 4 == 3 else len(content)
    (tmp_path / "a.zip").write_bytes(content[:cut])
    result = CliRunner().invoke(cli.main, ["reproduce", str(tmp_path / "a.zip")])
    assert isinstance(result.exception, SystemExit | Ran), result.exception
    if isinstance(result.exception, SystemExit):
        assert result.exit_code == 2 and "a.zip" in result.stderr and not result.stdout
