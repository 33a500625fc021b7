# SPDX-License-Identifier: Apache-2.0
"""One file with all that a run was made from and all that it found, for another machine.

A bundle is a ZIP archive of a cache entry (`cache`): ``entry.json`` (the job with sources, recipe
and versions; its result) and the files of the run, with ``bundle.json`` (what the store says of the
run, and the SHA-256 of every file) and ``ro-crate-metadata.json`` (RO-Crate 1.1). The run's id is
the hash of its job: the same on every machine. For people there are pages beside them: what the
numbers are, the licence, how to cite them.
"""

import json
import lzma
import re
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from .. import outputs
from ..errors import CallError
from ..given import check
from .cache import KIND, damage, read_entry, sound
from .digest import digest, digest_file, digest_text

FORMAT = "cipherfab bundle 1"
MANIFEST, CRATE = "bundle.json", "ro-crate-metadata.json"
EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of every file in the archive, so that equal files make equal archives."""

MAX_BYTES = 1 << 30
"""Most bytes that a bundle may have, and may unpack to."""

MAX_MANIFEST, MAX_ENTRY = 16 << 20, 64 << 20
"""Most bytes of ``bundle.json`` or a page, and of ``entry.json``, which are read whole."""

NOT_CHECKED = "the netlist was not checked: neither proved equal to its RTL nor played"
"""What a bundle says of the netlist whose numbers it has, where no evidence is about it."""

PIECE = 1 << 16

ID = re.compile(r"[0-9a-f]{64}")
"""Of a run: the hash of its job."""


@dataclass(frozen=True)
class Bundle:
    """An unpacked bundle.

    Attributes:
        key: the run's id.
        entry: its folder, as in a cache: ``entry.json`` and ``run/``.
        records, evidence: what the store that it came from says, as JSON.
    """

    key: str
    entry: Path
    records: list[dict[str, Any]]
    evidence: list[dict[str, Any]]


def write_bundle(
    path: Path,
    entry: Path,
    *,
    records: Iterable[Mapping],
    evidence: Iterable[Mapping],
    version: str,
    netlist: str = NOT_CHECKED,
    pages: Mapping[str, str] | None = None,
) -> Path:
    """Write the bundle of a cache entry.

    Args:
        version: of cipherfab.
        netlist: whether the run's netlist was checked, in words.
        pages: texts for people, by file name; no file of the run has these names.

    Raises:
        ToolError: the entry is not as it was written.
    """
    files = {name: entry / name for name in _names(sound(entry))}
    manifest = {"format": FORMAT, "id": entry.name, "kind": entry.parent.name,
                "cipherfab": version, "netlist": netlist, "records": list(records),
                "evidence": list(evidence),
                "pages": {name: digest_text(text) for name, text in (pages or {}).items()},
                "files": {name: digest_file(file) for name, file in files.items()}}  # fmt: skip
    manifest["sha256"] = digest(manifest)
    with (
        outputs.whole(path) as partial,
        zipfile.ZipFile(partial, "w", zipfile.ZIP_DEFLATED) as archive,
    ):
        # First: by it a file that is there is known as a bundle, and may be replaced.
        _add(archive, MANIFEST, _text(manifest))
        _add(archive, CRATE, _text(_crate(manifest)))
        for name, text in sorted((pages or {}).items()):
            _add(archive, name, text.encode())
        for name, file in files.items():
            _add(archive, name, file.read_bytes())
    return path


def _names(content: Mapping[str, Any]) -> list[str]:
    """The files of an entry, and no others: what else lies in its folder nobody vouches for."""
    return ["entry.json", *(f"run/{name}" for name in sorted(content["files"]))]


def read_bundle(path: Path, directory: Path) -> Bundle:
    """Unpack a bundle into an empty folder.

    Raises:
        CallError: it is none, or a file in it is not as it was written.
    """
    check(path, MAX_BYTES, what="a bundle, made by `cipherfab bundle`")
    try:
        with zipfile.ZipFile(path) as archive:
            # It is read whole, so its size is limited before anything in it is believed.
            said = b"".join(_pieces(archive, MANIFEST, MAX_MANIFEST))
            manifest = json.loads(said)
            _check(path, manifest, archive)
            if said != _text(manifest):  # such as a name twice, of which a reader takes either
                raise CallError(f"{path}: {MANIFEST} is not written as it was.")
            _check_pages(path, manifest, archive)
            entry = directory / manifest["kind"] / manifest["id"]
            _unpack(archive, manifest["files"], entry)
    except (
        # A damaged or a hostile archive may end in any of these.
        zipfile.BadZipFile,
        zlib.error,
        lzma.LZMAError,
        struct.error,
        OSError,
        OverflowError,
        NotImplementedError,
        RuntimeError,
        EOFError,
        KeyError,
        TypeError,
        ValueError,
        AttributeError,
        RecursionError,
    ) as error:
        raise CallError(
            f"{path}: expected a bundle, made by `cipherfab bundle`: {error}."
        ) from None
    wrong = [
        name for name, sha256 in manifest["files"].items() if digest_file(entry / name) != sha256
    ]
    if wrong:
        raise CallError(f"{path}: {wrong[0]} is not as it was written.")
    if what := damage(entry):
        raise CallError(f"{path}: its entry is damaged: {what}.")
    if set(manifest["files"]) != set(_names(read_entry(entry))):
        raise CallError(f"{path}: its files are not those that entry.json names.")
    return Bundle(
        key=manifest["id"], entry=entry, records=manifest["records"], evidence=manifest["evidence"]
    )


def _unpack(archive: zipfile.ZipFile, names: Iterable[str], entry: Path) -> None:
    left = MAX_BYTES
    for name in names:
        target = entry / name
        target.parent.mkdir(parents=True, exist_ok=True)
        most = min(left, MAX_ENTRY if name == "entry.json" else left)
        # Not over a file that is there: the first of two names would be checked, the second kept.
        with open(target, "xb") as file:
            for piece in _pieces(archive, name, most):
                file.write(piece)
                left -= len(piece)


def _pieces(archive: zipfile.ZipFile, name: str, most: int) -> Iterator[bytes]:
    """A file of an archive in pieces, whatever the archive says of its size.

    Raises:
        ValueError: it has more than ``most`` bytes.
    """
    with archive.open(name) as file:
        while piece := file.read(PIECE):
            most -= len(piece)
            if most < 0:
                raise ValueError(f"'{name}' unpacks to more than it may")
            yield piece


def _check(path: Path, manifest: Mapping[str, Any], archive: zipfile.ZipFile) -> None:
    """Refuse what is no bundle of ours, a changed one, and names that lead out of the folder."""
    if manifest["format"] != FORMAT:
        raise CallError(
            f"{path}: expected '{FORMAT}', got {manifest['format']!r}. Another version "
            f"of cipherfab wrote it."
        )
    if (
        digest({name: value for name, value in manifest.items() if name != "sha256"})
        != manifest["sha256"]
    ):
        raise CallError(f"{path}: {MANIFEST} is not as it was written.")
    if not (ID.fullmatch(manifest["id"]) and KIND.fullmatch(manifest["kind"])):
        raise CallError(f"{path}: {MANIFEST} has no id or kind of a run.")
    for name in manifest["files"]:
        check_name(path, name)
    pages = manifest.get("pages", {})
    expected = sorted([MANIFEST, CRATE, *pages, *manifest["files"]])
    # A file twice, or one that nothing is said of, would pass for a part of the run.
    if sorted(archive.namelist()) != expected:
        raise CallError(f"{path}: its files are not those that {MANIFEST} names.")
    # What it says itself is refused early; `_pieces` counts what really comes.
    if sum(archive.getinfo(name).file_size for name in manifest["files"]) > MAX_BYTES:
        raise CallError(f"{path}: it would unpack to more than {MAX_BYTES >> 20} MiB.")


def _check_pages(path: Path, manifest: Mapping[str, Any], archive: zipfile.ZipFile) -> None:
    """Refuse a page for people, or the crate, that says something else than what was written;
    bundles of before have no pages.
    """
    if b"".join(_pieces(archive, CRATE, MAX_MANIFEST)) != _text(_crate(manifest)):
        raise CallError(f"{path}: {CRATE} is not as it was written.")
    for name, sha256 in manifest.get("pages", {}).items():
        text = b"".join(_pieces(archive, name, MAX_MANIFEST)).decode()
        if digest_text(text) != sha256:
            raise CallError(f"{path}: {name} is not as it was written.")


def check_name(path: Path, name: str) -> None:
    """Refuse the name of a file that would lie outside of its folder. Raises `CallError`, with the
    path of the bundle.
    """
    parts = PurePosixPath(name).parts
    # As it is spelled, too: ``./a`` would be another name of ``a``.
    plain = "/".join(parts) == name and name.isprintable()
    if not parts or not plain or name.startswith("/") or "\\" in name or ".." in parts:
        raise CallError(f"{path}: a file of it is called '{name}', which no bundle's file is.")


def _add(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    # No time of today: the same content gives the same bytes.
    info = zipfile.ZipInfo(name, date_time=EPOCH)
    info.compress_type = zipfile.ZIP_DEFLATED
    # The upper 16 bits are the mode of a file of Unix.
    info.external_attr = 0o644 << 16
    archive.writestr(info, content)


def _text(value: Any) -> bytes:
    return (json.dumps(value, indent=1, sort_keys=True, ensure_ascii=False) + "\n").encode()


def _crate(manifest: Mapping[str, Any]) -> dict[str, Any]:
    """The archive as an RO-Crate: the folder, its files, and the program that made them."""
    files = [
        {"@id": name, "@type": "File", "sha256": sha256}
        for name, sha256 in sorted(manifest["files"].items())
    ]
    return {"@context": "https://w3id.org/ro/crate/1.1/context", "@graph": [
        {"@id": CRATE, "@type": "CreativeWork", "about": {"@id": "./"},
         "conformsTo": {"@id": "https://w3id.org/ro/crate/1.1"}},
        {"@id": "./", "@type": "Dataset",
         "name": f"cipherfab {manifest['kind']} run {manifest['id'][:12]}",
         "description": f"Inputs, versions of tools and results of one run. Of its netlist: "
                        f"{manifest['netlist']}.",
         "identifier": manifest["id"],
         "license": {"@id": "https://spdx.org/licenses/Apache-2.0"},
         "hasPart": [{"@id": one["@id"]} for one in files],
         "mentions": {"@id": "#cipherfab"}},
        {"@id": "#cipherfab", "@type": "SoftwareApplication",
         "name": "cipherfab", "softwareVersion": manifest["cipherfab"]},
        *files]}  # fmt: skip
