"""Laws of notes: they are texts, keep what they are made of, and merge by kind and values alone."""

from __future__ import annotations

import copy
import json
import pickle
import string
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lydite.core.notes import Note, add_notes, merge_notes, of_kind

DROPPED = "duplicates dropped: {count:,}"
NAMES = st.text(string.ascii_letters + "{}():!% .é", min_size=1, max_size=12)
NOTES = st.builds(
    lambda source, gold, count, share: Note(
        "{count:,} of {gold} ({share:.0%}, {gold!r:.4}) are lost", source, gold=gold, count=count, share=share
    ),
    st.just("") | NAMES,
    NAMES,
    st.integers(0, 10**7),
    st.floats(0, 1),
)


@given(NOTES)
def test_a_note_is_its_text(note: Note) -> None:
    text = str(note)
    assert type(text) is str
    assert note == text
    assert hash(note) == hash(text)
    assert json.loads(json.dumps([note])) == [note]


@given(NOTES)
def test_a_note_keeps_what_it_is_made_of(note: Note) -> None:
    again = (
        pickle.loads(pickle.dumps(note)),  # noqa: S301
        copy.deepcopy(note),
        Note.of_data(json.loads(json.dumps(note.as_data()))),
    )
    for one in again:
        assert type(one) is Note
        assert one == note
        assert one.as_data() == note.as_data()


@given(NOTES, NAMES)
def test_renamed_notes_are_made_anew(note: Note, name: str) -> None:
    assert note.renamed(name) == Note(note.sentence, name, **note.values)
    assert note.renamed(name).renamed(note.source) == note
    assert note.renamed(name).kind == note.kind


def test_brackets_of_users_are_no_part_of_the_sentence() -> None:
    note = Note("phrases with {mark!r} in them ({example})", "{0}.csv", mark="{", example="{count} (")
    assert note == "{0}.csv: phrases with '{' in them ({count} ()"
    assert pickle.loads(pickle.dumps(note)) == note  # noqa: S301


def test_the_source_stands_where_the_sentence_has_it() -> None:
    note = Note("{source}, {probe}: {count} right", "mine", probe="topk", count=3)
    assert note == "mine, topk: 3 right"
    assert note.renamed("mine (monday)") == "mine (monday), topk: 3 right"


@pytest.mark.parametrize(
    "sentence",
    [
        "{count.real}",
        "{count[0]}",
        "{lost}",
        "{}",
        "{0}",
        "{count:9999999}",
        "{count:{count}}",
        "{count",
        "}",
    ],
)
def test_sentences_of_files_are_looked_at(sentence: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        Note.of_data({"sentence": sentence, "source": "", "values": {"count": 3}})


@pytest.mark.parametrize("values", [{"count": "three"}, {"count": "3"}])
def test_values_of_files_fit_their_sentence(values: Mapping[str, Any]) -> None:
    with pytest.raises(ValueError, match="Cannot specify"):
        Note.of_data({"sentence": DROPPED, "source": "", "values": values})


def test_one_kind_is_one_line() -> None:
    notes = [Note(DROPPED, name, count=count) for name, count in [("a", 3), ("b", 3), ("c", 1200)]]
    other = Note("empty phrases left out: {count:,}", "a", count=3)
    assert merge_notes([*notes, other, notes[0]]) == (
        "a: duplicates dropped: 3; likewise b, c (1,200)",
        "a: empty phrases left out: 3",
    )
    assert merge_notes(reversed(notes)) == ("c: duplicates dropped: 1,200; likewise b (3), a (3)",)


def test_all_numbers_are_told_where_one_differs() -> None:
    sentence = "no predictions for {count:,} of {of:,} items ({example}); they count as zero"
    a = Note(sentence, "a", count=2, of=9, example="d1, d2")
    b = Note(sentence, "b", count=3, of=9, example="d1, d2, …")
    c = Note(sentence, "c", count=2, of=9, example="d7, d8")
    assert merge_notes([a, b, c]) == (f"{a}; likewise b (3, 9), c (2, 9)",)


def test_other_texts_are_other_lines() -> None:
    sentence = "column {column} differs within items and is left out"
    notes = [
        Note(sentence, "a", column="x"),
        Note(sentence, "b", column="y"),
        Note(sentence, "c", column="x"),
    ]
    assert merge_notes(notes) == (f"{notes[0]}; likewise c", notes[1])


def test_files_that_go_with_the_source_are_no_other_texts() -> None:
    one, two = (Note("{count:,} not in {beside}", f"run/{n}", count=n, beside=f"gold/{n}") for n in (1, 2))
    assert merge_notes([one, two]) == ("run/1: 1 not in gold/1; likewise run/2 (2)",)


def test_what_is_said_of_no_source_or_as_plain_text_stands_alone() -> None:
    plain = ["a: duplicates dropped: 3", "b: duplicates dropped: 3"]
    notes = [Note("chance is that of {count} items only", count=n) for n in (3, 4)]
    assert merge_notes([*plain, *plain, *notes]) == (*plain, *notes)


def test_of_many_ten_are_named() -> None:
    (line,) = merge_notes(Note(DROPPED, f"s{n}", count=1) for n in range(14))
    assert line.endswith("likewise s1, s2, s3, s4, s5, s6, s7, s8, s9, s10 and 3 more")


@given(st.lists(NOTES, max_size=8))
def test_merging_again_changes_nothing(notes: list[Note]) -> None:
    once = merge_notes(notes)
    assert merge_notes(once) == once
    assert len(once) <= len(set(notes))
    assert all(any(line.startswith(note) for note in notes) for line in once)


def test_notes_of_a_kind() -> None:
    note = Note(DROPPED, "a", count=3)
    assert of_kind([note, str(note), Note("no ids", "a")], DROPPED) == [note]


def test_parts_add_counts_and_lose_no_text() -> None:
    """Of examples the first is enough; bad rows and measures are named, each of them."""
    faults = [Note("{fault}", fault=f"run.jsonl:{line}: bad") for line in (3, 9)]
    lost = [Note("{count:,} of {of:,} lost ({example})", "a", count=n, of=9, example=str(n)) for n in (1, 2)]
    unknown = [Note("{measure}: {what}", "a", measure=name, what="none") for name in ("P", "R", "P")]
    added = add_notes([*faults, *lost, *unknown])
    assert added == (*faults, "a: 3 of 18 lost (1)", "a: P: none", "a: R: none")
