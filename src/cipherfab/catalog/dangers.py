# SPDX-License-Identifier: Apache-2.0
"""The dangers of an algorithm in sentences: those of its mode, and its limit of data."""

from .algorithm import Algorithm, Kind


def dangers(algorithm: Algorithm) -> list[str]:
    """What an AEAD or a hash does not protect its user from."""
    said = algorithm.model.dangers
    texts = [said.repeated, said.unverified]
    if algorithm.kind is Kind.AEAD:
        texts.append(
            f"One key is for at most {algorithm.data_limit}."
            if algorithm.data_limit
            else "How much data one key may protect is not recorded here; see the document."
        )
    return [f"{algorithm.title}: {text}" for text in texts]
