"""The shapes in which the phrases of one item come: lists, pairs with scores, objects, one string."""

from __future__ import annotations

import math
import re
import struct
from collections.abc import Iterable, Mapping, Sequence
from numbers import Real
from typing import TYPE_CHECKING, Any

from lydite.core.errors import InputError
from lydite.core.notes import Note
from lydite.reading.fields import ReadingContext, first_known, phrase_names
from lydite.reading.known_names import LISTS, RANKS, SCORES, SINGLES, TEXTS
from lydite.reading.separators import NO_SEPARATOR, OPENING, common_separator, split_cell
from lydite.reading.spelled_lists import list_of_cell

if TYPE_CHECKING:
    from lydite.core.choices import Ties
    from lydite.reading.fields import FieldChoice

_TEXTS = [name.lower() for name in TEXTS]
_DECIMAL = re.compile(r"\s*[-+]?(?:\d+\.\d*|\.\d+|\d+(?:\.\d*)?[eE][-+]?\d+)\s*")


def apart(
    value: Any, scores: Any, source: str, line: int | None, item: str, separator: str | None = None
) -> tuple[list[Any], list[float] | None]:
    """Return the phrases of one item, and their scores where they have any.

    >>> apart([["cat", 0.2], ["dog", 0.9]], None, "run.json", None, "d1")
    (['cat', 'dog'], [0.2, 0.9])
    >>> apart([{"label": "cat", "score": 0.2}, {"label": "dog", "score": 0.9}], None, "run.json", None, "d1")
    (['cat', 'dog'], [0.2, 0.9])
    """
    value = phrases_of_string(value, separator)
    if (
        isinstance(value, Mapping)
        and (names := phrase_names(list(value)))
        and isinstance(value[names[0]], list)
    ):
        value = value[names[0]]  # an object with a list in it
    if isinstance(value, Mapping):
        value, scores = list(value), list(value.values())
    if hasattr(value, "tolist"):  # numpy's
        value = value.tolist()
    if isinstance(value, str) or not isinstance(value, Sequence | set | frozenset):
        kind = "a string; name what separates its phrases (--separator)" if isinstance(value, str) else None
        form = kind or type(value).__name__
        raise InputError(f"item {item!r}: expected a list of phrases, found {form}", source, line)
    phrases = sorted(value) if isinstance(value, set | frozenset) else list(value)
    if scores is None and not all(isinstance(p, str) for p in phrases):
        phrases, scores = _scored(phrases, source, line, item)
    for phrase in phrases:
        variants = phrase if isinstance(phrase, list | tuple) else (phrase,)
        if not variants or not all(isinstance(v, str) for v in variants):
            raise InputError(f"item {item!r}: a phrase is a string, found {phrase!r:.40}", source, line)
    if scores is None:
        return phrases, None
    if isinstance(scores, str):
        scores = list_of_cell(scores)
    if hasattr(scores, "tolist"):
        scores = scores.tolist()
    if not isinstance(scores, Sequence) or isinstance(scores, str) or len(scores) != len(phrases):
        raise InputError(f"item {item!r}: expected one score for each phrase", source, line)
    worth = Ranks() if isinstance(scores, Ranks) else []
    for score in scores:
        if (one := number(score)) is None:
            raise InputError(f"item {item!r}: a score is a finite number, found {show(score)}", source, line)
        worth.append(one)
    return phrases, worth


class Ranks(list[float]):
    """Numbers of which the lowest comes first."""


def phrases_of_string(value: Any, separator: str | None) -> Any:
    """Return the phrases of a string: a list that it spells, or parts between separators.

    >>> phrases_of_string("['cat', 'dog']", None), phrases_of_string("cat; dog", ";")
    (['cat', 'dog'], ['cat', 'dog'])
    >>> phrases_of_string("cat; dog", NO_SEPARATOR)
    ['cat; dog']
    """
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return []
    if not isinstance(value, str):
        return value
    spelled = list_of_cell(value)
    return spelled if spelled is not None else value if separator is None else split_cell(value, separator)


def number(value: Any) -> float | None:
    """Return a score as a finite number, of which any spelling will do; nothing where it is none.

    >>> number("0.5"), number(2), number("high"), number(float("nan")), number(10**400)
    (0.5, 2.0, None, None, None)
    """
    if value is None or (isinstance(value, str) and "_" in value):
        return None
    try:
        score = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return score if math.isfinite(score) else None


