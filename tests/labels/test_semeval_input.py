"""Bad input: what was wrong, in which file, on which line, and what to do."""

from __future__ import annotations

import gzip
import io
import re
import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lydite import semeval
from lydite.core.errors import InputError
from lydite.measures.labels import match
from lydite.measures.tasks.semeval import looks_like, official_line, read, runs, scale, subtask

FAST = {"bootstrap": 0}
B = "1\tx\tpositive\n2\tx\tnegative\n3\ty\tpositive\n"
D = "x\t0.5\t0.5\t2\ny\t1\t0\t1\n"
E = "x\t0.1\t0.2\t0.3\t0.2\t0.2\n"


def check(folder, letter, gold, run):
    """Return the message for a run, or nothing."""
    files = []
    for name, text in (("gold.tsv", gold), ("run.tsv", run)):
        (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())
        files.append(folder / name)
    task = subtask(letter)
    try:
        match(scale(task), *(read(task, f) for f in files))
    except InputError as error:
        return str(error).replace(f"{folder}/", "")
    return ""


@pytest.mark.parametrize(
    ("letter", "gold", "run", "message"),
    [
        ("B", B, "1\tx\tpositive\n3\ty\tpositive\n", r"run\.tsv: 1 id .*missing.* 2 .*gold line 2"),
        ("B", B, B + "9\ty\tpositive\n", r"run\.tsv: 1 id .*not in gold.* 9 .*line 4"),
        ("B", B, B + "2\tx\tpositive\n", r"run\.tsv: 1 duplicate .* 2 .*lines 2 and 4"),
        ("B", B + B, B, r"gold\.tsv: 3 duplicate .* 1 .*lines 1 and 4.* 2 .*lines 2 and 5"),
        ("B", B, B.replace("negative", "negativ"), r"run\.tsv:2: .*'negativ'.*subtask B"),
        ("B", B, B.replace("negative", "negativ"), r"'negativ'.*negative\?"),
        (
            "B",
            B,
            B.replace("3\ty", "3\tz"),
            r"missing.* 3 \(y\) .*gold line 3.*not in gold.* 3 \(z\)",
        ),
        ("B", B, "1\tx\n2\tx\tnegative\n3\ty\tpositive\n", "run.tsv:1: .*id, topic and label"),
        ("B", B, "", "run.tsv: .*empty"),
        (
            "B",
            B,
            "1\t\tpositive\n2\tx\tnegative\n3\ty\tpositive\n",
            "run.tsv:1: .*empty",
        ),
        ("B", B, b"1\tx\tpositive\n\xff\tx\tnegative\n", "run.tsv:2: .*UTF-8 .*0xff"),
        ("B", B, B.replace("positive", "1").replace("negative", "-2"), r"run\.tsv: .*subtask B.*subtask C"),
        ("B", B, "1\tpositive\n2\tneutral\n3\tpositive\n", r"run\.tsv:2: .*'neutral'.*subtask A"),
        ("B", B, D, r"run\.tsv: .*subtask B.*subtask D"),
        ("C", "1\tx\t-2\n2\tx\t0\n", B, r"run\.tsv: .*subtask C.*subtask B"),
        (
            "A",
            "1\tpositive\n2\tneutral\n",
            "7\tx\tpositive\n8\tx\tnegative\n",
            "subtask B",
        ),
        ("D", D, E, r"run\.tsv: .*subtask D.*subtask E"),
        ("E", E, D, r"run\.tsv: .*subtask E.*subtask D"),
        ("D", D, "x\t0.5\t0.6\ny\t1\t0\n", r"run\.tsv:1: .*1\.1, .*0\.01"),
        ("D", D, "x\t-0.5\t1.5\ny\t1\t0\n", r"run\.tsv:1: .*prevalence .*-0\.5"),
        ("D", D, "x\tnan\t0.5\ny\t1\t0\n", r"run\.tsv:1: .*prevalence .*nan"),
        ("D", D, "x\tinf\t0.5\ny\t1\t0\n", r"run\.tsv:1: .*prevalence .*inf"),
        ("D", D, "x\thalf\t0.5\ny\t1\t0\n", r"run\.tsv:1: .*prevalence .*'half'"),
        ("D", D, "x\t0.5\t0.5\n", r"run\.tsv: 1 topic .*missing.* y .*gold line 2"),
        ("D", D, D + "z\t1\t0\t1\n", r"run\.tsv: 1 topic not in gold.* z .*line 3"),
        ("D", D, D + "x\t1\t0\t1\n", r"run\.tsv: 1 duplicate .* x .*lines 1 and 3"),
        ("D", D.replace("\t2\n", "\t0\n"), D, r"gold\.tsv:1: .*topic x .*0 tweets"),
        ("D", D.replace("\t2\n", "\tmany\n"), D, r"gold\.tsv:1: .*number of tweets"),
        ("D", D, "1\tpositive\n2\tnegative\n", r"run\.tsv: .*subtask D"),
    ],
)
def test_message(letter, gold, run, message, tmp_path):
    assert re.search(message, check(tmp_path, letter, gold, run))


