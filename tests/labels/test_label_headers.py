"""No row of names over labels is ever counted as an item; rows that show that they are items are."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import lydite
from lydite.core.errors import InputError
from lydite.measures.labels import LabelTable, read_side
from lydite.reading import IDS, LABELS, PREDICTED, TRUE, FieldNames

USUAL = {
    "positive",
    "negative",
    "neutral",
    "none",
    "pos",
    "neg",
    "neu",
    "yes",
    "no",
    "true",
    "false",
    "y",
    "n",
}
words = st.text("abcdefgh", min_size=1, max_size=6)
like_ids = st.one_of(
    st.builds("{}{}".format, st.sampled_from(["", "d", "doc-"]), st.integers(0, 12)),
    st.from_regex(r"[A-Z][a-z]{2,6}(19|20)[0-9]{2}", fullmatch=True),
    st.from_regex(r"[0-9a-f]{8}", fullmatch=True),
    words.map("{}.txt".format),
)
names = st.one_of(
    st.text(string.ascii_letters + "_- .", min_size=1, max_size=10).map(str.strip).filter(bool),
    st.sampled_from([*IDS, *LABELS, *TRUE, *PREDICTED, *sorted(USUAL)]),
    like_ids,
)
made = st.sampled_from(["V", "column_", "_c", "", "Column"])
scales = st.sampled_from([
    ["pro", "con"], ["low", "mid", "high"], ["0", "1"], ["1", "2", "5"], ["-2", "-1", "0", "1"],
    ["0.5", "1.5"], ["positive", "negative"], ["yes", "no"], ["y", "n"], ["a", "b", "c", "d", "e", "f", "g"],
])  # fmt: skip


@st.composite
def headed(draw: st.DrawFn, width: int) -> tuple[list[str], list[list[str]]]:
    """Return names that users or programs give, and rows of labels that they are the names of."""
    ids = draw(st.lists(words | like_ids, unique=True, min_size=1, max_size=7))
    if draw(st.booleans()):
        ids = [f"{draw(st.just('d')) if width == 3 else ''}{n}" for n in range(len(ids))]
    start = draw(st.integers(0, 1))
    head = draw(
        st.lists(names, min_size=width, max_size=width, unique_by=str.lower)
        | made.map(lambda name: [f"{name}{n}" for n in range(start, start + width)])
    )
    scale = draw(scales)
    rows = [[item, draw(st.sampled_from("xy")), draw(st.sampled_from(scale))] for item in ids]
    return head, [row if width == 3 else row[-1:] if width == 1 else row[::2] for row in rows]


def number(cell: str) -> bool:
    return bool(re.fullmatch(r"-?[0-9]+(\.[0-9]*)?(e[0-9]+)?", cell)) or cell.lower() in ("inf", "infinity")


def is_item(head: list[str], rows: list[list[str]]) -> bool:
    """Whether the first row is an item by definition, whatever it was meant as."""
    numbered = all(row[0].isdigit() for row in (head, *rows)) and not any(map(number, head[1:]))
    graded = head[-1] != "0" and number(head[-1]) and all(number(row[-1]) for row in rows)
    usual = head[-1].lower() in USUAL and any(row[-1] in USUAL for row in rows)
    return (numbered and len(head) > 1) or graded or usual


@settings(max_examples=300, deadline=None)
@given(data=st.data(), width=st.integers(1, 3), mark=st.sampled_from([",", "\t"]))
def test_no_row_of_names_is_an_item(
    data: st.DataObject, width: int, mark: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Whatever the names: the table is read under them or refused with the option that answers.

    By definition items are: a whole number over whole numbers beside no number (counter-example:
    ``0,verdict`` over ``1,pro``), a label that is a number other than 0 over numbers (``who,1`` over
    ``ann,2``), a usual label beside its like (``who,no`` over ``ann,yes``).
    """
    folder, ending = tmp_path_factory.mktemp("h"), "tsv" if mark == "\t" else "csv"
    head, rows = data.draw(headed(width))
    for place, name in enumerate(head):  # a name is not among what it names
        assume(name not in {row[place] for row in rows})
    path = folder / f"g.{ending}"
    path.write_text("".join(mark.join(row) + "\n" for row in [head, *rows]), encoding="utf-8")
    try:
        read = read_side(path, "gold")
    except InputError as error:
        assert re.search("--phrases|expected|--id|a line that|only a line of names", str(error))  # noqa: PT017
        return
    if isinstance(read, LabelTable) and not is_item(head, rows):
        assert len(read.labels) == len(rows)


@pytest.mark.parametrize(
    ("gold", "run", "value"),
    [
        ("d1,verdict\nd2,pro\nd3,con\nd4,pro\n", "d1,verdict\nd2,pro\nd3,con\nd4,con\n", None),
        ("d1,verdict\nd2,pro\nd3,con\nd4,pro\n", "id,label\nd2,pro\nd3,con\nd4,con\n", None),
        ("d1,pro\nd2,con\n", "d1,pro\nd2,con\n", None),
        ("d1,x,pro\nd2,x,con\n", "d1,x,pro\nd2,x,con\n", 1),  # the topic comes again
        ("1,low\n2,mid\n3,high\n", "1,low\n2,high\n3,high\n", 2 / 3),
        ("0,1\n1,0\n2,1\n", "0,1\n1,1\n2,1\n", None),  # a data frame without names
        ("d1,0\nd2,1\nd3,1\n", "d1,0\nd2,1\nd3,1\n", None),  # a series without a name
        ("0\n1\n0\n", "0\n1\n1\n", None),  # what a series without a name writes, or labels
        ("0\n1\n0\n", "id,label\na,0\nb,1\n", None),
    ],
)
def test_what_shows_an_item(gold: str, run: str, value: float | None, tmp_path: Path) -> None:
    first, second = tmp_path / "gold.csv", tmp_path / "run.csv"
    first.write_text(gold)
    second.write_text(run)
    if value is not None:
        assert lydite.evaluate(first, second, "accuracy", bootstrap=0)[0].value == pytest.approx(value)
        return
    with pytest.raises(InputError, match=r"csv:1: .*--phrases.*--no-header"):
        lydite.evaluate(first, second, "accuracy")
    if "id,label" in run:
        return
    name, rows = gold.split("\n", maxsplit=1)[0].rsplit(",", maxsplit=1)[-1], gold.count("\n")
    assert lydite.evaluate(first, second, "accuracy", phrases=name, bootstrap=0)[0].n == rows - 1
    assert lydite.evaluate(first, second, "accuracy", header=False, bootstrap=0)[0].n == rows


def test_labels_that_are_given_are_no_names(tmp_path: Path) -> None:
    file = tmp_path / "gold.csv"
    file.write_text("d1,low\nd2,mid\nd3,high\n")
    found = lydite.evaluate(file, file, "micro_MAE", labels=["low", "mid", "high"], bootstrap=0, same=True)
    assert (found[0].value, found[0].n) == (0, 3)
    with pytest.raises(InputError, match=r"csv:1: .*\(d1, low\).*--no-header"):
        lydite.evaluate(file, file, "accuracy")
    assert isinstance(read_side(file, "gold", fields=FieldNames(header=False)), LabelTable)


def test_faults_of_all_files_are_told(tmp_path: Path) -> None:
    gold, run = tmp_path / "gold.csv", tmp_path / "run.csv"
    gold.write_text("id,label\n1,a\n2\n")
    run.write_text("id,label\n1,a\n,b\n")
    with pytest.raises(InputError, match=r"gold\.csv:3: .*2 columns.*\n.*run\.csv:3: .*label"):
        lydite.evaluate(gold, run, "accuracy")
