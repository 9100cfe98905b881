"""Rows that a run does not answer, fields of any name, and prevalences counted on request."""

from __future__ import annotations

import json
import re

import pytest

import lydite
from lydite.cli import main
from lydite.core.errors import InputError

GOLD = {"1": "1", "2": "2", "3": "3", "4": "1"}
RUN = {"1": "1", "2": "3", "3": "3"}  # 4 is missing


def value(measure, **how):
    return lydite.evaluate(GOLD, RUN, measure, bootstrap=0, **how)[0].value


def test_missing_rows_are_an_error_if_nothing_is_said():
    with pytest.raises(InputError, match=r"system: .* 4 .*--missing skip"):
        value("accuracy")
    with pytest.raises(InputError, match="zero.*skip.*wrong.*error"):
        value("accuracy", missing="zero")


@pytest.mark.parametrize(
    ("measure", "skip", "wrong"),
    [
        ("accuracy", 2 / 3, 2 / 4),
        ("macro_recall", (1 + 0 + 1) / 3, (1 / 2 + 0 + 1) / 3),
        ("average_F1", (1 + 0 + 2 / 3) / 3, (2 / 3 + 0 + 2 / 3) / 3),  # no class is charged with the answer
        ("F1_PN(positive=1, negative=3)", (1 + 2 / 3) / 2, (2 / 3 + 2 / 3) / 2),
        ("micro_MAE", 1 / 3, (1 + 2) / 4),  # from 1 on a scale of 1, 2, 3 the worst answer is two steps off
        ("macro_MAE", (0 + 1 + 0) / 3, (2 / 2 + 1 + 0) / 3),
    ],
)
def test_left_out_or_wrong_by_hand(measure, skip, wrong):
    assert value(measure, missing="skip") == pytest.approx(skip)
    assert value(measure, missing="wrong") == pytest.approx(wrong)


def test_wrong_is_the_worst_answer_that_could_be_given():
    """On labels of two classes, no answer is the other class; on scales, the class that is farthest."""
    gold = {str(i): str(i % 2) for i in range(9)}
    run = {k: "0" for k in gold if k != "8"}
    worst = run | {"8": "1"}
    for measure in ("accuracy", "micro_MAE", "macro_MAE", "macro_recall"):
        found = lydite.evaluate(gold, run, measure, missing="wrong", bootstrap=0)[0]
        assert found.value == lydite.evaluate(gold, worst, measure, bootstrap=0)[0].value
        assert "missing:wrong" in str(found.signature)


@pytest.mark.parametrize("measure", ["AE", "RAE", "KLD", "EMD", "NMD"])
def test_prevalences_refuse_what_is_wrong(measure):
    with pytest.raises(InputError, match=f"{measure} .*--missing skip"):
        value(measure, missing="wrong")
    with pytest.raises(InputError, match="system: prevalences .*wrong"):
        lydite.evaluate(
            {"x": {"a": 0.5, "b": 0.5}}, {"x": {"a": 1, "b": 0}}, f"{measure}", missing="wrong", bootstrap=0
        )


def test_wrong_is_not_for_phrases():
    with pytest.raises(InputError, match="missing=wrong .*labels"):
        lydite.evaluate({"1": ["cat"]}, {"1": ["cat"]}, "F1", missing="wrong")


def test_systems_are_compared_on_what_all_of_them_answered():
    found = lydite.compare(GOLD, {"a": RUN, "b": {"1": "1", "2": "2", "4": "2"}}, "accuracy", missing="skip")
    assert [(r.system, r.value, r.n) for r in found.results] == [("a", 0.5, 2), ("b", 1.0, 2)]
    for name, note in zip("ab", found.results.notes, strict=False):
        assert re.search(f"^{name}: .*1$", note)
    with pytest.raises(InputError, match="no item"):
        lydite.compare(GOLD, {"a": {"1": "1"}, "b": {"2": "2"}}, "accuracy", missing="skip")


