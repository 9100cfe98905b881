"""What a reader must know of the data: notes as sentences with values, and in as few lines as will do."""

from __future__ import annotations

from string import Formatter
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    Value = str | int | float

_MOST = 10
_ADDED = ("count", "of")  # values of which those of parts are added
_BESIDE = "beside"  # a value: the file that goes with the source, so that each source has another
_LONGEST = 6  # characters of a format such as ",.0f"; with more, a file could ask for texts of any length
NARROW = (
    "column {column} explains {share:.0f}% of the variance of {measure} ({system}): intervals are too narrow "
    "without --cluster {column}"
)
"""The kind of notes on columns that mend intervals."""
DIFFERENT = "NOT made in the same way: {how}"
"""The kind of notes on runs whose numbers are not comparable."""


class Note(str):
    """What a reader must know of the data: a sentence with the values in it, as text.

    Notes are of one kind where their sentences are the same. What users wrote (names of files, ids, labels)
    is a value and never part of the sentence. The source stands in front, or where the sentence has it.

    >>> note = Note("duplicates dropped: {count:,}", "a", count=1200)
    >>> note, note.source, note.values, note.renamed("b")
    ('a: duplicates dropped: 1,200', 'a', {'count': 1200}, 'b: duplicates dropped: 1,200')
    """

    __slots__ = ("sentence", "source", "values")
    sentence: str
    """The text, with the names of values in curly brackets."""
    source: str
    """The source or system that the note is about; empty if it is about all of them."""
    values: Mapping[str, Value]

    def __new__(cls, sentence: str, source: str = "", /, **values: Value) -> Self:
        """Make the text."""
        said = sentence.format_map({"source": source, **values})
        in_front = source and "{source}" not in sentence
        note = super().__new__(cls, f"{source}: {said}" if in_front else said)
        note.sentence, note.source, note.values = sentence, source, values
        return note

    @property
    def kind(self) -> str:
        """What notes that say the same of different sources have in common."""
        return self.sentence

    def renamed(self, source: str) -> Note:
        """Return the same, said of another source."""
        return Note(self.sentence, source, **self.values)

    def as_data(self) -> dict[str, Any]:
        """Return what it is made of, for files."""
        return {"sentence": self.sentence, "source": self.source, "values": dict(self.values)}

    @classmethod
    def of_data(cls, data: Mapping[str, Any]) -> Note:
        """Return the note that is made of data; ValueError where a file has no such sentence.

        >>> Note.of_data({"sentence": "{count.real}", "source": "", "values": {"count": 1}})
        Traceback (most recent call last):
        ...
        ValueError: '{count.real}' is no sentence with the values count
        """
        sentence, values = data["sentence"], data["values"]
        for _, name, form, _ in Formatter().parse(sentence):
            known = name in (None, "source", *values)
            if not known or "{" in (form or "") or len(form or "") > _LONGEST:
                raise ValueError(f"{sentence!r} is no sentence with the values {', '.join(values)}")
        return cls(sentence, data["source"], **values)

    def __reduce__(self) -> tuple[Callable[[Mapping[str, Any]], Note], tuple[dict[str, Any]]]:
        return Note.of_data, (self.as_data(),)

    def stated(self) -> dict[str, str]:
        """Return the values as they are printed, but for those in round brackets, which are examples."""
        stated: dict[str, str] = {}
        depth = 0
        for before, name, form, conversion in Formatter().parse(self.sentence):
            depth += before.count("(") - before.count(")")
            if name is not None and name in self.values and depth == 0:
                mark = f"!{conversion}" if conversion else ""
                stated[name] = f"{{{name}{mark}:{form}}}".format_map(self.values)
        return stated


def of_kind(notes: Iterable[str], kind: str) -> list[Note]:
    """Return those notes that are of a kind; plain texts are of none.

    >>> of_kind([Note(DIFFERENT, how="a and b differ in gold"), "NOT made in the same way"], DIFFERENT)
    ['NOT made in the same way: a and b differ in gold']
    """
    return [note for note in notes if isinstance(note, Note) and note.kind == kind]


def add_notes(notes: Iterable[Note]) -> tuple[Note, ...]:
    """Return notes of parts as those of the whole: counts are added, and the first example stands for all.

    Notes that state other texts, outside round brackets, stay apart.

    >>> dropped = "duplicates dropped: {count:,} ({example})"
    >>> add_notes([Note(dropped, "a", count=3, example="x"), Note(dropped, "a", count=4, example="y")])
    ('a: duplicates dropped: 7 (x)',)
    """
    added: dict[object, Note] = {}
    for note in notes:
        stated = note.stated()
        said = {n: v for n, v in note.values.items() if n in stated or not isinstance(v, str)}
        key = note.sentence, note.source, *((n, v) for n, v in said.items() if n not in _ADDED)
        first = added.setdefault(key, note)
        if first is not note:
            sums: Any = {n: first.values[n] + note.values[n] for n in _ADDED if n in note.values}  # type: ignore[operator]
            added[key] = Note(note.sentence, note.source, **{**first.values, **sums})
    return tuple(added.values())


def merge_notes(notes: Iterable[str]) -> tuple[str, ...]:
    """Return notes each once; those of one kind, which differ in source and numbers only, become one line.

    >>> dropped = "duplicates dropped: {count:,}"
    >>> merge_notes([Note(dropped, "a", count=3), Note(dropped, "b", count=3), Note(dropped, "c", count=12)])
    ('a: duplicates dropped: 3; likewise b, c (12)',)
    """
    alike: dict[object, list[str]] = {}
    for note in dict.fromkeys(notes):
        alike.setdefault(_merged_by(note), []).append(note)
    return tuple(_line(*each) for each in alike.values())


def _merged_by(note: str) -> object:
    """Return what notes of one line have in common: all of it where it has no source."""
    if not isinstance(note, Note) or not note.source:
        return note
    texts = (v for name, v in note.stated().items() if name != _BESIDE and isinstance(note.values[name], str))
    return note.kind, *texts


def _line(first: str, *others: str) -> str:
    if not others:
        return first
    named = ", ".join(_other(note, first) for note in others[:_MOST])
    more = f" and {len(others) - _MOST:,} more" if len(others) > _MOST else ""
    return f"{first}; likewise {named}{more}"


def _other(note: str, first: str) -> str:
    """Return the source of a note, and the numbers in it where its text is not that of the first."""
    if not isinstance(note, Note) or not isinstance(first, Note):
        return note
    numbers = [v for name, v in note.stated().items() if not isinstance(note.values[name], str)]
    same = note.renamed(first.source) == first
    return note.source if same or not numbers else f"{note.source} ({', '.join(numbers)})"
