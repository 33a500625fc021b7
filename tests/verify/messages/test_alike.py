# SPDX-License-Identifier: Apache-2.0
"""Literals that differ in the order of their sums."""

from functools import reduce
from random import Random

from cipherfab.verify.messages import alike
from cipherfab.verify.messages.alike import Alike
from cipherfab.verify.messages.graph import Graph


def test_sums_in_any_order_are_alike(monkeypatch):
    """Sums of products of sums, each made in an order of its own, have one form; with one term
    less they have another one, and inversions count. Where a sum is too long for that, nothing is
    said.
    """
    graph, dice = Graph(), Random(1)
    bits = [graph.input(bit) for bit in range(60)]

    def mixed(terms):
        return reduce(graph.xor, dice.sample(terms, len(terms)))

    one, other = (graph.and_(mixed(bits[:30]), mixed(bits[30:])) for _ in range(2))
    first, second = mixed([one, *bits[:9]]), mixed([other, *bits[:9]])
    assert first != second and one != other
    forms = Alike(graph, ())
    assert forms.pair(first, second) and forms.pair(first ^ 1, second ^ 1)
    assert not forms.pair(first, second ^ 1) and not forms.pair(first, mixed([other, *bits[:8]]))
    assert not Alike(graph, {one >> 1}).pair(first, second)
    monkeypatch.setattr(alike, "MOST_TERMS", 20)
    assert not Alike(graph, ()).pair(first, second)


def test_products_of_short_sums_are_multiplied_out():
    """A product in GF(2^16) by Horner's rule and one by powers have the same form bit by bit; with
    another polynomial they have not. Inversions of what is multiplied count.
    """
    graph = Graph()
    x, y = ([graph.input((name, place)) for place in range(16)] for name in "xy")

    def times(word, taps):
        return [
            graph.xor(low, word[-1]) if place in taps else low
            for place, low in enumerate([0, *word[:-1]])
        ]

    def masked(bit, word):
        return [graph.and_(bit, one) for one in word]

    def plus(one, other):
        return list(map(graph.xor, one, other))

    def horner(taps):
        return reduce(lambda sum_, bit: plus(times(sum_, taps), masked(bit, y)), x[::-1], 16 * [0])

    def powers(taps, flip=0):
        total, power = 16 * [0], [bit ^ flip for bit in y]
        for bit in x:
            total, power = plus(total, masked(bit, power)), times(power, taps)
        return total

    forms, taps = Alike(graph, ()), (0, 1, 3, 12)
    assert horner(taps) != powers(taps)
    assert all(map(forms.pair, horner(taps), powers(taps)))
    assert not all(map(forms.pair, horner(taps), powers((0, 2, 3, 5))))
    assert not any(map(forms.pair, horner(taps), powers(taps, flip=1)))
    some = graph.xor(x[0], x[1])
    assert forms.pair(graph.and_(some, x[0]), graph.xor(x[0], graph.and_(x[0], x[1])))


def test_what_is_alike_is_equal():
    """Of many small functions those with one form have the same values for all inputs, and what
    folds to a constant is one.
    """
    graph, dice = Graph(), Random(2)
    found = [0, *(graph.input(bit) for bit in range(5))]
    for _ in range(3000):
        make = dice.choice([graph.and_, graph.xor, graph.xor, graph.xor])
        found.append(make(dice.choice(found[:60]) ^ dice.getrandbits(1), dice.choice(found[:60])))
    forms, by_form = Alike(graph, ()), {}
    for literal in set(found):
        by_form.setdefault(forms._form(literal), set()).add(graph.value(literal))
    assert all(len(values) == 1 for values in by_form.values())
    assert len(set(found)) > len(by_form)
