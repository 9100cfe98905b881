"""Dumps, corpora and counts of words that were once misread: refused in one line, or read right."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

import inputs
from faults.refusals import DIGITS, refused


def test_counts_of_words_beyond_all_numbers(run: Any) -> None:
    Path("f.tsv").write_text(f"cat\t5\ndog\t{'9' * 30}\n", "utf-8")
    answer = run("match", "cat", "dog", "-u", "meaning(ask=kind, frequencies=f.tsv)")
    refused(answer, "f.tsv:2: .*2⁵³")


def test_comments_before_a_corpus(run: Any, sound: Path) -> None:
    """Each line could be read in two ways: thirty took twice as long as twenty-nine."""
    Path("c.txt").write_bytes(b"#\r\n" * 60 + b"one two three\n" * 3)
    began = time.process_time()
    status, err = run(*inputs.INPUTS["tune vectors corpus"].args("c.txt", sound))
    assert status in (0, 2), err
    assert time.process_time() - began < 30


@pytest.mark.parametrize("namespace", ["--5", "²", DIGITS, "0x0"])
def test_namespaces_that_are_no_numbers(run: Any, namespace: str) -> None:
    dump = inputs.export_text().replace("<ns>0</ns>", f"<ns>{namespace}</ns>", 1)
    Path("w.xml").write_text(dump, "utf-8")
    refused(run("build", "wikipedia", "w.xml", "-o", "made"), "w.xml")


@pytest.mark.parametrize("number", ["''", "\n", "x", DIGITS, "1.5"])
def test_rows_of_sql_without_a_number(run: Any, sound: Path, number: str) -> None:
    Path("p.sql").write_text(inputs.sql("categorylinks").replace("(1,", f"({number},"), "utf-8")
    others = [f"{sound}/page.sql", f"{sound}/redirect.sql"]
    refused(run("build", "wikipedia", "p.sql", *others, "-o", "made"), "p.sql")


@pytest.mark.parametrize("bias", ["NaN", "1e999", "-1e5", "9" * 400, "null", '"1"'])
def test_a_model_of_meaning_has_coefficients_of_a_logit(run: Any, bias: str) -> None:
    part = '{"weights": {"near": 1}, "bias": %s}'
    Path("m.json").write_text(f'{{"plain": {part % 1}, "vectors": {part % bias}}}', "utf-8")
    refused(run("match", "a", "b", "-u", 'meaning(ask=kind, model="m.json")'), "m.json: ")
