"""Algorithms 1 and 2, against themselves written down as they stand; and phrases that are none."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lydite.core.text import stop_words
from lydite.knowledge import find_aspects, find_targets
from lydite.knowledge.wordnet import open_wordnet


def algorithm_2(p, n, match):
    if n == 1:
        ts = match(p)
        return [ts] if ts else []
    for i in range(1, len(p) - n + 2):
        ts = match(p[:i])
        if not ts:
            continue
        rest = algorithm_2(p[i:], n - 1, match)
        if rest:
            return [ts, *rest]
    return []


def algorithm_1(p, match):
    for n in range(1, len(p) + 1):
        found = algorithm_2(p, n, match)
        if found:
            return found
    return []


@given(st.lists(st.sampled_from("abc"), max_size=7), st.sets(st.text("abc", min_size=1, max_size=3)))
def test_fewest_aspects_are_those_of_algorithm_2(words, known):
    numbers = {label: (i,) for i, label in enumerate(sorted(known))}

    def match(part):
        return numbers.get("".join(part), ())

    assert [found for _, found in find_aspects(words, 3, match)] == algorithm_1(words, match)


def targets(phrase):
    return find_targets(open_wordnet(), phrase, stop_words())


def test_stop_words_go_only_where_the_phrase_is_divided():
    assert targets("pen and paper").aspects == ("pen", "paper")
    assert targets("look up to").aspects == ("look up to",)
    assert targets("state-of-the-art method").aspects == ("state-of-the-art", "method")
    assert targets("(cake!)").sets == targets("cake").sets


def test_possessives_stand_for_their_owners():
    assert targets("children's literature").sets == targets("children literature").sets
    assert targets("children’s literature").sets == targets("children's literature").sets
    assert targets("dogs' tails").sets == targets("dogs tails").sets
    assert set(targets("men").sets[0]) < set(targets("men's").sets[0])  # and the room
    assert targets("Alzheimer's").aspects == ("alzheimer's",)
    assert targets("lady’s slipper").sets == targets("lady's slipper").sets
    assert [open_wordnet().name(s) for s in targets("O'Brien").sets[0]] == ["[O'Brien, Edna O'Brien]"]
    assert not targets("he's")  # which is not helium's


@pytest.mark.parametrize(
    ("phrase", "note"),
    [
        ("", "an empty phrase"),
        (" \t\n", "an empty phrase"),
        ("the of", "only stop words"),
        ("犬", "no target"),
        ("😀", "no target"),
        ("\x00", "no target"),
        ("cake \x00", ""),
        ("\ud800", "no target"),
        ("!!!", "no target"),
    ],
)
def test_what_has_no_targets_says_why(phrase, note):
    found = targets(phrase)
    assert bool(found) == (note == "")
    assert note in found.note


@pytest.mark.parametrize(
    "phrase", ["dog " * 10_000, "dog cat " * 40, "x" * 1_000_000, "-" * 10_000, "a-" * 5_000]
)
def test_endless_phrases_end_soon(phrase):
    began = time.monotonic()
    found = targets(phrase)
    assert len(found.sets) <= 64
    assert time.monotonic() - began < 20  # a guard against runaway time, not a measurement


def test_repeated_aspects_count_once():
    assert targets("dog dog cat").aspects == ("dog", "cat")
