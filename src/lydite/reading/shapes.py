"""The shapes in which the phrases of one item come: lists, pairs with scores, objects, one string."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lydite.errors import InputError
from lydite.reading.fields import Context, Understood, pick
from lydite.reading.names import SCORES, SINGLES, TEXTS

if TYPE_CHECKING:
    from lydite.choices import Ties

SEPARATORS = (";", "|", ",")
_NEARLY = 0.8  # the share of cells with a separator from which on it is taken for one
_NUMBER = r"-?\d[\d.eE+-]*"
_TOKEN = re.compile(
    rf"""\s*(?:('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|({_NUMBER}|np\.float\d+\({_NUMBER}\))|([\[\](),]))"""
)


def ranked(
    value: Any,
    scores: Any,
    source: str,
    line: int | None,
    item: str,
    separator: str | None = None,
    ties: Ties = "order",
) -> list[Any]:
    """Return the phrases of one item, best first; equal scores are ranked as ``ties`` says.

    >>> ranked([["cat", 0.2], ["dog", 0.9]], None, "run.json", None, "d1")
    ['dog', 'cat']
    >>> ranked([{"label": "cat", "score": 0.2}, {"label": "dog", "score": 0.9}], None, "run.json", None, "d1")
    ['dog', 'cat']
    """
    if isinstance(value, Mapping):
        value, scores = list(value), list(value.values())
    if isinstance(value, str) and separator is not None:
        value = split(value, separator)
    if hasattr(value, "tolist"):  # numpy's
        value = value.tolist()
    if isinstance(value, str) or not isinstance(value, Sequence | set | frozenset):
        kind = "a string; name what separates its phrases (--separator)" if isinstance(value, str) else None
        said = kind or type(value).__name__
        raise InputError(f"item {item!r}: expected a list of phrases, found {said}", source, line)
    found = sorted(value) if isinstance(value, set | frozenset) else list(value)
    if found and scores is None and not isinstance(found[0], str):
        found, scores = _scored(found, source, line, item)
    for phrase in found:
        variants = phrase if isinstance(phrase, list | tuple) else (phrase,)
        if not variants or not all(isinstance(v, str) for v in variants):
            raise InputError(f"item {item!r}: a phrase is a string, found {phrase!r:.40}", source, line)
    if scores is None:
        return found
    if not isinstance(scores, Sequence) or isinstance(scores, str) or len(scores) != len(found):
        raise InputError(f"item {item!r}: expected one score for each phrase", source, line)
    for score in scores:
        if not isinstance(score, int | float) or math.isnan(score):
            raise InputError(f"item {item!r}: a score is a number, found {score!r:.40}", source, line)
    places = list(range(len(found)))
    if ties == "trec":
        places.sort(key=lambda i: str(found[i]), reverse=True)
    return [found[i] for i in sorted(places, key=lambda i: -scores[i])]


def tied(values: Iterable[Any]) -> int:
    """Return in how many items phrases of a mapping share a score.

    >>> tied([{"cat": 1, "dog": 1}, {"cat": 1, "dog": 2}, ["cat"]])
    1
    """
    mappings = (list(v.values()) for v in values if isinstance(v, Mapping))
    return sum(all(isinstance(s, int | float) for s in m) and len(set(m)) < len(m) for m in mappings)


def _scored(found: list[Any], source: str, line: int | None, item: str) -> tuple[list[Any], list[Any] | None]:
    """Take pairs of phrase and score, or objects with both, apart."""
    if all(isinstance(p, list | tuple) and len(p) == 2 and _pair(p) for p in found):
        return [p[0] for p in found], [p[1] for p in found]
    if not all(isinstance(p, Mapping) for p in found):
        return found, None
    names = list(found[0])
    text = pick(names, [t.lower() for t in TEXTS])
    if text is None:
        raise InputError(
            f"item {item!r}: expected the phrase of an object under {', '.join(TEXTS)}; "
            f"there is {', '.join(map(str, names)) or 'nothing'}",
            source,
            line,
        )
    score = pick(names, SCORES)
    for entry in found:
        if text not in entry or (score is not None and score not in entry):
            lost = text if text not in entry else score
            raise InputError(f"item {item!r}: an object without {lost}: {entry!r:.40}", source, line)
    return [p[text] for p in found], None if score is None else [p[score] for p in found]


def _pair(value: Sequence[Any]) -> bool:
    number = isinstance(value[1], int | float) and not isinstance(value[1], bool)
    return isinstance(value[0], str) and number


def split(cell: str, separator: str) -> list[str]:
    """Return the phrases of a cell.

    >>> split(" cat; dog;", ";")
    ['cat', 'dog']
    """
    return [p for p in map(str.strip, cell.split(separator)) if p]


def noticed(cells: Iterable[str]) -> str | None:
    """Return what separates phrases in nearly every cell; nothing where nothing does.

    >>> noticed(["cat, dog", "fish, bird", "cow"] * 2 + ["a, b"] * 5), noticed(["cat", "a;b"])
    (',', None)
    >>> noticed(["#cat #dog", "#fish"])
    ' '
    """
    full = [c for c in cells if c.strip()]
    if not full:
        return None
    counts = {s: sum(s in c for c in full) for s in SEPARATORS}
    best = max(SEPARATORS, key=counts.__getitem__)
    if counts[best] >= _NEARLY * len(full):
        return best
    words = [c.split() for c in full]
    if any(len(w) > 1 for w in words) and all(t.startswith("#") for w in words for t in w):
        return " "
    return None


def listed_cell(cell: str) -> list[Any] | None:
    """Return the list that a cell spells as JSON or Python write it; nothing where it spells none.

    >>> listed_cell("['cat', 'dog']"), listed_cell("[('cat', 0.5)]"), listed_cell("[1] the first")
    (['cat', 'dog'], [['cat', 0.5]], None)
    """
    text = cell.strip()
    if not (text.startswith("[") and text.endswith("]")):
        return None
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return _python_list(text)
    return found if isinstance(found, list) else None


def _python_list(text: str) -> list[Any] | None:
    """Read a list of strings, numbers and lists of these; nothing where it is anything else."""
    stack: list[list[Any]] = [[]]
    at, fresh = 0, True  # whether a value may come: two without a comma between them are no list
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None or len(stack) > 5:
            return None
        at = token.end()
        string, number, mark = token.groups()
        if mark in ("[", "("):
            inner: list[Any] = []
            stack[-1].append(inner)
            stack.append(inner)
            fresh = True
        elif mark in ("]", ")"):
            stack.pop()
            fresh = False
            if not stack:
                return None
        elif mark == ",":
            fresh = True
        elif not fresh:
            return None
        elif string is not None:
            stack[-1].append(re.sub(r"\\(.)", r"\1", string[1:-1]))
            fresh = False
        elif number is not None:
            try:
                stack[-1].append(float(number.rpartition("(")[2].rstrip(")")))
            except ValueError:
                return None
            fresh = False
    return stack[0][0] if len(stack) == 1 and len(stack[0]) == 1 else None


def string_separator(
    values: Sequence[Any], context: Context, said: Understood
) -> tuple[str | None, Understood]:
    """Return what separates the phrases of the strings among some values, and how that is told."""
    strings = [v for v in values if isinstance(v, str)]
    if not strings:
        return None, said
    given = context.fields.separator
    there = given is not None and any(given in s for s in strings)  # else it is that of another file
    found = given if there else noticed(strings)
    if found is None:
        return given, said
    return found, replace(said, separator=found, noticed=not there)


def one_each(name: str, cells: Sequence[str], context: Context) -> bool:
    """Whether strings of items that come once are one phrase each: by a name in the singular (keyword).

    Not so where nearly every one has a separator: then the name was not meant that way.
    """
    given = context.fields.separator
    parted = given is not None and any(given in c for c in cells)
    return name.strip().lower() in SINGLES and not parted and noticed(cells) is None


def text_id(value: Any, source: str, line: int | None) -> str:
    """Return an id as text; whole numbers are as good as strings."""
    if isinstance(value, str):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if hasattr(value, "item") or (isinstance(value, float) and value.is_integer()):  # numpy's, or 3.0
        plain = value.item() if hasattr(value, "item") else int(value)
        if isinstance(plain, int | str) and not isinstance(plain, bool):
            return str(plain)
    raise InputError(f"an id is a string or a whole number, found {value!r:.40}", source, line)
