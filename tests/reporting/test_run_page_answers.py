"""Items of labels and probes on the page of a run: gold, answers and questions, never markup."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import lydite
from browser import chromium, needs_chromium
from command import run
from lydite.core.spec import parse
from lydite.measures.labels import LabelItems, score
from lydite.probes import examine
from lydite.probes.testsets import TestSet
from lydite.reporting.run_page import label_answers, probe_answers
from lydite.runs import Run
from lydite.vectors import Vectors
from page_runs import HOSTILE, page_data
from performing import scored_run

GOLD = ["no", "no", "yes", "perhaps", "yes", "no"]
FIRST = ["no", "yes", "yes", "perhaps", "no", "no"]
SECOND = ["no", "no", "yes", None, "yes", "yes"]
SCALE = ["no", "perhaps", "yes"]
PEOPLE = {"man": [1, 0, 1], "woman": [0, 1, 1], "king": [2, 0, 3], "queen": [0, 2, 3], "tax": [1, 1, 0]}


def labelled(names: list[str] | None = None, measure: str = "macro_MAE") -> Run:
    """Two systems on six items in two topics; the second does not answer one of them."""
    names = names or SCALE
    spelled = dict(zip(SCALE, names, strict=True)) | {None: None}
    systems = []
    for name, answers in (("first", FIRST), ("second", SECOND)):
        items = LabelItems.of(
            [spelled[g] for g in GOLD], np.array([spelled[a] for a in answers], object), labels=names,
            topics=["x", "x", "x", "y", "y", "y"], ids=[f"i{n}" for n in range(6)], unanswered=True,
        )  # fmt: skip
        systems.append(score(items, name, [parse(measure)]))
    return scored_run(systems)


@pytest.mark.parametrize(("measure", "ordinal"), [("macro_MAE", True), ("accuracy", False)])
def test_labels_are_read_back_from_a_run(measure: str, ordinal: bool) -> None:  # noqa: FBT001
    found = label_answers(labelled(measure=measure), ("second", "first"))
    assert found is not None
    assert [found.names[c] for c in found.gold] == GOLD
    assert [[found.names[c] for c in codes] for codes in found.answers] == [
        [a or "no answer" for a in SECOND], FIRST,
    ]  # fmt: skip
    assert (found.systems, found.ordinal) == (("second", "first"), ordinal)
    first = found.first(4)
    assert first["items"][3] == ["i3", 1, 1, [3, 1]]
    assert (len(first["items"]), first["topics"]) == (4, ["x", "y"])
    assert found.first(3)["topics"] == ["x"]


def test_labels_with_a_comma_keep_their_names() -> None:
    found = label_answers(labelled(["a,b", "c", "d"]), ("first",))
    assert found is not None
    assert found.names == ("a,b", "c", "d", "no answer")


def test_a_label_may_be_called_no_answer() -> None:
    found = label_answers(labelled(["no answer", "c", "d"]), ("first",))
    assert found is not None
    assert found.head()["unanswered"] == 3
    scripts = Path(lydite.__file__).parent
    assert not [s.name for s in scripts.rglob("*.js") if '"no answer"' in s.read_text("utf-8")]


def test_systems_on_other_gold_are_not_shown() -> None:
    one, other = labelled(), labelled(["yes", "perhaps", "no"])
    mixed = scored_run([one.blocks[0].systems[0], other.blocks[0].systems[1]])
    assert label_answers(mixed, ("first", "second")) is None
    bare = scored_run([one.blocks[0].systems[0].each()])
    assert label_answers(bare, ("first",)) is None


def probed() -> tuple[Run, object]:
    test = TestSet(
        "mine", {"people": ("man", "woman", "nobody"), "rulers": ("king", "queen")},
        {"royal": (("man", "king", "woman", "queen"), ("man", "king", "nobody", "queen"))},
        (("king", "queen", 9.0), ("king", "tax", 1.0)),
    )  # fmt: skip
    found = examine({"mine": Vectors.of(PEOPLE)}, ["topk(k=1)", "analogy", "similarity", "odd_one_out"], test)
    return Run.of_probes(found), found.asked()


def test_what_probes_asked_and_vectors_answered() -> None:
    made, asked = probed()
    found = probe_answers(made, ("mine",), asked)
    assert found is not None
    items = found.first(100)["items"]
    rows = {(item, part): sides[0] for item, part, sides in items}
    _, account, words, questions, more = rows["royal", 1]
    assert (account, words, more) == ("1 of 2 right", [7, 8], 0)
    assert questions[0] == ["man : king :: woman : ?", "queen", [["queen", True]]]
    assert questions[1] == ["man : king :: nobody : ?", "queen", []]  # unknown
    right = sum(r for _, _, given in rows["people", 0][3] for _, r in given)
    assert rows["people", 0][1] == f"{right} of 3 right"
    assert "cosine 0.692, people 9" in [side[1] for side in rows.values()]
    assert len(found) == len(items) == 2 + 1 + 2 + 2


def test_pages_of_runs_show_them(tmp_path: Path) -> None:
    labelled().save(tmp_path / "l.run")
    assert (
        run("report", tmp_path / "l.run", "-o", tmp_path / "l.html", "--inside", "4", "--bootstrap", "50")
        == 0
    )
    data = page_data(tmp_path / "l.html")
    assert (data["kind"], data["total"], len(data["items"])) == ("labels", 6, 4)
    probed()[0].save(tmp_path / "p.run")
    assert run("report", tmp_path / "p.run", "-o", tmp_path / "p.html", "--bootstrap", "50") == 0
    assert page_data(tmp_path / "p.html")["parts"] == ["topk(k=1)", "analogy", "similarity", "odd_one_out"]


@needs_chromium
def test_in_a_browser(tmp_path: Path) -> None:
    """Filter by a cell of the confusion matrix, by what is wrong, by text; labels are never markup."""
    labelled([HOSTILE[0], HOSTILE[1], "yes"]).save(tmp_path / "l.run")
    assert run("report", tmp_path / "l.run", "-o", tmp_path / "l.html", "--bootstrap", "50") == 0
    cards = "document.querySelectorAll('#cards .item').length"
    with chromium(tmp_path / "profile") as page:
        page.looks(width=400, dark=True)
        page.open(tmp_path / "l.html")
        page.until(f"{cards} === 6")
        assert page.run("document.title") == "2 systems on 6 items"
        assert page.run("document.querySelectorAll('img').length") == 0
        page.choose("#left", str(page_data(tmp_path / "l.html")["systems"].index("first")))
        page.click("#confusion tr:nth-of-type(4) td:nth-of-type(1) button")  # gold yes, answered no
        assert page.run("[...document.querySelectorAll('#cards h3')].map((e) => e.textContent)") == ["i4"]
        assert page.run("document.activeElement.getAttribute('aria-pressed')") == "true"
        page.click("#confusion tr:nth-of-type(4) td:nth-of-type(1) button")
        page.choose("#right", "-1")
        page.choose("#status", "wrong")
        assert page.run(cards) == 2
        page.choose("#status", "")
        page.choose("#sort", "1")
        assert page.run("document.querySelector('#cards h3').textContent") in {"i1", "i4"}
        page.click("#search")
        page.write("i3")
        page.until(f"{cards} === 1")
        assert page.contrast("#items *") >= 4.5
        assert page.run("document.documentElement.scrollWidth") == 400
