"""Lists that cells spell: read by a small reader, never evaluated."""

# ruff: noqa: E501 - dumps are shown as they are
from __future__ import annotations

import ast
import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lydite.reading import DEEPEST, list_of_cell

texts = st.text(max_size=12)
phrases = st.lists(texts | st.tuples(texts, st.floats(allow_nan=False, allow_infinity=False)), max_size=5)


def plain(value: Any) -> Any:
    return [plain(v) for v in value] if isinstance(value, list | tuple) else value


@given(phrases)
def test_what_python_prints(value: list[Any]) -> None:
    assert list_of_cell(repr(value)) == plain(value)
    assert list_of_cell(json.dumps(value)) == plain(value)
    assert list_of_cell(ascii(value)) == plain(ast.literal_eval(ascii(value)))


@given(st.lists(st.text("abc é'\\\"", min_size=1, max_size=9), min_size=1, max_size=9))
def test_what_numpy_prints(value: list[str]) -> None:
    array = np.array(value)
    assert list_of_cell(str(array)) == value
    assert list_of_cell(repr(list(array))) == value
    assert list_of_cell(repr(np.array(value, dtype=object))) == value


@given(st.dictionaries(texts, st.floats(allow_nan=False, allow_infinity=False), max_size=5))
def test_mappings(value: dict[str, float]) -> None:
    assert list_of_cell(repr(value)) == (value or {})


@given(st.text("[](){}'\",:x1 \\np.array", max_size=30))
def test_anything_else_is_nothing_or_a_list(text: str) -> None:
    assert list_of_cell(text) is None or isinstance(list_of_cell(text), list | dict)


@pytest.mark.parametrize(
    "text",
    [
        "", "[", "cat", "[1] is first", "(cat)", "[cat]", "['a' 'b', 'c']", "['a',, 'b']", "['a', 'b'", "[__import__('os')]",
        "{'a': }", "['a'] + ['b']", "[f'a']", "{'a': 1, 'a': 2}", "['a')", "['\\']", "[" * (DEEPEST + 1) + "]" * (DEEPEST + 1) + " ",
        "[1 - 1, x]", '["\\ud800"]', "['\\ud800']", "['a'] ['b']", "[" + "'a'," * 300_000 + "]",
    ],
)  # fmt: skip
def test_no_list(text: str) -> None:
    assert list_of_cell(text) is None or text.startswith("[[")