def test_topics_that_are_missing_are_left_out():
    gold = {"x": {"a": 0.5, "b": 0.5}, "y": {"a": 1, "b": 0}}
    run = {"x": {"a": 1, "b": 0}}
    found = lydite.evaluate(gold, run, "AE", missing="skip", bootstrap=0)
    assert (found[0].value, found[0].n) == (0.5, 1)
    [note] = found.notes
    assert re.search("^system: topics .*1", note)


def test_no_answer_has_a_row_of_its_own_in_the_confusion_matrix(tmp_path, capsys):
    gold, run = tmp_path / "gold.tsv", tmp_path / "run.tsv"
    gold.write_text("1\tpositive\n2\tnegative\n3\tneutral\n")
    run.write_text("1\tpositive\n2\tpositive\n")
    command = ["semeval", "A", gold, run, "--missing", "wrong", "--confusion", "--bootstrap", 0]
    with pytest.raises(SystemExit):
        main(list(map(str, command)))
    out = capsys.readouterr().out
    assert ["no", "answer", "0", "1", "0", "1"] in [line.split() for line in out.splitlines()]
    with pytest.raises(SystemExit):
        main([*map(str, command), "--format", "json"])
    data = json.loads(capsys.readouterr().out)
    assert data["answers"] == ["positive", "neutral", "negative", "no answer"]
    assert data["confusion"][0]["matrix"] == [[1, 0, 1], [0, 0, 0], [0, 0, 0], [0, 1, 0]]


# Fields and forms of anybody's files


def said(capsys, *args):
    with pytest.raises(SystemExit):
        main(["score", *map(str, args), "--bootstrap", "0"])
    return "".join(capsys.readouterr())


@pytest.mark.parametrize(
    ("name", "text", "more"),
    [
        ("run.csv", "tweet,prediction\n1,spam\n2,ham\n3,spam\n", []),
        ("run.csv", "2,ham\n1,spam\n3,spam\n", []),
        ("run.tsv", "id\tscore\tlabel\n1\t0.9\tspam\n2\t0.8\tham\n3\t0.5\tspam\n", []),
        ("run.csv", "who,guess\n1,spam\n2,ham\n3,spam\n", ["--phrases", "guess"]),
        ("run.csv", "guess,who,label\nspam,1,x\nham,2,x\nspam,3,x\n", ["--phrases", "guess", "--id", "who"]),
        (
            "run.jsonl",
            '{"id": 1, "label": "spam"}\n{"id": 2, "label": "ham"}\n{"id": 3, "label": "spam"}\n',
            [],
        ),
        ("run.json", '[{"id": 1, "pred": "spam"}, {"id": 2, "pred": "ham"}, {"id": 3, "pred": "spam"}]', []),
        ("run.json", '{"1": "spam", "2": "ham", "3": "spam"}', []),
    ],
)
def test_forms_that_are_read(tmp_path, capsys, name, text, more):
    gold, run = tmp_path / "gold.csv", tmp_path / name
    gold.write_text("id,label\n1,spam\n2,ham\n3,spam\n")
    run.write_text(text)
    out = said(capsys, gold, run, "-m", "accuracy", "-m", "F1_PN(positive=spam, negative=ham)", *more)
    assert out.count("1.0000") == 2
    assert f"{name}: " in out
    assert "3 rows, 2 labels" in out


def test_a_file_with_both_sides_is_read_by_role(tmp_path, capsys):
    both = tmp_path / "both.csv"
    both.write_text("id,gold,prediction\n1,a,a\n2,a,b\n3,b,b\n4,b,b\n")
    assert "0.7500" in said(capsys, both, both, "-m", "accuracy")


