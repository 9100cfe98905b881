"""Answers in words, scored by hand as SemEval-2007 Task 10 does (McCarthy and Navigli 2007, section 4)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lydite.core.spec import parse
from lydite.probes.agreement import judge_run, read_run
from lydite.probes.agreement.questions import Question, QuestionSet, Substitute, read_questions

GOLD = """bright.a 1 :: intelligent 3;clever 2;well-read 1;
side.n 2 :: team 4;group 1;
fresh.a 3 :: new 2;clean 1;
"""
RUN = """bright.a 1 :: clever;dim
side.n 2 :: team
"""
FIGURES = {
    "best(over=all)": (2 / 6 / 2 + 4 / 5) / 3,  # two guesses share what they earn
    "best(over=attempted)": (2 / 6 / 2 + 4 / 5) / 2,
    "best(over=all, credit=mode)": 1 / 3,  # the first guess is most people's, or not
    "oot(over=all)": (2 / 6 + 4 / 5) / 3,  # ten guesses are free
    "oot(over=all, credit=mode)": 1 / 3,
}


@pytest.mark.parametrize("spec", FIGURES)
def test_guesses_earn_the_share_of_people_who_gave_them(tmp_path: Path, spec: str) -> None:
    (gold := tmp_path / "task.gold").write_text(GOLD, "utf-8")
    (answers := tmp_path / "answers.run").write_text(RUN, "utf-8")
    metric: Any = parse(spec, "agreement")
    rows = metric.statistics(judge_run(read_questions(gold), read_run(answers)))
    assert float(metric.value(rows.sum(0)[None])) == pytest.approx(FIGURES[spec])


def test_hyphens_do_not_matter_and_what_is_said_twice_counts_twice(tmp_path: Path) -> None:
    (gold := tmp_path / "task.gold").write_text(GOLD, "utf-8")
    judged = judge_run(read_questions(gold), {"bright.a 1": ["well read", "clever", "clever"]})
    metric: Any = parse("best(over=attempted)", "agreement")
    rows = metric.statistics(judged)
    assert float(metric.value(rows.sum(0)[None])) == pytest.approx((1 + 2 + 2) / 6 / 3)


def test_of_two_spellings_the_one_that_people_accepted_earns() -> None:
    """What nobody was asked about comes after what somebody circled."""
    those = Substitute("well read", 0, 1), Substitute("well-read", 1, 2, accepted=0.5)
    judged = judge_run(QuestionSet("q", (Question("1", "bright", those),)), {"1": ["well read"]})
    assert judged.guesses is not None
    assert judged.guesses.first.tolist() == [0.0, 1.0]
