# SPDX-License-Identifier: Apache-2.0
"""Which controllers there are: found by their modules."""

import sys
from pathlib import Path
from types import ModuleType

import pytest

from cipherfab import controllers
from cipherfab.catalog import ALGORITHMS, Kind, find
from cipherfab.discovery import by_name, most_specific
from cipherfab.errors import CallError
from cipherfab.studies.low_latency.variants import circuits_of


class Base:
    """A model, and those below are special ones of it."""


class Middle(Base):
    """A model that a controller of its own serves."""


class Other(Base):
    """Another one."""


class Lowest(Middle):
    """A model that has no controller of its own."""


class Both(Middle, Other):
    """A model of two modes."""


def module(name: str, *models: type) -> ModuleType:
    """A module that serves classes."""
    made = ModuleType(name)
    made.MODELS = models
    return made


@pytest.fixture
def added(tmp_path, monkeypatch):
    """Adds a file to the package of controllers."""
    # Modules are looked for along the package's path, so a file elsewhere can be one of them.
    monkeypatch.setattr(controllers, "__path__", [*controllers.__path__, str(tmp_path)])
    names = []

    def add(name: str, text: str) -> None:
        (tmp_path / f"{name}.py").write_text(text)
        names.append(f"{controllers.__name__}.{name}")
        # Which controllers there are is kept from the first call on.
        controllers.all_controllers.cache_clear()

    yield add
    controllers.all_controllers.cache_clear()
    # Other tests must not find these modules, neither as imported nor as the package's own.
    for name in names:
        sys.modules.pop(name, None)
        if hasattr(controllers, name.rpartition(".")[2]):
            delattr(controllers, name.rpartition(".")[2])


def test_controllers_are_the_modules_that_serve_models():
    """Every module that says what it serves is found, and can make a core; no model is served
    twice.
    """
    files = sorted(Path(controllers.__file__).parent.rglob("*.py"))
    found = controllers.all_controllers()
    assert [module.__name__.rpartition(".")[2] for module in found] == [
        path.stem for path in files if "\nMODELS = " in path.read_text()
    ]
    served = [model for module in found for model in module.MODELS]
    assert len(set(served)) == len(served) > 5 and all(callable(module.make) for module in found)


def test_models_find_their_controllers():
    """An AEAD or a hash has the controller of its mode or none yet, and of two that of the more
    specific one; primitives have none; few have serial cores.
    """
    names = {name: controllers.controller_of(entry.model) for name, entry in ALGORITHMS.items()}
    assert names["ascon-128"].__name__.endswith("duplex") and names["romulus-n1"].__name__.endswith(
        "romulus"
    )
    assert names["hyena-v2"].__name__.endswith("by_steps") and names["skinny-64-64"] is None
    assert names["gift-cofb"].__name__.endswith("block.cofb")
    assert names["ascon-hash"].__name__.endswith("duplex_hash") and names[
        "esch384"
    ].__name__.endswith("sponge.general")
    assert all(
        entry.kind in (Kind.AEAD, Kind.HASH) for name, entry in ALGORITHMS.items() if names[name]
    )
    said = {name: controllers.takes(entry.model) for name, entry in ALGORITHMS.items()}
    assert {name for name, found in said.items() if found and "serial" in found.architectures} == {
        "ascon-128",
        "ascon-128a",
        "ascon-aead128",
        "ascon-hash",
        "ascon-hasha",
        "ascon-hash256",
        "gift-cofb",
        "saturnin-ctr-cascade",
    }
    assert {name for name, found in said.items() if found and found.domains} == {
        "ascon-128",
        "ascon-128a",
        "ascon-aead128",
        "xoodyak-r2",
        "xoodyak-r3",
    }
    models = {name: entry.model for name, entry in ALGORITHMS.items()}
    assert {name for name, found in said.items() if found and found.masked(models[name])} == {
        "ascon-128",
        "ascon-128a",
        "ascon-aead128",
        "elephant-delirium-v2",
        "elephant-dumbo-v2",
        "elephant-jumbo-v2",
        "gift-cofb",
        "grain-128aead",
        "grain-128aeadv2",
        "hyena-v1",
        "hyena-v1-corrected",
        "hyena-v2",
        "gimli",
        "isap-a-128",
        "isap-a-128a",
        "isap-k-128",
        "isap-k-128a",
        "knot-aead-128-384",
        "orange-zest",
        "orange-zest-corrected",
        "oribatida-192-96",
        "oribatida-256-64",
        "photon-beetle-aead-128",
        "photon-beetle-aead-32",
        "romulus-n",
        "romulus-n1",
        "schwaemm128-128",
        "schwaemm192-192",
        "schwaemm256-128",
        "schwaemm256-256",
        "spoc-128",
        "spoc-64",
        "tinyjambu-128",
        "tinyjambu-128-v2",
        "tinyjambu-192",
        "tinyjambu-192-v2",
        "tinyjambu-256",
        "tinyjambu-256-v2",
        "xoodyak-r3",
    }