def test_many_problems_are_counted_not_listed(tmp_path):
    gold = "".join(f"{i}\tx\tpositive\n" for i in range(20))
    message = check(tmp_path, "B", gold, "0\tx\tpositive\n")
    assert "19 ids" in message
    assert "14 more" in message


@pytest.mark.parametrize(
    ("letter", "gold", "run"),
    [
        (
            "B",
            B,
            "3\ty\tpositive\t\r\n\r\n1\tx\tnegative\t\r\n2\tx\tnegative",
        ),  # any order, CRLF, trailing tabs
        ("B", "\ufeff" + B, B + "\n\n"),
        ("B", B, "1\tpositive\n2\tnegative\n3\tnegative\n"),  # ids alone, where they are unique
        ("B", B, "1\tx\tpositive\tI love x!\n2\tx\tnegative\ttext\n3\ty\tpositive\ttext\n"),
        ("A", "1\tTwitter2016\tpositive\r\n2\tSMS2013\tneutral\r\n", "2\tneutral\n1\tpositive\n"),
        ("A", "264183816548130816\tpositive\n2\tneutral\n", "2\tneutral\n264183816548130816\tpositive\n"),
        ("A", "1\tpositive\ttext of it\n2\tneutral\ttext\n", "1\tnegative\tagain\n2\tneutral\ttext\n"),
        ("C", "1\tx\t+2\n2\tx\t-1\n", "1\tx\t2\n2\tx\t-1\n"),
        ("D", D, "y\t1.0e0\t0E-3\nx\t5e-1\t5.0e-01\n"),  # scientific notation is a number
        ("D", D, "x\t0.495\t0.5\ny\t1\t0\n"),  # within the tolerance
        ("D", D, B),  # classify and count
        ("D", B, B),
        ("D", B, D),
        ("E", E, "1\tx\t-2\n2\tx\t1\n"),
        ("B", "1\tx\tpositive\n2\tx\tpositive\n", "1\tx\tpositive\n2\tx\tnegative\n"),  # one class only
    ],
)
def test_tolerated(letter, gold, run, tmp_path):
    assert check(tmp_path, letter, gold, run) == ""


def test_the_same_tweet_under_two_topics_needs_them(tmp_path):
    gold = "1\tx\tpositive\n1\ty\tnegative\n"
    assert check(tmp_path, "B", gold, gold) == ""
    assert "topics" in check(tmp_path, "B", gold, "1\tpositive\n")


def test_a_file_that_cannot_be_read(tmp_path):
    with pytest.raises(InputError, match=r"nowhere\.tsv: .*No such file"):
        read(subtask("A"), tmp_path / "nowhere.tsv")


@pytest.mark.parametrize("letter", "ABCDE")
def test_real_files_look_like_what_they_are(letter, shared_data):
    for side in ("gold", "random"):
        assert looks_like(shared_data / "semeval2016" / f"{letter}.{side}.tsv") == letter


def test_unknown_subtask():
    with pytest.raises(InputError, match="subtask 'F'.* A, B, C, D, E"):
        semeval("F", {}, {})


WORDS = [
    "1",
    "2",
    "x",
    "positive",
    "neutral",
    "-2",
    "+1",
    "0.5",
    "0.50",
    "1e-1",
    "nan",
    "-0.1",
    "",
    "é",
    "\x00",
]


@settings(max_examples=150)
@given(
    st.sampled_from("ABCDE"),
    st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=8), min_size=1, max_size=6),
    st.sampled_from(["\n", "\r\n", "\t\n"]),
)
def test_any_file_is_a_table_or_an_error_that_names_it(letter, rows, end):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "run.tsv")
        path.write_text("".join("\t".join(row) + end for row in rows), encoding="utf-8", newline="")
        task, said = subtask(letter), "run.tsv"
        try:
            found = read(task, path)
            match(scale(task), found, found)
        except InputError as error:
            said = str(error)
        assert "run.tsv" in said


def test_compressed_files_and_standard_input(tmp_path, monkeypatch):
    (tmp_path / "run.tsv.gz").write_bytes(gzip.compress(B.encode()))
    assert len(read(subtask("B"), tmp_path / "run.tsv.gz").ids) == 3
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(B.encode())))
    assert read(subtask("B"), "-").source == "standard input"


# the same from Python


