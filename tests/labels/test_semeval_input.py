"""Bad input: what was wrong, in which file, on which line, and what to do."""

from __future__ import annotations

import gzip
import io
import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lydite import semeval, semeval_leaderboard
from lydite.errors import InputError
from lydite.measures.labels.semeval.formats import looks_like, read
from lydite.measures.labels.semeval.matching import match
from lydite.measures.labels.semeval.official import official
from lydite.measures.labels.semeval.subtasks import subtask
from lydite.measures.labels.semeval.task import runs

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
        match(task, *(read(task, f) for f in files))
    except InputError as error:
        return str(error).replace(f"{folder}/", "")
    return ""


@pytest.mark.parametrize(
    ("letter", "gold", "run", "message"),
    [
        ("B", B, "1\tx\tpositive\n3\ty\tpositive\n", "run.tsv: 1 id of gold missing: 2 (x) (gold line 2)"),
        ("B", B, B + "9\ty\tpositive\n", "run.tsv: 1 id not in gold: 9 (y) (line 4)"),
        ("B", B, B + "2\tx\tpositive\n", "run.tsv: 1 duplicate id: 2 (x) (lines 2 and 4)"),
        ("B", B + B, B, "gold.tsv: 3 duplicate ids: 1 (x) (lines 1 and 4), 2 (x) (lines 2 and 5)"),
        ("B", B, B.replace("negative", "negativ"), "run.tsv:2: unknown label 'negativ'; subtask B allows"),
        ("B", B, B.replace("negative", "negativ"), "did you mean negative?"),
        (
            "B",
            B,
            B.replace("3\ty", "3\tz"),
            "1 id of gold missing: 3 (y) (gold line 3); 1 id not in gold: 3 (z)",
        ),
        ("B", B, "1\tx\n2\tx\tnegative\n3\ty\tpositive\n", "run.tsv:1: expected id, topic and label"),
        ("B", B, "", "run.tsv: is empty"),
        (
            "B",
            B,
            "1\t\tpositive\n2\tx\tnegative\n3\ty\tpositive\n",
            "run.tsv:1: the id or the topic is empty",
        ),
        ("B", B, b"1\tx\tpositive\n\xff\tx\tnegative\n", "run.tsv:2: is not UTF-8 text"),
        ("B", B, B.replace("positive", "1").replace("negative", "-2"), "looks like a file of subtask C"),
        ("B", B, "1\tpositive\n2\tneutral\n3\tpositive\n", "it looks like a file of subtask A"),
        ("B", B, D, "is not a file of subtask B; it looks like a file of subtask D"),
        ("C", "1\tx\t-2\n2\tx\t0\n", B, "is not a file of subtask C; it looks like a file of subtask B"),
        (
            "A",
            "1\tpositive\n2\tneutral\n",
            "7\tx\tpositive\n8\tx\tnegative\n",
            "it looks like a file of subtask B",
        ),
        ("D", D, E, "is not a file of subtask D; it looks like a file of subtask E"),
        ("E", E, D, "is not a file of subtask E; it looks like a file of subtask D"),
        ("D", D, "x\t0.5\t0.6\ny\t1\t0\n", "run.tsv:1: prevalences sum to 1.1, not to 1 (tolerance 0.01)"),
        ("D", D, "x\t-0.5\t1.5\ny\t1\t0\n", "run.tsv:1: a prevalence lies from 0 to 1, not at -0.5"),
        ("D", D, "x\tnan\t0.5\ny\t1\t0\n", "run.tsv:1: a prevalence lies from 0 to 1, not at nan"),
        ("D", D, "x\tinf\t0.5\ny\t1\t0\n", "run.tsv:1: a prevalence lies from 0 to 1, not at inf"),
        ("D", D, "x\thalf\t0.5\ny\t1\t0\n", "run.tsv:1: expected a prevalence from 0 to 1, found 'half'"),
        ("D", D, "x\t0.5\t0.5\n", "run.tsv: 1 topic of gold missing: y (gold line 2)"),
        ("D", D, D + "z\t1\t0\t1\n", "run.tsv: 1 topic not in gold: z (line 3)"),
        ("D", D, D + "x\t1\t0\t1\n", "run.tsv: 1 duplicate topic: x (lines 1 and 3)"),
        ("D", D.replace("\t2\n", "\t0\n"), D, "gold.tsv:1: topic x is empty: it has 0 tweets"),
        ("D", D.replace("\t2\n", "\tmany\n"), D, "gold.tsv:1: expected the number of tweets"),
        ("D", D, "1\tpositive\n2\tnegative\n", "run.tsv: is not a file of subtask D"),
    ],
)
def test_message(letter, gold, run, message, tmp_path):
    assert message in check(tmp_path, letter, gold, run)


def test_many_problems_are_counted_not_listed(tmp_path):
    gold = "".join(f"{i}\tx\tpositive\n" for i in range(20))
    message = check(tmp_path, "B", gold, "0\tx\tpositive\n")
    assert "19 ids of gold missing: 1 (x) (gold line 2)" in message
    assert "and 14 more" in message


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
    assert "needs topics" in check(tmp_path, "B", gold, "1\tpositive\n")