def show(value: Any) -> str:
    """Return a value as messages quote it; a whole number may have more digits than Python writes."""
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() > _BITS:
        return f"a whole number of {value.bit_length():,} bits"
    return f"{value!r:.40}"


def by_score(phrases: Sequence[Any], scores: Sequence[float], ties: Ties) -> list[Any]:
    """Return phrases best first; equal scores in order of appearance, or as trec_eval ranks them.

    That is by phrase in descending order, scores being compared in 32 bits, as exact as it keeps them.

    >>> by_score(["a", "c", "b"], [1.0, 1.0, 2.0], "trec")
    ['b', 'c', 'a']
    """
    places = list(range(len(phrases)))
    if ties == "trec":
        places.sort(key=lambda i: _first(phrases[i]), reverse=True)
        scores = struct.unpack(f"{len(scores)}f", struct.pack(f"{len(scores)}f", *map(_narrow, scores)))
    return [phrases[i] for i in sorted(places, key=lambda i: -scores[i])]


def _first(phrase: Any) -> str:
    return phrase if isinstance(phrase, str) else phrase[0]


def _narrow(score: float) -> float:
    return max(-_LARGEST, min(_LARGEST, score))  # beyond, all are as large as can be


LOOKED_AT = 1_000
"""So many records are looked at for what may be scores."""
_ORDERS = ("position", "order", "place")
"""What may rank phrases although it has whole numbers, as offsets in a text have."""
_BITS = 1024  # of a whole number that is still a float
_LARGEST = 3.4028234663852886e38


def count_tied(values: Iterable[Any]) -> int:
    """Return in how many items phrases of a mapping share a score.

    >>> count_tied([{"cat": 1, "dog": 1}, {"cat": 1, "dog": 2}, ["cat"]])
    1
    """
    mappings = (list(v.values()) for v in values if isinstance(v, Mapping))
    return sum(all(isinstance(s, int | float) for s in m) and len(set(m)) < len(m) for m in mappings)


def _scored(pairs: list[Any], source: str, line: int | None, item: str) -> tuple[list[Any], list[Any] | None]:
    """Take pairs of phrase and score, or objects with both, apart; all phrases have a score or none has."""
    alike = {list, tuple}.issuperset(map(type, pairs))  # the usual case, quickly
    entries = [] if alike else [p for p in pairs if isinstance(p, Mapping)]
    objects = [[n for n in p if isinstance(n, str)] for p in entries]
    ranks = not any(first_known(names, SCORES) for names in objects)
    spelled_too = all(isinstance(p, Mapping) or _pair(p) for p in pairs)
    phrases, scores = [], []
    for entry in pairs:
        score = None
        if isinstance(entry, Mapping):
            phrase, score = _entry(entry, RANKS if ranks else SCORES, source, line, item)
        elif _pair(entry) and (spelled_too or not isinstance(entry[1], str)):
            phrase, score = entry
        else:
            phrase = entry
        phrases.append(phrase)
        scores.append(score)
    bare = [p for p, s in zip(phrases, scores, strict=True) if s is None]
    if len(bare) == len(phrases):
        return phrases, None
    if bare:
        few = ", ".join(f"{p!r:.40}" for p in bare[:3]) + (", …" if bare[3:] else "")
        raise InputError(
            f"item {item!r}: phrases without a score among others that have one: {few}", source, line
        )
    by_rank = ranks and len(objects) == len(pairs)
    return phrases, Ranks(s for s in scores if s is not None) if by_rank else scores


def unread_numbers(
    records: Sequence[Any], head: FieldChoice, context: ReadingContext, separator: str | None = None
) -> tuple[Note, ...]:
    """Return a note on fields of no known name that have a number for each phrase: they may be scores.

    In a table ``separator`` parts what stands in one cell.
    """
    if context.role == "gold" or head.scores is not None or not head.phrases:
        return ()
    objects = [r for r in records[:LOOKED_AT] if isinstance(r, Mapping)]
    if within := numbers_in_objects((r.get(n) for r in objects for n in head.phrases), context.source):
        return within
    first = objects[0] if objects else {}
    sizes = [_entries(r.get(head.phrases[0]), separator) for r in objects]
    found = []
    for name in first:
        cells = [_entries(r.get(name), separator) for r in objects] if name not in head.taken else []
        if cells and all(
            len(own) == len(phrases) > 0 and all(type(v) is not bool and number(v) is not None for v in own)
            for own, phrases in zip(cells, sizes, strict=True)
        ):
            found.append(name)
    sentence = (
        "{field} has a number for each phrase and is not read: the order of the list ranks; "
        "--scores FIELD ranks by numbers"
    )
    return tuple(Note(sentence, context.source, field=name) for name in found)