def test_a_new_controller_of_a_special_model_is_not_ignored(added):
    """A controller behind ``sponge.general`` in the alphabet that serves a class below
    `SpongeAead` is found for it, and that class alone.
    """
    model = find("schwaemm256-128").model
    assert controllers.controller_of(model).__name__.endswith("sponge.general")
    added(
        "zz_special",
        "from cipherfab.catalog import find\n\n\n"
        "class Special(type(find('schwaemm256-128').model)):\n    pass\n\n\n"
        "MODELS = (Special,)\n",
    )
    special = next(
        found for found in controllers.all_controllers() if found.__name__.endswith("zz_special")
    )
    # Without its fields: only its class is looked at.
    assert controllers.controller_of(object.__new__(special.Special)) is special
    assert controllers.controller_of(model).__name__.endswith("sponge.general")


def test_two_controllers_of_one_model_are_an_error(added):
    """A second module that serves a class that is served already is an error with both names."""
    added("zz_second", "from cipherfab.modes.sponge import SpongeAead\n\nMODELS = (SpongeAead,)\n")
    with pytest.raises(CallError, match="controllers.sponge.general and .*zz_second both serve"):
        controllers.controller_of(find("schwaemm256-128").model)


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 0, 2)])
def test_the_most_specific_class_counts_in_any_order(order):
    """Whatever the modules' order, a model has the controller of the class that is nearest to it;
    the base's controller serves what has none of its own.
    """
    modules = [module("a", Base), module("b", Middle), module("c", Both)]
    given = [modules[index] for index in order]
    found = {
        kind: most_specific(given, kind(), "MODELS").__name__
        for kind in (Base, Middle, Other, Lowest, Both)
    }
    assert found == {Base: "a", Middle: "b", Other: "a", Lowest: "b", Both: "c"}
    assert most_specific(given, "no model", "MODELS") is None


def test_a_model_of_two_modes_is_ambiguous():
    """Two modules of which neither serves the more specific class are an error with both names; one
    module that serves both classes is none.
    """
    with pytest.raises(CallError, match="b and c both serve Both"):
        most_specific(
            [module("a", Base), module("b", Middle), module("c", Other)], Both(), "MODELS"
        )
    assert most_specific([module("d", Middle, Other)], Both(), "MODELS").__name__ == "d"


def test_a_name_in_two_modules_is_an_error():
    """Families, platforms and circuits are found by name, and a name that two modules have, or one
    module twice, hides nothing: it is an error with the name and the modules.
    """
    one, two = module("one"), module("two")
    with pytest.raises(CallError, match="'twin' is there twice, in one and two"):
        by_name([one, two], lambda _: ["twin"])
    with pytest.raises(CallError, match="'twin' is there twice, in one;"):
        by_name([one], lambda _: ["twin", "twin"])
    assert by_name([one, two], lambda found: [found.__name__]) == {"one": one, "two": two}


def test_circuits_of_one_block_in_two_modules_are_an_error(monkeypatch):
    """A second module with circuits of a block does not vanish behind the first."""
    found = circuits_of("aes-128") or circuits_of("prince-v2-xex")
    twin = ModuleType("twin")
    twin.CIRCUITS = found.CIRCUITS
    monkeypatch.setattr(
        "cipherfab.studies.low_latency.variants.modules_with", lambda *_: (found, twin)
    )
    with pytest.raises(CallError, match="is there twice, in .* and twin"):
        circuits_of(next(iter(found.CIRCUITS)).partition("/")[0])
