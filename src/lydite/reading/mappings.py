"""Plain mappings from item to list of phrases."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from lydite.errors import InputError
from lydite.reading.phrases import Phrases
from lydite.reading.ragged import encode


def from_mapping(found: Mapping[Any, Any], source: str) -> Phrases:
    """Read ``{item: [phrase, …]}``, ``{item: [[variant, …], …]}`` or ``{item: {phrase: score}}``."""
    if not found:
        raise InputError("there are no items in it", source)
    ids, lists = list(found), list(found.values())
    try:
        "".join(ids)
    except TypeError:  # not all of them are strings
        ids = [text_id(i, source, None) for i in ids]
        if len(set(ids)) < len(ids):
            raise InputError("two ids are the same once written as text", source) from None
    if set(map(type, lists)) != {list}:
        lists = [ranked(v, None, source, None, i) for i, v in zip(ids, lists, strict=True)]
    try:
        words, (column,) = encode(lists)
        good = all(isinstance(p, str) for p in words.phrases)
    except TypeError:
        good = False
    if not good:
        for item, phrases in zip(ids, lists, strict=True):
            ranked(phrases, None, source, None, item)
    return Phrases(ids, words, column, source=source)


def ranked(value: Any, scores: Any, source: str, line: int | None, item: str) -> list[Any]:
    """Return the phrases of one item, best first; equal scores keep their order of appearance."""
    if isinstance(value, Mapping):
        value, scores = list(value), list(value.values())
    if isinstance(value, str) or not isinstance(value, Sequence | set | frozenset):
        kind = "a string" if isinstance(value, str) else type(value).__name__
        raise InputError(f"item {item!r}: expected a list of phrases, found {kind}", source, line)
    found = sorted(value) if isinstance(value, set | frozenset) else list(value)
    for phrase in found:
        variants = phrase if isinstance(phrase, list | tuple) else (phrase,)
        if not variants or not all(isinstance(v, str) for v in variants):
            raise InputError(f"item {item!r}: a phrase is a string, found {phrase!r:.40}", source, line)
    if scores is None:
        return found
    if not isinstance(scores, Sequence) or len(scores) != len(found):
        raise InputError(f"item {item!r}: expected one score for each phrase", source, line)
    for score in scores:
        if not isinstance(score, int | float) or math.isnan(score):
            raise InputError(f"item {item!r}: a score is a number, found {score!r:.40}", source, line)
    return [found[i] for i in sorted(range(len(found)), key=lambda i: -scores[i])]


def text_id(value: Any, source: str, line: int | None) -> str:
    """Return an id as text; whole numbers are as good as strings."""
    if isinstance(value, str):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    raise InputError(f"an id is a string or a whole number, found {value!r:.40}", source, line)