def test_a_file_that_cannot_be_read(tmp_path):
    with pytest.raises(InputError, match="cannot be read"):
        read(subtask("A"), tmp_path / "nowhere.tsv")


@pytest.mark.parametrize("letter", "ABCDE")
def test_real_files_look_like_what_they_are(letter, shared_data):
    for side in ("gold", "random"):
        assert looks_like(shared_data / "semeval2016" / f"{letter}.{side}.tsv") == letter


def test_unknown_subtask():
    with pytest.raises(InputError, match="unknown subtask 'F'; expected one of A, B, C, D, E"):
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
            match(task, found, found)
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
    with pytest.raises(InputError, match="system:2: unknown label 'neutral'"):
        semeval("B", ["positive", "negative"], ["positive", "neutral"])
    with pytest.raises(InputError, match="has 2 rows, but there are 3 topics"):
        semeval("B", ["positive", "negative"], ["positive", "negative"], topics=["x", "y", "z"])
    pandas = pytest.importorskip("pandas")
    with pytest.raises(InputError, match="gold: has no column 'id'"):
        semeval("B", pandas.DataFrame({"tweet": [1], "label": ["positive"]}), ["positive"])


def test_any_label_set():
    found = semeval("B", ["yes", "no", "no"], ["yes", "yes", "no"], labels=["no", "yes"], **FAST)
    assert found["macro_recall"].value == 0.75
    with pytest.raises(InputError, match="two or more distinct labels"):
        semeval("B", ["yes"], ["yes"], labels=["yes"])


def test_a_run_that_labels_part_of_a_topic_is_refused():
    gold = {"x": [0.5, 0.5, 4], "y": [1.0, 0.0, 1]}
    run = {"1": ("x", "positive"), "2": ("x", "negative"), "3": ("y", "positive")}
    with pytest.raises(InputError, match=r"1 topic with another number .* x \(2 instead of 4, line 1\)"):
        semeval("D", gold, run)


def test_topics_and_labels_that_are_numbers_are_not_prevalences():
    gold, run, topics = [0, 1, 1, 0, 0, 1], [0, 1, 0, 0, 1, 1], [7, 7, 7, 8, 8, 9]
    assert semeval("D", gold, run, topics=topics, labels=[0, 1], **FAST)["AE"].value == pytest.approx(5 / 18)


def test_quantification_without_the_number_of_tweets_says_what_is_needed():
    with pytest.raises(InputError, match="gold: KLD smooths by .* in a last column"):
        semeval("D", {"x": [0.5, 0.5]}, {"x": [0.7, 0.3]})


def test_intervals_hold_the_value_and_do_not_depend_on_order():
    generator = np.random.default_rng(1)
    gold = generator.integers(-2, 3, 300).tolist()
    run = [g if generator.random() < 0.6 else 0 for g in gold]
    topics = generator.integers(0, 5, 300).tolist()
    keys = [str(i) for i in range(300)]
    one, two = ({k: (t, v) for k, t, v in zip(keys, topics, side, strict=True)} for side in (gold, run))
    found = semeval("C", one, two)
    for result in found:
        assert result.low <= result.value <= result.high
    assert list(semeval("C", dict(reversed(one.items())), two)) == list(found)
    by_topic = semeval("C", one, two, cluster="topic")
    assert by_topic["micro_MAE"].low < by_topic["micro_MAE"].value < by_topic["micro_MAE"].high
    assert "cluster:topic" in by_topic["micro_MAE"].signature
    with pytest.raises(InputError, match="clustered by topic"):
        semeval("C", one, two, cluster="author")


