# SPDX-License-Identifier: Apache-2.0
"""The studies that the command line offers."""

import re

from cipherfab import cli
from cipherfab.commands import study


def test_the_command_line_offers_every_study():
    """The names that `cipherfab study` takes are those that it can run, and each says which paper
    it is, with its year.
    """
    offered = next(
        parameter for parameter in cli.main.commands["study"].params if parameter.name == "name"
    ).type.choices
    assert list(offered) == list(study.STUDIES)
    assert all(re.search(r"\b20\d\d\b", each.paper) for each in study.STUDIES.values())
