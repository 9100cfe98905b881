"""The human ceiling of section 5.1 on sets whose ceiling is known by hand."""

from __future__ import annotations

import numpy as np
import pytest

from lydite.inference import Inference
from lydite.probes.agreement import HumanAnswers, QuestionSet, agree
from lydite.probes.agreement.questions import Answer, Question

NONE = Inference(bootstrap=0)
PHRASES = ["a", "b", "c", "d"]


def rows(questions: list[Question], human: str = "questions") -> dict[tuple[str, str], float]:
    run = agree(QuestionSet("made", tuple(questions)), [], human=human)  # type: ignore[arg-type]
    return {(r.system, r.measure): r.value for r in run.results(NONE)}


def question(name: str, *marks: tuple[int | None, ...], by: str = "pqrstuvw") -> Question:
    return Question.of(name, "x", PHRASES, [Answer(m, who) for m, who in zip(marks, by, strict=False)])


def test_all_of_one_mind() -> None:
    found = rows([question("1", *[(1, -1, -1, 0)] * 5)])
    for system in ("human", "human, left out"):
        assert [found[system, m] for m in ("CW", "GS", "BS", "Combo", "SR")] == [1, 1, 1, 1, 1]


def test_one_of_five_disagrees() -> None:
    """Votes 3, −3, −3, 0 of 5: a is good (3 ≥ 2.5) and no winner (3 < 3.33), b and c are bad (−3 < −1)."""
    one = question("1", *[(1, -1, -1, 0)] * 4, (-1, 1, 1, 0))
    found = rows([one])
    assert [s.score for s in one.substitutes] == [3, -3, -3, 0]
    assert np.isnan(found["human", "CW"])
    assert found["human", "GS"] == pytest.approx(4 / 5)
    assert found["human", "BS"] == pytest.approx(4 / 5)
    # the four: all six pairs right (0.8 > 0.4 > 0 = 0); the fifth: b = c right, the other five wrong
    assert found["human", "SR"] == pytest.approx((4 + 1 / 6) / 5)
    # without the fifth the others are of one mind: 4, −4, −4, 0 of 4, and the fifth has all but b = c wrong
    # without one of the four: 2, −2, −2, 0 of 4, good (2 ≥ 2), bad, no winner; they agree with it
    assert found["human, left out", "CW"] == 0  # the fifth alone is asked about a winner, and misses it
    assert found["human, left out", "GS"] == pytest.approx(4 / 5)
    assert found["human, left out", "SR"] == pytest.approx((4 + 1 / 6) / 5)


def test_what_is_left_unmarked_is_neither_good_nor_bad() -> None:
    """Votes 2, −2, 0, 0 of 3: a is good and b bad; whoever marks nothing finds neither."""
    found = rows([question("1", *[(1, -1, 0, 0)] * 2, (0, 0, 0, 0)), question("2", (1, 0, 0, -1), by="r")])
    # the second question makes r somebody who crosses out, so that nothing is excused
    assert found["human", "GS"] == pytest.approx((2 / 3 + 1) / 2)
    assert found["human", "BS"] == pytest.approx((2 / 3 + 1) / 2)
    # marked as the votes, all six pairs are right; of four equal marks c and d alone, which are equal
    assert found["human", "SR"] == pytest.approx(((2 + 1 / 6) / 3 + 1) / 2)


def test_over_answers_and_over_questions() -> None:
    """One question with four answers of one mind, one with two that contradict each other."""
    agreed = question("1", *[(1, -1, 0, 0)] * 4)
    split = question("2", (1, -1, 0, 0), (-1, 1, 0, 0))
    over_questions, over_answers = rows([agreed, split]), rows([agreed, split], "answers")
    # votes of the second are all 0, so that all six pairs are equal; each answer has one of them so
    assert over_questions["human", "SR"] == pytest.approx((1 + 1 / 6) / 2)
    assert over_answers["human", "SR"] == pytest.approx((4 * 1 + 2 * 1 / 6) / 6)


def test_who_never_crosses_out_is_excused_from_bs_alone() -> None:
    marks = [(1, -1, -1, 0)] * 3
    shy = (1, 0, 0, 0)
    first = question("1", *marks, shy, by="pqrs")
    second = question("2", *marks, shy, by="pqrs")
    assert rows([first, second])["human", "BS"] == 1
    bold = question("2", *marks, (1, -1, 0, 0), by="pqrs")  # s crosses out here: no excuse in either question
    assert rows([first, bold])["human", "BS"] == pytest.approx((3 / 4 + 3.5 / 4) / 2)
    assert rows([first, second])["human", "SR"] < 1
    nameless = [
        Question.of(q.id, "x", PHRASES, [Answer(a.marks) for a in q.answers]) for q in (first, second)
    ]
    assert rows(nameless)["human", "BS"] == pytest.approx(3 / 4)  # nobody knows that it was the same person


def test_who_does_not_know_the_terms_counts_for_nothing() -> None:
    plain = [Answer((1, -1, 0, 0), w) for w in "pq"]
    unknown = Answer((-1, 1, 1, 1), "r", unknown=True)
    one = Question.of("1", "x", PHRASES, [*plain, unknown])
    assert one.substitutes[0].coverage == 2
    answers = HumanAnswers.of([one])
    assert answers is not None
    assert answers.by == ("p", "q")


def test_columns_that_saw_only_some() -> None:
    """An answer is scored on what it was shown: of SWORDS's labels some have 3, others 10."""
    one = question("1", (1, -1, 0, 0), (1, -1, 0, 0), (1, None, None, -1))
    assert [s.coverage for s in one.substitutes] == [3, 2, 2, 3]
    found = rows([one])
    # b and d (−1 of 3) are bad; the first two cross out b alone, the third was not shown it and crosses out d
    assert found["human", "BS"] == pytest.approx((0.5 + 0.5 + 1) / 3)
    answers = HumanAnswers.of([one])
    assert answers is not None
    assert answers.judged.layout.sizes.tolist() == [4, 4, 2]


def test_one_answer_alone_has_nobody_to_be_held_against() -> None:
    found = rows([question("1", (1, -1, 0, 0))])
    assert found["human", "SR"] == 1
    assert not any(system == "human, left out" for system, _ in found)


def test_no_answers_no_row() -> None:
    from lydite.probes.agreement import read_questions

    run = agree(read_questions("thesis"), [])
    assert [s.system for s in run.scored] == ["constant(value=0.0)", "constant(value=1.0)", "random"]
    assert "human" in run.notes[0]
    assert "human" in agree(read_questions("thesis"), [], human="answers").notes[0]
    assert not any("human" in note for note in agree(read_questions("thesis"), [], human="none").notes)
