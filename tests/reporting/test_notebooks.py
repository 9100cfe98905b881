"""What Python and notebooks show of results, comparisons, matches and reports; and data frames of them."""

from __future__ import annotations

import pickle
import re
from html.parser import HTMLParser
from typing import Any

import pandas as pd
import polars as pl
import pytest

import lydite
from lydite.core.errors import InputError
from lydite.reporting import Cell, Report, Table

GOLD = {"d1": ["neural networks", "speech"], "d2": ["parsing"], "d3": []}
RUNS = {"<b>a</b>": {"d1": ["neural network"], "d2": ["syntax"]}, "b": {"d1": ["speech"], "d2": ["parsing"]}}


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002
        self.found.append(tag)


def tags(html: str) -> list[str]:
    parser = Tags()
    parser.feed(html)
    return parser.found


@pytest.fixture(scope="module")
def compared() -> object:
    return lydite.compare(GOLD, RUNS, ["F1", "F1(match=stem)"])


def test_printing_is_a_table(compared: object) -> None:
    text = str(compared)
    assert text.startswith("measure ")
    assert text.endswith(".")
    assert "leads" in text or "level" in text
    alone = lydite.evaluate(GOLD, RUNS["b"], ["P", "R"])
    assert str(alone).split("\n")[0].split() == ["measure", "system"]
    assert repr(alone).startswith("Results(results=(Result(")
    assert str(Report("a title")) == "a title"


def test_a_match_prints_its_way() -> None:
    match = lydite.match("food", "cake", "wordnet")
    lines = str(match).split("\n")
    assert lines[0] == f"food → cake  {float(match):.4f}  wordnet"
    assert (
        len([line for line in lines if re.search(r"specialisation +0\.\d{4}$", line)]) == len(match.path) > 0
    )
    assert f"{float(match):.2f}" == f"{match.score:.2f}"
    assert str(lydite.match("x", "y", "exact")).startswith("x → y  0.0000  exact")


def test_notebooks_get_tables_in_which_no_name_is_markup(compared: object) -> None:
    values = (
        compared,
        compared.results,  # type: ignore[attr-defined]
        lydite.match("<i>cake</i>", "food"),
        Report("<u>t</u>", ("a → b\nc",), lambda _: [Table((Cell("<s>"),), ((Cell("<s>x", name=True),),))]),
    )
    for value in values:
        html = value._repr_html_()  # type: ignore[attr-defined]
        assert html.startswith('<div class="lydite"><style>')
        assert html.endswith("</div>")
        assert {"div", "style"} <= set(tags(html))
        assert not {"b>", "i", "u", "s", "script", "img", "link"} & set(tags(html))
        assert "http" not in html
    html = compared._repr_html_()  # type: ignore[attr-defined]
    assert "&lt;b&gt;a&lt;/b&gt;" in html
    assert 'class="verdict"' in html


@pytest.mark.parametrize(("way", "kind"), [("to_polars", pl.DataFrame), ("to_pandas", pd.DataFrame)])
def test_frames(compared: Any, way: str, kind: type) -> None:
    def frame(of: Any) -> Any:
        made = getattr(of, way)()
        assert isinstance(made, kind)
        return made

    for one in (compared.results, compared):
        assert list(frame(one)["value"]) == [r.value for r in compared.results]
        items = frame(one.items())
        assert list(items.columns) == ["system", "measure", "group", "item", "value"]
        assert len(items) == sum(len(r.items) for r in compared.results) == 4 * 3
        assert list(items["item"])[:3] == ["d1", "d2", "d3"]
        assert pd.isna(list(items["value"])[2])  # no gold, no value
        matches = frame(one.matches())
        assert list(matches.columns) == ["system", "measure", "item", "rank", "prediction", "gold", "score"]
        assert len(matches) == len(one.matches()) > 0
    ranked = frame(compared)
    assert {"rank", "letters"} <= set(ranked.columns)
    assert sorted(set(ranked["rank"])) in ([1], [1, 2])
    tests = frame(compared.paired_tests())
    assert list(tests["measure"]) == ["F1", "F1(match=stem)"]
    assert {"first", "second", "difference", "p_holm"} <= set(tests.columns)


def test_a_frame_of_nothing_has_its_columns() -> None:
    empty = lydite.Results(())
    assert empty.items().to_polars().columns == list(empty.items().to_pandas().columns)
    assert "value" in empty.to_polars().columns


def test_results_without_phrases_say_so(compared: Any) -> None:
    labels = lydite.evaluate({"a": "yes", "b": "no"}, {"a": "yes", "b": "yes"}, "accuracy", bootstrap=0)
    for results in (lydite.Results(()), labels, pickle.loads(pickle.dumps(compared.results))):  # noqa: S301
        with pytest.raises(InputError, match="matches: these results have no phrases"):
            results.matches()
