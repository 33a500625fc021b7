# SPDX-License-Identifier: Apache-2.0
"""Which controllers there are: found by their modules."""

from pathlib import Path

from cipherfab import controllers
from cipherfab.catalog import ALGORITHMS, Kind


def test_controllers_are_the_modules_that_serve_models():
    """Every module that says what it serves is found, and can make a core; no model is served
    twice.
    """
    files = sorted(Path(controllers.__file__).parent.glob("*.py"))
    found = controllers.all_controllers()
    assert [module.__name__.rpartition(".")[2] for module in found] == [
        path.stem for path in files if "\nMODELS = " in path.read_text()]
    served = [model for module in found for model in module.MODELS]
    assert len(set(served)) == len(served) > 5 and all(callable(module.make) for module in found)


def test_models_find_their_controllers():
    """An AEAD or a hash has the controller of its mode or none yet; primitives have none; only
    Ascon's has serial cores.
    """
    names = {name: controllers.controller_of(entry.model) for name, entry in ALGORITHMS.items()}
    assert names["ascon-128"].__name__.endswith("duplex") and names[
        "romulus-n1"].__name__.endswith("romulus")
    assert names["gift-cofb"].__name__.endswith("cofb") and names["skinny-64-64"] is None
    assert names["ascon-hash"].__name__.endswith("duplex_hash") and names[
        "esch384"].__name__.endswith("sponge")
    assert all(entry.kind in (Kind.AEAD, Kind.HASH) for name, entry in ALGORITHMS.items()
               if names[name])
    said = {name: controllers.takes(entry.model) for name, entry in ALGORITHMS.items()}
    assert {name for name, found in said.items() if found and "serial" in found.architectures} == {
        "ascon-128", "ascon-128a", "ascon-aead128", "ascon-hash", "ascon-hasha", "ascon-hash256",
        "saturnin-ctr-cascade"}
    assert {name for name, found in said.items() if found and "masked" in found.architectures} == {
        "ascon-128", "ascon-128a", "ascon-aead128"}