def test_lists_mappings_and_frames_agree():
    pandas, polars, pyarrow = (pytest.importorskip(m) for m in ("pandas", "polars", "pyarrow"))
    ids, topics = ["1", "2", "3", "4"], ["x", "x", "y", "y"]
    gold, run = [-2, 0, 1, 2], [0, 0, 2, 2]
    columns = {"id": ids, "topic": topics}
    forms = [
        [dict(zip(ids, zip(topics, side, strict=True), strict=True)) for side in (gold, run)],
        [{(i, t): v for i, t, v in zip(ids, topics, side, strict=True)} for side in (gold, run)],
        *(
            [make({**columns, "label": s}) for s in (gold, run)]
            for make in (pandas.DataFrame, polars.DataFrame)
        ),
        [pyarrow.table({**columns, "label": s}) for s in (gold, run)],
    ]
    expected = semeval("C", gold, run, topics=topics, **FAST)
    assert float(expected["macro_MAE"]) == pytest.approx((1 + 0.5) / 2)
    for one, two in forms:
        found = semeval("C", one, two, **FAST)
        assert [r.value for r in found] == [r.value for r in expected]
    assert float(semeval("C", np.array(gold), np.array(run, float), **FAST)["macro_MAE"]) == 0.75


def test_prevalences_from_python():
    pandas = pytest.importorskip("pandas")
    expected = semeval("D", {"x": [0.5, 0.5, 10]}, {"x": [0.7, 0.3]}, **FAST)["KLD"].value
    gold = {"x": {"positive": 0.5, "negative": 0.5, "count": 10}}
    assert semeval("D", gold, {"x": {"positive": 0.7, "negative": 0.3}}, **FAST)["KLD"].value == expected
    frame = pandas.DataFrame({"topic": ["x"], "positive": [0.5], "negative": [0.5], "count": [10]})
    assert semeval("D", frame, [[0.7, 0.3]], topics=["x"], **FAST)["KLD"].value == expected
    five = {"x": {-2: 0.5, 2: 0.5}}
    assert semeval("E", five, {"x": [1, 0, 0, 0, 0]}, **FAST)["EMD"].value == pytest.approx(2)


def test_messages_from_python_name_side_and_row():
    with pytest.raises(InputError, match="system:2: .*'neutral'.*subtask B"):
        semeval("B", ["positive", "negative"], ["positive", "neutral"])
    with pytest.raises(InputError, match="gold: .*2 rows.* 3 topics"):
        semeval("B", ["positive", "negative"], ["positive", "negative"], topics=["x", "y", "z"])
    pandas = pytest.importorskip("pandas")
    with pytest.raises(InputError, match="gold: .*column 'label'"):
        semeval("B", pandas.DataFrame({"tweet": [1], "guess": ["positive"]}), ["positive"])


def test_any_label_set():
    found = semeval("B", ["yes", "no", "no"], ["yes", "yes", "no"], labels=["no", "yes"], **FAST)
    assert found["macro_recall"].value == 0.75
    with pytest.raises(InputError, match="label.*yes"):
        semeval("B", ["yes"], ["yes"], labels=["yes"])


def test_a_run_that_labels_part_of_a_topic_is_refused():
    gold = {"x": [0.5, 0.5, 4], "y": [1.0, 0.0, 1]}
    run = {"1": ("x", "positive"), "2": ("x", "negative"), "3": ("y", "positive")}
    with pytest.raises(InputError, match=r"system: 1 topic .* x \(2 .* 4, line 1\)"):
        semeval("D", gold, run)


def test_topics_and_labels_that_are_numbers_are_not_prevalences():
    gold, run, topics = [0, 1, 1, 0, 0, 1], [0, 1, 0, 0, 1, 1], [7, 7, 7, 8, 8, 9]
    assert semeval("D", gold, run, topics=topics, labels=[0, 1], **FAST)["AE"].value == pytest.approx(5 / 18)


def test_quantification_without_the_number_of_tweets_says_what_is_needed():
    with pytest.raises(InputError, match="gold: KLD "):
        semeval("D", {"x": [0.5, 0.5]}, {"x": [0.7, 0.3]})


def line(letter, gold, run):
    task, (found,) = runs(letter, gold, {"r": run})
    return official_line(task, found.items, found.system)


def test_official_line_of_2017_puts_recall_first():
    gold = {"10": "positive", "11": "negative"}
    assert line("A", gold, {"10": "positive", "11": "positive"}) == "r\t0.333\t0.333\t0.500\t"


def test_official_line_divides_by_all_classes():
    assert line("B", {"1": ("x", "positive")}, {"1": ("x", "positive")}) == "r\t0.500\t0.500\t1.000"


def test_official_line_takes_prevalences_to_sum_to_1():
    """As the scorer of D does: Equation 6 itself would print 0.000."""
    assert line("D", {"x": [0.5, 0.5, 1000]}, {"x": [0.498, 0.498]}).split("\t")[1] == "0.004"
    assert semeval("D", {"x": [0.5, 0.5, 1000]}, {"x": [0.498, 0.498]}, **FAST)["KLD"].value == 0
