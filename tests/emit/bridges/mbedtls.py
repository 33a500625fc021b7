# SPDX-License-Identifier: Apache-2.0
"""Mbed TLS, or TF-PSA-Crypto, with the PSA driver of a core in front of its own functions.

Its dispatch layer has no hook that a driver for AEADs or hashes could use without a change of its
text. Where its sources are at hand (``MBEDTLS_SOURCE``), calls of the driver are put into the
functions of that layer, as its guide for drivers says. Before those functions of Debian's library
of 2.28 the loader finds ones of ours, which call the driver first.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

from cipherfab.cores.build import build
from cipherfab.emit.bridges import Wanted
from cipherfab.emit.package import write_package

SOURCE = os.environ.get("MBEDTLS_SOURCE")
"""A folder with the sources of Mbed TLS 3 or of TF-PSA-Crypto 1, generated files among them."""

INSTALLED = Path("/usr/include/psa/crypto.h")
OURS = 77
"""What the layer keeps of an operation that is the driver's."""

AD = "const uint8_t *nonce, size_t nonce_length, const uint8_t *ad, size_t ad_length"
KEY = (
    "const psa_key_attributes_t *attributes, const uint8_t *key, size_t key_size, "
    "psa_algorithm_t alg"
)
TEXT = (
    "const uint8_t *input, size_t input_length, uint8_t *output, size_t output_size, size_t *length"
)
OPERATION = "psa_hash_operation_t *operation"
IMPORT = """
psa_status_t seen_import(const uint8_t *key, size_t bytes, psa_key_id_t *number);
psa_status_t seen_import(const uint8_t *key, size_t bytes, psa_key_id_t *number)
{
    psa_key_attributes_t attributes = *seen_attributes();
    psa_set_key_usage_flags(&attributes, PSA_KEY_USAGE_ENCRYPT | PSA_KEY_USAGE_DECRYPT);
    return psa_import_key(&attributes, key, bytes, number);
}
"""
"""A key of the driver's type, with what may be done with it: those functions are in
headers only."""

CORE = "ascon-aead128/round,hash"
BORROWED = ["-DTOP_PSA_AEAD=PSA_ALG_GCM", "-DTOP_PSA_KEY_TYPE=PSA_KEY_TYPE_AES"]
"""Mbed TLS does not know Ascon: see psa_library.py."""

LAYER = {
    "aead_encrypt": f"{KEY}, {AD}, {TEXT}",
    "aead_decrypt": f"{KEY}, {AD}, {TEXT}",
    "hash_compute": f"psa_algorithm_t alg, {TEXT}",
    "hash_setup": f"{OPERATION}, psa_algorithm_t alg",
    "hash_clone": "const psa_hash_operation_t *operation, psa_hash_operation_t *target",
    "hash_update": f"{OPERATION}, const uint8_t *input, size_t input_length",
    "hash_finish": f"{OPERATION}, uint8_t *hash, size_t hash_size, size_t *hash_length",
    "hash_abort": OPERATION,
}
"""The functions of 2.28's layer, without their prefix, and their parameters."""

FUNCTION = re.compile(r"psa_driver_wrapper_((?:aead|hash)_\w+)\(([^;{}]*?)\)\s*\{\n", re.DOTALL)


def names(parameters: str) -> list[str]:
    """The names of a function's parameters."""
    return [re.findall(r"\w+", each)[-1] for each in parameters.split(",")]


def called(top: str, name: str, parameters: str) -> str:
    """Statements that call the driver's entry point, and go on where it is not for the driver."""
    first, *rest = names(parameters)
    # Contexts of operations are the driver's memory.
    given = [f"(void *)&{each}->ctx" if "operation" in each else each for each in (first, *rest)]
    call = f"{top}_{name}({', '.join(given)})".replace("target)", "(void *)&target->ctx)")
    if "operation" in first and not name.endswith("setup"):
        return f"    if ({first}->id == {OURS}u) return {call};\n"
    marks = f"    if (ours == PSA_SUCCESS) {first}->id = {OURS}u;\n" if "operation" in first else ""
    return (
        f"    psa_status_t ours = {call};\n{marks}"
        "    if (ours != PSA_ERROR_NOT_SUPPORTED) return ours;\n"
    )


