"""No header row is ever counted as an item; rows that show that they are items are."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import lydite
from lydite.core.errors import InputError
from lydite.reading import IDS, FieldNames, looks_like_item, phrase_names, read, read_all

names = st.text(string.ascii_letters + "_- .", min_size=1, max_size=10).map(str.strip).filter(bool)
like_ids = st.one_of(
    st.builds("{}{}".format, st.sampled_from(["", "d", "doc-"]), st.integers(0, 12)),
    st.from_regex(r"[A-Z][a-z]{2,6}(19|20)[0-9]{2}", fullmatch=True),
    st.from_regex(r"[0-9a-f]{8}", fullmatch=True),
    st.text("abcdefgh", min_size=1, max_size=8).map("{}.txt".format),
    st.text("abcdefgh", min_size=1, max_size=8).map("http://a.org/{}".format),
)
made = st.sampled_from(["V", "column_", "_c", "", "Column"])
words = st.text("abcdefgh", min_size=1, max_size=8)


def many(one: st.SearchStrategy[str]) -> st.SearchStrategy[list[str]]:
    return st.lists(one, unique=True, min_size=1, max_size=6)


ids = st.one_of(
    many(words),
    st.builds(
        lambda start, n: [f"{start}{i}" for i in range(n)],
        st.sampled_from(["", "d", "doc-"]),
        st.integers(1, 6),
    ),
    many(st.from_regex(r"[A-Z][a-z]{2,6}(19|20)[0-9]{2}", fullmatch=True)),
    many(st.from_regex(r"[0-9a-f]{8}", fullmatch=True)),
    many(words.map("{}.txt".format)),
    many(words.map("http://a.org/{}".format)),
    many(words | st.integers(0, 99).map("d{}".format)),
)  # fmt: skip


@st.composite
def headed(draw: st.DrawFn) -> tuple[list[str], list[list[str]]]:
    """Return names that users or programs give, and rows that they are the names of."""
    items = draw(ids)
    width = draw(st.integers(2, 4))
    start = draw(st.integers(0, 1))
    name = names | st.sampled_from(IDS) | like_ids
    head = draw(
        st.lists(name, min_size=width, max_size=width, unique_by=str.lower)
        | made.map(lambda name: [f"{name}{n}" for n in range(start, start + width)])
    )
    mark = draw(st.sampled_from(["", ";", "|"]))
    more = draw(st.sampled_from(["0.5", "x"]))
    times = draw(st.integers(1, 2)) if not mark else 1
    rows = [
        [item, f"{draw(words)}{mark}{draw(words)}", more, "y"][:width] for item in items for _ in range(times)
    ]
    assume(head[0] not in items)  # a name is not among what it names
    return head, rows


def numbered(head: list[str], rows: list[list[str]]) -> bool:
    return all(row[0].isdigit() for row in (head, *rows)) and not any(
        re.fullmatch(r"[0-9.]+", cell) for cell in head[1:]
    )


def known(cells: list[str]) -> bool:
    return bool(phrase_names(cells))


def written(folder: Path, name: str, rows: list[list[str]], mark: str) -> Path:
    path = folder / name
    path.write_text("".join(mark.join(row) + "\n" for row in rows), encoding="utf-8")
    return path


@settings(max_examples=400, deadline=None)
@given(table=headed(), other=headed(), kind=st.sampled_from([",", "\t", ";"]))
def test_no_header_is_an_item(
    table: tuple[list[str], list[list[str]]],
    other: tuple[list[str], list[list[str]]],
    kind: str,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """Whatever the names: the table is read under them or refused with the option that answers.

    By definition an item, and so no names: a first cell that is a whole number over whole numbers beside
    cells of which none is a number. The counter-example is ``0,kw`` over ``1,cat``.
    """
    folder, ending = tmp_path_factory.mktemp("h"), "tsv" if kind == "\t" else "csv"
    head, rows = table
    assume(kind != ";" or not any(";" in row[1] for row in (*rows, *other[1])))
    assume(head[0] not in {row[0] for row in other[1]})  # nor among the items of the other file
    path = written(folder, f"g.{ending}", [head, *rows], kind)
    for source in (path, written(folder, f"r.{ending}", [other[0], *other[1]], kind)):
        try:
            found = read_all([("gold", source), ("run", path)], fields=FieldNames(same=True))
        except InputError as error:
            assert "--phrases" in str(error) or "expected" in str(error) or "--id" in str(error)  # noqa: PT017
        else:
            assert (head[0] in found[1].ids) == (numbered(head, rows) and not known(head[1:]))
    if not looks_like_item([head, *rows]) and head[1].lower() not in {*IDS}:
        found = [read(path, fields=FieldNames(id=head[0], phrases=(head[1],)))]
        assert set(found[0].ids) == {row[0] for row in rows}


ITEMS = {
    "an item comes again": "alpha,cat\nbeta,dog\nalpha,fish\n",
    "scores": "alpha,cat,0.5\nbeta,dog,0.25\n",
    "lists": "alpha,cat;dog\nbeta,fish;bird\n",
    "numbers for ids": "1,cat\n2,dog\n",
    "numbers for ids, and what are names to a reader (the counter-example)": "0,kw\n1,cat\n2,dog\n",
    "spelled lists": "alpha,\"['cat', 'dog']\"\nbeta,['fish']\n",
}
ALIKE = {
    "numbers": "1,prediction\n2,learning\n",  # of a known name
    "numbered": "p1,cat\np2,dog\n",
    "keys of authors": "Smith2010,cat\nJones1999,dog\n",
    "digests": "9f86d081,cat\n60303ae2,dog\n",
    "files": "alpha.txt,cat\nbeta.txt,dog\n",
    "addresses": "http://a.org/x,cat\nhttp://a.org/y,dog\n",
    "grades": "1,cat,2\n2,dog,1\n",
}
NAMES = {
    "unknown names": "paper,kw\nalpha,cat\nbeta,dog\n",
    "some ids with digits": "paper,kw\nd1,cat\nintro,dog\n",
    "names of programs": "V1,V2\nd1,cat\nd2,dog\n",
    "a numbered data frame": "0,1\n1,cat\n2,dog\n",
    "a data frame's index": ",0\n0,cat\n1,dog\n",
    "a series without a name": "0,keywords\n1,cat\n2,dog\n",
    "the index read as a column": "Unnamed: 0,kw\nSmith2010,cat\nJones1999,dog\n",
    "three columns": "paper,kw,note\nalpha,cat,x\nbeta,dog,y\n",
    "one column": 'kw\n"cat, dog"\n"fish, bird"\n',
    "a single row": "alpha,cat\n",
    "a name of the ids' form": "d1,kw\nd2,cat\n",
    "that, and a known one": "d1,keywords\nd2,cat\n",
    "columns chosen from a data frame without names": "0,kw,2\n1,cat,0.5\n2,dog,0.4\n",
    "numbers over text": "0,1\nalpha,cat\nbeta,dog\n",
    "a number over text": "0,kw\nalpha,cat\nbeta,dog\n",
}


@pytest.mark.parametrize("text", ITEMS.values(), ids=ITEMS)
def test_first_items(text: str, tmp_path: Path) -> None:
    path = tmp_path / "g.csv"
    path.write_text(text)
    found = read(path)
    assert found.ids[0] == text.partition(",")[0]
    assert "names" in str(found.detected())


@pytest.mark.parametrize("text", ALIKE.values(), ids=ALIKE)
def test_ids_like_the_others_may_be_names(text: str, tmp_path: Path) -> None:
    """The form of an id alone shows nothing: a column of ids may be called d1 (the counter-example)."""
    path = tmp_path / "g.csv"
    path.write_text(text)
    first = text.partition(",")[0]
    for source in (path, {first: ["cat"]}):
        with pytest.raises(InputError, match=rf"\({first}, .*--no-header"):
            read_all([("gold", source), ("run", path)])
    assert read(path, fields=FieldNames(header=False)).ids[0] == first


@pytest.mark.parametrize("text", NAMES.values(), ids=NAMES)
def test_names_are_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "g.csv"
    path.write_text(text)
    with pytest.raises(InputError, match=r"g\.csv:1: .*--phrases.*--no-header"):
        read(path)


def test_first_rows_of_all_files_in_doubt_are_told_together(tmp_path: Path) -> None:
    gold, run = tmp_path / "gold.csv", tmp_path / "run.csv"
    gold.write_text("alpha,cat\nbeta,dog\n")
    run.write_text("beta,dog\nalpha,fish\n")
    with pytest.raises(InputError, match=r"gold\.csv:1: .*alpha, cat.*--no-header") as error:
        lydite.evaluate(gold, run, "F1")
    assert "run.csv:1: " in str(error.value)
    assert lydite.evaluate(gold, run, "F1", bootstrap=0, header=False)[0].value == 0.5


def test_what_is_said_of_one_file_does_not_make_names_of_another_an_item(tmp_path: Path) -> None:
    gold, run = tmp_path / "gold.csv", tmp_path / "run.csv"
    gold.write_text("alpha,cat\nbeta,dog\n")
    run.write_text("id,phrase\nalpha,cat\nbeta,fish\n")
    found = lydite.evaluate(gold, run, "F1", bootstrap=0, header=False)
    assert (found[0].value, found[0].n) == (0.5, 2)
    assert not any("id" in note.split() for note in found.notes)


def test_names_over_lists_without_ids(tmp_path: Path) -> None:
    path = tmp_path / "g.txt"
    path.write_text("keywords\ncat;dog\nfish;bird\n")
    assert read(path).to_dict() == {"1": ["cat", "dog"], "2": ["fish", "bird"]}
    path.write_text("mine\n" + "cat;dog\n" * 5)
    with pytest.raises(InputError, match=r"g\.txt:1: .*\(mine\).*--no-header"):
        read(path)
    assert len(read(path, fields=FieldNames(header=False))) == 6
    path.write_text("cat,keywords,dog,cow\n" + "fish,bird\n" * 5)  # a phrase, and no name
    assert len(read(path)) == 6
    rows = [["id", "keywords"], ["d1", "cat; dog"], ["d2", "fish; bird"]]
    assert read(rows).to_dict() == {"d1": ["cat", "dog"], "d2": ["fish", "bird"]}


@pytest.mark.parametrize(
    ("text", "n"),
    [
        ("1,y\n2,n\n3,y\n", 3),  # y is a known name of labels, and a label
        ("a,pos\nb,neg\n", 2),
        ("a,spam\nb,ham\nc,spam\n", 3),
        ("1,y\n2,n\n3,n\n", None),  # nobody can tell
        ("who,y\nann,spam\nbob,ham\n", 2),
        ("who,y\nann,positive\nbob,negative\n", 2),
        ("who,0\nann,spam\nbob,ham\n", None),  # a series without a name
        ("who,0\nann,1\nbob,2\n", None),
        ("ann,0\nbob,1\ncat,0\n", 3),
        ("d1,stance\nd2,pro\nd3,con\n", None),
        ("who,stance\nann,pro\nbob,con\n", 2),
        ("1,sports\n2,politics\n3,politics\n", 3),
        ("id,verdict\n1,y\n", None),
        ("who,verdict\nann,spam\nbob,ham\n", None),
        ("V1,V2\nann,spam\nbob,ham\n", None),
    ],
)
def test_first_rows_of_labels(text: str, n: int | None, tmp_path: Path) -> None:
    path = tmp_path / "g.csv"
    path.write_text(text)
    if n is not None:
        assert lydite.evaluate(path, path, "accuracy", bootstrap=0, same=True)[0].n == n
        return
    with pytest.raises(InputError, match=r"g\.csv:1: .* labels .*--no-header"):
        lydite.evaluate(path, path, "accuracy", same=True)


@pytest.mark.parametrize("row", ["who,verdict", "a,b,c,d"])
def test_the_line_of_a_first_row_of_labels_is_its_own(row: str, tmp_path: Path) -> None:
    path = tmp_path / "g.csv"
    path.write_text(f"\n\n{row}\n{re.sub('[a-z]+', 'ann', row)}\n")
    with pytest.raises(InputError, match=r"g\.csv:3: "):
        lydite.evaluate(path, path, "accuracy", same=True)
