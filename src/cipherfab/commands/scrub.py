# SPDX-License-Identifier: Apache-2.0
"""``cipherfab scrub``."""

from typing import Any

from ..plain import say
from ..results.cache import Cache
from ..results.home import default_home
from ..results.store import Store


def run(*, mend: bool) -> dict[str, Any]:
    """Read every record and every file of the cache, and name what is not as it was written.

    Args:
        mend: drop damaged records, and move damaged entries of the cache to ``damaged/``: the next
            benchmark makes them again.

    Returns:
        ``home``; ``records`` and ``entries``: how many were read; ``damages``: a list of ``where``
        and ``what``; ``mended``: how many were dropped or moved.

    Raises:
        ToolError: the store is damaged beyond its records, and was to be mended.
    """
    home, found, records, mended = default_home(), [], 0, 0
    cache = Cache(home)
    if home.database.is_file():
        with Store(home.database) as store:
            found += [
                {"where": f"{home.database.name}: {damage.where}", "what": damage.what}
                for damage in store.damages()
            ]
            mended += store.mend() if mend else 0
            records = store.count() if mend or not found else 0
    entries = sum(1 for kind in home.cache.iterdir() if kind.is_dir() for _ in kind.iterdir())
    found += [
        {"where": str(path.relative_to(home.root)), "what": what}
        for path, what in cache.damages().items()
    ]
    mended += cache.mend() if mend else 0
    return {
        "home": str(home.root),
        "records": records,
        "entries": entries,
        "damages": found,
        "mended": mended,
    }


def show(result: dict[str, Any]) -> None:
    """Print each damage, and how much was read."""
    for damage in result["damages"]:
        say(f"{damage['where']}: {damage['what']}")
    read = f"{result['records']} records and {result['entries']} entries of the cache read"
    say(f"{result['home']}: {read}, {len(result['damages'])} damaged, {result['mended']} mended")


def exit_code(result: dict[str, Any]) -> int:
    """1 if something is damaged and was not mended."""
    return int(len(result["damages"]) > 0 and not result["mended"])
