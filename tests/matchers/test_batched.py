"""Many pairs at once score what each scores alone, to the last digit, whatever the phrases are."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import lydite
from inner import replace_inside
from lydite.core.arrays import offsets
from lydite.core.assignment import CoverTables, cover, mean_covers, round_decimals
from lydite.knowledge import LabelBeginnings, substitutability
from lydite.knowledge.wordnet import base_forms, open_wordnet

ODD = [
    "", " ", "the", "of the", "not", "public key", "private key", "good cake", "bad cakes", "men's room",
    "children’s books", "state-of-the-art", "naïve bayes", "Año nuevo", "🙂", "🙂 cake", "東京", "кошка",
    "#MachineLearning", "x" * 300, " ".join(["cat dog"] * 80), "attorneys general", "spoonfuls of rice",
    "women and men", "don't", "C++", "u.s.", "İstanbul", "a", "es", "ss", "men", "tab\tname", "(cat)",
    "cat's cradle", "\ud800", "left handed", "left-handed",
]  # fmt: skip
WORDS = ["cat", "cats", "dog", "hot", "cold", "neural", "networks", "of", "the", "optimal", "control", "runs"]


def phrases() -> list[str]:
    draw, labels = np.random.default_rng(7), open_wordnet().labels
    known = [labels.key(int(i)) for i in draw.integers(len(labels), size=30)]
    made = [" ".join(draw.choice(WORDS + known, draw.integers(1, 5))) for _ in range(60)]
    return ODD + known + made


@pytest.mark.parametrize("spec", ["wordnet", "wordnet(preset=thesis)", "meaning", "meaning(ask=kind)"])
def test_a_batch_is_its_pairs(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    many = list(dict.fromkeys(phrases()))
    places = np.random.default_rng(1).integers(len(many), size=(2, 200))
    left, right = ([many[i] for i in side] for side in places)
    pairs = list(zip(left, right, strict=True))
    alone = [float(lydite.matcher(spec).pairs([a], [b])[0]) for a, b in pairs]  # type: ignore[attr-defined]
    matcher: Any = lydite.matcher(spec)
    assert matcher.pairs(left, right).tolist() == alone
    replace_inside(monkeypatch, "lydite.matchers.knowledge", "CELLS", 50)  # in many blocks
    assert matcher.pairs(left, right).tolist() == alone
    assert matcher.score_coded(many, *places).tolist() == alone


scores = st.lists(st.sampled_from([0.0, 0.1, 0.25, 0.3, 1 / 3, 0.5, 0.7, 0.999999999999, 1.0]), min_size=1)


def literal(table: Any) -> tuple[list[tuple[int, int]], float]:
    """Algorithm 3 as it is written: all pairs by descending score, those taken that cover something new."""
    rows, columns = set(range(table.shape[0])), set(range(table.shape[1]))
    chosen = []
    for place in np.argsort(-table, axis=None, kind="stable").tolist():
        row, column = divmod(place, table.shape[1])
        if row in rows or column in columns:
            chosen.append((row, column))
            rows.discard(row)
            columns.discard(column)
    values = [float(table[pair]) for pair in chosen]
    if min(values) <= 0:
        return chosen, 0.0
    return chosen, values[0] if len(values) == 1 else round(len(values) / sum(1 / v for v in values), 12)


@given(st.lists(st.tuples(scores, st.integers(1, 5)), min_size=1, max_size=6))
def test_the_cover_is_algorithm_3(drawn: list[tuple[list[float], int]]) -> None:
    tables = [np.resize(np.array(values), (max(1, len(values) // wide), wide)) for values, wide in drawn]
    wanted = [literal(table) for table in tables]
    assert [cover(table) for table in tables] == [chosen for chosen, _ in wanted]
    assert [substitutability(table) for table in tables] == [score for _, score in wanted]
    flat = np.concatenate([table.reshape(-1) for table in tables])
    distinct, cells = np.unique(flat, return_inverse=True)
    shapes = np.array([table.shape for table in tables])
    together = mean_covers(CoverTables(distinct, cells.reshape(-1), shapes[:, 0], shapes[:, 1]), 12)
    assert together.tolist() == [score for _, score in wanted]
    assert offsets(shapes.prod(axis=1))[-1] == len(cells)


@given(st.lists(st.floats(-1e6, 1e6)), st.integers(0, 12))
def test_rounding_is_pythons(values: list[float], digits: int) -> None:
    values += [(int(v) + 0.5) / 10**digits for v in values]  # ties, or nearly
    assert round_decimals(np.array(values), digits).tolist() == [round(v, digits) for v in values]


def test_what_begins_like_no_label_is_none() -> None:
    wordnet = open_wordnet()
    labels, pos = list(wordnet.labels.every()), wordnet.exceptions
    irregular = [form for forms in pos.values() for form in forms if " " in form]
    beginnings = LabelBeginnings(
        wordnet.labels, lambda word: (f for p in pos for f in base_forms(word, p, pos)), irregular, few=0
    )
    known = [label.split() for label in [*labels[::29], *irregular] if " " in label]
    made = [[a[0], b[-1]] for a, b in itertools.pairwise(known)]
    asked = [*known, *made, *([*w[:-1], f"{w[-1]}s"] for w in known), *([f"{w[0]}s", *w[1:]] for w in known)]
    none = [words for words in asked if beginnings.begins_none(words)]
    assert len(made) / 2 < len(none) < len(asked) / 2
    assert [words for words in none if wordnet.forms(words)] == []
