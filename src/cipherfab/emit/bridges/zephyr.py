# SPDX-License-Identifier: Apache-2.0
"""A package as a module of Zephyr: its drivers, options and a binding of the device tree."""

from collections.abc import Mapping, Sequence

from ..texts import filled

TEMPLATES = {
    "module.yml": "module.txt",
    "Kconfig": "Kconfig.txt",
    "CMakeLists.txt": "CMakeLists.txt",
}
"""The template of each file of the folder ``zephyr``."""

PSA = {"Kconfig": "Kconfig_psa.txt", "CMakeLists.txt": "CMakeLists_psa.txt"}
"""What the driver of PSA Crypto adds to a file; the first line of a template is left out."""


def zephyr(about: Mapping[str, str | int], sources: Sequence[str]) -> dict[str, str]:
    """The files by name, all in the folder ``zephyr``.

    Args:
        about: what the templates say of the core, see `registers.values`.
        sources: the driver's C files, but for that of PSA Crypto.
    """
    dashed = str(about["TOP"]).replace("_", "-")
    given = {
        **about,
        "DASHED": dashed,
        "CMAKE_FILES": " ".join(f"${{package}}/{name}" for name in sources),
    }
    binding = f"zephyr/dts/bindings/crypto/cipherfab,{dashed}.yaml"
    return {
        **{
            f"zephyr/{name}": filled(f"bridges/zephyr/{of}", PSA=_psa(name, about), **given)
            for name, of in TEMPLATES.items()
        },
        binding: filled("bridges/zephyr/binding.txt", **given),
    }


def _psa(name: str, about: Mapping[str, str | int]) -> str:
    """What a file says of the driver of PSA Crypto, where there is one."""
    if about["KEY_PORT"] or name not in PSA:
        return ""
    return filled(f"bridges/zephyr/{PSA[name]}", **about).partition("\n")[2]