@pytest.mark.parametrize(
    ("text", "more", "words"),
    [
        ("who,guess\n1,spam\n", [], "run.txt:1: .*who, guess"),
        ("who,guess\n1,spam\n", ["--phrases", "gess"], "run.txt:1: .*who, guess"),
        ("id,label\n1,spam\n", ["--id", "nr"], "'nr'"),
        ('{"1": ["a", "b", "c"]}', [], "a label"),
        ("[1, [2]]", [], "run.txt:1: .*an id and a label.*number"),
        ("[]", [], "run.txt: .*an id and a label"),
    ],
)
def test_forms_that_are_refused(tmp_path, capsys, text, more, words):
    run = tmp_path / "run.txt"
    run.write_text(text)
    assert re.search(words, said(capsys, run, run, "-m", "accuracy", *more))


def test_prevalences_are_counted_from_labels_on_request(tmp_path, capsys):
    gold, run = tmp_path / "gold.csv", tmp_path / "run.csv"
    gold.write_text("topic,pos,neg\nx,3,1\ny,1,1\n")
    run.write_text("id,topic,label\n1,x,pos\n2,x,neg\n3,y,pos\n4,y,neg\n")
    assert "--count" in said(capsys, gold, run, "-m", "AE", "--normalise")
    assert "0.1250" in said(capsys, gold, run, "-m", "AE", "--normalise", "--count")  # (|.75 - .5| + 0) / 2


@pytest.mark.parametrize(
    ("letter", "text"),
    [
        ("A", "1,positive\n2,negative\n"),
        ("A", "id\tlabel\n1\tpositive\n2\tnegative\n"),
        ("B", 'label,id,topic,text\npositive,1,x,"a, b"\nnegative,2,x,c\n'),
        ("D", "topic,negative,positive,count\nx,0.5,0.5,2\n"),
        ("D", "topic\tpositive\tnegative\nx\t0.5\t0.49\n"),
    ],
)
def test_tables_with_commas_and_names_are_files_of_subtasks(tmp_path, letter, text):
    file = tmp_path / "file"
    file.write_text(text)
    measure = "AE" if letter == "D" else "accuracy"
    if letter == "D" and "count" not in text:
        with pytest.raises(InputError, match="KLD smooths"):
            lydite.semeval(letter, file, file, bootstrap=0)
        return
    assert lydite.semeval(letter, file, file, bootstrap=0)[measure].value == (measure == "accuracy")


def test_headings_speak_of_the_task_at_hand(tmp_path, capsys):
    file = tmp_path / "labels.tsv"
    file.write_text("1\tx\tbad\n2\tx\tgood\n3\ty\tfair\n")
    with pytest.raises(SystemExit):
        main(["semeval", "C", str(file), str(file), "--labels", "bad,fair,good", "--bootstrap", "0"])
    out = capsys.readouterr().out
    assert out.startswith("Ordinal classification on the scale bad < fair < good: 3 items, 2 topics\n")
    assert "tweet" not in out


def test_a_class_that_no_row_has_is_refused(tmp_path):
    gold = {"1": "spam", "2": "ham", "3": "ham"}
    with pytest.raises(InputError, match=r"F1_PN: spm .*ham, spam.*spam"):
        lydite.evaluate(gold, gold, "F1_PN(positive=spm, negative=ham)", bootstrap=0)
    found = lydite.evaluate(gold, gold, "F1_PN(positive=spam, negative=ham)", bootstrap=0)
    assert found[0].value == 1


def test_subtasks_on_other_labels(tmp_path, capsys):
    gold, run = tmp_path / "gold.csv", tmp_path / "run.csv"
    gold.write_text("id,label\n1,spam\n2,ham\n3,ham\n4,spam\n")
    run.write_text("id,label\n1,spam\n2,spam\n3,ham\n4,spam\n")
    command = ["semeval", "A", str(gold), str(run), "--bootstrap", "0"]
    with pytest.raises(SystemExit, match="0"):
        main([*command, "--labels", "spam,ham"])
    assert "F1_PN(positive=spam, negative=ham)  0.7333" in capsys.readouterr().out  # (4/5 + 2/3) / 2
    with pytest.raises(SystemExit, match="2"):
        main(command)
    assert "--labels" in capsys.readouterr().err
