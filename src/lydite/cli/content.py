"""``lydite content``: what corpora in several languages are about."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from lydite.cli import app
from lydite.cli import corpus as c
from lydite.cli import options as o
from lydite.core.choices import Oov
from lydite.core.errors import InputError, did_you_mean
from lydite.core.options import Option
from lydite.core.spec import expand
from lydite.probes.testsets import load_test_set
from lydite.probes.testsets.preparing import ensure_known, prepare_test_set
from lydite.reporting.charts.saving import save
from lydite.reporting.report import Report
from lydite.reporting.views.content import report

if TYPE_CHECKING:
    from collections.abc import Sequence


@app.command(
    examples=(
        "lydite content --pair la.vec=cldr.la.json --pair hi.vec=cldr.hi.json",
        (
            "lydite content --pair la.vec=religion.la.json --pair he.vec=religion.he.json --lemmas "
            "la=la.tsv --chart bars.png"
        ),
    )
)
def command(
    pair: Annotated[list[str], Option("Vectors and their test set, one pair a language: la.vec=la.json.")],
    measure: Annotated[
        list[str], Option("A probe of categories; give as many as you like.", "--measure", "-m")
    ] = ["topk", "odd_one_out"],  # noqa: B006
    *,
    normaliser: c.NormaliserOption = [],  # noqa: B006
    lemmas: Annotated[list[str], Option("Table of lemmas for the words of one test set: la=FILE.")] = [],  # noqa: B006
    fold: Annotated[bool, Option("Fold case and accents on both sides.", "--fold")] = False,
    oov: Annotated[Oov, Option("Unknown words are wrong, or skipped.")] = "wrong",
    first: Annotated[int | None, Option("Use only the first N words of each file.", low=1)] = None,
    seed: Annotated[int, Option("Seed of everything random.", low=0)] = 0,
    encoding: Annotated[str | None, Option("Encoding of the test sets, if not UTF-8.")] = None,
    chart: Annotated[
        Path | None, Option("Also draw bars: .png, .svg, .pdf or .html.", writes="chart")
    ] = None,
    writing: o.Writing,  # noqa: ARG001
) -> Report:
    """Compare what corpora in several languages are about, by how well their vectors separate categories."""
    from lydite.probes.content import examine_content
    from lydite.vectors import load_vectors

    files = _pairs(pair)
    fixed = {"fold": True} if fold else {}
    options = {**fixed, "oov": oov, "seed": seed}
    wanted = [p for text in measure for p in expand(text, "probe")]
    probes = [replace(p, **{k: v for k, v in options.items() if k in p.parameters()}) for p in wanted]
    named = dict(zip(o.system_names([v for v, _ in files]).items(), [t for _, t in files], strict=True))
    tables = _tables(lemmas, [name for name, _ in named])
    loaded, policies = {}, {}
    for (name, vectors_file), test_file in named.items():
        how = c.preparation(normaliser, tables.get(name), encoding)
        vectors = load_vectors(vectors_file, first=first)
        test = prepare_test_set(load_test_set(test_file, encoding), how.word)
        if not fold:
            ensure_known(test, vectors.words.all, vectors_file)
        loaded[name] = vectors, test
        policies[name] = how.policies()
    figures = examine_content(loaded, list(dict.fromkeys(probes)), policies)
    answer = report(figures)
    if chart is not None:
        save(answer.charts[0](), chart)
    return answer


def _tables(texts: Sequence[str], languages: Sequence[str]) -> dict[str, str]:
    """Read ``la=FILE``: the table of lemmas of each language that has one."""
    tables: dict[str, str] = {}
    for text in texts:
        language, equals, file = text.partition("=")
        if not (equals and file):
            raise InputError(f"a table of lemmas is given as la=FILE, not {text!r}")
        if language not in languages:
            hint = did_you_mean(language, languages)
            raise InputError(f"{text}: no vectors are called {language!r}{hint} ({', '.join(languages)})")
        if language in tables:
            raise InputError(f"{language}: two tables of lemmas were given")
        tables[language] = file
    return tables


def _pairs(given: Sequence[str]) -> list[tuple[str, str]]:
    """Read ``la.vec=la.json``."""
    pairs = []
    for text in given:
        vectors, equals, test = text.partition("=")
        if not (vectors and equals and test):
            raise InputError(f"a pair is vectors and their test set, la.vec=la.json, not {text!r}")
        pairs.append((vectors, test))
    return pairs