def test_intervals_are_of_the_value_and_not_of_its_bias():
    """A tenth of the topics has one negative tweet: resamples without it put RAE above the value."""
    generator = np.random.default_rng(5)
    gold = [("positive", "negative")[i % 20 == 0] for i in range(800)]
    run = generator.choice(["positive", "negative"], 800).tolist()
    found = semeval("D", gold, run, topics=[i // 40 for i in range(800)])
    assert found["RAE"].low < found["RAE"].value < found["RAE"].high
    for result in found:
        assert 0 <= result.low <= result.value <= result.high
    assert "|centred" in found["RAE"].signature


def test_intervals_hold_what_is_to_be_expected_of_such_tweets():
    """Of 60 samples from one population, about 95% of the intervals hold the mean value of such samples."""
    generator = np.random.default_rng(6)
    topics = np.repeat(np.arange(20), 30)

    def scored(times):
        gold = generator.random(600) < np.linspace(0.03, 0.5, 20)[topics]
        run = np.where(generator.random(600) < 0.5, gold, generator.random(600) < 0.4)
        sides = (np.where(side, "negative", "positive").tolist() for side in (gold, run))
        return semeval("D", *sides, topics=topics.tolist(), bootstrap=times)

    names = ["RAE", "KLD", "AE"]
    many = [[found[m].value for m in names] for found in (scored(0) for _ in range(200))]
    samples = [scored(200) for _ in range(60)]
    for name, expected in zip(names, np.mean(many, 0), strict=True):
        assert sum(found[name].low <= expected <= found[name].high for found in samples) >= 50


def test_leaderboard_ties_what_cannot_be_told_apart():
    generator = np.random.default_rng(2)
    gold = generator.choice(["positive", "negative"], 400).tolist()
    flip = {"positive": "negative", "negative": "positive"}
    wrong = lambda start, stop: [flip[g] if start <= i < stop else g for i, g in enumerate(gold)]  # noqa: E731
    runs = {"good": wrong(0, 40), "as good": wrong(40, 81), "bad": wrong(0, 180)}
    found = semeval_leaderboard("B", gold, runs)
    letters = found.letters["macro_recall"]
    assert letters["good"] == letters["as good"] == "a"
    assert letters["bad"] == "b"
    assert found.results[0].system == "good"
    (test,) = (t for t in found.tests if (t.measure, t.first, t.second) == ("macro_recall", "good", "bad"))
    assert 0 < test.low < test.difference < test.high
    with pytest.raises(InputError, match="no runs"):
        semeval_leaderboard("B", gold, {})


def test_swaps_and_resamples_of_counts_are_those_of_rows():
    """p value and interval of the difference from counts, against the same from rows with their own draws."""
    from lydite.measures.labels.items import Labelled
    from lydite.measures.labels.macro_recall import macro_recall
    from lydite.measures.labels.pairing import pair

    generator = np.random.default_rng(3)
    gold, one, two = generator.integers(0, 2, (3, 60))
    two = np.where(generator.random(60) < 0.3, gold, two)
    items = [Labelled.of(gold, side, labels=[0, 1]) for side in (one, two)]
    (found,) = pair([macro_recall()], *items, times=4000, seed=0)
    score = lambda side, at=slice(None): macro_recall().score(gold[at], side[at], labels=[0, 1])  # noqa: E731
    seen = abs(score(one) - score(two))
    extreme, drawn = 0, []
    for _ in range(1000):
        swap = generator.integers(0, 2, 60) > 0
        extreme += abs(score(np.where(swap, two, one)) - score(np.where(swap, one, two))) >= seen - 1e-12
        rows = generator.integers(0, 60, 60)
        drawn.append(score(one, rows) - score(two, rows))
    assert found.p == pytest.approx(extreme / 1000, abs=0.05)
    assert found.differences.mean() == pytest.approx(np.mean(drawn), abs=0.02)
    assert found.differences.std() == pytest.approx(np.std(drawn), rel=0.15)


def test_whole_topics_are_swapped_where_whole_topics_are_drawn():
    """Each system is right in one topic only: eighty rows tell them apart, two topics cannot."""
    from lydite.measures.labels.accuracy import accuracy
    from lydite.measures.labels.items import Labelled
    from lydite.measures.labels.pairing import pair

    gold, topics = np.zeros(80, int), np.repeat([0, 1], [60, 20])
    one, two = topics, 1 - topics
    items = [Labelled.of(gold, side, labels=[0, 1], topics=topics) for side in (one, two)]
    pooled = [accuracy(average="pooled")]
    assert pair(pooled, *items, times=100, seed=0)[0].p < 0.001
    assert pair(pooled, *items, times=100, seed=0, topics=True)[0].p > 0.4


def test_options_that_labels_do_not_have():
    for options, message in (({"interval": "bca"}, "not bca"), ({"by": "author"}, "broken down by topic")):
        with pytest.raises(InputError, match=message):
            semeval("B", ["positive"], ["positive"], **options)


def test_drawing_counts_is_drawing_rows():
    from lydite.measures.labels.accuracy import accuracy
    from lydite.measures.labels.items import Labelled
    from lydite.measures.labels.resampling import resample

    gold, run = np.zeros(200, int), np.repeat([0, 1], [150, 50])
    items = Labelled.of(gold, run, labels=[0, 1])
    (spread,) = resample([accuracy()], items, 20_000, 0, topics=False)
    assert spread.overall.mean() == pytest.approx(0.75, abs=0.002)
    assert spread.overall.std() == pytest.approx(np.sqrt(0.75 * 0.25 / 200), rel=0.03)


def line(letter, gold, run):
    task, (found,) = runs(letter, gold, {"r": run})
    return official(task, found.items, found.system)


def test_official_line_of_2017_puts_recall_first():
    gold = {"10": "positive", "11": "negative"}
    assert line("A", gold, {"10": "positive", "11": "positive"}) == "r\t0.333\t0.333\t0.500\t"


def test_official_line_divides_by_all_classes():
    assert line("B", {"1": ("x", "positive")}, {"1": ("x", "positive")}) == "r\t0.500\t0.500\t1.000"


def test_official_line_takes_prevalences_to_sum_to_1():
    """As the scorer of D does: Equation 6 itself would print 0.000."""
    assert line("D", {"x": [0.5, 0.5, 1000]}, {"x": [0.498, 0.498]}).split("\t")[1] == "0.004"
    assert semeval("D", {"x": [0.5, 0.5, 1000]}, {"x": [0.498, 0.498]}, **FAST)["KLD"].value == 0
