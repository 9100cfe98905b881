"""Columns of prevalences that are called after their classes: p(x), prob_x."""

from __future__ import annotations

from pathlib import Path

import pytest

import lydite
from lydite.core.errors import InputError
from lydite.measures.labels import read_side

FORMS = ("p({})", "P({})", "p_{}", "prob_{}", "probability {}", "prevalence.{}", "{}_prob", "p[{}]")


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("order", [("positive", "negative"), ("negative", "positive"), ("-1", "1")])
def test_named_after_classes(form: str, order: tuple[str, str], tmp_path: Path) -> None:
    """By hand: x is off by .25 in both classes, y by nothing."""
    file, shares = tmp_path / "p.csv", {order[0]: 0.75, order[1]: 0.25}
    names = ",".join(form.format(c) for c in order)
    file.write_text(f"topic,{names},count\nx,0.5,0.5,2\ny,0.75,0.25,1\n")
    gold = {"x": shares, "y": shares}
    assert lydite.evaluate(gold, file, "AE", bootstrap=0)[0].value == pytest.approx(0.125)
    labels = {"1": ("x", order[0]), "2": ("x", order[1]), "3": ("y", order[0])}
    assert lydite.evaluate(labels, file, "AE", bootstrap=0)[0].value == pytest.approx(0.125)


def test_what_is_not_called_so_keeps_its_name(tmp_path: Path) -> None:
    file = tmp_path / "p.csv"
    file.write_text("topic,p(pos),neg\nx,0.5,0.5\n")
    with pytest.raises(InputError, match=r"p\.csv: .*p\(pos\), neg.* pos, neg"):
        lydite.evaluate({"x": {"pos": 0.5, "neg": 0.5}}, file, "AE")
    assert lydite.evaluate(file, file, "AE", bootstrap=0, same=True)[0].value == 0


def test_prevalences_without_a_topic_are_told_what_to_say(tmp_path: Path) -> None:
    file = tmp_path / "p.csv"
    file.write_text("id,p(pos),p(neg)\nx,0.5,0.5\ny,1,0\n")
    with pytest.raises(InputError, match=r"p\.csv:1: .*--topic"):
        lydite.evaluate(file, file, "AE")
    assert (
        lydite.evaluate(
            file,
            {"x": {"pos": 0.5, "neg": 0.5}, "y": {"pos": 0.5, "neg": 0.5}},
            "AE",
            topic="id",
            bootstrap=0,
        )[0].value
        == 0.25
    )


def test_what_they_were_taken_for_is_said(tmp_path: Path) -> None:
    file = tmp_path / "p.csv"
    file.write_text("topic,p(pos),p(neg)\nx,0.5,0.5\n")
    assert "prevalences: all others, as pos, neg" in str(read_side(file, "gold").detected())
