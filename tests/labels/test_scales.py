"""Scales that nobody gave, sums that are nearly 1, and labels from the shell."""

from __future__ import annotations

import pytest

import lydite
from lydite import metrics
from lydite.cli import main
from lydite.core.errors import InputError

GOLD, RUN = "id,label\n1,1\n2,2\n3,5\n", "id,label\n1,1\n2,5\n3,2\n"


def test_whole_numbers_between_labels_count_on_an_ordinal_scale(tmp_path):
    assert metrics.macro_mae([1, 2, 5], [1, 5, 2]) == 2  # (0 + 3 + 3) / 3 by hand
    assert metrics.micro_mae([1, 2, 5], [1, 5, 2]) == 2
    assert metrics.macro_mae([1, 2, 5], [1, 5, 2], labels=[1, 2, 5]) == pytest.approx(2 / 3)
    assert metrics.accuracy([1, 2, 5], [1, 5, 2]) == pytest.approx(1 / 3)
    (tmp_path / "gold.csv").write_text(GOLD)
    (tmp_path / "run.csv").write_text(RUN)
    found = lydite.evaluate(tmp_path / "gold.csv", tmp_path / "run.csv", "macro_MAE", bootstrap=0)
    assert found[0].value == 2


def test_other_numbers_need_a_scale():
    with pytest.raises(InputError, match=r"y_true: 1\.5 .*labels="):
        metrics.macro_mae([1.5, 2], [1.5, 2])
    assert metrics.macro_mae([1.5, 2], [1.5, 2], labels=[1.5, 2]) == 0
    with pytest.raises(InputError, match="1000000 .*labels"):
        metrics.macro_mae([1, 1_000_000], [1, 1])


@pytest.mark.parametrize(
    "number", ["1" * 40, "1" * 400, "-" + "1" * 400, "1" * 400 + ".0", "1e400", "-1.0e400", "0.5"]
)
def test_numbers_beyond_all_floats_are_numbers(tmp_path, number):
    """Two that are no numbers have a distance of 1 in any order; of these nobody knows it."""
    gold, run = tmp_path / "gold.tsv", tmp_path / "run.tsv"
    gold.write_text("id\tlabel\na\t2\nb\t2\n")
    run.write_text(f"id\tlabel\na\t{number}\nb\t2\n")
    with pytest.raises(InputError, match="micro_MAE .*--labels"):
        lydite.evaluate(gold, run, "micro_MAE", bootstrap=0)


def test_numbers_beyond_all_floats_are_not_all_the_same(tmp_path):
    gold, run = tmp_path / "gold.tsv", tmp_path / "run.tsv"
    gold.write_text("id\tlabel\na\t1.0e400\nb\t2\n")
    run.write_text("id\tlabel\na\t1.0e500\nb\t2\n")
    assert lydite.evaluate(gold, run, "accuracy", bootstrap=0)[0].value == 0.5


@pytest.mark.parametrize("word", ["inf", "Infinity", "1_0"])
def test_words_that_python_takes_for_numbers_are_words(tmp_path, word):
    gold, run = tmp_path / "gold.tsv", tmp_path / "run.tsv"
    gold.write_text("id\tlabel\na\t2\nb\t2\n")
    run.write_text(f"id\tlabel\na\t{word}\nb\t2\n")
    assert lydite.evaluate(gold, run, "micro_MAE", bootstrap=0)[0].value == 0.5


def said(capsys, *args):
    with pytest.raises(SystemExit):
        main(["score", *map(str, args)])
    return "".join(capsys.readouterr())


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ([], "2.0000"),
        (["--labels", "1,2,5"], "0.6667"),
        (["--labels", "1, 2"], "label '5'"),
    ],
)
def test_labels_from_the_shell(tmp_path, capsys, command, expected):
    gold, run = tmp_path / "gold.csv", tmp_path / "run.csv"
    gold.write_text(GOLD)
    run.write_text(RUN)
    assert expected in said(capsys, gold, run, "-m", "macro_MAE", "--bootstrap", 0, *command)


def test_sums_that_are_nearly_one_and_sums_that_are_made_one(tmp_path, capsys):
    gold, run = tmp_path / "gold.csv", tmp_path / "run.csv"
    gold.write_text("topic,a,b\nx,0.5,0.49\n")
    run.write_text("topic,a,b\nx,1,1\n")
    assert lydite.evaluate(gold, gold, "AE", bootstrap=0, same=True)[0].value == 0
    with pytest.raises(InputError, match=r"run.csv:2: .* 2, .*--normalise"):
        lydite.evaluate(gold, run, "AE", bootstrap=0)
    assert "normalised:yes" in said(capsys, gold, run, "-m", "AE", "--normalise", "--format", "json")


def test_labels_are_not_for_phrases(tmp_path, capsys):
    (tmp_path / "gold.json").write_text('{"1": ["cat"]}')
    file = tmp_path / "gold.json"
    assert "measures of labels" in said(capsys, file, file, "--labels", "a,b")