def patched(text: str, top: str) -> str:
    """The dispatch layer of Mbed TLS 3 with the driver in it."""
    return f'#include "{top}_psa.h"\n' + FUNCTION.sub(
        lambda found: f"{found[0]}{called(top, found[1], found[2])}", text
    )


def before(top: str) -> str:
    """Functions that are found before those of a shared library of 2.28, which they call."""
    return f'#include <dlfcn.h>\n#include "{top}_psa.h"\n' + "".join(
        f"psa_status_t psa_driver_wrapper_{name}({parameters});\n"
        f"psa_status_t psa_driver_wrapper_{name}({parameters})\n{{\n"
        f"    static psa_status_t (*next)({parameters});\n"
        f'    *(void **)&next = dlsym(RTLD_NEXT, "psa_driver_wrapper_{name}");\n'
        f"{called(top, name, parameters)}"
        f"    return next({', '.join(names(parameters))});\n}}\n"
        for name, parameters in LAYER.items()
    )


def emitted(folder: Path) -> list[str]:
    """Write the package of a core, and what plays the library on it; the call that does so."""
    design = build(CORE)
    write_package(design, folder, wanted=Wanted(names=("apb",)))
    top, name = design.top, "psa_library.py"
    (folder / name).write_text((Path(__file__).parent / name).read_text())
    given = [
        f"-D{top.upper()}_PSA_BASE=0",
        *(each.replace("TOP", top.upper()) for each in BORROWED),
    ]
    given += [f"{top}_psa.c", "seen.c", *linked(folder, top)]
    (folder / "play.py").write_text(
        "import sys\nfrom test_apb import compile_driver, play\n"
        "from test_apb_psa import LIBRARY, SEEN\n"
        f"open('seen.c', 'w').write(SEEN + {IMPORT!r})\n"
        f"compile_driver(LIBRARY, *{given!r})\nsys.exit(play('psa_library'))\n"
    )
    return [sys.executable, "play.py"]


def linked(folder: Path, top: str) -> list[str]:
    """What the compiler is given, beside the driver, for a library with the driver in it.

    Args:
        folder: of an emitted package; files are written into it.
        top: the package's name.
    """
    if SOURCE is None:
        (folder / "layer.c").write_text(before(top))
        return ["-D_GNU_SOURCE", "layer.c", "-lmbedcrypto"]
    core, *others = code(Path(SOURCE))
    layer = "psa_crypto_driver_wrappers.h"
    (folder / layer).write_text(patched((core / layer).read_text(), top))
    # A header beside the file that includes it is found before all others.
    (folder / "psa_crypto.c").write_text((core / "psa_crypto.c").read_text())
    searched = [f"-I{each}" for each in (folder, *headers(), core, *others)]
    objects = []
    files = (file for each in (core, *others) for file in sorted(each.glob("*.c")))
    for file in [folder / "psa_crypto.c", *files]:
        made = folder / "objects" / f"{file.stem}.o"
        if made.exists():
            continue
        made.parent.mkdir(exist_ok=True)
        subprocess.run(
            ["cc", "-O1", "-fPIC", "-c", *searched, file, "-o", made,
             f"-D{top.upper()}_PSA_BASE=0"],
            check=True,
        )  # fmt: skip
        objects.append(str(made))
    return [*objects, *(f"-I{each}" for each in headers())]


def code(source: Path) -> list[Path]:
    """Folders with the library's C files; the dispatch layer is in the first one."""
    if (source / "library").exists():
        return [source / "library"]
    return [source / "core", source / "drivers" / "builtin" / "src"]


def headers() -> list[Path]:
    """Folders with the headers of its interface; none for the installed ones."""
    if SOURCE is None:
        return []
    return [Path(SOURCE) / "include", *sorted(Path(SOURCE).glob("drivers/*/include"))]


def told() -> dict[str, str]:
    """What says to an emitted test where they are."""
    return {"PSA_INCLUDE": os.pathsep.join(map(str, headers()))} if SOURCE else {}