def _entries(value: Any, separator: str | None) -> Sequence[Any]:
    """Return the entries of a list, or of a string with several; nothing of anything else."""
    if isinstance(value, str):
        spelled = list_of_cell(value)
        value = spelled if spelled is not None or separator is None else value.split(separator)
        return value if isinstance(value, list) and len(value) > 1 else ()
    return value if isinstance(value, list) else ()


def numbers_in_objects(values: Iterable[Any], source: str) -> tuple[Note, ...]:
    """Return a note on numbers of no known name in the objects of lists: they may be scores.

    >>> numbers_in_objects([[{"phrase": "cat", "cosine": 0.2}, {"phrase": "dog", "cosine": 0.9}]], "run")
    ('run: each phrase has a number under cosine, which is not read: the order of the list ranks',)
    """
    lists = [value for value in values if isinstance(value, list) and value]
    entries = [entry for value in lists for entry in value if isinstance(entry, Mapping)]
    if not entries or any(first_known([*map(str, e)], (*SCORES, *RANKS)) for e in entries):
        return ()
    found = [
        name
        for name in entries[0]
        if all(isinstance(e.get(name), int | float) and not isinstance(e.get(name), bool) for e in entries)
        and (str(name).lower() in _ORDERS or any(isinstance(e[name], float) for e in entries))
    ]
    sentence = "each phrase has a number under {field}, which is not read: the order of the list ranks"
    return tuple(Note(sentence, source, field=str(name)) for name in found)


def _entry(
    entry: Mapping[str, Any], known: Sequence[str], source: str, line: int | None, item: str
) -> tuple[Any, Any]:
    """Return the phrase of an object, and its score (or rank) under a known name if there is one."""
    names = [n for n in entry if isinstance(n, str)]
    text = first_known(names, _TEXTS)
    if text is None:
        raise InputError(
            f"item {item!r}: expected the phrase of an object under {', '.join(TEXTS)}; "
            f"there is {', '.join(map(str, entry)) or 'nothing'}",
            source,
            line,
        )
    score = first_known([n for n in names if n != text], known)
    return entry[text], None if score is None else entry[score]


def _pair(value: Any) -> bool:
    """Whether it is a phrase and a score; as a string that is one only with a decimal point."""
    if not isinstance(value, list | tuple) or len(value) != 2:
        return False
    score = value[1]
    scored = _DECIMAL.fullmatch(score) if isinstance(score, str) else isinstance(score, Real)
    return isinstance(value[0], str) and bool(scored) and not isinstance(score, bool)


def one_a_row(
    chosen: FieldChoice, ids: Sequence[str] | None, cells: Sequence[str], context: ReadingContext
) -> bool:
    """Whether a row or record has one phrase: where items come again, else by a name in the singular.

    Not so where half of the cells spell lists, or nearly every one has a separator: then the name was not
    meant that way. A phrase such as ``[1]`` among others is one.
    """
    name = chosen.phrases[0].strip().lower()
    if not name and chosen.scores:
        return True
    spelled = sum(c[:1] in OPENING and list_of_cell(c) is not None for c in cells)
    if spelled and 2 * spelled >= sum(bool(c.strip()) for c in cells):
        return False
    if name in LISTS and not chosen.user_said:
        return False
    if (ids is not None and len(set(ids)) < len(ids)) or chosen.user_said or name not in SINGLES:
        return ids is not None and len(set(ids)) < len(ids)
    given = context.fields.separator
    if ids is None or given == NO_SEPARATOR:
        return True
    return common_separator(cells) is None and not (given is not None and any(given in c for c in cells))


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
    found = "null" if value is None else f"{value!r:.40}"
    raise InputError(f"an id is a string or a whole number, found {found}", source, line)
